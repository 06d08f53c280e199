"""Which scenario a game is played in: the key in its record (`data_key`), from the hash of the scenario's file."""

from haunted_env.games.destinies.scenario import library
from tests.games.destinies.table import variant


def test_another_rule_is_another_scenario(tmp_path):
    shipped = library.find(library.DEFAULT)
    other = library.find(variant(tmp_path, ("challenger_days = ", "challenger_days = 1")))
    assert other.key != shipped.key and other.header.challenger_days != shipped.header.challenger_days


def test_another_wording_is_another_scenario_too(tmp_path):
    """The words of a game are looked up by its key, so two wordings of the same rules need two keys."""
    shipped = library.find(library.DEFAULT)
    other = library.find(variant(tmp_path, (f'title = "{shipped.header.title}"', 'title = "The Longer Ebb"')))
    assert other.key != shipped.key
    assert (library.known(shipped.key).header.title, library.known(other.key).header.title) == (
        shipped.header.title,
        "The Longer Ebb",
    )
