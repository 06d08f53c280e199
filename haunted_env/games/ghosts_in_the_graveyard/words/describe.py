"""Actions, roles and results in words (GG-DEC-1).

An action is described for the deciding seat, from the table and that seat's own ledger.
"""

from typing import Any

import numpy as np

from haunted_env.games.ghosts_in_the_graveyard.actions import ACTIONS, Decision, End, Role
from haunted_env.games.ghosts_in_the_graveyard.tables import FLOOD, FLOOD_AREA
from haunted_env.games.ghosts_in_the_graveyard.words import names
from haunted_env.games.ghosts_in_the_graveyard.words.explain import risk
from haunted_env.spec.phrases import count, player, record

TOMBS = {
    Decision.CHOOSE_HAUNT: "hide the Haunt at {}",
    Decision.CHOOSE_DECOY_1: "put a Decoy at {}",
    Decision.CHOOSE_DECOY_2: "put a Decoy at {}",
    Decision.VANISH_SWAP: "move the Haunt to {}",
    Decision.GUESS_NUMBER: "name {}",
    Decision.PENALTY_REVEAL: "reveal the Decoy {}",
    Decision.PLAY_CARD: "play {}",
}


def describe_action(game: np.ndarray, action: int) -> str:
    """An absolute action in words, for the decision now being taken."""
    whole = record(game)
    table = whole["table"]
    block, offset = ACTIONS.find(int(action))
    decider = int(table["decider"])
    if decider < 0:
        return block.meaning
    decision = Decision(int(table["decision"]))
    if block.name == "TOMB":
        own = _own(whole["ledger"][decider], offset) if decision == Decision.GUESS_NUMBER else ""
        return TOMBS.get(decision, "{}").format(names.tomb(offset)) + own
    if block.name in ("LIGHT", "FLOOD"):
        return _light(table, decider, decision, offset if block.name == "LIGHT" else FLOOD)
    if block.name in ("DIR", "PLACE"):
        return _aim(table, decision, offset, block.name == "DIR")
    return _entry(table, decider, block.name)


def _own(ledger: Any, card: int) -> str:
    """A bluff should be meant (GG-GUESS-3)."""
    if ledger["haunt"] == card or int(ledger["decoys"]) >> card & 1:
        return " (your own Secret)"
    return " (in your own hand)" if int(ledger["hand"]) >> card & 1 else ""


def _light(table: Any, seat: int, decision: Decision, light: int) -> str:
    name = names.light_name(light)
    if light == FLOOD:
        return "use the Flood Light: ask about all rows or columns on one side"
    if decision == Decision.PICK_FLASHLIGHT:
        return f"take the {name} ({names.picture(light)})"
    if light == table["flashlight"][seat]:
        return f"use the own {name}"
    if decision != Decision.CHOOSE_LIGHT or light not in table["flashlight"][: table["n_seats"]]:
        return f"use the {name}"
    left = count(int(table["hands_left"][seat]), "Hand")
    return f"spend one of {left} to use {player(names.owner_of(table, light))}'s {name}"


def _aim(table: Any, decision: Decision, place: int, flood: bool) -> str:
    if flood:
        name = names.DIRECTIONS[place]
        if decision != Decision.AIM_FLOOD:
            return f"aim {name}"
        return f"aim {name}: ask about {names.tombs(FLOOD_AREA[table['played'], place])}"
    if decision != Decision.PLACE_FLASHLIGHT:
        return f"place {place}"
    light, played = int(table["light"]), int(table["played"])
    asked = names.tombs(names.area(table, light, played, place))
    return f"ask about {asked} ({names.aimed(light, place)})"


def _entry(table: Any, seat: int, name: str) -> str:
    """The entries of TURN_MENU."""
    target = player(names.target_of(table, seat))
    if name == "SEARCH":
        pile = int(table["draw_pile_size"])
        first = f"draw a card ({pile} left), " if pile else "the draw pile is empty: "
        return f"search: {first}play one and ask {target} about an area"
    if name == "GUESS":
        cost = risk(table, seat).removesuffix(".")
        return f"guess where {target}'s Haunt is ({cost[0].lower()}{cost[1:]})"
    if name == "RAVEN":
        return f"guess where {target}'s Haunt is under Raven (a miss costs nothing)"
    return "vanish: swap the Haunt with a Decoy, then go on"


def role_of(games: np.ndarray, seats: np.ndarray) -> np.ndarray:
    """The public role of a seat in each game: active or silenced."""
    silenced = games["table"]["silenced"][np.arange(len(games)), seats] == 1
    return np.where(silenced, Role.SILENCED, Role.ACTIVE).astype(np.int8)


def result(game: np.ndarray) -> dict[str, Any]:
    """Who has won, why, and who was silenced; Haunts that were not found stay hidden (GG-HID-7)."""
    table = record(game)["table"]
    return {
        "winners": [int(table["winner"])] if table["winner"] >= 0 else [],
        "reason": End(int(table["reason"])).name.lower(),
        "roles": [Role(int(silenced)).name.lower() for silenced in table["silenced"][: int(table["n_seats"])]],
    }


def truncated(game: np.ndarray) -> bool:
    """GG-OPT-6: the game was cut off."""
    return bool(record(game)["table"]["reason"] == End.MAX_TURNS)
