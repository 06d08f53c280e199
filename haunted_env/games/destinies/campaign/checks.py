"""Whether the parts of a campaign fit each other (DS-CAMP-2 to DS-CAMP-7)."""

from collections.abc import Iterable

from haunted_env.games.destinies import data
from haunted_env.games.destinies.campaign.points import points_of
from haunted_env.games.destinies.campaign.schema import Campaign, Chapter, Legacy
from haunted_env.games.destinies.scenario.checks import Ids
from haunted_env.games.destinies.scenario.faults import Faults
from haunted_env.games.destinies.scenario.grammar import Condition
from haunted_env.games.destinies.scenario.schema import Scenario
from haunted_env.spec.content import show

LEGACY_VERBS = ("xp", "coins", "skill", "marker", "refresh", "exhaust", "item")  # DS-CAMP-7


def check(campaign: Campaign) -> None:
    """Raise a ScenarioError with every fault found."""
    faults = Faults()
    check_caps(faults, campaign)
    check_ids(faults, campaign)
    check_facts(faults, campaign)
    known: dict[str, set[str]] = {"flag": set(), "pflag": set()}  # facts that earlier chapters can leave
    for number, (chapter, scenario) in enumerate(zip(campaign.chapters, campaign.scenarios)):
        if number == 0:
            for name, given in (("heirs", chapter.heirs), ("legacy", chapter.legacies)):
                if given:
                    faults.add(f"chapter {chapter.id}, {name}", "the first chapter has nothing before it (DS-CAMP-1)")
        else:
            check_taken(faults, chapter, scenario, known)
            check_heirs(faults, chapter, campaign.scenarios[number - 1], scenario)
        check_results(faults, chapter, scenario)
        for legacy in chapter.legacies:
            check_legacy(faults, chapter, legacy, scenario, known)
        known["flag"] |= {*chapter.results, *set(campaign.header.carry) & set(scenario.flags)}
        known["pflag"] |= set(campaign.header.carry_players) & set(scenario.pflags) | {chapter.winner} - {""}
    for number, epilogue in enumerate(campaign.epilogues, 1):
        check_conditions(faults, f"epilogue {number}", epilogue.when, {"flag": known["flag"]})
    faults.stop()


def check_caps(faults: Faults, campaign: Campaign) -> None:
    n = len(campaign.chapters)
    if not 2 <= n <= data.N_CHAPTERS:
        faults.add("chapter", f"{n} of them, expected 2 to {data.N_CHAPTERS} (DS-CAMP-1)")
    for name, found in (("facts of the world", campaign.facts), ("facts of players", campaign.pfacts)):
        if len(found) > data.N_PAST:
            faults.add(name, f"{len(found)} of them, at most {data.N_PAST} (DS-CAMP-2)")
    for chapter in campaign.chapters:
        if len(chapter.legacies) > data.N_LEGACIES:
            said = f"{len(chapter.legacies)} of them, at most {data.N_LEGACIES}"
            faults.add(f"chapter {chapter.id}, legacy", f"{said} (DS-CAMP-7)")


def check_ids(faults: Faults, campaign: Campaign) -> None:
    named = {"chapter": [chapter.id for chapter in campaign.chapters]}
    named |= {f"chapter {one.id}, legacy": [legacy.id for legacy in one.legacies] for one in campaign.chapters}
    named |= {"carry": list(campaign.header.carry), "carry_players": list(campaign.header.carry_players)}
    for where, ids in named.items():
        for name in dict.fromkeys(name for name in ids if ids.count(name) > 1):
            faults.add(f"{where} {name}", "appears twice (DS-CAMP-1)")


def check_facts(faults: Faults, campaign: Campaign) -> None:
    """DS-CAMP-2: facts are set by some chapter, and asked for later."""
    head = campaign.header
    for where, carried, of in (("carry", head.carry, "flags"), ("carry_players", head.carry_players, "pflags")):
        for fact in carried:
            if not any(fact in getattr(scenario, of) for scenario in campaign.scenarios):
                kind = "a world flag" if of == "flags" else "a player flag"
                faults.add(f"[campaign], {where}", f"{show(fact)} is {kind} of no chapter (DS-CAMP-2)")
    asked = {condition.words[0] for one in campaign.epilogues for condition in one.when if condition.words}
    for chapter, scenario in zip(campaign.chapters[1:], campaign.scenarios[1:]):
        asked |= {past.id for past in scenario.pasts}
        asked |= {c.words[0] for legacy in chapter.legacies for c in legacy.when if c.words}
    for fact in dict.fromkeys((*campaign.facts, *campaign.pfacts)):
        if fact not in asked:
            said = "no later chapter, legacy or epilogue asks for it: leave it out, or use it"
            faults.add(f"fact {fact}", f"{said} (DS-CAMP-2)")


