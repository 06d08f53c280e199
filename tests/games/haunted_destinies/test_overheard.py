"""What tools hear of talk and trades: who said what to whom, whether it was true, and whether the speaker knew."""

import pytest

from haunted_env.games.haunted_destinies.actions import Role
from haunted_env.games.haunted_destinies.state import NONE
from haunted_env.spec.talk import Offer, Remark
from tests.games.haunted_destinies.duel import know, meeting
from tests.games.haunted_destinies.table import SPEC, Table
from tests.games.haunted_destinies.test_tell import BOOTS, together

TALK = SPEC.talk
DENIES = {"CLEAR", "NOT_HOLDS"}


def listen(table: Table, *actions: str) -> tuple[list[Remark], list[Offer]]:
    """All that is heard while these actions are carried out, one by one."""
    remarks, offers = [], []
    for action in actions:
        before, may_end = table.game.copy(), TALK.may_end(table.game)[0]
        table.do(action)
        heard = TALK.heard(before, table.index(action), table.game)
        assert may_end or not (heard.remarks or heard.offers)
        remarks += heard.remarks
        offers += heard.offers
    return remarks, offers


def said(table: Table, *actions: str) -> Remark:
    (remark,), offers = listen(table, *actions)
    assert not offers
    return remark


TRUE, MISTAKEN, LIE = (True, False), (False, False), (False, True)


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (("ACCUSE", "SEAT 2"), TRUE),
        (("ACCUSE", "SEAT 1"), MISTAKEN),
        (("ACCUSE", "SEAT 0"), LIE),  # seat 0 knows its own pile here
        (("CLEAR", "SEAT 0"), TRUE),
        (("CLEAR", "SEAT 2"), MISTAKEN),
        (("HOLDS", "SEAT 2", "PSYCHE ps_opener"), TRUE),
        (("HOLDS", "SEAT 1", "PSYCHE ps_opener"), MISTAKEN),
        (("HOLDS", "SEAT 1", "PSYCHE ps_medium"), LIE),
        (("NOT_HOLDS", "SEAT 1", "PSYCHE ps_medium"), TRUE),
        (("NOT_HOLDS", "SEAT 0", "PSYCHE ps_medium"), LIE),
        (("GREY", "SEAT 2", "SLOT 1"), TRUE),
        (("GREY", "SEAT 2", "SLOT 0"), MISTAKEN),
        (("GREY", "SEAT 0", "SLOT 0"), LIE),
        (("NOT_GREY", "SEAT 0", "SLOT 0"), TRUE),
        (("NOT_GREY", "SEAT 1", "SLOT 1"), MISTAKEN),
        (("SEEN", "SEAT 0", "SLOT 0", "BORDER 0"), TRUE),
        (("SEEN", "SEAT 0", "SLOT 0", "BORDER 5"), LIE),
        (("SEEN", "SEAT 2", "SLOT 0", "BORDER 0"), LIE),  # true of the card, but nobody has looked
    ],
)
def test_claims_are_true_mistaken_or_lies(claim, verdict):
    for begin, listener in ((("TALK",), NONE), (("TELL", "SEAT 1"), 1)):
        table = together()
        know(table, 0, {(0, 0): "S:ps_medium", (0, 1): "S:ps_sleepwalker"}, {})
        remark = said(table, *begin, *claim)
        assert (remark.speaker, remark.listener, remark.role) == (0, listener, Role.INVESTIGATOR)
        assert (remark.is_true, remark.is_lie) == verdict
        about_opener = claim[0] in ("ACCUSE", "CLEAR") or claim[-1] == "PSYCHE ps_opener"
        assert remark.outcome == (int(claim[1].split()[1]) if about_opener else NONE)
        assert remark.denies == (claim[0] in DENIES)


def test_who_has_seen_a_border_knows_what_is_not_so():
    for fact, claim, verdict in (("P", "GREY", LIE), ("PA", "GREY", LIE), ("P", "NOT_GREY", TRUE)):
        table = together()
        know(table, 0, {(2, 0): fact}, {})
        assert said(table, "TALK", claim, "SEAT 2", "SLOT 0")[3:5] == verdict


def test_cards_that_lie_face_up_are_in_no_pile():
    table = meeting({}, {"up": ["ps_warden"]}, {"pile": ["ps_opener"]})
    assert said(table, "TALK", "HOLDS", "SEAT 1", "PSYCHE ps_warden")[3:5] == LIE
    table = meeting({}, {"up": ["ps_warden"]}, {"pile": ["ps_opener"]})
    assert said(table, "TALK", "NOT_HOLDS", "SEAT 1", "PSYCHE ps_warden")[3:5] == TRUE


def test_roles_are_those_of_the_moment_known_to_anybody_or_not():
    holder = Table({"decision": "MAIN", "seats": [{"pile": ["ps_opener"]}, {}, {}]})
    assert said(holder, "TALK", "CLEAR", "SEAT 0").role == Role.OPENER
    ghost = Table({"decision": "MAIN", "seats": [{"ghost": True}, {"pile": ["ps_opener"]}, {}]})
    assert said(ghost, "TALK", "ACCUSE", "SEAT 1").role == Role.GHOST


@pytest.mark.parametrize("answer", ["YES", "NO"])
def test_offers_have_what_each_side_would_give(answer):
    table = meeting({"items": [BOOTS]}, {})
    assert listen(table, "TRADE", f"ITEM {BOOTS}", "NOTES", answer) == (
        [],
        [Offer(0, 1, "item", "notes", answer == "YES")],
    )


def test_words_of_a_trade_are_told_together_and_heard_once():
    table = together()
    told, offers = listen(table, "TRADE", "SEAT 1", "WORD", "WORD", "YES", "ACCUSE", "SEAT 2", "CLEAR", "SEAT 2")
    assert offers == [Offer(0, 1, "word", "word", True)]
    assert [(remark.speaker, remark.listener, remark.is_true) for remark in told] == [(0, 1, True), (1, 0, False)]


def test_nothing_is_a_side_of_a_trade_too():
    _, offers = listen(together(), "TRADE", "SEAT 1", "PASS", "NOTES", "YES")
    assert offers == [Offer(0, 1, "nothing", "notes", True)]


def test_more_claims_than_the_game_remembers_are_all_heard():
    table = together(options={"claims_per_turn": 3, "tells_per_turn": 3})
    n_claims = n_tells = 0
    for _ in range(7):
        if table.decision != "MAIN":
            table.do("ROLL1")
        other = f"SEAT {(table.decider + 1) % 3}"
        for _ in range(3):
            claim, _ = listen(table, "TALK", "ACCUSE", "SEAT 2")
            tell, _ = listen(table, "TELL", *([other] if len(table.legal) else []), "CLEAR", "SEAT 2")
            n_claims, n_tells = n_claims + len(claim), n_tells + len(tell)
        table.do("END_TURN")
    assert (n_claims, n_tells) == (21, 21)


def test_somebody_hides_the_card_until_it_lies_face_up():
    assert TALK.hider(together().game).tolist() == [2]
    shown = meeting({}, {}, {"up": ["ps_opener"]})
    assert TALK.hider(shown.game).tolist() == [NONE]
