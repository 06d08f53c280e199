"""A scenario as plain data, row by row as in the file (DS-DATA-2). Ids stay words; `arrays.py` makes them numbers."""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from haunted_env.games.destinies.campaign.schema import Link
from haunted_env.games.destinies.scenario.grammar import Ability, Condition, Effect

__all__ = ["replace"]


@dataclass(frozen=True)
class Header:
    id: str
    title: str
    intro: str
    format: int
    start_tile: str
    virtue_min: int
    virtue_max: int
    virtue_low: int
    virtue_high: int
    challenger_days: int
    start_coins: int
    start_effort: int
    main_faces: tuple[int, ...]
    effort_faces: tuple[str, ...]
    track_min: int
    track_max: int
    max_markers: int
    hand_limit: int
    base_range: int


@dataclass(frozen=True)
class Tile:
    id: str
    slot: int
    name: str
    x: int
    y: int
    explored: bool
    on_explore: tuple[Effect, ...]


@dataclass(frozen=True)
class Way:
    """Between two tiles: one that may open or close, or one between tiles that are no neighbours."""

    id: str
    a: str
    b: str
    open: bool


@dataclass(frozen=True)
class Look:
    """What a POI has become."""

    token: str
    text: str


@dataclass(frozen=True)
class Poi:
    id: str
    slot: int
    name: str
    tile: str
    token: str
    active: bool
    text: str
    looks: tuple[Look, ...] = ()

    def look(self, number: int) -> Look:
        """What it is like now: 0 as at the start, then the `looks`."""
        return self.looks[number - 1] if number else Look(self.token, self.text)


@dataclass(frozen=True)
class Say:
    text: str
    when: tuple[Condition, ...]


@dataclass(frozen=True)
class Npc:
    id: str
    slot: int
    name: str
    at: str
    lore: tuple[str, ...]
    says: tuple[Say, ...] = ()


@dataclass(frozen=True)
class Item:
    id: str
    no: int
    name: str
    value: int
    cats: tuple[str, ...]
    copies: int
    always: Ability | None
    discard: Ability | None


@dataclass(frozen=True)
class Stack:
    id: str
    items: tuple[str, ...]


@dataclass(frozen=True)
class Choice:
    text: str
    when: tuple[Condition, ...]
    effects: tuple[Effect, ...]


@dataclass(frozen=True)
class Tier:
    min: int
    passes: bool  # `pass` in the file
    effects: tuple[Effect, ...]


@dataclass(frozen=True)
class Accept:
    match: Condition
    consume: bool
    effects: tuple[Effect, ...]


@dataclass(frozen=True)
class Option:
    id: str
    host: str
    kind: str
    text: str
    when: tuple[Condition, ...] = ()
    limit: str = "visit"
    cost: int = 0
    xgroup: str = ""
    effects: tuple[Effect, ...] = ()
    choices: tuple[Choice, ...] = ()
    skill: str = ""
    described: str = ""
    tiers: tuple[Tier, ...] = ()
    accepts: tuple[Accept, ...] = ()
    wrong: tuple[Effect, ...] = ()
    stack: str = ""

    @property
    def pass_value(self) -> int:
        """The fewest successes that pass a test (DS-DATA-5)."""
        return min((tier.min for tier in self.tiers if tier.passes), default=0)

    @cached_property
    def effect_lists(self) -> tuple[tuple[Effect, ...], ...]:
        """Every list of effects of the option."""
        rows: tuple[Choice | Tier | Accept, ...] = (*self.choices, *self.tiers, *self.accepts)
        return (self.effects, self.wrong, *(row.effects for row in rows))


@dataclass(frozen=True)
class Step:
    id: str
    need: tuple[Condition, ...]
    where: str
    lore: str
    text: str
    least: int = 0  # of `need`; 0 for all of them
    after: tuple[str, ...] = ()  # steps of the path that open this one
    aloud: str = ""  # the hint that everybody hears when it is revealed

    @property
    def wanted(self) -> int:
        """How many of `need` have to hold."""
        return self.least or len(set(self.need))


