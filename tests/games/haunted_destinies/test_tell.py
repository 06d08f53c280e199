"""Telling in private, and words in trades (HD-FREE-9, HD-FREE-17 to HD-FREE-19, HD-FREE-22, HD-INFO-31)."""

import pytest

from haunted_env.games.haunted_destinies.state import N_TOLD
from haunted_env.games.haunted_destinies.tables import CODE
from tests.games.haunted_destinies.duel import claims, meeting, told
from tests.games.haunted_destinies.table import Table

ACCUSED = {"speaker": 0, "listener": 1, "kind": 0, "turn": 0}
BOOTS = "it_nailed_boots"
CLAIMS = {
    ("ACCUSE", "SEAT 2"): {"kind": 0, "seat": 2},
    ("CLEAR", "SEAT 0"): {"kind": 1, "seat": 0},
    ("HOLDS", "SEAT 2", "PSYCHE ps_opener"): {"kind": 2, "seat": 2, "card": CODE["ps_opener"]},
    ("NOT_HOLDS", "SEAT 1", "PSYCHE ps_medium"): {"kind": 3, "seat": 1, "card": CODE["ps_medium"]},
    ("GREY", "SEAT 2", "SLOT 1"): {"kind": 4, "seat": 2, "slot": 1},
    ("NOT_GREY", "SEAT 0", "SLOT 0"): {"kind": 5, "seat": 0, "slot": 0},
    ("SEEN", "SEAT 2", "SLOT 0", "BORDER 0"): {"kind": 6, "seat": 2, "slot": 0, "border": 0},
    ("SEEN", "SEAT 1", "SLOT 1", "BORDER 5"): {"kind": 6, "seat": 1, "slot": 1, "border": 5},
}


def together(n: int = 3, **more) -> Table:
    """Seat 0, in MAIN, shares the Cemetery with everybody; seat 2 holds the Opener."""
    seats = [
        {"pile": ["ps_medium", "ps_sleepwalker"]},
        {"pile": ["ps_warden", "ha_recoil"]},
        {"pile": ["ps_opener", "ha_grave_chill"]},
        {"pile": ["ps_kitchen", "ps_moths", "ha_recoil"]},
    ]
    return Table({"decision": "MAIN", "seats": seats[:n], **more})


def words_for_words() -> Table:
    """Seat 0 has offered seat 1 a word for a word, and seat 1 has accepted."""
    return together().do("TRADE", "SEAT 1", "WORD", "WORD", "YES")


@pytest.mark.example("EX-51")
@pytest.mark.clause("HD-FREE-17", "HD-FREE-18", "HD-FREE-22", "HD-INFO-20")
def test_what_is_told_is_in_two_logs_and_everybody_saw_who_told_whom():
    table = together(4)
    table.do("TELL", "SEAT 1")
    for step in ("SEEN", "SEAT 3", "SLOT 2"):
        assert table.label == "TELLING"
        table.do(step)
        assert not told(table, 0) and not told(table, 1), "nothing is told before it is complete"
    assert table.label == "TELLING"
    table.do("BORDER 5")
    entry = {"turn": 0, "speaker": 0, "listener": 1, "kind": 6, "seat": 3, "slot": 2, "border": 5}
    assert [told(table, seat) for seat in range(4)] == [[entry], [entry], [], []]
    assert table.game["table"]["claims"]["kind"].max() < 0, "nothing was said in public"
    event = table.game["table"]["events"][0, (int(table.table["n_events"]) - 1) % 32]
    assert event.tolist() == (53, 0, 1, -1, -1, -1)
    assert table.asked == (0, "MAIN") and table.refuses("TELL")


@pytest.mark.clause("HD-FREE-17", "HD-TURN-5", "HD-TURN-11")
@pytest.mark.parametrize("limit", range(4))
def test_tells_per_turn_are_limited(limit):
    table = together(options={"tells_per_turn": limit})
    for _ in range(limit):
        table.do("TELL", "SEAT 1", "ACCUSE", "SEAT 2")
    assert table.refuses("TELL")
    assert len(told(table, 1)) == limit
    table.do("END_TURN", "ROLL1")
    assert ("TELL" in table.legal) == (limit > 0), "the next turn has tells of its own"


@pytest.mark.clause("HD-FREE-12", "HD-FREE-17")
def test_tells_claims_and_words_are_counted_apart():
    table = together().do("TELL", "SEAT 1", "ACCUSE", "SEAT 2", "TALK", "CLEAR", "SEAT 0")
    table.do("TRADE", "SEAT 1", "WORD", "PASS", "YES", "CLEAR", "SEAT 1")
    assert not table.legal & {"TELL", "TALK", "TRADE"}
    assert len(told(table, 0)) == 2
    words_first = words_for_words().do("ACCUSE", "SEAT 2", "ACCUSE", "SEAT 2")
    assert words_first.legal >= {"TELL", "TALK"}


