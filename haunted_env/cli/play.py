"""`haunted-env play`: a person in the terminal against random players, or other agents."""

import textwrap
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from rich.columns import Columns
from rich.text import Text

from haunted_env import registry
from haunted_env.agents import NAMES, Agent, View, make_agent, trust
from haunted_env.cli.app import DEFAULT_GAME, GameName, Players, Seed, Settings, Trust, command, console, read_options
from haunted_env.cli.session import Session, print_result
from haunted_env.engine.files import write_atomically
from haunted_env.play import replay as replays
from haunted_env.play.replay import Replay
from haunted_env.play.table import Observer, Table

HELP = """\
  a number   do what is listed under it
  v          draw the table
  h          how the game is played
  e          what has happened lately
  s FILE     save the game (go on later with: haunted-env play --resume FILE)
  q          quit
  ?          this help"""
COLUMNS_FROM = 13  # choices: from this number on they are listed in columns
N_EVENTS = 20  # shown by `e`


def say(text: str, first: str = "", rest: str = "", style: str = "") -> None:
    """A sentence or more, broken between words where the terminal ends, each line with its indent."""
    lines = textwrap.fill(text, max(console.width, 40), initial_indent=first, subsequent_indent=rest)
    console.print(Text(lines, style), soft_wrap=True)


class QuitError(Exception):
    """The person leaves the table; `asked`: they can still be asked whether to save."""

    def __init__(self, asked: bool) -> None:
        self.asked = asked


@command
def play(
    game: GameName = DEFAULT_GAME,
    seat: Annotated[int, typer.Option(help="your seat, from 0")] = 0,
    players: Players = None,
    seed: Seed = None,
    option: Settings = None,
    opponents: Annotated[str | None, typer.Option(metavar="AGENT", help=f"{NAMES} (default: random)")] = None,
    resume: Annotated[Path | None, typer.Option(help="go on with a saved game")] = None,
    trusted: Trust = None,
) -> None:
    """Play in the terminal against random players, or other agents."""
    if resume is not None:
        saved = Replay.load(resume)
        spec = registry.spec(saved.game)
        replays.verify(spec, saved)
        session = Session.of(spec, saved)
        session.follow(saved.actions)
        seat = saved.notes.get("seat", seat)
        if opponents is None:
            opponents = str(saved.notes.get("opponents", "random"))
            trust.check_names([opponents], resume, trusted or ())
    else:
        spec = registry.spec(game)
        session = Session(spec, read_options(spec, option, players), seed)
    if type(seat) is not int or not 0 <= seat < session.batch.n_seats:  # a save file may hold anything there
        raise ValueError(f"seat {seat}: the game has seats 0 to {session.batch.n_seats - 1}")
    Person(session, seat, opponents or "random").run()


