"""Claims held against what a seat knows, in the compact observation: TRUE and FALSE by speaker, SAID by slot."""

import numpy as np
import pytest

from haunted_env.games.haunted_destinies.actions import Event
from haunted_env.games.haunted_destinies.features.layout import SEAT, SLOT
from haunted_env.games.haunted_destinies.hearsay import CHANGES
from haunted_env.games.haunted_destinies.state import N_EVENTS
from haunted_env.play.batch import Batch
from tests.compact import Seen
from tests.games.haunted_destinies.duel import know
from tests.games.haunted_destinies.table import SPEC, Table

PILES = (
    ["ps_kitchen", "ps_moths"],
    ["ps_snow_indoors", "ha_recoil"],
    ["ps_opener", "ha_grave_chill"],
    ["ps_physician", "ps_medium"],
)


def four(**more) -> Table:
    """All at the Cemetery, seat 0 in MAIN."""
    return Table({"decision": "MAIN", "seats": [{"pile": pile, "grey": [0, len(pile)]} for pile in PILES], **more})


def rated(table: Table, viewer: int) -> list[tuple[int, int]]:
    """TRUE and FALSE by seat (absolute)."""
    rows = Seen(SPEC, table.game, viewer).rows("SEATS", SEAT)
    return [(rows[(seat - viewer) % 4]["TRUE"], rows[(seat - viewer) % 4]["FALSE"]) for seat in range(4)]


def said(table: Table, viewer: int) -> list[int]:
    """What was said of the slots that the viewer is shown."""
    return [row["SAID"] for row in Seen(SPEC, table.game, viewer).rows("SLOTS", SLOT)]


KNOWN = ({(2, 0): "S:ps_opener", (1, 0): "PB", (1, 1): "G"}, {"ps_medium": "PILE 3"})
JUDGED = {
    ("ACCUSE", "SEAT 2"): (1, 0),
    ("ACCUSE", "SEAT 1"): (0, 1),
    ("CLEAR", "SEAT 2"): (0, 1),
    ("CLEAR", "SEAT 0"): (1, 0),
    ("HOLDS", "SEAT 2", "PSYCHE ps_opener"): (1, 0),
    ("HOLDS", "SEAT 3", "PSYCHE ps_medium"): (1, 0),
    ("HOLDS", "SEAT 1", "PSYCHE ps_medium"): (0, 1),
    ("NOT_HOLDS", "SEAT 1", "PSYCHE ps_medium"): (1, 0),
    ("NOT_HOLDS", "SEAT 3", "PSYCHE ps_medium"): (0, 1),
    ("HOLDS", "SEAT 1", "PSYCHE ps_snow_indoors"): (0, 0),
    ("HOLDS", "SEAT 1", "PSYCHE ps_warden"): (0, 0),  # with nobody: it may have been there
    ("GREY", "SEAT 1", "SLOT 1"): (1, 0),
    ("GREY", "SEAT 1", "SLOT 0"): (0, 1),
    ("NOT_GREY", "SEAT 1", "SLOT 0"): (1, 0),
    ("NOT_GREY", "SEAT 1", "SLOT 1"): (0, 1),
    ("GREY", "SEAT 2", "SLOT 1"): (0, 0),
    ("SEEN", "SEAT 1", "SLOT 0", "BORDER 1"): (1, 0),
    ("SEEN", "SEAT 1", "SLOT 0", "BORDER 5"): (0, 1),
    ("SEEN", "SEAT 1", "SLOT 1", "BORDER 5"): (1, 0),
    ("SEEN", "SEAT 2", "SLOT 0", "BORDER 0"): (1, 0),
    ("SEEN", "SEAT 2", "SLOT 0", "BORDER 1"): (0, 1),
    ("SEEN", "SEAT 0", "SLOT 0", "BORDER 1"): (0, 0),
}


def knowing() -> Table:
    """Seat 1 knows where the Opener and a Medium are, and something of its own pile; nobody knows the rest."""
    table = four()
    for pile, cards in enumerate(PILES):
        for seat in range(4):
            know(table, seat, {(pile, slot): "U" for slot in range(len(cards))}, {})
    know(table, 1, *KNOWN)
    return table


@pytest.mark.clause("HD-FREE-14", "HD-INFO-31")
@pytest.mark.parametrize("claim", JUDGED, ids=" ".join)
def test_claims_are_held_against_what_the_viewer_knows(claim):
    public, private = knowing().do("TALK", *claim), knowing().do("TELL", "SEAT 1", *claim)
    assert rated(public, 1) == rated(private, 1) == [JUDGED[claim], (0, 0), (0, 0), (0, 0)]
    assert rated(public, 3) == [(0, 0)] * 4, "who knows nothing cannot tell"
    assert rated(private, 3) == [(0, 0)] * 4
    know(private, 2, *KNOWN)
    assert rated(private, 2) == [(0, 0)] * 4, "who has not heard it has nothing to judge"


