"""Decision points (section 7)."""

import numpy as np
import pytest

from haunted_env.games.haunting_house import SPEC
from haunted_env.games.haunting_house.actions import ACTIONS, Act, Decision
from haunted_env.play.batch import Batch
from tests.games.haunting_house.table import Table, resolving


@pytest.mark.clause("HH-DEC-1")
def test_the_action_space():
    assert ACTIONS.size == 55
    rows = [(index, name) for index, name, _ in ACTIONS.rows()]
    assert rows == [("0-6", "CARD"), ("7-10", "DIR"), ("11-46", "TILE"), ("47", "CW"), ("48", "CCW"), ("49-54", "PAWN")]
    table = Table(resolving("rotate_90"))
    assert table.index("CARD move_1") == 0
    assert table.index("DIR W") == 10
    assert table.index("TILE 2,3") == 11 + 6 * 2 + 3
    assert table.index("PAWN 5") == 54


MOST = {
    Decision.PROGRAM_1: 7,
    Decision.PROGRAM_2: 6,
    Decision.PROGRAM_3: 5,
    Decision.PROGRAM_4: 4,
    Decision.STEP: 4,
    Decision.PASSAGE: 4,
    Decision.SWITCH_PAWN: 5,
    Decision.ROT90_TILE: 36,
    Decision.ROT90_DIR: 2,
    Decision.ROT180_TILE: 36,
    Decision.SWAP_FIRST: 36,
    Decision.SWAP_SECOND: 8,
    Decision.TRAP_TARGET: 8,
    Decision.EXIT_DIR: 2,
}
BLOCKS = {
    **dict.fromkeys(("PROGRAM_1", "PROGRAM_2", "PROGRAM_3", "PROGRAM_4"), ("CARD",)),
    **dict.fromkeys(("STEP", "PASSAGE"), ("DIR",)),
    **dict.fromkeys(("ROT90_TILE", "ROT180_TILE", "SWAP_FIRST", "SWAP_SECOND", "TRAP_TARGET"), ("TILE",)),
    **dict.fromkeys(("ROT90_DIR", "EXIT_DIR"), ("CW", "CCW")),
    "SWITCH_PAWN": ("PAWN",),
}


@pytest.mark.clause("HH-DEC-2", "HH-DEC-4", "HH-DEC-3")
@pytest.mark.parametrize("players", [2, 4, 6])
def test_kinds_of_decision_and_their_options(players):
    """Random play meets every kind, with the options of its row and never more than its maximum."""
    batch = Batch(SPEC, 64, {"players": players}, relative_seats=False, autoreset=True)
    generators = batch.generators(players)
    batch.deal(np.arange(64))
    most: dict[Decision, int] = {}
    least: dict[Decision, int] = {}
    for _ in range(600):
        for row in range(0, 64, 7):
            decision = Decision(int(batch.games["table"]["decision"][row]))
            legal = np.flatnonzero(batch.masks[row])
            most[decision] = max(most.get(decision, 0), len(legal))
            least[decision] = min(least.get(decision, 99), len(legal))
            assert {ACTIONS.find(int(action))[0].name for action in legal} <= set(BLOCKS[decision.name])
        batch.step_random(generators)
    assert set(most) == set(MOST)
    assert all(least[decision] >= 1 and most[decision] <= MOST[decision] for decision in MOST)
    assert least[Decision.STEP] == 1  # a single option is still presented


@pytest.mark.clause("HH-DEC-2")
def test_there_are_110_pairs_of_tiles_and_840_programs():
    pairs = 0
    for cell in range(36):
        pairs += len(Table(resolving("switch_2_tiles")).do(f"TILE {cell // 6},{cell % 6}").legal)
    assert pairs == 2 * 110
    options = []
    table = Table({"round": "chosen"})
    for _ in range(4):
        options.append(len(table.legal))
        table.do(min(table.legal))
    assert np.prod(options) == 840


@pytest.mark.clause("HH-DEC-4")
def test_a_seat_that_does_not_act_has_an_empty_mask():
    batch = Batch(SPEC, 1, {"players": 4})
    generators = batch.generators(1)
    batch.deal(3)
    for _ in range(150):
        decider = int(batch.games["table"]["decider"][0])
        for seat in range(4):
            assert batch.look([seat]).masks.any() == (seat == decider)
        batch.step_random(generators)
        if batch.status[0]:
            break


@pytest.mark.clause("HH-DEC-5")
def test_illegal_actions_are_refused_and_change_nothing():
    table = Table(resolving("move_1", pawns=("1,1",)))
    for action in range(ACTIONS.size):
        if table.masks[0, action]:
            continue
        block, offset = ACTIONS.find(action)
        name = block.name if block.size == 1 else f"{block.name} {table.word(block.name, offset)}"
        assert table.refuses(name)
    batch = Batch(SPEC, 1, {"players": 2})
    batch.deal(1)
    before = batch.raw.tobytes()
    illegal = int(np.flatnonzero(batch.masks[0] == 0)[0])
    with pytest.raises(ValueError, match="not legal"):
        batch.step([illegal])
    assert batch.raw.tobytes() == before


@pytest.mark.clause("HH-DEC-1")
def test_pawn_actions_name_relative_seats():
    game = Table(resolving("hall_of_mirrors", "hall_of_mirrors", "switch_places", pawns=("2,2", "5,0", "3,3"))).game
    batch = Batch(SPEC, 1, {"players": 3})
    batch.load(game, resume=False)
    assert batch.seats[0] == 2
    assert np.flatnonzero(batch.masks[0]).tolist() == [Act.PAWN + 1]  # seat 0 is the left neighbour of seat 2
    batch.step([Act.PAWN + 1])
    assert batch.games["table"]["pawn"][0, :3].tolist() == [21, 30, 14]