@pytest.mark.clause("HD-FREE-17")
def test_only_somebody_on_the_same_tile_is_told():
    table = meeting({}, {}, {"pile": ["ps_opener"]}, options={"auto_forced": False}).do("TELL")
    assert table.asked == (0, "TARGET") and table.legal == {"SEAT 1"}
    for seat in (0, 2):
        assert table.refuses(f"SEAT {seat}")
    alone = meeting({}, {"pawn": "4,5"})
    assert alone.refuses("TELL")


@pytest.mark.clause("HD-FREE-17", "HD-GHOST-17")
def test_ghosts_tell_and_are_told():
    seats = [{"ghost": True}, {"pile": ["ps_opener"]}, {"ghost": True, "gloom": 1}, {}]
    table = Table({"decision": "MAIN", "seats": seats}).do("TELL")
    assert table.legal == {"SEAT 1", "SEAT 2", "SEAT 3"}
    assert table.do("SEAT 2", "ACCUSE").legal == {"SEAT 1", "SEAT 3"}, "about the living"
    table.do("SEAT 3", "END_TURN", "ROLL1", "TELL", "SEAT 0", "CLEAR", "SEAT 1")
    assert len(told(table, 0)) == 2 and len(told(table, 2)) == 1 and not told(table, 3)


@pytest.mark.clause("HD-FREE-17", "HD-TURN-3", "HD-TURN-6")
def test_nobody_tells_before_the_roll_or_in_the_middle_of_an_action():
    assert together(decision="ROLL").refuses("TELL")
    table = meeting({}, {}, dice=(6, 1)).do("ATTACK")
    assert table.refuses("TELL")
    assert "TELL" in table.do("PASS", "NO").legal


@pytest.mark.clause("HD-FREE-13", "HD-FREE-18")
@pytest.mark.parametrize("said", CLAIMS)
def test_every_claim_can_be_told_in_public_and_in_private(said):
    private = together().do("TELL", "SEAT 1", *said)
    entry = told(private, 1)[0]
    assert entry == {"turn": 0, "speaker": 0, "listener": 1, **CLAIMS[said]}
    public = together().do("TALK", *said)
    claim = public.game["table"]["claims"][0, 0]
    assert all(claim[name] == entry[name] for name in entry if name != "listener") and claim["listener"] == -1
    assert not told(public, 0) and not told(public, 1)


@pytest.mark.clause("HD-FREE-13")
@pytest.mark.parametrize("kind", ["GREY", "NOT_GREY", "SEEN"])
def test_claims_about_slots_are_about_slots_that_are_there(kind):
    seats = [{}, {"pile": ["ps_opener", "ha_recoil"]}, {"ghost": True}, {"pile": ["ps_kitchen"]}]
    table = Table({"decision": "MAIN", "seats": seats}).do("TELL", "SEAT 1", kind)
    assert table.legal == {"SEAT 1", "SEAT 3"}, "not of ghosts, not of empty piles"
    assert table.refuses("SEAT 0") and table.refuses("SEAT 2")
    assert table.do("SEAT 1").legal == {"SLOT 0", "SLOT 1"}
    assert table.refuses("SLOT 2")


@pytest.mark.clause("HD-FREE-13")
def test_without_any_pile_there_are_no_claims_about_slots():
    seats = [{"up": ["ps_opener"]}, {}, {}]
    table = Table({"decision": "MAIN", "ritual": True, "seats": seats}).do("TELL", "SEAT 1")
    assert table.legal == {"ACCUSE", "CLEAR", "HOLDS", "NOT_HOLDS"}
    assert table.refuses("SEEN")


@pytest.mark.clause("HD-FREE-13")
@pytest.mark.parametrize(("players", "borders"), [(3, {0, 1, 2, 5}), (4, {0, 1, 2, 3, 5}), (5, {0, 1, 2, 3, 4, 5})])
def test_borders_named_are_those_of_this_game(players, borders):
    seats = [{"pile": ["ps_opener", "ha_recoil"]}, {"pile": ["ha_recoil"]}, *[{} for _ in range(players - 2)]]
    table = Table({"decision": "MAIN", "seats": seats}).do("TELL", "SEAT 1", "SEEN", "SEAT 0", "SLOT 0")
    assert table.legal == {f"BORDER {border}" for border in borders}


