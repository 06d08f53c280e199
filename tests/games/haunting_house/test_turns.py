"""Turns, rounds, flips and programs (section 3), `quick` and `auto_forced`."""

from collections import Counter

import numpy as np
import pytest

from haunted_env.games.haunting_house import SPEC
from haunted_env.play.batch import Batch
from tests.games.haunting_house.table import ORDINARY, PROGRAM, Table, cards_from, is_impossible, resolving

EXITS = ["move_exit", "hall_of_mirrors", "switch_places"]
MIRRORS = ["hall_of_mirrors", "switch_places", "trap_door"]


def scripted(*draws, players=2, **position):
    """A new turn whose Random Rounds are known."""
    options = {"players": players, **position.pop("options", {})}
    return {"options": options, "force": {"draws": list(draws)}, **position}


def to_programs(table):
    """Finish a Random Round, first option by first option."""
    while table.round == "RANDOM" and not table.is_over:
        table.do(min(table.legal))
    return table


@pytest.mark.clause("HH-TURN-1", "HH-FLIP-2", "HH-HID-9")
def test_a_turn_is_a_random_round_of_three_flips_and_a_chosen_round_of_four():
    moves = ["rotate_90", "rotate_180", "switch_2_tiles"]
    table = Table(scripted(moves, moves, moves, moves))
    seen = []
    while table.table["turn"] == 1 or len(seen) < 40:
        if not seen or seen[-1] != table.when:
            seen.append(table.when)
        if table.when[0] == 2:
            break
        wanted = ["CARD rotate_90", "CARD rotate_180", "CARD switch_2_tiles", "CARD move_1"]
        table.do(next((a for a in wanted if a in table.legal), min(table.legal)))
    random = [(1, "RANDOM", flip) for flip in (1, 2, 3)]
    chosen = [(1, "CHOSEN", flip) for flip in range(5)]
    assert [when for when in seen if when[0] == 1] == random + chosen
    assert seen[-1] == (2, "RANDOM", 1)


@pytest.mark.clause("HH-TURN-2", "HH-TURN-3")
@pytest.mark.example("EX-28")
def test_the_marker_holder_acts_first_in_every_flip_and_the_marker_passes_to_the_left():
    turn = ["rotate_90", "rotate_180", "switch_2_tiles"]
    wanted = ["CARD rotate_90", "CARD rotate_180", "CARD switch_2_tiles", "CARD move_1"]
    table = Table(scripted(*[turn] * 12, players=3))
    order: dict[int, list[list[int]]] = {}
    last = None
    while table.table["turn"] <= 4:
        if table.when != last:
            order.setdefault(table.when[0], []).append([])
            last = table.when
        row = order[table.when[0]][-1]
        if table.decider not in row:
            row.append(table.decider)
        programmed = [a for a in wanted if a in table.legal]
        table.do(programmed[0] if programmed else min(table.legal))
    flips = {turn: [row for row in rows if len(row) == 3] for turn, rows in order.items()}
    for turn, first in ((1, 0), (2, 1), (3, 2), (4, 0)):
        assert {tuple(row) for row in flips[turn]} == {tuple((first + i) % 3 for i in range(3))}
        assert len(flips[turn]) >= 7  # programs, and the flips in which everybody was asked


@pytest.mark.clause("HH-RAND-1", "HH-RAND-2", "HH-INV-6")
def test_random_cards_are_a_uniform_ordered_sample():
    n = 4000
    batch = Batch(SPEC, n, {"players": 2}, observation=None)
    batch.deal(np.arange(n))
    at_random = batch.games["table"]["round"] == 0
    drawn = batch.games["secret"]["drawn"][at_random]
    seen = batch.games["table"]["past_random"][~at_random]
    both = np.concatenate([drawn, seen])[:, :2]
    assert len(both) == n
    assert (np.sort(both, axis=2)[:, :, 1:] > np.sort(both, axis=2)[:, :, :-1]).all()
    for seat in range(2):
        for slot in range(3):
            counts = np.bincount(both[:, seat, slot], minlength=10)
            assert (abs(counts - n / 10) < 5 * (n * 0.09) ** 0.5).all()
        pairs = Counter(map(tuple, both[:, seat, :2].tolist()))
        assert len(pairs) == 90
        assert max(pairs.values()) < 3 * n / 90
    across = Counter(zip(both[:, 0, 0].tolist(), both[:, 1, 0].tolist()))
    assert len(across) == 100
    assert max(across.values()) < 2.5 * n / 100


