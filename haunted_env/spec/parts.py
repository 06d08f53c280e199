"""The parts of a game: those that every game has, and those that a game may do without (None in its GameSpec).

Functions called "compiled" are Numba rules, written out in `engine/entries.py`; the others are plain Python and take a
game as an array of one record.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np

from haunted_env.engine.layout import Layout
from haunted_env.spec.belief import Belief


@dataclass(frozen=True)
class Rules:
    """How the game goes, compiled; see `engine/entries.py` for what each takes. Only `deal`, `step`, `run`, `returns`
    and `pay` are handed the whole game: the others see the table and one seat's ledger."""

    deal: Callable
    step: Callable
    run: Callable
    legal: Callable
    encode: Callable
    card_mask: Callable
    location_mask: Callable
    returns: Callable
    pay: Callable | None = None  # for games that give rewards before the end


class Locations(NamedTuple):
    """What `location_mask` speaks of: a row for each thing, a column for each place where it may be. Places that are
    seats come first and are relative, as everywhere."""

    things: tuple[str, ...]
    places: tuple[str, ...]

    @classmethod
    def at_seats(cls, things: Iterable[str], n_seats: int, *elsewhere: str) -> "Locations":
        """The places are the seats, and perhaps others after them."""
        return cls(tuple(things), (*(f"seat {seat}" for seat in range(n_seats)), *elsewhere))

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.things), len(self.places)

    @property
    def size(self) -> int:
        return len(self.things) * len(self.places)


@dataclass(frozen=True)
class Queries:
    """What tools ask about a record.

    dealt_roles: for games that deal roles in secret: what every seat is, once the cards are dealt and later.
    turn: a number that is another one in every turn, growing.
    truncated: whether a finished game was cut off rather than decided.
    gone: for games that players leave before the end: the seats that have left.
    """

    role_of: Callable[[np.ndarray, np.ndarray], np.ndarray]  # (games, seats) -> public role numbers
    result: Callable[[np.ndarray], dict[str, Any]]  # finished game -> {"winners", "reason", "roles"}
    dealt_roles: Callable[[np.ndarray], np.ndarray] | None = None  # games just dealt -> role numbers, (games, seats)
    turn: Callable[[np.ndarray], int] = field(default=lambda game: int(game["table"]["turn"][0]))
    truncated: Callable[[np.ndarray], bool] = field(default=lambda game: False)
    gone: Callable[[np.ndarray], list[int]] | None = None


@dataclass(frozen=True)
class Words:
    """The game in words and pictures. A seat's view shows what that seat may know; None shows everything.

    seat_events: for games in which something is said in private: the same events, as many, but what was said to or by
        the seat is in them. Ask `events_of`, which every game has.
    """

    describe_action: Callable[[np.ndarray, int], str]  # (game, absolute action)
    decision_name: Callable[[np.ndarray, int], str]  # (game, seat): what that seat sees being asked
    explain_decision: Callable[[np.ndarray, int], str]  # what is asked and why; the last line is the question
    events: Callable[[np.ndarray, int], tuple[int, list[str]]]  # (game, since) -> (count, new public events)
    text: Callable[[np.ndarray, int | None], str]  # (game, seat): the board
    draw: Callable[[np.ndarray, int | None], np.ndarray]  # the same as an (H, W, 3) uint8 picture
    primer: str = ""  # how the game is played, for a person who sits down to it for the first time
    prepare: Callable[[], object] | None = None  # compiles what sentences ask of the rules, if anything
    seat_events: Callable[[np.ndarray, int, int | None], tuple[int, list[str]]] | None = None
    story: Callable[[Iterable[np.ndarray]], str] | None = None  # the game at its start and after every action, told

    def events_of(self, game: np.ndarray, since: int, seat: int | None) -> tuple[int, list[str]]:
        """Events as a seat heard them, with what was said to it or by it alone; None: with all that was said."""
        return self.events(game, since) if self.seat_events is None else self.seat_events(game, since, seat)


@dataclass(frozen=True)
class Positions:
    """A game as plain data, in the words of its rules."""

    read: Callable[[dict[str, Any]], np.ndarray]
    write: Callable[[np.ndarray], dict[str, Any]]


@dataclass(frozen=True)
class Features:
    """The compact observation: what a player would work out at a glance, for small networks, and nothing that the full
    observation does not say.

    write: compiled, like `Rules.encode`.
    version: goes up when the same game gives something else; trained policies depend on it.
    pointers: pairs of an action block and a block of `layout` whose rows describe what those actions name, in the same
        order: row k belongs to action k counted from the start of the action block. Where a family of actions is made
        of several blocks (steps north, east, south, west), its first one is named and the rows go on over the next.
        Networks can judge all actions of a family with one set of weights by this; see `GameSpec.pointers`.
    """

    layout: Layout
    write: Callable
    version: int = 0
    pointers: tuple[tuple[str, str], ...] = ()


