"""What follows from a world that changes, for somebody who does not know everything: beliefs, drawn worlds, secrets."""

import json
from collections import Counter

import numpy as np
import pytest

from haunted_env.engine.entries import HEURISTIC
from haunted_env.games.destinies.belief import destiny_beliefs
from haunted_env.games.destinies.data import NONE
from haunted_env.games.destinies.scenario import library
from haunted_env.play.batch import Batch
from haunted_env.play.replay import state_hash
from haunted_env.play.worlds import draw_worlds
from tests.games.destinies.hidden import scramble
from tests.games.destinies.invariants import violations
from tests.games.destinies.made import changed, written
from tests.games.destinies.table import SPEC, Table
from tests.games.destinies.two_roofs import FILE, HOME, ROOFS, roofs
from tests.worlds import many_worlds

N = 600
PATHS = [(d, p) for d in ("ashen", "birchen") for p in "AB"]
SPOKEN = {f"destiny.{d}.path.{p}.step.0.aloud": "ash" for d, p in PATHS}


@pytest.fixture(scope="module")
def three(tmp_path_factory):
    """The quick scenario with a hint that two of its three destinies have, at the first step of either path."""
    folder = tmp_path_factory.mktemp("three")
    return written(folder / "three.toml", changed({"hint": [{"id": "ash", "text": "Burnt."}], **SPOKEN}))


def strangers(scenario, **other):
    names = ("ash", "birch", "cedar")
    players = [{"character": name, "destiny": d} for name, d in zip(names, ("cedarn", "ashen", "birchen"))]
    players[1] |= other
    return Table({"options": {"players": 3, "scenario": scenario}, "players": players})


@pytest.mark.clause("DS-DEST-12", "DS-DATA-19", "DS-OBS-11")
def test_a_hint_narrows_the_destinies_and_not_the_path(three):
    silent = strangers(three)
    assert destiny_beliefs(silent.game, 2)[0, 1].tolist() == [0.5, 0.0, 0.5]
    heard = strangers(three, heard=["ash"], revealed={"A": [1]})
    assert destiny_beliefs(heard.game, 2)[0, 1].tolist() == [1.0, 0.0, 0.0]  # not cedarn, and birchen is one's own
    assert destiny_beliefs(heard.game, 2)[0, 0].tolist() == [0.0, 0.0, 1.0]
    assert destiny_beliefs(heard.game, 0)[0, 1].tolist() == [0.5, 0.5, 0.0]
    worlds = many_worlds(SPEC, heard.game, 0, N)
    assert set(worlds["ledger"]["destiny"][:, 1].tolist()) == {0, 1}
    known = Counter(tuple(row) for row in worlds["ledger"]["revealed"][:, 1].tolist())
    assert set(known) == {(1, 0), (0, 1)}  # a step of either path, as likely as not
    assert abs(known[1, 0] / N - 0.5) < 4 * np.sqrt(0.25 / N)
    assert (worlds["table"]["heard"] == heard.game["table"]["heard"]).all()
    assert (worlds["table"]["n_notes"] == heard.game["table"]["n_notes"]).all()


@pytest.mark.clause("DS-DEST-12", "DS-OBS-11")
def test_what_is_heard_does_not_depend_on_the_path(three):
    """Asked about path A or B, the others see the same to the last byte."""
    seen = []
    for path in "AB":
        table = strangers(three)
        table.do("TILE home", "POI hearth", "DONE", "TILE home", "POI hearth")
        row = table.game["ledger"][0, 1]
        assert table.decider == 1
        other = strangers(three, heard=["ash"], revealed={path: [1]})
        seen.append([other.observation(seat).tobytes() for seat in (0, 2)])
        assert int(row["destiny"]) == 0
    assert seen[0] == seen[1]


def random_games(n=48, steps=90, **options):
    batch = Batch(SPEC, n, {"scenario": str(FILE), "players": 2, **options}, relative_seats=False, autoreset=True)
    batch.deal(np.arange(n))
    generators = batch.generators(3)
    for _ in range(steps):
        batch.step_random(generators)
    return batch, generators


@pytest.mark.clause("DS-INV-5", "DS-INV-9", "DS-INV-6", "DS-INV-10")
def test_invariants_in_a_world_that_changes():
    batch, generators = random_games(steps=1)
    changes = Counter()
    for _ in range(700):
        before = batch.games.copy()
        batch.step_random(generators)
        assert not violations(batch.games, before, batch.data).any()
        changes["look"] += int((batch.games["secret"]["look"] > 0).any())
        changes["ways"] += int((batch.games["secret"]["ways"] != 1).any())
        changes["gone"] += int((batch.games["secret"]["npc"][:, 1] < 0).any())
        changes["heard"] += int(batch.games["table"]["heard"].any())
    assert all(changes[what] for what in ("look", "ways", "gone", "heard")), changes


