"""Campaigns as they are played: Three Hearths, from chapter to chapter (DS-CAMP)."""

import numpy as np
import pytest

from haunted_env.games.destinies import SPEC
from haunted_env.games.destinies.campaign.points import points_of
from haunted_env.games.destinies.observation import OBSERVATION
from haunted_env.games.destinies.scenario.grammar import effect
from haunted_env.play.batch import Batch
from tests.games.destinies.hearths import FILE, HEARTHS, OPTIONS, build
from tests.games.destinies.table import Table

FIRE = {"in_finale": True, "finale": "fin_fire", "stage": 2, "resolve": 2}
BLOCKS = ("CHAPTER", "CHAPTERS", "FACTS", "PFACTS", "LEGACIES", "SCORE")
SURE = {"int": [2, 3, 4]}  # markers that any total reaches


def position(*players, chapter=1, dice=(6, 6), campaign=FILE, **top):
    """Seat 0 is at the last stage of the fire."""
    rows = [{**FIRE, **SURE, **players[0]}, *players[1:]]
    options = {"campaign": campaign, "players": len(rows), **top.pop("options", {})}
    head = {"options": options, "chapter": chapter, "node": "STAGE", "force": {"dice": list(dice)}}
    return {**head, "explored": ["home", "field"], "players": rows, **top}


def won(*players, **top) -> Table:
    """The chapter after seat 0 has come through the fire."""
    return Table(position(*players, **top)).do("OPTION fin_fire_2a", "EFFORT 0", "DONE")


def held(table: Table) -> set[str]:
    return {fact for n, fact in enumerate(HEARTHS.facts) if int(table.table["facts"]) >> n & 1}


def held_by(table: Table, seat: int) -> set[str]:
    return {fact for n, fact in enumerate(HEARTHS.pfacts) if int(table.table["pfacts"][seat]) >> n & 1}


def characters(table: Table) -> list[str]:
    n = int(table.table["n_seats"])
    return [table.scenario.characters[int(number)].id for number in table.table["character"][:n]]


ASH, BIRCH, CEDAR = ({"character": name} for name in ("ash", "birch", "cedar"))


@pytest.mark.clause("DS-CAMP-2", "DS-CAMP-4")
def test_facts_stay_though_a_chapter_does_not_know_them():
    table = won({**ASH, "flags": ["thief"]}, BIRCH, flags=["song_sung"])
    assert held(table) == {"song_sung", "fire_won"}
    assert table.has_flag("song_sung")
    assert (held_by(table, 0), held_by(table, 1)) == ({"thief", "won_before"}, set())
    assert (table.flags(0), table.flags(1)) == ({"thief"}, set())  # this chapter does not ask who won
    third = won(ASH, BIRCH, chapter=2, flags=[], facts=["song_sung"])
    assert held(third) == {"song_sung", "fire_won"}
    assert third.scenario.flags == ()


@pytest.mark.clause("DS-CAMP-2")
def test_a_fact_is_of_the_player_and_not_of_the_character():
    table = won({**BIRCH, "flags": ["thief"]}, ASH, CEDAR)
    assert characters(table)[1:] == ["ash", "clover"]
    assert table.flags(0) == {"thief"}


@pytest.mark.clause("DS-CAMP-3")
@pytest.mark.parametrize(("finale", "fact"), [("fin_fire", "fire_won"), ("fin_well", "well_won")])
def test_how_a_chapter_ended_is_a_fact(finale, fact):
    option = {"fin_fire": "fin_fire_2a", "fin_well": "fin_well_2a"}[finale]
    start = position({**ASH, "finale": finale, "pow": [2, 3, 4]}, BIRCH)
    table = Table(start).do(f"OPTION {option}", "EFFORT 0", "DONE")
    assert held(table) == {fact}
    assert (held_by(table, 0), held_by(table, 1)) == ({"won_before"}, set())


@pytest.mark.clause("DS-CAMP-3", "DS-CAMP-9")
def test_nobody_may_win():
    start = position(ASH, BIRCH, options={"max_days": 5}, day=5, node="MOVE", active=1)
    start["players"][0] = ASH
    table = Table(start)
    table.do("TILE home", "DONE")
    assert held(table) == {"cold_hearth"}
    assert int(table.table["chapter"]) == 1
    assert table.batch.rewards[0].tolist() == [0, 0]
    assert [int(worth) for worth in table.table["past"][0]["worth"][:2]] == [0, 0]
    assert SPEC.parts.result(table.game, 0)["reason"].startswith("the last day is over")


