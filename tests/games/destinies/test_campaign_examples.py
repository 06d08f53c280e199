"""The worked examples of campaigns, at Two Winters (docs/scenarios.md)."""

import json
from pathlib import Path

import numpy as np
import pytest

from haunted_env.envs.pettingzoo import make_env
from haunted_env.games.destinies.campaign import library
from tests.games.destinies.table import SPEC
from tests.games.destinies.two_roofs import WINTERS, at_the_last_stage, come_through, winters


def facts(table) -> set[str]:
    campaign = table.scenario.link.campaign
    return {fact for n, fact in enumerate(campaign.facts) if int(table.table["facts"]) >> n & 1}


def own_facts(table, seat: int) -> set[str]:
    campaign = table.scenario.link.campaign
    return {fact for n, fact in enumerate(campaign.pfacts) if int(table.table["pfacts"][seat]) >> n & 1}


@pytest.mark.clause("DS-EX-37", "DS-CAMP-2", "DS-CAMP-3", "DS-CAMP-4", "DS-CAMP-9", "DS-CAMP-12")
def test_example_37_the_second_winter_begins():
    table = come_through(at_the_last_stage())
    assert table.batch.rewards[0].tolist() == [-1, 1]
    assert SPEC.queries.gone(table.game) == []
    assert (table.decider, table.decision, table.day) == (0, "STEP_LOSS", 1)  # her cough, DS-EX-38
    table.do("STEP dex 0")
    assert table.batch.rewards[0].tolist() == [0, 0]
    assert (table.decider, table.decision, int(table.table["chapter"])) == (0, "MOVE", 1)
    assert facts(table) == {"mill_burnt", "house_taken"}
    assert (own_facts(table, 0), own_facts(table, 1)) == ({"deed_fire"}, {"owner"})
    assert table.has_flag("mill_burnt")
    assert (table.flags(0), table.flags(1)) == ({"deed_fire"}, set())
    assert table.explored() == {"lane"}
    table.do("TILE ferry")
    assert int(table.table["look"][2]) == 1
    table.do("POI mill")
    assert 'Brandt says: "You. I know the smell of your coat."' in table.events()


@pytest.mark.clause("DS-EX-38", "DS-CAMP-5", "DS-CAMP-6", "DS-CAMP-7", "DS-CAMP-8")
def test_example_38_what_is_kept():
    table = come_through(at_the_last_stage(virtue=-3, coins=7, items=["milk_cow"], xp=2, dex=[3, 4, 5]))
    assert table.decision == "STEP_LOSS"
    assert table.track("dex") == [5, 8, 9]  # as at every start
    table.do("STEP dex 0")
    assert table.track("dex") == [6, 8, 9]
    assert (table.virtue(0), table.me("coins"), table.me("xp"), table.items()) == (-1, 1, 0, [])
    assert table.scenario.characters[table.me("character")].id == "cousin"
    assert table.me("coins", 1) == 4
    assert table.box("milk_cow") == 1  # of two, one is for sale
    assert sorted(table.stack("fair_stack")) == ["crooked_dice", "milk_cow", "nettle_salve"]


@pytest.mark.clause("DS-EX-39", "DS-CAMP-7")
@pytest.mark.parametrize(("limit", "coins"), [(0, 1), (1, 1), (2, 4)])
def test_example_39_the_limit(limit, coins):
    campaign = winters(('virtue = "half" ', f'limit = {limit}\nvirtue = "half" '))
    table = come_through(at_the_last_stage(campaign))
    assert table.decision == ("STEP_LOSS" if limit else "MOVE")
    if limit:
        table.do("STEP dex 0")
    assert table.me("coins", 1) == coins


@pytest.mark.clause("DS-CAMP-1")
def test_the_campaign_of_the_page_is_played_to_its_end():
    env = make_env(SPEC, players=1, campaign=str(WINTERS), max_days=3)
    env.reset(seed=5)
    rng = np.random.default_rng(0)
    while env.agents and not env.truncations["player_0"]:
        env.step(int(rng.choice(np.flatnonzero(env.last()[0]["action_mask"]))))
    assert [one["id"] for one in env.infos["player_0"]["chapters"]] == ["first_winter", "second_winter"]
    assert library.find(str(WINTERS)).header.title in env.view()


def test_the_position_of_the_page_can_be_played():
    page = (Path(__file__).parents[3] / "docs" / "destinies.md").read_text(encoding="utf-8")
    block = page[page.index('{"options": {"players": 2, "campaign"') : page.index("* **The chronicle.**")]
    position = json.loads(block)
    position["options"]["campaign"] = str(WINTERS)
    env = make_env(SPEC, players=2, campaign=str(WINTERS))
    env.reset(options={"position": position})
    table = env.unwrapped._games["table"][0]
    assert int(table["chapter"]) == 1
    assert table["flags"] and table["pflags"][0].any() and not table["pflags"][1].any()
    assert env.infos == {"player_0": {}, "player_1": {}}
