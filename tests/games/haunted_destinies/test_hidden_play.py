"""Play on with two unseen cards exchanged: nothing public may depend on faces nobody has shown."""

import copy

import numpy as np
import pytest

from haunted_env.games.haunted_destinies.actions import Act, Event
from haunted_env.games.haunted_destinies.tables import OPENER
from tests.games.haunted_destinies.hidden import unseen_pair
from tests.games.haunted_destinies.table import SPEC, Table


def exchanged(a: np.ndarray, b: np.ndarray) -> set[int]:
    return {int(card) for card in a["secret"]["pile"][a["secret"]["pile"] != b["secret"]["pile"]]}


def twin(table: Table, game: np.ndarray) -> Table:
    """The table with another game on it."""
    other = copy.copy(table)
    other.batch = table.batch.clone()
    other.batch.load(game, resume=False)
    return other


def choose(table: Table, rng: np.random.Generator) -> int:
    """A random action that turns no Psyche card up."""
    if table.masks[0, Act.FACE_DOWN]:
        return int(Act.FACE_DOWN)
    return int(rng.choice(np.flatnonzero(table.masks[0])))


def is_public(table: Table, cards: set[int]) -> bool:
    return any(table.table["gone"][card] or table.table["up_at"][card] >= 0 for card in cards)


def shows_border(table: Table) -> bool:
    return bool((table.table["events"]["kind"] == Event.BORDER).any())


@pytest.mark.clause("HD-INFO-21", "HD-INFO-10", "HD-INFO-22", "HD-DEC-7", "HD-INFO-18", "HD-INFO-28")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_table_does_not_depend_on_faces_nobody_showed(players):
    rng = np.random.default_rng(players)
    steps = looks = 0
    for seed in range(12):
        table = Table(seed=seed, players=players, setup="random")
        for _ in range(int(rng.integers(0, 200))):
            if not table.is_over:
                table.act(choose(table, rng))
        swapped = None if table.is_over else unseen_pair(table.game, rng)
        if swapped is None:
            continue
        cards = exchanged(table.game, swapped)
        if OPENER in cards:  # whether a death passes it or a random decoy changes the chance that follows
            continue
        other = twin(table, swapped)
        for _ in range(400):
            if table.is_over:
                break
            action = choose(table, rng)
            assert other.masks[0, action] == 1
            looks += action == Act.FACE_DOWN
            table.act(action)
            other.act(action)
            if table.is_over or is_public(table, cards) or is_public(other, cards) or shows_border(table):
                break
            assert table.table.tobytes() == other.table.tobytes()
            steps += 1
    assert steps > 500 and looks > 5


@pytest.mark.clause("HD-INFO-20")
def test_others_see_the_same_label_whatever_is_looked_at():
    """An own look at a Psyche, a Haunting and a Search card, up to the witness: the table is the same."""

    def looked(card: str) -> Table:
        position = {
            "decision": "MAIN",
            "options": {"auto_forced": False},
            "board": {"4,5": "ti_old_kirk"},
            "seats": [
                {"health": "5/5", "pawn": "4,5", "pile": [card, "ps_red_door"], "grey": [0, 1]},
                {"pile": ["ps_opener"]},
                {},
            ],
            "force": {"dice": [4, 3]},
        }
        return Table(position).do("SEARCH", "OPT_LOOK_OWN", "SLOT 0")

    tables = [looked(card) for card in ("ps_kitchen", "ha_recoil", "se_confession")]
    assert {t.decision for t in tables} == {"OWN_OUTCOME"}
    assert {t.label for t in tables} == {"LOOKING"}
    for t in tables:
        t.do("FACE_DOWN")
    assert {t.asked for t in tables} == {(0, "WITNESS")}
    assert {t.label for t in tables} == {"LOOKING"}
    # The three positions differ in which card is left out of deck or game; all else is the same for all to see.
    publics = []
    for t in tables:
        public = t.game["table"].copy()
        public["search_left"] = public["haunting_left"] = public["gone"] = 0
        publics.append(public.tobytes())
    assert len(set(publics)) == 1
    assert SPEC.words.decision_name(tables[0].game, 1) == "LOOKING"
