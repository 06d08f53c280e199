"""The report of a contest: one HTML file that needs nothing else."""

from collections.abc import Sequence
from html import escape
from importlib import resources
from typing import Any

from haunted_env.arena import figures, replays, results
from haunted_env.arena.cells import interval, percent_words, share_cell, swatch, table
from haunted_env.arena.figures import Curve, Estimate, percent
from haunted_env.arena.record import GameRecord
from haunted_env.arena.store import Store
from haunted_env.core.files import write_atomically

REPORT = "report.html"
PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>{title}</title><style>{style}</style></head><body><main>
<header><h1>{title}</h1><p class="about">{about}</p></header>
{sections}
</main></body></html>
"""


def write(store: Store) -> dict[str, Any]:
    """Write results, replays and the report; the results."""
    found = results.write(store)
    contest, records = store.contest, list(store.records())
    games = replays.write(store.folder, contest, records)
    write_atomically(store.folder / REPORT, page(found, records, games))
    return found


def page(found: dict[str, Any], records: Sequence[GameRecord], games: Sequence[tuple[GameRecord, str]]) -> str:
    names = [agent["name"] for agent in found["agents"]]
    sections = [
        _section("Standings", standings(found), STANDINGS_NOTE, wide=True),
        _section("Rating", _ratings(found), RATING_NOTE),
        _section("Win rate with whom at the table", _cross_play(found), CROSS_NOTE),
        _section("Win rate by role", by_group(found, "by_role", "role"), ROLE_NOTE, wide=True)
        if len(found["roles"]) > 1
        else "",
        _section("Rating by role", _role_ratings(found, names), "") if len(found["roles"]) > 1 else "",
        _section("Win rate by number of players", by_group(found, "by_players", "players"), "", wide=True)
        if isinstance(found["players"], list)
        else "",
        _section("How games end", _reasons(found, names), REASON_NOTE),
        _section("Length of games", _lengths(records), _length_words(found)),
        *_belief_sections(found, names),
        _section("Games to look at", _games(names, games), "", wide=True),
        _section("Forfeits", _forfeits(found), FORFEIT_NOTE, wide=True) if found["forfeits"] else "",
        _section("Settings", _settings(found), "", wide=True),
    ]
    style = resources.files("haunted_env.arena").joinpath("report.css").read_text(encoding="utf-8")
    title = escape(f"{found['title']}: {' · '.join(names) if len(names) < 5 else f'{len(names)} agents'}")
    return PAGE.format(title=title, style=style, about=_about(found), sections="\n".join(sections))


STANDINGS_NOTE = """Win rates with 95 % intervals, drawn again by deal. The rating allows for the role a seat ended
in; 0 is the average agent. openskill knows no roles. alpha-rank: share of its time that evolution would spend
with the agent."""
RATING_NOTE = "Role-aware Bradley–Terry model, in Elo points, with 95 % intervals clustered by deal."
CROSS_NOTE = "How often the row's agent wins when the column's agent sits at the table, over pairs of seats."
ROLE_NOTE = "Roles as they stood at the end of the game. The first row is the base rate of the role."
REASON_NOTE = "Share of all games; colours show who won them."
FORFEIT_NOTE = "Games lost by an error or an illegal action. They count as lost for that seat and for nobody else."
CALIBRATION_NOTE = "Of the times an agent gave about this probability, how often was it so? The diagonal is perfect."


def _section(title: str, body: str, note: str, wide: bool = False) -> str:
    about = f'<p class="note">{escape(note)}</p>' if note else ""
    return f'<section class="{"wide" if wide else ""}"><h2>{escape(title)}</h2>{about}{body}</section>'


def _about(found: dict[str, Any]) -> str:
    players = found["players"] if isinstance(found["players"], list) else [found["players"]]
    words = [f"{' / '.join(map(str, players))} players", f"{found['deals']} deals", f"{found['games']:,} games"]
    words += [f"seed {found['seed']}", f"haunted_env {found['versions']['haunted_env']}"]
    unfinished = f"{found['games']} of {found['planned']} games played so far"
    state = "" if found["games"] >= found["planned"] else f'<span class="chip">{unfinished}</span>'
    return " · ".join(map(escape, words)) + state


def standings(found: dict[str, Any]) -> str:
    """Best rating first."""
    order = sorted(enumerate(found["agents"]), key=lambda pair: -_rating(pair[1]))
    head = ["agent", "games", "win rate", "rating", "openskill", "alpha-rank", "illegal", "forfeits", "ms / decision"]
    rows = []
    for i, agent in order:
        rating, skill = agent["rating"], agent["openskill"]
        row = [swatch(i, agent["name"]), f"{agent['games']:,}", share_cell(agent)]
        row += [interval(rating["rating"], rating["interval"], "+.0f") if rating else "–"]
        row += [f"{skill['mu']:.1f} <small>± {skill['sigma']:.1f}</small>" if skill else "–"]
        row += ["–" if agent["alpha_rank"] is None else percent(agent["alpha_rank"])]
        row += [f"{100 * agent['illegal_rate']:.2f} %", str(agent["forfeits"])]
        rows.append([*row, f"{found['timing']['ms_per_decision'][agent['name']]:.3g}"])
    return table(head, rows)


def _rating(agent: dict[str, Any]) -> float:
    return agent["rating"]["rating"] if agent["rating"] else agent["win_rate"] or 0.0


def _estimate(label: str, row: dict[str, Any], colour: int) -> Estimate:
    low, high = row["interval"]
    return Estimate(label, row["rating"], low, high, colour, f"{row['rating']:+.0f} [{low:+.0f}, {high:+.0f}]")


def _ratings(found: dict[str, Any]) -> str:
    rated = [(i, agent) for i, agent in enumerate(found["agents"]) if agent["rating"]]
    rated.sort(key=lambda pair: -pair[1]["rating"]["rating"])
    rows = [_estimate(agent["name"], agent["rating"], i) for i, agent in rated]
    return figures.forest(rows, "ratings") if rows else "<p>no rated games</p>"


def _role_ratings(found: dict[str, Any], names: Sequence[str]) -> str:
    ordered = sorted(found["ratings_by_role"], key=lambda row: (row["role"], -row["rating"]))
    rows = [_estimate(f"{row['agent']}, {row['role']}", row, names.index(row["agent"])) for row in ordered]
    return figures.forest(rows, "ratings by role")


def _cross_play(found: dict[str, Any]) -> str:
    cross = found["cross_play"]
    names = cross["agents"]
    tips = [
        [
            f"{a} with {b} at the table: {percent_words(rate, interval)}, {pairs} pairs of seats"
            for b, rate, interval, pairs in zip(names, *row)
        ]
        for a, *row in zip(names, cross["win_rate"], cross["interval"], cross["pairs"])
    ]
    return figures.heat_map(names, cross["win_rate"], tips, "cross-play")


def by_group(found: dict[str, Any], key: str, word: str) -> str:
    """Win rates per agent in every role, or for every number of players."""
    groups = list(found["roles"]) if key == "by_role" else [str(n) for n in found["players"]]
    rows = []
    if key == "by_role":
        rows.append(["<em>all agents</em>", *(share_cell(found["roles"][group]) for group in groups)])
    for i, agent in enumerate(found["agents"]):
        rows.append([swatch(i, agent["name"]), *(share_cell(agent[key].get(group)) for group in groups)])
    return table(["agent", *(escape(group if key == "by_role" else f"{group} {word}") for group in groups)], rows)


def _reasons(found: dict[str, Any], names: Sequence[str]) -> str:
    rows = sorted(found["reasons"].items(), key=lambda pair: -pair[1]["games"])
    legend = " ".join(swatch(i, name) for i, name in enumerate(names))
    drawn = figures.parts([(reason.replace("_", " "), row["share"], row["wins"]) for reason, row in rows], "reasons")
    return f'{drawn}<p class="legend">{legend}</p>'


def _lengths(records: Sequence[GameRecord]) -> str:
    turns = [record.turns for record in records if record.forfeit is None]
    return figures.histogram(turns, "turns per game", "turns") if turns else "<p>no finished games</p>"


def _length_words(found: dict[str, Any]) -> str:
    words = [
        f"{name}: median {row['median']:g}, mean {row['mean']:g}, 90 % between {row['p5']:g} and {row['p95']:g}"
        for name, row in found["lengths"].items()
    ]
    words.append(f"games without a winner: {100 * found['draws']['share']:.1f} %")
    return "; ".join(words) + "."


def _belief_sections(found: dict[str, Any], names: Sequence[str]) -> list[str]:
    if not found["beliefs"]:
        return []
    calibration, by_turn = [], []
    for row in found["beliefs"]:
        number = names.index(row["agent"])
        bins = [(b["said"], b["was"], *b["interval"], b["notes"]) for b in row["calibration"]]
        calibration.append(Curve(row["agent"], bins, number))
        turns = [(sum(t["turns"]) / 2, t["log_loss"], *t["log_loss_interval"], t["notes"]) for t in row["by_turn"]]
        by_turn.append(Curve(row["agent"], turns, number))
    scores = [
        [swatch(names.index(row["agent"]), row["agent"]), *(_score(row, key) for key in SCORES), f"{row['notes']:,}"]
        for row in found["beliefs"]
    ]
    drawn = figures.curves(calibration, "calibration", "probability given", "how often it was so", diagonal=True)
    over_time = figures.curves(by_turn, "log-loss by turn", "turn", "log-loss")
    return [
        _section("Beliefs: calibration", drawn, CALIBRATION_NOTE),
        _section("Beliefs by turn", table(["agent", "log-loss", "Brier score", "notes"], scores) + over_time, ""),
    ]


SCORES = ("log_loss", "brier")


def _score(row: dict[str, Any], key: str) -> str:
    return interval(row[key], row[f"{key}_interval"], ".3f")


def _games(names: Sequence[str], games: Sequence[tuple[GameRecord, str]]) -> str:
    rows = []
    for record, file in games:
        seats = ", ".join(
            f"<strong>{escape(names[a])}</strong>" if seat in record.winners else escape(names[a])
            for seat, a in enumerate(record.plan.seating)
        )
        links = f'<a href="{escape(file)}.html">what happened</a> · <a href="{escape(file)}.jsonl">replay</a>'
        reason = escape(record.reason.replace("_", " "))
        rows.append([reason, seats, links, str(record.turns), str(record.plan.deal)])
    return table(["end", "seats in order, winners bold", "", "turns", "deal"], rows, left=3)


def _forfeits(found: dict[str, Any]) -> str:
    rows = [
        [escape(row["agent"]), escape(row["error"]), str(row["players"]), str(row["deal"]), str(row["rotation"])]
        for row in found["forfeits"][:50]
    ]
    return table(["agent", "error", "players", "deal", "rotation"], rows, left=2)


def _settings(found: dict[str, Any]) -> str:
    options = [[escape(str(key)), escape(str(value))] for key, value in found["options"].items()]
    versions = [[escape(str(key)), escape(str(value))] for key, value in found["versions"].items()]
    tables = table(["option", "value"], options, left=2) + table(["version", ""], versions, left=2)
    return f"<details><summary>options and versions</summary>{tables}</details>"
