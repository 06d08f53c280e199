"""What the rows of a scenario say of each other: ids that exist, numbers within the caps (DS-COMP-11, DS-DATA-1)."""

from collections.abc import Iterable
from typing import Any

from haunted_env.core.content import fail, show
from haunted_env.games.destinies import data
from haunted_env.games.destinies.scenario import grammar
from haunted_env.games.destinies.scenario.schema import Scenario

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
}


def check(scenario: Scenario) -> None:
    """Raise a ContentError that names the first fault found."""
    check_caps(scenario)
    check_ids(scenario)
    check_references(scenario)


def check_caps(scenario: Scenario) -> None:
    for name, cap in CAPS.items():
        n = len(getattr(scenario, name))
        if n > cap:
            fail(name, f"{n} of them, at most {cap} (DS-COMP-11)")


def check_ids(scenario: Scenario) -> None:
    """No id twice in one table; slots without gaps."""
    for name in ("tiles", "pois", "npcs", "items", "stacks", "options", "destinies", "characters", "finales", "events"):
        seen: set[str] = set()
        for row in getattr(scenario, name):
            if row.id in seen:
                fail(f"{name} {row.id}", "the id appears twice (DS-DATA-1)")
            seen.add(row.id)
    for name, first in (("tiles", 0), ("pois", 0), ("npcs", 0), ("characters", 0), ("items", 1)):
        for number, row in enumerate(getattr(scenario, name), first):
            slot = row.no if name == "items" else row.slot
            if slot != number:
                fail(f"{name} {row.id}", f"slots are contiguous from {first}: expected {number}, not {slot}")


class Ids:
    """The ids of a scenario by what they name."""

    def __init__(self, scenario: Scenario) -> None:
        rows: dict[str, Iterable[Any]] = {
            "tile": scenario.tiles,
            "poi": scenario.pois,
            "npc": scenario.npcs,
            "item": scenario.items,
            "stack": scenario.stacks,
            "character": scenario.characters,
            "finale": scenario.finales,
        }
        self.known = {what: {row.id for row in found} for what, found in rows.items()}
        self.known |= {"flag": set(scenario.flags), "pflag": set(scenario.pflags), "vflag": set(scenario.vflags)}
        self.known["cat"] = {cat for item in scenario.items for cat in item.cats}
        self.known["stage"] = {f"{row.id}.{n}" for row in scenario.finales for n in range(1, len(row.stages) + 1)}

    def need(self, where: str, what: str, name: str) -> None:
        if what in self.known and name not in self.known[what]:
            fail(where, f"there is no {what} {show(name)} (DS-DATA-1)")

    def conditions(self, where: str, conditions: Iterable[grammar.Condition]) -> None:
        for condition in conditions:
            kinds = ("npc", "poi") if condition.kind == "npc" else (grammar.FACTS.get(condition.kind, ""),)
            for kind, word in zip(kinds, condition.words):
                self.need(f"{where}, {condition}", kind, word)

    def effects(self, where: str, effects: Iterable[grammar.Effect]) -> None:
        for effect in effects:
            kinds = [kind for kind in grammar.VERBS[effect.verb] if kind not in ("number", "count")]
            for kind, word in zip(kinds, effect.words):
                self.need(f"{where}, {effect}", kind, word)


def check_references(scenario: Scenario) -> None:
    """DS-DATA-1: no dangling ids."""
    ids = Ids(scenario)
    ids.need("[scenario], start_tile", "tile", scenario.header.start_tile)
    for tile in scenario.tiles:
        ids.effects(f"tile {tile.id}", tile.on_explore)
    for poi in scenario.pois:
        ids.need(f"poi {poi.id}", "tile", poi.tile)
    for npc in scenario.npcs:
        ids.need(f"npc {npc.id}", "poi", npc.at)
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
    for event in scenario.events:
        ids.conditions(f"event {event.id}", event.when)
        ids.effects(f"event {event.id}", event.effects)


def check_option(ids: Ids, option: Any) -> None:
    where = f"option {option.id}"
    kind, _, name = option.host.partition(":")
    if kind not in ("poi", "npc", "stage"):
        fail(where, f"host {show(option.host)}: expected poi:, npc: or stage: and an id")
    ids.need(where, kind, name)
    if option.kind == "trade":
        ids.need(where, "stack", option.stack)
    ids.conditions(where, option.when)
    for choice in option.choices:
        ids.conditions(where, choice.when)
    for accept in option.accepts:
        ids.conditions(where, [accept.match])
    for effects in option.effect_lists:
        ids.effects(where, effects)