@pytest.mark.clause("DS-CAMP-4", "DS-DATA-22")
def test_the_first_chapter_begins_as_by_itself(tmp_path):
    path = build(tmp_path)
    text = (tmp_path / "second.toml").read_text(encoding="utf-8")
    assert text.count('"text" = "The old song is known here."') == 1
    text = text.replace('"text" = "The old song is known here."', '"text" = "Known.", "holds" = true')
    (tmp_path / "second.toml").write_text(text, encoding="utf-8")
    alone = Table(players=2, scenario=str(tmp_path / "second.toml"))
    assert alone.has_flag("song_sung")
    assert not alone.has_flag("fire_won")
    assert "Known." in " ".join(alone.spec.words.events(alone.game, 0)[1])
    assert not won(ASH, BIRCH, campaign=path).has_flag("song_sung")  # here it says what was


@pytest.mark.clause("DS-CAMP-5")
def test_characters_go_on_as_their_heirs():
    table = won(CEDAR, ASH)
    assert characters(table) == ["clover", "ash"]
    seen = {tuple(characters(won(BIRCH, ASH, seed=seed))) for seed in range(12)}
    assert seen == {("birch", "ash"), ("clover", "ash")}  # dealt from those who are left


@pytest.mark.clause("DS-CAMP-5", "DS-SETUP-13")
def test_in_a_draft_only_those_without_an_heir_choose():
    table = won(BIRCH, ASH, options={"assign": "draft"})
    assert (table.decider, table.decision) == (0, "CHARACTER")
    assert table.names("CHARACTER") == {"birch", "clover"}
    assert (table.batch.look(0).card_masks[0, :2, 0] == -1).all()
    table.do("CHARACTER clover")
    assert characters(table) == ["clover", "ash"]
    assert (table.game["ledger"]["destiny"][0, :2] >= 0).all()


@pytest.mark.clause("DS-CAMP-5", "DS-CAMP-9", "DS-END-5")
def test_who_is_defeated_is_back_in_the_next_chapter():
    table = Table(position({**ASH, "resolve": 0, "int": [10, 11, 12]}, BIRCH, dice=(1, 1)))
    table.do("OPTION fin_fire_2a", "EFFORT 0", "DONE")
    assert table.batch.rewards[0].tolist() == [-1, 0]
    assert (table.me("defeated"), SPEC.queries.gone(table.game)) == (1, [])
    start = position({**BIRCH, "resolve": 2, "tile": "home"}, {**ASH, "defeated": True})
    table = Table(start).do("OPTION fin_fire_2a", "EFFORT 0", "DONE")
    assert table.batch.rewards[0].tolist() == [1, 0]  # the other was paid at the time
    assert [int(worth) for worth in table.table["past"][0]["worth"][:2]] == [1, -1]
    assert (table.me("defeated", 1), table.tile(1)) == (0, "home")
    last = Table(position({**ASH, "resolve": 0, "int": [10, 11, 12]}, BIRCH, chapter=3, dice=(1, 1)))
    last.do("OPTION fin_fire_2a", "EFFORT 0", "DONE")
    assert SPEC.queries.gone(last.game) == [0]


@pytest.mark.clause("DS-CAMP-5", "DS-CAMP-11", "DS-SETUP-7")
def test_destinies_are_dealt_anew():
    dealt = {tuple(won(ASH, BIRCH, seed=seed).game["ledger"]["destiny"][0, :2].tolist()) for seed in range(20)}
    assert len(dealt) == 6


@pytest.mark.clause("DS-CAMP-6", "DS-VIRTUE-2")
@pytest.mark.parametrize(
    ("kept", "virtue", "after"), [("none", 3, 0), ("half", 3, 1), ("half", -3, -1), ("half", -2, -1), ("whole", 3, 3)]
)
def test_virtue_is_kept_as_far_as_the_campaign_says(tmp_path, kept, virtue, after):
    campaign = build(tmp_path, {"campaign.virtue": kept})
    assert won({**ASH, "virtue": virtue}, BIRCH, campaign=campaign).virtue() == after


