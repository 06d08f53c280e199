"""The effect lists of the content: which ops belong to which card, power or marker, and how they follow each other."""

from collections.abc import Iterator
from typing import Any

from haunted_env.games.haunted_destinies.rules.stack import Task
from haunted_env.games.haunted_destinies.tables import (
    COST_LIST,
    DRAW_LIST,
    EFFECT_LIST,
    LANTERN_LIST,
    OPS,
    PROBE_LIST,
    SKULL_LIST,
    Col,
    Op,
)


def branches(pc: int) -> list[tuple[int, int]]:
    """The two lists of a `choice`, as ranges of ops; of another op none."""
    row = [int(value) for value in OPS[pc]]
    return [(row[Col.A], row[Col.A_END]), (row[Col.B], row[Col.B_END])] if row[Col.OP] == Op.CHOICE else []


def walk(start: int, end: int) -> Iterator[int]:
    """The ops of a list, those inside its choices too."""
    for pc in range(start, end):
        yield pc
        for branch in branches(pc):
            yield from walk(*branch)


def _ends(start: int, end: int) -> Iterator[tuple[int, int]]:
    for pc in range(start, end):
        yield pc, end
        for branch in branches(pc):
            yield from _ends(*branch)


# The end of the list that an op is part of.
END = {
    pc: end
    for lists in (DRAW_LIST, PROBE_LIST, EFFECT_LIST, COST_LIST, [LANTERN_LIST, SKULL_LIST])
    for row in lists
    for pc, end in _ends(int(row[0]), int(row[1]))
}


def _whole(lists: Any) -> list[frozenset[int]]:
    return [frozenset(walk(int(start), int(end))) for start, end in lists]


EFFECT_OPS, COST_OPS = _whole(EFFECT_LIST), _whole(COST_LIST)
LANTERN_OPS, SKULL_OPS = _whole([LANTERN_LIST, SKULL_LIST])


def ops_of(task: Task, frame: Any) -> frozenset[int]:
    """The ops that a frame has carried out: of the card obeyed, turned up or used, or of a marker."""
    if task == Task.OBEY:
        return frozenset(walk(int(frame["pc"]), int(frame["end"])))
    if task == Task.ON_REVEAL:
        return EFFECT_OPS[int(frame["card"])]
    if task == Task.POWER:
        return EFFECT_OPS[int(frame["card"])] | COST_OPS[int(frame["card"])]
    return SKULL_OPS if task == Task.DRAW_HAUNTING else LANTERN_OPS


def started_by(pc: int, is_list: bool) -> frozenset[int]:
    """The ops that can be under way while op `pc` of a list is; only a choice starts lists."""
    inside = frozenset(op for branch in branches(pc) for op in walk(*branch))
    return inside if is_list else inside | {pc}
