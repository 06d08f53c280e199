"""Made-up games and what their seats observe: the encoder is tested apart from the rules."""

from typing import Any

import numpy as np
from numba import njit

from haunted_env.engine import interpreted, jit
from haunted_env.games.haunted_destinies.actions import GREY_BORDER, Act, Claim, Decision, Event, Origin, Purpose, React
from haunted_env.games.haunted_destinies.amounts import N_TURNS
from haunted_env.games.haunted_destinies.encode import card_mask, encode
from haunted_env.games.haunted_destinies.observation import N_OBSERVATION, OBSERVATION
from haunted_env.games.haunted_destinies.state import (
    AT_SLOT,
    CELLS,
    GAME,
    GONE,
    MAX_PILE,
    MAX_SEATS,
    N_CLAIMS,
    N_EVENTS,
    N_HAND,
    N_PSYCHE,
    N_TOLD,
    NONE,
    PILE,
    SEEN,
    STALE,
    TRADE_NOTES,
    UNKNOWN,
    UP,
    compiler,
)
from haunted_env.games.haunted_destinies.tables import CEMETERY, N_CARDS, N_TILES
from haunted_env.spec.game import NO_DATA

FLAGS = """setup placement evil_twins evil_twins_scope search_tiers psyche_reward reward_health bind_win attacker_down
    death_pass insert_mode opener_power auto_forced removed_sets revival rotation ruleset
    in_setup turn_ending ritual has_result action_used tile_removed
    stepped ghost gone power_used item_power_used reroll_used item_reroll_used over"""
SEATS = """decider actor opponent look_seat look_pile obeyed_self obeyed_other origin_seat recipient pick_pile opener
    up_at"""
COUNTS = """mp gloom health wounds own_gloom grey_min grey_max items gloom_to_place persist curses discard search_left
    haunting_left lanterns skulls offers claims_made tells_made health_moves"""
CARD = (NONE, N_CARDS - 1)
ME, LEFT = 1, 2  # the viewer of most tests and the left neighbour, at a table of four

# Lowest and highest value of every field; "last" is the last seat.
TABLE_RANGES: dict[str, tuple[int, Any]] = {
    **dict.fromkeys(FLAGS.split(), (0, 1)),
    **dict.fromkeys(SEATS.split(), (NONE, "last")),
    **dict.fromkeys(COUNTS.split(), (0, 9)),
    **dict.fromkeys(("active", "holder"), (0, "last")),
    **dict.fromkeys(("obeyed", "react_card"), CARD),
    **dict.fromkeys(("look_slot", "origin_slot"), (NONE, MAX_PILE - 1)),
    **dict.fromkeys(("light", "dark", "move_light", "move_dark"), (0, 6)),
    **dict.fromkeys(("trade_give", "trade_ask"), (NONE, TRADE_NOTES)),
    **dict.fromkeys(("claims_per_turn", "trade_offers_per_turn", "tells_per_turn"), (0, 3)),
    "draw_reward": (-1, 0),
    "max_turns": (1, 240),
    "turn": (100, 200),
    "label": (Decision.ROLL, Decision.ROLL),
    "winners": (0, 7),
    "reason": (0, 6),
    "action": (Act.SEARCH, Act.REMOVE_TILE),
    "result": (-20, 20),
    "react": (0, len(React) - 1),
    "origin": (0, len(Origin) - 1),
    "purpose": (0, len(Purpose) - 1),
    "tile": (NONE, N_TILES * N_TURNS - 1),
    "pawn": (NONE, CELLS - 1),
    "pile_size": (0, MAX_PILE),
    "looked": (0, 7),
    "n_claims": (0, 3 * N_CLAIMS),
    "n_events": (0, 3 * N_EVENTS),
}
CLAIM_RANGES = {
    "speaker": (0, "last"),
    "listener": (NONE, "last"),
    "kind": (0, max(Claim)),
    "seat": (0, "last"),
    "card": (NONE, N_PSYCHE - 1),
    "slot": (NONE, MAX_PILE - 1),
    "border": (NONE, GREY_BORDER),
    "turn": (80, 100),
}
EVENT_RANGES = {
    "kind": (1, max(Event)),
    "actor": (NONE, "last"),
    "target": (NONE, "last"),
    "slot": (NONE, CELLS - 1),
    "face": CARD,
    "amount": (-9, 66),
}
LEDGER_RANGES: dict[str, tuple[int, Any]] = {
    "fact": (0, SEEN + N_CARDS - 1),
    "location": (UNKNOWN, GONE),
    "incoming": (0, SEEN + N_CARDS - 1),
    "hand": (NONE, N_TILES - 1),
    "decision": (1, max(Decision)),
    "seats": (0, 63),
    "options": (0, 1 << 40),
    "amount": (0, 6),
    "face": CARD,
    "lane": (0, 1),
    "chosen_tile": (NONE, N_HAND - 1),
    "chosen_turn": (NONE, N_TURNS - 1),
    "claim_kind": (NONE, max(Claim)),
    "claim_seat": (NONE, "last"),
    "claim_card": (NONE, N_PSYCHE - 1),
    "claim_slot": (NONE, MAX_PILE - 1),
    "claim_border": (NONE, GREY_BORDER),
    "n_told": (0, 3 * N_TOLD),
}