@dataclass(frozen=True)
class Path:
    key: str
    name: str
    card_hint: str
    finale: str
    steps: tuple[Step, ...]
    enough: int = 0  # steps; 0 for all of them

    @property
    def wanted(self) -> int:
        """How many steps complete it."""
        return self.enough or len(self.steps)


@dataclass(frozen=True)
class Hint:
    """What everybody hears when a step is revealed (DS-DEST-12)."""

    id: str
    text: str


@dataclass(frozen=True)
class Destiny:
    id: str
    character: str
    card: str
    paths: tuple[Path, ...]


@dataclass(frozen=True)
class Character:
    id: str
    slot: int
    name: str
    tracks: tuple[tuple[int, ...], ...]  # int, dex, pow


@dataclass(frozen=True)
class Stage:
    name: str
    text: str
    skip_if: tuple[Condition, ...]


@dataclass(frozen=True)
class Finale:
    id: str
    poi: str
    resolve: int
    stages: tuple[Stage, ...]


@dataclass(frozen=True)
class Event:
    id: str
    text: str
    when: tuple[Condition, ...]
    modes: tuple[str, ...]
    effects: tuple[Effect, ...]


@dataclass(frozen=True)
class Past:
    """A flag that an earlier story may have set (DS-DATA-22)."""

    id: str
    text: str
    of: str = "world"  # or "player"
    otherwise: str = ""
    holds: bool = False  # where there was no earlier story


@dataclass(frozen=True)
class Scenario:
    """Rows in file order; those with slots (tiles, POIs, NPCs, characters) and items in slot order."""

    header: Header
    tiles: tuple[Tile, ...]
    pois: tuple[Poi, ...]
    npcs: tuple[Npc, ...]
    items: tuple[Item, ...]
    stacks: tuple[Stack, ...]
    options: tuple[Option, ...]
    destinies: tuple[Destiny, ...]
    characters: tuple[Character, ...]
    finales: tuple[Finale, ...]
    events: tuple[Event, ...]
    ways: tuple[Way, ...] = ()
    hints: tuple[Hint, ...] = ()
    pasts: tuple[Past, ...] = ()
    hash: str = ""  # SHA-256 of the file
    flags: tuple[str, ...] = field(default=())  # names of the world flags, by number: in the order of the file
    pflags: tuple[str, ...] = field(default=())
    vflags: tuple[str, ...] = field(default=())
    made: int = 0  # the key of one that was generated (DS-GEN-5)
    link: Link | None = field(default=None, repr=False)  # of a chapter of a campaign

    @property
    def key(self) -> int:
        """Which scenario a game is played in, as a number that fits a record: the hash, unless it was generated."""
        return self.made or int(self.hash[:15], 16)

    def named(self) -> dict[str, tuple[Any, ...]]:
        """The rows that conditions and effects refer to, by what they are called there."""
        return {
            "tile": self.tiles,
            "poi": self.pois,
            "npc": self.npcs,
            "item": self.items,
            "stack": self.stacks,
            "character": self.characters,
            "finale": self.finales,
            "way": self.ways,
            "hint": self.hints,
        }

    def past(self, of: str) -> tuple[Past, ...]:
        """The flags of the world, or of players, that come from before."""
        return tuple(past for past in self.pasts if past.of == of)

    def conditions(self) -> Iterator[Condition]:
        """Every condition of the file, those of steps and of scanned items aside."""
        for npc in self.npcs:
            for say in npc.says:
                yield from say.when
        for option in self.options:
            yield from option.when
            for choice in option.choices:
                yield from choice.when
        for finale in self.finales:
            for stage in finale.stages:
                yield from stage.skip_if
        for event in self.events:
            yield from event.when

    def effects(self) -> tuple[Effect, ...]:
        """Every effect of the file."""
        return self._effects

    @cached_property
    def _effects(self) -> tuple[Effect, ...]:
        lists = [tile.on_explore for tile in self.tiles]
        lists += [effects for option in self.options for effects in option.effect_lists]
        lists += [event.effects for event in self.events]
        return tuple(itertools.chain.from_iterable(lists))
