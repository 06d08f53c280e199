"""What the loader of the content file refuses, with a message that names the row, the field and the remedy."""

import copy
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from haunted_env.games.haunted_destinies import content, tables
from haunted_env.games.haunted_destinies.content import ContentError

FILE = Path(tables.__file__).with_name("content.toml")
DOCUMENT = tomllib.loads(FILE.read_text(encoding="utf-8"))
HEAL = {"op": "heal", "who": "self", "n": 1}
LOOK = {"op": "look_own", "who": "self"}
SEEK = {"op": "draw_search", "who": "self", "n": 1}
CAP = {"op": "edge_cap", "n": 2}


def find(document: dict[str, Any], row_id: str) -> dict[str, Any]:
    tables = [document[name] for name in ("psyche", "search", "haunting", "tile")]
    tables.append([document["lantern"], document["skull"]])
    return next(row for rows in tables for row in rows if row["id"] == row_id)


def put(row_id: str, **values: Any) -> Callable[[dict[str, Any]], None]:
    return lambda document: find(document, row_id).update(copy.deepcopy(values))


def drop(row_id: str, field: str) -> Callable[[dict[str, Any]], Any]:
    return lambda document: find(document, row_id).pop(field)


def put_op(row_id: str, field: str, **values: Any) -> Callable[[dict[str, Any]], None]:
    return lambda document: find(document, row_id)[field][0].update(values)


def drop_op(row_id: str, field: str, name: str) -> Callable[[dict[str, Any]], Any]:
    return lambda document: find(document, row_id)[field][0].pop(name)


def meta(**values: Any) -> Callable[[dict[str, Any]], None]:
    return lambda document: document["meta"].update(values)


def cut(name: str, length: int) -> Callable[[dict[str, Any]], None]:
    """Keep the first rows only."""
    return lambda document: document.update({name: document[name][:length]})


def more(name: str, row_id: str, number: int, **values: Any) -> Callable[[dict[str, Any]], None]:
    """Append copies of a row, each with its own id and index."""

    def edit(document: dict[str, Any]) -> None:
        for i in range(number):
            index = len(document[name])
            own = {"index": index, "id": f"{row_id}_{i}"}
            document[name].append(copy.deepcopy({**find(document, row_id), **own, **values}))

    return edit


def choice(a: list[Any], b: list[Any], by: str = "self") -> dict[str, Any]:
    return {"op": "choice", "by": by, "a": a, "b": b}


CURSE = {"op": "enter_play", "kind": "curse", "scope": "self"}
WIN = {"op": "enter_play", "kind": "win", "cond": "pile_size", "min": 12}

# Straight from HD-FX-15.
CONTRACT = [
    (put_op("se_hidden_remedy", "probe", op="heel"), 'search[3] se_hidden_remedy: probe[0]: unknown op "heel"; known'),
    (put_op("se_hot_broth", "draw", who="everyone"), 'search[0] se_hot_broth: draw[0]: who: unknown selector "every'),
    (put("ps_opener", kind="dream"), "exactly one card of kind"),
    (put("ps_nine_steps", kind="opener", timing="none", effects=[]), "exactly one card of kind"),
    (cut("psyche", 29), "five sets of six (HD-FX-15), found A: 6, B: 6, C: 6, D: 6, E: 5"),
    (more("psyche", "ps_long_train", 1), "E: 7"),
    (put("ps_long_train", set="D"), "D: 7, E: 5"),
    (put("it_pocket_mirror", item_index=12), "it_pocket_mirror: item_index: expected a whole number 0..11, not 12"),
    (put("ha_possession", persist_index=16), "ha_possession: persist_index: expected a whole number 0..15, not 16"),
    (lambda d: [tile.update(searchable=False) for tile in d["tile"][12:]], "found 11 and 35"),
    (cut("tile", 40), "found 16 and 23"),
    (put("ti_well", edges=[0, 3, 0, 0]), "tile[14] ti_well: edges: a tile needs at least two numbered edges"),
    (drop("se_hot_broth", "draw"), "search[0] se_hot_broth: a Search card that is no item needs draw or probe"),
]