@pytest.mark.clause("HD-FREE-14", "HD-FREE-17", "HD-INFO-31")
@pytest.mark.parametrize("said", CLAIMS)
def test_hearing_something_true_or_false_changes_no_knowledge(said):
    table = together()
    before = table.game["ledger"].copy()
    table.do("TELL", "SEAT 1", *said)
    for field in ("fact", "location", "incoming"):
        assert (table.game["ledger"][field] == before[field]).all()


@pytest.mark.clause("HD-FREE-22")
def test_the_log_keeps_the_last_sixteen():
    table = together(options={"tells_per_turn": 3}, seats=[{"pile": ["ps_opener"]}, {}, {}])
    for turn in range(7):
        speaker = table.decider
        for said in range(3):
            table.do("TELL", f"SEAT {(speaker + 1) % 3}", "ACCUSE", f"SEAT {said}")
        table.do("END_TURN", "ROLL1")
        assert table.table["turn"] == turn + 1
    for seat in range(3):
        assert int(table.game["ledger"][0, seat]["n_told"]) in (12, 15)
    logs = [told(table, seat) for seat in range(3)]
    assert all(seat in (entry["speaker"], entry["listener"]) for seat in range(3) for entry in logs[seat])
    for _ in range(4):
        for said in range(3):
            table.do("TELL", f"SEAT {(table.decider + 1) % 3}", "CLEAR", f"SEAT {said}")
        table.do("END_TURN", "ROLL1")
    assert max(int(table.game["ledger"][0, seat]["n_told"]) for seat in range(3)) > N_TOLD
    assert max(len(told(table, seat)) for seat in range(3)) == N_TOLD


@pytest.mark.example("EX-53")
@pytest.mark.clause("HD-FREE-9", "HD-FREE-19")
@pytest.mark.parametrize("said", [("CLEAR", "SEAT 1"), ("CLEAR", "SEAT 2")])  # true, and false
def test_who_sold_a_word_chooses_it_after_the_yes(said):
    table = meeting({"items": [BOOTS]}, {}).do("TRADE", f"ITEM {BOOTS}", "WORD")
    assert table.do("YES").asked == (1, "TALK_KIND")
    assert table.label == "TELLING" and table.items(1) == [BOOTS]
    table.do(*said)
    assert table.asked == (0, "MAIN")
    said_to_0 = {"turn": 0, "speaker": 1, "listener": 0, "kind": 1, "seat": int(said[1][-1])}
    assert told(table, 0) == told(table, 1) == [said_to_0]
    assert not told(table, 2)


@pytest.mark.example("EX-55")
@pytest.mark.clause("HD-FREE-9", "HD-FREE-19")
def test_two_words_are_told_together_the_active_players_first():
    table = words_for_words()
    assert table.asked == (0, "TALK_KIND")
    table.do("ACCUSE", "SEAT 2")
    assert table.asked == (1, "TALK_KIND") and not told(table, 1) and not told(table, 0)
    n_events = int(table.table["n_events"])
    table.do("CLEAR", "SEAT 2")
    said = [{**ACCUSED, "seat": 2}, {"turn": 0, "speaker": 1, "listener": 0, "kind": 1, "seat": 2}]
    assert told(table, 0) == told(table, 1) == said
    assert int(table.table["n_events"]) == n_events + 2, "nobody saw anything told in between"
    assert table.game["ledger"]["claim_kind"].max() == -1 and table.asked == (0, "MAIN")


@pytest.mark.clause("HD-FREE-9")
@pytest.mark.parametrize(("give", "ask", "speakers"), [("WORD", "PASS", [0]), ("NOTES", "WORD", [1])])
def test_only_who_owes_a_word_chooses_one(give, ask, speakers):
    table = together().do("TRADE", "SEAT 1", give, ask, "YES")
    for speaker in speakers:
        assert table.asked == (speaker, "TALK_KIND")
        table.do("ACCUSE", "SEAT 2")
    assert [entry["speaker"] for entry in told(table, 0)] == speakers
    assert table.asked == (0, "MAIN")


@pytest.mark.clause("HD-FREE-9")
@pytest.mark.parametrize("give", ["WORD", "NOTES"])
def test_after_a_no_nothing_is_told_or_shown(give):
    table = together()
    before = table.game["ledger"].copy()
    table.do("TRADE", "SEAT 1", give, "NOTES", "NO")
    after = table.game["ledger"].copy()
    for ledger in (before, after):
        ledger["decision"], ledger["options"] = 0, 0
    assert after.tobytes() == before.tobytes() and table.asked == (0, "MAIN")


@pytest.mark.clause("HD-DEC-5")
def test_a_tell_begun_is_finished():
    table = together().do("TELL", "SEAT 1")
    for action in ("END_TURN", "PASS", "NO", "TALK", "SEAT 1"):
        assert table.refuses(action)
    assert not claims(table)
