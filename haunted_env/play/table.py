"""The one loop that plays games: a batch, who sits where, and who watches.

    table = Table(batch, agents, seating)
    batch.deal(seeds)
    table.play()

Matches, environments with opponents, training and people at the terminal all sit at a table. What else is to be done
with a game while it is played (record it, note beliefs, collect decisions to learn from) is an `Observer`'s business.
"""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

import numpy as np

from haunted_env.play import seeds
from haunted_env.play.batch import ENDED, Batch
from haunted_env.play.view import View

LEFT_OUT = -1  # in place of an action: nobody was asked
OUTSIDE = -1  # in `seating`: the seat is played by the caller, who is asked for nothing here


class Player(Protocol):
    """What a table wants of an agent."""

    @property
    def observes(self) -> str | None:
        """The kind of observations it reads, if any."""

    def act(self, view: View) -> np.ndarray: ...


class Observer:
    """Is told what happens at a table. Subclasses take what they need."""

    def asking(self, table: "Table", number: int, view: View) -> None:
        """An agent is about to decide in the games of a view."""

    def decided(self, table: "Table", number: int, view: View, actions: np.ndarray) -> None:
        """It has decided (actions as its seats number them); nothing is carried out yet."""

    def stepped(self, table: "Table", rows: np.ndarray) -> None:
        """Actions were carried out in these games; `table.batch` has what came of them."""

    def ended(self, table: "Table", rows: np.ndarray) -> None:
        """These games are over. They stay as they are unless an observer puts others in their place."""


class Table:
    """Games of one batch being played.

    seating: the number of the agent in every seat, (games, seats), or OUTSIDE.
    generators: the agents' random generators, one per game and seat, (games, seats, 4).
    running: the games that are being played.
    """

    def __init__(
        self,
        batch: Batch,
        agents: Sequence[Player],
        seating: np.ndarray | Sequence[int] | int,
        generators: np.ndarray | int = 0,
        observers: Sequence[Observer] = (),
    ) -> None:
        """`seating`: a row per game, one row for all, or one number for all seats. `generators`: or a seed for them."""
        self.batch = batch
        self.agents = list(agents)
        shape = (batch.n, batch.n_seats)
        self.seating = np.array(np.broadcast_to(seating, shape), np.int64)
        if isinstance(generators, int | np.integer):
            generators = seeds.generators(int(generators), shape[0] * shape[1]).reshape(*shape, 4)
        self.generators = generators
        self.observers = list(observers)
        self.running = np.ones(batch.n, bool)

    def play(self, until: Callable[[], bool] | None = None) -> None:
        """Play until every game is over, or waits for an action from outside, or `until` says so (between steps)."""
        self.notice_ended(np.flatnonzero(self.running))
        while until is None or not until():
            rows = self.to_ask()
            if not len(rows):
                return
            self.step(rows)

    def to_ask(self) -> np.ndarray:
        """The running games in which an agent of this table decides."""
        rows = np.flatnonzero(self.running)
        return rows[self.deciding(rows) != OUTSIDE]

    def deciding(self, rows: np.ndarray) -> np.ndarray:
        """Who decides in these (running) games: an agent's number, or OUTSIDE."""
        seats = self.batch.seats[rows]
        if len(rows) and seats.min() < 0:
            raise ValueError(f"game {rows[seats.argmin()]}: nobody decides; deal or load games first")
        return self.seating[rows, seats]

    def step(self, rows: np.ndarray) -> None:
        """Ask the agents for one decision in each of these games and carry it out."""
        actions = np.full(self.batch.n, LEFT_OUT, np.int64)
        deciding = self.deciding(rows)
        for number in np.unique(deciding).tolist():
            self.ask(number, rows[deciding == number], actions)
        self.carry_out(rows[self.running[rows]], actions)

    def ask(self, number: int, rows: np.ndarray, actions: np.ndarray) -> None:
        """Fill in an agent's actions in some games. A table that ends a game here (a forfeit) carries nothing out."""
        seats = self.batch.seats[rows]
        agent = self.agents[number]
        view = View(self.batch, rows, self.generators[rows, seats], agent.observes)
        for observer in self.observers:
            observer.asking(self, number, view)
        actions[rows] = self.chosen(number, agent, view)
        self.generators[rows, seats] = view.generators
        for observer in self.observers:
            observer.decided(self, number, view, actions[rows])

    def chosen(self, number: int, agent: Player, view: View) -> np.ndarray:
        """The agent's answer, checked for its form; whether it is legal is the batch's business."""
        return one_per_game(agent.act(view), view)

    def carry_out(self, rows: np.ndarray, actions: np.ndarray) -> None:
        """Carry out `actions` (an entry per game of the batch) in some games."""
        if not len(rows):
            return
        self.batch.step(actions[rows], rows)
        self.carried_out(rows)

    def carried_out(self, rows: np.ndarray) -> None:
        """Tell that games have gone one step on, here or from outside, and which of them are over."""
        for observer in self.observers:
            observer.stepped(self, rows)
        self.notice_ended(rows)

    def deal(self, rows: np.ndarray, game_seeds: Any) -> None:
        """New games in place of others, for observers of the end of games."""
        self.batch.deal(game_seeds, rows)
        self.running[rows] = True

    def notice_ended(self, rows: np.ndarray) -> None:
        """Tell of the games among these that are over, until no new ones are put in their place that are over too."""
        while True:
            over = rows[(self.batch.status[rows] == ENDED) & self.running[rows]]
            if not len(over):
                return
            self.running[over] = False
            for observer in self.observers:
                observer.ended(self, over)
            rows = over


def one_per_game(actions: Any, view: View) -> np.ndarray:
    given = np.asarray(actions)
    if given.shape != (len(view),) or given.dtype.kind not in "iu":
        raise ValueError(f"expected {len(view)} whole numbers, got {given.dtype} of shape {given.shape}")
    return given.astype(np.int64)


def left_in_view(name: str, found: Any, expected: np.ndarray) -> np.ndarray:
    """What an agent has left in a field of its view, checked for its form."""
    numbers = np.asarray(found)
    if numbers.shape != expected.shape or numbers.dtype != expected.dtype:
        kinds = [f"{array.dtype} of shape {array.shape}" for array in (expected, numbers)]
        raise ValueError(f"view.{name}: expected {kinds[0]}, got {kinds[1]}")
    return numbers
