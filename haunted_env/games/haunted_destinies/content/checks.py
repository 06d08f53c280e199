"""Check single values and effect lists of the content file (HD-FX-15, HD-FX-2 for `other`).

A check takes where it is in the file and a value, and returns the value or raises `ContentError`.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from haunted_env.games.haunted_destinies.content import vocabulary as v
from haunted_env.spec.content import Check, fail, fields, one_of, show, some_of, whole

Ops = tuple[dict[str, Any], ...]

MAX_N = 12  # no player has more tokens (HD-COMP-9), and sums over a list stay inside an int8
MAX_LIST = 8
MAX_CHOICE_DEPTH = 2  # every open choice keeps a frame of the engine's stack
MAX_EDGE = 6  # HD-COMP-11
MAX_WIN_ARGUMENT = 999


def edges(where: str, value: Any) -> tuple[int, ...]:
    if type(value) is not list or len(value) != 4:
        fail(where, f"expected four edges [N, E, S, W], not {show(value)}")
    found = tuple(whole(0, MAX_EDGE)(where, edge) for edge in value)
    if sum(edge > 0 for edge in found) < 2:
        fail(where, f"a tile needs at least two numbered edges (HD-FX-15), not {show(value)}; 0 is the printed X")
    return found


def effect_list(check: Check) -> Check:
    """A list of ops, each checked by `check`."""

    def check_all(where: str, value: Any) -> Ops:
        if type(value) is not list or not 1 <= len(value) <= MAX_LIST:
            fail(where, f"expected a list of 1..{MAX_LIST} ops (or leave the field out), not {show(value)}")
        for i, op in enumerate(value):
            check(f"{where}[{i}]", op)
        return tuple(value)

    return check_all


def _name(where: str, op: Any, here: Sequence[str], elsewhere: Sequence[str]) -> str:
    if type(op) is not dict:
        fail(where, f'expected an op such as {{ op = "{here[0]}", ... }}, not {show(op)}')
    name = op.get("op")
    if type(name) is str and name in elsewhere and name not in here:
        fail(where, f"op {show(name)} has no meaning in this list; known here: {', '.join(here)}")
    return one_of(here, "op")(where, name)


def standing(known: Sequence[str]) -> Check:
    """A list of the standing ops of table B that mean something in this place (HD-FX-8)."""

    def check(where: str, op: Any) -> None:
        name = _name(where, op, known, [*v.OPS_A, *v.OPS_B])
        fields(where, op, ("op", *v.OPS_B[name]))
        if "n" in op:
            whole(1, {"edge_cap": MAX_EDGE, "limit_move_dice": 1}.get(name, MAX_N))(f"{where}: n", op["n"])
        if "cost" in op:
            whole(1, MAX_N)(f"{where}: cost", op["cost"])
        if "kinds" in op:
            kinds = v.REROLL_KINDS if name == "reroll" else v.words(v.Roll)
            some_of(kinds, "roll kind")(f"{where}: kinds", op["kinds"])
        if "to" in op:
            one_of(("evil_twins",), "immunity")(f"{where}: to", op["to"])

    return effect_list(check)


def immediate(probe: bool = False, enter_play: bool = False, depth: int = 0) -> Check:
    """A list of the immediate ops of table A; `other` exists in Probe effects only (HD-FX-2)."""
    anybody = [word for word in v.words(v.Who) if probe or word != "other"]
    one = [word for word in v.ONE_PLAYER if probe or word != "other"]
    known = [name for name in v.OPS_A if enter_play or name != "enter_play"]

    def check(where: str, op: Any) -> None:
        name = _name(where, op, known, [*v.OPS_A, *v.OPS_B])
        if name == "enter_play":
            return _enter_play(where, op)
        # HD-FX-3: `by` names the chooser of any pick; `choice` always has one.
        picks = any(type(op.get(key)) is str and op[key].startswith("pick_") for key in ("who", "target", "from", "to"))
        fields(where, op, ("op", *v.OPS_A[name]), ("by",) if picks else ())
        if "who" in op:
            one_of(anybody, "selector")(f"{where}: who", op["who"])
        for key in ("target", "from", "to"):
            if key in op:
                one_of(one, "selector for one player")(f"{where}: {key}", op[key])
                if op[key] == op["who"]:
                    fail(f"{where}: {key}", f"the same player as who, {show(op[key])}; name another one")
        for key in ("where", "dest"):
            if key in op:
                one_of(v.PLACES[name], "place")(f"{where}: {key}", op[key])
        if "n" in op:
            whole(1, MAX_N)(f"{where}: n", op["n"])
        if "by" in op:
            one_of(("self", "other") if probe else ("self",), "chooser")(f"{where}: by", op["by"])
        if name == "choice":
            if depth == MAX_CHOICE_DEPTH:
                fail(where, f"choices nest at most {MAX_CHOICE_DEPTH} deep; split the card in two")
            for key in ("a", "b"):
                immediate(probe, enter_play, depth + 1)(f"{where}: {key}", op[key])

    return effect_list(check)


def _enter_play(where: str, op: dict[str, Any]) -> None:
    kind = one_of(("win", "curse"), "kind")(f"{where}: kind", op.get("kind"))
    if kind == "curse":
        fields(where, op, ("op", "kind", "scope", "standing"))
        one_of(("self", "global"), "scope")(f"{where}: scope", op["scope"])
        standing(v.CURSE)(f"{where}: standing", op["standing"])
        return
    cond = one_of(list(v.CONDITIONS), "cond")(f"{where}: cond", op.get("cond"))
    fields(where, op, ("op", "kind", "cond", *v.CONDITIONS[cond]))
    for key, low in v.CONDITIONS[cond].items():
        whole(low, MAX_WIN_ARGUMENT)(f"{where}: {key}", op[key])


def walk(ops: Ops) -> Iterator[dict[str, Any]]:
    """Every op of a list, also inside choices."""
    for op in ops:
        yield op
        if op["op"] == "choice":
            yield from walk(op["a"])
            yield from walk(op["b"])
