"""What a scenario that changes must be (DS-DATA-16 to DS-DATA-21): everything else is told, all at once."""

import pytest

from haunted_env.games.destinies.scenario import ScenarioError, load
from tests.games.destinies.made import GONE, changed, faults, interaction, written
from tests.games.destinies.two_roofs import DOCUMENT

MORE = "option.+"
EVENT = "event.ev_smoke.effects"
WAY = {"id": "gate", "a": "home", "b": "field", "open": True}
BARN = {"id": "barn", "slot": 2, "name": "Barn", "x": 5, "y": 5, "explored": False, "on_explore": []}
CELLAR = {**BARN, "id": "cellar", "x": 0, "y": 1}
HINT = {"id": "ash", "text": "Something burns."}
STEPS = [f"destiny.{d}.path.{p}.step.{n}" for d, p, n in (("ashen", "A", 0), ("ashen", "B", 1), ("birchen", "A", 2))]
STEPS.append("destiny.birchen.path.B.step.1")

SOUND = [
    {"way": [WAY]},
    {"way": [{**WAY, "a": "cellar"}], "tile.+": CELLAR},
    {"way": [{**WAY, "a": "home", "b": "barn", "open": False}], "tile.+": BARN, EVENT: ["way_on gate"]},
    {"poi.well.looks": [{"token": "wreck", "text": "Dry."}], EVENT: ["poi_look well 1", "poi_look well 0"]},
    {"npc.keeper.says": [{"text": "You!", "when": ["other:name", "!poi:well", "day>=2"]}]},
    {"hint": [HINT], **{f"{step}.aloud": "ash" for step in STEPS}},
    {"destiny.ashen.path.A.step.0.need": ["pflag:name", "pflag:oath"], "destiny.ashen.path.A.step.0.least": 1},
    {"destiny.ashen.path.A.step.1.after": ["ashen_a1"], "destiny.ashen.path.A.enough": 2},
    {"item.ember.always": "cost_skill any refresh 2"},
    {"item.ember.always": "on_fail coins 1"},
    {EVENT: ["poi_at well home", "npc_off keeper"]},
    {"option.remember.when": ["anyone:other"], MORE: interaction(effects=["pflag other"])},
]
UNSOUND = [
    ({"way": [{**WAY, "b": "home"}]}, "way gate: leads from home to itself (DS-DATA-16)"),
    ({"way": [WAY, {**WAY, "id": "arch", "a": "field", "b": "home"}]}, "way arch: joins the tiles that way gate joins"),
    ({"way": [{**WAY, "a": "moor"}]}, 'way gate: tile "moor" does not exist (DS-DATA-1)'),
    ({"way": [{**WAY, "open": False}]}, "way gate: is closed, and nothing opens it"),
    (
        {"way": [WAY], EVENT: ["way_off gate"]},
        "tile field: cannot be reached from home over neighbouring tiles and ways",
    ),
    ({"way": [WAY], EVENT: ["way_off gate", "way_on gate"]}, "tile field: cannot be reached from home"),
    ({"tile.+": BARN}, "tile barn: cannot be reached from home over neighbouring tiles"),
    ({"way": [{**WAY, "open": False}], EVENT: ["way_on gate"]}, "finale fin_well, poi: well is not within reach"),
    ({"way": [WAY, WAY]}, "way gate: the id appears twice"),
    ({EVENT: ["way_off gate"]}, 'way "gate" does not exist (DS-DATA-1)'),
    ({EVENT: ["poi_look well 1"]}, '"poi_look well 1": has 0 looks, none of number 1 (DS-DATA-17)'),
    ({EVENT: ["poi_look well -1"]}, "expected a whole number 0..127"),
    ({"poi.well.looks": [{"token": "a", "text": "b"}] * 4}, "poi well, looks: 4 of them, at most 3 (DS-COMP-11)"),
    ({"npc.keeper.says": [{"text": "So.", "when": ["virtue>=1"]}]}, "virtue>=1: virtue is felt through options alone"),
    ({"npc.keeper.says": [{"text": "So.", "when": ["pflag:x"]}]}, 'pflag "x" is read but never set (DS-DATA-15)'),
    ({"hint": [HINT]}, "hint ash: no step has it as aloud: let steps of at least two destinies have it (DS-DATA-19)"),
    (
        {"hint": [HINT], **{f"{s}.aloud": "ash" for s in STEPS[:2]}},
        "spoken of destiny ashen alone, which it would give",
    ),
    ({"hint": [HINT], **{f"{s}.aloud": "ash" for s in STEPS[:3]}}, "spoken of one path of destiny birchen alone"),
    ({f"{STEPS[0]}.aloud": "ash"}, 'step ashen_a1, aloud: hint "ash" does not exist'),
    ({f"{STEPS[0]}.least": 2}, "step ashen_a1, least: 2 of 1 conditions (DS-DATA-20)"),
    ({f"{STEPS[0]}.need": []}, "step ashen_a1, need: empty: name at least one condition (DS-DATA-20)"),
    ({f"{STEPS[0]}.after": ["ashen_a2"]}, '"ashen_a2" is no earlier step of the path (DS-DATA-20)'),
    ({"destiny.ashen.path.A.enough": 4}, "destiny ashen, path A, enough: 4: expected 2 to 3, its steps (DS-DATA-20)"),
    ({"destiny.ashen.path.A.enough": 1}, "enough: 1: expected 2 to 3"),
    (
        {f"{STEPS[0]}.need": ["pflag:name", "pflag:ember"], f"{STEPS[0]}.least": 1},
        'pflag "ember" is read but never set',
    ),
    ({"item.ember.always": "cost_skill pow gold 1"}, 'unknown what "gold"; known: coins, xp, refresh'),
    ({"option.remember.when": ["other:name"]}, "no safe option leads to name"),
    ({"option.remember.when": ["!anyone:name"]}, "no safe option leads to name"),
    ({"option.remember.when": ["poi:well"]}, "no safe option leads to name"),
    ({"way": [WAY], "option.remember.when": ["way:gate"]}, "no safe option leads to name"),
    ({EVENT: ["all poi_at well home"]}, "take a prefix (DS-DATA-15)"),
    ({EVENT: ["price ember 1"]}, 'stack "ember" does not exist'),
]


