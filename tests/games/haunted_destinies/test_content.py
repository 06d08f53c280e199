"""The content file: what the shipped one holds, what the loader refuses, what compiled code gets."""

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from haunted_env.games.haunted_destinies import content, tables
from haunted_env.games.haunted_destinies.tables import CODE, OPS, Col, Cond, Op, PersistKind, Roll, Timing, Where, Who

FILE = Path(tables.__file__).with_name("content.toml")


def ops(first: int, last: int) -> list[tuple[int, ...]]:
    return [tuple(int(cell) for cell in line[: Col.A]) for line in OPS[first:last]]


@pytest.mark.clause("HD-COMP-2", "HD-COMP-3")
def test_thirty_psyche_cards_in_five_sets_of_six_with_one_opener_in_set_a():
    assert tables.N_PSYCHE == 30
    assert Counter(tables.PSYCHE_SET.tolist()) == {0: 6, 1: 6, 2: 6, 3: 6, 4: 6}
    assert [row.id for row in tables.CONTENT.psyche if row.kind == "opener"] == [tables.CARD_IDS[tables.OPENER]]
    assert tables.PSYCHE_SET[tables.OPENER] == 0
    assert {row.kind for row in tables.CONTENT.psyche} == {"opener", "power", "dream"}
    assert set(tables.COPIES[:30].tolist()) == {1}


@pytest.mark.clause("HD-COMP-4", "HD-COMP-6")
def test_grey_decks_have_the_numbers_of_the_rules():
    assert (tables.N_SEARCH, tables.N_SEARCH_CARDS) == (24, 48)
    assert (tables.N_HAUNTING, tables.N_HAUNTING_CARDS) == (20, 42)
    assert {row.category for row in tables.CONTENT.search} == {"boon", "clue", "event", "item"}
    wins = [code for code in tables.PERSIST_CODE if code >= 0 and tables.WIN_COND[tables.PERSIST_INDEX[code]]]
    assert (len(wins), tables.COPIES[wins].sum()) == (6, 11)


@pytest.mark.clause("HD-COMP-11", "HD-COMP-12")
def test_tiles_have_the_numbers_of_the_rules():
    assert (tables.N_TILES, tables.TILE_SEARCHABLE[: tables.N_TILES].sum()) == (47, 16)
    assert tables.CONTENT.tiles[tables.CEMETERY].name == "Dilapidated Cemetery"
    assert tables.TILE_SEARCHABLE[tables.CEMETERY] == 0
    assert tables.TILE_EDGES[:-1].min() == 0
    assert tables.TILE_EDGES[:-1].max() == 6
    assert tables.TILE_EDGES[tables.TILE_INDEX["ti_loch_shore"]].tolist() == [1, 2, 5, 0]


def test_no_tile_reads_as_four_closed_edges():
    assert tables.TILE_EDGES[-1].tolist() == [0, 0, 0, 0]
    assert tables.TILE_SEARCHABLE[-1] == 0
    assert len(tables.TILE_EDGES) == len(tables.TILE_SEARCHABLE) == 4 * tables.N_TILES + 1


def test_codes_name_every_design_once_and_fit_the_slot_facts():
    assert [CODE[card_id] for card_id in tables.CARD_IDS] == list(range(tables.N_CARDS))
    assert CODE["se_hot_broth"] == tables.FIRST_SEARCH == 30
    assert CODE["ha_grave_chill"] == tables.FIRST_HAUNTING == 30 + tables.N_SEARCH
    assert tables.N_CARDS == 30 + tables.N_GREY <= 110


