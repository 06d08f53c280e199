"""Generated worlds as chapters of a campaign (DS-CAMP-1)."""

import numpy as np
import pytest

from haunted_env.agents import make_agent
from haunted_env.cli.session import Session
from haunted_env.games.destinies import SPEC
from haunted_env.games.destinies.campaign import library
from haunted_env.games.destinies.generator import worlds as generated
from haunted_env.games.destinies.scenario import ScenarioError
from haunted_env.games.destinies.scenario.library import arrays_by_key
from haunted_env.play import replay as replays
from haunted_env.play.stack import Stack
from tests.games.destinies.made import written

SEEDS = (7, 8)


def campaign(path, *worlds: str) -> str:
    """The path of a campaign of worlds, after each of which nobody may have come home."""
    rows = [{"id": f"year_{n}", "scenario": name, "nobody": "alone"} for n, name in enumerate(worlds)]
    heading = {"format": 1, "id": "years", "title": "Years", "intro": "One year after the other.", "virtue": "half"}
    epilogue = [{"when": ["flag:alone"], "text": "Nobody came home."}, {"when": [], "text": "All came home."}]
    return written(path / "years.toml", {"campaign": heading, "chapter": rows, "epilogue": epilogue})


@pytest.fixture
def years(tmp_path) -> str:
    return campaign(tmp_path, *(f"generated:{seed}:small" for seed in SEEDS))


@pytest.mark.clause("DS-CAMP-1", "DS-GEN-5")
def test_a_chapter_is_the_world_of_its_seed_with_a_place_in_the_campaign(years):
    for seed, chapter in zip(SEEDS, library.find(years).scenarios, strict=True):
        world = generated.world(seed, "small")
        alone, here = generated.arrays_of(world)[0], arrays_by_key(chapter.key)[0]
        assert generated.world_of(chapter.key) is None
        assert chapter.key != world.key
        for name in set(alone.dtype.names) - {"key", "link", "effect"}:
            assert np.array_equal(alone[name], here[name]), name


@pytest.mark.clause("DS-CAMP-1", "DS-CAMP-10")
def test_a_replay_of_one_is_true_and_is_told(years):
    options = SPEC.check_options({"campaign": years, "players": 2, "max_days": 4})
    session = Session(SPEC, options, 3)
    session.play([make_agent("random", SPEC)], [0, 0])
    replay = replays.seal(SPEC, session.replay())
    replays.verify(SPEC, replay)
    assert [chapter["number"] for chapter in replay.result["chapters"]] == [1, 2]
    story = SPEC.words.story(replays.simulate(SPEC, replay))
    assert all(generated.scenario_of(generated.world(seed, "small")).header.title in story for seed in SEEDS)
    assert "Nobody came home." in story


@pytest.mark.clause("DS-CAMP-1")
@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("generated:train", "chapter year_1, scenario: scenario 'generated:train': a pool of 10000 worlds; name one"),
        ("generated:9:huge", "chapter year_1, scenario: scenario 'generated:9:huge': there is no size 'huge'"),
    ],
)
def test_a_chapter_is_one_world(name, told, tmp_path):
    with pytest.raises(ScenarioError, match=r"years\.toml") as error:
        library.find(campaign(tmp_path, "generated:7:small", name))
    assert error.value.faults[0].startswith(told)


@pytest.mark.clause("DS-CAMP-10")
def test_a_stack_holds_all_chapters_beside_generated_worlds(years):
    chapters = [scenario.key for scenario in library.find(years).scenarios]
    world = generated.world(9, "small").key
    stack = Stack(arrays_by_key, [world], library.following)
    stack.need(chapters[:1], set)
    assert stack.held == set(chapters)  # the other was in no use
    stack.need([world], lambda: set(chapters[:1]))
    assert stack.held == {*chapters, world}
    assert set(stack.data["key"].tolist()) - {0} == stack.held
