"""A campaign in words: how its chapters begin and end (DS-CAMP)."""

from collections.abc import Callable
from typing import Any

import numpy as np

from haunted_env.games.destinies.actions import End
from haunted_env.games.destinies.campaign.schema import Campaign
from haunted_env.games.destinies.scenario.schema import Past
from haunted_env.games.destinies.words.names import World
from haunted_env.spec.phrases import listed, record, sentence

ENDS = {
    End.FULFILLED: "a destiny is fulfilled",
    End.DEFEATED: "everybody is defeated",
    End.TIME: "time has run out",
    End.MAX_DAYS: "the last day is over and no destiny is fulfilled",
}


def title(world: World) -> str:
    """What is being played: the scenario, and which chapter of what it is."""
    name, link = world.scenario.header.title, world.scenario.link
    if link is None:
        return name
    return f"{link.campaign.header.title}, chapter {world.chapter + 1} of {len(link.keys)}: {name}"


def opening(world: World) -> list[str]:
    """What is told when a scenario begins, a paragraph each."""
    head, link = world.scenario.header, world.scenario.link
    told = [" ".join(past_told(world))]
    if link is None:
        return [f"{head.title}. {head.intro}", *filter(None, told)]
    about = link.campaign.header
    first = [f"{about.title}. {about.intro}"] if world.chapter == 0 else []
    begun = " ".join(filter(None, (link.chapter.text, head.intro)))
    return [*first, f"Chapter {world.chapter + 1}: {head.title}. {begun}", *filter(None, told)]


def past_told(world: World, name: Callable[[int], str] | None = None) -> list[str]:
    """What an earlier story has left, as everybody hears it (DS-CAMP-4); players by `name`, or as at the table."""
    name = name or world.who
    lines = []
    for past in world.scenario.pasts:
        if past.of == "world":
            lines.append(past.text if holds(world, past, int(world.table["facts"])) else past.otherwise)
        else:
            for seat in range(world.n_seats):
                held = holds(world, past, int(world.table["pfacts"][seat]))
                lines.append((past.text if held else past.otherwise).replace("{who}", name(seat)))
    return [line for line in lines if line]


def holds(world: World, past: Past, facts: int) -> bool:
    link = world.scenario.link
    if link is None or link.number == 0:
        return past.holds
    known = link.campaign.facts if past.of == "world" else link.campaign.pfacts
    return bool(facts >> known.index(past.id) & 1)


def legacy(world: World, number: int) -> str:
    """A scar or a reward, as it is told of the player who receives it."""
    link = world.scenario.link
    return link.chapter.legacies[number].text if link else ""


def epilogue(world: World) -> str:
    """How the campaign ended, once it has."""
    link = world.scenario.link
    if link is None:
        return ""
    held = facts_held(link.campaign, int(world.table["facts"]))
    for row in link.campaign.epilogues:
        if all((condition.words[0] in held) != condition.negated for condition in row.when):
            return row.text
    return ""


def facts_held(campaign: Campaign, facts: int) -> set[str]:
    return {fact for number, fact in enumerate(campaign.facts) if facts >> number & 1}


def n_chapters_over(games: np.ndarray) -> np.ndarray:
    found: np.ndarray = games["table"]["chapter"].astype(np.int64) + games["table"]["over"]
    return found


def chapter_result(game: np.ndarray, number: int) -> dict[str, Any]:
    """Who won a chapter that is over and why, and who everybody was in it."""
    world = World(record(game)).at_chapter(number)
    past, link = world.table["past"][number], world.scenario.link
    winner = int(past["winner"])
    destinies = [int(past["destiny"][seat]) for seat in range(world.n_seats)]
    return {
        "number": number + 1,
        "id": link.chapter.id if link else "",
        "winners": [winner] if winner >= 0 else [],
        "reason": ENDS.get(End(int(past["reason"])), ""),
        "rewards": [int(past["worth"][seat]) for seat in range(world.n_seats)],
        "characters": [world.character(seat) for seat in range(world.n_seats)],
        "destinies": [world.scenario.destinies[one].id if one >= 0 else "" for one in destinies],
        "day": int(past["day"]),
    }


def result(game: np.ndarray) -> dict[str, Any]:
    """How a campaign ended: won by those who won most of its chapters (DS-CAMP-9)."""
    world = World(record(game))
    chapters = [chapter_result(game, number) for number in range(world.chapter + int(world.table["over"]))]
    won = [sum(seat in chapter["winners"] for chapter in chapters) for seat in range(world.n_seats)]
    most = max(won)
    return {
        "winners": [seat for seat in range(world.n_seats) if most and won[seat] == most],
        "reason": "all chapters are played",
        "days": sum(chapter["day"] for chapter in chapters),
        "chapters": chapters,
    }


def standing(world: World) -> str:
    """Who has won which chapters so far."""
    won: dict[int, list[str]] = {}
    for number in range(world.chapter + int(world.table["over"])) if world.scenario.link else ():
        winner = int(world.table["past"][number]["winner"])
        won.setdefault(winner, []).append(world.at_chapter(number).scenario.header.title)
    said = [f"{world.who(seat) if seat >= 0 else 'nobody'} won {listed(titles)}" for seat, titles in won.items()]
    so_far = "" if world.table["over"] else "so far "
    return sentence(f"{so_far}{listed(said)}.") if said else ""
