"""`haunted-env watch` and `haunted-env replay`: games printed move by move."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from haunted_env import agents, registry
from haunted_env.agents import NAMES, make_agent
from haunted_env.cli.app import DEFAULT_GAME, GameName, Players, Seed, Settings, command, console, fail, read_options
from haunted_env.cli.session import Session, print_result
from haunted_env.engine.files import write_atomically
from haunted_env.play import replay as replays
from haunted_env.play.replay import Replay, ReplayError
from haunted_env.play.table import Observer, Table
from haunted_env.spec import GameSpec

View = Annotated[str, typer.Option(help="'all', or a seat: what that player sees")]
Delay = Annotated[float, typer.Option(help="seconds to wait after every move")]
Turns = Annotated[int | None, typer.Option(help="stop after this number of turns")]


@command
def watch(
    game: GameName = DEFAULT_GAME,
    seed: Seed = None,
    turns: Turns = None,
    players: Players = None,
    option: Settings = None,
    view: View = "all",
    delay: Delay = 0.0,
    agent: Annotated[str, typer.Option(metavar="AGENT", help=f"who plays all seats: {NAMES}")] = "random",
) -> None:
    """Watch a game of random players, or of any agent, move by move."""
    spec = registry.spec(game)
    session = Session(spec, read_options(spec, option, players), seed)
    console.print(f"{spec.title}, seed {session.seed}", markup=False)
    player, shown = make_agent(agent, spec), Printer(session, read_view(view, session), delay, turns)
    shown.show(lambda: session.play([player], [0] * session.batch.n_seats, [shown]))


@command
def replay(
    file: Annotated[Path, typer.Argument(help="a replay or saved game")],
    view: View = "all",
    delay: Delay = 0.0,
    turns: Turns = None,
    check: Annotated[bool, typer.Option("--check", help="only say whether the replay is true")] = False,
    export_seat: Annotated[int | None, typer.Option(help="write what this seat saw, as JSON lines")] = None,
    story: Annotated[bool, typer.Option("--story", help="tell the whole game as a story, for reading")] = False,
    out: Annotated[Path | None, typer.Option(help="the file for --export-seat or --story (otherwise printed)")] = None,
) -> None:
    """Show a replay move by move, check it, tell it as a story, or export it as one seat saw it."""
    try:
        loaded = Replay.load(file)
        spec = registry.spec(loaded.game)
        if export_seat is not None:
            lines = replays.export_for_seat(spec, loaded, export_seat)
        else:
            replays.verify(spec, loaded)
    except ReplayError as error:
        message = str(error) if str(file) in str(error) else f"{file}: {error}"
        raise fail(message, 1 if check else 2) from error
    if export_seat is not None:
        if out is None:
            for line in lines:
                typer.echo(line)
        else:
            write_atomically(out, "".join(f"{line}\n" for line in lines))
            console.print(f"{out}: what player {export_seat} saw", markup=False, soft_wrap=True)
    elif story:
        tell(spec, loaded, out)
    elif check:
        end = f"ended: {loaded.result['reason']}" if loaded.result else "not ended yet"
        console.print(f"{file}: true, {len(loaded.actions)} actions, {end}", markup=False, soft_wrap=True)
    else:
        session = Session.of(spec, loaded)
        shown = Printer(session, read_view(view, session), delay, turns)
        shown.show(lambda: session.follow(loaded.actions, [shown]))


def tell(spec: GameSpec, loaded: Replay, out: Path | None) -> None:
    """The story of a game, printed or written to a file. It shows what is hidden while the game runs."""
    if spec.words.story is None:
        raise ValueError(
            f"--story: {spec.title} is not told as a story; `haunted-env replay FILE` shows it move by move"
        )
    text = spec.words.story(replays.simulate(spec, loaded))
    if out is None:
        typer.echo(text, nl=False)
    else:
        write_atomically(out, text)
        console.print(f"{out}: the story of {len(loaded.actions)} actions", markup=False, soft_wrap=True)


def read_view(view: str, session: Session) -> int | None:
    """The seat whose view is shown; None for everything."""
    if view == "all":
        return None
    if not view.isdecimal() or int(view) >= session.batch.n_seats:
        raise ValueError(f"--view {view}: choose 'all' or a seat from 0 to {session.batch.n_seats - 1}")
    return int(view)


class EnoughError(Exception):
    """So many turns were to be shown."""


class Printer(Observer):
    """Prints the table whenever a turn begins, and in between what is done and what happens."""

    def __init__(self, session: Session, view: int | None, delay: float, turns: int | None) -> None:
        self.session, self.view, self.delay, self.turns = session, view, delay, turns
        self.turn, self.first = -1, session.turn

    def show(self, play: Callable[[], None]) -> None:
        """Play the game to its end, or as far as it is to be shown."""
        self.session.new_events(self.view)  # the setup is on the board already
        try:
            play()
        except (EnoughError, KeyboardInterrupt):
            return
        self._draw()
        if self.session.over:
            print_result(console, self.session.spec, self.session.game)

    def asking(self, table: Table, number: int, view: agents.View) -> None:
        if self.session.turn != self.turn:
            if self.turns is not None and self.session.turn - self.first >= self.turns:
                raise EnoughError
            self.turn = self.session.turn
            self._draw()

    def decided(self, table: Table, number: int, view: agents.View, actions: np.ndarray) -> None:
        session = self.session
        if self.view in (None, session.decider):
            line = f"player {session.decider}: {session.describe(session.actions[-1])}"
            console.print(line, style="bold", markup=False, soft_wrap=True)

    def stepped(self, table: Table, rows: np.ndarray) -> None:
        for event in self.session.new_events(self.view):
            console.print(f"  {event}", markup=False, soft_wrap=True)
        time.sleep(self.delay)

    def _draw(self) -> None:
        console.print()
        console.print(self.session.spec.words.text(self.session.game, self.view), markup=False, soft_wrap=True)
