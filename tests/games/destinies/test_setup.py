"""Components, vocabulary and setup (sections 1, 2 and 4)."""

import numpy as np
import pytest

from haunted_env.games.destinies.data import MAX_COINS, MAX_XP
from haunted_env.play.batch import Batch
from tests.games.destinies.table import CAST, EBB, SPEC, Table, at, dice, variant, visiting


@pytest.mark.clause("DS-COMP-1")
@pytest.mark.parametrize("players", [1, 2, 3])
def test_one_to_three_players(players):
    table = Table(players=players, seed=1)
    assert [bool(table.me("character", seat) >= 0) for seat in range(3)] == [seat < players for seat in range(3)]
    assert SPEC.actions.block("ITEM").size == 6  # five slots, and one for OVERFLOW


@pytest.mark.clause("DS-COMP-1")
@pytest.mark.parametrize("players", [0, 4])
def test_other_numbers_are_refused(players):
    with pytest.raises(ValueError, match="players"):
        Table(players=players)


@pytest.mark.clause("DS-COMP-2", "DS-COMP-3", "DS-COMP-4", "DS-SETUP-5")
def test_characters_start_with_three_markers_per_track():
    table = Table(assign="fixed", characters=["oda", "pim"], players=2)
    assert [table.track(skill) for skill in ("int", "dex", "pow")] == [[7, 9, 11], [6, 9, 11], [7, 10, 12]]
    assert table.track("dex", 1) == [5, 8, 11]
    assert (EBB.header.track_min, EBB.header.track_max, EBB.header.max_markers) == (2, 12, 4)


@pytest.mark.clause("DS-COMP-5", "DS-COMP-6", "DS-SETUP-12")
def test_faces_are_equally_likely():
    """Two main dice 1..6; effort dice 1, 1, 2, 2, S, S."""
    batch = Batch(SPEC, 3000, {"players": 1}, relative_seats=False)
    position = visiting("drowned_street", players=1, effort=3)
    batch.deal(np.arange(3000))
    start = SPEC.positions.read({**position, "options": {"players": 1}})
    rng = np.random.default_rng(1)
    for row in range(3000):
        start["secret"]["rng"] = rng.integers(1, 2**32, 4)
        batch.load(start, row)
    for name in ("OPTION 0", "EFFORT 3"):
        block, number = name.split()
        batch.step(np.full(3000, SPEC.actions.first[block] + int(number)))
    main, effort = batch.games["table"]["main"], batch.games["table"]["effort_die"]
    assert np.unique(main).tolist() == [1, 2, 3, 4, 5, 6]
    assert np.abs(np.bincount(main.ravel())[1:] / main.size - 1 / 6).max() < 0.02
    assert np.abs(np.bincount(effort.ravel()) / effort.size - 1 / 3).max() < 0.02


@pytest.mark.clause("DS-COMP-7", "DS-COMP-8")
def test_a_supply_holds_three_dice_at_most():
    table = Table(visiting("reed_village", effort=2)).do("OPTION reed_rest")
    assert table.me("effort") == 3
    table = Table(visiting("pan_works", effort=0)).do("OPTION pan_shift")
    assert table.me("effort") == 0


@pytest.mark.clause("DS-COMP-9")
def test_coins_and_experience_are_capped():
    table = Table(visiting("quay_market", coins=MAX_COINS)).do("OPTION quay_crates")
    assert table.me("coins") == MAX_COINS
    table = Table(visiting("quay_market", xp=MAX_XP)).do("OPTION quay_gossip")
    assert table.me("xp") == MAX_XP
    table = Table(dice(visiting("quay_inn", coins=0, dex=[10, 11, 12]), 1, 1)).do("OPTION inn_dice", "EFFORT 0", "DONE")
    assert table.me("coins") == 0


@pytest.mark.clause("DS-COMP-10", "DS-SETUP-11")
def test_stack_items_come_out_of_the_box():
    table = Table(players=2)
    assert table.stack("quay_stack") == list(EBB.stacks[0].items)
    assert table.box("pitch_torch") == 1  # three copies, two in stacks
    assert table.box("boat_hook") == 0
    assert not table.is_seen("quay_stack")
    assert not any(table.seen("STACK_SEEN")) and not any(table.seen("STACK"))


@pytest.mark.clause("DS-VOC-1", "DS-VOC-2")
def test_known_places_are_present_on_explored_tiles():
    table = Table(players=2)
    assert table.explored() == {"orren_quay"}
    assert table.placed() == {"wrack_strand", "abbey_rise", "saltpans", "toll_road"}
    assert table.known() == {"quay_market", "quay_inn"}  # not the levy table: absent
    table.do("TILE orren_quay")
    assert table.names("POI") == {"quay_market", "quay_inn"}


