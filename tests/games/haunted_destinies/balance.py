"""How games of hand-written players come out.

`python -m tests.games.haunted_destinies.balance` writes the table of README.md anew.
"""

import re
from pathlib import Path

import numpy as np

from haunted_env.agents import make_agent
from haunted_env.games.haunted_destinies.actions import End
from haunted_env.play.batch import Batch
from haunted_env.play.table import Observer, Table
from haunted_env.play.view import View
from tests.games.haunted_destinies.table import SPEC

SIDES = {
    "investigators": (End.BOUND, End.OPENER_FELL),
    "Opener": (End.CONSUMED, End.LAST_LIVING),
    "ghosts": (End.GHOSTS,),
    "dawn": (End.DAWN,),
}
PAGE = Path(__file__).parents[3] / "README.md"
BLOCK = re.compile(r"(<!-- balance -->\n).*?(<!-- end -->)", re.DOTALL)


class Length(Observer):
    """Counts the decisions of every game."""

    def __init__(self, n: int) -> None:
        self.decisions = np.zeros(n, np.int64)

    def decided(self, table: Table, number: int, view: View, actions: np.ndarray) -> None:
        self.decisions[view.rows] += 1


def measured(players: int, games: int, seed: int) -> dict[str, float]:
    """Shares of games that each side wins, in per cent, and median lengths."""
    batch = Batch(SPEC, games, {"players": players}, observation=None)
    batch.deal(seed + np.arange(games))
    length = Length(games)
    Table(batch, [make_agent("heuristic", SPEC)], 0, seed, [length]).play()
    table = batch.games["table"]
    found = {side: 100 * float(np.isin(table["reason"], reasons).mean()) for side, reasons in SIDES.items()}
    return found | {"turns": float(np.median(table["turn"])), "decisions": float(np.median(length.decisions))}


def balance_table(games: int = 2000, seed: int = 800_000) -> str:
    rows = [
        "| players | investigators | Opener | ghosts | dawn | turns (median) | decisions (median) | games |",
        "|---" * 8 + "|",
    ]
    low, high = SPEC.players
    for players in range(low, high + 1):
        found = measured(players, games, seed)
        cells = [f"{found[side]:.1f}" for side in SIDES] + [f"{found['turns']:.0f}", f"{found['decisions']:.0f}"]
        rows.append(f"| {players} | {' | '.join(cells)} | {games:,} |")
    return "\n".join(rows)


if __name__ == "__main__":
    text = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(BLOCK.sub(rf"\g<1>\n{balance_table()}\n\n\g<2>", text), encoding="utf-8")