@pytest.mark.clause("HD-FREE-14")
def test_of_ghosts_claims_are_not_judged():
    """What was theirs is elsewhere by now, so that a truth would look like a lie."""
    table = knowing().do("TALK", "ACCUSE", "SEAT 3")
    assert rated(table, 1)[0] == (0, 1)
    table.table["ghost"][3] = 1
    assert rated(table, 1)[0] == (0, 0)


@pytest.mark.clause("HD-FREE-14", "HD-FREE-22")
@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        (("GREY", "SLOT 1"), [0, 1]),
        (("NOT_GREY", "SLOT 0"), [-1, 0]),
        (("SEEN", "SLOT 1", "BORDER 5"), [0, 1]),
        (("SEEN", "SLOT 1", "BORDER 3"), [0, -1]),
        (("SEEN", "SLOT 0", "BORDER 0"), [-2, 0]),  # that of the Opener
    ],
)
def test_the_viewer_sees_what_was_said_of_a_slot(claim, expected):
    steps = (claim[0], "SEAT 1", *claim[1:])
    for table in (four().do("TALK", *steps), four().do("TELL", "SEAT 1", *steps)):
        assert said(table, 1) == expected + [0] * 18
        assert said(table, 0) == [0] * 20, "of the pile shown alone"
    own = four(active=1).do("TALK", *steps)
    assert said(own, 1) == [0] * 20, "one's own word is no news"


@pytest.mark.clause("HD-FREE-14")
def test_the_latest_word_on_a_slot_counts_until_the_pile_changes():
    table = four().do("TALK", "GREY", "SEAT 3", "SLOT 0", "END_TURN", "ROLL1")
    assert said(table, 3)[:2] == [1, 0]
    table.do("TELL", "SEAT 3", "NOT_GREY", "SEAT 3", "SLOT 0")
    assert said(table, 3)[:2] == [-1, 0]
    know(table, 3, {(3, 0): "S:ps_physician"}, {})
    assert rated(table, 3) == [(0, 1), (1, 0), (0, 0), (0, 0)]
    for kind, actor, target, applies in (
        (Event.INSERT, 2, -1, True),
        (Event.TAKE, 3, 2, True),
        (Event.LOOK, 0, 3, True),
        (Event.TAKE, 2, 3, False),
        (Event.INSERT, 3, -1, False),
        (Event.SHUFFLE, 3, -1, False),
        (Event.TURN_UP, 3, 0, False),
    ):
        later = Table(SPEC.positions.write(table.game))
        happens(later, kind, actor, target)
        assert said(later, 3)[:2] == ([-1, 0] if applies else [0, 0]), kind.name
        assert rated(later, 3) == ([(0, 1), (1, 0)] if applies else [(0, 0), (0, 0)]) + [(0, 0)] * 2
        later.do("TALK", "SEEN", "SEAT 3", "SLOT 0", "BORDER 0")
        assert said(later, 3)[:2] == [-2, 0], "said since"


def happens(table: Table, kind: Event, actor: int = -1, target: int = -1) -> None:
    event = table.table["events"][table.table["n_events"] % N_EVENTS]
    event["kind"], event["actor"], event["target"] = kind, actor, target
    event["slot"] = event["face"] = event["amount"] = -1
    table.table["n_events"] += 1


@pytest.mark.clause("HD-INFO-19")
def test_what_was_said_of_slots_is_remembered_as_long_as_the_event():
    table = four().do("TELL", "SEAT 1", "GREY", "SEAT 1", "SLOT 1", "TALK", "NOT_GREY", "SEAT 1", "SLOT 0")
    for _ in range(N_EVENTS - 2):
        happens(table, Event.LANTERN)
        assert said(table, 1)[:2] == [-1, 1]
    happens(table, Event.LANTERN)
    assert said(table, 1)[:2] == [-1, 0]
    happens(table, Event.LANTERN)
    assert said(table, 1)[:2] == [0, 0]


@pytest.mark.clause("HD-FREE-14", "HD-INFO-21")
def test_every_change_of_a_pile_is_told_by_an_event():
    """Or else claims about slots would be taken for those of other cards."""
    batch = Batch(SPEC, 48, {"players": 4, "setup": "random", "rotation": "on"}, observation=None)
    batch.deal(np.arange(48))
    generators = batch.generators(1)
    changed = 0
    for _ in range(500):
        before = batch.games.copy()
        batch.step_random(generators)
        piles, were = batch.games["secret"]["pile"], before["secret"]["pile"]
        for i, pile in zip(*np.nonzero((piles != were).any(axis=2)[:, :4])):
            table = batch.games["table"][i]
            numbers = range(int(before["table"]["n_events"][i]), int(table["n_events"]))
            events = [table["events"][number % N_EVENTS] for number in numbers]
            hit = [
                e["target"] if e["kind"] == Event.TAKE else e["actor"] for e in events if CHANGES >> int(e["kind"]) & 1
            ]
            assert pile in hit, [Event(int(event["kind"])).name for event in events]
            changed += 1
    assert changed > 300