@pytest.mark.clause("HD-FX-1")
@pytest.mark.parametrize(
    ("name", "card", "expected"),
    [
        ("DRAW_LIST", "se_village_doctor", [(Op.HEAL, Who.SELF, 0, 2, 0, 0)]),
        ("DRAW_LIST", "se_hidden_remedy", []),
        ("PROBE_LIST", "se_old_photograph", [(Op.SHOW_CARD, Who.OTHER, Who.SELF, 0, 0, 0)]),
        ("PROBE_LIST", "se_hidden_path", [(Op.MOVE_TO, Who.SELF, 0, 0, Where.PICK_ANY, 0)]),
        (
            "PROBE_LIST",
            "ha_light_fingers",
            [(Op.STEAL_ITEM, Who.OTHER, Who.SELF, 0, 0, 0), (Op.DRAW_HAUNTING, Who.SELF, 0, 1, 0, 0)],
        ),
        ("PROBE_LIST", "ha_creeping_damp", [(Op.ADD_GLOOM, Who.SELF, 0, 2, Where.SELF_TILE, 0)]),
        ("PROBE_LIST", "ha_unquiet_dust", []),
        ("EFFECT_LIST", "ps_physician", [(Op.HEAL, Who.PICK_HERE, 0, 1, 0, 0)]),
        ("EFFECT_LIST", "ps_ash_prints", [(Op.EXTRA_MOVE, Who.SELF, 0, 3, 0, 0)]),
        ("EFFECT_LIST", "ps_warden", []),
        ("COST_LIST", "ps_ragpicker", [(Op.DISCARD_ITEM, Who.SELF, 0, 1, 0, 0)]),
        ("COST_LIST", "ps_physician", []),
    ],
)
def test_effect_lists_are_rows_of_the_op_table(name, card, expected):
    assert ops(*getattr(tables, name)[CODE[card]]) == expected


@pytest.mark.clause("HD-FX-1")
def test_the_two_lists_of_a_choice_lie_outside_its_own_list():
    first, last = tables.PROBE_LIST[CODE["ha_grasping_dead"]]
    assert ops(first, last) == [(Op.CHOICE, Who.SELF, 0, 0, 0, 1)]
    a, a_end, b, b_end = OPS[first, Col.A :]
    assert ops(a, a_end) == [(Op.WOUND, Who.SELF, 0, 1, 0, 0)]
    assert ops(b, b_end) == [(Op.TAKE_CARD, Who.OTHER, Who.SELF, 0, 0, 0)]


def test_markers_have_their_lists():
    assert ops(*tables.LANTERN_LIST)[1] == (Op.HEAL, Who.ALL_LIVING, 0, 1, 0, 0)
    assert ops(*tables.SKULL_LIST)[0] == (Op.ADD_GLOOM, Who.SELF, 0, 1, Where.EACH_SEARCHABLE, 0)


@pytest.mark.clause("HD-FX-8")
def test_standing_effects_are_stored_by_card():
    def holders(array):
        return {tables.CARD_IDS[code]: int(array[code]) for code in array.nonzero()[0]}

    assert holders(tables.MODIFY[:, Roll.SEARCH]) == {"ps_antiquary": 1, "it_storm_lantern": 1}
    assert holders(tables.MODIFY[:, Roll.HAUNT_DEF]) == {"ps_medium": 2, "it_silver_bell": 1}
    assert holders(tables.MODIFY[:, Roll.HAUNT_ATT]) == {"ha_thin_veil": 1}
    assert holders(tables.MODIFY[:, Roll.ATTACK_DEF]) == {"ps_warden": 1}
    assert holders(tables.EDGE_CAP) == {"ps_pathfinder": 2}
    assert holders(tables.EDGE_X) == {"it_rope_and_hook": 3}
    assert holders(tables.REROLL) == {"ps_gambler": 7, "it_pocket_mirror": 7}
    assert holders(tables.IMMUNE_TWINS) == {"ps_twinless": 1}
    assert holders(tables.LIMIT_DICE) == {"ha_leaden_feet": 1}
    assert holders(tables.PREVENT) == {"it_waxed_coat": 1}
    assert holders(tables.CANCEL) == {"it_rowan_charm": 1}
    assert holders(tables.DEATH_GLOOM) == {"ha_unquiet_dust": 2}


@pytest.mark.clause("HD-FX-9")
@pytest.mark.parametrize(
    ("card", "cond", "arguments"),
    [
        ("ha_long_night", Cond.BOARD_GLOOM, [6, 6]),
        ("ha_pale_king", Cond.GHOST_SINGLE_GLOOM, [2, 3]),
        ("ha_cold_hearths", Cond.GHOST_VS_HEALTH, [0, 0]),
        ("ha_possession", Cond.POSSESSION, [3, 1]),
        ("ha_weight_of_fate", Cond.PILE_SIZE, [12, 0]),
        ("ha_full_churchyard", Cond.CEMETERY_GLOOM, [4, 0]),
    ],
)
def test_win_conditions_are_stored_by_persistent_design(card, cond, arguments):
    index = tables.PERSIST_INDEX[CODE[card]]
    assert tables.PERSIST_CODE[index] == CODE[card]
    assert (tables.PERSIST_KIND[index], tables.WIN_COND[index]) == (PersistKind.WIN, cond)
    assert tables.WIN_ARGS[index].tolist() == arguments


