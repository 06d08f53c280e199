"""Fuzzing scenario files: whatever is damaged is refused with a message, or can be played."""

import copy
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from haunted_env.games.destinies.scenario import ScenarioError, library, load
from tests.games.destinies.made import QUICK, played_on, toml
from tests.mutation import mutate

QUICK_FILE = Path(__file__).parent / "quick.toml"
FILES = [QUICK_FILE, *(library.FOLDER / f"{name}.toml" for name in library.shipped())]
ONE_FOLDER = [HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
KEYS = st.sampled_from(["id", "slot", "when", "effects", "cost", "limit", "need", "host", "text", "ö"])
JUNK = st.one_of(
    st.integers(-3, 40),
    st.integers(),
    st.booleans(),
    st.floats(),
    st.text(max_size=5),
    st.sampled_from(
        ["hearth", "poi:well", "npc:keeper", "stage:fin_fire.1", "world", "test", "trade", "S", "grim", ""]
    ),
    st.sampled_from(["xp 127", "coins -127", "skill any -9", "all marker int", "advance 4", "resolve -1", "hint B 3"]),
    st.sampled_from(["npc keeper well", "poi_off well", "flag f", "vflag v", "end_visit", "rest item ember", "hop 1"]),
    st.sampled_from(["total any -20", "succ_turn 20", "range 20", "travel", "peek", "!cat:Fire", "virtue<-1", "day>1"]),
    st.lists(st.sampled_from(["pflag name", "pflag:name", "xp 1", "ember", 3, "x"]), max_size=5),
    st.dictionaries(KEYS, st.sampled_from([1, "x", []]), max_size=3),
)


def written(document: dict[str, Any], path: Path) -> Path:
    path.write_text("".join(f"{key} = {toml(value)}\n" for key, value in document.items()), encoding="utf-8")
    return path


def refused_or_played(path: Path) -> str:
    """Its message, or "" after some decisions of random players; every other exception fails the test."""
    try:
        played_on(path)
    except ScenarioError as error:
        assert all(error.faults) and error.faults
        assert str(error).startswith(f"{path}: ")
        return str(error)
    return ""


@pytest.mark.clause("DS-DATA-1")
def test_the_writer_of_this_test_changes_nothing(tmp_path):
    assert refused_or_played(written(QUICK, tmp_path / "quick.toml")) == ""


@pytest.mark.clause("DS-DATA-1")
@settings(max_examples=300, suppress_health_check=ONE_FOLDER)
@given(data=st.data())
def test_a_mutated_scenario_is_refused_with_a_message_or_can_be_played(tmp_path, data):
    document = copy.deepcopy(QUICK)
    for _ in range(data.draw(st.integers(1, 3))):
        mutate(document, data, JUNK, KEYS)
    refused_or_played(written(document, tmp_path / "damaged.toml"))


@pytest.mark.clause("DS-DATA-1")
@settings(max_examples=60, suppress_health_check=ONE_FOLDER)
@given(st.sampled_from(FILES), st.floats(0, 1), st.integers(0, 30), st.binary(max_size=6))
def test_a_file_with_damaged_bytes_is_refused_with_a_message_or_can_be_played(tmp_path, file, start, removed, inserted):
    content = file.read_bytes()
    cut = int(start * len(content))
    path = tmp_path / "damaged.toml"
    path.write_bytes(content[:cut] + inserted + content[cut + removed :])
    refused_or_played(path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_what_would_never_end_is_not_read(tmp_path):
    """A replay may name the path."""
    os.mkfifo(tmp_path / "pipe.toml")
    with pytest.raises(ScenarioError, match=r"pipe\.toml: cannot be read \(not a file\)"):
        load(tmp_path / "pipe.toml")
