"""The report of a contest: one HTML file that needs nothing else."""

from collections.abc import Sequence
from html import escape
from importlib import resources
from typing import Any

from haunted_env.arena import belief_report, figures, ratings, replays, results
from haunted_env.arena.cells import interval, percent_words, section, share_cell, swatch, table
from haunted_env.arena.figures import Estimate, percent
from haunted_env.arena.record import GameRecord
from haunted_env.arena.store import Store
from haunted_env.engine.files import write_atomically

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


def page(found: dict[str, Any], records: Sequence[GameRecord], games: Sequence[tuple[GameRecord, str, str]]) -> str:
    names = [agent["name"] for agent in found["agents"]]
    several = len(found["player_counts"]) > 1
    sections = [
        section("Standings", standings(found), STANDINGS_NOTE, wide=True),
        section("Rating", _ratings(found), RATING_NOTE),
        section("Win rate with whom at the table", _cross_play(found), CROSS_NOTE),
        *_role_sections(found, names),
        section("Win rate by number of players", by_players(found), "", wide=True) if several else "",
        section("How games end", _reasons(found, names), REASON_NOTE),
        section("Length of games", _lengths(records), _length_words(found)),
        *belief_report.sections(found, names),
        section("Games to look at", _games(names, games), "", wide=True),
        section("Forfeits", _forfeits(found), f"{FORFEIT_NOTE} {_share_words(found)}", wide=True)
        if found["forfeits"]
        else "",
        section("Settings", _settings(found), "", wide=True),
    ]
    style = resources.files("haunted_env.arena").joinpath("report.css").read_text(encoding="utf-8")
    title = escape(f"{found['title']}: {' · '.join(names) if len(names) < 5 else f'{len(names)} agents'}")
    return PAGE.format(title=title, style=style, about=_about(found), sections="\n".join(sections))


def _role_sections(found: dict[str, Any], names: Sequence[str]) -> list[str]:
    """Win rates by role, for all games and for each number of players; ratings by role."""
    if len(found["roles"]) < 2:
        return []
    sections = [section("Win rate by role", by_role(found, found["roles"]), ROLE_NOTE, wide=True)]
    if len(found["player_counts"]) > 1:
        for n, roles in found["roles_by_players"].items():
            sections.append(section(f"Win rate by role, {n} players", by_role(found, roles, n), "", wide=True))
    return [*sections, section("Rating by role", _role_ratings(found, names), ROLE_RATING_NOTE)]


STANDINGS_NOTE = """Win rates with 95 % intervals, drawn again by deal. Rating: 0 is the average agent; it knows no
roles, and no more does openskill. alpha-rank: share of its time that evolution would spend with the agent. Illegal:
decisions in which an answer was illegal. ms / decision: choosing alone, without an agent's first decisions."""
RATING_NOTE = "Bradley–Terry model, in Elo points, with 95 % intervals clustered by deal."
ROLE_RATING_NOTE = """How an agent does in a role beside the others that ended in it, with 95 % intervals clustered by
deal. A description, not a measure of skill: how often it gets into that role is part of how well it plays."""
NO_RATING = f"<p>Fewer than {ratings.FEWEST_DEALS} deals are too few to say how sure a rating is.</p>"
CROSS_NOTE = "How often the row's agent wins when the column's agent sits at the table, over pairs of seats."
ROLE_NOTE = """Roles as they stood at the end of the game, which is an outcome of it. The first row is the base rate of
the role. Forfeited games are not here: nobody knows what the roles would have been."""
REASON_NOTE = "Share of all games; colours show who won them."
FORFEIT_NOTE = "Games lost by an error or an illegal action."


def _about(found: dict[str, Any]) -> str:
    players = " / ".join(map(str, found["player_counts"]))
    words = [f"{players} players", f"{found['deals']} deals", f"{found['games']:,} games"]
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
        row += [interval(rating["rating"], rating["interval"], "+.0f") if is_sure(rating) else "–"]
        row += [f"{skill['mu']:.1f} <small>± {skill['sigma']:.1f}</small>" if skill else "–"]
        row += ["–" if agent["alpha_rank"] is None else percent(agent["alpha_rank"])]
        row += [f"{100 * agent['illegal_rate']:.2f} %", str(agent["forfeits"])]
        took = found["timing"]["ms_per_decision"][agent["name"]]
        rows.append([*row, "–" if took is None else f"{took:.3g}"])
    return table(head, rows)


