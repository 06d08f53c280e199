"""Read the content file and check it as a whole (HD-COMP-2 to HD-COMP-12, HD-FX-15)."""

from collections import Counter
from pathlib import Path
from typing import Any

from haunted_env.games.haunted_destinies.content import vocabulary as v
from haunted_env.games.haunted_destinies.content.checks import immediate, standing, walk
from haunted_env.games.haunted_destinies.content.limits import check_sizes, check_stack
from haunted_env.games.haunted_destinies.content.rows import (
    SETS,
    WORDING,
    Content,
    Haunting,
    Marker,
    Psyche,
    Search,
    Tile,
    read_row,
    read_rows,
)
from haunted_env.spec import content as core
from haunted_env.spec.content import check_meta, fail, fields, show

GAME = "haunted_destinies"
SET_SIZE = 6  # HD-COMP-3
N_PSYCHE = len(SETS) * SET_SIZE
MIN_SEARCHABLE, MIN_OTHER = 12, 24  # six players are dealt two and four each (HD-SETUP-7)


def load(path: Path) -> tuple[Content, str]:
    """The content of a file, and the hash of its rules."""
    return core.load(path, build, WORDING)


def parse(data: bytes) -> Content:
    return build(core.parse(data))


def build(document: dict[str, Any]) -> Content:
    """Check a parsed document: first every row by itself, then all together."""
    fields("content", document, ("psyche", "search", "haunting", "tile", "lantern", "skull"), ("meta",))
    content = Content(
        psyche=read_rows(Psyche, document, "psyche"),
        search=read_rows(Search, document, "search"),
        haunting=read_rows(Haunting, document, "haunting"),
        tiles=read_rows(Tile, document, "tile"),
        lantern=read_row(Marker, "lantern", document["lantern"]),
        skull=read_row(Marker, "skull", document["skull"]),
    )
    for psyche in content.psyche:
        check_psyche(psyche)
    for search in content.search:
        check_search(search)
    for haunting in content.haunting:
        check_haunting(haunting)
    check_unique(content)
    check_sets(content.psyche)
    check_tiles(content.tiles)
    check_sizes(content)
    check_stack(content)
    check_meta(document, GAME)
    return content


def check_psyche(row: Psyche) -> None:
    where = f"psyche[{row.index}] {row.id}"
    if row.timing == "none":
        if row.effects:
            fail(f"{where}: effects", 'a card of timing "none" does nothing; empty the list or change the timing')
    elif row.timing == "passive":
        standing(v.STANDING)(f"{where}: effects", list(row.effects))
    else:
        immediate()(f"{where}: effects", list(row.effects))
    if row.cost and row.timing != "turn":
        fail(f"{where}: cost", 'only a card of timing "turn" is paid for; remove the cost')
    if row.kind == "opener" and (row.set != "A" or row.timing != "none"):
        fail(where, 'the Opener belongs to set "A" (HD-COMP-3) and has timing "none"')


def check_search(row: Search) -> None:
    where = f"search[{row.index}] {row.id}"
    if row.category == "item":
        misplaced = [name for name in ("draw", "probe") if getattr(row, name)]
        if row.item_index < 0:
            fail(where, "missing item_index; give every item design its own")
        if not (row.standing or row.reaction or row.turn):
            fail(where, "an item needs standing, reaction or turn")
        if row.cost and not row.turn:
            fail(f"{where}: cost", "only a turn power is paid for; add turn or remove the cost")
    else:
        misplaced = [name for name in ("standing", "reaction", "turn", "cost") if getattr(row, name)]
        misplaced += ["item_index"] if row.item_index >= 0 else []
        if not (row.draw or row.probe):
            fail(where, "a Search card that is no item needs draw or probe (HD-FX-15)")
    if misplaced:
        fail(f"{where}: {misplaced[0]}", f"not for a card of category {show(row.category)}; remove it")


def check_haunting(row: Haunting) -> None:
    where = f"haunting[{row.index}] {row.id}"
    entering = [op for op in walk(row.probe) if op["op"] == "enter_play"]
    if len(entering) > 1:
        fail(f"{where}: probe", "a card enters play in one way only; keep one enter_play")
    if entering and row.persist_index < 0:
        fail(where, "missing persist_index; a card with enter_play needs its own")
    if not entering and row.persist_index >= 0:
        fail(f"{where}: persist_index", "only for a card with enter_play in its probe; remove it")
    if (row.category == "win") != any(op["kind"] == "win" for op in entering):
        fail(f"{where}: category", 'category "win" goes with an enter_play of kind "win", and only with it')


def check_unique(content: Content) -> None:
    """Ids are unique in the file; items and persistent cards each have their own number."""
    rows: list[Any] = [*content.psyche, *content.search, *content.haunting, *content.tiles]
    every = [(f"{type(row).__name__.lower()}[{row.index}]", row.id) for row in rows]
    every += [("lantern", content.lantern.id), ("skull", content.skull.id)]
    _once("id", every)
    items = [row for row in content.search if row.item_index >= 0]
    _once("item_index", [(f"search[{row.index}] {row.id}", row.item_index) for row in items])
    lasting = [row for row in content.haunting if row.persist_index >= 0]
    _once("persist_index", [(f"haunting[{row.index}] {row.id}", row.persist_index) for row in lasting])


def _once(field: str, used: list[tuple[str, Any]]) -> None:
    first: dict[Any, str] = {}
    for where, value in used:
        if value in first:
            fail(f"{where}: {field}", f"{show(value)} is taken by {first[value]}; choose another one")
        first[value] = where


def check_sets(rows: tuple[Psyche, ...]) -> None:
    sizes = Counter(row.set for row in rows)
    if any(sizes[name] != SET_SIZE for name in SETS):
        found = ", ".join(f"{name}: {sizes[name]}" for name in SETS)
        fail("psyche", f"expected {N_PSYCHE} cards in five sets of six (HD-FX-15), found {found}")
    openers = [row.id for row in rows if row.kind == "opener"]
    if len(openers) != 1:
        fail("psyche", f'expected exactly one card of kind "opener" (HD-FX-15), found {len(openers)} {openers}')


def check_tiles(rows: tuple[Tile, ...]) -> None:
    cemeteries = [row for row in rows if row.cemetery]
    if len(cemeteries) != 1:
        fail("tile", f"expected exactly one tile with cemetery = true, found {len(cemeteries)}")
    cemetery = cemeteries[0]
    if cemetery.searchable:
        fail(f"tile[{cemetery.index}] {cemetery.id}: searchable", "must be false for the Cemetery (HD-COMP-12)")
    searchable = sum(row.searchable for row in rows)
    other = len(rows) - searchable - 1
    if searchable < MIN_SEARCHABLE or other < MIN_OTHER:
        wanted = f"at least {MIN_SEARCHABLE} searchable and {MIN_OTHER} other tiles beside the Cemetery (HD-FX-15)"
        fail("tile", f"expected {wanted}, found {searchable} and {other}; add tiles")
