"""How well can players be exploited? One seat learns against them; they learn nothing.

What it wins above what one of them wins in the same seat is a lower bound on their exploitability: a longer or better
search for a response can only find more.

    python training/best_response.py heuristic --preset quick
    python training/best_response.py checkpoints/haunted_destinies/<name> --preset standard

Nothing need be learnt: any agent that does better in that seat is a response too, such as search.

    python training/best_response.py checkpoints/haunted_destinies/<name> --response ismcts:sims=100
"""

import json
import sys
from pathlib import Path
from typing import Any

import tyro
from rich.console import Console
from rich.progress import Progress

from haunted_env.agents.card import CARD, CheckpointError, game_of
from haunted_env.arena.against import SeatGames, against, n_games, ratio
from haunted_env.engine.files import write_atomically
from haunted_env.learning.checkpoints import trained
from haunted_env.learning.config import Config, read_config
from haunted_env.learning.ppo import games_of
from haunted_env.learning.run import arguments, clear_errors, run
from haunted_env.registry import spec


def main(argv: list[str] | None = None) -> dict[str, Any]:
    words = sys.argv[1:] if argv is None else argv
    with clear_errors():
        (opponents, response, deals), rest = tyro.cli(own, args=words, return_unknown_args=True, description=__doc__)
        if deals < 1:
            raise ValueError(f"--deals {deals}: expected at least 1")
        given = arguments(__doc__ or "", rest, **experiment(opponents))
        config = given.config
        if response:
            folder = Path(given.out) if given.out else None
        else:
            folder = run(given)
            config, response = read_config(folder / "config.json"), str(folder / "checkpoint")
        found = compare(config, response, opponents, deals)
        if folder:
            folder.mkdir(parents=True, exist_ok=True)
            write_atomically(folder / "best_response.json", json.dumps(found, indent=1) + "\n")
    Console().print(in_words(found), highlight=False, soft_wrap=True)
    return found


def own(opponents: tyro.conf.Positional[str], response: str = "", deals: int = 250) -> tuple[str, str, int]:
    """
    Args:
        opponents: The agent that plays all other seats: heuristic, random, a checkpoint folder.
        response: An agent to measure as the response, instead of learning one.
        deals: Of the final comparison.
    """
    return opponents, response, deals


def experiment(opponents: str) -> dict[str, Any]:
    """The settings of a response. One to a policy starts as that policy, in the games it was trained for."""
    settings: dict[str, Any] = {"opponents": {opponents: 1.0}, "learners": 1, "instead": opponents}
    folder = Path(opponents)
    if folder.is_dir():
        _, card = trained(folder)
        before = card.training.get("config", {})
        if not isinstance(before.get("width"), int):
            raise CheckpointError(f"{folder / CARD}: training.config.width: expected the width of its network")
        settings |= {"game": game_of(folder), "start": opponents, "width": before["width"]}
        players = card.players if before.get("players") else ()
        settings |= {"players": players, "options": card.options, "temperature": card.temperature}
    return settings


def compare(config: Config, response: str, opponents: str, deals: int) -> dict[str, Any]:
    """The response in one seat, and one of its opponents in the same seat, on the same deals."""
    counts = [int(options.get("players", 1)) for options in games_of(spec(config.game), config)]
    with Progress(transient=True) as bar:
        task = bar.add_task("games", total=2 * n_games(counts, deals))

        def played(agent: str) -> SeatGames:
            rest: Any = (deals, config.seed, config.options, lambda n: bar.advance(task, n))
            return SeatGames.joined([against(config.game, agent, opponents, n, *rest) for n in counts])

        games = [played(agent) for agent in (response, opponents)]
    rates = [one.rate() for one in games]
    return {
        "opponents": opponents,
        "agent": response,
        "roles": list(config.roles) or "all",
        "players": counts,
        "budget": config.total,
        "response": rates[0],
        "opponent_itself": rates[1],
        "gain": round(rates[0]["win_rate"] - rates[1]["win_rate"], 4),
        "times": ratio(*games),
    }


def in_words(found: dict[str, Any]) -> str:
    rates = [
        f"{one['win_rate']:.1%} ({one['interval'][0]:.1%} to {one['interval'][1]:.1%})"
        for one in (found["response"], found["opponent_itself"])
    ]
    times, (low, high) = found["times"]["ratio"], found["times"]["interval"]
    players = ", ".join(map(str, found["players"]))
    games = f"in {found['response']['games']:,} games of {players} players among {found['opponents']}"
    compared = f"gain {found['gain']:+.1%}, {times:.2f} times ({low:.2f} to {high:.2f}; 95 %)"
    return f"The response wins {rates[0]} {games}, one of them in its seat {rates[1]}: {compared}"


if __name__ == "__main__":
    main()
