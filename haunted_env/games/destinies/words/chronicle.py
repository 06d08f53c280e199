"""What has happened, in words: the story as everybody hears it (DS-OBS-1, DS-OBS-8)."""

from collections.abc import Callable
from typing import Any

import numpy as np

from haunted_env.games.destinies.actions import End, Log
from haunted_env.games.destinies.state import N_NOTES
from haunted_env.games.destinies.words import campaign, names
from haunted_env.games.destinies.words.campaign import ENDS
from haunted_env.games.destinies.words.names import World
from haunted_env.spec.phrases import count, record, sentence


def _signed(n: int, noun: str) -> str:
    return f"gains {count(n, noun)}" if n > 0 else f"loses {count(-n, noun)}"


def _effort(n: int) -> str:
    word = "die" if abs(n) == 1 else "dice"
    return f"refreshes {n} effort {word}" if n > 0 else f"exhausts {-n} effort {word}"


def _step(skill: int, sign: int) -> str:
    return f"{'gains' if sign > 0 else 'loses'} a step of {names.SKILLS[skill]}"


def _dearer(n: int) -> str:
    if n == 0:
        return "everything costs what it always did"
    return f"everything costs {count(abs(n), 'coin')} {'more' if n > 0 else 'less'} than it used to"


# (world, a, b) -> a sentence; {who} is the player.
SENTENCES: dict[Log, Callable[[World, int, int], str]] = {
    Log.MOVED: lambda w, a, b: f"{{who}} {'travels' if b else 'goes'} to {w.tile(a)}.",
    Log.EXPLORED: lambda w, a, b: f"{{who}} explores {w.tile(a)}.",
    Log.VISITED: lambda w, a, b: f"{{who}} visits {w.poi(a)}.",
    Log.OPTION: lambda w, a, b: f'{{who}}: "{w.option(a).text}"',
    Log.TEST: lambda w, a, b: (
        f"{{who}} ends the {names.skill(w.option(a).skill)} test with {b} success{'' if b == 1 else 'es'}."
    ),
    Log.GAINED: lambda w, a, b: f"{{who}} takes {w.item(a).name} ({names.abilities(w.item(a))}).",
    Log.LOST: lambda w, a, b: f"{w.item(a).name} leaves {{who}}.",
    Log.EVENT: lambda w, a, b: w.scenario.events[a].text,
    Log.FINALE: lambda w, a, b: f"{{who}} goes to meet their fate: {w.finale_path(a)}.",
    Log.STAGE: lambda w, a, b: f"{{who}} is past {w.scenario.finales[a].stages[b - 1].name}.",
    Log.DEFEATED: lambda w, a, b: "{who} is defeated and leaves the game.",
    Log.DAY: lambda w, a, b: f"Day {a} begins.",
    Log.TURN: lambda w, a, b: "It is the turn of {who}." if w.n_seats > 1 else "",
    Log.STAYED: lambda w, a, b: f"{{who}} stays on {w.tile(a)}.",
    Log.XP: lambda w, a, b: f"{{who}} gains {a} experience.",
    Log.COINS: lambda w, a, b: f"{{who}} {_signed(a, 'coin')}.",
    Log.EFFORT: lambda w, a, b: f"{{who}} {_effort(a)}.",
    Log.STEP: lambda w, a, b: f"{{who}} {_step(a, b)}.",
    Log.MARKER: lambda w, a, b: f"{{who}} gains a new marker of {names.SKILLS[a]}.",
    Log.CHOICE: lambda w, a, b: f'{{who}}: "{w.option(a).choices[b].text}"',
    Log.ROLL: lambda w, a, b: f"{{who}} rolls a total of {a}: {b} success{'' if b == 1 else 'es'}.",
    Log.FULFILLED: lambda w, a, b: f"{{who}} has fulfilled their destiny: {w.finale_path(a)}.",
    Log.END: lambda w, a, b: f"{w.whole_name} is over: {ENDS[End(a)]}.",
    Log.CHARACTER: lambda w, a, b: f"{{who}} takes {w.scenario.characters[a].name}.",
    Log.SPENT: lambda w, a, b: "{who} spends 1 experience.",
    Log.FLAG: lambda w, a, b: f"The world has changed: {names.flag(w.scenario.flags[a])}.",
    Log.PLACE: lambda w, a, b: f"{w.poi(a)} is {f'now on {w.tile(b)}' if b >= 0 else 'no longer there'}.",
    Log.LOOK: lambda w, a, b: f"{w.poi(a)} has changed: {w.scenario.pois[a].look(b).text}",
    Log.PERSON: lambda w, a, b: (
        f"{w.npc(a)} is at {w.poi(b)} now." if b >= 0 else f"{w.npc(a)} is no longer where they were."
    ),
    Log.WAY: lambda w, a, b: f"The way between {w.ends(a)} is {'open' if b else 'closed'}.",
    Log.PRICE: lambda w, a, b: f"Prices change ({w.scenario.stacks[a].id.replace('_', ' ')}): {_dearer(b)}.",
    Log.HEARD: lambda w, a, b: f'It is read aloud to {{who}}: "{w.scenario.hints[a].text}"',
    Log.SAID: lambda w, a, b: f'{w.npc(a)} says: "{w.scenario.npcs[a].says[b].text}"',
    Log.CHAPTER: lambda w, a, b: "\n".join(campaign.opening(w)),
    Log.LEGACY: lambda w, a, b: campaign.legacy(w, a),
    Log.PFLAG: lambda w, a, b: f"A deed of {{who}} is remembered: {names.flag(w.scenario.pflags[a])}.",
}


def events(game: np.ndarray, since: int) -> tuple[int, list[str]]:
    """How many public happenings there have been, and those after the first `since` in words."""
    world = World(record(game))
    total = int(world.table["n_notes"])
    lines = [] if since else campaign.opening(world.at_chapter(0))
    first = max(since, total - N_NOTES)
    lines += [f"({count(first - since, 'earlier happening')})"] if first > since else []
    rows = [world.table["notes"][i % N_NOTES] for i in range(first, total)]
    worlds = [world.at_chapter(number) for number in chapters_of(rows, world.chapter)]
    for at, row, after in zip(worlds, rows, [*rows[1:], None]):
        lines += [] if is_told_by(row, after) else told(at, row).split("\n")
    return total, [line for line in lines if line]


def chapters_of(rows: list[Any], now: int) -> list[int]:
    """The chapter in which each of these happened, the newest in the present one."""
    begun = [row["code"] == Log.CHAPTER for row in rows]
    return [now - sum(begun[i + 1 :]) for i in range(len(rows))]


def is_told_by(row: Any, after: Any) -> bool:
    """Going to a tile is told by exploring it."""
    return after is not None and row["code"] == Log.MOVED and after["code"] == Log.EXPLORED and row["a"] == after["a"]


def told(world: World, row: Any) -> str:
    """One happening in words."""
    text = SENTENCES[Log(int(row["code"]))](world, int(row["a"]), int(row["b"]))
    return sentence(text.replace("{who}", world.who(int(row["seat"]))))
