"""Random games in which, again and again, what a seat may not know is exchanged: what the seat gets has to stay."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from haunted_env.leakcheck.compare import differences, entries, same
from haunted_env.leakcheck.find import as_game, find_game
from haunted_env.leakcheck.games import Game
from haunted_env.leakcheck.report import Leak, Report, told

# exchange(game, seat, rng): changes the copy it is handed (and returns nothing), or gives a changed one back, or says
# False: here is nothing to exchange.
Exchange = Callable[[Any, Any, np.random.Generator], Any]
Known = Callable[[Any, Any], Any]  # known(game, seat): what the seat may know by the rules
Watch = Callable[[Report], None]


def check(
    game: Any,
    exchange: Exchange | None = None,
    *,
    games: int = 100,
    seconds: float | None = None,
    every: int = 1,
    seed: int = 0,
    known: Known | None = None,
    play_on: int = 0,
    acting_only: bool = False,
    watch: Watch | None = None,
) -> Report:
    """Play random games and exchange at every `every`-th decision, for each seat (or for the acting one alone).

    game: an AEC environment, a game of OpenSpiel, any `Game`, or what the command line takes.
    exchange: needed unless the game has one of its own.
    known: tells a leak from an exchange that changes what the seat may know, which is then a ValueError.
    play_on: so many actions are taken in both worlds after each exchange, while what is known is the same in both.
    """
    found = find_game(game) if isinstance(game, str) else as_game(game)
    change = exchange or getattr(found, "exchange", None)
    if change is None:
        raise ValueError("there is no exchange: give a function that changes what a seat may not know")
    if play_on and known is None:
        raise ValueError("play_on needs `known`: without it nobody can tell a leak from what play itself shows")
    if games < 1 or every < 1 or play_on < 0 or (seconds is not None and seconds <= 0):
        raise ValueError("games and every are at least 1, play_on at least 0, seconds more than 0")
    run = Run(found, change, known, play_on, acting_only)
    run.play(range(seed, seed + games), every, seconds, watch)
    if not run.report.exchanges:
        counts = f"{run.report.unchanged:,} changed nothing, {run.report.refused:,} times there was nothing to exchange"
        raise ValueError(f"no exchange changed anything, so nothing was tested: {counts}")
    return run.report


@dataclass
class Run:
    """A check under way; `before`: what the seats get in the decision at hand."""

    game: Game
    exchange: Exchange
    known: Known | None
    play_on: int
    acting_only: bool
    report: Report = field(default_factory=Report)
    before: dict[Any, dict[str, Any]] = field(default_factory=dict)
    seed: int = 0
    step: int = 0

    def play(self, seeds: range, every: int, seconds: float | None, watch: Watch | None) -> None:
        began, report = time.monotonic(), self.report
        for self.seed in seeds:
            rng = np.random.default_rng([self.seed])
            self.game.reset(self.seed)
            self.step = 0
            while self.game.acting is not None:
                if self.step % every == 0:
                    self.decision()
                self.game.play(_one(self.game.legal(), rng))
                self.step += 1
                report.seconds = time.monotonic() - began
                if watch:
                    watch(report)
                if seconds is not None and report.seconds > seconds:
                    return
            report.games += 1

    def decision(self) -> None:
        self.report.decisions += 1
        self.before = {}
        for number, seat in enumerate(self.game.seats):
            if not self.acting_only or seat == self.game.acting:
                self.compare(seat, np.random.default_rng([self.seed, self.step, number]))

    def compare(self, seat: Any, rng: np.random.Generator) -> None:
        twin = self.exchanged(seat, rng)
        if twin is None:
            return
        self.refuse_known(twin, seat)
        report = self.report
        report.exchanges += 1
        report.noticed += any(self.notices(other, twin) for other in self.game.seats if other != seat)
        if self.tells(self.seen(seat), self.seen(seat, twin), seat):
            report.leaking += 1
        elif self.play_on:
            report.leaking += self.goes_on(self.copied(), twin, seat, rng)

    def copied(self) -> Game:
        try:
            return self.game.copy()
        except Exception as error:
            raise ValueError(f"the game cannot be copied (copy.deepcopy): {type(error).__name__}: {error}") from error

    def exchanged(self, seat: Any, rng: np.random.Generator) -> Game | None:
        """A copy of the game in another world; None if there is none."""
        twin = self.copied()
        try:
            changed = self.exchange(twin.raw, seat, rng)
        except Exception as error:
            raise ValueError(f"the exchange fails, {self.place(seat)}: {type(error).__name__}: {error}") from error
        if changed is False:
            self.report.refused += 1
            return None
        if changed is not None and changed is not True:
            twin.raw = changed
        if same(self.game.raw, twin.raw):
            self.report.unchanged += 1
            return None
        return twin

    def refuse_known(self, twin: Game, seat: Any) -> None:
        """What a seat may know has to be the same in both worlds; otherwise a difference would say nothing."""
        if self.known is None:
            return
        for found in differences(self.known(self.game.raw, seat), self.known(twin.raw, seat), "known"):
            raise ValueError(f"the exchange changes what the seat may know, {self.place(seat)}: {told(found)}")

    def seen(self, seat: Any, twin: Game | None = None) -> dict[str, Any]:
        if twin is None:
            if seat not in self.before:
                self.before[seat] = self.game.seen(seat)
            return self.before[seat]
        try:
            return twin.seen(seat)
        except Exception as error:
            raise ValueError(
                f"the exchanged game cannot be looked at, {self.place(seat)}: {type(error).__name__}: {error}"
            ) from error

    def notices(self, other: Any, twin: Game) -> bool:
        """Whether another seat gets something else. In a world that is good for one seat alone, it may get nothing."""
        try:
            return not same(self.seen(other), twin.seen(other))
        except Exception:
            return True

    def tells(self, before: dict[str, Any], after: dict[str, Any], seat: Any, later: int = 0) -> bool:
        """Whether what a seat gets in both worlds differs; if so, it is noted."""
        report = self.report
        if any(name not in report.compared for name in before):
            report.compared += [name for name in entries(before) if name not in report.compared]
        found = list(differences(before, after))
        if found and not later:
            for fault in differences(before, self.copied().seen(seat)):
                raise ValueError(
                    f"a copy of the game shows something else with nothing exchanged, {self.place(seat)}: {told(fault)}"
                )
        for difference in found:
            report.add(Leak(difference, seat, self.seed, self.step, later))
        return bool(found)

    def goes_on(self, game: Game, twin: Game, seat: Any, rng: np.random.Generator) -> bool:
        """The same actions in both worlds, as long as the seat knows the same; whether it gets something else."""
        assert self.known is not None
        for later in range(1, self.play_on + 1):
            if game.acting is None or game.acting != twin.acting:
                return False
            allowed = twin.legal()
            both = [action for action in game.legal() if action in allowed]
            if not both:
                return False
            action = _one(both, rng)
            game.play(action)
            twin.play(action)
            if seat not in game.seats or seat not in twin.seats:
                return False
            if not same(self.known(game.raw, seat), self.known(twin.raw, seat)):
                return False
            self.report.later += 1
            if self.tells(game.seen(seat), self.seen(seat, twin), seat, later):
                return True
        return False

    def place(self, seat: Any) -> str:
        return f"seat {seat}, seed {self.seed}, step {self.step}"


def _one(actions: list[Any], rng: np.random.Generator) -> Any:
    return actions[int(rng.integers(len(actions)))]
