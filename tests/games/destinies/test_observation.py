"""What is observed (DS-OBS)."""

import numpy as np
import pytest

from haunted_env.games.destinies.data import N_HOSTED
from haunted_env.games.destinies.observation import LOG, OBSERVATION, SLOT
from haunted_env.play.batch import Batch
from tests.games.destinies.hidden import scramble
from tests.games.destinies.table import EBB, SPEC, Table, at, dice, in_finale, number, visiting


def one_hot(entries):
    return entries.index(1) if 1 in entries else -1


@pytest.mark.clause("DS-OBS-1", "DS-OBS-2")
def test_one_layout_and_relative_seats():
    table = Table(at("VISIT", players=3, coins=5, others={1: {"coins": 6}, 2: {"coins": 7}}))
    assert [table.seen("COINS", seat) for seat in range(3)] == [[5, 6, 7], [6, 7, 5], [7, 5, 6]]
    assert [one_hot(table.seen("ACTIVE", seat)) for seat in range(3)] == [0, 2, 1]
    batch = Batch(SPEC, 1, {"players": 3})
    batch.load(table.game, resume=False)
    assert batch.look([1]).masks.sum() == 0  # an all-zero mask off turn
    assert batch.look([0]).masks.sum() > 0


@pytest.mark.clause("DS-OBS-3")
def test_the_public_world():
    top = {"day": 130, "ground": {"abbey_rise": {"items": ["mastiff"]}}, "stacks": {"forge_stack": {"seen": True}}}
    position = {**at(tile="abbey_rise", visited=["quay_inn"], top=top), "explored": ["orren_quay", "abbey_rise"]}
    position["options"] = {"players": 2, "max_days": 300}
    table = Table(position)
    assert table.seen("DAY") == [2, 1]
    assert table.seen("LAST_DAY") == [44, 2]
    assert one_hot(table.seen("MODE")) == 0
    assert one_hot(table.seen("NODE")) == 1
    assert [i for i, on in enumerate(table.seen("EXPLORED")) if on] == [6, 7]
    assert [i for i, on in enumerate(table.seen("PLACED")) if on] == [1, 2, 5, 6, 7, 8, 10, 11]
    assert table.seen("GROUND")[6 * 8] == 17
    assert number(table.seen("GROUND_HERE")[:7]) == 16
    assert [i for i, on in enumerate(table.seen("KNOWN")) if on] == [0, 1, 2, 3]
    assert [i for i, on in enumerate(table.seen("VISITED")) if on] == [1]
    assert table.seen("VISITED", 1) == [0] * 40
    assert [number(table.seen("NPC")[6 * i : 6 * i + 6]) for i in range(3)] == [1, 2, -1]
    assert table.seen("STACK_SEEN")[:3] == [0, 1, 0]
    assert table.seen("STACK")[16:21] == [7, 3, 24, 33, 1]
    assert not any(table.seen("STACK")[:16])


@pytest.mark.clause("DS-OBS-4")
def test_public_facts_of_a_player():
    me = {"coins": 3, "xp": 2, "effort": 1, "items": ["mastiff", "pitch_torch"], "flags": ["deed_vow"]}
    table = Table(at(tile="abbey_rise", **me))
    seen = {block: table.seen(block, 1) for block in OBSERVATION.first}
    assert (seen["COINS"][1], seen["XP"][1], seen["EFFORT"][1], seen["IN_GAME"][1]) == (3, 2, 1, 1)
    assert one_hot(seen["CHARACTER"][8:16]) == 0
    assert one_hot(seen["PLACE"][32:64]) == 6
    assert [number(seen["INVENTORY"][42 + 7 * i : 49 + 7 * i]) for i in range(3)] == [16, 0, -1]
    track = seen["TRACK"][33:44]
    assert [2 + i for i, on in enumerate(track) if on] == [7, 9, 11]
    assert one_hot(seen["PFLAGS"][64:128]) == EBB.pflags.index("deed_vow")
    assert seen["IN_GAME"] == [1, 1, 0]  # nobody sits on the third seat


