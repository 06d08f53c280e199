"""How well can a field be exploited? One seat learns against a frozen field.

What it wins above a seat of the field itself is a lower bound on the field's exploitability: a longer or better search
for a response can only find more.

    python training/best_response.py heuristic --preset quick
    python training/best_response.py checkpoints/haunted_destinies/<name> --learn ghost --preset standard

Nothing need be learnt: any agent that does better in that seat is a response too, such as search. With `--learn` it has
only these roles, and the field's policies the others.

    python training/best_response.py checkpoints/haunted_destinies/<name> --response ismcts:sims=100
"""

import argparse
import json
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import Progress

from haunted_env import registry
from haunted_env.engine.files import write_atomically
from training import config as configs
from training.cards import trained
from training.contests import SeatGames, against, n_games, ratio
from training.run import clear_errors, resumed_config, run
from training.trainer import table_options


def main(argv: list[str] | None = None) -> dict[str, Any]:
    line = configs.parser(__doc__)
    line.add_argument("field", help="the agent that plays all other seats: heuristic, random, a checkpoint folder")
    line.add_argument("--response", default="", help="an agent to measure as the response, instead of learning one")
    line.add_argument("--deals", type=int, default=250, help="deals of the final comparison (default 250)")
    arguments = line.parse_args(argv)
    field = arguments.field
    # A response begins as what it responds to, where that is a policy.
    start = field if Path(field).is_dir() else ""
    arguments.experiment = {"opponents": {field: 1.0}, "learners": 1, "frozen": field, "start": start}
    arguments.experiment["habits"] = 0  # they are tried against other players
    with clear_errors():
        if arguments.deals < 1:
            raise ValueError(f"--deals {arguments.deals}: expected at least 1")
        if start:
            arguments.experiment |= network_of(Path(field))
        if arguments.response:
            found = ready_response(arguments)
            if arguments.out:
                keep(Path(arguments.out), found)
        else:
            folder = run(arguments)
            config = resumed_config(folder, {})
            found = compare(config, str(folder / "checkpoint"), field, arguments.deals) | {"budget": config.total}
            keep(folder, found)
    Console().print(in_words(found), highlight=False, soft_wrap=True)
    return found


def keep(folder: Path, found: dict[str, Any]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    write_atomically(folder / "best_response.json", json.dumps(found, indent=1) + "\n")


def in_words(found: dict[str, Any]) -> str:
    rates = [
        f"{one['win_rate']:.1%} ({one['interval'][0]:.1%} to {one['interval'][1]:.1%})"
        for one in (found["response"], found["field_itself"])
    ]
    times, (low, high) = found["times"]["ratio"], found["times"]["interval"]
    players = ", ".join(map(str, found["players"]))
    games = f"in {found['response']['games']:,} games of {players} players among {found['field']}"
    compared = f"gain {found['gain']:+.1%}, {times:.2f} times ({low:.2f} to {high:.2f}; 95 %)"
    return f"The response wins {rates[0]} {games}, a seat of the field {rates[1]}: {compared}"


def network_of(checkpoint: Path) -> dict[str, Any]:
    """The settings with which a run has the same games and networks as a checkpoint, and plays as sharply."""
    found = trained(checkpoint)
    card = found.card
    role = next(iter(card["roles"].values()))
    return {
        "game": card["game"],
        "players": tuple(n for n in card["players"] if n),
        "options": found.options,
        "advice": card["inputs"]["advice"],
        "insight": card["inputs"]["insight"] is not None,
        "width": role["first_layer"],
        "hidden": tuple(role["layers"]["pi"]),
        "temperature": card["temperature"],
    }


def ready_response(arguments: argparse.Namespace) -> dict[str, Any]:
    """An agent as the response: in all roles, or in those that `--learn` names."""
    for name in ("name", "resume"):
        if getattr(arguments, name):
            raise ValueError(f"--response learns nothing: leave --{name} out")
    config, agent = configs.from_arguments(arguments), arguments.response
    if config.learn:
        if "," in agent:
            raise ValueError(f"--response {agent}: with --learn it may have one setting, not several")
        if not Path(arguments.field).is_dir():
            raise ValueError("--learn with --response: the field has to be a checkpoint, which plays the other roles")
        roles = trained(Path(arguments.field)).card["roles"]
        unknown = [role for role in config.learn if role not in roles]
        if unknown:
            raise ValueError(f"learn: {arguments.field} has no role {unknown[0]!r}, only {', '.join(roles)}")
        others = "+".join(role for role in roles if role not in config.learn)
        agent = f"{arguments.field}:roles={others},instead={agent}" if others else agent
    return compare(config, agent, arguments.field, arguments.deals)


def compare(config: configs.Config, response: str, field: str, deals: int) -> dict[str, Any]:
    """The response in one seat, and a seat of the field itself, on the same deals."""
    spec = registry.spec(config.game)
    counts = [int(options.get("players", 1)) for options in table_options(config)]
    options = {name: value for name, value in config.options.items() if name != "players"}
    with Progress(transient=True) as bar:
        task = bar.add_task("games", total=2 * n_games(counts, deals))

        def played(agent: str) -> SeatGames:
            rest: Any = (deals, config.seed, options, lambda n: bar.advance(task, n))
            return SeatGames.joined([against(spec.name, agent, field, n, *rest) for n in counts])

        games = [played(agent) for agent in (response, field)]
    rates = [one.rate() for one in games]
    return {
        "field": field,
        "agent": response,
        "roles": list(config.learn) or "all",
        "players": counts,
        "response": rates[0],
        "field_itself": rates[1],
        "gain": round(rates[0]["win_rate"] - rates[1]["win_rate"], 4),
        "times": ratio(*games),
    }


if __name__ == "__main__":
    main()
