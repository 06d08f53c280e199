"""Bringing a ghost back (HD-REV-1 to HD-REV-5), with the example EX-75."""

import numpy as np
import pytest

from haunted_env.games.haunted_destinies.actions import Decision
from haunted_env.games.haunted_destinies.words.describe import events, explain_decision
from haunted_env.play.batch import Batch
from haunted_env.spec.position import PositionError
from tests.games.haunted_destinies.invariants import violations
from tests.games.haunted_destinies.scenes import GREY, HOLDER, KIRK, ghosts, pair
from tests.games.haunted_destinies.table import SPEC, Table
from tests.hand_written import choice

GHOST = {"ghost": True, "gloom": 6}
ON = {"revival": "on"}


def meeting(seat: dict, *others: dict, **more) -> Table:
    """Seat 0 stands with seat 1, a ghost."""
    return pair(seat, GHOST, *others, **{"options": ON, **more})


def two_ghosts() -> Table:
    return meeting({"health": "4/5"}, {"ghost": True, "pawn": "4,4"}, HOLDER)


@pytest.mark.example("EX-75")
@pytest.mark.clause("HD-REV-1", "HD-REV-2", "HD-REV-4", "HD-INV-10")
def test_ex_75_a_ghost_accepts():
    table = two_ghosts().do("REVIVE")
    assert table.legal == {"SEAT 1", "SEAT 2"}
    table.do("SEAT 1")
    assert table.asked == (1, "REVIVE_REPLY") and table.legal == {"YES", "NO"}
    before = table.game.copy()
    table.do("YES")
    assert (table.health(0), table.health(1), table.own_gloom(1)) == ("2/5", "2/5", 0)
    assert (ghosts(table), table.pile(1), table.items(1), table.pawn(1)) == ([2], [], [], "4,4")
    assert table.asked == (0, "MAIN") and not table.legal & {"REVIVE", "PROBE", "ATTACK", "SEARCH"}
    assert not violations(table.game, before).any()


@pytest.mark.example("EX-75")
@pytest.mark.clause("HD-REV-2")
def test_ex_75_a_ghost_refuses():
    table = two_ghosts().do("REVIVE", "SEAT 1", "NO")
    assert (table.health(0), table.own_gloom(1), ghosts(table)) == ("4/5", 6, [1, 2])
    assert table.asked == (0, "MAIN") and not table.legal & {"REVIVE", "PROBE", "ATTACK"}


@pytest.mark.clause("HD-REV-1", "HD-GHOST-18")
@pytest.mark.parametrize(
    ("seat", "more", "legal"),
    [
        ({}, {}, True),
        ({"up": ["ps_opener"]}, {"ritual": True}, True),
        ({}, {"options": {}}, False),
        ({"pawn": KIRK}, {}, False),
        (GHOST, {}, False),
        ({}, {"used": {"action": True}}, False),
    ],
)
def test_a_living_player_brings_back_a_ghost_on_the_same_tile(seat, more, legal):
    rest = [{}, {}] if "up" in seat else [HOLDER, {}]
    assert ("REVIVE" in meeting(seat, *rest, **more).legal) == legal


@pytest.mark.clause("HD-REV-2")
@pytest.mark.parametrize(("health", "legal"), [("2/5", False), ("3/5", True)])
def test_it_needs_three_health(health, legal):
    assert ("REVIVE" in meeting({"health": health}, HOLDER).legal) == legal


@pytest.mark.clause("HD-REV-2", "HD-MOVE-14")
def test_nothing_prevents_the_price():
    table = meeting({"health": "3/5", "items": ["it_waxed_coat"]}, HOLDER).do("REVIVE", "YES")
    assert (table.health(0), table.items(0)) == ("1/5", ["it_waxed_coat"])


@pytest.mark.clause("HD-REV-3", "HD-COMP-16")
@pytest.mark.parametrize(("n_living", "most"), [(2, 19), (3, 18), (4, 17)])
def test_every_pile_keeps_room_for_the_cards_of_later_deaths(n_living, most):
    """One more living player is one more death that passes a card."""
    psyche = ["ps_opener", "ps_medium", "ps_warden", "ps_kitchen"]
    for size in (most, most + 1):
        pile = (psyche + GREY)[:size]
        table = meeting({}, {"pile": pile}, *[{}] * (n_living - 2))
        assert ("REVIVE" in table.legal) == (size == most)


@pytest.mark.clause("HD-REV-4")
def test_who_is_back_plays_like_the_living():
    table = meeting({"pile": ["ps_medium"]}, HOLDER, {}).do("REVIVE", "YES", "END_TURN")
    assert table.asked == (1, "ROLL")
    table = Table({**SPEC.positions.write(table.game), "force": {"dice": [1]}}).do("ROLL1")
    assert {"PROBE", "ATTACK"} <= table.legal and not table.legal & {"HAUNT", "SYPHON", "MUTUAL_LOOK"}