def check_taken(faults: Faults, chapter: Chapter, scenario: Scenario, known: dict[str, set[str]]) -> None:
    """DS-CAMP-4: what a scenario takes from before can come from there."""
    for past in scenario.pasts:
        kind, key = ("flag", "carry") if past.of == "world" else ("pflag", "carry_players")
        if past.id not in known[kind]:
            said = f"its [[past]] {past.id} is nothing that an earlier chapter leaves: see {key}, or take it out"
            faults.add(f"chapter {chapter.id}, scenario {chapter.scenario}", f"{said} (DS-CAMP-4)")


def check_heirs(faults: Faults, chapter: Chapter, before: Scenario, scenario: Scenario) -> None:
    """DS-CAMP-5: from those who were played to those who may be, no two to the same."""
    where = f"chapter {chapter.id}, heirs"
    old, new = ([character.id for character in one.characters] for one in (before, scenario))
    named = dict(chapter.heirs)
    for character, heir in named.items():
        if character not in old:
            faults.add(where, f"{show(character)} is no character of the chapter before (DS-CAMP-5)")
        if heir and heir not in new:
            faults.add(where, f"{show(heir)} is no character of {chapter.scenario} (DS-CAMP-5)")
    heirs = [named.get(character, character) for character in old]
    for heir in dict.fromkeys(heir for heir in heirs if heir in new and heirs.count(heir) > 1):
        who = ", ".join(character for character, one in zip(old, heirs) if one == heir)
        faults.add(where, f"{show(heir)} would follow {who}: one character has one heir (DS-CAMP-5)")


def check_results(faults: Faults, chapter: Chapter, scenario: Scenario) -> None:
    """DS-CAMP-3."""
    finales = {finale.id for finale in scenario.finales}
    for finale, fact in chapter.won:
        if finale not in finales:
            faults.add(f"chapter {chapter.id}, won", f"finale {show(finale)} does not exist (DS-CAMP-3)")
        if not fact:
            faults.add(f"chapter {chapter.id}, won, {finale}", "names no fact (DS-CAMP-3)")


def check_legacy(
    faults: Faults, chapter: Chapter, legacy: Legacy, scenario: Scenario, known: dict[str, set[str]]
) -> None:
    """DS-CAMP-7."""
    where = f"chapter {chapter.id}, legacy {legacy.id}"
    check_conditions(faults, f"{where}, when", legacy.when, known)
    if not legacy.effects:
        faults.add(f"{where}, effects", "empty: say what it brings, or tell it in the text of the chapter (DS-CAMP-7)")
    for effect in legacy.effects:
        if effect.verb not in LEGACY_VERBS or effect.who:
            said = f'"{effect}": expected {", ".join(LEGACY_VERBS)}, without all or rest'
            faults.add(f"{where}, effects", f"{said} (DS-CAMP-7)")
    ids = Ids(Faults(), scenario)
    ids.effects(f"{where}, effects", legacy.effects)
    faults.found += ids.faults.found
    values = {item.id: item.value for item in scenario.items}
    if any(effect.verb == "item" and effect.words[0] not in values for effect in legacy.effects):
        return
    points = [points_of(effect, values) for effect in legacy.effects if effect.verb in LEGACY_VERBS]
    if 0 in points or (points and len({point > 0 for point in points}) > 1):
        faults.add(f"{where}, effects", "all of them gains (a reward) or all of them losses (a scar) (DS-CAMP-7)")


def check_conditions(faults: Faults, where: str, conditions: Iterable[Condition], known: dict[str, set[str]]) -> None:
    """What is carried can be asked for, and nothing else."""
    for condition in conditions:
        if condition.kind not in known:
            wanted = " and ".join(f"{kind}:" for kind in known)
            faults.add(where, f"{condition}: only {wanted} of facts may be asked (DS-CAMP-7)")
        elif condition.words[0] not in known[condition.kind]:
            faults.add(where, f"{condition}: nothing that an earlier chapter leaves (DS-CAMP-2)")
