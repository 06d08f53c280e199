"""What is told of a campaign, at the table and afterwards, and what the map shows of a world that has changed."""

import numpy as np
import pytest
from PIL import Image

from haunted_env.agents import make_agent
from haunted_env.cli.session import Session
from haunted_env.games.destinies import SPEC
from haunted_env.games.destinies.words import chart
from haunted_env.games.destinies.words.now import Now
from haunted_env.play import replay as replays
from tests.games.destinies.hearths import FILE, HEARTHS, OPTIONS, build
from tests.games.destinies.test_campaign_rules import ASH, BIRCH, won
from tests.games.destinies.two_roofs import ROOFS, at_place, at_the_last_stage, come_through
from tests.test_cli import run


@pytest.fixture(scope="module")
def replay(tmp_path_factory):
    """A campaign that the hand-written player has played with itself, in a file."""
    session = Session(SPEC, SPEC.check_options({**OPTIONS, "players": 2}), 3)
    session.play([make_agent("random", SPEC)], [0, 0])
    path = tmp_path_factory.mktemp("story") / "game.jsonl"
    replays.seal(SPEC, session.replay()).save(path)
    return path


def story_of(path) -> str:
    return SPEC.words.story(replays.simulate(SPEC, replays.Replay.load(path)))


def test_the_chronicle_tells_chapter_by_chapter(replay):
    text = story_of(replay)
    places = [text.index(f"Chapter {n}: The {word} Hearth") for n, word in ((1, "First"), (2, "Second"), (3, "Third"))]
    assert places == sorted(places)
    assert text.startswith("Three Hearths\n=============\n\nThree houses, and the people who could not stay.")
    assert "They met again." in text[places[1] :]
    assert text.count(" had come with this: ") == 6
    assert text.count("was fulfilled:") >= 1
    result = replays.Replay.load(replay).result
    won_last = {"Into the Fire", "Down the Well"}
    assert any(f"was fulfilled: {path}" in text for path in won_last)
    assert text.rstrip().splitlines()[-1] in [one.text for one in HEARTHS.epilogues]
    assert len(result["chapters"]) == 3
    assert max(map(len, text.splitlines())) <= 88


def test_a_story_that_is_not_over_says_so(replay, tmp_path):
    whole = replays.Replay.load(replay)
    half = replays.seal(SPEC, replays.dataclasses.replace(whole, actions=whole.actions[:5]))
    half.save(tmp_path / "half.jsonl")
    text = story_of(tmp_path / "half.jsonl")
    assert text.rstrip().endswith("Here the story breaks off: the game is not over yet.")
    assert "had come with this" not in text


def test_the_command_tells_the_story(replay, tmp_path):
    text = run("replay", replay, "--story")
    assert text == story_of(replay)
    out = tmp_path / "story.txt"
    assert "the story of" in run("replay", replay, "--story", "--out", out)
    assert out.read_text(encoding="utf-8") == text


def test_a_single_scenario_is_a_story_too():
    table = at_place("mill").do("OPTION mill_burn", "DONE", "TILE lane", "DONE", "TILE meadow", "POI fair", "DONE")
    text = SPEC.words.story([table.game])
    assert text.startswith("Two Roofs\n=========\n")
    assert '"Leave your lantern where the flour is."' in text
    assert "The Mill was no longer what it had been: Four black walls" in text.replace("\n", " ")
    assert 'Brandt said: "You. I know the smell of your coat."' in text.replace("\n", " ")


def test_happenings_of_an_earlier_chapter_keep_their_names():
    """The end of a chapter and the beginning of the next are told at once."""
    table = come_through(at_the_last_stage())
    told = SPEC.words.events(table.game, 0)[1]
    end = told.index("Chapter 1 is over: a destiny is fulfilled.")
    assert told[end - 1] == "Player 1 (Joris) has fulfilled their destiny: Move In."
    assert told[end + 1].startswith(
        "Chapter 2: Two Roofs. The will had a second page. Your uncle has left you his house"
    )
    assert told[end + 2] == (
        "There is no mill at the ferry any more, only four black walls. Millers do not ask player 0 (Mina) in."
    )
    assert "Player 0 (Mina) has coughed since the night of the flour." in told


def test_the_table_says_how_the_campaign_stands():
    table = won(ASH, BIRCH)
    text = SPEC.words.text(table.game, 1)
    assert text.startswith("Three Hearths, chapter 2 of 3: The Second Hearth · day 1 of 100")
    assert "So far player 0 (Ash) won The First Hearth." in text
    over = won(ASH, BIRCH, chapter=3, past=[{"winner": 1}, {}], facts=["well_won"])
    text = SPEC.words.text(over.game, 0)
    assert "the campaign is over" in text
    assert "Player 1 (Birch) won The First Hearth, nobody won The Second Hearth and player 0 (Ash) won" in text.replace(
        "\n    ", " "
    )
    assert "The three houses are still there." in text.replace("\n    ", " ")
    assert "The campaign is over: a destiny is fulfilled." in SPEC.words.events(over.game, 0)[1]


def test_the_board_marks_what_has_changed_lately():
    table = at_place("mill").do("OPTION mill_burn", "DONE")
    text = SPEC.words.text(table.game, 1)
    assert "The Mill [changed]" in text
    assert "The Fair (Brandt [new here])" in text
    plain = at_place("mill")
    assert "[" not in SPEC.words.text(plain.game, 1).partition("Destiny of")[0].partition("Numbers are")[2]
    assert (SPEC.words.draw(table.game, 1) != SPEC.words.draw(plain.game, 1)).any()


def test_the_map_of_a_game_marks_what_is_not_as_it_was(tmp_path):
    table = at_place("mill").do("OPTION mill_burn", "DONE")
    now = Now(ROOFS, table.game[0])
    pois, npcs = ({row.id: row for row in rows} for rows in (ROOFS.pois, ROOFS.npcs))
    assert now.place_mark(pois["mill"]) == "changed"
    assert now.place_mark(pois["house"]) == ""
    assert now.place_mark(pois["raft"]) == "not there"
    assert (now.at(npcs["miller"]), now.person_mark(npcs["miller"])) == ("fair", "moved")
    flood = at_place("mill", top={"ways": {"ford": False}, "places": {"fair": "lane"}, "npcs": {"miller": ""}})
    now = Now(ROOFS, flood.game[0])
    assert now.place_mark(pois["fair"]) == "moved"
    assert now.has_changed(ROOFS.ways[0])
    assert now.at(npcs["miller"]) == ""
    assert chart.draw_world(flood.game).shape[2] == 3
    assert chart.draw_world(flood.game).tobytes() != chart.draw_world(at_place("mill").game).tobytes()


def test_the_commands_know_campaigns(replay, tmp_path):
    text = run("scenario", "check", FILE)
    assert text.startswith(f"{FILE}: ok\nThree Hearths\n  3 chapters, version {HEARTHS.version}\n")
    for number, scenario in enumerate(HEARTHS.scenarios, 1):
        assert f"{number}. {scenario.link.chapter.id}: {scenario.header.title}" in text
        assert f'hash = "{scenario.link.file_hash}", to be written into the chapter' in text
    assert "facts of the world: song_sung, fire_won, well_won, cold_hearth" in text
    for file in (FILE, replay):
        out = tmp_path / "map.png"
        assert str(out) in run("scenario", "map", file, "--out", out)
        with Image.open(out) as picture:
            assert np.asarray(picture.reduce(4)).std() > 5
    assert "chapter two, hash: second.toml has changed" in run(
        "scenario", "check", build(tmp_path, {"chapter.two.hash": "0" * 12}), code=1
    )
