"""No game changes its behaviour or its observations without a new version."""

import pytest

from haunted_env.engine.jit import COMPILED
from haunted_env.play.signature import drawn_options, observed, signature
from haunted_env.registry import GAMES, spec
from tests.signature import features, kept


@pytest.mark.skipif(not COMPILED, reason="thousands of games take too long uncompiled")
@pytest.mark.parametrize("name", GAMES)
def test_behaviour_changes_with_the_version_only(name):
    remedy = f"raise the game's version and write it anew (python -m tests.signature {name})"
    assert kept(name)["version"] == spec(name).version, f"a new version: {remedy}"
    assert kept(name)["signature"] == signature(spec(name)), f"behaviour changed: {remedy}"


@pytest.mark.skipif(not COMPILED, reason="thousands of observations take too long uncompiled")
@pytest.mark.parametrize("name", GAMES)
def test_observations_change_with_the_version_only(name):
    anew = f"and write it anew (python -m tests.signature {name})"
    known, found = kept(name), observed(spec(name))
    assert known["features"] == features(name), f"a new version of the features: {anew[4:]}"
    assert known["full"] == found["full"], f"full observations changed: raise the game's version {anew}"
    assert known.get("compact") == found.get("compact"), f"compact ones changed: raise `Features.version` {anew}"


@pytest.mark.parametrize("name", GAMES)
def test_threads_do_not_matter(name):
    one, two, three = (signature(spec(name), games=7, settings=1, threads=threads) for threads in (1, 2, 3))
    assert one == two == three


@pytest.mark.parametrize("name", GAMES)
def test_games_and_settings_matter(name):
    found = {signature(spec(name), games=games, settings=settings) for games, settings in ((3, 1), (4, 1), (3, 2))}
    assert len(found) == 3


@pytest.mark.parametrize("name", GAMES)
def test_all_numbers_of_players_and_most_options_are_tried(name):
    settings = list(drawn_options(spec(name), 4))
    low, high = spec(name).players
    assert {options["players"] for options in settings} == set(range(low, high + 1))
    tried = {option: {repr(one[option]) for one in settings if option in one} for option in settings[1]}
    assert all(len(values) > 1 for option, values in tried.items())
