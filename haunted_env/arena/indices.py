"""How well agents hide and find out what there is to be found out (docs/arena.md, "Talk, deception, detection").

Both indices speak of the moments at which beliefs are noted, as long as not everybody has seen the answer.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from haunted_env.arena.belief import LEAST, mean
from haunted_env.arena.record import GameRecord
from haunted_env.arena.talk import GameTalk, stated
from haunted_env.spec.talk import NONE


class ToldGame(NamedTuple):
    """A game that was played again, what was said in it, and the running number of its deal."""

    record: GameRecord
    talk: GameTalk
    deal: int


class Moments(NamedTuple):
    """A row per moment of all games: the agents in the two seats, and the probability of what was so."""

    deal: np.ndarray
    hider: np.ndarray
    observer: np.ndarray
    is_own: np.ndarray  # the observer is the hider
    exact: np.ndarray
    stated: np.ndarray  # nan where the observer said nothing

    @classmethod
    def of(cls, games: Sequence[ToldGame]) -> "Moments":
        rows = []
        for record, talk, deal in games:
            seating = record.plan.seating
            for moment, said in zip(talk.moments, stated(record, talk.moments), strict=True):
                if moment.hider != NONE:
                    own, truth = moment.observer == moment.hider, moment.truth
                    seats = seating[moment.hider], seating[moment.observer]
                    rows.append((deal, *seats, own, moment.exact[truth], np.nan if said is None else said[truth]))
        deals, hiders, observers, is_own, exact, told = np.array(rows, float).reshape(-1, len(cls._fields)).T
        return cls(deals.astype(int), hiders, observers, is_own == 1, exact, told)

    def part(self, chosen: np.ndarray) -> "Moments":
        return Moments(*(column[chosen] for column in self))

    def with_word(self) -> "Moments":
        """Those at which the observer said what it believes."""
        return self.part(~np.isnan(self.stated))


def deception(moments: Moments, agent: int, n_deals: int) -> dict[str, Any] | None:
    """How far below the truth the agent, while it is the one to be found, keeps what others could know (`exact`) and
    what they say they believe (`stated`); `misled`: the second less the first, where there are both."""
    others = moments.part((moments.hider == agent) & ~moments.is_own)
    if not len(others.deal):
        return None
    found = {"moments": len(others.deal), **mean("exact", 1 - others.exact, others.deal, n_deals)}
    told = others.with_word()
    found["notes"] = len(told.deal)
    if len(told.deal):
        found |= mean("stated", 1 - told.stated, told.deal, n_deals)
        found |= mean("misled", told.exact - told.stated, told.deal, n_deals)
    return found


def detection(moments: Moments, agent: int, n_deals: int) -> dict[str, Any] | None:
    """The log-loss of what the agent says it believes, and of what its knowledge says alone; `index`: the second less
    the first, what it has found out beyond its certain knowledge."""
    own = moments.part(moments.observer == agent).with_word()
    if not len(own.deal):
        return None
    said, exact = _log_loss(own.stated), _log_loss(own.exact)
    return {
        "notes": len(own.deal),
        **mean("log_loss", said, own.deal, n_deals),
        **mean("exact", exact, own.deal, n_deals),
        **mean("index", exact - said, own.deal, n_deals),
    }


def _log_loss(chances: np.ndarray) -> np.ndarray:
    loss: np.ndarray = -np.log(np.maximum(chances, LEAST))
    return loss