@pytest.mark.clause("DS-OBS-4", "DS-OBS-14")
def test_a_finale_is_public():
    table = Table(in_finale("fin_call", stage=2))
    assert table.seen("IN_FINALE", 1) == [0, 1, 0]
    assert one_hot(table.seen("STAGE", 1)[4:8]) == 1
    assert table.seen("RESOLVE", 1) == [0, 2, 0]
    assert one_hot(table.seen("FINALE", 1)[16:32]) == 0


@pytest.mark.clause("DS-OBS-6", "DS-OBS-10")
def test_the_visit_block():
    table = Table(visiting("quay_inn", coins=1))
    block = table.seen("SLOT", 1)
    slots = [block[SLOT * i : SLOT * (i + 1)] for i in range(16)]
    assert number(table.seen("VISIT_POI", 1)) == 1
    assert [EBB.options[number(slot[:9])].id if any(slot) else "" for slot in slots[:7]] == [
        "inn_round", "", "inn_dice", "inn_brawl", "ask_nessa", "nessa_tide", "nessa_pay",
    ]  # fmt: skip
    assert not any(slots[1])  # not offered: nothing but zeros
    dice_slot, pay = slots[2], slots[6]
    assert one_hot(dice_slot[9:14]) == 1  # a test
    assert one_hot(dice_slot[14:17]) == 1  # of dexterity
    assert one_hot(dice_slot[17:20]) == 0  # slight
    assert dice_slot[21] == 1
    assert (pay[20], pay[21]) == (8, 0)  # costs eight, and there is one
    assert not any(block[SLOT * N_HOSTED :])


@pytest.mark.clause("DS-OBS-7")
def test_the_test_block():
    position = visiting("pan_works", items=["bronze_ingot", "white_salt"], effort=2)
    table = Table(dice(position, 3, 4, "S", 2)).do("OPTION pan_rake", "USE white_salt", "EFFORT 2")
    for seat in (0, 1):
        assert table.seen("TESTING", seat) == [0, 1]
        assert table.seen("TEST_SKILL", seat) == [0, 0, 1]
        assert table.seen("MAIN", seat) == [3, 4]
        assert table.seen("EFFORT_DIE", seat) == [0, 1, 2, 0, 0, 0]
        assert table.seen("TOTAL", seat) == [9]
        assert table.seen("SUCCESSES", seat) == [2]
        assert table.seen("TEST_ITEMS", seat) == [28, 0, 0, 0, 0, 0]
    table.do("DONE")
    assert not any(table.seen("MAIN")) and not any(table.seen("TESTING"))


@pytest.mark.clause("DS-OBS-8", "DS-OBS-15")
def test_the_log():
    table = Table(at()).do("TILE abbey_rise", "POI abbey_gate")
    assert table.log() == [("MOVED", 0, 6, 0), ("VISITED", 0, 2, 0)]
    rows = table.seen("LOG", 1)
    newest = rows[:LOG]
    assert newest[0] == 0
    assert one_hot(newest[1:4]) == 1  # seat 0 is the right neighbour of seat 1
    assert one_hot(newest[4:15]) == 2
    assert newest[15:18] == [2, 0, 0]
    assert not any(rows[2 * LOG :])


@pytest.mark.clause("DS-OBS-8", "DS-OBS-15")
def test_what_is_logged_and_what_is_not():
    table = Table(dice(visiting("drowned_street", effort=1), 6, 6, "S")).do("OPTION street_names", "EFFORT 1", "DONE")
    option = [o.id for o in EBB.options].index("street_names")
    assert table.log() == [("OPTION", 0, option, 0), ("TEST", 0, option, 4)]  # no experience, flag or step
    table = Table(visiting("abbey_apiary", items=["gin_flask"])).do("OPTION apiary_smoke", "ITEM gin_flask")
    assert table.log()[-1] == ("LOST", 0, 10, 0)
    flags = ["deed_names", "deed_vow", "deed_bell", "deed_salt"]
    table = Table(visiting("drowned_church", flags=flags)).do("OPTION 14")
    assert table.log()[0] == ("FINALE", 0, 0, 0)


