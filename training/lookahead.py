"""A start before playing: find out what several actions lead to, and learn where the hand-written player is wrong.

Where a game can evaluate positions, actions are compared by trying them out (`core/lookahead.py`): all meet the same
chance, are played on for a round and judged. That tells more about single decisions than whole games do, whose results
are mostly luck. The policy learns how much better or worse than the advised action each of the others is.
"""

from dataclasses import dataclass, field

import numpy as np
import torch

from haunted_env.agents import View
from haunted_env.core.lookahead import NONE, compiled_look_ahead
from haunted_env.spec import GameSpec
from training.learner import RoleLearner
from training.table import Table

CANDIDATES = 6  # actions that are compared, the advised one included
REPEATS = 4  # tries of each
DOUBT = 0.05  # chance to win: smaller differences may be chance, and count as none
BOLDNESS = 250.0  # logits for a chance to win of 1: with an advice of 5, what departs from it has to gain 2 %
ASTRAY = 0.08  # share of actions taken at random, to learn about more positions
PASSES, MINIBATCH = 3, 512
LOOKED_AT = 0.2  # share of the decisions that are examples, if all kinds of advice are equally common


@dataclass
class Examples:
    """Decisions of one role: inputs, the actions that were compared (the advised one first), what came of them."""

    inputs: list[np.ndarray] = field(default_factory=list)
    candidates: list[np.ndarray] = field(default_factory=list)
    outlooks: list[np.ndarray] = field(default_factory=list)

    def arrays(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        return np.concatenate(self.inputs), np.concatenate(self.candidates), np.concatenate(self.outlooks)


class Lookout:
    """Looks ahead from some decisions of a table's games: of rare kinds of advice from all, of common ones from few."""

    def __init__(self, table: Table, chance: np.random.Generator) -> None:
        spec = table.spec
        self.table, self.chance = table, chance
        self.look_ahead = compiled_look_ahead(spec)
        self.kinds = kinds_of_actions(spec)
        self.world = np.zeros((1, spec.record.itemsize), np.uint8)
        self.knobs = np.array([0.0, 0.0, 0.0, *spec.rewards])

    def step(self, examples: dict[int, Examples]) -> int:
        """One decision in every game; returns how many of them became examples."""
        table, batch = self.table, self.table.batch
        view = View(batch, table.rows, table.generators)
        roles = table.spec.role_of(batch.games, view.seats)
        table.note_roles(view.seats, roles)
        advice = view.advice()
        table.generators[:] = view.generators
        actions, n = advice.copy(), 0
        wanted = self._wanted(view, advice)
        for role, learner in table.learners.items():
            rows = np.flatnonzero(roles == role)
            if not len(rows):
                continue
            seen = table.inputs(batch.observations[rows], advice[rows])
            chosen = wanted[rows]
            if chosen.any():
                self._compare(rows[chosen], seen[chosen], advice, examples[role])
                n += int(chosen.sum())
            own = rows % 2 == 1  # the learners play half of the games: their own mistakes are to be learnt from
            if own.any():
                actions[rows[own]] = table.choose(learner, rows[own], seen[own], batch.masks[rows[own]])[0]
        go_astray(actions, view.masks, ASTRAY, self.chance)
        table.carry_out(actions)
        return n

    def _wanted(self, view: View, advice: np.ndarray) -> np.ndarray:
        """Decisions to look ahead from, about as many of every kind of advice."""
        kinds = self.kinds[advice]
        counts = np.bincount(kinds)
        each = LOOKED_AT * len(kinds) / np.count_nonzero(counts)
        likely = np.minimum(1.0, each / counts[kinds])
        return (view.masks.sum(axis=1) > 1) & (self.chance.random(len(kinds)) < likely)

    def _compare(self, rows: np.ndarray, seen: np.ndarray, advice: np.ndarray, examples: Examples) -> None:
        batch = self.table.batch
        view = View(batch, rows, self.table.generators[rows])
        order = self.chance.random(view.masks.shape) * view.masks
        order[np.arange(len(rows)), advice[rows]] = 2.0
        candidates = np.argsort(-order, axis=1)[:, :CANDIDATES]
        legal = np.take_along_axis(order, candidates, axis=1) > 0
        absolute = np.stack([view.absolute(column) for column in candidates.T], axis=1)
        outlook = np.zeros(candidates.shape)
        self.look_ahead(
            *(batch.raw[rows], view.seats, self.chance.integers(2**62, size=len(rows))),
            *(np.where(legal, absolute, NONE), self.world, self.world.view(batch.spec.record).reshape(1)),
            *(np.zeros((1, 4), np.uint32), np.zeros(batch.spec.actions.size, np.int8), outlook, self.knobs),
            *(batch.n_seats, REPEATS, *batch.data),
        )
        examples.inputs.append(seen)
        examples.candidates.append(np.where(legal, candidates, NONE))
        examples.outlooks.append(outlook.astype(np.float32))


def go_astray(actions: np.ndarray, masks: np.ndarray, share: float, chance: np.random.Generator) -> None:
    """Put any legal action in place of some."""
    rows = np.flatnonzero(chance.random(len(actions)) < share)
    actions[rows] = (masks[rows] * chance.random(masks[rows].shape)).argmax(axis=1)


def kinds_of_actions(spec: GameSpec) -> np.ndarray:
    """The number of the block that each action belongs to."""
    return np.concatenate([np.full(block.size, i) for i, block in enumerate(spec.actions.blocks)])


def learn_outlooks(
    learner: RoleLearner, examples: Examples, rate: float, chance: np.random.Generator
) -> dict[str, float]:
    """Make the logits of the compared actions differ as what came of them does, BOLDNESS to one."""
    policy, optimizer = learner.policy, learner.policy.optimizer
    policy.set_training_mode(True)
    for group in optimizer.param_groups:
        group["lr"] = rate
    inputs, candidates, outlooks = examples.arrays()
    gains = outlooks[:, 1:] - outlooks[:, :1]
    gains = np.sign(gains) * np.maximum(np.abs(gains) - DOUBT, 0)
    tried = candidates[:, 1:] != NONE
    total = 0.0
    for _ in range(PASSES):
        total = 0.0
        for rows in np.array_split(chance.permutation(len(inputs)), max(1, len(inputs) // MINIBATCH)):
            logits = policy.unadvised(torch.from_numpy(inputs[rows]))
            said = torch.gather(logits, 1, torch.from_numpy(np.maximum(candidates[rows], 0))) / BOLDNESS
            off = (said[:, 1:] - said[:, :1] - torch.from_numpy(gains[rows])) * torch.from_numpy(tried[rows])
            loss = (off**2).sum() / max(1, int(tried[rows].sum()))
            optimizer.zero_grad()
            (100 * loss).backward()
            torch.nn.utils.clip_grad_norm_(policy.parameters(), 1.0)
            optimizer.step()
            total += loss.item() * len(rows)
    return {"outlook_loss": total / len(inputs)}
