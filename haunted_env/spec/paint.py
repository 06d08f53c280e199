"""Brush and paper for the pictures of every game: night, text, boxes. Drawn at twice the size, then reduced."""

import functools
from typing import Any

import numpy as np

Colour = tuple[int, int, int]
SCALE = 2
MOON_RADIUS = 34

INK, DIM, FAINT = (232, 226, 210), (163, 158, 146), (104, 104, 112)
GOLD, BLOOD, DEEP = (219, 180, 106), (196, 62, 66), (12, 13, 19)
PANEL, RIM = (27, 30, 41), (52, 57, 76)
PARCHMENT, BACK = (224, 213, 186), (38, 42, 58)
SEATS: tuple[Colour, ...] = (
    (214, 84, 78),
    (84, 158, 219),
    (118, 190, 92),
    (226, 180, 72),
    (226, 138, 180),
    (86, 196, 184),
)


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

    def piece(self, x: float, y: float, r: float, seat: int, active: bool = False) -> None:
        """A seat's disc with its number; a ring marks who is on turn."""
        if active:
            self.disc(x, y, r + 3, None, GOLD, 1.5)
        self.disc(x, y, r, SEATS[seat], DEEP, 1.2)
        self.text(x, y, str(seat), r * 1.3, DEEP, "mm", 0.25)


def _plain(text: str) -> str:
    """The built-in font knows few signs."""
    return text.replace("×", "x").replace("−", "-")
