"""A table to play worked examples at, for every game: positions in, actions by name. Games add their own facts."""

from typing import Any, ClassVar, Self

import numpy as np

from haunted_env.play.batch import REFUSED, Batch
from haunted_env.spec import GameSpec


class GameTable:
    """One game, started from a position (a dict) or dealt from a seed with options. Seats are absolute."""

    spec: ClassVar[GameSpec]

    def __init__(self, position: dict[str, Any] | None = None, *, seed: int = 0, **options: Any) -> None:
        start = None
        if position is not None:
            start = self.spec.positions.read(position)
            options = {**position.get("options", {}), "players": int(start["table"]["n_seats"][0])}
        self.batch = Batch(self.spec, 1, options, observation=None, relative_seats=False)
        if start is None:
            self.batch.deal(seed)
        else:
            self.batch.load(start)

    # Acting

    def do(self, *actions: str) -> Self:
        """Carry out actions by name: "ROLL2", "SEAT 1", ..."""
        for name in actions:
            index = self.index(name)
            assert self.masks[0, index] == 1, f"{name} is not legal in {self.decision}: {sorted(self.legal)}"
            assert self.act(index) != REFUSED
        return self

    def act(self, action: int) -> int:
        """Carry out an action by number; what comes of it (RUNNING, ENDED, REFUSED)."""
        return self.batch.act(action)

    def refuses(self, name: str) -> bool:
        """Whether the action is refused, leaving every byte of the game as it was."""
        before = self.game.tobytes()
        refused = self.act(self.index(name)) == REFUSED
        assert not refused or self.game.tobytes() == before
        return refused

    def index(self, name: str) -> int:
        head, _, rest = name.partition(" ")
        return self.spec.actions.first[head] + (self.number(head, rest) if rest else 0)

    def name(self, action: int) -> str:
        """The way back: what an action is called."""
        block, offset = self.spec.actions.find(action)
        return block.name if block.size == 1 else f"{block.name} {self.word(block.name, offset)}"

    def number(self, block: str, word: str) -> int:
        """The place inside a block that a word stands for; `word` is the way back."""
        return int(word)

    def word(self, block: str, offset: int) -> str:
        return str(offset)

    @property
    def legal(self) -> set[str]:
        """The legal actions of the decider, by name."""
        return {self.name(int(action)) for action in np.flatnonzero(self.masks[0])}

    # What is on the table

    @property
    def game(self) -> np.ndarray:
        """An array of one record; changing it changes the game."""
        return self.batch.games

    @property
    def masks(self) -> np.ndarray:
        return self.batch.masks

    @property
    def table(self) -> np.void:
        return self.game["table"][0]

    @property
    def decider(self) -> int:
        return int(self.table["decider"])

    @property
    def decision(self) -> str:
        """The kind of the decision being asked, as its decider knows it."""
        return self.spec.words.decision_name(self.game, self.decider)

    @property
    def asked(self) -> tuple[int, str]:
        return self.decider, self.decision

    # The end

    @property
    def is_over(self) -> bool:
        return bool(self.table["over"])

    @property
    def reason(self) -> str:
        return str(self.spec.queries.result(self.game)["reason"])

    @property
    def returns(self) -> list[float]:
        """What each seat received with the last action."""
        return [float(reward) for reward in self.batch.rewards[0]]

    def events(self, since: int = 0) -> list[str]:
        """Public events in words."""
        return self.spec.words.events(self.game, since)[1]
