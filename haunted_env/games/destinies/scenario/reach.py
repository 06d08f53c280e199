"""Nobody can be blocked from their finale: the no-block check (DS-DATA-7, with DS-DATA-14 and DS-DATA-15)."""

from collections.abc import Iterator

from haunted_env.games.destinies.scenario.faults import Faults
from haunted_env.games.destinies.scenario.grammar import Condition, Effect
from haunted_env.games.destinies.scenario.schema import Destiny, Option, Path, Scenario, Step
from haunted_env.games.destinies.scenario.ways import lasting, reached

OF_PLAYERS = ("pflag", "anyone", "other")
SIGNS = {
    ">=": lambda value, number: value >= number,
    "<=": lambda value, number: value <= number,
    "<": lambda value, number: value < number,
    ">": lambda value, number: value > number,
}


def check_reach(faults: Faults, scenario: Scenario) -> None:
    standing, in_reach, options = standing_pois(scenario), lasting_pois(scenario), safe_options(scenario)
    for finale in scenario.finales:
        if finale.poi not in standing:
            faults.add(f"finale {finale.id}, poi", f"{finale.poi} is not there from start to end (DS-DATA-7)")
        elif finale.poi not in in_reach:
            said = f"{finale.poi} is not within reach from start to end: ways to it open or close"
            faults.add(f"finale {finale.id}, poi", f"{said} (DS-DATA-21)")
    for virtue in different_virtues(scenario, options):
        known = obtainable(options, virtue)
        for destiny, path, step in steps_of(scenario):
            where = f"step {step.id} of destiny {destiny.id}, path {path.key}"
            needed = {condition.words[0] for condition in step.need}
            missing = sorted(needed - set(known))
            if len(needed) - len(missing) < step.wanted:
                said = f"at virtue {virtue} no safe option leads to {', '.join(missing)}"
                faults.add(where, f"{said} (DS-DATA-7)")
            elif not any(step.where in known.get(flag, ()) for flag in needed):
                faults.add(where, f"at virtue {virtue} {step.where} hosts no safe option for it (DS-DATA-15)")
        if faults.found:  # the other values would say the same again
            return


def different_virtues(scenario: Scenario, options: list[Option]) -> list[int]:
    """The lowest of all virtues at which the same safe options are open, in ascending order."""
    asked = {condition for option in options for condition in option.when if condition.kind == "virtue"}
    found: dict[tuple[bool, ...], int] = {}
    for virtue in range(scenario.header.virtue_min, scenario.header.virtue_max + 1):
        found.setdefault(tuple(is_met(condition, virtue) for condition in asked), virtue)
    return list(found.values())


def steps_of(scenario: Scenario) -> Iterator[tuple[Destiny, Path, Step]]:
    for destiny in scenario.destinies:
        for path in destiny.paths:
            for step in path.steps:
                yield destiny, path, step


def standing_pois(scenario: Scenario) -> set[str]:
    """The POIs that are there at the start and are never switched off."""
    off = {effect.words[0] for effect in scenario.effects() if effect.verb == "poi_off"}
    return {poi.id for poi in scenario.pois if poi.active} - off


def lasting_pois(scenario: Scenario) -> set[str]:
    """Those of them that lie, wherever they move, on tiles that can be reached from start to end (DS-DATA-21)."""
    tiles = reached(scenario, lasting(scenario))
    lost = {poi.id for poi in scenario.pois if poi.tile not in tiles}
    lost |= {e.words[0] for e in scenario.effects() if e.verb == "poi_at" and e.words[1] not in tiles}
    return standing_pois(scenario) - lost


def safe_options(scenario: Scenario) -> list[Option]:
    """Those that stay for everybody, as far as host, limit, cost and kind go, and whatever was before (DS-DATA-22)."""
    past = {past.id for past in scenario.past("player")}
    hosts = {f"poi:{poi}" for poi in lasting_pois(scenario)}
    return [
        option
        for option in scenario.options
        if option.host in hosts
        and option.kind in ("interaction", "test")
        and option.limit == "visit"
        and not option.cost
        and not any(past & set(condition.words) for condition in option.when if condition.kind in OF_PLAYERS)
    ]


def granted(option: Option) -> set[str]:
    """The player flags of an interaction (of its entries without conditions), or of passing a test."""
    lists: list[tuple[Effect, ...]] = [option.effects]
    lists += [choice.effects for choice in option.choices if not choice.when]
    lists += [tier.effects for tier in option.tiers if tier.passes]
    return {effect.words[0] for effects in lists for effect in effects if effect.verb == "pflag"}


def obtainable(options: list[Option], virtue: int) -> dict[str, set[str]]:
    """The player flags that safe options grant at a virtue, and at which POIs; from none, until no more are found."""
    known: dict[str, set[str]] = {}
    grown = True
    while grown:
        grown = False
        for option in options:
            if not all(is_open(condition, option, virtue, known) for condition in option.when):
                continue
            poi = option.host.partition(":")[2]
            for flag in granted(option):
                if poi not in known.get(flag, ()):
                    known.setdefault(flag, set()).add(poi)
                    grown = True
    return known


def is_met(condition: Condition, virtue: int) -> bool:
    return SIGNS[condition.sign](virtue, condition.number) != condition.negated


def is_open(condition: Condition, option: Option, virtue: int, known: dict[str, set[str]]) -> bool:
    """Whether a condition surely can be met: by the virtue, by flags obtained, or by not having what is granted."""
    if condition.kind == "virtue":
        return is_met(condition, virtue)
    if condition.kind == "anyone" and not condition.negated:  # the player is somebody, too
        return condition.words[0] in known
    if condition.kind != "pflag":
        return False
    return condition.words[0] in granted(option) if condition.negated else condition.words[0] in known
