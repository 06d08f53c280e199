"""Ablations: runs that differ from a base in one setting each, at equal budget, measured on the same duplicate deals.

Every run and its figures are kept in a folder of its own: a series that was stopped goes on where it was, and what is
done already is only put into the table, which is that of docs/training.md.

    python training/ablate.py --total 10000000 --seeds 0 1
    python training/ablate.py --only base "lambda 0.5" --out runs/mine
"""

import json
from pathlib import Path
from typing import Any

import msgspec
import tyro

from haunted_env.arena.against import against
from haunted_env.engine.files import write_atomically
from haunted_env.learning.config import SELF, SNAPSHOTS, Config, preset
from haunted_env.learning.run import clear_errors, finish
from haunted_env.registry import GAMES

BASE = "base"
SERIES: dict[str, dict[str, Any]] = {
    BASE: {},
    "Opener more often": {"dealt": {"opener": 3.0}},
    "begun by others": {"dealt": {"opener": 3.0}, "begun": 0.4},
    "self-play alone": {"opponents": {SELF: 1.0}},
    "85 % hand-written": {"opponents": {SELF: 0.15, "heuristic": 0.85}},
    "30 % hand-written": {"opponents": {SELF: 0.7, "heuristic": 0.3}},
    "snapshots too": {"opponents": {SELF: 0.2, SNAPSHOTS: 0.2, "heuristic": 0.6}},
    "lambda 0.5": {"advantage_lambda": 0.5, "value_lambda": 0.8},
    "lambda 0.95": {"advantage_lambda": 0.95, "value_lambda": 0.98},
    "entropy 0.005": {"entropy": 0.005},
    "entropy 0.05": {"entropy": 0.05},
    "keep 0.25": {"keep": 0.25},
    "keep 1": {"keep": 1.0},
    "no average": {"average": 0.0},
    "width 192": {"width": 192},
    "width 256": {"width": 256},
}
DEALS_SEED = 20_000_003  # nothing else is measured on these deals
OPPONENT = "heuristic"


def ablate(
    only: tuple[str, ...] = tuple(SERIES),
    game: str = next(iter(GAMES)),
    base: str = "quick",
    players: int = 4,
    total: int = 6_000_000,
    seeds: tuple[int, ...] = (0,),
    deals: int = 1000,
    out: Path = Path("runs/ablations"),
) -> list[dict[str, Any]]:
    """
    Args:
        only: Names of the runs, in order.
        game: The game to learn.
        base: The preset that they start from.
        players: Number of players.
        total: Decisions that each run learns from.
        seeds: Of the runs.
        deals: That each is measured on, once from every seat.
        out: Folder of the series.
    """
    unknown = sorted(set(only) - set(SERIES))
    if unknown:
        raise ValueError(f"--only {unknown[0]!r}: there are {', '.join(SERIES)}")
    common: dict[str, Any] = {"game": game, "players": (players,), "total": total}
    common |= {"evaluate_every": total, "snapshot_every": max(1, total // 10)}
    rows = []
    for seed in seeds:
        for name in only:
            config = preset(base, **{**common, "seed": seed, **SERIES[name]})
            folder = out / f"{name.replace(' ', '_')}-{seed}"
            finish(folder, config)
            rows.append({"run": name, "seed": seed, **measured(folder, config, deals)})
            write_atomically(out / "table.md", table_of(rows))
    print(table_of(rows), end="")
    return rows


def measured(folder: Path, config: Config, deals: int) -> dict[str, Any]:
    """The run's figures, and the hand-written player's on the same deals, measured once."""
    (players,) = config.players
    rows = {}
    for kept, agent in ((folder, str(folder / "checkpoint")), (folder.parent, OPPONENT)):
        path = kept / f"{players}-players-{deals}-deals.json"
        if not path.exists():
            found = against(config.game, agent, OPPONENT, players, deals, DEALS_SEED, config.options)
            row = {"all": found.rate(), **found.by_last_role(), **found.by_dealt_role()}
            write_atomically(path, msgspec.json.format(msgspec.json.encode(row), indent=1))
        rows[agent] = json.loads(path.read_text())
    mine, reference = rows.values()
    return {"decisions": config.total, "mine": mine, "reference": reference}


def table_of(rows: list[dict[str, Any]]) -> str:
    """In Markdown; in each role (at the deal; those that are not dealt, at the end), times the rate of the hand-written
    player in it."""
    roles = [role for role in rows[0]["reference"] if role != "all"]
    heads = ["run", "seed", "decisions", "win rate (95 %)", "times", *roles]
    lines = [heads, ["---"] * len(heads)]
    for row in rows:
        mine, low_high = row["mine"], [f"{end:.1%}" for end in row["mine"]["all"]["interval"]]
        rate = f"{mine['all']['win_rate']:.1%} ({' to '.join(low_high)})"
        times = [times_of(row, role) for role in ("all", *roles)]
        lines.append([row["run"], str(row["seed"]), f"{row['decisions']:,}", rate, *times])
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def times_of(row: dict[str, Any], role: str) -> str:
    mine, other = row["mine"].get(role), row["reference"].get(role)
    return f"{mine['win_rate'] / other['win_rate']:.2f}" if mine and other and other["win_rate"] else ""


def main(argv: list[str] | None = None) -> list[dict[str, Any]]:
    with clear_errors():
        return tyro.cli(ablate, args=argv, description=__doc__)


if __name__ == "__main__":
    main()
