"""What every adapter, agent, test and tool knows of a game."""

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from haunted_env.engine import entries
from haunted_env.engine.entries import Program
from haunted_env.engine.jit import Compiler
from haunted_env.engine.layout import Layout
from haunted_env.spec import options as game_options
from haunted_env.spec.belief import Belief, find
from haunted_env.spec.options import Option
from haunted_env.spec.parts import (
    Evaluation,
    Features,
    Heuristic,
    Inference,
    Locations,
    Parts,
    Pointer,
    Positions,
    Queries,
    Rules,
    Scenarios,
    Score,
    Words,
)
from haunted_env.spec.talk import Talk

Data = np.ndarray | tuple[()]
NO_DATA: Data = ()  # what games without scenarios hand their compiled functions: unlike an empty array it costs nothing
RULES = ("deal", "step", "run", "legal", "encode", "card_mask", "location_mask", "returns")  # that every game has
FULL, COMPACT = "full", "compact"  # kinds of observations


@dataclass(frozen=True, eq=False)
class GameSpec:
    """A game: sizes, names and its parts. Seats are absolute here; a batch makes them relative."""

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
    locations: Locations  # names and shape of location_mask: (things, places)
    compiler: Compiler
    content_hash: str
    roles: tuple[str, ...]  # names of the public roles, by number
    new_game: Callable[[dict[str, Any]], np.ndarray]  # checked options -> array of one undealt game
    rules: Rules
    queries: Queries
    words: Words
    positions: Positions
    rewards: tuple[float, float] = (-1.0, 1.0)
    features: Features | None = None
    heuristic: Heuristic | None = None
    inference: Inference | None = None
    evaluation: Evaluation | None = None
    scenarios: Scenarios | None = None
    score: Score | None = None
    parts: Parts | None = None
    talk: Talk | None = None
    former_hashes: tuple[str, ...] = ()  # by which earlier releases knew the same content
    _compiled: dict[str, list[Callable]] = field(default_factory=dict, init=False, repr=False)

    def __post_init__(self) -> None:
        self.pointers  # noqa: B018  complains of pairs that do not fit

    @functools.cached_property
    def pointers(self) -> tuple[Pointer, ...]:
        """Which rows of the compact observation describe what actions name (`Features.pointers`)."""
        if self.features is None:
            return ()
        found = []
        ends = {self.actions.span(block.name).stop for block in self.actions.blocks}
        for action, name in self.features.pointers:
            first, block = self.actions.first[action], self.features.layout.block(name)
            if first + block.rows not in ends:
                said = f"the {block.rows} rows of {name!r} do not fit the actions from {action!r} on"
                raise ValueError(f"{self.name}: {said}")
            found.append(Pointer(first, block.rows, self.features.layout.first[name], block.row_size))
        return tuple(found)

    def __deepcopy__(self, memo: dict[int, Any]) -> "GameSpec":
        return self  # nothing in it changes, and compiled functions cannot be copied

    def has_content(self, content_hash: Any) -> bool:
        """Whether something was made with the content that the game has now."""
        return content_hash in (self.content_hash, *self.former_hashes)

    # Compiled code

    @functools.cached_property
    def _supplied(self) -> dict[str, Any]:
        """What the entries want of a game: its functions, sizes, and where the parts of its record lie."""
        rules = self.rules
        supplied: dict[str, Any] = {
            **{name: getattr(rules, name) for name in RULES},
            "pay": rules.pay or rules.returns,
            "PAYS": int(rules.pay is not None),
            "N_ACTIONS": self.actions.size,
            "SEAT_ACTIONS": self.seat_actions.start,
            "N_SEAT_ACTIONS": len(self.seat_actions),
        }
        if self.inference and self.inference.focus:
            supplied["focus"] = self.inference.focus
        if self.features:
            supplied["features"] = self.features.write
        if self.heuristic:
            supplied["suggest"] = self.heuristic.suggest
            if self.heuristic.suspect:
                supplied["suspect"] = self.heuristic.suspect
        if self.inference:
            supplied["resample"] = self.inference.resample
        if self.evaluation:
            supplied["evaluate"] = self.evaluation.evaluate
        fields: Any = self.record.fields
        for part in ("table", "ledger", "work"):
            dtype, first = fields[part] if part in fields else (np.dtype("V0"), 0)
            supplied[f"{part.upper()}_FIRST"] = first
            supplied[f"{part.upper()}_SIZE"] = dtype.base.itemsize
        supplied["SUPPLIED"] = (bool(rules.pay), *supplied)
        return self._with(supplied, entries.HELPERS)

    def _with(self, supplied: dict[str, Any], helpers: Mapping[str, Callable]) -> dict[str, Any]:
        """Helpers of the core, each bound to what stands before it; the game's own functions go first."""
        found = dict(supplied)
        for name, helper in helpers.items():
            if name not in supplied:
                found[name] = self.compiler.rule(entries.bind(helper, found))
        return found

    def compiled(self, program: Program) -> list[Callable]:
        """The functions of a program with this game's in place, compiled or loaded from the cache on first use."""
        key = "+".join(function.__name__ for function in program.functions)
        if key not in self._compiled:
            self.compiler.types.update(program.types)
            self._compiled[key] = self.compiler.compile(self._bound(program), program.part)
        return self._compiled[key]

    def is_warm(self, program: Program) -> bool:
        """Whether the compiled code of a program is on disk already."""
        return self.compiler.is_warm(self._bound(program), program.part)

    def _bound(self, program: Program) -> list[Callable]:
        supplied = self._with(self._supplied, program.helpers)
        return [entries.bind(function, supplied) for function in program.functions]

    # Observations, options, actions

    @functools.cached_property
    def seat_actions(self) -> range:
        """The actions that name a seat."""
        block = next((block for block in self.actions.blocks if block.seats), None)
        first = self.actions.first[block.name] if block else 0
        return range(first, first + block.size if block else 0)

    def rotated(self, actions: Any, by: Any, n_seats: int) -> Any:
        """Actions (a number, or an array with a row per game) with the seats they name rotated: by the viewer's seat
        from relative to absolute ones, by its negative back."""
        return entries.seat_action(actions, self.seat_actions.start, len(self.seat_actions), by, n_seats)

    def observation_layout(self, kind: str) -> Layout:
        """The layout of a kind of observations, "full" or "compact"."""
        if kind == FULL:
            return self.observation
        if kind != COMPACT:
            raise ValueError(f"observation={kind!r}: choose {FULL!r} or {COMPACT!r}")
        if self.features is None:
            raise ValueError(f"observation={kind!r}: {self.name} has no compact observation")
        return self.features.layout

    def check_options(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """All options with defaults filled in; unknown names and values are refused."""
        return game_options.checked(self.options, given, self.name)

    def belief_about(self, game: np.ndarray, about: str | None) -> Belief:
        """The belief about a subject, given by its id or name; None: about what matters most in the game."""
        inference = self.inference
        if about is None and inference and inference.belief is not None:
            return inference.belief
        return find(inference.subjects(game) if inference else {}, about, self.title)

    @property
    def belief(self) -> Belief | None:
        """What matters most to find out, if anything does."""
        return self.inference.belief if self.inference else None

    def action_table(self) -> str:
        return _table(("index", "action", "meaning"), self.actions.rows())

    def observation_table(self, kind: str = FULL) -> str:
        return _table(("index", "block", "meaning"), self.observation_layout(kind).rows())


def _table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])
