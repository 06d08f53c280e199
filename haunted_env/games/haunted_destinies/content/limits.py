"""Refuse content that the engine's arrays or its stack could not hold."""

from typing import Any

from haunted_env.games.haunted_destinies.content.checks import Ops, walk
from haunted_env.games.haunted_destinies.content.rows import MAX_COUNT, Content
from haunted_env.spec.content import fail

MAX_CODES = 110  # a card code, and eight kinds of slot facts before it, share an int8
MAX_OPS = 2000  # large tables keep Numba from caching the compiled code

# A card that looks or draws can turn up another such card before it is done (HD-OBEY-25). No copy is being
# obeyed twice at a time, so the copies bound the depth of the stack. Of its 64 frames (`state.N_FRAMES`), 10 are
# for the turn at the bottom and the last effect on top.
NESTING_OPS = ("look_own", "look_other", "show_card", "draw_search")
MAX_NESTING_COPIES = 10
MAX_NESTING_FRAMES = 54


def check_sizes(content: Content) -> None:
    codes = len(content.psyche) + len(content.search) + len(content.haunting)
    if codes > MAX_CODES:
        fail("content", f"at most {MAX_CODES} card designs, found {codes}; remove some")
    for name, rows in (("search", content.search), ("haunting", content.haunting)):
        cards = sum(row.count for row in rows)
        if cards > MAX_COUNT:
            fail(name, f"at most {MAX_COUNT} cards in the deck, found {cards}; lower some count")
    if len(content.tiles) > MAX_COUNT:
        fail("tile", f"at most {MAX_COUNT} tiles, found {len(content.tiles)}; remove some")
    ops = sum(1 for listed in effect_lists(content) for _ in walk(listed))
    if ops > MAX_OPS:
        fail("content", f"at most {MAX_OPS} ops, found {ops}; remove some")


def effect_lists(content: Content) -> list[Ops]:
    lists = [content.lantern.effects, content.skull.effects]
    lists += [ops for row in content.psyche for ops in (row.effects, row.cost)]
    lists += [ops for row in content.search for ops in (row.draw, row.probe, row.turn, row.cost)]
    return lists + [row.probe for row in content.haunting]


def check_stack(content: Content) -> None:
    for name, marker in (("lantern", content.lantern), ("skull", content.skull)):
        # A deck is empty while its marker is obeyed: a draw would turn the marker up again, without end.
        drawing = [op["op"] for op in walk(marker.effects) if op["op"] in ("draw_haunting", *NESTING_OPS)]
        if drawing:
            fail(f"{name} {marker.id}: effects", f"a marker neither draws nor looks; remove {drawing[0]}")
    grey = [(row.count, held(row.draw + row.probe)) for row in content.search]
    grey += [(row.count, held(row.probe)) for row in content.haunting]
    copies = sum(count for count, frames in grey if frames)
    if copies > MAX_NESTING_COPIES:
        what = f"at most {MAX_NESTING_COPIES} copies of Search and Haunting cards may hold {', '.join(NESTING_OPS)}"
        fail("content", f"{what}; found {copies}, lower some count")
    deepest = sum(count * (frames + 1) for count, frames in grey if frames)  # one more for the card being obeyed
    deepest += sum(held(row.effects) for row in content.psyche if row.timing == "on_reveal")
    if deepest > MAX_NESTING_FRAMES:
        what = f"cards that look or draw ({', '.join(NESTING_OPS)}) could nest {deepest} frames deep"
        fail("content", f"{what}, at most {MAX_NESTING_FRAMES}; use fewer, or not inside choice")


def held(ops: Ops | list[Any]) -> int:
    """Frames an effect list keeps below a card that it turns up; 0 if it turns up none."""
    deepest = 0
    for op in ops:
        if op["op"] in NESTING_OPS:
            deepest = max(deepest, 3 if op["op"] == "draw_search" else 2)  # the list and the op; a draw has its own
        elif op["op"] == "choice":
            inner = max(held(op["a"]), held(op["b"]))
            deepest = max(deepest, inner + 2 if inner else 0)
    return deepest
