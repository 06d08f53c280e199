"""How well can a field be exploited? One seat learns against a frozen field.

What it wins above a seat of the field itself is a lower bound on the field's exploitability: a longer or better search
for a response can only find more.

    python training/best_response.py heuristic --preset quick
    python training/best_response.py checkpoints/haunted_destinies/<name> --learn ghost --preset standard
"""

import json
from pathlib import Path
from typing import Any

from rich.console import Console

from haunted_env import registry
from haunted_env.core.files import write_atomically
from training import config as configs
from training.cards import trained
from training.contests import against, ratio
from training.run import clear_errors, resumed_config, run


def main(argv: list[str] | None = None) -> dict[str, Any]:
    line = configs.parser(__doc__)
    line.add_argument("field", help="the agent that plays all other seats: heuristic, random, a checkpoint folder")
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
        folder = run(arguments)
        found = compare(folder, field, arguments.deals)
    Console().print(in_words(found), highlight=False, soft_wrap=True)
    return found


def in_words(found: dict[str, Any]) -> str:
    rates = [
        f"{one['win_rate']:.1%} ({one['interval'][0]:.1%} to {one['interval'][1]:.1%})"
        for one in (found["response"], found["field_itself"])
    ]
    times, (low, high) = found["times"]["ratio"], found["times"]["interval"]
    games = f"in {found['response']['games']:,} games among {found['field']}"
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


def compare(folder: Path, field: str, deals: int) -> dict[str, Any]:
    """The response in one seat, and a seat of the field itself, on the same deals; kept in `best_response.json`."""
    config = resumed_config(folder, {})
    spec = registry.spec(config.game)
    players = config.players[0] if config.players else spec.check_options(config.options).get("players", 1)
    options = {name: value for name, value in config.options.items() if name != "players"}
    games = [
        against(spec.name, agent, field, int(players), deals, config.seed, options)
        for agent in (str(folder / "checkpoint"), field)
    ]
    rates = [one.rate() for one in games]
    found = {
        "field": field,
        "roles": list(config.learn) or "all",
        "budget": config.total,
        "players": int(players),
        "response": rates[0],
        "field_itself": rates[1],
        "gain": round(rates[0]["win_rate"] - rates[1]["win_rate"], 4),
        "times": ratio(*games),
    }
    write_atomically(folder / "best_response.json", json.dumps(found, indent=1) + "\n")
    return found


if __name__ == "__main__":
    main()
