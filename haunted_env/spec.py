"""What every adapter, agent, test and tool knows of a game."""

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from haunted_env.core import chances, entries, insight
from haunted_env.core.belief import Belief, find
from haunted_env.core.jit import Compiler
from haunted_env.core.layout import Layout


@dataclass(frozen=True)
class Option:
    """One option of a game: its default (a value, or a function of the options before it) and what it may be."""

    name: str
    default: Any
    values: tuple[Any, ...] = ()
    low: int | None = None
    high: int | None = None
    meaning: str = ""
    # For options that may be more than a number or one of the values: the value ready for JSON, or a ValueError.
    read: Callable[[Any], Any] | None = None
    # The value from a game's table, where the field of the option's name does not say it.
    written: Callable[[np.void], Any] | None = None

    def check(self, value: Any) -> Any:
        """The value, or a ValueError that names the option and what it may be."""
        if self.read is not None:
            return self.read(value)
        if self.values:
            for allowed in self.values:
                if value == allowed and isinstance(value, bool) == isinstance(allowed, bool):
                    return allowed
            raise ValueError(f"option {self.name}={value!r}: choose one of {', '.join(map(repr, self.values))}")
        if isinstance(value, bool) or not isinstance(value, int | np.integer):
            raise ValueError(f"option {self.name}={value!r}: expected a whole number{self._range()}")
        if (self.low is not None and value < self.low) or (self.high is not None and value > self.high):
            raise ValueError(f"option {self.name}={value!r}: expected a whole number{self._range()}")
        return int(value)

    def _range(self) -> str:
        if self.low is not None and self.high is not None:
            return f" from {self.low} to {self.high}"
        return f" of at least {self.low}" if self.low is not None else ""


@dataclass(frozen=True)
class Insight:
    """What a game works out of an observation (with relative seats) for the sake of small networks, and nothing that
    the observation does not say: `functions["insight"]` of the game writes it.

    version: goes up when the same observation gives something else; trained policies depend on it.
    newest: blocks of the observation of which a network needs no more than so many first entries beside the insight.
    sparse: much of it is about things that not every game has; networks are given the columns that are ever used.
    """

    layout: Layout
    version: int = 0
    newest: dict[str, int] = field(default_factory=dict)
    sparse: bool = False


@dataclass(frozen=True)
class Scenarios:
    """For games that are played from scenario files, which people write; a file is given by its name or path."""

    names: Callable[[], tuple[str, ...]]  # of those that come with the game
    summary: Callable[[str], str]  # what is in a file, in a few lines; a ValueError tells every fault it has
    draw: Callable[[str], np.ndarray]  # its map, with everything hidden, as an (H, W, 3) uint8 picture


@dataclass(frozen=True)
class Score:
    """A game's own measure of how well a seat did, beside having won or not."""

    name: str  # one word, for columns of tables
    meaning: str
    of: Callable[[np.ndarray, int], float | None]  # (finished game, seat) -> the score; None where there is none


@dataclass(frozen=True)
class Evaluation:
    """What `functions["evaluate"]` judges positions by: a network over what is worked out of a game for a seat."""

    fill: Callable  # fill(game, seat, features), compiled with the game's rules
    size: int
    weights: Path  # file with the network, written by training/fit_evaluation.py


@dataclass(frozen=True)
class Habits:
    """What habits can be tried in a game (`core/habits.py`); `functions` has `occasion`, `circumstances` and `deed`."""

    n_occasions: int
    deeds: Callable[[int], Sequence[int]]  # occasion -> the deeds that may be tried then
    circumstances: tuple[int, ...]  # how many values each has; the first has one: always
    late: Callable[[int], bool]  # whether an occasion comes after those that are not late, in every game
    strange: Callable[[int], bool]  # whether an occasion comes up only where others play than hand-written players
    describe: Callable[[int, int, int, int], str]  # (occasion, deed, circumstance, value) in words


