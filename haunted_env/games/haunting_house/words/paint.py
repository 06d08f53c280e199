"""What `draw.py` paints with, beside the plain brush of `spec/paint.py`: halls, trap doors, doors, cards."""

from haunted_env.spec import paint
from haunted_env.spec.paint import BACK, DEEP, DIM, FAINT, GOLD, INK, PARCHMENT, RIM, Colour, mix

STONE: tuple[Colour, ...] = ((62, 58, 70), (66, 61, 71), (58, 56, 68))
MORTAR = (44, 41, 51)
FLOOR, PLANK = (148, 116, 78), (126, 97, 64)
CARPET, FRINGE = (112, 34, 42), (176, 126, 72)
PIT, LID, IRON = (22, 16, 16), (88, 62, 40), (142, 140, 148)
LIGHT, MOONLIGHT = (248, 214, 128), (120, 140, 180)
STAR = (150, 104, 208)
HALL = 0.44  # width of a hall, as a share of a tile
RUG = 0.22
SIDES = ((0, -1), (1, 0), (0, 1), (-1, 0))


class Canvas(paint.Canvas):
    """The brush with the pieces of this game."""

    def tile(self, x: float, y: float, size: float, halls: list[bool], trap_door: bool, shade: int) -> None:
        """A hallway tile: stone with halls cut into it; a closed side stays stone."""
        stone = STONE[shade % len(STONE)]
        self.box(x, y, size, size, stone, MORTAR, 3, 1.2)
        for i in range(1, 4):  # courses of stone
            self.line(x + 2, y + size * i / 4, x + size - 2, y + size * i / 4, mix(stone, MORTAR, 0.45), 0.7)
        for width, colour in ((HALL + 0.05, MORTAR), (HALL, FLOOR)):
            self._halls(x, y, size, halls, width, colour)
        self._planks(x, y, size, halls)
        for width, colour in ((RUG + 0.04, FRINGE), (RUG, CARPET)):
            self._halls(x, y, size, halls, width, colour)
        if trap_door:
            self._trap_door(x + size / 2, y + size / 2, size * 0.37)

    def _halls(self, x: float, y: float, size: float, halls: list[bool], width: float, colour: Colour) -> None:
        """The middle, and a strip from there to every open side."""
        w = size * width
        low, half = (size - w) / 2, size / 2
        self.box(x + low, y + low, w, w, colour, None, 0)
        for (dx, dy), is_open in zip(SIDES, halls):
            if is_open:
                left, right = sorted((half, half + dx * half)) if dx else (low, low + w)
                top, bottom = sorted((half, half + dy * half)) if dy else (low, low + w)
                self.box(x + left, y + top, right - left, bottom - top, colour, None, 0)

    def _planks(self, x: float, y: float, size: float, halls: list[bool]) -> None:
        low, high = size * (1 - HALL) / 2, size * (1 + HALL) / 2
        for side, is_open in enumerate(halls):
            for share in (0.06, 0.14, 0.22) if is_open else ():
                at = size * (share if side in (0, 3) else 1 - share)
                if side % 2 == 0:
                    self.line(x + low, y + at, x + high, y + at, PLANK, 1)
                else:
                    self.line(x + at, y + low, x + at, y + high, PLANK, 1)

    def _trap_door(self, x: float, y: float, size: float) -> None:
        left, top = x - size / 2, y - size / 2
        self.box(left, top, size, size, LID, PIT, 2, 1.6)
        for i in range(1, 4):
            self.line(left + size * i / 4, top + 2, left + size * i / 4, top + size - 2, PIT, 1)
        for dy in (0.22, 0.78):
            self.line(left + 2, top + size * dy, left + size - 2, top + size * dy, IRON, 2)
        self.disc(x, y + size * 0.02, size * 0.09, None, IRON, 1.6)

    def doorway(self, x: float, y: float, size: float, side: int, is_exit: bool) -> None:
        """Entrance or exit: a lit square with its one opening towards the house; `side` is the tile's side."""
        glow = LIGHT if is_exit else MOONLIGHT
        self.box(x, y, size, size, mix(glow, DEEP, 0.55 if is_exit else 0.72), glow, 6, 2)
        dx, dy = SIDES[side ^ 2]
        w = size * 0.5
        cx, cy = x + size / 2 + dx * size * 0.5, y + size / 2 + dy * size * 0.5
        across, along = (w, 7) if dy else (7, w)
        self.box(cx - across / 2, cy - along / 2, across, along, FLOOR, None, 1)

    def face(self, x: float, y: float, w: float, h: float, name: str, starred: bool, hidden: bool, now: bool) -> None:
        """A card of this round that is known; `hidden`: its owner knows it, but it still lies face down."""
        ground = mix(PARCHMENT, BACK, 0.62) if hidden else PARCHMENT
        self.box(x, y, w, h, ground, GOLD if now else STAR if starred else RIM, 5, 3 if now else 1.5)
        rows = self.lines(name, 11.5, w - 10, 3)
        for i, row in enumerate(rows):
            at = y + h / 2 + (i - (len(rows) - 1) / 2) * 13
            self.text(x + w / 2, at, row, 11.5, INK if hidden else DEEP, "mm", 0.1)
        if starred:
            self.text(x + w - 7, y + 9, "*", 14, STAR, "mm", 0.4)

    def back(self, x: float, y: float, w: float, h: float) -> None:
        """A face-down card."""
        self.box(x, y, w, h, BACK, (70, 76, 98), 5, 1.5)
        self.text(x + w / 2, y + h / 2, "?", 17, DIM, "mm")

    def empty_slot(self, x: float, y: float, w: float, h: float, number: int) -> None:
        self.box(x, y, w, h, None, mix(RIM, DEEP, 0.35), 5, 1)
        self.text(x + w / 2, y + h / 2, str(number), 11, mix(FAINT, DEEP, 0.4), "mm")