FIELDS = [
    (drop("ps_warden", "name"), "psyche[1] ps_warden: missing name"),
    (put("ps_warden", nmae="x"), 'psyche[1] ps_warden: unknown or misplaced field "nmae"; fields here: index, id'),
    (put("ti_well", name=3), "ti_well: name: expected words in quotes, not 3"),
    (put("ti_well", name=" "), "ti_well: name: expected words"),
    (put("ti_well", id="Ti Well"), "id: expected an id of small letters"),
    (put("ti_well", searchable=1), "ti_well: searchable: expected true or false, not 1"),
    (put("ti_well", edges=[1, 1, 1]), "ti_well: edges: expected four edges [N, E, S, W]"),
    (put("ti_well", edges=[1, 7, 1, 1]), "ti_well: edges: expected a whole number 0..6, not 7"),
    (put("ti_well", edges=[1, -1, 1, 1]), "ti_well: edges: expected a whole number 0..6, not -1"),
    (put("ti_well", edges=[1, True, 1, 1]), "ti_well: edges: expected a whole number 0..6, not True"),
    (put("ti_well", index=15), "tile[14] ti_well: index: expected 14, not 15"),
    (put("se_confession", count=0), "se_confession: count: expected a whole number 1.."),
    (put("se_confession", count=2.0), "se_confession: count: expected a whole number 1.."),
    (put("ps_warden", set="F"), 'ps_warden: set: unknown set "F"; known: A, B, C, D, E'),
    (put("ps_warden", set="AB"), 'ps_warden: set: unknown set "AB"'),
    (put("ps_warden", timing="later"), 'ps_warden: timing: unknown timing "later"; known: none, passive'),
    (put("ps_warden", kind="king"), 'ps_warden: kind: unknown kind "king"'),
    (put("se_confession", category="win"), 'se_confession: category: unknown category "win"; known: boon'),
    (put("ha_recoil", category="boon"), 'ha_recoil: category: unknown category "boon"; known: harm'),
    (put("ha_recoil", draw=[HEAL]), 'ha_recoil: unknown or misplaced field "draw"'),
    (put("ti_well", id="ti_mill"), 'tile[14]: id: "ti_mill" is taken by tile[6]'),
    (put("skull", id="ps_warden"), 'skull: id: "ps_warden" is taken by psyche[1]'),
    (put("it_blackthorn", item_index=0), "search[17] it_blackthorn: item_index: 0 is taken by search[16]"),
    (put("ha_thin_veil", persist_index=0), "haunting[12] ha_thin_veil: persist_index: 0 is taken by haunting[9]"),
    (lambda d: d.update(cards=[]), 'content: unknown or misplaced field "cards"'),
    (lambda d: d.pop("skull"), "content: missing skull"),
    (lambda d: d.update(search=[]), "search: expected one or more [[search]] rows"),
    (lambda d: d.update(skull=[]), "skull: expected a table of fields"),
    (lambda d: d["search"].insert(2, 5), "search[2]: expected a table of fields, not 5"),
    (meta(game="chess"), 'meta: game: expected "haunted_destinies", not "chess"'),
    (meta(author="me"), 'meta: unknown or misplaced field "author"'),
    (lambda d: d.update(meta=3), "meta: expected a [meta] table, not 3"),
]

