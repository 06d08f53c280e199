"""The map: tiles, the gates between some of them, and where the places lie."""

from haunted_env.games.destinies.generator.draw import Draw
from haunted_env.games.destinies.generator.plan import Gate, Place, Plan, Row, identifier

Cell = tuple[int, int]
FOUND: tuple[list[str], ...] = ([], [], [], ["xp 1"], ["xp 1"], ["coins 1"], ["exhaust 1"])  # on exploring a tile
FAR = 3  # steps that a passage saves, at least
CROWDED = 3  # places on a tile


def lay_tiles(plan: Plan) -> None:
    """A connected map of any shape, from a long valley to a round plain; one starts in the middle."""
    draw = plan.draw("map")
    cells = grown(draw, draw.between(*plan.size.tiles), draw.below(3))
    far = {cell: distances(cells, cell) for cell in cells}
    start = draw.least(cells, [max(far[cell].values()) for cell in cells])
    own, common = plan.theme["own"]["tile"], plan.shared["tile"]
    n_own = min(len(own), len(cells) - 1 - draw.below(len(cells) // 4))
    names = draw.shuffled(draw.some(own, n_own) + draw.some(common, len(cells) - 1 - n_own))
    left, top = min(x for x, _ in cells), min(y for _, y in cells)
    rows: list[Row] = []
    at: dict[Cell, str] = {}
    for slot, (x, y) in enumerate(sorted(cells, key=lambda cell: (cell[1], cell[0]))):
        here = (x, y) == start
        name = draw.pick(plan.theme["start"]) if here else names.pop()
        at[x, y] = identifier(name)
        rows.append({"id": at[x, y], "slot": slot, "name": name, "x": x - left, "y": y - top, "explored": here})
        rows[-1]["on_explore"] = [] if here else draw.pick(FOUND)
        plan.tile_names[at[x, y]] = name
    plan.rows["tile"] = rows
    plan.start = at[start]
    lay_gates(plan, cells, at, far)


def grown(draw: Draw, n: int, bend: int) -> list[Cell]:
    """Cells that hang together. bend: 0 for a long map, 2 for a round one."""
    cells: list[Cell] = [(0, 0)]
    while len(cells) < n:
        border = sorted({cell for one in cells for cell in beside(one)} - set(cells))
        tried = [draw.pick(border) for _ in range(3)]
        touching = [sum(cell in cells for cell in beside(one)) for one in tried]
        best = (min(touching), touching[0], max(touching))[bend]
        cells.append(tried[touching.index(best)])
    return cells


def beside(cell: Cell) -> list[Cell]:
    x, y = cell
    return [(x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)]


def distances(cells: list[Cell], start: Cell) -> dict[Cell, int]:
    found = {start: 0}
    todo = [start]
    for cell in todo:  # grows on the way
        for other in beside(cell):
            if other in cells and other not in found:
                found[other] = found[cell] + 1
                todo.append(other)
    return found


def lay_gates(plan: Plan, cells: list[Cell], at: dict[Cell, str], far: dict[Cell, dict[Cell, int]]) -> None:
    """Some ways open or close in the course of the game; every tile is within reach without any of them."""
    draw = plan.draw("gates")
    kept = spanning(draw, cells)
    steps = [(a, b) for a in cells for b in beside(a) if a < b and b in cells and frozenset((a, b)) not in kept]
    passages = [(a, b) for a in cells for b in cells if a < b and far[a][b] >= FAR]
    walls = draw.some(steps, (plan.size.gates + 1) // 2)
    pairs = walls + draw.some(passages, plan.size.gates - len(walls))
    names = draw.some(plan.theme["gate"], len(pairs))
    for number, ((a, b), name) in enumerate(zip(pairs, names)):
        is_open = number == 0 and len(walls) > 1  # this one will close: an event sees to that
        plan.gates.append(Gate(identifier(name), name, at[a], at[b], is_open))
    plan.rows["way"] = [{"id": gate.id, "a": gate.a, "b": gate.b, "open": gate.open} for gate in plan.gates]


def spanning(draw: Draw, cells: list[Cell]) -> set[frozenset[Cell]]:
    """Steps that are enough to get everywhere."""
    reached, kept = {cells[0]}, set()
    while len(reached) < len(cells):
        steps = [(a, b) for a in sorted(reached) for b in beside(a) if b in cells and b not in reached]
        a, b = draw.pick(steps)
        reached.add(b)
        kept.add(frozenset((a, b)))
    return kept


def lay_places(plan: Plan) -> None:
    """Where the places lie: a stall and a deed at the start, something everywhere, nowhere too much."""
    draw = plan.draw("places")
    tiles = [row["id"] for row in plan.rows["tile"]]
    deeds = draw.shuffled([deed.place for deed in plan.deeds])
    plan.stalls[0].tile = deeds[0].tile = plan.start
    rest = draw.shuffled(deeds[1:] + plan.stalls[1:])
    bare = draw.shuffled([tile for tile in tiles if tile != plan.start])
    for place in rest + plan.hidden:
        crowd = {tile: sum(other.tile == tile for other in plan.places) for tile in tiles}
        place.tile = bare.pop() if bare else draw.pick([tile for tile in tiles if crowd[tile] < CROWDED])
    order = {tile: number for number, tile in enumerate(tiles)}
    plan.places.sort(key=lambda place: (not place.active, order[place.tile]))


def poi_rows(plan: Plan) -> list[Row]:
    return [poi_row(slot, place) for slot, place in enumerate(plan.places)]


def poi_row(slot: int, place: Place) -> Row:
    row: Row = {"id": place.id, "slot": slot, "name": place.name, "tile": place.tile, "token": place.token}
    row |= {"active": place.active, "text": place.text}
    return {**row, "looks": place.looks} if place.looks else row
