"""Talk in public, and what the engine never allows (HD-FREE-12 to HD-FREE-16); in private: test_tell.py."""

import pytest

from tests.games.haunted_destinies.duel import claims, meeting
from tests.games.haunted_destinies.observing import block, observe
from tests.games.haunted_destinies.table import SPEC, Table

KINDS = ("ACCUSE", "CLEAR", "HOLDS", "NOT_HOLDS")
CARDS_OF_THE_GAME = {3: 18, 4: 24, 5: 30, 6: 30}


def talkers(players: int = 4, **more) -> Table:
    """Seat 0 is in MAIN and alone at the Cemetery; seat 1, who holds the Opener, and the others are at the Kirk."""
    seats = [{}, {"pile": ["ps_opener"]}] + [{} for _ in range(players - 2)]
    for seat in seats[1:]:
        seat["pawn"] = "4,5"
    return Table({"decision": "MAIN", "board": {"4,5": "ti_old_kirk"}, "seats": seats, **more})


@pytest.mark.clause("HD-FREE-12")
@pytest.mark.parametrize("limit", range(4))
def test_claims_per_turn_are_limited(limit):
    table = talkers(options={"claims_per_turn": limit, "auto_forced": False})
    for _ in range(limit):
        table.do("TALK", "ACCUSE", "SEAT 2")
    assert table.refuses("TALK")
    assert len(claims(table)) == limit
    table.do("END_TURN", "ROLL1")
    assert ("TALK" in table.legal) == (limit > 0), "the next turn has claims of its own"


@pytest.mark.clause("HD-FREE-12")
def test_one_claim_per_turn_by_default():
    table = talkers(mp=6)
    table.do("TALK", "ACCUSE", "SEAT 2")
    assert table.asked == (0, "MAIN")
    assert table.refuses("TALK")


@pytest.mark.clause("HD-FREE-12", "HD-GHOST-17")
def test_ghosts_talk_too():
    table = Table({"decision": "MAIN", "seats": [{"ghost": True}, {"pile": ["ps_opener"]}, {}]})
    assert table.asked == (0, "MAIN")
    table.do("TALK", "ACCUSE")
    assert table.legal == {"SEAT 1", "SEAT 2"}, "the speaker is not living"
    table.do("SEAT 1")
    assert claims(table)[0]["speaker"] == 0


@pytest.mark.clause("HD-FREE-12")
def test_only_the_active_player_talks_and_only_between_actions():
    table = meeting({}, {}, dice=(6, 1))
    table.do("ATTACK")
    assert table.asked == (0, "ATTACK_PRIZE")
    assert table.refuses("TALK")
    table.do("PASS", "NO")
    assert table.asked == (0, "MAIN")
    assert "TALK" in table.legal, "also after the action"
    losing = meeting({"pile": ["ps_medium"]}, {}, dice=(1, 6)).do("ATTACK")
    assert losing.asked == (1, "ATTACK_PENALTY")
    assert losing.refuses("TALK")


@pytest.mark.clause("HD-FREE-12", "HD-TURN-3")
def test_nobody_talks_before_the_movement_roll():
    assert talkers(decision="ROLL").refuses("TALK")


@pytest.mark.clause("HD-FREE-13")
def test_a_claim_has_one_of_seven_kinds():
    assert talkers().do("TALK").legal == set(KINDS) | {"GREY", "NOT_GREY", "SEEN"}


@pytest.mark.clause("HD-FREE-13")
@pytest.mark.parametrize("kind", KINDS)
def test_a_claim_is_about_a_living_player_also_about_the_speaker(kind):
    seats = [{}, {"ghost": True, "gloom": 1}, {"pile": ["ps_opener"]}, {"ghost": True}, {}]
    table = Table({"decision": "MAIN", "seats": seats}).do("TALK", kind)
    assert table.asked == (0, "TALK_SEAT")
    assert table.legal == {"SEAT 0", "SEAT 2", "SEAT 4"}
    assert table.refuses("SEAT 1")


@pytest.mark.clause("HD-FREE-13")
@pytest.mark.parametrize("kind", ["HOLDS", "NOT_HOLDS"])
@pytest.mark.parametrize("players", CARDS_OF_THE_GAME)
def test_a_claim_about_a_card_names_any_card_in_the_deck_of_this_game(players, kind):
    table = talkers(players).do("TALK", kind, "SEAT 1")
    assert table.asked == (0, "TALK_CARD")
    assert len(table.legal) == CARDS_OF_THE_GAME[players]
    assert "PSYCHE ps_unsent_letter" in table.legal, "set C is always in the game"
    assert ("PSYCHE ps_hedge_witch" in table.legal) == (players > 3)
    assert ("PSYCHE ps_gambler" in table.legal) == (players > 4)
    assert table.refuses("PSYCHE ps_gambler") == (players <= 4)


@pytest.mark.clause("HD-FREE-13")
@pytest.mark.parametrize("kind", ["ACCUSE", "CLEAR"])
def test_an_accusation_names_no_card(kind):
    table = talkers(mp=6).do("TALK", kind, "SEAT 2")
    assert table.asked == (0, "MAIN")
    assert "card" not in claims(table)[-1]


