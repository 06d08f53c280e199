"""`haunted-env tournament`, `match` and `report`: agents against each other, and what came of it."""

import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from haunted_env import registry
from haunted_env.agents import NAMES, trust
from haunted_env.arena import report as reports
from haunted_env.arena import tournament as tournaments
from haunted_env.arena.isolated import DEFAULT_LIMITS, Limits
from haunted_env.arena.plan import Contest
from haunted_env.arena.record import GameRecord
from haunted_env.arena.store import Store
from haunted_env.cli.app import DEFAULT_GAME, Settings, Trust, command, console, fail, read_settings

DEFAULT_DEALS = 100
Agents = Annotated[list[str] | None, typer.Argument(metavar="AGENT...", help=NAMES)]
Game = Annotated[str | None, typer.Option(help=f"one of: {', '.join(registry.GAMES)}")]
Counts = Annotated[str | None, typer.Option("--players", help="number of players: 4, or several: 3,4 or 3-6")]
Deals = Annotated[int | None, typer.Option(help="deals (default 100); each is played with the agents in every seat")]
Seed = Annotated[int | None, typer.Option(help="the same seed (default 0) gives the same games")]
Out = Annotated[Path | None, typer.Option(help="folder for results and report")]
Resume = Annotated[bool, typer.Option("--resume", help="go on with the contest in --out")]
Add = Annotated[
    list[str] | None,
    typer.Option("--add", metavar="AGENT", help="with --resume: one more agent, which meets the others (repeatable)"),
]
Executor = Annotated[str, typer.Option(help="local, or ray (needs the extra `ray`)")]
Beliefs = Annotated[
    bool | None,
    typer.Option("--beliefs/--no-beliefs", help="ask agents what they believe, and score it (default: yes)"),
]
Seconds = Annotated[float, typer.Option(help="time per decision for python: and text: agents; 0: no limit")]
Memory = Annotated[float, typer.Option(help="gigabytes for each of their processes; 0: no limit")]
Workers = Annotated[int | None, typer.Option(help="processes (default: one, or all processors for slow agents)")]


@command
def tournament(
    agents: Agents = None,
    game: Game = None,
    players: Counts = None,
    deals: Deals = None,
    out: Out = None,
    resume: Resume = False,
    add: Add = None,
    seed: Seed = None,
    option: Settings = None,
    beliefs: Beliefs = None,
    trusted: Trust = None,
    executor: Executor = "local",
    workers: Workers = None,
    seconds: Seconds = DEFAULT_LIMITS.seconds,
    memory: Memory = DEFAULT_LIMITS.memory,
) -> None:
    """Agents against each other in balanced lineups; each deal is played with everybody in every seat."""
    if add and not resume:
        raise ValueError("--add: name all agents of a new contest as AGENT; --add is for one that is resumed")
    given = read_contest(agents, game, deals, seed, option, beliefs)
    if players is not None or not resume:
        given["players"] = read_counts(players, registry.spec(game or DEFAULT_GAME).players)
    play(given, out, resume, trusted, executor, workers, Limits(seconds, memory), add or ())


@command
def match(
    agents: Agents = None,
    game: Game = None,
    deals: Deals = None,
    out: Out = None,
    resume: Resume = False,
    seed: Seed = None,
    option: Settings = None,
    beliefs: Beliefs = None,
    fixed: Annotated[bool, typer.Option("--fixed", help="keep the seats: agents in the order given")] = False,
    trusted: Trust = None,
    executor: Executor = "local",
    workers: Workers = None,
    seconds: Seconds = DEFAULT_LIMITS.seconds,
    memory: Memory = DEFAULT_LIMITS.memory,
) -> None:
    """One lineup, an agent per seat (the same may sit in several); seats rotate from game to game of a deal."""
    given = read_contest(list(dict.fromkeys(agents or ())), game, deals, seed, option, beliefs)
    if agents:
        lineup = tuple(given["agents"].index(name) for name in agents)
        given |= {"players": (len(lineup),), "lineup": lineup, "rotate": not fixed}
    play(given, out, resume, trusted, executor, workers, Limits(seconds, memory))


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


