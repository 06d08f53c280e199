"""Generated worlds by name and key, and the pools to train on and to test with."""

import numpy as np
import pytest

from haunted_env import registry
from haunted_env.games.destinies.generator import SIZES
from haunted_env.games.destinies.generator import worlds as generated
from haunted_env.games.destinies.scenario import library
from haunted_env.games.destinies.scenario.faults import ScenarioError

SPEC = registry.spec("destinies")
SEEDS = np.arange(200_000)


def options(scenario, **others):
    return SPEC.new_game(SPEC.check_options({"scenario": scenario, **others}))


@pytest.mark.clause("DS-GEN-5")
def test_a_key_says_which_world_it_is():
    keys = set()
    for size in SIZES:
        for seed in (0, 7, 1_000_000, 2**32 - 1):
            world = generated.world(seed, size)
            assert generated.world_of(world.key) == world
            assert library.name_by_key(world.key) == f"generated:{seed}:{size}"
            keys.add(world.key)
    assert len(keys) == 12
    assert all(2**60 <= key < 2**63 for key in keys)
    assert all(generated.world_of(library.find(name).key) is None for name in library.shipped())


@pytest.mark.clause("DS-GEN-5")
def test_a_world_is_made_again_from_its_key_alone():
    game = options("generated:31:small")
    key = int(game["table"]["data_key"][0])
    arrays, title = library.arrays_by_key(key).tobytes(), library.known(key).header.title
    generated.packed.cache_clear()
    generated.scenario_of.cache_clear()
    assert library.arrays_by_key(key).tobytes() == arrays
    assert library.known(key).header.title == title
    assert int(library.arrays_by_key(key)["key"][0]) == key


@pytest.mark.clause("DS-GEN-5")
def test_worlds_of_another_version_are_refused(monkeypatch):
    key = generated.world(7).key
    monkeypatch.setattr(generated, "VERSION", generated.VERSION + 1)
    with pytest.raises(ScenarioError, match="made by version 1 of the generator, this is version 2"):
        library.known(key)


@pytest.mark.clause("DS-GEN-5")
def test_medium_unless_said_otherwise():
    assert generated.named("generated:7") == generated.named("generated:7:medium")
    assert generated.named("generated:train") == generated.named("generated:train:medium")


@pytest.mark.clause("DS-GEN-6")
@pytest.mark.parametrize("size", SIZES)
def test_pools_have_no_world_in_common_and_all_their_worlds_come_up(size):
    keys = {}
    for name, (first, n) in generated.POOLS.items():
        pool = generated.named(f"generated:{name}:{size}")
        found = pool.of(SEEDS)
        keys[name] = set(found.tolist())
        assert keys[name] == {generated.world(seed, size).key for seed in range(first, first + n)}
        assert all(pool.has(key) for key in keys[name])
        share = np.bincount(found - found.min(), minlength=n) / len(SEEDS)
        assert share.max() < 3 / n  # no world much more often than others
    assert not keys["train"] & keys["test"]
    assert not any(generated.named(f"generated:test:{size}").has(key) for key in keys["train"])


@pytest.mark.clause("DS-GEN-6")
def test_a_part_of_a_pool():
    few, all_of_them = generated.named("generated:train:small:20"), generated.named("generated:train:small")
    found = set(few.of(SEEDS).tolist())
    assert len(found) == 20
    assert all(all_of_them.has(key) for key in found)
    assert not few.has(generated.world(1_000_020, "small").key)


@pytest.mark.clause("DS-GEN-6")
def test_pools_beside_other_scenarios():
    worlds = library.worlds("hallow_pass+generated:test:small")
    found = worlds.of(np.arange(1000))
    assert (found[::2] == library.find("hallow_pass").key).all()
    assert all(worlds.has(key) for key in found.tolist())
    assert worlds.varies
    assert worlds.keys == ()
    assert library.worlds("hallow_pass+generated:7").keys == (found[0], generated.world(7).key)
    assert worlds.key != library.worlds("hallow_pass+generated:train:small").key


@pytest.mark.clause("DS-GEN-8")
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("generated", "which world is meant"),
        ("generated:", "which world is meant"),
        ("generated:x", "'x' is neither the seed of a world nor a pool"),
        ("generated:-1", "'-1' is neither the seed"),
        ("generated:7:tiny", "there is no size 'tiny', only small, medium, large"),
        ("generated:train:", "there is no size ''"),
        ("generated:4294967296", "seeds of worlds go from 0 to 4294967295"),
        (f"generated:{'9' * 5000}", "seeds of worlds go from 0"),
        ("generated:7:small:3", "'3' at the end is too much"),
        ("generated:test:small:1001", "how many worlds, from 1 to 1000, not '1001'"),
        ("generated:train:small:0", "how many worlds, from 1 to 10000, not '0'"),
        ("generated:train:small:9:9", "not '9:9'"),
        ("hallow_pass+generated:y", "'y' is neither"),
    ],
)
def test_names_that_are_none(name, said):
    with pytest.raises(ValueError, match=said) as raised:
        options(name)
    assert "generated:SEED" in str(raised.value)


@pytest.mark.clause("DS-GEN-8")
def test_what_does_not_go_together():
    for scenario, others, said in (
        ("generated:train:small+generated:train:small", {}, "a scenario is named twice"),
        ("generated:7+generated:7:medium", {}, "a scenario is named twice"),
        ("generated:train", {"assign": "fixed", "characters": ["a", "b", "c"]}, "needs one scenario"),
    ):
        with pytest.raises(ValueError, match=said):
            options(scenario, **others)
    with pytest.raises(ScenarioError, match="a pool of 1000 worlds; name one by its seed"):
        library.find("generated:test")
