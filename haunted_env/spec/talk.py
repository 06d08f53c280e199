"""What players of a game say to each other and trade, as tools count it. Knows no game."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

NONE = -1


class Remark(NamedTuple):
    """Something that a player has said. `outcome` and `denies` are for what bears on the game's belief."""

    speaker: int
    listener: int  # NONE: everybody
    role: int  # the speaker's at that moment, which nobody may have known; a number of `GameSpec.roles`
    is_true: bool  # at that moment
    is_lie: bool  # not true, and the speaker knew
    outcome: int = NONE  # that it is about; NONE: it is about something else
    denies: bool = False  # it says that the outcome is not so


class Offer(NamedTuple):
    """A trade that was offered: what kind of thing (`Talk.goods`) each side was to give."""

    proposer: int
    partner: int
    given: str
    asked: str
    accepted: bool


class Heard(NamedTuple):
    """What was said and offered in one step of a game."""

    remarks: Sequence[Remark]
    offers: Sequence[Offer]


@dataclass(frozen=True)
class Talk:
    """How to read what is said and traded from games that go on step by step. It reads whole records: it is for tools
    that look at games afterwards, never for players.

    may_end: whether the decision that is being asked may be the last one of something said or offered; only then
        `heard` is asked.
    heard: (a game, the absolute action chosen in it, the same game when it asks again) -> what that action completed.
        Games are arrays of one.
    hider: the seat that the game's belief is about, as long as not everybody has seen so; NONE otherwise.
    """

    goods: tuple[str, ...]
    may_end: Callable[[np.ndarray], np.ndarray]  # games -> bool per game
    heard: Callable[[np.ndarray, int, np.ndarray], Heard]
    hider: Callable[[np.ndarray], np.ndarray]  # games -> seat per game
