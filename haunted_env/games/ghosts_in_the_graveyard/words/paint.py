"""What `draw.py` paints with, beside the plain brush of `spec/paint.py`: graves, ghosts, cards, lamps."""

from haunted_env.spec import paint
from haunted_env.spec.paint import BACK, DEEP, DIM, FAINT, GOLD, INK, PARCHMENT, RIM, Colour, mix

STONE, STONE_RIM, DEAD = (96, 102, 112), (138, 144, 154), (46, 50, 58)
GRASS = ((28, 40, 34), (25, 37, 33))
GHOST = (236, 238, 246)


class Canvas(paint.Canvas):
    """The graveyard's own shapes."""

    def plot(self, x: float, y: float, w: float, h: float, lit: Colour | None, played: bool) -> None:
        """The ground of a grave, lit by a question or not."""
        ground = GRASS[int(x // w + y // h) % 2]
        self.box(x + 1, y + 1, w - 2, h - 2, mix(ground, lit, 0.42) if lit else ground, None, 5)
        if played:
            self.box(x + 1, y + 1, w - 2, h - 2, None, GOLD, 5, 2)

    def grave(self, x: float, y: float, w: float, h: float, number: str, dead: bool, colour: Colour | None) -> None:
        """A tombstone with a round head; one in somebody's hands has a touch of that seat's colour."""
        stone, rim = (DEAD, mix(DEAD, STONE_RIM, 0.25)) if dead else (STONE, STONE_RIM)
        if colour and not dead:
            stone, rim = mix(stone, colour, 0.28), colour
        top = w / 2
        for shrink, shade in ((0.0, rim), (1.5, stone)):
            self.disc(x + top, y + top, top - shrink, shade)
            self.box(x + shrink, y + top, w - 2 * shrink, h - top - shrink, shade, None, 2)
        self.box(x - 4, y + h - 4, w + 8, 5, mix(GRASS[0], rim, 0.3), None, 2)
        self.text(x + w / 2, y + 21, number, 17, FAINT if dead else INK, "mm", 0.3)

    def cross(self, x: float, y: float, w: float, h: float, colour: Colour) -> None:
        """The number is marked, by the seat of this colour."""
        shade = mix(colour, DEAD, 0.15)
        left, right, top, bottom = x + w * 0.24, x + w * 0.76, y + h * 0.42, y + h * 0.74
        self.line(left, top, right, bottom, shade, 3)
        self.line(left, bottom, right, top, shade, 3)

    def ghost(self, x: float, y: float, r: float, fill: Colour) -> None:
        """A sheet with a ragged hem and two eyes."""
        self.disc(x, y - r * 0.2, r * 0.85, fill)
        hem = [(x + r * (0.85 - 0.34 * i), y + r * (1.0 if i % 2 else 0.62)) for i in range(6)]
        self.shape([(x - r * 0.85, y - r * 0.2), (x + r * 0.85, y - r * 0.2), *hem], fill)
        for side in (-1, 1):
            self.disc(x + side * r * 0.3, y - r * 0.2, r * 0.14, DEEP)

    def sign(self, x: float, y: float, what: str, colour: Colour) -> None:
        """What a seat holds there: its Haunt, a Decoy, or a card of its hand."""
        if what == "H":
            self.ghost(x, y, 13, mix(GHOST, colour, 0.15))
        elif what == "D":
            self.ghost(x, y, 12, mix(colour, DEEP, 0.45))
        else:
            self.box(x - 8, y - 11, 16, 22, PARCHMENT, colour, 3, 2)

    def card(
        self, x: float, y: float, w: float, h: float, what: str, number: str, colour: Colour, secret: bool
    ) -> None:
        """A card, face down without a number; Secrets show what they are."""
        if not number:
            self.box(x, y, w, h, BACK, colour if secret else RIM, 4, 1.5)
            self.text(x + w / 2, y + h / 2, "?", 15, mix(colour, INK, 0.3) if secret else DIM, "mm")
            return
        self.box(x, y, w, h, PARCHMENT, colour, 4, 2)
        self.text(x + w / 2, y + 12, number, 13, DEEP, "mm", 0.2)
        if secret and h > 40:
            self.ghost(
                x + w / 2, y + h - 18, 9, mix(colour, DEEP, 0.25) if what == "H" else mix(PARCHMENT, colour, 0.45)
            )
        note = {"H": "Haunt", "D": "Decoy"}.get(what, "hand")
        self.text(x + w / 2, y + h - 5, note, 7, (120, 108, 84), "mm")

    def lamp(self, right: float, y: float, squares: tuple[tuple[int, int], ...], size: float) -> None:
        """A flashlight at rotation 0, flush right."""
        width = max(col for _, col in squares) + 1
        for row, col in squares:
            self.box(
                right - (width - col) * size, y + row * size, size - 1.5, size - 1.5, mix(GOLD, INK, 0.35), None, 2
            )

    def icon(self, x: float, y: float, name: str, n: int) -> None:
        """An ability and how often it is left."""
        self.box(x, y, 58, 17, mix(BACK, GOLD, 0.22) if n else BACK, None, 8)
        label = f"{name} {n}" if n > 1 else name
        self.text(x + 29, y + 8.5, label, 10, INK if n else FAINT, "mm")
        if not n:
            self.line(x + 10, y + 8.5, x + 48, y + 8.5, FAINT, 1)
