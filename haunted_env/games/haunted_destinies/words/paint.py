"""What `draw.py` paints with, beside the plain brush of `spec/paint.py`: cards, hearts, dice, pawns."""

from haunted_env.spec import paint
from haunted_env.spec.paint import BACK, BLOOD, DEEP, DIM, GOLD, INK, PARCHMENT, RIM, SEATS, Colour, mix

NARROW = 40  # cards up to this width bear their name sideways

GLOOM, GLOOM_RIM = (74, 32, 112), (171, 122, 219)
EVIL = (104, 22, 30)
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


class Canvas(paint.Canvas):
    """The brush with the pieces of this game."""

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
        if not ghost:
            self.piece(x, y, r, seat, active)
            return
        colour = SEATS[seat]
        if active:
            self.disc(x, y, r + 3, None, GOLD, 1.5)
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
