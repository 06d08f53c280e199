"""Ways between tiles: neighbours on the grid, and those of the file, which may open and close (DS-WORLD-4)."""

from haunted_env.games.destinies.scenario.schema import Scenario, Way


def neighbours(scenario: Scenario, ways: tuple[Way, ...] = ()) -> dict[str, set[str]]:
    """By tile, where one can go: to its neighbours on the grid, unless the file has that way, and by `ways`."""
    at = {(tile.x, tile.y): tile.id for tile in scenario.tiles}
    named = {frozenset((way.a, way.b)) for way in scenario.ways}
    near: dict[str, set[str]] = {}
    for (x, y), tile in at.items():
        beside = {at[cell] for cell in ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)) if cell in at}
        near[tile] = {other for other in beside if frozenset((tile, other)) not in named}
    for way in ways:
        if way.a in near and way.b in near:
            near[way.a].add(way.b)
            near[way.b].add(way.a)
    return near


def reached(scenario: Scenario, ways: tuple[Way, ...]) -> set[str]:
    """The tiles that can be reached from the start tile."""
    near = neighbours(scenario, ways)
    todo = [scenario.header.start_tile] if scenario.header.start_tile in near else []
    found = set(todo)
    while todo:
        new = near[todo.pop()] - found
        found |= new
        todo += new
    return found


def lasting(scenario: Scenario) -> tuple[Way, ...]:
    """The ways that are open from start to end."""
    closed = switched(scenario, "way_off")
    return tuple(way for way in scenario.ways if way.open and way.id not in closed)


def coming(scenario: Scenario) -> tuple[Way, ...]:
    """The ways that are open at the start or later, and never close."""
    closed, opened = switched(scenario, "way_off"), switched(scenario, "way_on")
    return tuple(way for way in scenario.ways if (way.open or way.id in opened) and way.id not in closed)


def switched(scenario: Scenario, verb: str) -> set[str]:
    return {effect.words[0] for effect in scenario.effects() if effect.verb == verb}
