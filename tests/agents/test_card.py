"""The card of a checkpoint: whatever is wrong with a folder is told with the field and what to do."""

import json
import os

import numpy as np
import pytest
import safetensors.numpy

from haunted_env import registry
from haunted_env.agents import make_agent
from haunted_env.agents.card import CARD, CheckpointError, fingerprint, game_of, layout_hash, read_card, sha256
from haunted_env.engine.layout import Block, Layout
from tests.agents.made_policies import weights, write_policy
from tests.toy_game import SPEC as TOY

WEIGHTS = "player.safetensors"


@pytest.fixture
def folder(tmp_path):
    return write_policy(tmp_path / "mine", TOY, roles=("player",), players=(2, 3), temperature=0.5)


def edit(folder, change):
    """Change the document of a card; `change` takes and changes it."""
    document = json.loads((folder / CARD).read_text(encoding="utf-8"))
    change(document)
    (folder / CARD).write_text(json.dumps(document), encoding="utf-8")


def refused(folder, *reasons):
    with pytest.raises(CheckpointError) as caught:
        make_agent(str(folder), TOY)
    for reason in (str(folder), *reasons):
        assert reason in str(caught.value)


def test_what_was_written_is_read(folder):
    card = read_card(folder, TOY)
    assert (card.name, card.game, card.observation) == ("mine", "toy_game", "compact")
    assert (card.players, card.temperature, card.instead) == ((2, 3), 0.5, "random")
    assert card.roles["player"].weights == WEIGHTS
    assert card.files == {WEIGHTS: sha256(folder / WEIGHTS)}
    assert game_of(folder) == "toy_game"


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        ("colour", "red", "unknown field `colour`"),
        ("kind", "ppo", "Invalid enum value 'ppo' - at `$.kind`"),
        ("name", None, "Expected `str`, got `null` - at `$.name`"),
        ("game_version", "0", "Expected `int`, got `str` - at `$.game_version`"),
        ("temperature", "warm", "Expected `float`, got `str` - at `$.temperature`"),
        ("temperature", -1, "Expected `float` >= 0.0 - at `$.temperature`"),
        ("training", {"config": []}, "training.config: expected an object"),
        ("training", {"config": {"options": 3}}, "`options`, an object too"),
        ("players", 3, "Expected `array`, got `int` - at `$.players`"),
        ("roles", ["player"], "Expected `object`, got `array` - at `$.roles`"),
        ("roles", {"player": {"learnt_from": 1}}, "missing required field `weights` - at `$.roles[...]`"),
        (
            "roles",
            {"player": {"weights": WEIGHTS, "size": 1}},
            "unknown field `size` - at `$.roles[...]`",
        ),
    ],
)
def test_fields_that_make_no_sense(folder, field, value, reason):
    edit(folder, lambda card: card.update({field: value}))
    refused(folder, CARD, reason, "copy the whole folder again")


@pytest.mark.parametrize("field", ["name", "game", "content_hash", "observation", "action_hash", "roles"])
def test_fields_that_are_missing(folder, field):
    edit(folder, lambda card: card.pop(field))
    refused(folder, f"missing required field `{field}`", "copy the whole folder again")


@pytest.mark.parametrize("text", ["", "{", "[]", "[" * 10_000, "\ud800"])
def test_what_is_no_card_at_all(folder, text):
    (folder / CARD).write_text(text, encoding="utf-8", errors="surrogatepass")
    refused(folder, "not the card of a checkpoint", "copy the whole folder again")


@pytest.mark.parametrize("field", ["game_version", "content_hash", "observation_hash", "action_hash"])
def test_another_version_of_the_game(folder, field):
    other = 7 if field == "game_version" else "other"
    edit(folder, lambda card: card.update({field: other}))
    refused(folder, f"its {field.replace('_', ' ')} is {other!r}, here it is", "train it again")


