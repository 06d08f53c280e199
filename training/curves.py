"""Learning curves: a picture of a run's evaluations."""

import io
from collections.abc import Sequence
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from haunted_env.spec import GameSpec
from training.measure import ALONE

mpl.use("agg")
Row = dict[str, Any]
STYLES = {"heuristic": ":", "random": "-."}


def which_games(role: str) -> str:
    """The games of an evaluation that a row is about: those in which the policy of a role was asked, or all."""
    return "all" if role == "all" else f"decides as {role}"


def curves(spec: GameSpec, rows: list[Row], references: list[Row], log: Sequence[Row] = ()) -> bytes:
    """A PNG: win rates against the baselines, in all games and by roles decided in; below them the game's own score.

    `references` are the baselines in games for one player, where there is no field to compare with. `log` has the win
    rates of seats that tried habits (training/habits.py), among hand-written players.
    """
    fields = list(dict.fromkeys(row["against"] for row in rows))
    lines = 2 if any(spec.score and spec.score.name in row for row in rows) else 1
    figure = Figure(figsize=(6 * len(fields), 4.2 * lines), layout="constrained")
    axes = figure.subplots(lines, len(fields), squeeze=False)
    for column, name in enumerate(fields):
        mine = [row for row in rows if row["against"] == name]
        _draw_rates(axes[0][column], spec, name, mine, references if name == ALONE else [])
        if name == "heuristic":
            _draw_trials(axes[0][column], [row for row in log if row["phase"] == "habits"])
        axes[0][column].legend(fontsize=8)
        if spec.score and lines == 2:
            _draw_scores(axes[1][column], spec, mine, references if name == ALONE else [])
    picture = io.BytesIO()
    figure.savefig(picture, format="png", dpi=110)
    return picture.getvalue()


def _place(row: Row) -> float:
    return float(row["decisions"] + row["prepared"]) / 1e6


def _draw_trials(axes: Axes, rows: list[Row]) -> None:
    if rows:
        rates = [row["win_share"] for row in rows]
        axes.plot([_place(row) for row in rows], rates, "k--", linewidth=1.2, label="seats that try habits")
        axes.set_xlabel("million games of trials, then decisions")


def _draw_rates(axes: Axes, spec: GameSpec, name: str, rows: list[Row], references: list[Row]) -> None:
    seen = {row["decides_as"] for row in rows}
    roles = [role for role in ("all", *spec.roles) if role in seen]
    for role in roles if len(roles) > 2 else ["all"]:  # a single role is all there is
        mine = [row for row in rows if row["decides_as"] == role]
        x = [_place(row) for row in mine]
        width = 2.5 if role == "all" else 1.2
        color = f"C{('all', *spec.roles).index(role)}"  # the same in every picture
        axes.plot(
            x,
            [row["rate"] for row in mine],
            color=color,
            label="in training" if role == "all" else which_games(role),
            linewidth=width,
        )
        if role == "all":
            axes.fill_between(x, [row["low"] for row in mine], [row["high"] for row in mine], alpha=0.2)
    if rows[-1]["fair"] is not None:
        axes.axhline(rows[-1]["fair"], color="grey", linestyle=":", label="equal players")
    _draw_references(axes, "rate", references)
    prepared = rows[-1]["prepared"] / 1e6
    if prepared:
        axes.axvline(prepared, color="grey", linewidth=0.8)
    title = name if name == ALONE else f"one seat against {name}"
    axes.set(title=title, xlabel="million decisions", ylabel="win rate", ylim=(0, None))


def _draw_scores(axes: Axes, spec: GameSpec, rows: list[Row], references: list[Row]) -> None:
    score: Any = spec.score
    mine = [row for row in rows if row["decides_as"] == "all" and score.name in row]
    x = [_place(row) for row in mine]
    axes.plot(x, [row[score.name] for row in mine], linewidth=2.5, label="in training")
    low, high = ([row[f"{score.name}_{end}"] for row in mine] for end in ("low", "high"))
    axes.fill_between(x, low, high, alpha=0.2)
    _draw_references(axes, score.name, references)
    axes.set(title=score.meaning, xlabel="million decisions", ylabel=score.name, ylim=(0, None))
    axes.legend(fontsize=8)


def _draw_references(axes: Axes, column: str, references: list[Row]) -> None:
    for row in references:
        if column in row:
            style = STYLES.get(row["agent"], "--")
            axes.axhline(row[column], color="grey", linestyle=style, label=f"{row['agent']} player")