@pytest.mark.clause("DS-OBS-9", "DS-OBS-11")
def test_the_unseen_world_leaks_nowhere():
    batch, generators = random_games(steps=20)
    rng = np.random.default_rng(5)
    for _ in range(12):
        for _ in range(9):
            batch.step_random(generators)
        for row in range(0, 48, 6):
            game = batch.games[row : row + 1].copy()
            for seat in (0, 1):
                other = scramble(game, seat, rng)
                looks = []
                for each in (game, other):
                    single = Batch(SPEC, 1, batch.options, relative_seats=False)
                    single.load(each, resume=False)
                    look = single.look([seat])
                    words = SPEC.words.text(each, seat)
                    looks.append((look.observations.tobytes(), look.masks.tobytes(), look.card_masks.tobytes(), words))
                    looks[-1] += (SPEC.words.explain_decision(each, seat),)
                assert looks[0] == looks[1]


@pytest.mark.clause("DS-OBS-11")
def test_drawn_worlds_agree_with_what_is_seen_and_go_on():
    batch, generators = random_games(steps=30)
    for _ in range(10):
        for _ in range(13):
            batch.step_random(generators)
        worlds = draw_worlds(SPEC, batch.games, batch.games["table"]["decider"], 5)
        other = Batch(SPEC, 48, batch.options, relative_seats=False, observation=None)
        other.load(worlds, resume=False)
        assert (other.masks == batch.masks).all()
        for _ in range(15):
            before = other.games.copy()
            other.step_random(other.generators(1))
            assert not violations(other.games, before, other.data).any()
            if (other.status == 1).any():
                break


@pytest.mark.clause("DS-OBS-11")
def test_who_is_nowhere_to_be_seen_where_all_is_known_has_gone():
    sold = roofs(top={"explored": [*sorted(HOME), "island"], "pois": {"raft": True}, "npcs": {"miller": ""}})
    miller = next(npc.slot for npc in ROOFS.npcs if npc.id == "miller")
    assert sold.game["table"]["npc"][0, miller] == NONE
    assert (many_worlds(SPEC, sold.game, 0, 20)["secret"]["npc"][:, miller] == NONE).all()
    unknown = roofs(top={"npcs": {"miller": ""}})  # there may be a raft, and he on it
    raft = next(poi.slot for poi in ROOFS.pois if poi.id == "raft")
    places = set(many_worlds(SPEC, unknown.game, 0, 20)["secret"]["npc"][:, miller].tolist())
    assert places == {raft}


def test_positions_go_there_and_back():
    batch, generators = random_games(steps=5)
    for _ in range(10):
        for _ in range(11):
            batch.step_random(generators)
        for row in range(0, 48, 5):
            game = batch.games[row : row + 1]
            position = json.loads(json.dumps(SPEC.positions.write(game)))
            assert state_hash(SPEC.positions.read(position)) == state_hash(game)


@pytest.mark.clause("DS-DEST-13", "DS-DEST-14", "DS-DEST-15", "DS-DATA-7")
def test_the_hand_written_player_finds_its_way_through_branches():
    """Alone, whichever destiny: everybody gets to the end, and nobody does all steps of a path that needs two."""
    n = 60
    batch = Batch(SPEC, n, {"scenario": str(FILE), "players": 1}, relative_seats=False, observation=None)
    batch.deal(np.arange(n))
    generators, mask = batch.generators(1), np.zeros(SPEC.actions.size, np.int8)
    left = batch.rows
    while len(left):
        SPEC.compiled(HEURISTIC)[0](batch.games, generators, batch.actions, mask, 0, batch.data)
        batch.step(batch.actions[left].copy(), left)
        left = left[batch.status[left] == 0]
    table = batch.games["table"]
    won = table["winner"] == 0
    assert won.mean() > 0.6
    assert (table["reason"] != 4).all()  # nobody is at a loss what to do until the last day
    witness = [d.id for d in library.find(str(FILE)).destinies].index("witness")
    ledgers = batch.games["ledger"][:, 0]
    short = [
        int(row["done"][0]).bit_count() for row in ledgers[won & (ledgers["destiny"] == witness)] if row["complete"][0]
    ]
    assert short and min(short) == 2


def test_words_of_what_has_changed():
    table = roofs(top={"places": {"fair": "lane"}, "ways": {"ford": False}, "looks": {"mill": 1}, "day": 5})
    text = " ".join(SPEC.words.text(table.game, 0).split())
    assert "Ways that are closed: The Orchard - The Fair Meadow" in text
    assert "Cooper's Lane: The House (Old Hanne), The Fair" in text
    assert SPEC.words.draw(table.game, 0).shape[2] == 3
    assert "2 of its 3 steps are enough" in text
