"""The HTML pages of a contest, rendered from `templates/`. Importing this needs Jinja2 (the extra `arena`)."""

from collections.abc import Sequence
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from haunted_env.arena import figures
from haunted_env.arena.figures import Curve, Estimate, percent
from haunted_env.arena.plan import Contest
from haunted_env.arena.ratings import FEWEST_DEALS, is_sure
from haunted_env.arena.record import GameRecord
from haunted_env.arena.replays import KeptGame
from haunted_env.play import replay as replays
from haunted_env.spec import GameSpec

TEMPLATES = Environment(
    loader=PackageLoader("haunted_env.arena"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    keep_trailing_newline=True,
)
TEMPLATES.filters |= {"form": format, "percent": percent, "suffix": lambda value, suffix: f"{value}{suffix}"}
TEMPLATES.globals |= {"colour": figures.colour, "fewest_deals": FEWEST_DEALS, "is_sure": is_sure}


def report(found: dict[str, Any], records: Sequence[GameRecord], games: Sequence[KeptGame]) -> str:
    """The report: one file that needs nothing else but links to the pages and replays of some games."""
    names = [agent["name"] for agent in found["agents"]]
    drawn = {
        "ratings": _ratings(found),
        "role_ratings": _role_ratings(found, names),
        "cross_play": _cross_play(found),
        "reasons": _reasons(found),
        "lengths": _lengths(records),
        "calibration": _calibration(found, names),
        "beliefs_by_turn": _beliefs_by_turn(found, names),
        "deception": _deception(found),
        "detection": _detection(found),
    }
    standings = sorted(enumerate(found["agents"]), key=lambda pair: -_strength(pair[1]))
    template = TEMPLATES.get_template("report.html.j2")
    return template.render(found=found, names=names, standings=standings, figures=drawn, games=games)


def game(spec: GameSpec, contest: Contest, kept: KeptGame) -> str:
    """The page of one game: who sat where, how it ended, and the public events."""
    assert kept.replay is not None
    events: list[str] = []
    seen = 0
    for state in replays.simulate(spec, kept.replay):
        seen, new = spec.words.events(state, seen)
        events += new
    template = TEMPLATES.get_template("game.html.j2")
    return template.render(spec=spec, agents=contest.agents, record=kept.record, file=kept.file, events=events)


def _strength(agent: dict[str, Any]) -> float:
    return agent["rating"]["rating"] if agent["rating"] else agent["win_rate"] or 0.0


# Figures of the report; None where there is nothing to draw


def _estimate(label: str, row: dict[str, Any], colour: int) -> Estimate:
    low, high = row["interval"]
    return Estimate(label, row["rating"], low, high, colour, f"{row['rating']:+.0f} [{low:+.0f}, {high:+.0f}]")


def _ratings(found: dict[str, Any]) -> Markup | None:
    rated = [(i, agent) for i, agent in enumerate(found["agents"]) if is_sure(agent["rating"])]
    rated.sort(key=lambda pair: -pair[1]["rating"]["rating"])
    rows = [_estimate(agent["name"], agent["rating"], i) for i, agent in rated]
    return figures.forest(rows, "ratings") if rows else None


def _role_ratings(found: dict[str, Any], names: Sequence[str]) -> Markup | None:
    ordered = sorted(filter(is_sure, found["ratings_by_role"]), key=lambda row: (row["role"], -row["rating"]))
    rows = [_estimate(f"{row['agent']}, {row['role']}", row, names.index(row["agent"])) for row in ordered]
    return figures.forest(rows, "ratings by role") if rows else None


def _cross_play(found: dict[str, Any]) -> Markup:
    cross = found["cross_play"]
    names = cross["agents"]
    tips = [
        [
            f"{a} with {b} at the table: {_percent_words(rate, interval)}, {pairs} pairs of seats"
            for b, rate, interval, pairs in zip(names, *row)
        ]
        for a, *row in zip(names, cross["win_rate"], cross["interval"], cross["pairs"])
    ]
    return figures.heat_map(names, cross["win_rate"], tips, "cross-play")


def _percent_words(rate: float | None, interval: Sequence[float] | None) -> str:
    if rate is None or interval is None:
        return "never met"
    return f"{percent(rate, 1)} [{100 * interval[0]:.1f}, {100 * interval[1]:.1f}]"


def _reasons(found: dict[str, Any]) -> Markup:
    rows = sorted(found["reasons"].items(), key=lambda pair: -pair[1]["games"])
    return figures.parts([(reason.replace("_", " "), row["share"], row["wins"]) for reason, row in rows], "reasons")


def _lengths(records: Sequence[GameRecord]) -> Markup | None:
    turns = [record.turns for record in records if record.forfeit is None]
    return figures.histogram(turns, "turns per game", "turns") if turns else None


def _calibration(found: dict[str, Any], names: Sequence[str]) -> Markup | None:
    curves = []
    for row in found["beliefs"]:
        bins = [(b["said"], b["was"], *b["interval"], b["notes"]) for b in row["calibration"]]
        curves.append(Curve(row["agent"], bins, names.index(row["agent"])))
    if not curves:
        return None
    return figures.curves(curves, "calibration", "probability given", "how often it was so", diagonal=True)


def _beliefs_by_turn(found: dict[str, Any], names: Sequence[str]) -> Markup | None:
    curves = []
    for row in found["beliefs"]:
        turns = [(sum(t["turns"]) / 2, t["log_loss"], *t["log_loss_interval"], t["notes"]) for t in row["by_turn"]]
        curves.append(Curve(row["agent"], turns, names.index(row["agent"])))
    return figures.curves(curves, "log-loss by turn", "turn", "log-loss") if curves else None


def _deception(found: dict[str, Any]) -> Markup | None:
    return _indices(found, "deception", ("exact", "stated"))


def _detection(found: dict[str, Any]) -> Markup | None:
    return _indices(found, "detection", ("index",))


def _indices(found: dict[str, Any], index: str, parts: Sequence[str]) -> Markup | None:
    """An index of every agent that has one, in its parts."""
    rows = []
    for i, agent in enumerate(found["talk"]["agents"] if found["talk"] else ()):
        measured = agent[index] or {}
        for part in (part for part in parts if part in measured):
            value, (low, high) = measured[part], measured[f"{part}_interval"]
            label = agent["agent"] if len(parts) == 1 else f"{agent['agent']}, {part}"
            rows.append(Estimate(label, value, low, high, i, f"{value:.3f}"))
    return figures.forest(rows, f"{index} index") if rows else None