class Person(Agent, Observer):
    """The person at `seat`; everybody else is played by an agent."""

    def __init__(self, session: Session, seat: int, opponents: str = "random") -> None:
        super().__init__(spec=session.spec)
        self.session = session
        self.seat = seat
        self.notes: dict[str, Any] = {"seat": seat} | ({} if opponents == "random" else {"opponents": opponents})
        self.opponent = make_agent(opponents, session.spec)
        self.redraw = True  # somebody else has moved since the table was drawn
        self.history: list[str] = []  # events, with what was said to the person alone
        self.told = 0  # how many of them the person has read
        self.saved = len(session.actions)  # how far the game is saved
        self.parts = session.spec.parts.of(session.game) if session.spec.parts else None
        self.part = int(self.parts.number(session.game)[0]) if self.parts else 0  # a new one begins with a new table

    def run(self) -> None:
        session = self.session
        spec = session.spec
        n_seats = session.batch.n_seats
        seat = f"You are player {self.seat} of 0 to {n_seats - 1}." if n_seats > 1 else "You play alone."
        say(f"{spec.title}: {spec.summary}.")
        say(f"{seat} Type ? for help.")
        if spec.words.primer and not session.actions:
            self.explain_game()
        try:
            self.history += session.new_events(self.seat)
            session.play([self, self.opponent], [int(other != self.seat) for other in range(n_seats)], [self])
        except QuitError as leaving:
            self.leave(leaving.asked)
            return
        except KeyboardInterrupt:
            self.leave(asked=True)
            return
        self.tell_events()
        console.print(spec.words.text(session.game, None), markup=False, soft_wrap=True)
        print_result(console, spec, session.game, self.seat)
        if spec.words.story is not None:
            self.offer_story(spec.words.story)

    def offer_story(self, story: Callable[[Iterable[np.ndarray]], str]) -> None:
        """What has been played may be read once more."""
        try:
            name = self.ask("write the story of this game to (a file; empty: do not) > ")
        except QuitError:
            return
        if not name:
            return
        try:
            write_atomically(name, story(replays.simulate(self.session.spec, self.session.replay())))
        except OSError as error:
            console.print(f"not written: {name}: {error.strerror}", style="red", markup=False, soft_wrap=True)

    def stepped(self, table: Table, rows: np.ndarray) -> None:
        self.history += self.session.new_events(self.seat)
        if self.parts and self.part != self.parts.number(self.session.game)[0]:
            self.part, self.redraw = int(self.parts.number(self.session.game)[0]), True

    def decided(self, table: Table, number: int, view: View, actions: np.ndarray) -> None:
        self.redraw = number != 0

    def act(self, view: View) -> np.ndarray:
        """Show what is new, then ask."""
        self.tell_events(besides=self.spec.words.text(self.session.game, self.seat) if self.redraw else "")
        if self.redraw:
            self.draw()
        return view.from_absolute(np.array([self.choose_from(view.legal(0).tolist())], np.int64))

    def tell_events(self, besides: str = "") -> None:
        """What is new, save what stands in a text that is shown anyway."""
        for event in self.history[self.told :]:
            if event not in besides:
                say(event, "  ", "  ")
        self.told = len(self.history)

    def explain_game(self) -> None:
        spec = self.session.spec
        console.print()
        primer = spec.words.primer or f"The rules are in haunted_env/games/{spec.name}/rules.md."
        for paragraph in primer.splitlines():
            say(paragraph)
        console.print()

    def draw(self) -> None:
        console.print()
        console.print(self.session.spec.words.text(self.session.game, self.seat), markup=False, soft_wrap=True)

    def choose_from(self, legal: list[int]) -> int:
        """Ask until the answer is one of the (absolute) legal actions."""
        session = self.session
        console.print()
        before, _, question = session.spec.words.explain_decision(session.game, self.seat).rpartition("\n")
        for line in before.splitlines():
            say(line)
        say(question, style="bold")
        self.list_choices([session.describe(action) for action in legal])
        while True:
            answer = self.ask(f"1-{len(legal)}, ? for help > " if len(legal) > 1 else "Enter to go on, ? for help > ")
            if not answer and len(legal) == 1:
                return legal[0]
            word, _, rest = answer.partition(" ")
            if word.isdecimal() and 1 <= int(word) <= len(legal) and not rest:
                return legal[int(word) - 1]
            if word == "?":
                console.print(HELP, markup=False)
            elif word == "v":
                self.draw()
                self.list_choices([session.describe(action) for action in legal])
            elif word == "h":
                self.explain_game()
            elif word == "e":
                for event in self.history[-N_EVENTS:]:
                    say(event, "  ", "  ")
            elif word == "s":
                self.save(rest.strip())
            elif word == "q":
                raise QuitError(asked=True)
            elif answer:
                console.print(f"{answer!r} is not a choice: type a number from 1 to {len(legal)}, or ?", markup=False)

    @staticmethod
    def list_choices(choices: list[str]) -> None:
        if len(choices) >= COLUMNS_FROM:
            lines = [Text(f"{number:3}  {choice}") for number, choice in enumerate(choices, 1)]
            console.print(Columns(lines, column_first=True, padding=(0, 3)))
        else:
            for number, choice in enumerate(choices, 1):
                say(choice, f"{number:3}  ", " " * 5)

    @staticmethod
    def ask(prompt: str) -> str:
        try:
            return console.input(Text(prompt)).strip()
        except EOFError:
            raise QuitError(asked=False) from None
        except KeyboardInterrupt:
            raise QuitError(asked=True) from None

    def save(self, name: str) -> bool:
        if not name:
            console.print("say where: s FILE", markup=False)
            return False
        try:
            replays.seal(self.session.spec, self.session.replay(**self.notes)).save(name)
        except OSError as error:
            console.print(f"not saved: {name}: {error.strerror}", style="red", markup=False, soft_wrap=True)
            return False
        self.saved = len(self.session.actions)
        more = trust.repeated([self.notes.get("opponents", "")])
        console.print(f"saved; go on with: haunted-env play --resume {name}{more}", markup=False, soft_wrap=True)
        return True

    def leave(self, asked: bool) -> None:
        """Offer to save before going."""
        console.print()
        try:
            while asked and len(self.session.actions) > self.saved:
                name = self.ask("save the game as (empty: do not save) > ")
                if not name or self.save(name):
                    break
        except QuitError:
            pass
        console.print("Goodbye.")
