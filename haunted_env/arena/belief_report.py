"""The report's part on beliefs: scores, calibration, how they grow better, and what could not be scored."""

from collections.abc import Sequence
from html import escape
from typing import Any

from haunted_env.arena import figures
from haunted_env.arena.cells import interval, section, swatch, table
from haunted_env.arena.figures import Curve

SCORES = ("log_loss", "brier")
REFUSED_NOTE = "Beliefs that were no probabilities; they are in none of the scores."
CALIBRATION_NOTE = "Of the times an agent gave about this probability, how often was it so? The diagonal is perfect."


def sections(found: dict[str, Any], names: Sequence[str]) -> list[str]:
    """How good beliefs were, where any were told."""
    refused = [[escape(row["agent"]), escape(row["reason"]), f"{row['notes']:,}"] for row in found["beliefs_refused"]]
    head = ["agent", "what was wrong with the first", "beliefs"]
    left_out = [section("Beliefs left out", table(head, refused, left=2), REFUSED_NOTE)] if refused else []
    if not found["beliefs"]:
        return left_out
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
        *left_out,
        section("Beliefs: calibration", drawn, CALIBRATION_NOTE),
        section("Beliefs by turn", table(["agent", "log-loss", "Brier score", "notes"], scores) + over_time, ""),
    ]


def _score(row: dict[str, Any], key: str) -> str:
    return interval(row[key], row[f"{key}_interval"], ".3f")