def test_another_game_or_kind_of_observation(folder):
    edit(folder, lambda card: card.update(observation="small"))
    refused(folder, "observation='small': choose 'full' or 'compact'", "train it again")
    edit(folder, lambda card: card.update(game="chess"))
    refused(folder, "a checkpoint for chess, not for toy_game")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda card: card.update(files={}), "files: there are none"),
        (lambda card: card["files"].update({"../other": "0"}), "files: '../other' is not the name of a file"),
        (lambda card: card["files"].update(other="0"), "other is missing"),
        (lambda card: card["files"].update({"..": "0"}), ".. is missing, or no file"),
        (lambda card: card["files"].update({"x" * 5000: "0"}), "cannot be read (File name too long)"),
        (lambda card: card["files"].update({WEIGHTS: "0"}), f"{WEIGHTS} is damaged or was changed"),
        (lambda card: card["roles"]["player"].update(weights="other"), "roles.player.weights: 'other'"),
    ],
)
def test_files_that_are_not_those_of_the_card(folder, change, reason):
    edit(folder, change)
    refused(folder, reason, "copy the whole folder again")


def test_a_role_that_the_game_does_not_have(folder):
    edit(folder, lambda card: card["roles"].update(wizard=card["roles"]["player"]))
    refused(folder, "toy_game has no role 'wizard', only none, player")


def test_missing_and_damaged_files(folder, tmp_path):
    refused(tmp_path / "nowhere", "no checkpoint folder", "give the folder")
    refused(tmp_path / "pickled.zip", "is a pickle, which may run any code", "MaskablePPO.load")
    data = bytearray((folder / WEIGHTS).read_bytes())
    data[-1] ^= 1
    (folder / WEIGHTS).write_bytes(data)
    refused(folder, f"{WEIGHTS} is damaged or was changed", "copy the whole folder again")
    (folder / WEIGHTS).unlink()
    refused(folder, f"{WEIGHTS} is missing", "copy the whole folder again")
    (folder / CARD).unlink()
    refused(folder, f"it has no {CARD}", "copy the whole folder again")


def rewritten(folder, data):
    """The weights replaced, and the card made to agree."""
    (folder / WEIGHTS).write_bytes(data)
    edit(folder, lambda card: card["files"].update({WEIGHTS: sha256(folder / WEIGHTS)}))


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda arrays: arrays.pop("scale"), "not the weights of a policy for toy_game (scale is missing)"),
        (lambda arrays: arrays.pop("action.bias"), "action.bias is missing"),
        (lambda arrays: arrays.update({"trunk.0.bias": arrays["scale"]}), "trunk.0: weight (12, 21) and bias (21,)"),
        (
            lambda arrays: arrays.update({"trunk.1.weight": arrays["value.0.weight"][:8]}),
            "trunk.1: a layer of 8 inputs",
        ),
        (lambda arrays: arrays.update(weights(TOY, "full", 0)), f"a network from {TOY.observation.size} to"),
        (lambda arrays: arrays.update(scale=np.ones((), np.float32)), "scale: an array of shape ()"),
        (lambda arrays: arrays.update(scale=np.ones((21, 1), np.float32)), "scale: an array of shape (21, 1)"),
        (lambda arrays: arrays.update({"action.weight": np.ones((), np.float32)}), "action: weight ()"),
        (lambda arrays: resized(arrays, "value.1", 0), "value.1: 0 outputs, expected 1"),
        (lambda arrays: resized(arrays, "value.1", 2), "value.1: 2 outputs, expected 1"),
        (lambda arrays: spoilt(arrays, "trunk.0.weight", np.nan), "trunk.0.weight holds numbers that are not finite"),
        (lambda arrays: spoilt(arrays, "value.1.bias", -np.inf), "value.1.bias holds numbers that are not finite"),
        (lambda arrays: arrays.update(scale=np.full(21, 1e300)), "scale holds numbers that are not finite"),
        (
            lambda arrays: spoilt(arrays, "action.bias", 1e30),
            "action.bias holds numbers that are not finite, or far too",
        ),
        (
            lambda arrays: arrays.update(scale=np.ones(21, np.int64)),
            "scale holds int64, expected floating-point numbers",
        ),
        (lambda arrays: arrays.update(scale=np.ones(21, bool)), "scale holds bool, expected floating-point numbers"),
    ],
)
def test_weights_that_do_not_fit(folder, change, reason):
    arrays = weights(TOY, "compact", 0)
    change(arrays)
    rewritten(folder, safetensors.numpy.save(arrays))
    refused(folder, WEIGHTS, reason, "train it again")


