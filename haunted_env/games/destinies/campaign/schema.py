"""A campaign as plain data, row by row as in the file (DS-CAMP-1), and a chapter's link to the others."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from haunted_env.games.destinies.scenario.grammar import Condition, Effect
    from haunted_env.games.destinies.scenario.schema import Scenario


@dataclass(frozen=True)
class Header:
    format: int
    id: str
    title: str
    intro: str
    virtue: str  # how much of it is kept: "none", "half", "whole"
    carry: tuple[str, ...] = ()
    carry_players: tuple[str, ...] = ()
    limit: int = 4


@dataclass(frozen=True)
class Legacy:
    """A scar or a reward at the start of a chapter."""

    id: str
    text: str
    when: tuple[Condition, ...]
    effects: tuple[Effect, ...]


@dataclass(frozen=True)
class Chapter:
    id: str
    scenario: str
    hash: str = ""  # the scenario's, its first digits; empty: any version of the file
    text: str = ""
    won: tuple[tuple[str, str], ...] = ()  # finale, world fact
    nobody: str = ""
    winner: str = ""
    heirs: tuple[tuple[str, str], ...] = ()  # character of the chapter before, of this one
    legacies: tuple[Legacy, ...] = ()

    @property
    def results(self) -> tuple[str, ...]:
        """The world facts that follow from how the chapter ends."""
        return tuple(dict.fromkeys([*(fact for _, fact in self.won), *([self.nobody] if self.nobody else [])]))


@dataclass(frozen=True)
class Epilogue:
    when: tuple[Condition, ...]
    text: str


@dataclass(frozen=True)
class Campaign:
    """`scenarios`: one for each chapter, with its `link`."""

    header: Header
    chapters: tuple[Chapter, ...]
    epilogues: tuple[Epilogue, ...] = ()
    version: str = ""  # changes with the file and with every scenario
    scenarios: tuple[Scenario, ...] = field(default=(), repr=False)

    @property
    def facts(self) -> tuple[str, ...]:
        """World facts by number: those carried as flags, then those that say how chapters ended."""
        results = [fact for chapter in self.chapters for fact in chapter.results]
        return tuple(dict.fromkeys([*self.header.carry, *results]))

    @property
    def pfacts(self) -> tuple[str, ...]:
        """Player facts by number."""
        winners = [chapter.winner for chapter in self.chapters if chapter.winner]
        return tuple(dict.fromkeys([*self.header.carry_players, *winners]))


@dataclass(frozen=True)
class Link:
    """The place of a scenario in a campaign."""

    campaign: Campaign
    number: int  # from 0
    keys: tuple[int, ...]  # of all chapters
    file_hash: str  # of the scenario, its first digits, as `Chapter.hash` has it

    @property
    def chapter(self) -> Chapter:
        return self.campaign.chapters[self.number]
