"""What options must be, by their kind and host (DS-DATA-2, 4 to 6, 14, 15)."""

from collections.abc import Callable

from haunted_env.games.destinies.data import N_CHOICES, N_HOSTED, PASS_RANGES
from haunted_env.games.destinies.scenario.faults import Faults
from haunted_env.games.destinies.scenario.row_checks import ONLY_IN_STAGES, refuse_verbs
from haunted_env.games.destinies.scenario.schema import Option, Scenario

IN_STAGES = ("interaction", "test", "scan_item")  # DS-DATA-15


def check_options(faults: Faults, scenario: Scenario) -> None:
    for option in scenario.options:
        CHECKS[option.kind](faults, option)
        check_host(faults, option)
    check_stages(faults, scenario)
    check_slots(faults, scenario)


def check_interaction(faults: Faults, option: Option) -> None:
    """2 to 4 choices of which one is always open (DS-DATA-14)."""
    if not option.choices:
        return
    where = f"option {option.id}, choices"
    if not 2 <= len(option.choices) <= N_CHOICES:
        faults.add(where, f"{len(option.choices)} of them, expected 2 to {N_CHOICES} (DS-DATA-2)")
    if all(choice.when for choice in option.choices):
        faults.add(where, "at least one needs an empty when, so that there is always a choice (DS-DATA-14)")


def check_test(faults: Faults, option: Option) -> None:
    """DS-DATA-2, DS-DATA-5."""
    where = f"option {option.id}, tiers"
    least = [tier.min for tier in option.tiers]
    if least[:1] != [0] or least != sorted(set(least)):
        faults.add(where, f"min {least}: expected ascending numbers, the first 0 (DS-DATA-2)")
    if not any(tier.passes for tier in option.tiers):
        faults.add(where, "none has pass = true (DS-DATA-5)")
    else:
        low, high = PASS_RANGES[option.described]
        if not low <= option.pass_value <= high:
            said = f"passes with {option.pass_value}; {option.described} means {low} to {high}"
            faults.add(f"option {option.id}, described", f"{said} (DS-DATA-5)")


def check_scan(faults: Faults, option: Option) -> None:
    for accept in option.accepts:
        if accept.match.kind not in ("item", "cat"):
            faults.add(f"option {option.id}, match", f"{accept.match}: expected item: or cat: (DS-DATA-15)")


def check_asking(faults: Faults, option: Option) -> None:
    if not option.host.startswith("npc:"):
        faults.add(f"option {option.id}", "a scan_destiny is hosted by an NPC, whose lore answers it (DS-DATA-14)")


CHECKS: dict[str, Callable[[Faults, Option], None]] = {
    "interaction": check_interaction,
    "test": check_test,
    "scan_item": check_scan,
    "scan_destiny": check_asking,
    "trade": lambda faults, option: None,
}


def check_host(faults: Faults, option: Option) -> None:
    """DS-DATA-14, DS-DATA-15: what stages may have, and what only they may have."""
    in_stage = option.host.startswith("stage:")
    if in_stage and option.kind not in IN_STAGES:
        faults.add(f"option {option.id}", f"a stage has no {option.kind}, only {', '.join(IN_STAGES)} (DS-DATA-15)")
    if not in_stage:
        for effects in option.effect_lists:
            refuse_verbs(faults, f"option {option.id}", effects, ONLY_IN_STAGES)


def check_stages(faults: Faults, scenario: Scenario) -> None:
    """DS-DATA-6, DS-DATA-15: nobody is stuck at a stage."""
    for finale in scenario.finales:
        for number, _ in enumerate(finale.stages, 1):
            host = f"stage:{finale.id}.{number}"
            hosted = [option for option in scenario.options if option.host == host]
            if len(hosted) > N_HOSTED:
                faults.add(host, f"{len(hosted)} options, at most {N_HOSTED} (DS-DATA-15)")
            tests = [option for option in hosted if option.kind == "test" and not option.when and not option.cost]
            if not any(option.limit == "visit" for option in tests):
                faults.add(host, 'needs a test without when and cost, with limit = "visit" (DS-DATA-6, DS-DATA-15)')


def check_slots(faults: Faults, scenario: Scenario) -> None:
    """DS-DATA-14: the options of a POI and of everybody who may ever stand there fit its slots."""
    for poi, hosts in hosts_at(scenario).items():
        n = sum(option.host in hosts for option in scenario.options)
        if n > N_HOSTED:
            who = ", ".join(sorted(host for host in hosts if host.startswith("npc:")))
            said = f"{n} options with those of {who or 'nobody'}, at most {N_HOSTED}"
            faults.add(f"poi {poi}", f"{said} (DS-DATA-14)")


def hosts_at(scenario: Scenario) -> dict[str, set[str]]:
    """Per POI: itself, and the NPCs that start there or are ever sent there, as they stand in `host`."""
    hosts = {poi.id: {f"poi:{poi.id}"} for poi in scenario.pois}
    sent = [effect.words for effect in scenario.effects() if effect.verb == "npc"]
    for npc, poi in [(npc.id, npc.at) for npc in scenario.npcs] + [(words[0], words[1]) for words in sent]:
        hosts.setdefault(poi, set()).add(f"npc:{npc}")
    return hosts