@pytest.mark.clause("HH-RAND-2", "HH-RAND-3")
def test_random_cards_are_drawn_at_the_start_of_the_round_and_lie_face_down():
    table = Table(scripted(EXITS, EXITS))
    assert table.asked == (0, "EXIT_DIR")
    assert table.shown(0) == ["move_exit"]
    assert table.drawn(0) == EXITS
    _, _, cards = observe(table, 0)
    assert cards[0].tolist() == [2, 0, 0, -1]  # not even the owner has seen the others


def observe(table, seat):
    batch = Batch(SPEC, 1, {"players": int(table.table["n_seats"])}, relative_seats=False)
    batch.load(table.game, resume=False)
    observation, mask, cards, _ = batch.look([seat])
    return observation[0], mask[0], cards[0]


@pytest.mark.clause("HH-CHOS-1", "HH-CHOS-2", "HH-CARD-2")
@pytest.mark.example("EX-27")
def test_programs_are_four_different_ordinary_cards():
    table = Table({"round": "chosen"})
    assert table.asked == (0, "PROGRAM_1")
    assert table.legal == {f"CARD {name}" for name in ORDINARY}
    table.do("CARD secret_passage")
    assert table.asked == (0, "PROGRAM_2")
    assert table.legal == {f"CARD {name}" for name in ORDINARY if name != "secret_passage"}
    assert table.refuses("CARD secret_passage")
    table.do("CARD move_2")
    assert (table.asked, len(table.legal)) == ((0, "PROGRAM_3"), 5)
    table.do("CARD move_1")
    assert (table.asked, len(table.legal)) == ((0, "PROGRAM_4"), 4)
    table.do("CARD rotate_90")
    assert table.program(0) == ["secret_passage", "move_2", "move_1", "rotate_90"]


@pytest.mark.clause("HH-CHOS-2")
def test_seats_program_one_after_the_other_from_the_marker_holder():
    table = Table({"options": {"players": 3}, "round": "chosen", "marker": 1})
    asked = []
    for _ in range(12):
        asked.append(table.asked)
        table.do(min(table.legal))
    wanted = [(seat, f"PROGRAM_{slot}") for seat in (1, 2, 0) for slot in (1, 2, 3, 4)]
    assert asked == wanted
    assert table.round == "CHOSEN"
    assert table.table["flip"] >= 1


@pytest.mark.clause("HH-FLIP-1", "HH-HID-6")
def test_a_flip_turns_up_the_cards_of_all_seats_before_the_first_is_resolved():
    first = cards_from("rotate_90")
    second = cards_from("rotate_180")
    table = Table(resolving("rotate_90", "rotate_180", cards=[first, second]))
    assert table.asked == (0, "ROT90_TILE")
    assert table.shown(0) == ["rotate_90"]
    assert table.shown(1) == ["rotate_180"]
    table.do("TILE 3,3", "CW")
    assert table.asked == (1, "ROT180_TILE")
    table.do("TILE 3,3")
    assert table.when != (1, "RANDOM", 1)


@pytest.mark.clause("HH-FLIP-3", "HH-HID-8")
def test_cards_go_back_after_a_round():
    table = to_programs(Table(scripted(EXITS, MIRRORS)))
    assert table.asked == (0, "PROGRAM_1")
    assert [table.shown(seat) for seat in (0, 1)] == [[], []]
    assert [table.drawn(seat) for seat in (0, 1)] == [[], []]
    assert table.deck(0) == table.deck(1) and len(table.deck(0)) == 10
    assert table.table["past_random"][0].tolist() == [9, 8, 2]
    while table.table["turn"] == 1:
        table.do(min(table.legal))
    assert table.program(0) == table.program(1) == []
    assert table.table["past_chosen"][0].min() >= 0


@pytest.mark.clause("HH-MUST-1", "HH-MUST-2")
def test_a_possible_card_must_be_carried_out():
    """No option passes: every legal action does what the card says."""
    table = Table(resolving("move_1", pawns=("1,1",)))
    assert table.legal == {"DIR N", "DIR E", "DIR W"}
    table.do("DIR W")
    assert table.pawn(0) == "1,0"


@pytest.mark.clause("HH-MUST-2")
def test_an_impossible_card_is_skipped_without_a_decision():
    table = Table(resolving("move_1", "rotate_180", pawns=("0,0",)))
    assert is_impossible(table, "move_1")
    assert table.asked == (1, "ROT180_TILE")
    assert table.pawn(0) == "0,0"