@dataclass(frozen=True)
class Engine:
    """The compiled functions of a game (`core/entries.py`)."""

    advance: Callable[..., None]
    choose_random: Callable[..., None]


@dataclass(frozen=True, eq=False)
class GameSpec:
    """A game: sizes, names, entry points, words. Seats are absolute here; adapters make them relative."""

    name: str
    title: str
    version: int
    summary: str
    players: tuple[int, int]
    options: tuple[Option, ...]
    record: np.dtype
    actions: Layout
    observation: Layout
    card_slots: tuple[int, int]  # shape of card_mask: (seats, slots)
    compiler: Compiler
    functions: dict[str, Any]  # deal, step, run, legal, encode, card_mask, returns: see core/entries.py
    content_hash: str
    roles: tuple[str, ...]  # names of the public roles, by number
    new_game: Callable[[dict[str, Any]], np.ndarray]  # checked options -> array of one undealt game
    role_of: Callable[[np.ndarray, np.ndarray], np.ndarray]  # (games, seats) -> public role numbers
    result: Callable[[np.ndarray], dict[str, Any]]  # finished game -> {"winners", "reason", "roles"}
    describe_action: Callable[[np.ndarray, int], str]  # (game, absolute action) in words
    decision_name: Callable[[np.ndarray, int], str]  # (game, seat): what that seat sees being asked
    explain_decision: Callable[
        [np.ndarray, int], str
    ]  # (game, seat): what is asked and why; the last line is the question
    events: Callable[[np.ndarray, int], tuple[int, list[str]]]  # (game, since) -> (count, new events in words)
    text: Callable[[np.ndarray, int | None], str]  # (game, seat or None for all) -> the board in text
    draw: Callable[[np.ndarray, int | None], np.ndarray]  # the same as an (H, W, 3) uint8 picture
    to_position: Callable[[np.ndarray], dict[str, Any]]
    from_position: Callable[[dict[str, Any]], np.ndarray]
    rewards: tuple[float, float] = (-1.0, 1.0)
    truncated: Callable[[np.ndarray], bool] = field(default=lambda game: False)
    # Games that read data which is not compiled in: checked options -> array. `table.data_key` says which it was.
    data: Callable[[dict[str, Any]], np.ndarray] | None = None
    # A number that is another one in every turn, growing; left out: `table.turn`.
    turn: Callable[[np.ndarray], int] = field(default=lambda game: int(game["table"]["turn"][0]))
    primer: str = ""  # how the game is played, for a person who sits down to it for the first time
    scenarios: Scenarios | None = None
    # Games that players leave, or that give rewards, before the end (`pay` in core/entries.py): game -> seats gone.
    gone: Callable[[np.ndarray], list[int]] | None = None
    belief: Belief | None = None  # for games with one thing above all to find out: agents are judged by it
    # All that one may ask about in a game (an array of one), by id; agents by their names, `player_0` is seat 0.
    subjects: Callable[[np.ndarray], dict[str, Belief]] = field(default=lambda game: {})
    insight: Insight | None = None
    evaluation: Evaluation | None = None  # if `functions["evaluate"]` has weights to fit
    habits: Habits | None = None
    score: Score | None = None

    @functools.cached_property
    def _supplied(self) -> dict[str, Any]:
        """What `core/entries.py` wants of a game: its functions, sizes, and where the parts of its record lie."""
        seat_block = next((b for b in self.actions.blocks if b.seats), None)
        supplied = {
            **self.functions,
            "N_ACTIONS": self.actions.size,
            "SEAT_ACTIONS": self.actions.first[seat_block.name] if seat_block else 0,
            "N_SEAT_ACTIONS": seat_block.size if seat_block else 0,
            "PAYS": int("pay" in self.functions),
        }
        supplied.setdefault("pay", self.functions["returns"])
        fields: Any = self.record.fields
        for part in ("table", "ledger", "work"):
            dtype, first = fields[part] if part in fields else (np.dtype("V0"), 0)
            supplied[f"{part.upper()}_FIRST"] = first
            supplied[f"{part.upper()}_SIZE"] = dtype.base.itemsize
        for helper in (
            entries.clear,
            entries.turn_mask,
            entries.absolute_action,
            entries.accepts,
            entries.copy_bytes,
        ):
            supplied[helper.__name__] = self.compiler.rule(self._bind(helper, supplied))
        return supplied

    @functools.cached_property
    def _takers(self) -> set[str]:
        """Names of the functions that take `data`; an insight is worked out of an observation alone."""
        return {*self.functions, "pay"} - {"insight"} if self.data is not None else set()

    def _bind(self, function: Callable, supplied: dict[str, Any]) -> Callable:
        return entries.bind(entries.with_data(function, self._takers) if self._takers else function, supplied)

    def compiled(
        self, functions: Sequence[Callable], part: str, helpers: dict[str, Callable] | None = None
    ) -> list[Callable]:
        """Entry functions of the core with this game's in place, compiled or loaded from the cache.

        `helpers`: more functions of the core that the entry functions call, each after those it calls itself.
        """
        supplied = dict(self._supplied)
        for name, helper in (helpers or {}).items():
            supplied[name] = self.compiler.rule(self._bind(helper, supplied))
        return self.compiler.compile([self._bind(function, supplied) for function in functions], part)

    @functools.cached_property
    def engine(self) -> Engine:
        """Compiled on first use, loaded from the cache afterwards."""
        return Engine(*self.compiled((entries.advance, entries.choose_random), "engine"))

    @functools.cached_property
    def choose_heuristic(self) -> Callable[..., None]:
        """The hand-written player (`entries.choose_heuristic`), compiled on first use."""
        if "suggest" not in self.functions:
            raise ValueError(f"{self.name} has no heuristic player")
        return self.compiled((entries.choose_heuristic,), "heuristic")[0]

    @functools.cached_property
    def work_out(self) -> Callable[[np.ndarray, np.ndarray], None]:
        """Write the insight of observations (`Insight`), compiled on first use."""
        if self.insight is None:
            raise ValueError(f"{self.name} has no insight")
        return self.compiled((insight.work_out,), "insight")[0]

    @functools.cached_property
    def chances_to_win(self) -> Callable[..., None]:
        """Write the chance of one seat of every game to win (`chances.judge_all`), compiled on first use.

        It knows all that is hidden: for training and for worlds imagined by search, not for players.
        """
        if "evaluate" not in self.functions:
            raise ValueError(f"{self.name} has no evaluation of positions: its GameSpec has no `evaluate`")
        return self.compiled((chances.judge_all,), "evaluation")[0]

    @functools.cached_property
    def sample_worlds(self) -> Callable[..., None]:
        """Worlds a seat cannot tell from the real one (`entries.sample_worlds`), compiled on first use."""
        if "resample" not in self.functions:
            raise ValueError(f"{self.name} cannot imagine worlds: its GameSpec has no `resample`")
        return self.compiled((entries.sample_worlds,), "belief")[0]

    def belief_about(self, game: np.ndarray, about: str | None) -> Belief:
        """The belief about a subject, given by its id or name; None: about what matters most in the game."""
        return (
            self.belief if about is None and self.belief is not None else find(self.subjects(game), about, self.title)
        )

    def check_options(self, given: dict[str, Any]) -> dict[str, Any]:
        """All options with defaults filled in; unknown names and values are refused."""
        known = {option.name: option for option in self.options}
        unknown = sorted(set(given) - set(known))
        if unknown:
            raise ValueError(f"unknown option {unknown[0]!r} for {self.name}; there are: {', '.join(known)}")
        checked: dict[str, Any] = {}
        for name, option in known.items():
            default = option.default(checked) if callable(option.default) else option.default
            checked[name] = option.check(given.get(name, default))
        return checked

    def action_table(self) -> str:
        return _table(("index", "action", "meaning"), self.actions.rows())

    def observation_table(self) -> str:
        return _table(("index", "block", "meaning"), self.observation.rows())


def _table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])
