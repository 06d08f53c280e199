"""Decision points (DS-DEC) and options of the game (DS-CONF)."""

import numpy as np
import pytest

from haunted_env.games.destinies.actions import Node
from haunted_env.play.batch import REFUSED, Batch
from tests.games.destinies.table import SPEC, Table, at, dice, in_finale, variant, visiting

BLOCKS = [
    ("DONE", 0, 1), ("SPEND_XP", 1, 1), ("STEP", 2, 12), ("TILE", 14, 32), ("POI", 46, 40), ("OPTION", 86, 16),
    ("CHOICE", 102, 4), ("ITEM", 106, 6), ("USE", 112, 6), ("BUY", 118, 16), ("PICK", 134, 8), ("PATH", 142, 2),
    ("EFFORT", 144, 4), ("CHARACTER", 148, 8),
]  # fmt: skip


@pytest.mark.clause("DS-DEC-1")
def test_the_action_space():
    assert SPEC.actions.size == 156
    assert [(b.name, SPEC.actions.first[b.name], b.size) for b in SPEC.actions.blocks] == BLOCKS


@pytest.mark.clause("DS-DEC-2")
def test_the_nodes():
    names = (
        "CHARACTER MOVE TRAVEL STAY_GAIN VISIT OPTIONS CHOICE SCAN_ITEM SCAN_PATH TRADE TEST_PRE TEST_POST STEP_GAIN"
    )
    assert [node.name for node in Node] == [*names.split(), "STEP_LOSS", "OVERFLOW", "STAGE"]
    assert [int(node) for node in Node] == list(range(16))


@pytest.mark.clause("DS-DEC-3")
def test_nodes_nest():
    position = visiting("pan_works", items=["bronze_ingot"], effort=0)
    table = Table(dice(position, 6, 6)).do("OPTION pan_rake", "EFFORT 0", "USE bronze_ingot")
    assert table.decision == "STEP_GAIN"
    table.do("STEP pow 0", "STEP pow 0")
    assert table.decision == "TEST_POST"
    table.do("DONE")
    assert table.decision == "OPTIONS"


@pytest.mark.clause("DS-DEC-5")
def test_use_means_the_discard_ability_where_it_is_legal():
    table = Table(at(items=["ebb_crown", "white_salt"], effort=1)).do("USE white_salt")
    assert (table.items(), table.me("effort")) == (["ebb_crown"], 2)
    table = Table(at(items=["ebb_crown", "white_salt"], effort=1)).do("USE ebb_crown")
    assert (len(table.items()), table.me("effort"), table.me("coins")) == (2, 0, 1)


@pytest.mark.clause("DS-DEC-6")
def test_a_single_action_is_played_on_request():
    position = visiting("quay_inn")
    table = Table({**position, "options": {"players": 2, "auto_single": True}}).do("OPTION inn_dice")
    assert table.decision in ("OPTIONS", "MOVE")  # EFFORT 0 and DONE played themselves
    table = Table(position).do("OPTION inn_dice")
    assert table.legal == {"EFFORT 0"}


@pytest.mark.clause("DS-DEC-6", "DS-DEC-7", "DS-INV-10")
@pytest.mark.parametrize("players", [1, 2, 3])
def test_masks_are_never_empty_and_turns_end(players):
    batch = Batch(SPEC, 16, {"players": players, "max_days": 12}, relative_seats=False)
    generators = batch.generators(players)
    batch.deal(np.arange(16))
    since = np.zeros(16, int)
    before = batch.games["table"][["active", "day"]].copy()
    for _ in range(700):
        running = batch.games["table"]["over"] == 0
        assert (batch.masks.sum(1)[running] > 0).all()
        batch.step_random(generators)
        now = batch.games["table"][["active", "day"]]
        since = np.where((now == before) & running, since + 1, 0)
        before = now.copy()
        assert since.max() < 150


@pytest.mark.clause("DS-DEC-8", "DS-INV-10")
@pytest.mark.parametrize("position", [
    at(xp=1, items=["mud_skates", "ebb_crown"], effort=2),
    at("VISIT"),
    visiting("quay_inn", coins=1, items=["mastiff"]),
    in_finale("fin_call", xp=1),
], ids=["move", "visit", "options", "stage"])  # fmt: skip
def test_the_mask_is_what_the_engine_accepts(position):
    table = Table(position)
    before = table.batch.clone()
    legal = set(np.flatnonzero(table.masks[0]).tolist())
    for action in range(SPEC.actions.size):
        table.batch.take(before)
        refused = table.act(action) == REFUSED
        assert refused == (action not in legal)
        assert not refused or table.game.tobytes() == before.games.tobytes()


@pytest.mark.clause("DS-CONF-3", "DS-SETUP-2")
@pytest.mark.parametrize(("options", "message"), [
    ({"assign": "fixed"}, "needs one id for each"),
    ({"assign": "fixed", "characters": ["oda", "pim"]}, "needs one id for each"),
    ({"assign": "fixed", "characters": ["oda", "pim", "oda"]}, "appears twice"),
    ({"assign": "fixed", "characters": ["oda", "pim", "zoe"]}, "unknown character 'zoe'"),
    ({"characters": ["oda", "pim", "ansel"]}, "assign"),
    ({"characters": 3}, "list of character ids"),
    ({"step_reward": "much"}, "step_reward"),
    ({"max_days": 0}, "max_days"),
    ({"scenario": "atlantis"}, "atlantis"),
    ({"scenario": 5}, "scenario"),
    ({"weather": 1}, "unknown option"),
])  # fmt: skip
def test_configuration_errors(options, message):
    with pytest.raises(ValueError, match=message):
        SPEC.new_game(SPEC.check_options(options))


@pytest.mark.clause("DS-CONF-3")
def test_step_reward():
    position = dice(visiting("drowned_street", effort=1), 6, 6, "S")
    table = Table({**position, "options": {"players": 2, "step_reward": 0.25}})
    plain = Table(position)
    for each in (table, plain):
        each.do("OPTION street_names", "EFFORT 1", "DONE")
    assert table.returns == [0.25, 0]
    assert plain.returns == [0, 0]
    assert table.observation().tolist() == plain.observation().tolist()
    assert table.do("DONE").returns == [0, 0]


@pytest.mark.clause("DS-CONF-3")
def test_a_flag_that_completes_two_steps_pays_twice(tmp_path):
    change = (
        '"saltwife_b1", need = ["pflag:deed_ledger"], where = "toll_house"',
        '"saltwife_b1", need = ["pflag:deed_names"], where = "drowned_street"',
    )
    position = dice(visiting("drowned_street", effort=1), 6, 6, "S")
    position["options"] = {"players": 2, "step_reward": 0.25, "scenario": variant(tmp_path, change)}
    table = Table(position).do("OPTION street_names", "EFFORT 1", "DONE")
    assert table.returns == [0.5, 0]
