"""Learning curves: a picture of a run's evaluations."""

import io
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from haunted_env.arena.against import ALONE
from haunted_env.spec import GameSpec, Score

mpl.use("agg")
Row = dict[str, Any]
STYLES = {"heuristic": "--", "random": "-."}


def curves(spec: GameSpec, rows: list[Row], references: list[Row]) -> bytes:
    """A PNG: win rates against the baselines; below them the game's own score, if it has one.

    `references`: what the baselines reach in the learner's place, on the same deals.
    """
    kinds = list(dict.fromkeys(row["against"] for row in rows))
    score = spec.score if any(spec.score and spec.score.name in row for row in rows) else None
    figure = Figure(figsize=(6 * len(kinds), 4.2 * (2 if score else 1)), layout="constrained")
    axes = figure.subplots(2 if score else 1, len(kinds), squeeze=False)
    for column, name in enumerate(kinds):
        mine = [row for row in rows if row["against"] == name]
        others = [row for row in references if row["against"] == name]
        _draw_rates(axes[0][column], name, mine, others)
        if score:
            _draw_scores(axes[1][column], score, mine, others)
    picture = io.BytesIO()
    figure.savefig(picture, format="png", dpi=110)
    return picture.getvalue()


def _draw_rates(axes: Axes, name: str, rows: list[Row], references: list[Row]) -> None:
    x = [row["decisions"] / 1e6 for row in rows]
    axes.plot(x, [row["rate"] for row in rows], linewidth=2.5, label="in training")
    axes.fill_between(x, [row["low"] for row in rows], [row["high"] for row in rows], alpha=0.2)
    for row in references:
        axes.axhline(row["rate"], color="grey", linestyle=STYLES[row["agent"]], label=f"{row['agent']} in its place")
    title = name if name == ALONE else f"one seat against {name}"
    axes.set(title=title, xlabel="million decisions", ylabel="win rate (95 %)", ylim=(0, None))
    axes.legend(fontsize=8)


def _draw_scores(axes: Axes, score: Score, rows: list[Row], references: list[Row]) -> None:
    rows = [row for row in rows if score.name in row]
    x = [row["decisions"] / 1e6 for row in rows]
    axes.plot(x, [row[score.name] for row in rows], linewidth=2.5, label="in training")
    low, high = ([row[f"{score.name}_{end}"] for row in rows] for end in ("low", "high"))
    axes.fill_between(x, low, high, alpha=0.2)
    for row in references:
        if score.name in row:
            style = STYLES[row["agent"]]
            axes.axhline(row[score.name], color="grey", linestyle=style, label=f"{row['agent']} in its place")
    axes.set(title=score.meaning, xlabel="million decisions", ylabel=score.name, ylim=(0, None))
    axes.legend(fontsize=8)