def test_arrays_are_small_and_ready_for_compiled_code():
    arrays = {name: value for name, value in vars(tables).items() if isinstance(value, np.ndarray)}
    assert {name for name, array in arrays.items() if not array.flags.c_contiguous} == set()
    assert sum(array.nbytes for array in arrays.values()) < 20_000
    wide = {name for name, array in arrays.items() if array.dtype != "int8"}
    lists = {"DRAW_LIST", "PROBE_LIST", "EFFECT_LIST", "COST_LIST", "LANTERN_LIST", "SKULL_LIST"}
    assert wide == lists | {"OPS", "WIN_ARGS"}


# The override folder, in a fresh interpreter: the tables are built once at import.


def import_tables(folder: Path, code: str) -> subprocess.CompletedProcess:
    environment = {**os.environ, "HAUNTED_ENV_CONTENT": str(folder), "NUMBA_DISABLE_JIT": "1"}
    program = f"import haunted_env.games.haunted_destinies.tables as t\n{code}"
    root = Path(tables.__file__).parents[3]
    command = [sys.executable, "-c", program]
    return subprocess.run(command, env=environment, cwd=root, capture_output=True, text=True, timeout=120)


def write_override(folder: Path, *edits: tuple[str, str]) -> Path:
    source = FILE.read_text(encoding="utf-8")
    for old, new in edits:
        assert source.count(old) == 1
        source = source.replace(old, new)
    path = folder / "haunted_destinies.toml"
    path.write_text(source, encoding="utf-8")
    return path


@pytest.mark.clause("HD-FX-15", "HD-FX-1")
def test_content_of_the_override_folder_is_used(tmp_path):
    """One file with what the shipped content has not: a turn item with a cost, choices inside choices."""
    wound = '{ op = "wound", who = "self", n = 4 }'
    inner = f'{{ op = "choice", by = "self", a = [{{ op = "end_turn" }}], b = [{wound}] }}'
    turn = f'turn = [{{ op = "choice", by = "self", a = [{inner}], b = [{wound}] }}]'
    cost = 'cost = [{ op = "discard_item", who = "self", n = 2 }]'
    write_override(
        tmp_path,
        ('standing = [{ op = "edge_x", cost = 3 }]', f"{turn}\n{cost}"),
        ('name = "The Warden"', 'name = "The Porter"'),
    )
    code = """
rope = t.CODE["it_rope_and_hook"]
print(t.CARD_NAMES[1], t.EDGE_X.sum(), t.OPS[t.COST_LIST[rope, 0]].tolist()[:4])
outer = t.OPS[t.EFFECT_LIST[rope, 0]]
inner = t.OPS[outer[t.Col.A]]
print([t.Op(t.OPS[pc, 0]).name for pc in (outer[t.Col.B], inner[t.Col.A], inner[t.Col.B])])
"""
    result = import_tables(tmp_path, code)
    assert result.stdout.splitlines() == ["The Porter 0 [16, 1, 0, 2]", "['WOUND', 'END_TURN', 'WOUND']"], result.stderr


@pytest.mark.clause("HD-FX-15")
def test_a_broken_override_is_named_with_the_row_and_the_field(tmp_path):
    remedy = 'name = "Hidden Remedy"\ncategory = "boon"\ncount = 2\nprobe = [{ op = "%s", who = "self", n = 2 }]'
    path = write_override(tmp_path, (remedy % "heal", remedy % "heel"))
    result = import_tables(tmp_path, "")
    assert result.returncode != 0
    assert f'ContentError: {path}: search[3] se_hidden_remedy: probe[0]: unknown op "heel"; known: ' in result.stderr


def test_the_hash_is_that_of_the_rules_in_the_file():
    assert content.load(FILE)[1] == tables.CONTENT_HASH
    assert len(tables.CONTENT_HASH) == 64


def test_timings_are_numbers():
    assert [Timing(t).name for t in tables.TIMING[[0, 1, 7, 3]]] == ["NONE", "PASSIVE", "TURN", "ON_REVEAL"]
