"""What was said, traded and believed in games that are played again: the referee's games have the truth of it.

The talk of a game is in its actions (`spec.Talk` reads it). What agents believed is in the record (belief.py); beside
it stands what follows from their knowledge alone, at the same moments: a seat's first decision in every turn.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from haunted_env.arena.belief import COLUMNS, OBSERVER, TRUTH, TURN
from haunted_env.arena.record import GameRecord
from haunted_env.play.batch import Batch
from haunted_env.play.view import View
from haunted_env.spec.talk import NONE, Offer, Remark, Talk


@dataclass(frozen=True)
class Moment:
    """A moment at which a seat is asked what it believes, and what its knowledge alone says there."""

    step: int
    turn: int
    observer: int
    truth: int  # the outcome that is so
    hider: int  # whom it is about; NONE once everybody has seen (`spec.Talk`)
    exact: np.ndarray


@dataclass(frozen=True)
class GameTalk:
    """What one game holds of it, in the order in which it happened; remarks with their steps."""

    remarks: list[tuple[int, Remark]] = field(default_factory=list)
    offers: list[Offer] = field(default_factory=list)
    moments: list[Moment] = field(default_factory=list)


class Listener:
    """Listens to games that a batch plays; `beliefs`: also asks what their seats could believe."""

    def __init__(self, talk: Talk, batch: Batch, beliefs: bool) -> None:
        self.talk, self.batch, self.spec = talk, batch, batch.spec
        self.asks = beliefs and self.spec.belief is not None
        self.games = [GameTalk() for _ in range(batch.n)]
        self.last_turn = np.full((batch.n, batch.n_seats), NONE)

    def step(self, step: int, actions: np.ndarray, rows: np.ndarray) -> None:
        """Carry out (absolute) actions in these games, and listen to what they complete."""
        batch = self.batch
        if self.asks:
            self._ask(step, rows)
        talking = self.talk.may_end(batch.games)[rows]
        before = batch.copied(rows[talking])
        batch.step(actions, rows)
        for i, (row, action) in enumerate(zip(rows[talking].tolist(), actions[talking].tolist(), strict=True)):
            heard = self.talk.heard(before[i : i + 1], action, batch.games[row : row + 1])
            self.games[row].remarks.extend((step, remark) for remark in heard.remarks)
            self.games[row].offers.extend(heard.offers)

    def _ask(self, step: int, rows: np.ndarray) -> None:
        """Ask the seats that decide for the first time in this turn."""
        games, seats = self.batch.games, self.batch.seats[rows]
        turns = np.array([self.spec.queries.turn(games[row : row + 1]) for row in rows.tolist()])
        new = self.last_turn[rows, seats] != turns
        if new.any():
            self.last_turn[rows[new], seats[new]] = turns[new]
            self._note(step, rows[new], turns[new])

    def _note(self, step: int, rows: np.ndarray, turns: np.ndarray) -> None:
        belief = self.spec.belief
        view = View(self.batch, rows, np.zeros((len(rows), 4), np.uint32))
        chances = view.belief()
        assert belief is not None and chances is not None
        games = self.batch.copied(rows)
        truth, hiders = belief.truth(games, view.seats), self.talk.hider(games)
        exact = view.absolute_belief(chances).astype(np.float32)  # as precise as notes
        for i in np.flatnonzero(truth >= 0).tolist():
            about = (step, int(turns[i]), int(view.seats[i]), int(truth[i]), int(hiders[i]))
            self.games[rows[i]].moments.append(Moment(*about, exact[i]))


def stated(record: GameRecord, moments: Sequence[Moment]) -> list[np.ndarray | None]:
    """What the agents said that they believed at these moments; None where one said nothing, or nothing that counts."""
    notes = record.beliefs
    if not moments or notes.shape[1] != COLUMNS + len(moments[0].exact):
        return [None] * len(moments)
    said = {(int(note[TURN]), int(note[OBSERVER]), int(note[TRUTH])): note[COLUMNS:] for note in notes}
    return [said.get((moment.turn, moment.observer, moment.truth)) for moment in moments]
