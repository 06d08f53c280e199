"""A scenario's place in a campaign as compiled rules read it: `link` of the record (`data.py`)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from haunted_env.games.destinies.campaign.points import points_of
from haunted_env.games.destinies.campaign.schema import Legacy, Link
from haunted_env.games.destinies.data import FLAG_BITS, NONE, Keep

if TYPE_CHECKING:
    from haunted_env.games.destinies.scenario.arrays import Arrays

NUMBERED = ("fact", "pfact", "won", "nobody", "winner", "heir")


def fill_link(arrays: Arrays) -> None:
    """Write the link of a chapter; of a scenario by itself, the one that leads nowhere."""
    out, link = arrays.out["link"], arrays.scenario.link
    for name in NUMBERED:
        out[name] = NONE
    out["first"], out["n_chapters"] = arrays.scenario.key, 1
    if link is None or link.number == 0:
        stand_alone(arrays)
    if link is not None:
        fill_chapter(arrays, link)


def stand_alone(arrays: Arrays) -> None:
    """DS-DATA-22: flags that hold where there was no earlier story."""
    for past in arrays.scenario.pasts:
        number = arrays.number["flag" if past.of == "world" else "pflag"][past.id]
        if past.holds and past.of == "world":
            arrays.out["flags"] |= 1 << number
        elif past.holds:
            arrays.out["pflags"][number // FLAG_BITS] |= 1 << number % FLAG_BITS


def fill_chapter(arrays: Arrays, link: Link) -> None:
    out, scenario, chapter, campaign = arrays.out["link"], arrays.scenario, link.chapter, link.campaign
    is_last = link.number + 1 == len(link.keys)
    out["first"], out["next"] = link.keys[0], 0 if is_last else link.keys[link.number + 1]
    out["chapter"], out["n_chapters"] = link.number, len(link.keys)
    out["limit"], out["virtue"] = campaign.header.limit, Keep[campaign.header.virtue.upper()]
    facts, pfacts = numbers(campaign.facts), numbers(campaign.pfacts)
    for name, known, flags in (("fact", facts, "flag"), ("pfact", pfacts, "pflag")):
        for word, number in known.items():
            out[name][number] = arrays.number[flags].get(word, NONE)
    if link.number:
        out["taken"] = bits(facts, [past.id for past in scenario.past("world")])
        out["ptaken"] = bits(pfacts, [past.id for past in scenario.past("player")])
        fill_heirs(out["heir"], link)
    for finale, fact in chapter.won:
        out["won"][arrays.number["finale"][finale]] = facts[fact]
    out["nobody"], out["winner"] = facts.get(chapter.nobody, NONE), pfacts.get(chapter.winner, NONE)
    out["n_legacies"] = len(chapter.legacies)
    for row, legacy in zip(out["legacy"], chapter.legacies):
        fill_legacy(arrays, row, legacy, facts, pfacts)


def fill_heirs(out: Any, link: Link) -> None:
    """DS-CAMP-5: those the chapter names, and those who are there again."""
    before, after = (
        [character.id for character in link.campaign.scenarios[number].characters]
        for number in (link.number - 1, link.number)
    )
    named = dict(link.chapter.heirs)
    for number, character in enumerate(before):
        heir = named.get(character, character)
        out[number] = after.index(heir) if heir in after else NONE


def fill_legacy(arrays: Arrays, row: Any, legacy: Legacy, facts: dict[str, int], pfacts: dict[str, int]) -> None:
    for name, kind, negated, known in (
        ("with_facts", "flag", False, facts),
        ("without", "flag", True, facts),
        ("with_pfacts", "pflag", False, pfacts),
        ("without_own", "pflag", True, pfacts),
    ):
        row[name] = bits(known, [c.words[0] for c in legacy.when if c.kind == kind and c.negated == negated])
    values = {item.id: item.value for item in arrays.scenario.items}
    row["points"] = sum(points_of(effect, values) for effect in legacy.effects)
    arrays.effects(row, legacy.effects)


def numbers(names: Iterable[str]) -> dict[str, int]:
    return {name: number for number, name in enumerate(names)}


def bits(known: dict[str, int], names: Iterable[str]) -> int:
    return sum(1 << known[name] for name in set(names) if name in known)
