"""A scenario as the record that compiled rules read (`data.py` has its layout)."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from haunted_env.games.destinies import data
from haunted_env.games.destinies.campaign.arrays import fill_link
from haunted_env.games.destinies.data import FLAG_BITS, NONE, Cond, Described, Host, Kind, Limit, Mode, Skill, Verb, Who
from haunted_env.games.destinies.scenario import grammar, guide
from haunted_env.games.destinies.scenario.schema import Accept, Option, Path, Scenario
from haunted_env.games.destinies.scenario.ways import neighbours
from haunted_env.spec.content import fail

LONG = ("condition", "effect", "choice", "tier", "accept", "hosted", "say")
COMPARED = {"virtue": Cond.VIRTUE, "coins": Cond.COINS, "xp": Cond.XP, "day": Cond.DAY}


def compile(scenario: Scenario) -> np.ndarray:
    """The scenario as an array of one `data.SCENARIO` record."""
    return Arrays(scenario).record


def numbered(names: Iterable[str]) -> dict[str, int]:
    return {name: number for number, name in enumerate(dict.fromkeys(names))}


class Arrays:
    """Fills the record. Long arrays grow from the front; spans point into them."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.record = np.zeros(1, data.SCENARIO)
        self.out = self.record[0]
        self.filled: dict[str, list[Any]] = {name: [] for name in LONG}
        self.number = {what: numbered(row.id for row in found) for what, found in scenario.named().items()}
        self.number |= {kind: numbered(getattr(scenario, f"{kind}s")) for kind in ("flag", "pflag", "vflag")}
        self.number["cat"] = numbered(cat for item in scenario.items for cat in item.cats)
        self.lore = numbered(
            [tag for npc in scenario.npcs for tag in npc.lore]
            + [step.lore for destiny in scenario.destinies for path in destiny.paths for step in path.steps]
        )
        for what, found in (("categories", self.number["cat"]), ("lore tags", self.lore)):
            if len(found) > data.N_BITS:
                fail(what, f"{len(found)} of them, at most {data.N_BITS}")
        self.header()
        self.options()
        self.ways()
        self.places()
        self.things()
        self.destinies()
        self.guide()
        fill_link(self)
        self.lay_down()

    def add(self, array: str, values: Sequence[Any]) -> tuple[int, int]:
        """Append to a long array; the span."""
        filled = self.filled[array]
        first, size = len(filled), data.SCENARIO[array].shape[0]
        if first + len(values) > size:
            fail("the scenario", f"more than {size} entries of kind {array}")
        filled += values
        return first, len(values)

    def span(self, row: Any, name: str, array: str, values: Sequence[Any]) -> None:
        row[f"{name}_first"], row[f"{name}_n"] = self.add(array, values)

    def lay_down(self) -> None:
        """Put the long arrays into the record."""
        for array, values in self.filled.items():
            self.record[array][0, : len(values)] = np.array(values, data.SCENARIO[array].base)

    def when(self, conditions: Sequence[grammar.Condition]) -> tuple[int, int]:
        return self.add("condition", [self.condition(condition) for condition in conditions])

    def then(self, effects: Sequence[grammar.Effect]) -> tuple[int, int]:
        return self.add("effect", [self.effect(effect) for effect in effects])

    def conditions(self, row: Any, name: str, conditions: Sequence[grammar.Condition]) -> None:
        row[f"{name}_first"], row[f"{name}_n"] = self.when(conditions)

    def condition(self, condition: grammar.Condition) -> tuple[int, int, int, int]:
        negated = int(condition.negated)
        if condition.sign:  # every comparison as "at least", negated where needed
            at_least = condition.number + (condition.sign in (">", "<="))
            return int(COMPARED[condition.kind]), negated ^ condition.sign.startswith("<"), at_least, 0
        kinds = ("npc", "poi") if condition.kind == "npc" else (grammar.FACTS.get(condition.kind, ""),)
        numbers = [self.number[kind][word] for kind, word in zip(kinds, condition.words)]
        a, b = [*numbers, 0, 0][:2]
        return int(Cond[condition.kind.upper()]), negated, a, b

    def effects(self, row: Any, effects: Sequence[grammar.Effect]) -> None:
        row["effect_first"], row["effect_n"] = self.then(effects)

    def effect(self, effect: grammar.Effect) -> tuple[int, int, int, int]:
        shape = grammar.VERBS[effect.verb]
        numbers = []
        words = iter(effect.words)
        for kind in shape:
            if kind in grammar.NUMBERS:
                numbers.append(effect.number)
            else:
                numbers.append(self.meaning(kind, next(words)))
        a, b = [*numbers, 0, 0][:2]
        who = Who[effect.who.upper()] if effect.who else Who.SELF
        return int(who), int(Verb[effect.verb.upper()]), a, b

    def meaning(self, kind: str, word: str) -> int:
        if kind in ("skill", "one_skill"):
            return int(Skill[word.upper()])
        return grammar.PATHS_OR_ANY.index(word) if kind == "path" else self.number[kind][word]

    def header(self) -> None:
        scenario, out, head = self.scenario, self.out, self.scenario.header
        out["key"] = scenario.key
        plural = {"destiny": "destinies"}
        for name in ("tile", "poi", "npc", "item", "stack", "option", "character", "destiny", "finale", "event", "way"):
            words = plural.get(name, f"{name}s")
            out[f"n_{words}"] = len(getattr(scenario, words))
        for name in ("virtue_min", "virtue_max", "challenger_days", "start_coins", "start_effort", "track_min"):
            out[name] = getattr(head, name)
        for name in ("max_markers", "hand_limit", "base_range"):
            out[name] = getattr(head, name)
        out["n_spaces"] = head.track_max - head.track_min + 1
        out["start_tile"] = self.number["tile"][head.start_tile]
        out["main_faces"] = head.main_faces
        out["effort_faces"] = [data.SUCCESS if face == "S" else int(face) for face in head.effort_faces]

    def options(self) -> None:
        groups = numbered(option.xgroup for option in self.scenario.options if option.xgroup)
        limited = 0
        for number, option in enumerate(self.scenario.options):
            row = self.out["option"][number]
            self.option(row, option, groups)
            row["limited"] = NONE
            if option.limit != "visit":
                row["limited"] = limited
                limited += 1
        if limited > data.N_LIMITED:
            fail("options", f"{limited} with a limit of player or world, at most {data.N_LIMITED}")

    def option(self, row: Any, option: Option, groups: dict[str, int]) -> None:
        kind, _, host = option.host.partition(":")
        row["host_kind"] = Host[kind.upper()]
        row["host"] = self.number["finale"][host.rpartition(".")[0]] if kind == "stage" else self.number[kind][host]
        row["kind"] = Kind[option.kind.upper()]
        row["skill"] = Skill[option.skill.upper()] if option.skill else NONE
        row["described"] = Described[option.described.upper()] if option.described else NONE
        row["limit"] = Limit[option.limit.upper()]
        row["cost"] = option.cost
        row["group"] = groups.get(option.xgroup, NONE)
        row["stack"] = self.number["stack"][option.stack] if option.stack else NONE
        row["pass_value"] = option.pass_value
        self.conditions(row, "when", option.when)
        self.effects(row, option.effects or option.wrong)
        self.span(
            row, "choice", "choice", [(*self.when(part.when), *self.then(part.effects)) for part in option.choices]
        )
        tiers = [(part.min, part.passes, *self.then(part.effects)) for part in option.tiers]
        self.span(row, "tier", "tier", tiers)
        self.span(row, "accept", "accept", [self.accept(part) for part in option.accepts])

    def accept(self, accept: Accept) -> tuple[int, ...]:
        match = accept.match
        number = self.number[match.kind][match.words[0]]
        return match.kind == "cat", match.negated, number, accept.consume, *self.then(accept.effects)

    def hosted(self, row: Any, host: str) -> None:
        found = [number for number, option in enumerate(self.scenario.options) if option.host == host]
        self.span(row, "hosted", "hosted", found)

    def ways(self) -> None:
        near = neighbours(self.scenario)
        for row, tile in zip(self.out["tile"], self.scenario.tiles):
            row["near"] = sum(1 << self.number["tile"][other] for other in near[tile.id])
        for row, way in zip(self.out["way"], self.scenario.ways):
            row["a"], row["b"], row["open"] = self.number["tile"][way.a], self.number["tile"][way.b], way.open

    def places(self) -> None:
        scenario = self.scenario
        for row, tile in zip(self.out["tile"], scenario.tiles):
            self.effects(row, tile.on_explore)
        for row, poi in zip(self.out["poi"], scenario.pois):
            row["tile"], row["active"] = self.number["tile"][poi.tile], poi.active
            self.hosted(row, f"poi:{poi.id}")
        for row, npc in zip(self.out["npc"], scenario.npcs):
            row["at"], row["lore"] = self.number["poi"][npc.at], sum(1 << self.lore[tag] for tag in set(npc.lore))
            self.hosted(row, f"npc:{npc.id}")
            self.span(row, "say", "say", [self.when(say.when) for say in npc.says])
        for row, event in zip(self.out["event"], scenario.events):
            row["modes"] = sum(1 << Mode[mode.upper()] for mode in set(event.modes))
            self.conditions(row, "when", event.when)
            self.effects(row, event.effects)

    def things(self) -> None:
        for row, item in zip(self.out["item"], self.scenario.items):
            row["value"], row["copies"] = item.value, item.copies
            row["cats"] = sum(1 << self.number["cat"][cat] for cat in set(item.cats))
            for name in ("always", "discard"):
                ability = getattr(item, name)
                if ability:
                    row[name] = data.Ability[ability.verb.upper()]
                    row[f"{name}_skill"] = Skill[ability.skill.upper()]
                    row[f"{name}_n"] = ability.number
                    if name == "always":
                        row["always_what"] = data.What[ability.what.upper()]
        for row, stack in zip(self.out["stack"], self.scenario.stacks):
            row["n"] = len(stack.items)
            row["item"] = NONE
            row["item"][: len(stack.items)] = [self.number["item"][item] for item in stack.items]

    def destinies(self) -> None:
        scenario = self.scenario
        for row, character in zip(self.out["character"], scenario.characters):
            low = scenario.header.track_min
            row["track"] = [sum(1 << (space - low) for space in set(track)) for track in character.tracks]
            row["destiny"] = next((n for n, d in enumerate(scenario.destinies) if d.character == character.id), NONE)
        for row, destiny in zip(self.out["destiny"], scenario.destinies):
            for out, path in zip(row["path"], sorted(destiny.paths, key=lambda path: path.key)):
                out["finale"], out["n_steps"] = self.number["finale"][path.finale], len(path.steps)
                out["enough"] = path.wanted
                self.steps(out["step"], path)
                for step in path.steps:
                    row["aloud"] |= 1 << self.number["hint"][step.aloud] if step.aloud else 0
        for row, finale in zip(self.out["finale"], scenario.finales):
            row["poi"], row["resolve"] = self.number["poi"][finale.poi], finale.resolve
            row["n_stages"] = len(finale.stages)
            for number, (out, stage) in enumerate(zip(row["stage"], finale.stages), 1):
                self.conditions(out, "skip", stage.skip_if)
                self.hosted(out, f"stage:{finale.id}.{number}")

    def steps(self, rows: Any, path: Path) -> None:
        place = {step.id: number for number, step in enumerate(path.steps)}
        for out, step in zip(rows, path.steps):
            out["poi"], out["lore"] = self.number["poi"][step.where], 1 << self.lore[step.lore]
            out["least"], out["after"] = step.wanted, sum(1 << place[name] for name in set(step.after))
            out["aloud"] = self.number["hint"][step.aloud] if step.aloud else NONE
            for condition in step.need:
                flag = self.number["pflag"][condition.words[0]]
                out["need"][flag // FLAG_BITS] |= 1 << flag % FLAG_BITS

    def guide(self) -> None:
        n = len(self.scenario.tiles)
        near = neighbours(self.scenario, tuple(way for way in self.scenario.ways if way.open))
        slot = self.number["tile"]
        self.out["steps"][:n, :n] = guide.steps([{slot[other] for other in near[tile]} for tile in slot])
        for flag, pois in guide.granted_at(self.scenario).items():
            self.out["granted_at"][self.number["pflag"][flag]] = sum(1 << self.number["poi"][poi] for poi in pois)
        self.out["tail"] = guide.tails(self.out["main_faces"].tolist(), self.out["effort_faces"].tolist())
        for flag, earlier in guide.before(self.scenario).items():
            for number in (self.number["pflag"][name] for name in earlier):
                self.out["before"][self.number["pflag"][flag]][number // FLAG_BITS] |= 1 << number % FLAG_BITS