@pytest.mark.clause("HH-MUST-2")
def test_whether_a_card_is_possible_is_asked_when_it_is_resolved():
    """Seat 0 turns the hall that seat 1 is shut in: seat 1's Move 1 becomes possible within the flip."""
    closed = Table(resolving("rotate_180", "move_1", pawns=("5,0", "0,0"))).do("TILE 3,3")
    assert is_impossible(closed, "move_1", seat=1)
    opened = Table(resolving("rotate_180", "move_1", pawns=("5,0", "0,0"))).do("TILE 1,0")
    assert opened.asked == (1, "STEP")
    assert opened.legal == {"DIR S"}


@pytest.mark.clause("HH-MUST-3")
def test_pointless_choices_are_legal():
    table = Table(resolving("rotate_180", pawns=("3,3",)))
    before = [table.mask(f"{cell // 6},{cell % 6}") for cell in range(36)]
    table.do("TILE 2,2")  # a cross
    assert before == [table.mask(f"{cell // 6},{cell % 6}") for cell in range(36)]
    back = Table(resolving("move_2", pawns=("0,4",))).do("DIR W", "DIR E")
    assert back.pawn(0) == "0,4"


@pytest.mark.clause("HH-OPT-2", "HH-FLIP-3", "HH-INV-7")
@pytest.mark.example("EX-29")
def test_quick_removes_starred_cards_once_turned_up():
    table = to_programs(Table(scripted(EXITS, ["move_1", "move_2", "rotate_90"], options={"quick": True})))
    assert table.removed(0) == {"move_exit", "hall_of_mirrors"}
    assert table.removed(1) == set()
    assert len(table.deck(0)) == 8
    assert len(table.deck(1)) == 10
    drawn = {card for seed in range(150) for card in quick_draw(table, seed)}
    assert drawn == table.deck(0)


def quick_draw(table, seed):
    """The cards of seat 0 in the next Random Round, from another seed."""
    position = SPEC.positions.write(table.game)
    del position["rng"], position["decision"]
    later = Table({**position, "seed": seed, "turn": 2, "round": "random", "past": {}, "events": [], "n_events": 0})
    return later.drawn(0) or [SPEC_CARDS[card] for card in later.table["past_random"][0]]


SPEC_CARDS = dict(enumerate([*ORDINARY, "trap_door", "hall_of_mirrors", "move_exit"]))


@pytest.mark.clause("HH-OPT-2")
def test_quick_removes_at_the_end_of_the_round_also_without_effect():
    blocked = Table(resolving("trap_door", "rotate_180", pawns=("5,1",), options={"quick": True}))
    assert is_impossible(blocked, "trap_door")
    assert blocked.removed(0) == set()
    to_programs(blocked)
    assert "trap_door" in blocked.removed(0)
    assert "trap_door" not in blocked.removed(1)
    kept = to_programs(Table(resolving("trap_door", pawns=("5,1",))))
    assert kept.removed(0) == set()


@pytest.mark.clause("HH-DEC-3", "HH-OPT-7")
def test_a_single_option_is_presented_unless_auto_forced():
    table = Table(resolving("move_1"))
    assert (table.asked, table.legal) == ((0, "STEP"), {"DIR E"})
    forced = Table(resolving("move_1", options={"auto_forced": True}))
    assert forced.pawn(0) == "0,0"
    assert forced.asked == (0, "PROGRAM_1")


@pytest.mark.clause("HH-ENV-5")
def test_what_is_no_decision_is_advanced_by_the_engine():
    for seed in range(20):
        table = Table(seed=seed, players=4)  # also at reset
        assert table.legal
        assert table.decision != "NONE"
    table = Table(scripted(MIRRORS, MIRRORS))
    assert table.asked == (0, "PROGRAM_1")
    assert sum("nothing happens" in event for event in table.events()) == 6


@pytest.mark.clause("HH-ENV-5")
@pytest.mark.parametrize("players", [2, 5])
def test_every_turn_has_the_programs_of_all_seats(players):
    table = Table(scripted(*[MIRRORS] * players, players=players))
    asked = 0
    while table.table["turn"] == 1 and not table.is_over:
        asked += table.decision.startswith("PROGRAM")
        table.do(min(table.legal))
    assert asked == 4 * players


def test_the_program_helper_fills_every_program():
    table = Table({"round": "chosen", "options": {"players": 3}}).play_program()
    assert all(table.program(seat) == [word.split()[1] for word in PROGRAM] for seat in range(3))
