"""Hidden information (section 8): what each seat observes, and what it does not."""

import importlib

import numpy as np
import pytest

from haunted_env.games.haunting_house import SPEC
from haunted_env.games.haunting_house.observation import OBSERVATION
from haunted_env.play.batch import Batch
from tests.games.haunting_house.hidden import scramble
from tests.games.haunting_house.table import Table, resolving

N_CARDS = 10


def seen(game, seat, relative=False):
    """Observation, mask and card mask of a seat, in bytes."""
    batch = Batch(SPEC, 1, {"players": int(game["table"]["n_seats"][0])}, relative_seats=relative)
    batch.load(game, resume=False)
    return [array.tobytes() for array in batch.look([seat])]


def blocks(game, seat, relative=False):
    """The observation by block."""
    batch = Batch(SPEC, 1, {"players": int(game["table"]["n_seats"][0])}, relative_seats=relative)
    batch.load(game, resume=False)
    observation = batch.look([seat]).observations[0]
    return {block.name: observation[OBSERVATION.span(block.name)].copy() for block in OBSERVATION.blocks}


def card_mask(game, seat):
    batch = Batch(SPEC, 1, {"players": int(game["table"]["n_seats"][0])}, relative_seats=False)
    batch.load(game, resume=False)
    return batch.look([seat]).card_masks[0]


@pytest.mark.clause("HH-RAND-3", "HH-HID-5", "HH-HID-4")
@pytest.mark.example("EX-26")
def test_face_down_random_cards_are_seen_by_nobody():
    cards = [["rotate_90", "move_1", "move_2"], ["rotate_180", "trap_door", "move_exit"]]
    others = [["rotate_90", "trap_door", "secret_passage"], ["rotate_180", "switch_2_tiles", "move_1"]]
    one, other = (Table(resolving("rotate_90", "rotate_180", cards=rows)) for rows in (cards, others))
    assert one.asked == other.asked == (0, "ROT90_TILE")
    assert one.game.tobytes() != other.game.tobytes()
    for seat in range(2):
        assert seen(one.game, seat) == seen(other.game, seat)
        assert SPEC.words.text(one.game, seat) == SPEC.words.text(other.game, seat)


@pytest.mark.clause("HH-HID-1", "HH-HID-3", "HH-HID-4", "HH-HID-5")
def test_a_program_is_seen_by_its_owner_alone():
    start = {"options": {"players": 3}, "round": "chosen"}
    one = Table(start).do("CARD move_1", "CARD move_2")
    other = Table(start).do("CARD rotate_90", "CARD switch_places")
    for seat in (1, 2):
        assert seen(one.game, seat) == seen(other.game, seat)
    assert seen(one.game, 0) != seen(other.game, 0)
    program = blocks(one.game, 0)["PROGRAM"].reshape(4, 7)
    assert program.argmax(axis=1).tolist()[:2] == [0, 1]
    assert program.sum() == 2
    assert blocks(one.game, 1)["PROGRAM"].sum() == 0
    assert blocks(one.game, 1)["PROGRAMMED"].tolist() == [2, 0, 0, 0, 0, 0]


@pytest.mark.clause("HH-HID-5", "HH-HID-1")
@pytest.mark.parametrize("players", [2, 4, 6])
def test_equal_public_and_private_parts_give_equal_observations(players):
    rng = np.random.default_rng(players)
    batch = Batch(SPEC, 8, {"players": players, "quick": True}, relative_seats=False, autoreset=True)
    generators = batch.generators(players)
    batch.deal(np.arange(8))
    changed = 0
    for i in range(200):
        batch.step_random(generators)
        if i % 9:
            continue
        game = batch.games[i % 8 : i % 8 + 1].copy()
        for seat in range(players):
            other = scramble(game, seat, rng)
            changed += other["secret"]["drawn"].tobytes() != game["secret"]["drawn"].tobytes()
            changed += other["ledger"].tobytes() != game["ledger"].tobytes()
            assert seen(game, seat) == seen(other, seat)
            assert seen(game, seat, relative=True) == seen(other, seat, relative=True)
    assert changed > 20