@pytest.mark.clause("HD-FREE-14")
def test_claims_are_recorded_with_speaker_and_turn_number():
    table = talkers(3, turn=7, mp=6, options={"claims_per_turn": 2})
    table.do("TALK", "HOLDS", "SEAT 2", "PSYCHE ps_medium", "TALK", "CLEAR", "SEAT 0", "END_TURN")
    table.do("ROLL1", "TALK", "ACCUSE", "SEAT 0")
    assert claims(table) == [
        {"speaker": 0, "kind": "HOLDS", "seat": 2, "card": "ps_medium", "turn": 7},
        {"speaker": 0, "kind": "CLEAR", "seat": 0, "turn": 7},
        {"speaker": 1, "kind": "ACCUSE", "seat": 0, "turn": 8},
    ]


@pytest.mark.clause("HD-FREE-14")
@pytest.mark.parametrize(
    "claim",
    [
        ("ACCUSE", "SEAT 1"),  # true
        ("ACCUSE", "SEAT 0"),
        ("CLEAR", "SEAT 1"),
        ("HOLDS", "SEAT 1", "PSYCHE ps_opener"),  # true
        ("HOLDS", "SEAT 2", "PSYCHE ps_opener"),
        ("NOT_HOLDS", "SEAT 1", "PSYCHE ps_opener"),
    ],
)
def test_a_claim_true_or_false_changes_nothing_in_the_game(claim):
    table = talkers(mp=6)
    before = SPEC.positions.write(table.game)
    table.do("TALK", *claim)
    after = SPEC.positions.write(table.game)
    assert table.asked == (0, "MAIN")
    assert after.pop("used") == {"claims": 1}
    for key in ("claims", "n_claims", "events", "n_events", "stack"):
        before.pop(key, None)
        assert after.pop(key)
    assert after == before


@pytest.mark.clause("HD-FREE-14")
def test_everybody_observes_the_claim_but_not_before_it_is_complete():
    table = talkers()
    unsaid = [block(observe(table.game, seat), "CLAIMS") for seat in range(1, 4)]
    table.do("TALK", "HOLDS", "SEAT 2")
    assert [block(observe(table.game, seat), "CLAIMS") for seat in range(1, 4)] == unsaid
    table.do("PSYCHE ps_medium")
    assert all(block(observe(table.game, seat), "CLAIMS") != unsaid[seat - 1] for seat in range(1, 4))


@pytest.mark.clause("HD-FREE-15")
def test_no_action_lets_a_player_peek_at_their_own_cards():
    table = Table(
        {
            "decision": "MAIN",
            "mp": 6,
            "board": {"3,4": "ti_old_kirk", "4,5": "ti_inn", "3,5": "ti_mill", "2,4": "ti_well", "3,3": "ti_smithy"},
            "seats": [
                {
                    "pawn": "3,4",
                    "pile": ["ps_opener", "ps_medium"],
                    "up": ["ps_sleepwalker"],
                    "items": ["it_waxed_coat"],
                },
                {"pawn": "3,4", "pile": ["ps_warden"]},
                {},
            ],
        }
    )
    assert table.legal == {
        *("MOVE_N", "MOVE_E", "MOVE_S", "MOVE_W", "SEARCH", "PROBE", "ATTACK"),
        *("MUTUAL_LOOK", "TRADE", "TALK", "TELL", "USE_POWER", "END_TURN"),
    }
    for peek in ("OPT_LOOK_OWN", "SLOT 0", "FACE_UP", "FACE_DOWN", "PSYCHE ps_opener"):
        assert table.refuses(peek)


@pytest.mark.clause("HD-FREE-15")
def test_showing_moving_and_receiving_cards_teaches_a_player_nothing_about_them():
    seats = [{"pile": ["ps_opener", "ps_medium"], "up": ["ps_sleepwalker"]}, {"pile": ["ps_warden", "ha_recoil"]}, {}]
    table = Table({"decision": "MAIN", "seats": seats, "force": {"dice": [6, 1]}})
    table.do("USE_POWER", "SLOT 0", "INSERT 1")
    table.do("MUTUAL_LOOK", "SLOT 0", "FACE_DOWN", "SEAT 2", "SLOT 1")
    table.do("ATTACK", "SEAT 1", "OPT_TAKE", "INSERT 2")
    assert table.pile(0) == ["ps_medium", "ps_opener", "ps_warden"]
    assert [fact for fact in table.facts(0, 0) if fact.startswith("S:")] == []


@pytest.mark.clause("HD-FREE-16")
@pytest.mark.parametrize("players", range(3, 7))
def test_every_seat_observes_the_size_of_every_pile(players):
    sizes = [3, 0, 1, 2, 5, 4][:players]
    grey = iter(
        ["ha_grave_chill"] * 4
        + ["ha_recoil"] * 3
        + ["ha_creeping_damp"] * 3
        + ["ha_corpse_candle"] * 3
        + ["ha_unquiet_dust"] * 2
    )
    seats = [{"pile": [next(grey) for _ in range(size)]} for size in sizes]
    seats[0]["pile"][0] = "ps_opener"
    table = Table({"seats": seats})
    for seat in range(players):
        seen = block(observe(table.game, seat), "PILE_SIZE")
        assert seen[:players] == sizes[seat:] + sizes[:seat], "relative to the observer"