def write(games, seat, origin, out, mask, data):
    encode(games[0].table, games[0].ledger[seat], origin, out, data)
    card_mask(games[0].table, games[0].ledger[seat], origin, mask, data)


if jit.COMPILED:
    compiled = njit(jit.signature(write, compiler.types), **jit.OPTIONS)(write)
else:
    compiled = interpreted.wrap(write)


def both(game: np.ndarray, seat: int, origin: int | None = None, before: int = 99) -> tuple[np.ndarray, np.ndarray]:
    """Observation and card mask, written over `before`."""
    out = np.full(N_OBSERVATION, before, np.int8)
    mask = np.full(MAX_SEATS * MAX_PILE, before, np.int8)
    compiled(game, seat, seat if origin is None else origin, out, mask, NO_DATA)
    return out, mask


def observe(game: np.ndarray, seat: int, origin: int | None = None) -> np.ndarray:
    return both(game, seat, origin)[0]


def block(observation: np.ndarray, name: str, size: int = 0) -> list:
    """The entries of a block; in rows of `size` if given."""
    entries = observation[OBSERVATION.span(name)]
    return (entries.reshape(-1, size) if size else entries).tolist()


def one_hot(index: int, size: int) -> list[int]:
    return [int(i == index) for i in range(size)]


def bits(number: int, size: int) -> list[int]:
    return [number >> i & 1 for i in range(size)]


def changed(before: np.ndarray, after: np.ndarray) -> set[str]:
    """Names of the blocks that differ."""
    return {OBSERVATION.find(int(index))[0].name for index in np.flatnonzero(before != after)}


def quiet(n_seats: int = 4) -> np.ndarray:
    """A game in which nothing is known, placed or under way."""
    game = np.zeros(1, GAME)
    table, ledger = game["table"], game["ledger"]
    for name, (low, _) in TABLE_RANGES.items():
        table[name] = min(low, 0)
    table["n_seats"], table["draw_reward"] = n_seats, 0
    for part, ranges in (
        (table["claims"], CLAIM_RANGES),
        (table["events"], EVENT_RANGES),
        (ledger, LEDGER_RANGES),
        (ledger["told"], CLAIM_RANGES),
    ):
        for name, (low, _) in ranges.items():
            part[name] = min(low, 0)
    table["result"], table["events"]["amount"], table["decider"], table["action"] = 0, 0, 0, NONE
    ledger["seat"] = np.arange(MAX_SEATS)
    return game


def arbitrary(seed: int, n_seats: int) -> np.ndarray:
    """A game with every field filled at random, each within its range."""
    game = quiet(n_seats)
    rng = np.random.default_rng(seed)

    def fill(part: np.ndarray, ranges: dict[str, tuple[int, Any]]) -> None:
        for name, (low, high) in ranges.items():
            last = n_seats - 1 if high == "last" else high
            part[name] = rng.integers(low, last + 1, part[name].shape)

    table, ledger = game["table"], game["ledger"]
    fill(table, TABLE_RANGES)
    fill(table["claims"], CLAIM_RANGES)
    table["claims"]["border"] = NONE  # no claim names both a card and a border
    fill(table["events"], EVENT_RANGES)
    fill(ledger, LEDGER_RANGES)
    fill(ledger["told"], CLAIM_RANGES)
    table["tile"][table["tile"] == CEMETERY] = NONE
    table["tile"][0, rng.integers(CELLS)] = CEMETERY
    for owner in range(n_seats, MAX_SEATS):  # absent seats
        for name in ("pile_size", "items", "curses", "health"):
            table[name][0, owner] = 0
    kinds, seats = rng.choice([UP, PILE, STALE], (MAX_SEATS, 20)), rng.integers(n_seats, size=(MAX_SEATS, 20))
    ledger["location"][0, :, :20] = kinds + seats
    for seat in range(n_seats):
        see_each_card_once(game, seat)
    return game


def see_each_card_once(game: np.ndarray, seat: int) -> None:
    """HD-INV-14: a Psyche card is seen in at most one slot, and its location says so."""
    ledger, table = game["ledger"][0, seat], game["table"][0]
    seen = set()
    for pile in range(int(table["n_seats"])):
        for slot in range(MAX_PILE):
            card = int(ledger["fact"][pile, slot]) - SEEN
            if slot >= table["pile_size"][pile] or card in seen:
                ledger["fact"][pile, slot] = 0
            elif 0 <= card < N_PSYCHE:
                seen.add(card)
                ledger["location"][card] = AT_SLOT + pile
