"""Whether a scenario can be played: caps, ids that exist, then rows, stages and paths (DS-COMP-11, DS-DATA)."""

from collections.abc import Iterable

from haunted_env.games.destinies import data
from haunted_env.games.destinies.scenario import grammar
from haunted_env.games.destinies.scenario.arrays import compile
from haunted_env.games.destinies.scenario.change_checks import check_changes, check_hints
from haunted_env.games.destinies.scenario.faults import Faults
from haunted_env.games.destinies.scenario.option_checks import check_options
from haunted_env.games.destinies.scenario.reach import check_reach
from haunted_env.games.destinies.scenario.row_checks import check_rows
from haunted_env.games.destinies.scenario.schema import Option, Scenario
from haunted_env.spec.content import show

CAPS = {
    "tiles": data.N_TILES,
    "pois": data.N_POIS,
    "npcs": data.N_NPCS,
    "items": data.N_ITEMS,
    "stacks": data.N_STACKS,
    "options": data.N_OPTIONS,
    "characters": data.N_CHARACTERS,
    "destinies": data.N_CHARACTERS,
    "finales": data.N_FINALES,
    "events": data.N_EVENTS,
    "flags": data.N_WORLD_FLAGS,
    "pflags": data.N_PLAYER_FLAGS,
    "vflags": data.N_VISIT_FLAGS,
    "ways": data.N_WAYS,
    "hints": data.N_HINTS,
}


def check(scenario: Scenario) -> None:
    """Raise a ScenarioError with every fault found; what needs sound rows is looked at once they are sound."""
    faults = Faults()
    check_caps(faults, scenario)
    check_ids(faults, scenario)
    check_references(Ids(faults, scenario))
    check_rows(faults, scenario)
    check_options(faults, scenario)
    check_changes(faults, scenario)
    check_hints(faults, scenario)
    faults.stop()
    check_reach(faults, scenario)
    with faults.collected():  # the lengths of the record's arrays
        compile(scenario)
    faults.stop()


def check_caps(faults: Faults, scenario: Scenario) -> None:
    for name, cap in CAPS.items():
        n = len(getattr(scenario, name))
        if n > cap:
            faults.add(name, f"{n} of them, at most {cap} (DS-COMP-11)")
    for poi in scenario.pois:
        if len(poi.looks) >= data.N_LOOKS:
            said = f"{len(poi.looks)} of them, at most {data.N_LOOKS - 1}"
            faults.add(f"poi {poi.id}, looks", f"{said} (DS-COMP-11)")
    for stack in scenario.stacks:
        if len(stack.items) > data.STACK_SIZE:
            faults.add(f"stack {stack.id}", f"{len(stack.items)} items, at most {data.STACK_SIZE} (DS-COMP-11)")


def check_ids(faults: Faults, scenario: Scenario) -> None:
    """No id twice in one table; slots without gaps."""
    named: dict[str, list[str]] = {
        table: [row.id for row in getattr(scenario, plural)]
        for table, plural in (
            *((name, f"{name}s") for name in ("tile", "poi", "npc", "item", "stack", "option", "character")),
            *(("destiny", "destinies"), ("finale", "finales"), ("event", "events"), ("way", "ways"), ("hint", "hints")),
            ("past", "pasts"),
        )
    }
    named["step"] = [step.id for destiny in scenario.destinies for path in destiny.paths for step in path.steps]
    for table, ids in named.items():
        for name in dict.fromkeys(name for name in ids if ids.count(name) > 1):
            faults.add(f"{table} {name}", "the id appears twice (DS-DATA-1)")
    for table, first in (("tile", 0), ("poi", 0), ("npc", 0), ("character", 0), ("item", 1)):
        for number, row in enumerate(getattr(scenario, f"{table}s"), first):
            slot = row.no if table == "item" else row.slot
            if slot != number:
                said = f"slot {slot}, expected {number}: they count up from {first} without gaps (DS-DATA-15)"
                faults.add(f"{table} {row.id}", said.replace("slot", "no") if table == "item" else said)
                break


