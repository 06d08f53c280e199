"""A small league: a main agent learns among its own kind and all exploiters so far; an exploiter learns to beat the
newest main agent, beginning as its copy. What exploiters win, round by round, tells whether there is less to exploit.

Every round is two runs in folders of their own, kept with their figures: a league that was stopped goes on where it
was, and more --rounds go on from the last. All of them can meet in a tournament, by the names of their folders.

    python training/league.py --preset standard --total 20000000 --players 4 --rounds 5 --out runs/league
"""

import json
from pathlib import Path
from typing import Any

import msgspec
import tyro
from rich.console import Console

from haunted_env.arena.against import SeatGames, against, ratio
from haunted_env.engine.files import write_atomically
from haunted_env.learning.config import Config
from haunted_env.learning.ppo import games_of
from haunted_env.learning.run import arguments, clear_errors, finish
from haunted_env.registry import spec

LATEST = 4  # exploiters that a main agent meets
SEED = 30_000_001  # of the deals that rounds are measured on; nothing else is


def main(argv: list[str] | None = None) -> list[dict[str, Any]]:
    with clear_errors():
        (rounds, exploiters, deals), rest = tyro.cli(own, args=argv, return_unknown_args=True, description=__doc__)
        if rounds < 1 or deals < 1 or not 0 < exploiters < 1:
            raise ValueError("expected --rounds and --deals of at least 1, and --exploiters between 0 and 1")
        given = arguments(__doc__ or "", rest)
        out = Path(given.out or f"runs/league-{given.config.game}-{given.config.seed}")
        return league(given.config, rounds, exploiters, deals, out)


def own(rounds: int = 3, exploiters: float = 0.3, deals: int = 250) -> tuple[int, float, int]:
    """
    Args:
        rounds: Of a main agent and an exploiter each. The other settings are those of the main agent's runs.
        exploiters: Share of the main agent's games against exploiters, once there are any.
        deals: On which every exploiter is measured against its main agent, once from every seat.
    """
    return rounds, exploiters, deals


def league(config: Config, rounds: int, exploiters: float, deals: int, out: Path) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for number in range(rounds):
        before = [folder_of(out, "exploiter", earlier) for earlier in range(number)]
        main_folder, exploiter_folder = (folder_of(out, kind, number) for kind in ("main", "exploiter"))
        start = str(folder_of(out, "main", number - 1)) if number else config.start
        finish(main_folder.parent, main_config(config, start, before[-LATEST:], exploiters))
        finish(exploiter_folder.parent, exploiter_config(config, main_folder))
        rows.append({"round": number, **measured(config, exploiter_folder, main_folder, deals)})
        write_atomically(out / "league.json", json.dumps(rows, indent=1) + "\n")
        Console().print(in_words(rows[-1]), highlight=False, soft_wrap=True)
    return rows


def folder_of(out: Path, kind: str, number: int) -> Path:
    return out / f"{kind}-{number}" / "checkpoint"


def main_config(config: Config, start: str, exploiters: list[Path], share: float) -> Config:
    """Some of the games of the main agent are against exploiters, all of these equally often."""
    kinds = dict(config.opponents)
    if exploiters:
        whole = sum(kinds.values())
        kinds = {name: weight / whole * (1 - share) for name, weight in kinds.items()}
        kinds |= {str(folder): share / len(exploiters) for folder in exploiters}
    return msgspec.structs.replace(config, start=start, opponents=kinds)


def exploiter_config(config: Config, main_folder: Path) -> Config:
    """One seat learns against the newest main agent; nothing else matters to it."""
    return msgspec.structs.replace(config, start=str(main_folder), opponents={str(main_folder): 1.0}, learners=1)


def measured(config: Config, exploiter: Path, main_folder: Path, deals: int) -> dict[str, Any]:
    """The exploiter in one seat among main agents, and a main agent in the same seat."""
    counts = [int(options.get("players", 1)) for options in games_of(spec(config.game), config)]

    def played(agent: Path) -> SeatGames:
        return SeatGames.joined(
            [against(config.game, str(agent), str(main_folder), n, deals, SEED, config.options) for n in counts]
        )

    games = [played(exploiter), played(main_folder)]
    return {"exploiter": games[0].rate(), "main": games[1].rate(), "times": ratio(*games)}


def in_words(row: dict[str, Any]) -> str:
    times, (low, high) = row["times"]["ratio"], row["times"]["interval"]
    rates = f"{row['exploiter']['win_rate']:.1%}, a main agent in its place {row['main']['win_rate']:.1%}"
    return f"round {row['round']}: the exploiter wins {rates}: {times:.2f} times ({low:.2f} to {high:.2f}; 95 %)"


if __name__ == "__main__":
    main()
