"""What single rows of a scenario must be: header, map, items, characters, destinies, finales (DS-DATA-2 to 15)."""

from collections import Counter
from collections.abc import Iterable, Iterator

from haunted_env.games.destinies.data import N_FACES, N_STAGES, N_STEPS, TRACK_SPACES
from haunted_env.games.destinies.scenario.faults import Faults
from haunted_env.games.destinies.scenario.grammar import SKILLS, Effect
from haunted_env.games.destinies.scenario.schema import Destiny, Scenario, Step
from haunted_env.spec.content import show

ONLY_IN_OPTIONS = ("end_visit", "vflag")  # DS-DATA-15
ONLY_IN_STAGES = ("advance", "resolve")  # DS-DATA-14
N_MARKERS = 3  # of a track at the start (DS-COMP-4)


def check_rows(faults: Faults, scenario: Scenario) -> None:
    check_header(faults, scenario)
    check_map(faults, scenario)
    check_stock(faults, scenario)
    check_characters(faults, scenario)
    for destiny in scenario.destinies:
        check_destiny(faults, destiny)
    check_past(faults, scenario)
    for finale in scenario.finales:
        if not 2 <= len(finale.stages) <= N_STAGES:
            faults.add(f"finale {finale.id}", f"{len(finale.stages)} stages, expected 2 to {N_STAGES} (DS-DATA-2)")
    for event in scenario.events:
        if not event.modes:
            faults.add(f"event {event.id}, modes", "empty, so the event never happens: name at least one mode")
    for where, effects in outside_options(scenario):
        refuse_verbs(faults, where, effects, (*ONLY_IN_OPTIONS, *ONLY_IN_STAGES))


def check_header(faults: Faults, scenario: Scenario) -> None:
    head = scenario.header
    if not head.virtue_min <= 0 <= head.virtue_max:
        faults.add("[scenario], virtue_min, virtue_max", "virtue starts at 0: it must lie between them (DS-VIRTUE-2)")
    if not head.virtue_min <= head.virtue_low <= head.virtue_high <= head.virtue_max:
        faults.add("[scenario], virtue_low, virtue_high", "expected virtue_min <= low <= high <= virtue_max")
    for name in ("main_faces", "effort_faces"):
        if len(getattr(head, name)) != N_FACES:
            faults.add(f"[scenario], {name}", f"{len(getattr(head, name))} faces, expected {N_FACES} (DS-DATA-2)")
    spaces = head.track_max - head.track_min + 1
    if not head.max_markers <= spaces <= TRACK_SPACES:
        wanted = f"a track has {head.max_markers} to {TRACK_SPACES} spaces, not {spaces}"
        faults.add("[scenario], track_min, track_max", f"{wanted} (DS-DATA-15)")


def check_map(faults: Faults, scenario: Scenario) -> None:
    """DS-DATA-2: a grid, on which the start tile alone is explored."""
    at: dict[tuple[int, int], str] = {}
    for tile in scenario.tiles:
        other = at.setdefault((tile.x, tile.y), tile.id)
        if other != tile.id:
            faults.add(f"tile {tile.id}", f"lies where tile {other} lies, at x {tile.x}, y {tile.y}")
        if tile.explored != (tile.id == scenario.header.start_tile):
            faults.add(f"tile {tile.id}, explored", "true for the start tile, and for that alone (DS-DATA-2)")


def check_stock(faults: Faults, scenario: Scenario) -> None:
    """DS-DATA-14: the stacks take no more than there is."""
    taken = Counter(item for stack in scenario.stacks for item in stack.items)
    for item in scenario.items:
        if taken[item.id] > item.copies:
            said = f"the stacks take {taken[item.id]} copies, there are {item.copies}"
            faults.add(f"item {item.id}, copies", f"{said} (DS-DATA-14)")