EFFECTS = [
    (put_op("se_hot_broth", "draw", n=0), "se_hot_broth: draw[0]: n: expected a whole number 1..12, not 0"),
    (put_op("se_hot_broth", "draw", n="2"), "draw[0]: n: expected a whole number"),
    (drop_op("se_hot_broth", "draw", "n"), "draw[0]: missing n"),
    (drop_op("se_hot_broth", "draw", "op"), "draw[0]: unknown op None"),
    (put_op("se_hot_broth", "draw", where="cemetery"), 'draw[0]: unknown or misplaced field "where"; fields here: op'),
    (put_op("se_hot_broth", "draw", by="self"), 'draw[0]: unknown or misplaced field "by"'),
    (put("se_hot_broth", draw=[]), "draw: expected a list of 1..8 ops"),
    (put("se_hot_broth", draw=[HEAL] * 9), "draw: expected a list of 1..8 ops"),
    (put("se_hot_broth", draw=["heal"]), "draw[0]: expected an op such as"),
    (put_op("se_overheard", "draw", target="all_living"), "draw[0]: target: unknown selector for one player"),
    (put_op("se_overheard", "draw", target="self"), 'draw[0]: target: the same player as who, "self"'),
    (put_op("ha_light_fingers", "probe", **{"from": "all_ghosts"}), "probe[0]: from: unknown selector for one player"),
    (put_op("se_old_photograph", "probe", to="all_living"), "probe[0]: to: unknown selector for one player"),
    (put_op("ha_corpse_candle", "probe", dest="self_tile"), 'dest: unknown place "self_tile"; known: cemetery, pick_'),
    (put_op("ha_creeping_damp", "probe", where="pick_any"), 'where: unknown place "pick_any"; known: self_tile'),
    (put_op("se_clear_morning", "draw", where="cemetery"), 'where: unknown place "cemetery"; known: self_tile'),
    (put_op("ha_grasping_dead", "probe", by="all_living"), "by: unknown chooser"),
    (put_op("ha_grasping_dead", "probe", b=[]), "probe[0]: b: expected a list of 1..8 ops"),
    (put_op("ha_grasping_dead", "probe", a=[{"op": "heel"}]), 'probe[0]: a[0]: unknown op "heel"'),
    (put("se_hot_broth", draw=[choice([choice([choice([HEAL], [HEAL])], [HEAL])], [HEAL])]), "a[0]: a[0]: choices"),
    (put("se_hot_broth", draw=[CAP]), 'draw[0]: op "edge_cap" has no meaning in this list'),
    (put("skull", effects=[CAP]), 'skull skull: effects[0]: op "edge_cap" has no meaning in this list'),
    (put("skull", effects=[]), "skull skull: effects: expected a list of 1..8 ops"),
    (put("ps_warden", effects=[HEAL]), 'ps_warden: effects[0]: op "heal" has no meaning in this list; known here'),
    (put("ps_warden", effects=[]), "ps_warden: effects: expected a list of 1..8 ops"),
    (put("ps_physician", effects=[]), "ps_physician: effects: expected a list of 1..8 ops"),
    (put("ps_kitchen", effects=[]), "ps_kitchen: effects: expected a list of 1..8 ops"),
    (put("ps_kitchen", effects=3), "ps_kitchen: effects: expected a list of ops, not 3"),
    (put("ps_kitchen", effects=[CAP]), 'ps_kitchen: effects[0]: op "edge_cap" has no meaning'),
    (put("ps_kitchen", cost=[HEAL]), 'ps_kitchen: cost: only a card of timing "turn"'),
    (put("ps_kitchen", timing="none"), "ps_kitchen: effects: a card of timing"),
    (put("ps_opener", set="B"), "psyche[0] ps_opener: the Opener belongs to set"),
]