class Pointer(NamedTuple):
    """Actions that name things, and where the rows of these things stand in the compact observation."""

    action: int  # the first of them
    n: int
    first: int  # entry of the observation
    size: int  # of a row


@dataclass(frozen=True)
class Heuristic:
    """The hand-written player.

    suggest: compiled; which of its `styles` to play in is one of its arguments, by number.
    styles: ways to play, by name; the first one is how it plays unless told otherwise.
    suspect: compiled; for games in which deeds and words are a hint at what is to be found out (`Inference.belief`):
        changes the chances that counting gives a seat to what the player makes of them.
    """

    suggest: Callable
    styles: tuple[str, ...] = ("plain",)
    suspect: Callable | None = None


@dataclass(frozen=True)
class Inference:
    """What follows from a seat's knowledge alone.

    resample: compiled; fills in a world that the seat cannot tell from the real one.
    belief: for games with one thing above all to find out: agents are judged by it.
    subjects: all that one may ask about in a game, by id; agents by their names (`player_0` is seat 0).
    focus: compiled; makes an imagined world end where a search is to stop, in games made of several `Parts`.
    """

    resample: Callable
    belief: Belief | None = None
    subjects: Callable[[np.ndarray], dict[str, Belief]] = field(default=lambda game: {})
    focus: Callable | None = None


@dataclass(frozen=True)
class Evaluation:
    """An estimate of how likely a seat is to win, from anywhere in a game: a network on features of the whole record.

    It sees what is hidden: it is for worlds imagined by a search, never for players.
    """

    evaluate: Callable  # compiled: evaluate(game, seat, data)
    fill: Callable  # compiled: fill(game, seat, features), what the network is given
    size: int
    weights: Path  # file with the network, written by training/fit_evaluation.py


class Worlds(Protocol):
    """The worlds (scenarios) that games with some options are played in, by the keys that their records hold."""

    @property
    def keys(self) -> tuple[int, ...]:
        """All of them; none if games draw theirs from a pool of worlds that nobody need have seen before."""

    @property
    def varies(self) -> bool:
        """Whether not all games have the same one."""

    def of(self, seeds: np.ndarray) -> np.ndarray:
        """The world of each game, from its seed."""

    def has(self, key: int) -> bool:
        """Whether it is one of them."""


@dataclass(frozen=True)
class Generator:
    """Makes scenarios by the thousand; the same seed and size make the same."""

    sizes: tuple[str, ...]
    spelt: str  # how such scenarios are named where a scenario is asked for
    write: Callable[[int, str], str]  # (seed, size) -> the text of a scenario file
    check: Callable[[int, str], None]  # a ValueError tells every fault of that world


@dataclass(frozen=True)
class Scenarios:
    """For games that are played from scenario files, which people write; a file is given by its name or path.

    following: for games that go from one world to another: all that a game in this one may come to, itself included.
    campaigns: the names of files, among those that come with the game, that make several scenarios one game.
    """

    worlds: Callable[[dict[str, Any]], Worlds]  # of checked options
    data: Callable[[int], np.ndarray]  # key -> what compiled functions read of that world, an array of one entry
    names: Callable[[], tuple[str, ...]]  # of those that come with the game
    summary: Callable[[str], str]  # what is in a file, in a few lines; a ValueError tells every fault it has
    draw: Callable[[str], np.ndarray]  # its map, with everything hidden, as an (H, W, 3) uint8 picture
    generator: Generator | None = None
    following: Callable[[int], tuple[int, ...]] = field(default=lambda key: (key,))
    campaigns: Callable[[], tuple[str, ...]] = field(default=tuple)
    draw_world: Callable[[np.ndarray], np.ndarray] | None = None  # the same for a game: the world as it stands


@dataclass(frozen=True)
class Parts:
    """For games that may be made of several that follow each other (the chapters of a campaign): each is won or lost by
    itself, and pays when it is over."""

    name: str  # of one, for keys of infos
    several: Callable[[np.ndarray], bool]  # game -> whether it is made of more than one
    number: Callable[[np.ndarray], np.ndarray]  # games -> how many of each are over
    result: Callable[[np.ndarray, int], dict[str, Any]]  # (game, one that is over, from 0) -> who won it and why

    def of(self, game: np.ndarray) -> "Parts | None":
        """These, for a game that has several."""
        return self if self.several(game) else None


@dataclass(frozen=True)
class Score:
    """A game's own measure of how well a seat did, beside having won or not."""

    name: str  # one word, for columns of tables
    meaning: str
    of: Callable[[np.ndarray, int], float | None]  # (finished game, seat) -> the score; None where there is none
