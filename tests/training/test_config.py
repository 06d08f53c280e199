"""Settings: what is wrong is named, and they survive being written down."""

import math

import pytest

from training import config as configs
from training.config import PRESETS, Config, preset


@pytest.mark.parametrize("name", PRESETS)
def test_presets_survive_json(name):
    config = preset(name)
    assert Config.from_dict(config.to_dict()) == config


def test_without_habits_the_long_presets_play_instead():
    plain, habitual = preset("standard", habits=0), preset("standard")
    assert plain.total > 0 == plain.habits and habitual.total == 0 < habitual.habits
    assert preset("standard", habits=0, habits_from=("somewhere",)).imitate == habitual.imitate


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"opponents": {"self": 0.5, "mixed": 0.5}}, "mixed games need agents"),
        ({"total": -1}, "total=-1: expected a whole number of at least 0"),
        ({"gamma": 1.5}, "gamma=1.5: expected a number from 0 to 1"),
        ({"players": (4, "5")}, "players=.*expected several of a whole number"),
        ({"games": True}, "games=True: expected a whole number"),
        ({"opponents": {}}, "opponents={}: expected names with weights"),
        ({"opponents": {"self": 0.0}}, "not all 0"),
        ({"opponents": {"self": "much"}}, "opponents=.*expected a number"),
        ({"gamma": math.nan}, "gamma=nan: expected finite numbers"),
        ({"temperature": math.inf}, "temperature=inf: expected finite numbers"),
        ({"opponents": {"self": math.nan}}, "opponents=.*expected finite numbers"),
    ],
)
def test_broken_settings_are_named(changes, reason):
    with pytest.raises(ValueError, match=reason):
        preset("quick", **changes)


def test_unknown_names_are_refused():
    with pytest.raises(ValueError, match="unknown preset 'huge'; there are: quick, standard, full"):
        preset("huge")
    with pytest.raises(ValueError, match="unknown setting 'colour'"):
        Config.from_dict({"colour": 1})
    with pytest.raises(ValueError, match="expected an object"):
        Config.from_dict([])


def read(*words, **experiment):
    return configs.from_arguments(configs.parser("", **experiment).parse_args(words))


def test_the_command_line_sets_everything_in_its_type():
    config = read("--players", "3,4", "--total", "2e6", "--opponents", '{"self": 1}', "--insight", "false")
    assert (config.players, config.total, config.opponents, config.insight) == ((3, 4), 2_000_000, {"self": 1}, False)
    assert read("--learn", "ghost").learn == ("ghost",)


def test_an_experiments_own_settings_give_way_to_the_command_line():
    assert read(learn=("ghost",)).learn == ("ghost",)
    assert read("--learn", "opener", learn=("ghost",)).learn == ("opener",)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("--total", "many"), "--total 'many': expected a whole number"),
        (("--opponents", "{"), "--opponents '{': expected an object in JSON"),
        (("--players", "four"), "--players 'four': expected values separated by commas"),
        (("--insight", "perhaps"), "--insight 'perhaps': expected true or false"),
    ],
)
def test_words_that_do_not_fit_are_refused(words, reason):
    with pytest.raises(ValueError, match=reason):
        read(*words)
