"""Brush and paper for `draw.py`: text, cards, hearts, dice, pawns. Drawn at twice the size, then reduced."""

import functools
from typing import Any

import numpy as np

Colour = tuple[int, int, int]
SCALE = 2
MOON_RADIUS = 34
NARROW = 40  # cards up to this width bear their name sideways

INK, DIM, FAINT = (232, 226, 210), (163, 158, 146), (104, 104, 112)
GOLD, BLOOD, DEEP = (219, 180, 106), (196, 62, 66), (12, 13, 19)
PANEL, RIM = (27, 30, 41), (52, 57, 76)
GLOOM, GLOOM_RIM = (74, 32, 112), (171, 122, 219)
PARCHMENT, EVIL, BACK = (224, 213, 186), (104, 22, 30), (38, 42, 58)
SEATS: tuple[Colour, ...] = (
    (214, 84, 78),
    (84, 158, 219),
    (118, 190, 92),
    (226, 180, 72),
    (226, 138, 180),
    (86, 196, 184),
)
BORDERS: dict[str, Colour] = {
    "A": (196, 72, 80),
    "B": (80, 136, 204),
    "C": (92, 168, 96),
    "D": (212, 166, 62),
    "E": (158, 104, 208),
    "P": (206, 196, 172),
    "g": (134, 138, 148),
    "?": (70, 76, 98),
}


def mix(a: Colour, b: Colour, share: float) -> Colour:
    """`a` with a share of `b`."""
    return (
        round(a[0] + (b[0] - a[0]) * share),
        round(a[1] + (b[1] - a[1]) * share),
        round(a[2] + (b[2] - a[2]) * share),
    )


@functools.lru_cache(maxsize=64)
def font(size: float) -> Any:
    from PIL import ImageFont

    return ImageFont.load_default(size * SCALE)


@functools.lru_cache(maxsize=6)
def night(width: int, height: int, moon_x: float, moon_y: float) -> Any:
    """Dark paper with drifting mist and a moon."""
    from PIL import Image

    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    from_moon = np.hypot(x - moon_x, y - moon_y)
    y, x = y / height, x / width
    mist = np.sin(9 * x + 4 * np.sin(5 * y)) + np.sin(6 * y - 7 * x + 2 * np.sin(8 * x)) + np.sin(14 * y + 3 * x)
    light = 0.75 + 0.14 * mist - 0.5 * y + 1.1 * np.exp(-from_moon / 160)
    low, high = np.array([9, 10, 16]), np.array([30, 35, 48])
    shade = low + (high - low) * np.clip(light, 0, 2)[..., None]
    moon = np.clip(MOON_RADIUS - from_moon, 0, 1)[..., None] * (1 - 0.06 * mist[..., None])
    shade = shade * (1 - moon) + np.array([178, 176, 160]) * moon
    return Image.fromarray(np.clip(shade, 0, 255).astype(np.uint8)).resize((width * SCALE, height * SCALE))


