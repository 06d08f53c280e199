"""The behaviour of a game in one hash: thousands of games of random players, and how each of them ends.

It changes with the rules, with what is drawn at random and with the record, and with nothing else: not with the
machine, the number of threads, words, observations or players. Settings are drawn from the game's own options.
What seats observe in some of these games has hashes of its own, by kind of observation.
"""

import hashlib
from collections.abc import Iterator
from typing import Any

import numpy as np

from haunted_env.play.batch import Batch
from haunted_env.play.replay import state_hash
from haunted_env.spec import GameSpec, Option
from haunted_env.spec.game import COMPACT, FULL

SETTINGS = 4  # per number of players, beside the defaults
GAMES = 200  # per setting
DECISIONS = 1500  # games that last longer are taken as they stand: some need not ever end
WATCHED = 10  # games per setting whose observations are hashed
EVERY = 7  # decisions from one look to the next
SPAN = 20  # numbers are drawn from this many above the least: large limits are never met


def signature(spec: GameSpec, games: int = GAMES, settings: int = SETTINGS, threads: int = 1) -> str:
    """SHA-256 over the final records of games with all numbers of players and several settings."""
    digest = hashlib.sha256()
    for number, options in enumerate(drawn_options(spec, settings)):
        digest.update(repr(sorted(options.items())).encode())
        for record in played(spec, options, games, number, threads):
            digest.update(state_hash(record).encode())
    return digest.hexdigest()


def played(spec: GameSpec, options: dict[str, Any], games: int, seed: int, threads: int = 1) -> Iterator[np.ndarray]:
    """Games of random players, each played to its end or for a number of decisions."""
    batch = Batch(spec, games, options, observation=None, threads=threads)
    for _ in _decisions(batch, seed):
        pass
    batch.close()
    for row in range(games):
        yield batch.game(row)


def observed(spec: GameSpec, games: int = WATCHED, settings: int = 2) -> dict[str, str]:
    """By kind of observation, SHA-256 over what every seat is told now and then, with relative and absolute seats."""
    kinds = (FULL,) if spec.features is None else (FULL, COMPACT)
    digests = {kind: hashlib.sha256() for kind in kinds}
    for number, options in enumerate(drawn_options(spec, settings)):
        for relative in (True, False):
            batch = Batch(spec, games, options, observation=None, relative_seats=relative)
            for decision, rows in enumerate(_decisions(batch, number)):
                for seat in range(batch.n_seats) if decision % EVERY == 0 else ():
                    for kind, digest in digests.items():
                        look = batch.look(seat, rows, kind, masks=True)
                        digest.update(look.observations.tobytes())
                        digest.update(look.card_masks.tobytes())
                        digest.update(look.location_masks.tobytes())
            batch.close()
    return {kind: digest.hexdigest() for kind, digest in digests.items()}


def _decisions(batch: Batch, seed: int) -> Iterator[np.ndarray]:
    """Deals games and has random players play them; before every decision the rows of those that still go on."""
    generators = batch.generators(seed)
    batch.deal(np.arange(batch.n) + batch.n * seed)
    rows = batch.rows
    for _ in range(DECISIONS):
        rows = rows[batch.seats[rows] >= 0]
        if not len(rows):
            break
        yield rows
        actions = batch.random_actions(generators)
        batch.step(actions[rows], rows)


def drawn_options(spec: GameSpec, settings: int) -> Iterator[dict[str, Any]]:
    """For every number of players the defaults, then settings that go together, drawn at random."""
    rng = np.random.default_rng(0)
    low, high = spec.players
    for players in range(low, high + 1):
        yield {"players": players}
        found = 0
        while found < settings:
            options = {option.name: _drawn(option, rng) for option in spec.options if _can_be_drawn(option)}
            options["players"] = players
            fitting = _fitting(spec, options)
            if fitting is not None:
                found += 1
                yield fitting


def _can_be_drawn(option: Option) -> bool:
    return bool(option.values) or (option.low is not None and option.high is not None)


def _drawn(option: Option, rng: np.random.Generator) -> Any:
    if option.values:
        return option.values[rng.integers(len(option.values))]
    low, high = int(option.low or 0), int(option.high or 0)
    return int(rng.integers(low, min(high, low + SPAN) + 1))


def _fitting(spec: GameSpec, options: dict[str, Any]) -> dict[str, Any] | None:
    """The options if they go together. Where one is set that is otherwise not there (a campaign, which names its
    scenarios), also without one of the others."""
    extra = [option.name for option in spec.options if option.default is None and options.get(option.name) is not None]
    for left_out in ("", *(options if extra else ())):
        some = {name: value for name, value in options.items() if name != left_out}
        if left_out not in ("players", *extra) and _go_together(spec, some):
            return some
    return None


def _go_together(spec: GameSpec, options: dict[str, Any]) -> bool:
    try:
        spec.new_game(spec.check_options(options))
    except ValueError:
        return False
    return True