@pytest.mark.clause("DS-OBS-8")
def test_the_last_sixteen_are_kept():
    table = Table(players=1, seed=1)
    for n in range(20):
        table.do(f"TILE {'orren_quay' if n % 2 else 'abbey_rise'}", "DONE")
        while table.decision != "MOVE":
            table.do(min(table.legal))
    rows = [table.seen("LOG")[LOG * i : LOG * (i + 1)] for i in range(16)]
    assert all(any(row) for row in rows)
    days = [row[0] for row in rows]
    assert days == sorted(days)


@pytest.mark.clause("DS-OBS-9", "DS-OBS-11", "DS-VIRTUE-3")
def test_hidden_things_can_be_exchanged_unnoticed():
    rng = np.random.default_rng(1)
    batch = Batch(SPEC, 1, {"players": 3}, relative_seats=False)
    generators = batch.generators(5)
    batch.deal(5)
    for _ in range(150):
        batch.step_random(generators)
        for seat in range(3):
            other = Batch(SPEC, 1, {"players": 3}, relative_seats=False)
            other.load(scramble(batch.games, seat, rng), resume=False)
            for one, two in zip(batch.look([seat]), other.look([seat])):
                assert one.tobytes() == two.tobytes()


@pytest.mark.clause("DS-OBS-9")
def test_unfired_events_and_absent_places_are_zeros():
    table = Table(at())
    assert table.seen("FIRED") == [0] * 32
    assert not table.seen("KNOWN")[27] and not table.seen("KNOWN")[28]


@pytest.mark.clause("DS-OBS-12")
def test_the_story_is_told_by_rendering():
    table = Table(visiting("quay_inn"))
    text = SPEC.words.text(table.game, 0)
    assert "Pilots with nothing to pilot drink the afternoon away." in text
    assert "Eight boats went out on your wedding day." in text
    assert "Eight boats" not in SPEC.words.text(table.game, 1)


@pytest.mark.clause("DS-OBS-13")
def test_the_context_of_a_trade():
    table = Table(visiting("quay_market", coins=3)).do("OPTION trade_quay")
    for seat in (0, 1):
        assert one_hot(table.seen("TRADE", seat)) == 0
        assert number(table.seen("STACK_HERE", seat)[:7]) == 0
        assert EBB.options[number(table.seen("OPTION", seat))].id == "trade_quay"
        assert one_hot(table.seen("DECIDER", seat)) == (0 if seat == 0 else 1)


@pytest.mark.clause("DS-OBS-5", "DS-SETUP-6")
def test_the_card_mask_tells_whose_destiny_is_known():
    batch = Batch(SPEC, 1, {"players": 3})
    batch.load(Table(in_finale("fin_call", players=3)).game, resume=False)
    assert batch.look([0]).card_masks[0].ravel().tolist() == [2, 0, 0]
    assert batch.look([1]).card_masks[0].ravel().tolist() == [2, 0, 2]


@pytest.mark.clause("DS-OBS-10", "DS-OPT-1")
def test_the_visit_block_stays_while_an_option_is_resolved():
    """The chosen slot shows until OPTIONS is asked again; then it is no longer offered."""
    table = Table(dice(visiting("quay_inn"), 3, 3))
    slot = table.index("OPTION inn_dice") - SPEC.actions.first["OPTION"]
    mine = slice(SLOT * slot, SLOT * (slot + 1))
    before = table.seen("SLOT")
    table.do("OPTION inn_dice")
    assert table.asked == (0, "TEST_PRE")
    assert any(before[mine])
    assert table.seen("SLOT") == table.seen("SLOT", 1) == before
    table.do("EFFORT 0")
    assert table.seen("SLOT") == before
    table.do("DONE")
    while table.asked != (0, "OPTIONS"):
        table.do(sorted(table.legal)[0])
    assert not any(table.seen("SLOT")[mine])
