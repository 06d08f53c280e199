"""Data that a game reads but does not compile in: it reaches every function, and other games do not notice."""

import inspect

from haunted_env.engine import entries
from haunted_env.engine.jit import source_hash


def helper(game, mask):
    return legal(game, mask)  # noqa: F821


def outer(games, mask):
    return helper(games, mask) + len(mask)


def test_data_is_handed_on_to_those_that_take_it():
    takers = {"legal"}
    inner = entries.with_data(helper, takers)
    assert list(inspect.signature(inner).parameters) == ["game", "mask", "data"]
    assert takers == {"legal", "helper"}
    whole = entries.bind(entries.with_data(outer, takers), {
        "helper": entries.bind(inner, {"legal": lambda game, mask, data: data}),
    })  # fmt: skip
    assert whole(0, "mask", 7) == 11


def test_a_function_that_calls_none_of_them_stays_as_it_is():
    takers = {"legal"}
    assert entries.with_data(entries.choose_random, takers) is entries.choose_random
    assert takers == {"legal"}


def test_scenarios_are_no_part_of_the_compiled_code(tmp_path):
    (tmp_path / "rules.py").write_text("a = 1")
    before = source_hash(tmp_path)
    for folder in ("scenario", "scenarios", "words", "position"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "some.toml").write_text("a = 1")
        (tmp_path / folder / "some.py").write_text("a = 1")
    assert source_hash(tmp_path) == before
    (tmp_path / "content.toml").write_text("a = 1")
    assert source_hash(tmp_path) != before
