"""`haunted-env tournament`, `match` and `report`: agents against each other, and what came of it."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from haunted_env import registry
from haunted_env.arena import report as reports
from haunted_env.arena import tournament as tournaments
from haunted_env.arena.plan import Contest
from haunted_env.arena.record import GameRecord
from haunted_env.arena.store import Store
from haunted_env.cli.app import DEFAULT_GAME, Settings, command, console, fail, read_settings

AGENT_HELP = "random, heuristic, ismcts:sims=200, text:python:MODULE:FUNCTION, or a checkpoint folder"
Agents = Annotated[list[str] | None, typer.Argument(metavar="AGENT...", help=AGENT_HELP)]
Game = Annotated[str, typer.Option(help=f"one of: {', '.join(registry.GAMES)}")]
Counts = Annotated[str | None, typer.Option("--players", help="number of players: 4, or several: 3,4 or 3-6")]
Deals = Annotated[int, typer.Option(help="deals; each is played with the agents in every seat")]
Seed = Annotated[int, typer.Option(help="the same seed gives the same games")]
Out = Annotated[Path | None, typer.Option(help="folder for results and report")]
Resume = Annotated[bool, typer.Option("--resume", help="go on with the contest in --out")]
Executor = Annotated[str, typer.Option(help="local, or ray (needs the extra `ray`)")]
Workers = Annotated[int | None, typer.Option(help="processes (default: one, or all processors for slow agents)")]


@command
def tournament(
    agents: Agents = None,
    game: Game = DEFAULT_GAME,
    players: Counts = None,
    deals: Deals = 100,
    out: Out = None,
    resume: Resume = False,
    seed: Seed = 0,
    option: Settings = None,
    executor: Executor = "local",
    workers: Workers = None,
) -> None:
    """Agents against each other in balanced lineups; each deal is played with everybody in every seat."""
    contest = None
    if agents or not resume:
        counts = read_counts(players, registry.spec(game).players)
        contest = Contest(registry.spec(game).name, tuple(agents or ()), counts, deals, seed, read_settings(option))
    play(contest, out, resume, executor, workers)


@command
def match(
    agents: Agents = None,
    game: Game = DEFAULT_GAME,
    deals: Deals = 1,
    out: Out = None,
    resume: Resume = False,
    seed: Seed = 0,
    option: Settings = None,
    fixed: Annotated[bool, typer.Option("--fixed", help="keep the seats: agents in the order given")] = False,
    executor: Executor = "local",
    workers: Workers = None,
) -> None:
    """One lineup, an agent per seat (the same may sit in several); seats rotate from game to game of a deal."""
    contest = None
    if agents or not resume:
        names = tuple(dict.fromkeys(agents or ()))
        lineup = tuple(names.index(name) for name in agents or ())
        settings = read_settings(option)
        counts = (len(lineup),)
        contest = Contest(registry.spec(game).name, names, counts, deals, seed, settings, lineup, not fixed)
    play(contest, out, resume, executor, workers)


@command
def report(folder: Annotated[Path, typer.Argument(help="the folder of a tournament or match")]) -> None:
    """Work out the results of a contest again, finished or not, and write its report."""
    with Store.open(folder) as store:
        print_results(reports.write(store), folder)


def read_counts(words: str | None, allowed: tuple[int, int]) -> tuple[int, ...]:
    """Numbers of players from "4", "3,4" or "3-6"; without any, 4 or the nearest the game allows."""
    if words is None:
        return (min(max(4, allowed[0]), allowed[1]),)
    counts: set[int] = set()
    for part in words.split(","):
        first, _, last = part.partition("-")
        if not first.strip().isdecimal() or (last and not last.strip().isdecimal()):
            raise ValueError(f"--players {words}: expected a number, or several like 3,4 or 3-6")
        counts |= set(range(int(first), int(last or first) + 1))
    if not counts:
        raise ValueError(f"--players {words}: no number of players")
    return tuple(sorted(counts))


def play(contest: Contest | None, out: Path | None, resume: bool, executor: str, workers: int | None) -> None:
    """Start or resume a contest, play it, report."""
    if resume and out is None:
        raise ValueError("--resume: say which contest, with --out FOLDER")
    if out is None:
        assert contest is not None
        out = Path(f"contest-{contest.game}-{time.strftime('%Y%m%d-%H%M%S')}")
    if resume:
        store = tournaments.resume(out, contest)
    else:
        assert contest is not None
        store = tournaments.start(contest, out)
    with store:
        try:
            with progress() as watch:
                tournaments.run(store, executor, workers, watch)
        except (KeyboardInterrupt, OSError, ValueError) as error:
            stopped = isinstance(error, KeyboardInterrupt)
            raise fail(f"{'stopped' if stopped else error}; {_how_to_resume(store)}", 130 if stopped else 2) from error
        print_results(reports.write(store), out)


def _how_to_resume(store: Store) -> str:
    kept = f"{len(store.keys())} finished games are kept in {store.folder}"
    return f"{kept}. Go on with: haunted-env tournament --resume --out {store.folder}"


@contextmanager
def progress() -> Iterator[tournaments.Watch]:
    """A bar with games per second and the time left."""
    speed = TextColumn("{task.fields[speed]}")
    columns = ("games", BarColumn(), MofNCompleteColumn(), speed, TimeRemainingColumn(compact=True), "left")
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("games", total=None, speed="")
        started, first = time.perf_counter(), 0

        def watch(done: int, total: int, new: list[GameRecord]) -> None:
            nonlocal started, first
            if not new:
                started, first = time.perf_counter(), done
            took = time.perf_counter() - started
            bar.update(task, completed=done, total=total, speed=f"{(done - first) / took:.3g}/s" if new else "")

        yield watch


def print_results(results: dict[str, Any], folder: Path) -> None:
    """The standings, and where everything is."""
    played = f"{results['games']} games" + (f" of {results['planned']}" * (results["games"] < results["planned"]))
    title = f"{results['title']}, {results['players']} players, {results['deals']} deals, {played}"
    table = Table("agent", title=title, title_justify="left", box=None)
    for head in ("games", "win rate", "95 % interval", "rating", "95 % interval", *results["roles"], "forfeits"):
        table.add_column(head, justify="right")
    for agent in sorted(results["agents"], key=lambda agent: -(agent["win_rate"] or 0)):
        rating = agent["rating"] or {"rating": None, "interval": None}
        row = [agent["name"], f"{agent['games']:,}", _percent(agent["win_rate"]), _span(agent["interval"], 100, ".1f")]
        row += [f"{rating['rating']:+.0f}" if agent["rating"] else "–", _span(rating["interval"], 1, "+.0f")]
        row += [_percent(agent["by_role"].get(role, {}).get("win_rate")) for role in results["roles"]]
        table.add_row(*row, str(agent["forfeits"]))
    console.print(table)
    ends = ", ".join(f"{reason} {_percent(row['share'])}" for reason, row in results["reasons"].items())
    console.print(f"ends: {ends}", markup=False, soft_wrap=True)
    console.print(f"report: {folder / reports.REPORT}", markup=False, soft_wrap=True)


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.1f} %"


def _span(interval: list[float] | None, times: float, form: str) -> str:
    return "–" if interval is None else f"{times * interval[0]:{form}} to {times * interval[1]:{form}}"