class Canvas:
    """Drawing in the picture's own pixels; the canvas multiplies by SCALE."""

    def __init__(self, width: int, height: int, moon: tuple[float, float]) -> None:
        from PIL import ImageDraw

        self.image = night(width, height, *moon).copy()
        self.brush = ImageDraw.Draw(self.image)

    def finish(self) -> np.ndarray:
        return np.array(self.image.reduce(SCALE), dtype=np.uint8)

    def width(self, text: str, size: float) -> float:
        return font(size).getlength(_plain(text)) / SCALE

    def text(
        self, x: float, y: float, text: str, size: float, fill: Colour = INK, anchor: str = "la", bold: float = 0
    ) -> None:
        where = (x * SCALE, y * SCALE)
        self.brush.text(where, _plain(text), fill, font(size), anchor, stroke_width=bold * SCALE, stroke_fill=fill)

    def sideways(self, x: float, y: float, text: str, size: float, fill: Colour) -> None:
        """Text centred on a point, read from top to bottom."""
        from PIL import Image, ImageDraw

        w, h = round(self.width(text, size) * SCALE) + 4, round(size * 1.4 * SCALE)
        mask = Image.new("L", (w, h))
        ImageDraw.Draw(mask).text((w / 2, h / 2), _plain(text), 255, font(size), "mm")
        mask = mask.rotate(-90, expand=True)
        self.image.paste(fill, (round(x * SCALE - h / 2), round(y * SCALE - w / 2)), mask)

    def fitted(self, text: str, size: float, width: float) -> str:
        """The text, cut to a width."""
        if self.width(text, size) <= width:
            return text
        while text and self.width(text + "…", size) > width:
            text = text[:-1]
        return text.rstrip() + "…"

    def lines(self, text: str, size: float, width: float, most: int = 99) -> list[str]:
        """The text broken into lines; the last one is cut if there are too many."""
        found, line = [], ""
        for word in text.split():
            longer = f"{line} {word}".strip()
            if line and self.width(longer, size) > width:
                found.append(line)
                line = word
            else:
                line = longer
        found.append(line)
        if len(found) > most:
            found = [*found[: most - 1], self.fitted(" ".join(found[most - 1 :]), size, width)]
        return found

    def box(
        self, x: float, y: float, w: float, h: float, fill: Colour | None, rim: Colour | None = None,
        round_: float = 6, line: float = 1,
    ) -> None:  # fmt: skip
        corners = (x * SCALE, y * SCALE, (x + w) * SCALE - 1, (y + h) * SCALE - 1)
        self.brush.rounded_rectangle(corners, round_ * SCALE, fill, rim, round(line * SCALE))

    def disc(
        self, x: float, y: float, r: float, fill: Colour | None, rim: Colour | None = None, line: float = 1
    ) -> None:
        corners = ((x - r) * SCALE, (y - r) * SCALE, (x + r) * SCALE, (y + r) * SCALE)
        self.brush.ellipse(corners, fill, rim, round(line * SCALE))

    def shape(self, points: list[tuple[float, float]], fill: Colour) -> None:
        self.brush.polygon([(x * SCALE, y * SCALE) for x, y in points], fill)

    def line(self, x0: float, y0: float, x1: float, y1: float, fill: Colour, width: float) -> None:
        self.brush.line((x0 * SCALE, y0 * SCALE, x1 * SCALE, y1 * SCALE), fill, round(width * SCALE))

    def heart(self, x: float, y: float, size: float, full: bool) -> None:
        """A health token: red, or a hollow wound."""
        fill = BLOOD if full else (62, 48, 56)
        r = size / 4
        self.disc(x + r, y + r, r, fill)
        self.disc(x + 3 * r, y + r, r, fill)
        self.shape([(x + 0.12 * r, y + 1.45 * r), (x + 3.88 * r, y + 1.45 * r), (x + 2 * r, y + 3.9 * r)], fill)
        self.shape([(x + r, y + r), (x + 3 * r, y + r), (x + 2 * r, y + 2.4 * r)], fill)

    def gloom(self, x: float, y: float, r: float, n: int) -> None:
        """A gloom token with a count."""
        self.disc(x, y, r, GLOOM, GLOOM_RIM, 1)
        self.text(x, y, str(n), r * 1.35, INK, "mm")

    def die(self, x: float, y: float, size: float, value: int, dark: bool) -> None:
        fill, dot = ((30, 31, 38), INK) if dark else ((236, 230, 214), (30, 31, 38))
        self.box(x, y, size, size, fill, RIM if dark else None, size / 5)
        spots = {1: "4", 2: "08", 3: "048", 4: "0268", 5: "02468", 6: "023568"}.get(value, "")
        for spot in map(int, spots):
            self.disc(x + size * (0.25 + 0.25 * (spot % 3)), y + size * (0.25 + 0.25 * (spot // 3)), size * 0.09, dot)

    def pawn(self, x: float, y: float, r: float, seat: int, ghost: bool, active: bool) -> None:
        """A disc with the seat number; a ghost is a pale sheet with a ragged hem."""
        colour = SEATS[seat]
        if active:
            self.disc(x, y, r + 3, None, GOLD, 1.5)
        if not ghost:
            self.disc(x, y, r, colour, DEEP, 1.2)
            self.text(x, y, str(seat), r * 1.3, DEEP, "mm", 0.25)
            return
        pale = mix(colour, (236, 238, 246), 0.72)
        self.disc(x, y - r * 0.15, r * 0.85, pale)
        hem = [(x + r * (0.85 - 0.34 * i), y + r * (1.0 if i % 2 else 0.62)) for i in range(6)]
        self.shape([(x - r * 0.85, y - r * 0.1), (x + r * 0.85, y - r * 0.1), *hem], pale)
        self.text(x, y, str(seat), r * 1.2, mix(colour, DEEP, 0.45), "mm", 0.3)

    def card(self, x: float, y: float, w: float, h: float, border: str, name: str, slot: int, evil: bool) -> None:
        """A Destiny card: its back, its border if known, its face if seen (`name`; `evil` is the Opener)."""
        colour = BORDERS[border]
        if name:
            self.box(x, y, w, h, EVIL if evil else PARCHMENT, colour, 4, 2.5)
            upright = w > NARROW
            across, most = (w - 8, 4) if upright else (h - 18, 1 if w < 24 else 2)
            sizes = (9.5, 8.5, 7.5, 6.5)
            size = next((s for s in sizes if self._fits(name, s, across, most)), 6.5)
            rows = self.lines(name, size, across, most)
            for i, row in enumerate(rows):
                off = (i - (len(rows) - 1) / 2) * size * 1.15
                shown, ink = self.fitted(row, size, across + 2), INK if evil else DEEP
                if upright:
                    self.text(x + w / 2, y + h / 2 + off, shown, size, ink, "mm")
                else:
                    self.sideways(x + w / 2 - off, y + h / 2 + 4, shown, size, ink)
        else:
            self.box(x, y, w, h, BACK, colour, 4, 1.2 if border == "?" else 2.5)
            mark = "" if border == "P" else border
            self.disc(x + w / 2, y + h / 2, min(w, h) * 0.24, None, mix(BACK, colour, 0.45), 1)
            self.text(x + w / 2, y + h / 2, mark, min(15, w * 0.5), colour, "mm")
        if w > 24:
            self.text(x + 4.5, y + 3, str(slot), 6.5, DIM if not name else (120, 108, 84))

    def _fits(self, name: str, size: float, width: float, most: int) -> bool:
        rows = self.lines(name, size, width)
        return len(rows) <= most and all(self.width(row, size) <= width for row in rows)


def _plain(text: str) -> str:
    """The built-in font knows few signs."""
    return text.replace("×", "x").replace("−", "-")