@pytest.mark.clause("DS-CAMP-6")
def test_virtue_stays_within_the_next_bounds(tmp_path):
    campaign = build(tmp_path, {"campaign.virtue": "whole"})
    text = (tmp_path / "second.toml").read_text(encoding="utf-8")
    (tmp_path / "second.toml").write_text(text.replace('"virtue_max" = 3', '"virtue_max" = 2'), encoding="utf-8")
    assert won({**ASH, "virtue": 3}, BIRCH, campaign=campaign).virtue() == 2


@pytest.mark.clause("DS-CAMP-7")
def test_scars_and_rewards_up_to_the_limit():
    """Pride is 2 points, the purse of 4 coins 2 more: over the limit of 3."""
    table = won({**ASH, "flags": ["thief"]}, BIRCH)
    assert (table.me("xp"), table.me("coins")) == (1, 1)
    assert table.scenario.link.chapter.legacies[0].id == "pride"
    assert int(table.table["legacies"][0]) == 0b001
    assert (table.decider, table.decision) == (1, "STEP_LOSS")  # the burn of who has not won
    table.do("STEP dex 2")
    assert table.track("dex", 1) == [4, 6, 9]
    assert int(table.table["legacies"][1]) == 0b100
    told = table.spec.words.events(table.game, 0)[1]
    assert "Player 0 (Ash) is proud." in told


@pytest.mark.clause("DS-CAMP-7")
def test_who_did_not_win_may_have_the_purse():
    table = won(ASH, {**BIRCH, "flags": ["thief"]})
    assert table.me("coins", 1) == 5


@pytest.mark.clause("DS-CAMP-7")
def test_an_item_is_taken_from_the_box():
    table = won(ASH, BIRCH, chapter=2, facts=["well_won"])
    assert (table.items(0), table.items(1), table.box("ember")) == (["ember"], ["ember"], 1)


@pytest.mark.clause("DS-CAMP-7")
@pytest.mark.parametrize(
    ("text", "points"),
    [("skill any 2", 2), ("skill dex -3", -3), ("marker pow", 2), ("xp 2", 4), ("refresh 1", 1), ("exhaust 2", -2),
     ("coins 3", 2), ("coins -4", -2), ("item ember", 1), ("item crown", 5)],
)  # fmt: skip
def test_points(text, points):
    assert points_of(effect("", text), {"ember": 0, "crown": 5}) == points


@pytest.mark.clause("DS-CAMP-8")
def test_nothing_else_is_kept():
    rich = {**ASH, "coins": 9, "xp": 5, "items": ["ember"], "effort": 3, "dex": [2, 3, 4], "visited": ["well"]}
    table = won(rich, BIRCH, day=7, fired=["ev_smoke"], seed=4)
    assert (table.me("coins"), table.me("effort"), table.items(), table.day) == (1, 0, [], 1)
    assert (table.track("dex"), table.me("xp"), table.fired()) == ([4, 6, 8], 1, [])  # the one of pride
    assert table.explored() == {"home"}
    assert table.log() == [] or table.log()[0][0] not in ("FINALE", "STAGE")


@pytest.mark.clause("DS-CAMP-8")
def test_a_chapter_that_is_over_is_public():
    table = won({**ASH, "destiny": "birchen"}, {**BIRCH, "destiny": "ashen"}, day=6)
    result = SPEC.parts.result(table.game, 0)
    assert result["winners"] == [0]
    assert (result["characters"], result["destinies"]) == (["Ash", "Birch"], ["birchen", "ashen"])
    assert (result["day"], result["rewards"], result["reason"]) == (6, [1, -1], "a destiny is fulfilled")


