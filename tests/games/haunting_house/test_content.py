"""The content file: read, and refused where it is wrong, with the row named."""

import copy
import tomllib
from pathlib import Path

import pytest

from haunted_env.games.haunting_house import SPEC, content
from haunted_env.spec.content import ContentError

FILE = Path(content.__file__).with_name("content.toml")
DOCUMENT = tomllib.loads(FILE.read_text(encoding="utf-8"))


def changed(change):
    document = copy.deepcopy(DOCUMENT)
    document.pop("meta")
    change(document)
    return document


def test_the_file_is_read_and_hashed():
    found, digest = content.load(FILE)
    assert len(found.cards) == 10
    assert digest == SPEC.content_hash
    assert content.build(changed(lambda d: None)) == found  # [meta] may be left out


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda d: d.pop("tile"), "content: missing tile"),
        (lambda d: d.update(cards=[]), 'content: unknown or misplaced field "cards"'),
        (lambda d: d.update(card=[]), r"card: expected one or more \[\[card\]\] rows"),
        (lambda d: d["tile"].__setitem__(0, 3), r"tile\[0\]: expected a table of fields"),
        (lambda d: d["tile"][0].update(first=2), r"tile\[0\] cross: first: expected 1, not 2"),
        (lambda d: d["tile"][1].update(first=8), r"tile\[1\] T-junction: first: expected 7, not 8"),
        (lambda d: d["tile"][2].update(last=20), r"tile\[2\] straight: last: expected at least 21"),
        (lambda d: d["tile"].pop(), "tile: expected 36 tiles"),
        (lambda d: d["tile"][0].update(trap_doors=[9]), r"tile\[0\] cross: trap_doors: 9 is not one of"),
        (lambda d: d["tile"][0].update(trap_doors=[5, 5]), "a tile is listed twice"),
        (lambda d: d["tile"][0].update(trap_doors=5), "expected a list of tile numbers"),
        (lambda d: d["tile"][1].update(trap_doors=[]), r"more trap doors than the 6 pawns \(HH-TILE-3\), found 5"),
        (lambda d: d["tile"][0].update(openings=["N", "X"]), 'unknown side "X"'),
        (lambda d: d["tile"][0].update(openings=[]), "expected a list with at least one side"),
        (lambda d: d["tile"][0].update(kind=""), r"tile\[0\] : kind: expected words"),
        (lambda d: d["card"][3].update(effect="fly"), r'card\[3\] secret_passage: effect: unknown effect "fly"'),
        (lambda d: d["card"][0].pop("n"), r"card\[0\] move_1: n: needed by the effects move and rotate"),
        (lambda d: d["card"][2].update(n=1), r"card\[2\] switch_places: n: needed by"),
        (lambda d: d["card"][1].update(n=3), r"card\[1\] move_2: n: expected a whole number 1..2"),
        (lambda d: d["card"][1].update(id="move_1"), r"card\[1\] move_1: id: is taken by card\[0\]"),
        (lambda d: d["card"][0].update(starred=True), r"card\[1\] move_2: starred: ordinary cards come first"),
        (lambda d: d["card"][0].update(starred=1), "expected true or false"),
        (lambda d: d.update(card=d["card"][5:]), "expected at least 4 ordinary"),
        (lambda d: d.update(meta={"tiles": 36}), 'meta: unknown or misplaced field "tiles"'),
        (lambda d: d.update(meta={"game": "chess"}), "meta: game: expected"),
        (lambda d: d.update(meta=3), r"meta: expected a \[meta\] table"),
    ],
)
def test_wrong_content_is_refused_with_its_row(change, message):
    with pytest.raises(ContentError, match=message):
        content.build(changed(change))


def test_a_file_that_is_none(tmp_path):
    with pytest.raises(ContentError, match="cannot be read"):
        content.load(tmp_path / "missing.toml")
    bad = tmp_path / "bad.toml"
    bad.write_text("[[tile]\n")
    with pytest.raises(ContentError, match="not valid TOML"):
        content.load(bad)