def check_characters(faults: Faults, scenario: Scenario) -> None:
    """Tracks (DS-COMP-3, DS-COMP-4), and a destiny for each (DS-DATA-15)."""
    if not scenario.characters:
        faults.add("character", "there is none: a scenario needs at least one [[character]]")
    head = scenario.header
    owned = Counter(destiny.character for destiny in scenario.destinies)
    for character in scenario.characters:
        for skill, track in zip(SKILLS, character.tracks):
            inside = all(head.track_min <= space <= head.track_max for space in track)
            if len(set(track)) != N_MARKERS or len(track) != N_MARKERS or not inside:
                wanted = f"{N_MARKERS} different spaces from {head.track_min} to {head.track_max}"
                faults.add(f"character {character.id}, {skill}", f"expected {wanted}, not {list(track)} (DS-COMP-4)")
        if owned[character.id] != 1:
            faults.add(f"character {character.id}", f"{owned[character.id]} destinies, expected one (DS-DATA-15)")


def check_destiny(faults: Faults, destiny: Destiny) -> None:
    keys = sorted(path.key for path in destiny.paths)
    if keys != ["A", "B"]:
        faults.add(f"destiny {destiny.id}", f"paths {', '.join(keys) or 'none'}, expected one A and one B (DS-DATA-2)")
    for path in destiny.paths:
        where = f"destiny {destiny.id}, path {path.key}"
        if not 3 <= len(path.steps) <= N_STEPS:
            faults.add(where, f"{len(path.steps)} steps, expected 3 to {N_STEPS} (DS-DATA-2)")
        if path.enough and not 2 <= path.enough <= len(path.steps):
            faults.add(f"{where}, enough", f"{path.enough}: expected 2 to {len(path.steps)}, its steps (DS-DATA-20)")
        for number, step in enumerate(path.steps):
            check_branch(faults, step, {earlier.id for earlier in path.steps[:number]})
            for condition in step.need:
                if condition.kind != "pflag":
                    faults.add(f"step {step.id}, need", f"{condition}: only pflag: may be needed (DS-DATA-9)")
                elif condition.negated:
                    faults.add(f"step {step.id}, need", f"{condition}: may not be negated (DS-DATA-15)")


def check_branch(faults: Faults, step: Step, earlier: set[str]) -> None:
    """DS-DATA-20."""
    if not step.need:
        faults.add(f"step {step.id}, need", "empty: name at least one condition (DS-DATA-20)")
    elif step.wanted > len(set(step.need)):
        faults.add(f"step {step.id}, least", f"{step.least} of {len(set(step.need))} conditions (DS-DATA-20)")
    for name in step.after:
        if name not in earlier:
            faults.add(f"step {step.id}, after", f"{show(name)} is no earlier step of the path (DS-DATA-20)")


def check_past(faults: Faults, scenario: Scenario) -> None:
    """DS-DATA-22: what comes from before does no step, and something asks for it."""
    steps = [step for destiny in scenario.destinies for path in destiny.paths for step in path.steps]
    asked = {(condition.kind, *condition.words) for condition in scenario.conditions()}
    for past in scenario.pasts:
        if past.of == "player" and any(past.id in condition.words for step in steps for condition in step.need):
            faults.add(f"past {past.id}", "a step needs it: what an earlier story left does no step (DS-DATA-22)")
        kinds = ("flag",) if past.of == "world" else ("pflag", "anyone", "other")
        if not any((kind, past.id) in asked for kind in kinds):
            faults.add(f"past {past.id}", f"nothing asks for it: use {kinds[0]}:{past.id} somewhere (DS-DATA-22)")


def outside_options(scenario: Scenario) -> Iterator[tuple[str, tuple[Effect, ...]]]:
    """The lists of effects that do not belong to an option."""
    for tile in scenario.tiles:
        yield f"tile {tile.id}, on_explore", tile.on_explore
    for event in scenario.events:
        yield f"event {event.id}, effects", event.effects


def refuse_verbs(faults: Faults, where: str, effects: Iterable[Effect], verbs: tuple[str, ...]) -> None:
    for effect in effects:
        if effect.verb in verbs:
            place = "options of a stage (DS-DATA-14)" if effect.verb in ONLY_IN_STAGES else "options (DS-DATA-15)"
            faults.add(where, f'"{effect}" occurs only in {place}')
