"""The results of a contest, computed from its games: `results.json`, `agents.csv` and `games.csv` in its folder, and
`talk.csv` if there is talk in the game."""

import csv
import io
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from haunted_env import registry
from haunted_env.arena import belief, plan, ratings, referee, statistics, talk_summary
from haunted_env.arena.plan import Contest
from haunted_env.arena.record import GameRecord
from haunted_env.arena.referee import Counted
from haunted_env.arena.statistics import Sheet
from haunted_env.arena.store import Store
from haunted_env.engine.files import write_atomically

RESULTS, TALK = "results.json", "talk.csv"


def results_of(store: Store, counted: Counted) -> dict[str, Any]:
    """The results of a contest, finished or not, ready for JSON. Only `timing` differs when it is played again."""
    contest, records = store.contest, counted.records
    if not records:
        raise ValueError(f"{store.folder}: no game has been finished yet")
    spec = registry.spec(contest.game)
    sheet = Sheet.of(contest, records)
    cross = statistics.cross_play(contest, records)
    return {
        "game": spec.name,
        "title": spec.title,
        "players": contest.players[0] if len(contest.players) == 1 else list(contest.players),
        "player_counts": list(contest.players),  # always a list
        "deals": contest.deals,
        "games": len(records),
        "planned": sum(1 for _ in plan.games(contest)),
        "replayed": counted.replayed,
        "seed": contest.seed,
        **_options(store),
        "lineup": None if contest.lineup is None else [contest.agents[i] for i in contest.lineup],
        "agents": _agents(contest, records, sheet, cross),
        "roles": _by_name(sheet.roles, sheet.by_role()),
        "roles_by_players": {str(n): _by_name(sheet.roles, sheet.of_players(n).by_role()) for n in contest.players},
        "cross_play": cross,
        "ratings_by_role": ratings.bradley_terry(sheet, by_role=True),
        "reasons": statistics.reasons(contest, records),
        "lengths": statistics.lengths(records),
        "draws": _share(records, lambda r: r.forfeit is None and not r.winners),
        "truncated": _share(records, lambda r: r.truncated),
        "forfeits": _forfeits(contest, records),
        "forfeit_wins": {str(n): round(wins, 4) for n, wins in statistics.forfeit_wins(records).items()},
        "beliefs": belief.summary(contest.agents, records),
        "beliefs_refused": belief.refusals(contest.agents, records),
        "talk": talk_summary.summary(spec, contest.agents, records, counted.talk),
        "versions": store.versions,
        "timing": _timing(contest, records),
    }


def _agents(
    contest: Contest, records: Sequence[GameRecord], sheet: Sheet, cross: dict[str, Any]
) -> list[dict[str, Any]]:
    rating = {row["agent"]: row for row in ratings.bradley_terry(sheet, by_role=False)}
    openskill = ratings.openskill_ratings(contest.agents, records)
    masses = ratings.alpha_rank(cross["win_rate"])
    by_role, by_players = sheet.by_agent_and_role(), sheet.by_agent_and_players(contest.players)
    by_both = {str(n): sheet.of_players(n).by_agent_and_role() for n in contest.players}
    rows = []
    for i, (name, overall) in enumerate(zip(contest.agents, sheet.by_agent())):
        seats = _seats_of(i, records)
        decisions = sum(record.decisions[seat] for record, seat in seats)
        row = {"name": name, **overall}
        row["by_role"] = _by_name(sheet.roles, by_role[i])
        row["by_players"] = _by_name(list(map(str, contest.players)), by_players[i])
        row["by_players_and_role"] = {n: _by_name(sheet.roles, rates[i]) for n, rates in by_both.items()}
        row["rating"] = {key: rating[name][key] for key in ("rating", "interval")} if name in rating else None
        row["openskill"] = openskill[i] if openskill else None
        row["alpha_rank"] = masses[i] if masses else None
        row["decisions"] = decisions
        row["illegal_rate"] = round(sum(r.illegal[seat] for r, seat in seats) / max(1, decisions), 6)
        row["illegal_answers"] = sum(r.illegal_answers[seat] for r, seat in seats)
        row["forfeits"] = sum(record.forfeit == seat for record, seat in seats)
        row["forfeits_of_others"] = sum(record.forfeit not in (None, seat) for record, seat in seats)
        rows.append(row)
    return rows


def _seats_of(agent: int, records: Sequence[GameRecord]) -> list[tuple[GameRecord, int]]:
    return [(record, seat) for record in records for seat, a in enumerate(record.plan.seating) if a == agent]


