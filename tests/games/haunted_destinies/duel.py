"""Positions for meetings and conflicts: seats 0 and 1 share a tile, the others are elsewhere."""

from typing import Any

from haunted_env.games.haunted_destinies.state import AT_SLOT, CLAIM, N_PSYCHE, N_TOLD, NONE, PILE, SEEN, STALE
from haunted_env.games.haunted_destinies.tables import CODE
from tests.games.haunted_destinies.table import FACTS, SPEC, Table

Seat = dict[str, Any]

BOARD = {"4,5": "ti_old_kirk", "3,4": "ti_birch_copse"}
ELSEWHERE = "3,4"
OPENER_ELSEWHERE: Seat = {"pile": ["ps_opener"]}


def meeting(first: Seat, second: Seat, *others: Seat, dice: tuple[int, ...] = (), **more: Any) -> Table:
    """Seat 0, in MAIN without movement points, meets seat 1 at the Cemetery; by default seat 2 holds the Opener."""
    away = [{"pawn": ELSEWHERE, **seat} for seat in others or (OPENER_ELSEWHERE,)]
    return Table(
        {
            "decision": "MAIN",
            "board": BOARD,
            "seats": [first, second, *away],
            "force": {"dice": list(dice)},
            **more,
        }
    )


def conflict(action: str, first: Seat | None, second: Seat | None, *others: Seat, **more: Any) -> Table:
    """Seat 0 has begun to PROBE or ATTACK seat 1, who is asked for only with `auto_forced=False`."""
    table = meeting(first or {}, second or {}, *others, **more).do(action)
    return table.do("SEAT 1") if table.decision == "TARGET" else table


def last_event(table: Table, kind: str) -> dict[str, Any]:
    """The latest public event of a kind."""
    return next(event for event in reversed(SPEC.positions.write(table.game)["events"]) if event["kind"] == kind)


def result(table: Table, kind: str) -> int:
    """The result of the latest SEARCH, PROBE or ATTACK roll, as the public event tells it."""
    return last_event(table, kind).get("amount", -1)  # positions leave out -1


def in_progress(table: Table) -> tuple[str, int, int]:
    """The action in progress with actor and opponent (-1: none), as the public context tells it (HD-INFO-25)."""
    public = table.table
    return SPEC.actions.find(int(public["action"]))[0].name, int(public["actor"]), int(public["opponent"])


def claims(table: Table) -> list[dict[str, Any]]:
    """The public claims, oldest first."""
    return SPEC.positions.write(table.game).get("claims", [])


def told(table: Table, seat: int) -> list[dict[str, int]]:
    """The private claims in a seat's log, oldest first, without the parts that they do not name."""
    ledger = table.game["ledger"][0, seat]
    n = int(ledger["n_told"])
    entries = [ledger["told"][i % N_TOLD] for i in range(max(0, n - N_TOLD), n)]
    return [{name: int(entry[name]) for name in CLAIM.names if entry[name] != NONE} for entry in entries]


def know(table: Table, seat: int, facts: dict[tuple[int, int], str], piles: dict[str, str]) -> None:
    """Put facts by pile and slot, and locations "PILE 2", "STALE 1" by card, into a seat's ledger."""
    ledger = table.game["ledger"][0, seat]
    for (pile, slot), fact in facts.items():
        seen = fact.startswith("S:")
        ledger["fact"][pile, slot] = SEEN + CODE[fact[2:]] if seen else FACTS.index(fact)
        if seen and CODE[fact[2:]] < N_PSYCHE:
            ledger["location"][CODE[fact[2:]]] = AT_SLOT + pile
    for card, place in piles.items():
        kind, owner = place.split()
        ledger["location"][CODE[card]] = {"PILE": PILE, "STALE": STALE}[kind] + int(owner)