def resized(arrays, layer, outputs):
    weight = arrays[f"{layer}.weight"]
    arrays[f"{layer}.weight"] = np.ones((outputs, weight.shape[1]), np.float32)
    arrays[f"{layer}.bias"] = np.ones(outputs, np.float32)


def spoilt(arrays, name, number):
    arrays[name].flat[-1] = number


def test_a_probe_that_does_not_fit(tmp_path):
    spec = registry.spec("haunted_destinies")
    folder = write_policy(tmp_path, spec, roles=spec.roles[:1], n_beliefs=2)
    with pytest.raises(CheckpointError, match="a probe of 2 outcomes, expected 6"):
        make_agent(str(folder), spec)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
@pytest.mark.parametrize("name", [CARD, WEIGHTS])
def test_what_would_never_end_is_not_read(folder, name):
    (folder / name).unlink()
    os.mkfifo(folder / name)
    refused(folder, "copy the whole folder again")


def test_a_card_that_names_itself(folder):
    edit(folder, lambda card: card.update(instead=str(folder)))
    refused(folder, "names itself", "say instead=... yourself")
    assert make_agent(f"{folder}:instead=random", TOY).networks
    edit(folder, lambda card: card.update(instead=f"{folder}:instead={folder}"))
    refused(folder, "names itself")


def test_cards_that_name_each_other(folder, tmp_path):
    other = write_policy(tmp_path / "other", TOY, roles=("player",), instead=str(folder))
    assert make_agent(str(other), TOY).instead.networks  # once is what `instead` is for
    assert make_agent(f"{other}:instead={other}:instead=random", TOY).instead.networks
    edit(folder, lambda card: card.update(instead=str(other)))
    refused(folder, "names itself", str(other))


def test_names_within_names_have_a_limit(folder):
    edit(folder, lambda card: card.update(instead=f"{folder}:instead=" * 12 + "random"))
    refused(folder, "names another one more than 8 times")
    edit(folder, lambda card: card.update(instead=f"{folder}:instead=" * 5000 + "random"))
    refused(folder, "characters are too many for a name")
    edit(folder, lambda card: card.update(instead="x/" + "y" * 300))
    with pytest.raises(CheckpointError, match="no checkpoint folder"):
        make_agent(str(folder), TOY)
    edit(folder, lambda card: card.update(instead="nobody"))
    refused(folder, "instead: unknown agent 'nobody'")


def test_weights_that_are_none(folder):
    rewritten(folder, b"nonsense")
    refused(folder, WEIGHTS, "is not a safetensors file", "train it again")


def test_layouts_are_told_apart_by_their_blocks_and_not_by_what_explains_them():
    layout = Layout(Block("A", 2, "a thing"), Block("B", 3, seats=True))
    assert layout_hash(layout) == layout_hash(Layout(Block("A", 2, "another"), Block("B", 3, seats=True)))
    others = [
        Layout(Block("B", 3, seats=True), Block("A", 2)),
        Layout(Block("A", 3), Block("B", 2, seats=True)),
        Layout(Block("A", 2), Block("C", 3, seats=True)),
        Layout(Block("A", 2), Block("B", 3)),
    ]
    assert layout_hash(layout) not in map(layout_hash, others)
    assert layout_hash(layout, version=1) != layout_hash(layout)


def test_the_kinds_of_observations_have_fingerprints_of_their_own():
    full, compact = fingerprint(TOY, "full"), fingerprint(TOY, "compact")
    assert full["observation_hash"] != compact["observation_hash"]
    assert {**full, "observation_hash": ""} == {**compact, "observation_hash": ""}