def _by_name(names: Sequence[str], rates: Sequence[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """The rates by name, without those that have no games."""
    return {name: rate for name, rate in zip(names, rates) if rate["games"]}


def _options(store: Store) -> dict[str, Any]:
    """The options that all games have in common; and all options by number of players (some depend on it)."""
    each = store.options
    first, *others = each.values()
    shared = {key: value for key, value in first.items() if all(one[key] == value for one in others)}
    return {"options": shared, "options_by_players": each}


def _share(records: Sequence[GameRecord], which: Callable[[GameRecord], bool]) -> dict[str, Any]:
    n = sum(map(which, records))
    return {"games": n, "share": round(n / len(records), 4)}


def _forfeits(contest: Contest, records: Sequence[GameRecord]) -> list[dict[str, Any]]:
    return [
        {
            "agent": contest.agents[record.plan.seating[record.forfeit]],
            **dict(zip(("players", "deal", "rotation"), record.plan.key)),
            "seat": record.forfeit,
            "error": record.error,
        }
        for record in records
        if record.forfeit is not None
    ]


def _timing(contest: Contest, records: Sequence[GameRecord]) -> dict[str, Any]:
    """Milliseconds per decision on this machine; None if no decision was timed."""
    found = {}
    for i, name in enumerate(contest.agents):
        seats = _seats_of(i, records)
        timed = sum(record.timed[seat] for record, seat in seats)
        seconds = sum(record.seconds[seat] for record, seat in seats)
        found[name] = round(1000 * seconds / timed, 4) if timed else None
    return {"ms_per_decision": found}


def write(store: Store, counted: Counted | None = None) -> dict[str, Any]:
    """Compute the results of the games as they count (`referee.counted`) and write the files."""
    counted = counted or referee.counted(store)
    contest, records = store.contest, counted.records
    results = results_of(store, counted)
    write_atomically(store.folder / RESULTS, json.dumps(results, indent=1) + "\n")
    write_atomically(store.folder / "agents.csv", _agents_csv(results))
    write_atomically(store.folder / "games.csv", _games_csv(contest, records))
    talk = results["talk"]
    if talk:
        write_atomically(store.folder / TALK, _csv(talk_summary.csv_rows(talk)))
    else:  # one left by an earlier report would say something else
        (store.folder / TALK).unlink(missing_ok=True)
    return results


def read(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / RESULTS).read_text(encoding="utf-8"))
    return found


def _agents_csv(results: dict[str, Any]) -> str:
    """A row per agent, and per agent and role."""
    rows = [("agent", "role", "games", "win_rate", "low", "high", "rating", "rating_low", "rating_high")]
    by_role = {(row["agent"], row["role"]): row for row in results["ratings_by_role"]}
    for agent in results["agents"]:
        rows.append(_csv_row(agent["name"], "all", agent, agent["rating"]))
        for role, rate in agent["by_role"].items():
            rows.append(_csv_row(agent["name"], role, rate, by_role.get((agent["name"], role))))
    return _csv(rows)


def _csv_row(name: str, role: str, rate: dict[str, Any], rating: dict[str, Any] | None) -> tuple[Any, ...]:
    interval = rate["interval"] or ("", "")
    rated = (rating["rating"], *(rating["interval"] or ("", ""))) if rating else ("", "", "")
    return (name, role, rate["games"], rate["win_rate"], *interval, *rated)


def _games_csv(contest: Contest, records: Sequence[GameRecord]) -> str:
    """A row per game and seat."""
    head = ("players", "deal", "rotation", "seed", "seat", "agent", "role", "won", "return", "reason", "turns")
    rows: list[tuple[Any, ...]] = [(*head, "decisions", "illegal", "forfeit", "error", "credit", "illegal_answers")]
    shared = statistics.forfeit_wins(records)
    for record in records:
        credits = statistics.credits(record, shared)
        for seat, agent in enumerate(record.plan.seating):
            about = (*record.plan.key, record.plan.seed, seat, contest.agents[agent], record.roles[seat])
            end = (int(seat in record.winners), record.returns[seat], record.reason, record.turns)
            mine = record.forfeit == seat
            did = (record.decisions[seat], record.illegal[seat], int(mine), record.error if mine else "")
            rows.append((*about, *end, *did, round(credits[seat], 4), record.illegal_answers[seat]))
    return _csv(rows)


def _csv(rows: Sequence[tuple[Any, ...]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()
