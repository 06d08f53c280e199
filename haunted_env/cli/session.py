"""A game at the terminal: played at a table of one, remembered as a replay."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table as RichTable

from haunted_env.agents import Agent, View
from haunted_env.play import replay as replays
from haunted_env.play.replay import Replay
from haunted_env.play.seeds import SEED_LIMIT, fresh_seed
from haunted_env.play.table import Observer, Table
from haunted_env.spec import GameSpec


class Session(Observer):
    """One game, who plays it, and every (absolute) action since its start."""

    def __init__(
        self, spec: GameSpec, options: dict[str, Any], seed: int | None = None, position: dict[str, Any] | None = None
    ) -> None:
        self.spec = spec
        self.seed = fresh_seed() if seed is None else seed
        self.position = position
        self.batch = replays.start(spec, options, self.seed, position, relative_seats=True)
        self.actions: list[int] = []
        self._seen = 0

    @classmethod
    def of(cls, spec: GameSpec, replay: Replay) -> "Session":
        """The start of a replay."""
        return cls(spec, replay.options, replay.seed or 0, replay.position)

    @property
    def game(self) -> np.ndarray:
        return self.batch.games

    @property
    def over(self) -> bool:
        return bool(self.game["table"]["over"][0])

    @property
    def decider(self) -> int:
        return int(self.game["table"]["decider"][0])

    @property
    def turn(self) -> int:
        """Completed turns."""
        return self.spec.queries.turn(self.game)

    def describe(self, action: int) -> str:
        return self.spec.words.describe_action(self.game, action)

    def new_events(self, seat: int | None) -> list[str]:
        """What happened since this was asked last, as a seat saw and heard it; None: all of it."""
        self._seen, events = self.spec.words.events_of(self.game, self._seen, seat)
        return events

    # Playing

    def play(self, agents: Sequence[Agent], seating: Sequence[int], observers: Sequence[Observer] = ()) -> None:
        """Play on to the end: the agents in their seats, `observers` told after the session itself."""
        Table(self.batch, agents, seating, self.seed, [self, *observers]).play()

    def follow(self, actions: Sequence[int], observers: Sequence[Observer] = ()) -> None:
        """Play (absolute) actions that were recorded."""
        script = Script(spec=self.spec, actions=list(actions))
        table = Table(self.batch, [script], 0, self.seed, [self, *observers])
        table.play(until=lambda: not script.actions)

    def asking(self, table: Table, number: int, view: View) -> None:
        """An agent's generators depend on the seed and the number of actions only, so that resuming changes nothing."""
        view.generators[:] = self.batch.generators((self.seed + len(self.actions)) % SEED_LIMIT)

    def decided(self, table: Table, number: int, view: View, actions: np.ndarray) -> None:
        self.actions.append(int(view.absolute(actions)[0]))

    def replay(self, **notes: Any) -> Replay:
        return Replay(
            game=self.spec.name,
            version=self.spec.version,
            content_hash=self.spec.content_hash,
            options=self.batch.options,
            seed=self.seed,
            position=self.position,
            actions=self.actions[:],
            state_hash=replays.state_hash(self.game),
            result=replays.result_of(self.spec, self.game),
            notes=notes,
        )


class Script(Agent):
    """Plays actions that were written down."""

    def __init__(self, spec: GameSpec, actions: list[int]) -> None:
        super().__init__(spec=spec)
        self.actions = actions

    def act(self, view: View) -> np.ndarray:
        return view.from_absolute(np.array([self.actions.pop(0)], np.int64))


def print_result(console: Console, spec: GameSpec, game: np.ndarray, person: int | None = None) -> None:
    """Who won and who everybody was."""
    result = spec.queries.result(game)
    console.print(f"The game is over: {result['reason']}", style="italic", markup=False, soft_wrap=True)
    table = RichTable("seat", "role", "", box=None)
    for seat, role in enumerate(result["roles"]):
        name = f"player {seat}" + (" (you)" if seat == person else "")
        table.add_row(name, str(role), "won" if seat in result["winners"] else "")
    console.print(table)