PLACES = [
    (put_op("it_storm_lantern", "standing", kinds=["searches"]), 'kinds: unknown roll kind "searches"; known: move'),
    (put_op("it_storm_lantern", "standing", kinds=[]), "kinds: expected a list with at least one roll kind"),
    (put_op("it_storm_lantern", "standing", kinds=["move", "move"]), "kinds: a roll kind is listed twice"),
    (put_op("it_storm_lantern", "standing", n=-1), "standing[0]: n: expected a whole number 1..12, not -1"),
    (put_op("ps_gambler", "effects", kinds=["move"]), 'kinds: unknown roll kind "move"; known: search, probe, attack'),
    (put_op("ps_twinless", "effects", to="self"), 'to: unknown immunity "self"; known: evil_twins'),
    (put_op("ps_pathfinder", "effects", n=7), "effects[0]: n: expected a whole number 1..6, not 7"),
    (put_op("it_rope_and_hook", "standing", cost=0), "standing[0]: cost: expected a whole number 1..12, not 0"),
    (put("it_waxed_coat", reaction=[CAP]), 'reaction[0]: op "edge_cap" has no meaning in this list; known'),
    (put("it_waxed_coat", standing=[{"op": "death_gloom", "n": 1}]), 'standing[0]: op "death_gloom" has no meaning'),
    (put("it_waxed_coat", standing=[HEAL]), 'it_waxed_coat: standing[0]: op "heal" has no meaning'),
    (put("ha_unquiet_dust", death=[HEAL]), 'ha_unquiet_dust: death[0]: op "heal" has no meaning'),
    (drop("it_waxed_coat", "reaction"), "it_waxed_coat: an item needs standing, reaction or turn"),
    (drop("it_waxed_coat", "item_index"), "it_waxed_coat: missing item_index"),
    (put("it_waxed_coat", draw=[HEAL]), "it_waxed_coat: draw: not for a card of category"),
    (put("it_waxed_coat", cost=[HEAL]), "it_waxed_coat: cost: only a turn power is paid for"),
    (put("se_hot_broth", item_index=8), "se_hot_broth: item_index: not for a card of category"),
    (put("se_hot_broth", standing=[CAP]), "se_hot_broth: standing: not for a card of category"),
    (put("se_confession", probe=[WIN]), 'se_confession: probe[0]: op "enter_play" has no meaning in this list'),
    (drop("ha_possession", "persist_index"), "ha_possession: missing persist_index"),
    (put("ha_recoil", persist_index=9), "ha_recoil: persist_index: only for a card with enter_play"),
    (put("ha_possession", probe=[WIN, WIN]), "ha_possession: probe: a card enters play in one way only"),
    (put("ha_possession", category="harm"), "ha_possession: category: category"),
    (put("ha_recoil", category="win"), "ha_recoil: category: category"),
    (put_op("ha_possession", "probe", kind="blessing"), 'probe[0]: kind: unknown kind "blessing"; known: win, curse'),
    (put_op("ha_possession", "probe", cond="boredom"), 'probe[0]: cond: unknown cond "boredom"; known: board_gloom'),
    (put_op("ha_possession", "probe", health=0), "probe[0]: health: expected a whole number 1..999, not 0"),
    (drop_op("ha_possession", "probe", "health"), "probe[0]: missing health"),
    (put_op("ha_possession", "probe", min=3), 'probe[0]: unknown or misplaced field "min"'),
    (put_op("ha_thin_veil", "probe", scope="town"), 'probe[0]: scope: unknown scope "town"; known: self, global'),
    (put("ha_leaden_feet", probe=[{**CURSE, "standing": [HEAL]}]), 'standing[0]: op "heal" has no meaning'),
    (put("ha_leaden_feet", probe=[CURSE]), "ha_leaden_feet: probe[0]: missing standing"),
    (put("ti_well", cemetery=True), "tile: expected exactly one tile with cemetery = true, found 2"),
    (put("ti_cemetery", cemetery=False), "tile: expected exactly one tile with cemetery = true, found 0"),
]

SIZES = [
    (put("se_hot_broth", count=120), "search: at most 120 cards in the deck, found"),
    (more("haunting", "ha_recoil", 111 - tables.N_CARDS), "content: at most 110 card designs, found 111"),
    (more("tile", "ti_well", 74), "tile: at most 120 tiles, found 121"),
    (put("se_parish_register", count=5), "content: at most 10 copies of Search and Haunting cards may hold look"),
    (put("ha_recoil", probe=[choice([HEAL], [LOOK])]), "content: at most 10 copies of Search and Haunting cards"),
    (lambda d: [row.update(effects=[SEEK]) for row in d["psyche"] if row["timing"] == "on_reveal"], "nest 69 frames"),
    (put("se_confession", probe=[choice([choice([LOOK], [HEAL])], [HEAL])]), "nest 55 frames deep"),
    (put("lantern", effects=[SEEK]), "lantern lantern: effects: a marker neither draws"),
    (put("skull", effects=[choice([HEAL], [LOOK])]), "skull skull: effects: a marker neither draws"),
    (
        more("search", "se_hot_broth", 110 - tables.N_CARDS, draw=[choice([HEAL] * 8, [HEAL] * 8)] * 4, count=1),
        "content: at most 2000 ops, found",
    ),
]

