"""What agents said, whether it was so, whether it was believed, and what they traded: the results of talk."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from haunted_env.arena.indices import Moments, ToldGame, deception, detection
from haunted_env.arena.record import GameRecord
from haunted_env.arena.statistics import deal_numbers, ratio_intervals
from haunted_env.arena.talk import GameTalk, Moment, stated
from haunted_env.spec import GameSpec
from haunted_env.spec.talk import NONE, Remark

CLAIMS, TELLS = "claims", "tells"  # said to everybody, to one other
Row = dict[str, Any]


def summary(
    spec: GameSpec, agents: Sequence[str], records: Sequence[GameRecord], talk: Sequence[GameTalk | None]
) -> dict[str, Any] | None:
    """Of the games that could be played again; None if the game has no talk, or none could be."""
    if spec.talk is None or not any(talk):
        return None
    deals = deal_numbers(records)
    games = [
        ToldGame(record, said, deals[record.plan.players, record.plan.deal])
        for record, said in zip(records, talk, strict=True)
        if said is not None
    ]
    found = [_agent(spec, games, number, name) for number, name in enumerate(agents)]
    moments = Moments.of(games)
    for number, row in enumerate(found):
        row["moved"] = _moved(games, number, len(deals))
        row["deception"] = deception(moments, number, len(deals))
        row["detection"] = detection(moments, number, len(deals))
    roles = [role for role in spec.roles if any(role in row["by_role"] for row in found)]
    return {"games": len(games), "roles": roles, "goods": list(spec.talk.goods), "agents": found}


def _agent(spec: GameSpec, games: Sequence[ToldGame], number: int, name: str) -> Row:
    """What is counted of an agent, in all its seats."""
    assert spec.talk is not None
    total, by_role = _nothing_said(), {role: _nothing_said() for role in spec.roles}
    trades: Row = {"offers": 0, "accepted": 0, "given": dict.fromkeys(spec.talk.goods, 0)}
    seats = 0
    for record, talk, _ in games:
        mine = [agent == number for agent in record.plan.seating]
        seats += sum(mine)
        for _, remark in talk.remarks:
            if mine[remark.speaker]:
                _count(total, remark)
                _count(by_role[spec.roles[remark.role]], remark)
        for offer in talk.offers:
            trades["offers"] += mine[offer.proposer]
            trades["accepted"] += mine[offer.proposer] and offer.accepted
            for seat, kind in ((offer.proposer, offer.given), (offer.partner, offer.asked)):
                trades["given"][kind] += mine[seat] and offer.accepted
    spoke = {role: said for role, said in by_role.items() if any(part["said"] for part in said.values())}
    return {"agent": name, "seats": seats, **total, "by_role": spoke, "trades": trades}


def _nothing_said() -> dict[str, dict[str, int]]:
    return {channel: {"said": 0, "true": 0, "lies": 0} for channel in (CLAIMS, TELLS)}


def _count(said: dict[str, dict[str, int]], remark: Remark) -> None:
    part = said[CLAIMS if remark.listener == NONE else TELLS]
    part["said"] += 1
    part["true"] += remark.is_true
    part["lies"] += remark.is_lie


def _moved(games: Sequence[ToldGame], number: int, n_deals: int) -> Row | None:
    """How often what the agent said was followed by a listener's belief that had moved towards it."""
    heard, stated_moves, exact_moves = np.zeros((3, n_deals, 1))
    for record, talk, deal in games:
        for speaker, moved, exact in _moves(record, talk):
            if record.plan.seating[speaker] == number:
                heard[deal] += 1
                stated_moves[deal] += moved
                exact_moves[deal] += exact
    n = int(heard.sum())
    if not n:
        return None
    row: Row = {"listeners": n}
    for name, moves in (("stated", stated_moves), ("exact", exact_moves)):
        low, high = ratio_intervals(moves, heard)
        interval = [round(float(low[0]), 4), round(float(high[0]), 4)]
        row |= {name: round(float(moves.sum()) / n, 4), f"{name}_interval": interval}
    return row


def _moves(record: GameRecord, talk: GameTalk) -> Iterator[tuple[int, bool, bool]]:
    """For each remark that bears on the belief and each listener with a note before and after it: the speaker, whether
    what the listener says has moved towards the remark, and whether what its knowledge says has."""
    said = stated(record, talk.moments)
    notes: list[list[tuple[Moment, np.ndarray]]] = [[] for _ in range(record.plan.players)]
    for moment, belief in zip(talk.moments, said, strict=True):
        if belief is not None:
            notes[moment.observer].append((moment, belief))
    for step, remark in talk.remarks:
        listeners = range(record.plan.players) if remark.listener == NONE else (remark.listener,)
        for seat in listeners:
            before = [note for note in notes[seat] if note[0].step <= step]
            after = [note for note in notes[seat] if note[0].step > step]
            if remark.outcome == NONE or seat == remark.speaker or not before or not after:
                continue
            (earlier, was), (later, now) = before[-1], after[0]
            if earlier.hider != NONE:
                yield remark.speaker, _towards(remark, was, now), _towards(remark, earlier.exact, later.exact)


def _towards(remark: Remark, was: np.ndarray, now: np.ndarray) -> bool:
    change = float(now[remark.outcome]) - float(was[remark.outcome])
    return change < 0 if remark.denies else change > 0


def csv_rows(talk: dict[str, Any]) -> list[tuple[Any, ...]]:
    """A row per agent, and per agent and role, of which only what was said is known."""
    goods = [f"given_{kind}" for kind in talk["goods"]]
    counts = [f"{part}{channel}" for channel in (CLAIMS, TELLS) for part in ("", "true_", "lying_")]
    indices = [("moved", "stated"), ("deception", "exact"), ("deception", "stated"), ("deception", "misled")]
    indices += [("detection", "log_loss"), ("detection", "exact"), ("detection", "index")]
    heads = [f"{index}_{part}{end}" for index, part in indices for end in ("", "_low", "_high")]
    rows: list[tuple[Any, ...]] = [("agent", "role", "seats", *counts, "offers", "accepted", *goods, *heads)]
    for row in talk["agents"]:
        trades = row["trades"]
        measured = [value for index, part in indices for value in _with_interval(row[index] or {}, part)]
        ends = (trades["offers"], trades["accepted"], *trades["given"].values(), *measured)
        rows.append((row["agent"], "all", row["seats"], *_said(row), *ends))
        rows += [(row["agent"], role, "", *_said(said), *[""] * len(ends)) for role, said in row["by_role"].items()]
    return rows


def _said(row: Row) -> list[int]:
    return [row[channel][part] for channel in (CLAIMS, TELLS) for part in ("said", "true", "lies")]


def _with_interval(row: Row, name: str) -> tuple[Any, ...]:
    return (row[name], *row[f"{name}_interval"]) if name in row else ("", "", "")
