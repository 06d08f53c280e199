"""Run a contest: start or resume it, write every game down, then work out the results."""

import dataclasses
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any

from haunted_env import registry
from haunted_env.agents import trust
from haunted_env.arena import executors, fingerprint, isolated, plan
from haunted_env.arena.isolated import DEFAULT_LIMITS, Limits
from haunted_env.arena.plan import Contest
from haunted_env.arena.record import GameRecord
from haunted_env.arena.store import FILE, Store, StoreError

Watch = Callable[[int, int, list[GameRecord]], None]  # (games done, games in all, games just finished)


def check(contest: Contest, limits: Limits = DEFAULT_LIMITS) -> None:
    """Refuse what cannot be played, before anything is written."""
    spec = registry.spec(contest.game)
    for players in contest.players:
        low, high = spec.players
        if not low <= players <= high:
            raise ValueError(f"players={players}: {spec.name} is for {low} to {high}")
        if contest.lineup is not None and len(contest.lineup) != players:
            raise ValueError(f"the lineup has {len(contest.lineup)} agents for {players} players")
        contest.options_for(spec, players)
    for name in contest.agents:
        fingerprint.mark_of(name, spec, limits)


def start(contest: Contest, folder: Path, limits: Limits = DEFAULT_LIMITS) -> Store:
    with isolated.closing():
        check(contest, limits)
        return Store.create(folder, contest, registry.spec(contest.game), limits)


def resume(
    folder: Path,
    given: dict[str, Any] | None = None,
    trusted: Collection[str] = (),
    limits: Limits = DEFAULT_LIMITS,
    add: Collection[str] = (),
) -> Store:
    """Open a contest to go on with. Fields of it that are given have to be the same; only deals may be added, and
    agents with `add`: each meets those that were there before. Agents that run code have to be given too, or be
    `trusted`: the folder may come from somebody else."""
    store = Store.open(folder, write=True)
    try:
        stored = store.contest
        trust.check_names(stored.agents, folder / FILE, {*trusted, *(given or {}).get("agents", ())})
        with isolated.closing():
            check(stored, limits)
            _same_players_and_rules(store, stored, limits)
        for name, value in (given or {}).items():
            before = getattr(stored, name)
            if value != before and not (name == "deals" and value > before):
                raise ValueError(f"--resume: the contest was begun with {name}={before}, not {value}")
        wanted = dataclasses.replace(
            stored,
            deals=max(stored.deals, (given or {}).get("deals", 0)),
            agents=(*stored.agents, *add),
            added=stored.added + len(add),
        )
        if wanted != stored:
            with isolated.closing():
                check(wanted, limits)
                store.change(wanted, fingerprint.versions(wanted, registry.spec(wanted.game), limits))
    except BaseException:
        store.close()
        raise
    return store


def _same_players_and_rules(store: Store, contest: Contest, limits: Limits) -> None:
    now = fingerprint.versions(contest, registry.spec(contest.game), limits)
    changed = fingerprint.difference(store.versions, now)
    if changed:
        raise StoreError(f"{store.folder}: {changed}; put it back as it was, or start again elsewhere")


def run(
    store: Store,
    executor: str = "local",
    workers: int | None = None,
    watch: Watch | None = None,
    limits: Limits = DEFAULT_LIMITS,
) -> None:
    """Play the games that are missing, writing them down as they come."""
    with isolated.closing():
        _run(store, executor, workers, watch, limits)


def _run(store: Store, executor: str, workers: int | None, watch: Watch | None, limits: Limits) -> None:
    contest = store.contest
    plans = list(plan.games(contest))
    done = store.keys()
    left = [p for p in plans if p.key not in done]
    n = len(plans) - len(left)
    if watch:
        watch(n, len(plans), [])
    if not left:
        return
    workers = executors.default_workers(contest, limits) if workers is None else workers
    if workers < 1:
        raise ValueError(f"workers={workers}: expected at least 1")
    records = executors.play_all(contest, left, executor, workers, limits)
    try:
        for some in records:
            store.add(some)
            n += len(some)
            if watch:
                watch(n, len(plans), some)
    finally:
        close = getattr(records, "close", None)
        if close:
            close()
    if n < len(plans):
        raise OSError(f"{len(plans) - n} of {len(plans)} games are missing")