def is_sure(rating: dict[str, Any] | None) -> bool:
    """Whether there is a rating with an interval: without one it is not worth showing."""
    return bool(rating and rating["interval"])


def _rating(agent: dict[str, Any]) -> float:
    return agent["rating"]["rating"] if agent["rating"] else agent["win_rate"] or 0.0


def _estimate(label: str, row: dict[str, Any], colour: int) -> Estimate:
    low, high = row["interval"]
    return Estimate(label, row["rating"], low, high, colour, f"{row['rating']:+.0f} [{low:+.0f}, {high:+.0f}]")


def _ratings(found: dict[str, Any]) -> str:
    rated = [(i, agent) for i, agent in enumerate(found["agents"]) if is_sure(agent["rating"])]
    rated.sort(key=lambda pair: -pair[1]["rating"]["rating"])
    rows = [_estimate(agent["name"], agent["rating"], i) for i, agent in rated]
    return figures.forest(rows, "ratings") if rows else NO_RATING


def _role_ratings(found: dict[str, Any], names: Sequence[str]) -> str:
    ordered = sorted(filter(is_sure, found["ratings_by_role"]), key=lambda row: (row["role"], -row["rating"]))
    rows = [_estimate(f"{row['agent']}, {row['role']}", row, names.index(row["agent"])) for row in ordered]
    return figures.forest(rows, "ratings by role") if rows else NO_RATING


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


def by_role(found: dict[str, Any], roles: dict[str, Any], players: str | None = None) -> str:
    """Win rates per agent in every role, in all games or in those of a number of players."""
    rows = [["<em>all agents</em>", *map(share_cell, roles.values())]]
    for i, agent in enumerate(found["agents"]):
        cells = agent["by_role"] if players is None else agent["by_players_and_role"][players]
        rows.append([swatch(i, agent["name"]), *(share_cell(cells.get(role)) for role in roles)])
    return table(["agent", *map(escape, roles)], rows)


def by_players(found: dict[str, Any]) -> str:
    """Win rates per agent for every number of players."""
    counts = [str(n) for n in found["player_counts"]]
    rows = [
        [swatch(i, agent["name"]), *(share_cell(agent["by_players"].get(n)) for n in counts)]
        for i, agent in enumerate(found["agents"])
    ]
    return table(["agent", *(f"{n} players" for n in counts)], rows)


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


def _games(names: Sequence[str], games: Sequence[tuple[GameRecord, str, str]]) -> str:
    rows = []
    for record, file, fault in games:
        seats = ", ".join(
            f"<strong>{escape(names[a])}</strong>" if seat in record.winners else escape(names[a])
            for seat, a in enumerate(record.plan.seating)
        )
        links = f'<a href="{escape(file)}.html">what happened</a> · <a href="{escape(file)}.jsonl">replay</a>'
        links = escape(f"no replay: {fault}") if fault else links
        reason = escape(record.reason.replace("_", " "))
        rows.append([reason, seats, links, str(record.turns), str(record.plan.deal)])
    return table(["end", "seats in order, winners bold", "", "turns", "deal"], rows, left=3)


def _share_words(found: dict[str, Any]) -> str:
    wins = ", ".join(f"{wins:.2f} with {n} players" for n, wins in found["forfeit_wins"].items())
    shared = "the others share as many wins as finished games have winners on average"
    return f"The agent has lost in all its seats; {shared} ({wins})."


def _forfeits(found: dict[str, Any]) -> str:
    rows = [
        [escape(row["agent"]), escape(row["error"]), str(row["players"]), str(row["deal"]), str(row["rotation"])]
        for row in found["forfeits"][:50]
    ]
    return table(["agent", "error", "players", "deal", "rotation"], rows, left=2)


def _settings(found: dict[str, Any]) -> str:
    each = found["options_by_players"]
    options = [
        [escape(key), *(escape(str(chosen[key])) for chosen in each.values())] for key in next(iter(each.values()))
    ]
    versions = [[escape(str(key)), escape(str(value))] for key, value in found["versions"].items()]
    head = ["option", *(f"{n} players" for n in each)]
    tables = table(head, options, left=1 + len(each)) + table(["version", ""], versions, left=2)
    return f"<details><summary>options and versions</summary>{tables}</details>"
