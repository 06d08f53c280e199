"""`haunted-env leakcheck`: does a game, ours or anybody's, tell a seat what it may not know?"""

from typing import Annotated

import typer
from rich.progress import Progress, SpinnerColumn, TextColumn

from haunted_env.cli.app import Settings, command, console, errors, read_settings
from haunted_env.leakcheck import Report, check, find_game
from haunted_env.leakcheck.find import function

MAYBE = "Either the game tells, or the exchange changes what the seat may know: --known tells these apart."
Target = Annotated[
    str, typer.Argument(metavar="GAME", help="MODULE:ENV (PettingZoo AEC), openspiel:NAME, or one of our games")
]
Change = Annotated[
    str | None,
    typer.Option(metavar="MODULE:FUNCTION", help="function(env, seat, rng) that changes what the seat may not know"),
]
KnownBy = Annotated[
    str | None, typer.Option(metavar="MODULE:FUNCTION", help="function(env, seat) that says what the seat may know")
]
Games = Annotated[int, typer.Option(help="random games at most")]
Seconds = Annotated[float, typer.Option(help="time at most")]
Every = Annotated[int, typer.Option(help="exchange at every N-th decision")]
First = Annotated[int, typer.Option(help="seed of the first game; the next has the next")]
PlayOn = Annotated[int, typer.Option(help="with --known: play on in both worlds for this many actions")]
Acting = Annotated[bool, typer.Option("--acting", help="only for the seat that acts")]
Render = Annotated[bool, typer.Option("--render", help="compare env.render() too, if it is the acting agent's view")]


@command
def leakcheck(
    game: Target,
    exchange: Change = None,
    known: KnownBy = None,
    games: Games = 100,
    seconds: Seconds = 60.0,
    every: Every = 1,
    seed: First = 0,
    play_on: PlayOn = 0,
    acting: Acting = False,
    render: Render = False,
    option: Settings = None,
) -> None:
    """Exchange what a seat may not know and compare what it gets; exit code 1 if something differs."""
    found = find_game(game, read_settings(option), render)
    with Progress(SpinnerColumn(), TextColumn("{task.description}"), console=errors, transient=True) as bar:
        shown = bar.add_task("the first game")
        report = check(
            found,
            function(exchange, "--exchange") if exchange else None,
            known=function(known, "--known") if known else None,
            games=games,
            seconds=seconds,
            every=every,
            seed=seed,
            play_on=play_on,
            acting_only=acting,
            watch=lambda so_far: bar.update(shown, description=under_way(so_far, games)),
        )
    console.print(str(report), markup=False, soft_wrap=True)
    if report.leaks:
        if known is None and exchange is not None:
            console.print(MAYBE, soft_wrap=True)
        raise typer.Exit(1)


def under_way(report: Report, games: int) -> str:
    return f"game {report.games + 1} of {games}, {report.exchanges:,} exchanges, {len(report.leaks)} entries leak"
