"""What worlds that change must be: ways, looks, what people say, hints read aloud (DS-DATA-16 to DS-DATA-19)."""

from haunted_env.games.destinies.scenario import ways
from haunted_env.games.destinies.scenario.faults import Faults
from haunted_env.games.destinies.scenario.schema import Destiny, Scenario

NOT_SAID = ("virtue", "vflag")  # what people say must not depend on it


def check_changes(faults: Faults, scenario: Scenario) -> None:
    check_ways(faults, scenario)
    check_looks(faults, scenario)
    for npc in scenario.npcs:
        for number, say in enumerate(npc.says, 1):
            for condition in say.when:
                if condition.kind in NOT_SAID:
                    said = f"{condition}: virtue is felt through options alone, and a visit begins without visit flags"
                    faults.add(f"npc {npc.id}, says {number}", f"{said} (DS-DATA-18)")


def check_ways(faults: Faults, scenario: Scenario) -> None:
    """DS-DATA-16: two different tiles, one way between them, and each opens some time; nobody is cut off."""
    joined: dict[frozenset[str], str] = {}
    opened = ways.switched(scenario, "way_on")
    for way in scenario.ways:
        where = f"way {way.id}"
        if way.a == way.b:
            faults.add(where, f"leads from {way.a} to itself (DS-DATA-16)")
        other = joined.setdefault(frozenset((way.a, way.b)), way.id)
        if other != way.id:
            faults.add(where, f"joins the tiles that way {other} joins (DS-DATA-16)")
        if not way.open and way.id not in opened:
            faults.add(where, "is closed, and nothing opens it: say way_on somewhere, or leave it out (DS-DATA-16)")
    found = ways.reached(scenario, ways.coming(scenario))
    for tile in scenario.tiles:
        if found and tile.id not in found:
            start = scenario.header.start_tile
            said = f"cannot be reached from {start} over neighbouring tiles and ways that never close"
            faults.add(f"tile {tile.id}", f"{said} (DS-DATA-15, DS-DATA-16)")


def check_looks(faults: Faults, scenario: Scenario) -> None:
    """DS-DATA-17."""
    looks = {poi.id: len(poi.looks) for poi in scenario.pois}
    for effect in dict.fromkeys(scenario.effects()):
        if effect.verb == "poi_look" and effect.number > looks.get(effect.words[0], effect.number):
            said = f"has {looks[effect.words[0]]} looks, none of number {effect.number}"
            faults.add(f"poi {effect.words[0]}, looks", f'"{effect}": {said} (DS-DATA-17)')


def check_hints(faults: Faults, scenario: Scenario) -> None:
    """DS-DATA-19: a hint speaks of several destinies, and of both paths of each."""
    for hint in scenario.hints:
        of = [destiny for destiny in scenario.destinies if any(spoken(destiny, hint.id))]
        if len(of) < min(2, len(scenario.destinies)):
            who = of[0].id if of else "none"
            said = f"spoken of destiny {who} alone, which it would give away" if of else "no step has it as aloud"
            faults.add(f"hint {hint.id}", f"{said}: let steps of at least two destinies have it (DS-DATA-19)")
        for destiny in of:
            if not all(spoken(destiny, hint.id)):
                said = f"spoken of one path of destiny {destiny.id} alone, which it would give away: let both have it"
                faults.add(f"hint {hint.id}", f"{said} (DS-DATA-19)")


def spoken(destiny: Destiny, hint: str) -> list[bool]:
    """Path by path, whether a step has this hint."""
    return [any(step.aloud == hint for step in path.steps) for path in destiny.paths]