CASES = CONTRACT + FIELDS + EFFECTS + PLACES + SIZES


@pytest.mark.clause("HD-FX-15")
@pytest.mark.parametrize(("edit", "message"), CASES, ids=[message for _, message in CASES])
def test_content_is_refused(edit, message):
    document = copy.deepcopy(DOCUMENT)
    if not message.startswith("meta"):
        document.pop("meta")
    edit(document)
    with pytest.raises(ContentError) as refusal:
        content.build(document)
    assert message in str(refusal.value)


@pytest.mark.clause("HD-COMP-12")
def test_a_searchable_cemetery_is_refused():
    document = copy.deepcopy(DOCUMENT)
    find(document, "ti_cemetery")["searchable"] = True
    with pytest.raises(ContentError, match="ti_cemetery: searchable: must be false"):
        content.build(document)


@pytest.mark.clause("HD-FX-2")
@pytest.mark.parametrize(
    "edit",
    [
        put_op("se_hot_broth", "draw", who="other"),
        put_op("se_overheard", "draw", target="other"),
        put_op("se_fair_wind", "draw", by="other"),
        put_op("ps_kitchen", "effects", who="other"),
        put_op("ps_ragpicker", "cost", who="other"),
        put("lantern", effects=[{**HEAL, "who": "other"}]),
        put("se_hot_broth", draw=[choice([HEAL], [{**HEAL, "who": "other"}])]),
    ],
)
def test_other_is_refused_outside_probe_effects(edit):
    document = copy.deepcopy(DOCUMENT)
    edit(document)
    with pytest.raises(ContentError, match=r'unknown (selector|chooser).* "other"; known: self'):
        content.build(document)


@pytest.mark.clause("HD-FX-15")
@pytest.mark.parametrize(
    "edit",
    [
        more("tile", "ti_well", 3),
        more("search", "it_pocket_mirror", 1, item_index=11),
        more("haunting", "ha_weight_of_fate", 1, persist_index=15),
        put("it_waxed_coat", turn=[HEAL], cost=[LOOK]),
        put("ha_recoil", probe=[choice([HEAL], [choice([HEAL], [HEAL], "other")])]),
        put("ps_kitchen", effects=[{"op": "take_card", "who": "self", "from": "pick_other", "by": "self"}]),
        put("se_parish_register", count=4),
        put("ps_kitchen", timing="none", effects=[]),
        drop("ha_recoil", "probe"),
        put("se_hot_broth", text="Warm."),
    ],
)
def test_content_within_the_contract_is_accepted(edit):
    document = copy.deepcopy(DOCUMENT)
    document.pop("meta")
    edit(document)
    assert len(content.build(document).psyche) == 30


@pytest.mark.clause("HD-FX-15")
@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"[meta\n", "not valid TOML: Expected ']'"),
        (b"a = 1\na = 2\n", "not valid TOML: Cannot overwrite a value (at line 2"),
        (b'[meta]\nname = "\xff"\n', "line 2 is not UTF-8 text; save the file as UTF-8"),
        (b"a = " + b"[" * 5000, "not valid TOML: "),
        (b"", "content: missing psyche, search, haunting, tile, lantern, skull"),
        (FILE.read_bytes().replace(b"edges = [1, 2, 5, 0]", b"edges = [0x" + b"f" * 9000 + b"]"), "a very large list"),
    ],
    ids=["syntax", "twice", "utf-8", "depth", "empty", "digits"],
)
def test_a_broken_file_is_refused_by_name(tmp_path, data, message):
    path = tmp_path / "broken.toml"
    path.write_bytes(data)
    with pytest.raises(ContentError) as refusal:
        content.load(path)
    assert str(refusal.value).startswith(f"{path}: ")
    assert message in str(refusal.value)


def test_a_file_that_cannot_be_read_is_refused_by_name(tmp_path):
    with pytest.raises(ContentError, match=r"missing\.toml: cannot be read \(No such file"):
        content.load(tmp_path / "missing.toml")
