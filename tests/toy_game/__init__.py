"""A tiny hidden-card game: proof that the engine, the environments and their tests know no particular game.

Everybody holds one secret card; on a turn a player passes, draws another card, or peeks at somebody's.
After the last round the highest card wins. Four rules, all in `rules.py`.
"""

from typing import Any

import numpy as np

from haunted_env.spec import (
    Features,
    GameSpec,
    Heuristic,
    Inference,
    Locations,
    Option,
    Positions,
    Queries,
    Rules,
    Words,
)
from tests.toy_game import rules

ROLES = ("none", "player")


def new_game(options: dict[str, Any]) -> np.ndarray:
    game = np.zeros(1, rules.GAME)
    for name in ("rounds", "limit"):
        game["table"][name] = options[name]
    game["table"]["n_seats"] = options["players"]
    return game


def winners(game: np.ndarray) -> list[int]:
    return [seat for seat in range(n_seats(game)) if game["table"]["winners"][0] >> seat & 1]


def n_seats(game: np.ndarray) -> int:
    return int(game["table"]["n_seats"][0])


def result(game: np.ndarray) -> dict[str, Any]:
    reason = "limit" if truncated(game) else "highest card"
    return {"winners": winners(game), "reason": reason, "roles": [ROLES[1]] * n_seats(game)}


def truncated(game: np.ndarray) -> bool:
    return bool(game["table"]["cut"][0])


def describe_action(game: np.ndarray, action: int) -> str:
    block, offset = rules.ACTIONS.find(action)
    return f"peek at player_{offset}" if block.name == "SEAT" else block.meaning


def decision_name(game: np.ndarray, seat: int) -> str:
    return ("MAIN", "TARGET")[game["table"]["asked"][0]]


def text(game: np.ndarray, seat: int | None) -> str:
    cards = game["secret"]["card"][0] if seat is None else game["ledger"]["known"][0, seat]
    shown = " ".join("?" if card < 0 else str(card) for card in cards[: n_seats(game)])
    return f"turn {game['table']['turn'][0]}, player_{game['table']['decider'][0]} decides, cards {shown}"


def draw(game: np.ndarray, seat: int | None) -> np.ndarray:
    return np.full((8, 8, 3), len(text(game, seat)), np.uint8)


def to_position(game: np.ndarray) -> dict[str, Any]:
    return {"record": game.tobytes().hex()}


def from_position(position: dict[str, Any]) -> np.ndarray:
    if "record" not in position:
        raise ValueError("position: record is missing")
    return np.frombuffer(bytes.fromhex(position["record"]), rules.GAME).copy()


SPEC = GameSpec(
    name="toy_game",
    title="Toy game",
    version=0,
    summary="The highest hidden card wins.",
    players=(2, rules.MAX_SEATS),
    options=(
        Option("players", 3, low=2, high=rules.MAX_SEATS),
        Option("rounds", 4, low=1, high=100),
        Option("limit", 0, low=0, high=1000, meaning="the game is cut off after so many turns; 0 = never"),
    ),
    record=rules.GAME,
    actions=rules.ACTIONS,
    observation=rules.OBSERVATION,
    card_slots=(rules.MAX_SEATS, 1),
    locations=Locations.at_seats((f"card {card}" for card in range(rules.N_CARDS)), rules.MAX_SEATS),
    compiler=rules.compiler,
    content_hash="",
    roles=ROLES,
    new_game=new_game,
    rules=Rules(
        deal=rules.deal,
        step=rules.step,
        run=rules.run,
        legal=rules.legal,
        encode=rules.encode,
        card_mask=rules.card_mask,
        location_mask=rules.location_mask,
        returns=rules.returns,
    ),
    queries=Queries(
        role_of=lambda games, seats: np.ones(len(games), np.int8),
        result=result,
        truncated=truncated,
    ),
    words=Words(
        describe_action=describe_action,
        decision_name=decision_name,
        explain_decision=decision_name,
        events=lambda game, since: (0, []),
        text=text,
        draw=draw,
    ),
    positions=Positions(read=from_position, write=to_position),
    features=Features(rules.FEATURES, rules.features),
    heuristic=Heuristic(rules.suggest),
    inference=Inference(rules.resample),
)
