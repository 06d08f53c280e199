"""A game at the table: played step by step, remembered as a replay."""

from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from haunted_env.agents import Agent, View
from haunted_env.play import replay as replays
from haunted_env.play.seeds import fresh_seed
from haunted_env.play.replay import Replay
from haunted_env.spec import GameSpec

SEEDS = 2**63


class Session:
    """One game and every action since its start. Seats are absolute."""

    def __init__(
        self, spec: GameSpec, options: dict[str, Any], seed: int | None = None, position: dict[str, Any] | None = None
    ) -> None:
        self.spec = spec
        self.seed = fresh_seed() if seed is None else seed
        self.position = position
        self.batch = replays.start(spec, options, self.seed, position)
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

    def legal(self) -> list[int]:
        return [int(action) for action in np.flatnonzero(self.batch.masks[0])]

    def describe(self, action: int) -> str:
        return self.spec.words.describe_action(self.game, action)

    def step(self, action: int) -> None:
        self.batch.step([action])
        self.actions.append(action)

    def action_of(self, agent: Agent) -> int:
        """An agent's choice: its chance depends on seed and number of actions only, so resuming changes nothing."""
        generators = self.batch.generators((self.seed + len(self.actions)) % SEEDS)
        return int(agent.act(View(self.batch, generators=generators))[0])

    def new_events(self) -> list[str]:
        """What happened, for all to see, since this was asked last."""
        self._seen, events = self.spec.words.events(self.game, self._seen)
        return events

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


def print_result(console: Console, spec: GameSpec, game: np.ndarray, person: int | None = None) -> None:
    """Who won and who everybody was."""
    result = spec.queries.result(game)
    console.print(f"The game is over: {result['reason']}", style="italic", markup=False, soft_wrap=True)
    table = Table("seat", "role", "", box=None)
    for seat, role in enumerate(result["roles"]):
        name = f"player {seat}" + (" (you)" if seat == person else "")
        table.add_row(name, str(role), "won" if seat in result["winners"] else "")
    console.print(table)
