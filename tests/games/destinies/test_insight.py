"""What networks are given beside the observation (`insight.py`), against the records it is about."""

import numpy as np
import pytest

from haunted_env.agents import View, make_agent
from haunted_env.agents.inputs import Inputs, choose_inputs, insight_into
from haunted_env.core.batch import Batch
from haunted_env.games.destinies.insight import INSIGHT, NEWEST
from haunted_env.games.destinies.observation import OBSERVATION
from tests.games.destinies.table import EBB, SPEC, Table, at, visiting


def marked(insight, block):
    """The places of a block that are not zero, with what stands there."""
    entries = insight[INSIGHT.span(block)]
    return {int(i): int(entries[i]) for i in np.flatnonzero(entries)}


@pytest.fixture(scope="module")
def played():
    """(a game's record, whose view, observation, mask) from games of the hand-written player."""
    batch = Batch(SPEC, 12, {"players": 2, "destiny_deal": "shuffled"}, autoreset=True)
    batch.deal(np.arange(12))
    agent, generators, rows = make_agent("heuristic", SPEC), batch.generators(3), []
    for _ in range(150):
        arrays = (batch.games.copy(), batch.seats.tolist(), batch.observations.copy(), batch.masks.copy())
        rows += list(zip(*arrays))
        batch.step(agent.act(View(batch, generators=generators)))
    return rows


def test_options_that_may_be_chosen_are_marked(played):
    first, seen, finales = SPEC.actions.first["OPTION"], 0, 0
    for game, _, observation, mask in played:
        insight = insight_into(SPEC, observation[None])[0]
        legal = [slot for slot in range(16) if mask[first + slot]]
        if legal:
            options = [int(game["table"]["slot"][slot]) for slot in legal if slot < 14]
            assert marked(insight, "OFFERED") == dict.fromkeys(options, 1)
            assert [14 + path for path in marked(insight, "FINALE")] == [slot for slot in legal if slot >= 14]
            seen += 1
            finales += legal[-1] >= 14
        option = int(game["table"]["option"])
        assert marked(insight, "RESOLVED") == ({option: 1} if option >= 0 else {})
    assert seen > 50 and finales


def test_places_and_people_are_marked(played):
    deeds = ends = 0
    for game, seat, observation, _ in played:
        insight, table, ledger = insight_into(SPEC, observation[None])[0], game["table"], game["ledger"][seat]
        poi = int(table["visit_poi"])
        assert marked(insight, "VISITED") == ({poi: 1} if poi >= 0 else {})
        known = [int(place) for place in table["npc"] if place >= 0]
        assert marked(insight, "PEOPLE") == {place: known.count(place) for place in known}
        for path in range(2):
            open_ = [int(ledger["where"][path][s]) for s in range(4) if not int(ledger["done"][path]) >> s & 1]
            there = [40 * path + place for place in open_ if place >= 0]
            mine = {place: n for place, n in marked(insight, "DEEDS").items() if place // 40 == path}
            assert mine == {place: there.count(place) for place in there}
            finale = {40 * path + int(ledger["finale_poi"][path]): 1} if ledger["complete"][path] else {}
            assert {place: n for place, n in marked(insight, "ENDS").items() if place // 40 == path} == finale
            deeds, ends = deeds + len(there), ends + len(finale)
    assert deeds > 20 and ends > 5


def test_things_are_marked(played):
    bought = 0
    for game, seat, observation, _ in played:
        insight, table = insight_into(SPEC, observation[None])[0], game["table"]
        assert set(marked(insight, "OWNED")) == {int(item) for item in table["item"][seat] if item >= 0}
        place, trade = int(table["place"][seat]), int(table["trade"])
        ground = table["ground"][place][: table["ground_n"][place]] if place >= 0 else []
        assert set(marked(insight, "GROUND")) == {int(item) for item in ground}
        stack = table["stack"][trade][: table["stack_n"][trade]] if trade >= 0 else []
        assert set(marked(insight, "TRADED")) == {int(item) for item in stack}
        bought += len(stack)
    assert bought > 10


def test_it_is_worked_out_of_the_observation_alone():
    """Two seats that look at the same game are told different things, each its own."""
    position = visiting("quay_inn", items=["mastiff"], revealed={"A": [3]}, others={1: {"items": ["pitch_torch"]}})
    table = Table(position)
    batch = Batch(SPEC, 1, {"players": 2})
    batch.load(0, table.game, resume=False)
    mine, theirs = (insight_into(SPEC, batch.observe([seat])[0])[0] for seat in range(2))
    items = [item.id for item in EBB.items]
    assert [items[i] for i in marked(mine, "OWNED")] == ["mastiff"]
    assert [items[i] for i in marked(theirs, "OWNED")] == ["pitch_torch"]
    assert [EBB.pois[i].id for i in marked(mine, "DEEDS")] == ["drowned_church"] and not marked(theirs, "DEEDS")


def test_a_network_is_given_the_columns_that_are_used():
    used, used_insight = np.zeros(SPEC.observation.size, bool), np.zeros(INSIGHT.size, bool)
    used[:3] = used[OBSERVATION.span("SLOT")] = True
    used_insight[[0, 1, 2, 900]] = True
    inputs = choose_inputs(SPEC, used, used_insight=used_insight)
    assert inputs.ranges == [[0, 3]] and inputs.insight_ranges == [[0, 3], [900, 901]] and "SLOT" in NEWEST
    assert Inputs.described(SPEC, inputs.description).description == inputs.description
    batch = Batch(SPEC, 1, {"players": 1})
    batch.load(0, Table(at(players=1)).game, resume=False)
    observation = batch.observe([0])[0]
    insight = insight_into(SPEC, observation)[0]
    assert inputs(observation)[0].tolist() == [*observation[0, :3], *insight[:3], insight[900]]
    with pytest.raises(ValueError, match=r"columns of the insight .*expected pairs within"):
        Inputs(SPEC, [[0, 3]], 0, insight_ranges=[[0, 9999]])