@pytest.mark.clause("DS-CAMP-9")
def test_the_whole_is_the_sum_of_its_chapters():
    batch = Batch(SPEC, 32, {**OPTIONS, "players": 3, "max_days": 8}, observation=None)
    batch.deal(np.arange(32))
    generators, total, rows = batch.generators(1), np.zeros((32, 3)), batch.rows
    paid = []
    while len(rows):
        before = batch.games["table"]["chapter"].copy()
        batch.step(batch.random_actions(generators)[rows], rows)
        total[rows] += batch.rewards[rows]
        paid += batch.rewards[rows][batch.games["table"]["chapter"][rows] != before[rows]].tolist()
        rows = rows[batch.seats[rows] >= 0]
    assert len(paid) == 64  # two boundaries in each game
    past = batch.games["table"]["past"]
    assert (past["worth"].sum(axis=1) == total).all()
    assert {tuple(row) for row in paid} >= {(1.0, -1.0, -1.0), (0.0, 0.0, 0.0)}
    for row in range(32):
        result = SPEC.queries.result(batch.game(row))
        won = [(past["winner"][row][:3] == seat).sum() for seat in range(3)]
        assert result["winners"] == [seat for seat in range(3) if won[seat] and won[seat] == max(won)]
        assert SPEC.queries.truncated(batch.game(row)) == (result["chapters"][-1]["reason"] != "a destiny is fulfilled")


@pytest.mark.clause("DS-CAMP-9", "DS-SOLO-3")
def test_challenger_ends_a_chapter_and_not_the_campaign():
    start = position(ASH, options={"mode": "challenger"}, day=6, node="MOVE")
    start["players"][0] = ASH
    table = Table(start).do("TILE home", "DONE")
    assert table.batch.rewards[0].tolist() == [-1]
    assert (int(table.table["chapter"]), table.day) == (1, 1)


@pytest.mark.clause("DS-CAMP-11", "DS-OBS-19")
def test_everybody_sees_what_earlier_chapters_left():
    table = won({**ASH, "flags": ["thief"]}, BIRCH, flags=["song_sung"]).do("STEP dex 2")
    for seat in (0, 1):
        seen = {name: table.seen(name, seat) for name in BLOCKS}
        assert seen["CHAPTER"] == [0, 1, 0, 0, 0, 0, 0, 0]
        assert seen["CHAPTERS"] == [3]
        assert seen["FACTS"][:4] == [1, 1, 0, 0]
        mine, other = seen["PFACTS"][:2], seen["PFACTS"][32:34]
        assert [mine, other] == ([[1, 1], [0, 0]] if seat == 0 else [[0, 0], [1, 1]])
        assert seen["SCORE"] == ([1, -1, 0] if seat == 0 else [-1, 1, 0])
        received = [seen["LEGACIES"][:3], seen["LEGACIES"][16:19]]
        assert received == ([[1, 0, 0], [0, 0, 1]] if seat == 0 else [[0, 0, 1], [1, 0, 0]])


@pytest.mark.clause("DS-OBS-19")
def test_without_a_campaign_there_are_zeros():
    batch = Batch(SPEC, 1, {"players": 2})
    batch.deal(0)
    for name in BLOCKS:
        assert not batch.observations[0, OBSERVATION.span(name)].any()


@pytest.mark.clause("DS-CAMP-12")
def test_the_same_seed_and_actions_give_the_same_campaign():
    games = []
    for _ in range(2):
        batch = Batch(SPEC, 4, {**OPTIONS, "players": 2, "max_days": 6}, observation=None)
        batch.deal(np.arange(4))
        generators = batch.generators(3)
        while (batch.seats >= 0).any():
            rows = batch.rows[batch.seats >= 0]
            batch.step(batch.random_actions(generators)[rows], rows)
        games.append(batch.raw.tobytes())
    assert games[0] == games[1]


@pytest.mark.clause("DS-INV-6", "DS-CAMP-2")
def test_autoreset_begins_with_the_first_chapter():
    batch = Batch(SPEC, 8, {**OPTIONS, "players": 1, "max_days": 2}, autoreset=True)
    batch.deal(np.arange(8))
    generators, ended = batch.generators(1), 0
    for _ in range(150):
        batch.step_random(generators)
        for row in np.flatnonzero(batch.status == 1).tolist():
            ended += 1
            fresh = Batch(SPEC, 1, {**OPTIONS, "players": 1, "max_days": 2})
            fresh.deal(batch.seeds[row])
            assert fresh.raw.tobytes() == batch.raw[row].tobytes()
    assert ended > 5
