"""How much of the time of training is learning? Whole training, beside the same learners on a do-nothing environment.

python training/speed.py
python training/speed.py --game ghosts_in_the_graveyard --width 128
"""

import dataclasses
import time
from typing import Any

import numpy as np
import torch
from rich.console import Console

from training import config as configs
from training.config import SELF, Config
from training.run import clear_errors
from training.table import Table, Tally
from training.trainer import Trainer

STEPS_A_GAME = 100  # decisions of a seat until the do-nothing game ends


class IdleTable:
    """A table where nothing happens: the same observations again and again, in the same sizes."""

    def __init__(self, table: Table) -> None:
        batch = table.batch
        self.learners, self.streams = table.learners, table.streams
        self.generators, self.n = table.generators, batch.n
        self.inputs, self.masks = table.inputs(batch.observations), batch.masks.copy()
        roles = table.spec.role_of(batch.games, batch.seats.astype(np.int64))
        self.rows = {role: np.flatnonzero(roles == role) for role in table.learners}
        self.results = np.ones((self.n, batch.n_seats), np.float32)
        self.steps = 0

    def step(self) -> int:
        seats = np.full(self.n, self.steps % self.results.shape[1])
        for role, rows in self.rows.items():
            if len(rows):
                seen, masks = self.inputs[rows], self.masks[rows]
                chosen = self.learners[role].act(seen, masks, self.generators[rows])
                self.streams[role].add(rows, seats[rows], seen, masks, *chosen)
                ending = rows[rows % STEPS_A_GAME == self.steps % STEPS_A_GAME]
                self.streams[role].pay(ending, self.results[ending])
                self.streams[role].end(ending)
        self.steps += 1
        return sum(map(len, self.rows.values()))

    def take_tally(self) -> Tally:
        return Tally()


def rate(trainer: Trainer, updates: int) -> float:
    """Decisions learnt from per second of processor time, best of several updates, so that other work matters less."""
    trainer.update()
    best = 0.0
    for _ in range(updates):
        before, began = trainer.decisions, time.process_time()
        trainer.update()
        best = max(best, (trainer.decisions - before) / (time.process_time() - began))
    return best


def measure(config: Config, updates: int = 3) -> dict[str, float]:
    unprepared = {"habits": 0, "habits_from": (), "imitate": 0, "lookahead": 0, "settle": 0}
    config = dataclasses.replace(config, opponents={SELF: 1.0}, total=10**9, play_in=0.0, **unprepared)
    trainer = Trainer(config)
    whole = rate(trainer, updates)
    for table in trainer.tables:
        for streams in table.streams.values():
            streams.clear()
    idle: Any = [IdleTable(table) for table in trainer.tables]
    trainer.tables = idle
    nothing = rate(trainer, updates)
    return {"decisions_per_s": round(whole), "do_nothing_per_s": round(nothing), "ratio": round(whole / nothing, 3)}


def main(argv: list[str] | None = None) -> dict[str, float]:
    arguments = configs.parser(__doc__).parse_args(argv)
    torch.set_num_threads(1)
    with clear_errors():
        found = measure(configs.from_arguments(arguments))
    words = f"{found['decisions_per_s']:,} decisions learnt from per second of one core"
    idle = f"{found['do_nothing_per_s']:,} with an environment that does nothing"
    Console().print(f"{words}; {idle}: ratio {found['ratio']}", highlight=False)
    return found


if __name__ == "__main__":
    main()
