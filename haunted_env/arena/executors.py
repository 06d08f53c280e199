"""Where games are played: in this process, in processes of their own, or on a Ray cluster. The results are the same."""

import collections
import contextlib
import multiprocessing
import os
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from haunted_env import registry
from haunted_env.arena.isolated import CONTEXT, Limits
from haunted_env.arena.match import agent_for, play_games
from haunted_env.arena.plan import Contest, GamePlan
from haunted_env.arena.record import GameRecord
from haunted_env.arena.worker import prepare

BATCH = 256  # games played side by side
AHEAD = 2  # chunks waiting per worker, so that none is idle
ATTEMPTS = 3  # to start processes again before giving up
EXECUTORS = ("local", "ray")


def play_all(
    contest: Contest, plans: Iterable[GamePlan], executor: str, workers: int, limits: Limits
) -> Iterator[list[GameRecord]]:
    """The records of all games as they come, in any order. Close the iterator to stop early."""
    work = list(chunks(contest, list(plans), limits))
    if executor not in EXECUTORS:
        raise ValueError(f"executor {executor!r}: choose one of {', '.join(EXECUTORS)}")
    if executor == "ray":
        return _on_ray(contest, work, workers, limits)
    if workers == 1:
        return (play_games(contest, chunk, limits) for chunk in work)
    return _in_processes(contest, work, workers, limits)


def default_workers(contest: Contest, limits: Limits) -> int:
    """One process is enough for agents that play whole batches; slow ones get all processors."""
    return 1 if is_batched(contest, range(len(contest.agents)), limits) else os.cpu_count() or 1


def is_batched(contest: Contest, agents: Iterable[int], limits: Limits) -> bool:
    spec = registry.spec(contest.game)
    return all(agent_for(contest.agents[i], spec, limits=limits).batched for i in agents)


def chunks(contest: Contest, plans: list[GamePlan], limits: Limits) -> Iterator[list[GamePlan]]:
    """Games to be played together: many for agents that play batches, else one; all of one number of players."""
    waiting: dict[int, list[GamePlan]] = {}
    for plan in plans:
        if not is_batched(contest, plan.seating, limits):
            yield [plan]
            continue
        chunk = waiting.setdefault(plan.players, [])
        chunk.append(plan)
        if len(chunk) == BATCH:
            yield waiting.pop(plan.players)
    yield from waiting.values()


def _in_processes(
    contest: Contest, work: list[list[GamePlan]], workers: int, limits: Limits
) -> Iterator[list[GameRecord]]:
    """A pool of processes. If one of them is killed, which no agent can do from a process of its own, the games at work
    are played again."""
    left = collections.deque(work)
    in_vain = 0
    while left:
        before = len(left)
        try:
            yield from _in_pool(contest, left, workers, limits)
        except BrokenProcessPool as error:
            in_vain = in_vain + 1 if len(left) == before else 0
            if in_vain == ATTEMPTS:
                raise OSError("worker processes die (out of memory, or killed)") from error


def _in_pool(
    contest: Contest, left: collections.deque[list[GamePlan]], workers: int, limits: Limits
) -> Iterator[list[GameRecord]]:
    """Play what is left; what was not finished when a process died is left again."""
    before = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(workers, CONTEXT, prepare)
    running: dict[Future[list[GameRecord]], list[GamePlan]] = {}
    try:
        while left or running:
            while left and len(running) < AHEAD * workers:
                running[pool.submit(play_games, contest, left[0], limits)] = left[0]
                left.popleft()
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                records = future.result()
                del running[future]
                yield records
    finally:
        finished = not running
        left.extend(running.values())
        pool.shutdown(wait=finished, cancel_futures=True)
        if not finished:
            for child in set(multiprocessing.active_children()) - before:
                child.terminate()


def _on_ray(contest: Contest, work: list[list[GamePlan]], workers: int, limits: Limits) -> Iterator[list[GameRecord]]:
    try:
        import ray
    except ImportError:
        raise ValueError(
            'the executor "ray" needs Ray: pip install "haunted-env[ray]" (in an environment of its own)'
        ) from None
    return _ray_records(ray, contest, work, workers, limits)


def _ray_records(
    ray: Any, contest: Contest, work: list[list[GamePlan]], workers: int, limits: Limits
) -> Iterator[list[GameRecord]]:
    ours = not ray.is_initialized()
    if ours:
        ray.init(num_cpus=workers, include_dashboard=False, log_to_driver=False, logging_level="error")
    play = ray.remote(max_retries=0)(play_games)
    running: list[Any] = []
    try:
        left = iter(work)
        running = [play.remote(contest, chunk, limits) for _, chunk in zip(range(AHEAD * workers), left)]
        while running:
            done, running = ray.wait(running)
            for reference in done:
                yield ray.get(reference)
                running += [play.remote(contest, chunk, limits) for _, chunk in zip(range(1), left)]
    finally:
        for reference in running:
            with contextlib.suppress(Exception):
                ray.cancel(reference, force=True)
        if ours:
            ray.shutdown()