@pytest.mark.clause("DS-VOC-3")
def test_a_day_is_one_turn_of_everybody():
    table = Table(players=3)
    for seat in (0, 1, 2):
        assert (table.day, table.decider) == (1, seat)
        table.do("TILE orren_quay", "DONE")
    assert (table.day, table.decider) == (2, 0)
    position = at("VISIT", players=3, others={2: {"defeated": True}}, top={"active": 1})
    assert Table(position).do("DONE").day == 2  # seat 2 is out: seat 1 was the last of the day


@pytest.mark.clause("DS-VOC-4")
def test_visit_flags_end_with_the_turn():
    table = Table(visiting("quay_inn", players=1, coins=3)).do("OPTION inn_round")
    assert "inn_song" in table.offered()
    table.do("DONE", "TILE orren_quay", "POI quay_inn")
    assert "inn_song" not in table.offered()
    assert not int(table.secret["vflags"])


@pytest.mark.clause("DS-SETUP-1", "DS-SETUP-2", "DS-SETUP-3", "DS-SETUP-10")
def test_random_characters_are_different_and_all_appear():
    dealt = []
    for seed in range(60):
        table = Table(players=3, seed=seed)
        chosen = [table.me("character", seat) for seat in range(3)]
        assert len(set(chosen)) == 3
        dealt += chosen
        assert [table.me(field, 1) for field in ("coins", "xp", "item_n")] == [1, 0, 0]
        assert table.virtue(1) == 0
        assert table.decider == 0
    assert set(dealt) == set(range(5))


@pytest.mark.clause("DS-SETUP-2", "DS-SETUP-13")
def test_a_draft():
    table = Table(players=3, assign="draft", destiny_deal="own")
    for seat, name in enumerate(("ysolt", "oda", "pim")):
        assert table.asked == (seat, "CHARACTER")
        assert table.table["active"] == seat
        assert table.game["ledger"][0]["destiny"].tolist() == [-1, -1, -1]
        assert (table.tile(seat), table.track("int", seat)) == ("", [])
        assert name in table.names("CHARACTER")
        table.do(f"CHARACTER {name}")
        assert table.is_over or name not in table.names("CHARACTER")
    assert table.asked == (0, "MOVE")
    assert [CAST[table.me("character", seat)] for seat in range(3)] == ["ysolt", "oda", "pim"]
    assert (table.game["ledger"][0]["destiny"] >= 0).all()
    assert table.me("effort") == 1


@pytest.mark.clause("DS-SETUP-6", "DS-SETUP-7")
def test_destinies_of_the_own_character_or_shuffled():
    for seed in range(10):
        table = Table(players=3, seed=seed, destiny_deal="own")
        assert (table.game["ledger"][0]["destiny"] == table.table["character"]).all()
    pairs = set()
    for seed in range(60):
        table = Table(players=3, seed=seed)
        destinies = table.game["ledger"][0]["destiny"].tolist()
        assert len(set(destinies)) == 3
        pairs.add((table.me("character"), destinies[0]))
    assert len(pairs) > 15
    assert sum(table.seen("DESTINY", 1)) == 1  # one's own, nobody else's
    assert SPEC.observation.block("DESTINY").size == 8


@pytest.mark.clause("DS-SETUP-8", "DS-SETUP-9")
def test_everybody_starts_on_the_start_tile():
    table = Table(players=3)
    assert [table.tile(seat) for seat in range(3)] == ["orren_quay"] * 3
    assert table.npc("nessa") == "quay_inn"
    assert table.npc("iselde") == ""


@pytest.mark.clause("DS-SETUP-12", "DS-INV-11")
def test_same_seed_same_game():
    one, two, three = (Table(players=3, seed=seed) for seed in (4, 4, 5))
    assert one.game.tobytes() == two.game.tobytes() != three.game.tobytes()
    for table in (one, two):
        table.do("TILE abbey_rise", "POI abbey_gate", "OPTION abbey_box", "EFFORT 1")
    assert one.game.tobytes() == two.game.tobytes()


@pytest.mark.clause("DS-COMP-6", "DS-DATA-2")
def test_faces_are_scenario_data(tmp_path):
    changes = (
        ('effort_faces = ["1", "1", "2", "2", "S", "S"]', 'effort_faces = ["S", "S", "S", "S", "S", "S"]'),
        ("main_faces = [1, 2, 3, 4, 5, 6]", "main_faces = [9, 9, 9, 9, 9, 9]"),
    )
    options = {"players": 2, "scenario": variant(tmp_path, *changes)}
    table = Table({**visiting("drowned_street", effort=1), "options": options})
    table.do("OPTION street_names", "EFFORT 1")
    assert table.table["main"].tolist() == [9, 9]
    assert table.table["effort_die"].tolist() == [0, -1, -1]
