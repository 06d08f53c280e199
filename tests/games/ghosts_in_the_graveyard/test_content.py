"""The content file: what is refused, and that errors name the row."""

import copy
import tomllib
from pathlib import Path

import pytest

from haunted_env.games import ghosts_in_the_graveyard
from haunted_env.games.ghosts_in_the_graveyard.content import build, load
from haunted_env.spec.content import ContentError

FILE = Path(ghosts_in_the_graveyard.__file__).with_name("content.toml")
DOCUMENT = tomllib.loads(FILE.read_text(encoding="utf-8"))


def changed(index=None, **fields):
    """The content with one flashlight changed; a field None is left out."""
    document = copy.deepcopy(DOCUMENT)
    row = document["flashlight"][index]
    row.update(fields)
    for name in [name for name, value in row.items() if value is None]:
        del row[name]
    return document


def test_the_file_of_the_game_loads():
    flashlights, digest = load(FILE)
    assert [light.id for light in flashlights] == ["lantern", "headlamp", "torch", "twin_beam", "flicker", "crook"]
    assert len(digest) == 64


@pytest.mark.clause("GG-LIGHT-1", "GG-LIGHT-2")
@pytest.mark.parametrize(
    ("document", "where", "problem"),
    [
        (changed(2, name=None), "flashlight[2]", "missing name"),
        (changed(2, colour="red"), "flashlight[2]", 'field "colour"'),
        (changed(1, id="Head Lamp"), "flashlight[1]: id", "small letters"),
        (changed(1, name=""), "flashlight[1] headlamp: name", "words in quotes"),
        (changed(0, picture="###"), "flashlight[0] lantern: picture", "list of lines"),
        (changed(0, picture=["###", "##"]), "flashlight[0] lantern: picture", "equal length"),
        (changed(0, picture=["###", "##x"]), "flashlight[0] lantern: picture", '"#" and "."'),
        (changed(0, picture=["###", "#.."]), "flashlight[0] lantern: picture", "6 open squares"),
        (changed(0, picture=[".###", ".###"]), "flashlight[0] lantern: picture", "leave them out"),
        (changed(5, picture=["##", "##", "##"]), "flashlight[5] crook: picture", "same shape as flashlight[1]"),
        (changed(5, id="torch"), "flashlight[5]: id", "taken by flashlight[2]"),
        (
            changed(5, picture=["#....#", "......", "......", "......", "......", "#.##.#"]),
            "flashlight[5] crook",
            "GG-PLACE-6",
        ),
        (DOCUMENT | {"flashlight": DOCUMENT["flashlight"][:5]}, "flashlight", "found 5"),
        (DOCUMENT | {"flashlight": 3}, "flashlight", "found 3"),
        (DOCUMENT | {"flashlight": [1, *DOCUMENT["flashlight"][1:]]}, "flashlight[0]", "table"),
        (DOCUMENT | {"meta": {"game": "chess"}}, "meta: game", "chess"),
        (DOCUMENT | {"meta": 1}, "meta", "table"),
        (DOCUMENT | {"meta": {"flashlights": 6}}, "meta", "flashlights"),
        (DOCUMENT | {"tiles": []}, "content", "tiles"),
    ],
)
def test_what_cannot_be_is_refused(document, where, problem):
    with pytest.raises(ContentError) as error:
        build(document)
    assert str(error.value).startswith(f"{where}: ")
    assert problem in str(error.value)


@pytest.mark.clause("GG-PLACE-6")
def test_a_new_shape_is_a_new_row_of_the_file():
    crook = build(changed(5, id="beam", name="Beam", picture=["######"]))[5]
    assert crook.rotated(1) == tuple((i, 0) for i in range(6))


def test_a_file_that_cannot_be_read_is_named(tmp_path):
    with pytest.raises(ContentError, match="cannot be read"):
        load(tmp_path / "none.toml")
    broken = tmp_path / "broken.toml"
    broken.write_text("[[flashlight]", encoding="utf-8")
    with pytest.raises(ContentError, match="not valid TOML"):
        load(broken)