class Ids:
    """The ids of a scenario by what they name; one that is missing is a fault."""

    def __init__(self, faults: Faults, scenario: Scenario) -> None:
        self.faults, self.scenario = faults, scenario
        self.known = {what: {row.id for row in found} for what, found in scenario.named().items()}
        self.known |= {"flag": set(scenario.flags), "pflag": set(scenario.pflags), "vflag": set(scenario.vflags)}
        self.known["cat"] = {cat for item in scenario.items for cat in item.cats}
        self.known["stage"] = {f"{row.id}.{n}" for row in scenario.finales for n in range(1, len(row.stages) + 1)}

    def need(self, where: str, what: str, name: str) -> None:
        if what in self.known and name not in self.known[what]:
            problem = "is read but never set (DS-DATA-15)" if what.endswith("flag") else "does not exist (DS-DATA-1)"
            self.faults.add(where, f"{what} {show(name)} {problem}")

    def conditions(self, where: str, conditions: Iterable[grammar.Condition]) -> None:
        for condition in conditions:
            kinds = ("npc", "poi") if condition.kind == "npc" else (grammar.FACTS.get(condition.kind, ""),)
            for kind, word in zip(kinds, condition.words):
                self.need(f"{where}, {condition}", kind, word)

    def effects(self, where: str, effects: Iterable[grammar.Effect]) -> None:
        for effect in effects:
            kinds = [kind for kind in grammar.VERBS[effect.verb] if kind not in grammar.NUMBERS]
            for kind, word in zip(kinds, effect.words):
                self.need(f"{where}, {effect}", kind, word)


def check_references(ids: Ids) -> None:
    """DS-DATA-1: no dangling ids."""
    scenario = ids.scenario
    ids.need("[scenario], start_tile", "tile", scenario.header.start_tile)
    for tile in scenario.tiles:
        ids.effects(f"tile {tile.id}", tile.on_explore)
    for poi in scenario.pois:
        ids.need(f"poi {poi.id}", "tile", poi.tile)
    for npc in scenario.npcs:
        ids.need(f"npc {npc.id}", "poi", npc.at)
        for say in npc.says:
            ids.conditions(f"npc {npc.id}, says", say.when)
    for way in scenario.ways:
        for end in (way.a, way.b):
            ids.need(f"way {way.id}", "tile", end)
    for stack in scenario.stacks:
        for item in stack.items:
            ids.need(f"stack {stack.id}", "item", item)
    for option in scenario.options:
        check_option(ids, option)
    for finale in scenario.finales:
        ids.need(f"finale {finale.id}", "poi", finale.poi)
        for stage in finale.stages:
            ids.conditions(f"finale {finale.id}", stage.skip_if)
    for destiny in scenario.destinies:
        ids.need(f"destiny {destiny.id}", "character", destiny.character)
        for path in destiny.paths:
            ids.need(f"destiny {destiny.id}", "finale", path.finale)
            for step in path.steps:
                ids.need(f"step {step.id}", "poi", step.where)
                ids.conditions(f"step {step.id}", step.need)
                if step.aloud:
                    ids.need(f"step {step.id}, aloud", "hint", step.aloud)
    for event in scenario.events:
        ids.conditions(f"event {event.id}", event.when)
        ids.effects(f"event {event.id}", event.effects)


def check_option(ids: Ids, option: Option) -> None:
    where = f"option {option.id}"
    kind, _, name = option.host.partition(":")
    if kind in ("poi", "npc", "stage"):
        ids.need(f"{where}, host", kind, name)
    else:
        ids.faults.add(f"{where}, host", f"expected poi:, npc: or stage: and an id, not {show(option.host)}")
    if option.stack:
        ids.need(f"{where}, stack", "stack", option.stack)
    ids.conditions(f"{where}, when", option.when)
    for choice in option.choices:
        ids.conditions(f"{where}, choices", choice.when)
    for accept in option.accepts:
        ids.conditions(f"{where}, accepts", [accept.match])
    for effects in option.effect_lists:
        ids.effects(where, effects)