@pytest.mark.clause("DS-DATA-16", "DS-DATA-17", "DS-DATA-18", "DS-DATA-19", "DS-DATA-20", "DS-DATA-21", "DS-DATA-7")
@pytest.mark.parametrize("changes", SOUND, ids=lambda changes: next(iter(changes)))
def test_sound_changes(changes):
    assert not faults(changes)


@pytest.mark.clause("DS-DATA-16", "DS-DATA-17", "DS-DATA-18", "DS-DATA-19", "DS-DATA-20", "DS-DATA-21", "DS-DATA-7")
@pytest.mark.parametrize(("changes", "message"), UNSOUND, ids=[row[1] for row in UNSOUND])
def test_unsound_changes(changes, message):
    assert any(message in fault for fault in faults(changes)), faults(changes)


@pytest.mark.clause("DS-DATA-21", "DS-DATA-16")
def test_a_place_sent_out_of_reach_is_no_longer_safe():
    """The barn is an island until a way opens: the well may not go there, be it ever so short."""
    island = {"way": [{**WAY, "b": "barn", "open": False}], "tile.+": BARN}
    assert not faults({**island, EVENT: ["way_on gate", "npc keeper well"]})
    found = faults({**island, EVENT: ["way_on gate", "poi_at well barn"]})
    assert found == (
        "finale fin_well, poi: well is not within reach from start to end: ways to it open or close (DS-DATA-21)",
    )
    assert "no safe option leads to name" in str(faults({**island, EVENT: ["way_on gate", "poi_at hearth barn"]}))


@pytest.mark.clause("DS-COMP-11")
def test_caps_of_what_changes():
    ways = [{**WAY, "id": f"w{i}"} for i in range(17)]
    assert any("ways: 17 of them, at most 16" in fault for fault in faults({"way": ways}))
    hints = [{**HINT, "id": f"h{i}"} for i in range(17)]
    assert any("hints: 17 of them, at most 16" in fault for fault in faults({"hint": hints}))
    says = [{"text": "Well.", "when": []}] * 65
    assert any("more than 64 entries of kind say" in fault for fault in faults({"npc.keeper.says": says}))


@pytest.mark.clause("DS-DATA-1")
def test_all_faults_of_a_file_are_told_at_once(tmp_path):
    changes = {
        "way.ford.b": "orchard",
        "event.ev_flood.effects": ["poi_look mill 2"],
        "destiny.witness.path.A.step.2.after": ["wit_b1"],
        "destiny.heir.path.B.step.2.aloud": GONE,
    }
    file = written(tmp_path / "faulty.toml", changed(changes, DOCUMENT))
    with pytest.raises(ScenarioError) as raised:
        load(file)
    assert raised.value.file == file
    for word in (
        "way ford",
        "poi mill, looks",
        "step wit_a3, after",
        "hint humming: spoken of one path of destiny heir",
    ):
        assert any(word in fault for fault in raised.value.faults), raised.value.faults
