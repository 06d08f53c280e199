"""How strong is a checkpoint? One seat against fields of the baselines, on duplicate deals, all of it and role by role.
In games for one player: alone, beside the baselines.

python training/evaluate.py checkpoints/haunted_destinies/<name> --players 4 --deals 500
python training/evaluate.py checkpoints/haunted_destinies/<name> --players 3,4,5,6 --deals 250 --write
"""

import argparse
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from haunted_env.agents.adviser import ADVISER, adviser_hash
from haunted_env.agents.policy import CARD
from haunted_env.spec import GameSpec, Score
from training.cards import trained
from training.contests import Watch, against, n_games, ratio
from training.export import STRENGTH, write_card
from training.measure import ALONE
from training.run import clear_errors

Row = dict[str, Any]


def main(argv: list[str] | None = None) -> list[Row]:
    line = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    line.add_argument("checkpoint", type=Path, help="checkpoint folder")
    line.add_argument("--players", default="", help="numbers of players, e.g. 4 or 3,4,5,6 (default: as trained)")
    line.add_argument("--deals", type=int, default=500, help="deals, each played once from every seat (default 500)")
    line.add_argument("--seed", type=int, default=0, help="the same seed gives the same games")
    line.add_argument("--write", action="store_true", help="put the figures on the checkpoint's card")
    arguments = line.parse_args(argv)
    with clear_errors():
        return run(arguments, Console())


def run(arguments: argparse.Namespace, console: Console) -> list[Row]:
    if arguments.deals < 1:
        raise ValueError(f"--deals {arguments.deals}: expected at least 1")
    folder, counts = arguments.checkpoint, numbers(arguments.players)
    checkpoint = trained(folder)
    spec, card = checkpoint.spec, checkpoint.card
    counts = counts or checkpoint.players
    lines = {n: contests(spec, str(folder), list(card["roles"]), alone=n == 1) for n in counts}
    rows: list[Row] = []
    with Progress(console=console, transient=True) as bar:
        task = bar.add_task("games", total=sum(len(lines[n]) * n_games([n], arguments.deals) for n in counts))
        for players in counts:
            rows += evaluate(
                spec, lines[players], players, arguments, checkpoint.options, lambda n: bar.advance(task, n)
            )
    console.print(table_of(rows, spec.score))
    if arguments.write:
        card.setdefault("evaluation", {})[STRENGTH] = rows
        if card["inputs"]["advice"]:
            card[ADVISER] = adviser_hash(spec)
        write_card(folder, {name: value for name, value in card.items() if name != "files"})
        console.print(f"Written to {folder / CARD}", highlight=False)
    return rows


def contests(spec: GameSpec, folder: str, roles: list[str], alone: bool = False) -> list[tuple[str, str, str]]:
    """(what is measured, who plays the seat, the field). The first of each field is what the others are compared to."""
    if alone:
        baselines = ("heuristic", "random") if "suggest" in spec.functions else ("random",)
        return [*((name, name, ALONE) for name in baselines), ("all roles", folder, ALONE)]
    lines = [("all roles", folder, "random")]
    if "suggest" not in spec.functions:
        return [("random", "random", "random"), *lines]
    single = [(f"only {role}", f"{folder}:roles={role}", "heuristic") for role in roles if len(roles) > 1]
    return [
        ("heuristic", "heuristic", "heuristic"),
        ("all roles", folder, "heuristic"),
        *single,
        ("heuristic", "heuristic", "random"),
        *lines,
    ]


def evaluate(
    spec: GameSpec,
    lines: list[tuple[str, str, str]],
    players: int,
    arguments: argparse.Namespace,
    options: dict[str, Any],
    watch: Watch,
) -> list[Row]:
    reference: dict[str, Any] = {}
    rows = []
    for what, agent, field in lines:
        found = against(spec.name, agent, field, players, arguments.deals, arguments.seed, options, watch)
        first = reference.setdefault(field, found)
        fair = round(1 / players, 4) if players > 1 else None
        row = {"what": what, "against": field, "players": players, "fair": fair, **found.rate()}
        if spec.score:
            row[spec.score.name] = found.score()
        row |= {"deals": arguments.deals, "seed": arguments.seed, "by_last_role": found.by_last_role()}
        rows.append(row if found is first else {**row, "times": ratio(found, first)})
    return rows


def table_of(rows: list[Row], score: Score | None = None) -> Table:
    heads = ("plays", "against", "players", "games", "win rate", "95 %", "times the first", "95 % ")
    table = Table(*heads, *((score.name, "95 %  ") if score else ()), box=None)
    for row in rows:
        low, high = row["interval"]
        times = row.get("times", {"ratio": 1.0, "interval": ("", "")})
        span = f"{times['interval'][0]} to {times['interval'][1]}" if "times" in row else ""
        cells = (str(row["games"]), f"{row['win_rate']:.1%}", f"{low:.1%} to {high:.1%}", f"{times['ratio']:.2f}", span)
        cells += scored(row[score.name]) if score else ()
        table.add_row(row["what"], row["against"], str(row["players"]), *cells)
    return table


def scored(found: dict[str, Any]) -> tuple[str, str]:
    if found["mean"] is None:
        return "", ""
    return f"{found['mean']:.1f}", f"{found['interval'][0]:.1f} to {found['interval'][1]:.1f}"


def numbers(text: str) -> list[int]:
    try:
        return [int(part) for part in text.split(",") if part]
    except ValueError:
        raise ValueError(f"--players {text!r}: expected numbers separated by commas") from None


if __name__ == "__main__":
    main()
