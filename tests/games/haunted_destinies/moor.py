"""A small made-up game for tests of words and pictures: four players on six tiles."""

from typing import Any

import numpy as np

from haunted_env.games.haunted_destinies.actions import LABEL_NAMES, Decision, Event
from haunted_env.games.haunted_destinies.options import OPTIONS, new_game
from haunted_env.games.haunted_destinies.state import GRID, MAX_SEATS, N_EVENTS, N_TOLD, NONE, SEEN, G, P
from haunted_env.games.haunted_destinies.tables import CODE, ITEM_CODE, TILE_INDEX

TILES = {  # row, col
    (3, 3): "ti_old_kirk",
    (3, 4): "ti_birch_copse",
    (3, 5): "ti_narrow_pass",
    (4, 3): "ti_covered_bridge",
    (4, 4): "ti_cemetery",
    (4, 5): "ti_black_tarn",
}
PILES = (
    ("ps_medium", "ps_kitchen", "ha_grave_chill", "ps_opener"),
    ("ps_warden", "ps_pathfinder", "se_hidden_remedy"),
    ("ps_brawler", "ps_moths"),
    (),
)


CLAIM_BEGUN = [f"claim_{name}" for name in ("kind", "seat", "card", "slot", "border")]


def cell(row: int, col: int) -> int:
    return GRID * row + col


def made_up_game() -> np.ndarray:
    """Player 0 decides in the middle of its turn; player 3 is a ghost in the Cemetery."""
    game = new_game({option.name: _default(option) for option in OPTIONS})
    table, ledgers, secret = game[0]["table"], game[0]["ledger"], game[0]["secret"]
    for name in (
        "opener",
        "action",
        "actor",
        "opponent",
        "look_seat",
        "look_pile",
        "look_slot",
        "obeyed",
        "obeyed_self",
    ):
        table[name] = NONE
    for name in ("obeyed_other", "react_card", "origin_seat", "origin_slot", "recipient", "trade_give", "trade_ask"):
        table[name] = NONE
    for name in ("pick_pile", "tile", "pawn", "up_at"):
        table[name] = NONE
    secret["pile"] = NONE
    for (row, col), tile in TILES.items():
        table["tile"][cell(row, col)] = TILE_INDEX[tile]
    table["gloom"][cell(3, 3)] = 2
    table["pawn"][:4] = [cell(3, 4), cell(3, 4), cell(3, 3), cell(4, 4)]
    table["health"][:3], table["wounds"][:3] = [3, 5, 4], [2, 0, 1]
    table["ghost"][3], table["own_gloom"][3] = 1, 4
    for seat, pile in enumerate(PILES):
        table["pile_size"][seat] = len(pile)
        secret["pile"][seat][: len(pile)] = [CODE[card] for card in pile]
        ledgers["fact"][:, seat, : len(pile)] = P
    for seat in range(MAX_SEATS):
        ledgers["seat"][seat] = seat
        for name in ("hand", "face", "chosen_tile", *CLAIM_BEGUN):
            ledgers[name][seat] = NONE
    table["grey_max"][:2] = 1
    ledgers["fact"][0, 0, 2] = G
    ledgers["fact"][0, 1, 1] = SEEN + CODE["ps_pathfinder"]
    table["search_left"], table["haunting_left"] = 40, 38
    table["turn"], table["mp"] = 7, 7
    ask(game, 0, Decision.MAIN)
    return game


def _default(option: Any) -> Any:
    return option.default({"players": 4}) if callable(option.default) else option.default


def ask(game: np.ndarray, seat: int, decision: Decision, label: str = "", **context: Any) -> None:
    """Let a seat decide; further fields of the table (or of the ledger, with `own_`) by name."""
    game["ledger"]["decision"] = Decision.NONE
    game[0]["ledger"][seat]["decision"] = decision
    game[0]["table"]["decider"] = seat
    game[0]["table"]["label"] = LABEL_NAMES.index(label or decision.name)
    for name, value in context.items():
        if name.startswith("own_"):
            game[0]["ledger"][seat][name.removeprefix("own_")] = value
        else:
            game[0]["table"][name] = value


def give(game: np.ndarray, seat: int, item: str, copies: int = 1) -> None:
    game[0]["table"]["items"][seat, list(ITEM_CODE).index(CODE[item])] = copies


def happen(game: np.ndarray, kind: int, actor: int = NONE, target: int = NONE, **rest: int) -> None:
    """Append a public event."""
    table = game[0]["table"]
    event = table["events"][table["n_events"] % N_EVENTS]
    event["kind"], event["actor"], event["target"] = kind, actor, target
    for name in ("slot", "face", "amount"):
        event[name] = rest.get(name, NONE)
    table["n_events"] += 1


def tell(game: np.ndarray, speaker: int, listener: int, kind: int, seat: int, **rest: int) -> None:
    """Something is told in private: the two have it in their logs, and everybody saw that they spoke."""
    for owner in (speaker, listener):
        ledger = game[0]["ledger"][owner]
        claim = ledger["told"][ledger["n_told"] % N_TOLD]
        claim["turn"], claim["speaker"], claim["listener"] = game[0]["table"]["turn"], speaker, listener
        claim["kind"], claim["seat"] = kind, seat
        for name in ("card", "slot", "border"):
            claim[name] = rest.get(name, NONE)
        ledger["n_told"] += 1
    happen(game, Event.TELL, speaker, listener)