def read_contest(
    agents: list[str] | None,
    game: str | None,
    deals: int | None,
    seed: int | None,
    option: list[str] | None,
    beliefs: bool | None,
) -> dict[str, Any]:
    """The fields of a contest that were given."""
    given: dict[str, Any] = {"agents": tuple(agents or ()) or None, "deals": deals, "seed": seed, "beliefs": beliefs}
    given["game"] = registry.spec(game).name if game else None
    given["options"] = read_settings(option) or None
    return {name: value for name, value in given.items() if value is not None}


def play(
    given: dict[str, Any],
    out: Path | None,
    resume: bool,
    trusted: list[str] | None,
    executor: str,
    workers: int | None,
    limits: Limits,
    add: Collection[str] = (),
) -> None:
    """Start or resume a contest, play it, report."""
    reports.html_pages()  # what the report needs is missed before games are played, not after
    if resume:
        if out is None:
            raise ValueError("--resume: say which contest, with --out FOLDER")
        store = tournaments.resume(out, given, trusted or (), limits, add)
    else:
        contest = Contest(**{"game": DEFAULT_GAME, "agents": (), "players": (), "deals": DEFAULT_DEALS, **given})
        out = out or Path(f"contest-{contest.game}-{time.strftime('%Y%m%d-%H%M%S')}")
        store = tournaments.start(contest, out, limits)
    with store:
        try:
            with progress() as watch:
                tournaments.run(store, executor, workers, watch, limits)
        except KeyboardInterrupt:
            console.print(f"stopped; {_how_to_resume(store)}", markup=False, soft_wrap=True)
            raise typer.Exit(130) from None
        except (OSError, ValueError) as error:
            raise fail(f"{error}; {_how_to_resume(store)}") from error
        print_results(reports.write(store), out)


def _how_to_resume(store: Store) -> str:
    kept = f"{len(store.keys())} finished games are kept in {store.folder}"
    more = trust.repeated(store.contest.agents)
    return f"{kept}. Go on with: haunted-env tournament --resume --out {store.folder}{more}"


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
    players = " / ".join(map(str, results["player_counts"]))
    title = f"{results['title']}, {players} players, {results['deals']} deals, {played}"
    console.print(title, style="bold", markup=False, soft_wrap=True)
    order = sorted(results["agents"], key=lambda agent: -(agent["win_rate"] or 0))
    standings = Table("agent", box=None)
    roles = Table("won as", box=None)
    for head in ("games", "won, 95 % interval", "rating, 95 % interval", "forfeits"):
        standings.add_column(head, justify="right")
    for role in results["roles"]:
        roles.add_column(role, justify="right")
    for agent in order:
        name = Text(agent["name"], overflow="fold")  # agents of one module differ in their last letters
        standings.add_row(name, f"{agent['games']:,}", rate_words(agent), rating_words(agent), str(agent["forfeits"]))
        roles.add_row(name, *(rate_words(agent["by_role"].get(role)) for role in results["roles"]))
    console.print(standings)
    if len(results["roles"]) > 1:
        console.print(roles)
    ends = ", ".join(f"{reason} {100 * row['share']:.1f} %" for reason, row in results["reasons"].items())
    console.print(f"ends: {ends}", markup=False, soft_wrap=True)
    console.print(f"report: {folder / reports.REPORT}", markup=False, soft_wrap=True)


def rating_words(agent: dict[str, Any]) -> str:
    if not reports.is_sure(agent["rating"]):
        return "–"
    low, high = agent["rating"]["interval"]
    return f"{agent['rating']['rating']:+.0f} [{low:+.0f}, {high:+.0f}]"


def rate_words(rate: dict[str, Any] | None) -> str:
    if not rate or rate["win_rate"] is None:
        return "–"
    low, high = rate["interval"]
    return f"{100 * rate['win_rate']:.1f} % [{100 * low:.1f}, {100 * high:.1f}]"
