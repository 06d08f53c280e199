"""How strong is a checkpoint? One seat against the baselines, on duplicate deals, all of it and role by role.
In games for one player: alone, beside the baselines.

python training/evaluate.py checkpoints/haunted_destinies/<name> --players 4 --deals 500
python training/evaluate.py checkpoints/haunted_destinies/<name> --players 3 4 5 6 --deals 250 --write
python training/evaluate.py checkpoints/haunted_destinies/<name> --against heuristic:style=honest runs/other/checkpoint
"""

from pathlib import Path
from typing import Any

import tyro
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from haunted_env.agents.card import CARD
from haunted_env.arena import against as seats
from haunted_env.arena.against import ALONE, SeatGames, Watch, n_games, ratio
from haunted_env.learning.checkpoints import rewrite, trained
from haunted_env.learning.evaluation import baselines
from haunted_env.learning.run import clear_errors
from haunted_env.spec import GameSpec, Score

Row = dict[str, Any]


def main(argv: list[str] | None = None) -> list[Row]:
    with clear_errors():
        return tyro.cli(evaluate, args=argv, description=__doc__)


def evaluate(
    checkpoint: tyro.conf.Positional[Path],
    players: tuple[int, ...] = (),
    deals: int = 500,
    seed: int = 0,
    against: tuple[str, ...] = (),
    single_roles: bool = True,
    write: bool = False,
) -> list[Row]:
    """
    Args:
        checkpoint: Checkpoint folder.
        players: Numbers of players; those it was trained with if none is given.
        deals: Each is played once from every seat.
        seed: The same seed gives the same games.
        against: Agents that have the other seats, one kind after the other; the baselines if none is given.
        single_roles: Also measure each role by itself, the hand-written player in the others.
        write: Put the figures on the checkpoint's card.
    """
    if deals < 1:
        raise ValueError(f"--deals {deals}: expected at least 1")
    spec, card = trained(checkpoint)
    counts = players or card.players
    roles = [role for role in card.roles if role != spec.roles[0]] if single_roles else []
    lines = {n: contests(spec, str(checkpoint), roles, list(against), alone=n == 1) for n in counts}
    rows: list[Row] = []
    console = Console()
    with Progress(console=console, transient=True) as bar:
        task = bar.add_task("games", total=sum(len(lines[n]) * n_games([n], deals) for n in counts))
        for n in counts:
            rows += measure(spec, lines[n], n, deals, seed, card.options, lambda done: bar.advance(task, done))
    console.print(table_of(rows, spec.score))
    if len(spec.roles) > 2:  # the first is none
        console.print(table_of_roles(rows))
    if write:
        rewrite(checkpoint, {}, {"against": together(card.evaluation.get("against", []), rows)})
        console.print(f"Written to {checkpoint / CARD}", highlight=False)
    return rows


def contests(
    spec: GameSpec, folder: str, roles: list[str], against: list[str], alone: bool
) -> list[tuple[str, str, str]]:
    """(what is measured, who plays the seat, against whom). The first line against somebody is what others are
    compared with."""
    if alone:
        return [*((name, name, ALONE) for name in reversed(baselines(spec))), ("all roles", folder, ALONE)]
    lines = []
    for opponents in against or reversed(baselines(spec)):
        reference = "heuristic" if spec.heuristic else "random"
        lines += [(reference, reference, opponents), ("all roles", folder, opponents)]
        if opponents == "heuristic" and len(roles) > 1:
            lines += [(f"only {role}", f"{folder}:roles={role}", opponents) for role in roles]
    return lines


def measure(
    spec: GameSpec,
    lines: list[tuple[str, str, str]],
    players: int,
    deals: int,
    seed: int,
    options: dict[str, Any],
    watch: Watch,
) -> list[Row]:
    references: dict[str, SeatGames] = {}
    rows = []
    for what, agent, opponents in lines:
        found = seats.against(spec.name, agent, opponents, players, deals, seed, options, watch)
        first = references.setdefault(opponents, found)
        row = {"what": what, "against": opponents, "players": players, **found.rate()}
        if spec.score:
            row[spec.score.name] = found.score()
        other = None if found is first else first
        row |= {"deals": deals, "seed": seed}
        row |= {"by_dealt_role": found.by_dealt_role(other), "by_last_role": found.by_last_role(other)}
        rows.append({**row, "times": ratio(found, other)} if other else row)
    return rows


def together(before: list[Row], rows: list[Row]) -> list[Row]:
    """Figures of other opponents and numbers of players stay on the card."""

    def key(row: Row) -> tuple[str, int]:
        return row["against"], row["players"]

    new = {key(row) for row in rows}
    return sorted((row for row in before if key(row) not in new), key=key) + rows


def table_of(rows: list[Row], score: Score | None) -> Table:
    heads = ("plays", "against", "players", "games", "win rate", "95 %", "times the first", "95 % ")
    table = Table(*heads, *((score.name, "95 %  ") if score else ()), box=None)
    for row in rows:
        times = row.get("times")
        cells = [row["what"], row["against"], str(row["players"]), str(row["games"]), f"{row['win_rate']:.1%}"]
        cells += [span(row["interval"], ".1%"), f"{times['ratio']:.2f}" if times else "1.00"]
        cells.append(span(times["interval"], ".2f") if times else "")
        if score and row[score.name]["mean"] is not None:
            cells += [f"{row[score.name]['mean']:.1f}", span(row[score.name]["interval"], ".1f")]
        table.add_row(*cells)
    return table


def table_of_roles(rows: list[Row]) -> Table:
    """All roles learnt, beside the first line in the same role."""
    table = Table("by role", "against", "players", "games", "win rate", "95 %", "the first", "times", "95 % ", box=None)
    firsts = {(row["against"], row["players"]): row for row in rows if "times" not in row}
    for row in rows:
        if row["what"] != "all roles":
            continue
        first = firsts[row["against"], row["players"]]
        for key, when in (("by_dealt_role", "dealt"), ("by_last_role", "ended")):
            for role, found in row[key].items():
                its = first[key].get(role)
                cells = [f"{when} {role}", row["against"], str(row["players"]), str(found["games"])]
                cells += [f"{found['win_rate']:.1%}", span(found["interval"], ".1%")]
                if its and "times" in found:
                    times = found["times"]
                    cells += [f"{its['win_rate']:.1%}", f"{times['ratio']:.2f}", span(times["interval"], ".2f")]
                table.add_row(*cells)
    return table


def span(interval: tuple[float, float], form: str) -> str:
    return f"{interval[0]:{form}} to {interval[1]:{form}}"


if __name__ == "__main__":
    main()