@pytest.mark.clause("HD-REV-4", "HD-WIN-2")
def test_the_risen_opener_has_to_consume_it_again():
    seats = [{"health": "4/5"}, GHOST, {"up": ["ps_opener"]}]
    table = pair(*seats, ritual=True, options=ON).do("REVIVE", "YES")
    assert not table.is_over and ghosts(table) == []


@pytest.mark.clause("HD-REV-5", "HD-OPEN-1")
def test_the_opener_stays_the_opener():
    table = meeting({}, HOLDER, {}).do("REVIVE", "YES")
    assert table.pile(2) == HOLDER["pile"] and table.pile(1) == []
    assert SPEC.positions.read(SPEC.positions.write(table.game)).tobytes() == table.game.tobytes()


@pytest.mark.clause("HD-INFO-25")
def test_everybody_sees_who_asks_whom():
    table = two_ghosts().do("REVIVE", "SEAT 2")
    span = SPEC.observation.span
    row = table.batch.look([3]).observations[0]
    assert row[span("ACTION")].tolist() == [0] * 10 + [1, 0]
    assert row[span("ACTOR")].argmax() == 0 and row[span("OPPONENT")].argmax() == 2


def test_positions_in_the_middle_of_it():
    for actions in (["REVIVE"], ["REVIVE", "SEAT 2"]):
        table = two_ghosts().do(*actions)
        assert SPEC.positions.read(SPEC.positions.write(table.game)).tobytes() == table.game.tobytes()


def full_pile(position: dict) -> None:
    """20 cards for seat 3: with three living players there would be no room for another death."""
    position["seats"][3].update(pile=[*HOLDER["pile"], "ps_medium", *GREY])
    for rest in ("decks", "gone"):
        del position[rest]


@pytest.mark.clause("HD-REV-1", "HD-REV-2", "HD-REV-3")
@pytest.mark.parametrize(
    ("change", "path"),
    [
        (lambda p: p["options"].pop("revival"), "stack[1].task"),
        (lambda p: p["seats"][0].update(health="2/5"), "stack[1].seat"),
        (lambda p: p["stack"][1].update(other=3), "stack[1].other"),
        (full_pile, "stack[1]"),
    ],
)
def test_positions_that_could_not_arise_are_refused(change, path):
    position = SPEC.positions.write(two_ghosts().do("REVIVE", "SEAT 1").game)
    change(position)
    if path == "stack[1].other":
        position["asked"]["seat"] = position["context"]["opponent"] = 3
    with pytest.raises(PositionError) as caught:
        SPEC.positions.read(position)
    assert caught.value.path == path


def test_it_is_said_in_words():
    table = two_ghosts()
    said = table.batch.describe(0, table.index("REVIVE"))
    assert said == "pay 2 health (health 4/5) to bring back player 1 (ghost, gloom 6) or player 2 (ghost, gloom 0)"
    table.do("REVIVE")
    assert table.batch.describe(0, table.index("SEAT 1")) == "bring back player 1 (ghost, gloom 6)"
    table.do("SEAT 1")
    asked = "Player 0 offers to bring you back to life, with health 2/5, without cards. Do you accept?"
    assert explain_decision(table.game, table.decider) == asked
    assert table.batch.describe(0, table.index("YES")) == "live again: health 2/5, no gloom and no cards"
    assert table.batch.describe(0, table.index("NO")) == "stay a ghost (ghost, gloom 6)"
    assert "Player 0 brings player 1 back to life." in events(table.do("YES").game, 0)[1]


def choices(table: Table) -> set[str]:
    return {choice(table, seed) for seed in range(4)}


def test_the_hand_written_player_wants_allies_against_the_risen_opener():
    def table(ritual: bool) -> Table:
        opener = {"up": ["ps_opener"], "pawn": KIRK}
        return pair({"health": "6/6"}, GHOST, opener, ritual=ritual, options=ON)

    assert choices(table(True)) == {"REVIVE"}
    assert choices(table(True).do("REVIVE")) == {"YES"}
    assert "REVIVE" not in choices(table(False))
    assert choices(table(False).do("REVIVE")) == {"NO"}


@pytest.mark.clause("HD-REV-4", "HD-INV-13", "HD-INV-10")
def test_random_games_with_many_returns_keep_every_invariant():
    """Ghosts are brought back whenever they can be; all else is chance."""
    batch = Batch(SPEC, 64, {"players": 4, **ON}, relative_seats=False)
    batch.load(np.repeat(two_ghosts().game, 64))
    generators, first, returned = batch.generators(3), SPEC.actions.first, 0
    for _ in range(400):
        rows = np.flatnonzero(batch.games["table"]["over"] == 0)
        before, actions = batch.games.copy(), batch.random_actions(generators).copy()
        deciders = before["table"]["decider"][rows]
        asked = rows[before["ledger"]["decision"][rows, deciders] == Decision.REVIVE_REPLY]
        actions[rows[batch.masks[rows, first["REVIVE"]] == 1]] = first["REVIVE"]
        actions[asked] = first["YES"]
        batch.step(actions[rows], rows)
        assert not violations(batch.games, before).any()
        returned += int(((before["table"]["ghost"] == 1) & (batch.games["table"]["ghost"] == 0)).sum())
    assert returned >= 64