@pytest.mark.clause("HH-HID-1")
def test_the_encoder_is_not_handed_what_is_hidden():
    for name in ("encode", "card_mask", "legal"):
        function = getattr(SPEC.rules, name)
        code = getattr(function, "py_func", function).__code__
        assert code.co_varnames[:2] == ("table", "ledger")
        assert "game" not in code.co_varnames
    assert "secret" not in SPEC.record["table"].names
    source = importlib.import_module("haunted_env.games.haunting_house.encode")
    assert not hasattr(source, "SECRET")


@pytest.mark.clause("HH-HID-2")
def test_the_public_state_is_observed():
    position = resolving("rotate_90", "move_2", pawns=("3,4", "entrance", "0,2"), exit=14, marker=0, turn=5)
    position["options"]["quick"] = True
    position["removed"] = [[], ["trap_door"], ["hall_of_mirrors", "move_exit"]]
    position["cards"] = [
        ["rotate_90", "move_1", "move_2"],
        ["move_2", "move_1", "rotate_90"],
        ["move_1", "move_2", "rotate_90"],
    ]
    table = Table(position).do("TILE 0,0")
    for seat in range(3):
        saw = blocks(table.game, seat)
        for side, name in enumerate(("OPEN_N", "OPEN_E", "OPEN_S", "OPEN_W")):
            wanted = [table.mask(f"{cell // 6},{cell % 6}") >> side & 1 for cell in range(36)]
            assert saw[name].tolist() == wanted
        assert np.flatnonzero(saw["TRAP_DOOR"]).tolist() == [2, 15, 19, 20, 23, 24, 27, 29]
        assert np.flatnonzero(saw["ENTRANCE"]).tolist() == [23]
        assert np.flatnonzero(saw["EXIT"]).tolist() == [14]
        assert saw["PAWN"].reshape(6, 38).argmax(axis=1).tolist()[:3] == [22, 36, 2]
        assert saw["PAWN"].sum() == 3
        assert saw["MARKER"].tolist() == [1, 0, 0, 0, 0, 0]
        assert saw["DECIDER"].tolist() == [1, 0, 0, 0, 0, 0]
        assert saw["TURN"].tolist() == [5, 0]
        assert saw["CHOSEN_ROUND"].tolist() == [0]
        assert np.flatnonzero(saw["FLIP"]).tolist() == [1]
        assert np.flatnonzero(saw["DECISION"]).tolist() == [8]  # ROT90_DIR
        assert np.flatnonzero(saw["CARD"]).tolist() == [4]
        assert np.flatnonzero(saw["CHOSEN_TILE"]).tolist() == [0]
        assert saw["STEP"].sum() == 0
        shown = saw["SHOWN"].reshape(6, 4, N_CARDS)
        assert [int(shown[s, 0].argmax()) for s in range(3)] == [4, 1, 0]
        assert shown.sum() == 3
        assert saw["REMOVED"].reshape(6, 3).tolist() == [[0, 0, 0], [1, 0, 0], [0, 1, 1], *[[0, 0, 0]] * 3]
        assert saw["PLAYERS"].tolist() == [0, 1, 0, 0, 0]
        assert (saw["OPT_QUICK"], saw["OPT_PASSAGE_TO_EXIT"], saw["OPT_AUTO_FORCED"]) == ([1], [1], [0])
        assert saw["OPT_MAX_TURNS"].tolist() == [100, 0]
        assert saw["OWN_SEAT"].argmax() == seat


@pytest.mark.clause("HH-HID-2")
def test_the_step_of_a_move_is_observed():
    table = Table(resolving("move_2", pawns=("0,4",)))
    assert blocks(table.game, 1)["STEP"].tolist() == [1, 0]
    assert blocks(table.do("DIR W").game, 1)["STEP"].tolist() == [0, 1]


@pytest.mark.clause("HH-HID-6")
def test_cards_of_a_flip_become_public_together():
    table = Table(resolving("rotate_90", "trap_door", "move_exit"))
    assert table.asked == (0, "ROT90_TILE")
    for seat in range(3):
        shown = blocks(table.game, seat)["SHOWN"].reshape(6, 4, N_CARDS)
        assert [int(shown[s, 0].argmax()) for s in range(3)] == [4, 7, 9]
        assert card_mask(table.game, seat)[:3].tolist() == [[2, 0, 0, -1]] * 3


@pytest.mark.clause("HH-HID-7")
def test_cards_never_turned_up_stay_hidden_after_the_end():
    table = Table(resolving("move_1", pawns=("5,5",))).do("DIR E")
    assert table.is_over
    rng = np.random.default_rng(1)
    for seat in range(2):
        other = scramble(table.game, seat, rng)
        assert seen(table.game, seat) == seen(other, seat)
        assert SPEC.words.text(table.game, seat) == SPEC.words.text(other, seat)
    assert card_mask(table.game, 0)[:2].tolist() == [[2, 0, 0, -1]] * 2
    programs = [["move_1", "rotate_90", "rotate_180", "move_2"], ["move_2", "rotate_90", "rotate_180", "move_1"]]
    chosen = Table({"round": "chosen", "flip": 1, "cards": programs, "pawns": ["5,5", "0,0"]}).do("DIR E")
    assert chosen.is_over
    assert card_mask(chosen.game, 0)[:2].tolist() == [[2, 2, 2, 2], [2, 0, 0, 0]]


@pytest.mark.clause("HH-HID-8")
def test_the_latest_finished_rounds_are_remembered():
    mirrors = ["hall_of_mirrors", "switch_places", "trap_door"]
    table = Table({"force": {"draws": [mirrors] * 4}})
    assert table.asked == (0, "PROGRAM_1")
    past = blocks(table.game, 1)
    assert past["PAST_RANDOM"].reshape(6, 3, N_CARDS).argmax(axis=2)[:2].tolist() == [[8, 2, 7]] * 2
    assert past["PAST_CHOSEN"].sum() == 0
    for _ in range(2):
        table.do("CARD switch_places", "CARD rotate_90", "CARD rotate_180", "CARD secret_passage")
    while table.table["turn"] == 1:
        table.do(min(table.legal))
    past = blocks(table.game, 1)
    assert past["PAST_CHOSEN"].reshape(6, 4, 7).argmax(axis=2)[:2].tolist() == [[2, 4, 5, 3]] * 2
    assert past["SHOWN"].sum() == 0 or table.table["flip"] > 0


@pytest.mark.clause("HH-HID-9")
def test_flip_and_programmed_slots_outside_their_rounds():
    table = Table({"options": {"players": 3}, "round": "chosen"})
    saw = blocks(table.game, 0)
    assert np.flatnonzero(saw["FLIP"]).tolist() == [0]
    assert saw["SHOWN"].sum() == 0
    table.play_program()
    assert np.flatnonzero(blocks(table.game, 0)["FLIP"]).tolist() != [0]
    assert blocks(table.game, 0)["PROGRAMMED"].tolist() == [4, 4, 4, 0, 0, 0]
    random = Table(resolving("rotate_90"))
    assert blocks(random.game, 0)["PROGRAMMED"].sum() == 0


def test_the_card_mask_shows_slots_of_the_round():
    table = Table({"options": {"players": 3}, "round": "chosen"}).do("CARD move_1", "CARD rotate_90")
    assert card_mask(table.game, 0)[:3].tolist() == [[2, 2, -1, -1], [-1] * 4, [-1] * 4]
    assert card_mask(table.game, 2)[:3].tolist() == [[0, 0, -1, -1], [-1] * 4, [-1] * 4]
    assert (card_mask(table.game, 0)[3:] == -1).all()


@pytest.mark.clause("HH-ENV-2")
def test_same_seed_and_actions_give_the_same_game_step_by_step():
    runs = []
    for _ in range(2):
        batch = Batch(SPEC, 8, {"players": 5})
        generators = batch.generators(3)
        batch.deal(np.arange(8))
        states = []
        for _ in range(300):
            states.append(
                (batch.raw.tobytes(), batch.observations.tobytes(), batch.masks.tobytes(), batch.rewards.tobytes())
            )
            batch.step_random(generators)
        runs.append(states)
    assert runs[0] == runs[1]
