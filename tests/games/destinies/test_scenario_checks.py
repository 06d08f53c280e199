"""Scenario files that are refused, each with the id of what is wrong (DS-COMP-11, DS-DATA)."""

import pytest

from haunted_env.games.destinies.scenario import ScenarioError, load
from haunted_env.spec.content import ContentError
from tests.games.destinies.made import GONE, QUICK, faults, interaction, made, scan, trial

MORE = "option.+"
HERE = "option.remember"
HALL = {"id": "hall", "slot": 2, "name": "Hall", "x": 0, "y": 1, "explored": False, "on_explore": []}
ATTIC = {"id": "attic", "slot": 2, "name": "Attic", "tile": "home", "token": "house", "active": True, "text": "Dust."}
GUEST = {"id": "guest", "slot": 1, "name": "A Guest", "at": "well", "lore": ["road"]}
PURSE = {
    "id": "purse",
    "no": 2,
    "name": "Purse",
    "value": 1,
    "cats": ["Gear"],
    "copies": 1,
    "always": "",
    "discard": "",
}
EVENT = {"id": "ev_more", "text": "It rains.", "when": [], "modes": ["multi"], "effects": []}
STAGE = {"name": "More", "text": "And more.", "skip_if": []}
SHELF = {"id": "shelf", "items": ["ember"]}


def many(row, n, key="slot", first=0):
    return [{**row, "id": f"{row['id']}_{i}", **({key: first + i} if key in row else {})} for i in range(n)]


def refused(changes, *messages):
    """Exactly these faults, each recognised by a part of its words."""
    found = faults(changes)
    assert len(found) == len(messages), found
    for fault, message in zip(found, messages):
        assert message in fault


def test_what_is_changed_here_is_sound_as_it_is():
    assert made({}).header.id == "quick"
    assert (
        made({"tile.+": HALL, "poi.+": ATTIC, "npc.+": GUEST, "item.+": PURSE, "event.+": EVENT}).pois[2].id == "attic"
    )
    assert made({MORE: trial()}).options[-1].pass_value == 2
    assert made({MORE: scan(), "stack": [SHELF]}).stacks[0].items == ("ember",)


CAPS = [
    ({"tile": many({**HALL, "explored": False}, 33)}, "tiles: 33 of them, at most 32"),
    ({"poi": many(ATTIC, 41)}, "pois: 41 of them, at most 40"),
    ({"npc": many(GUEST, 9)}, "npcs: 9 of them, at most 8"),
    ({"item": many(PURSE, 65, "no", 1)}, "items: 65 of them, at most 64"),
    ({"stack": [{"id": f"s{i}", "items": []} for i in range(9)]}, "stacks: 9 of them, at most 8"),
    ({"stack": [{"id": "heap", "items": ["ember"] * 17}]}, "stack heap: 17 items, at most 16"),
    ({"option": [interaction(id=f"more_{i}") for i in range(257)]}, "options: 257 of them, at most 256"),
    ({"event": [{**EVENT, "id": f"ev_{i}"} for i in range(33)]}, "events: 33 of them, at most 32"),
    ({f"{HERE}.effects": [f"pflag p{i}" for i in range(65)]}, "pflags: 65 of them, at most 64"),
    ({f"{HERE}.effects": [f"flag f{i}" for i in range(17)]}, "flags: 17 of them, at most 16"),
    ({f"{HERE}.effects": [f"vflag f{i}" for i in range(33)]}, "vflags: 33 of them, at most 32"),
    ({"finale.fin_fire.stages": [STAGE] * 5}, "finale fin_fire: 5 stages, expected 2 to 4"),
    ({"finale.fin_fire.stages": [STAGE]}, "finale fin_fire: 1 stages, expected 2 to 4"),
]


@pytest.mark.clause("DS-COMP-11")
@pytest.mark.parametrize(("changes", "message"), CAPS, ids=[row[1] for row in CAPS])
def test_caps(changes, message):
    assert any(message in fault for fault in faults(changes))


@pytest.mark.clause("DS-COMP-11")
def test_as_many_as_the_caps_allow():
    steps = [("pflag", "name"), ("pflag", "oath"), ("pflag", "road")]
    rooms = [{**HALL, "id": f"hall_{i}", "slot": 2 + i, "x": 2 + i, "y": 0} for i in range(30)]
    others = [f"{kind} {name}" for kind, name in steps] + [f"pflag p{i}" for i in range(61)] + ["flag f"]
    flags = [f"flag f{i}" for i in range(15)]
    scenario = made(
        {
            "tile": [*QUICK["tile"], *rooms],
            "poi": [*QUICK["poi"], *many({**ATTIC, "tile": "hall_3"}, 38, "slot", 2)],
            "event": [{**EVENT, "id": f"ev_{i}"} for i in range(32)],
            f"{HERE}.effects": others + flags,
        }
    )
    counts = [len(rows) for rows in (scenario.tiles, scenario.pois, scenario.events, scenario.pflags, scenario.flags)]
    assert counts == [32, 40, 32, 64, 16]


@pytest.mark.clause("DS-COMP-11")
def test_limits_of_the_record_are_told_too():
    """Caps that the rules leave open: here the options with a limit, spread over many places."""
    attics = many(ATTIC, 10, "slot", 2)
    more = [interaction(id=f"more_{i}", host=f"poi:attic_{i % 10}", limit="player") for i in range(95)]
    changes = {"poi": [*QUICK["poi"], *attics], "option": [*QUICK["option"], *more]}
    assert faults(changes) == ("options: 97 with a limit of player or world, at most 96",)
    changes["option"].pop()
    assert not faults(changes)


UNKNOWN = [
    ({"weather": {}}, 'unknown or misplaced field "weather"'),
    ({"tile.home.colour": "red", "tile.home.size": 1}, 'tile home: unknown or misplaced field "colour", "size"'),
    ({f"{HERE}.when": ["weather:wet"]}, 'option remember, when: unknown condition "weather:wet"'),
    ({f"{HERE}.when": ["luck>=3"]}, 'option remember, when: unknown condition "luck>=3"'),
    ({"option.take_ember.effects": ["teleport 3"]}, 'option take_ember, effects: unknown verb "teleport"'),
    ({"option.take_ember.effects": ["xp"]}, 'option take_ember, effects: "xp": expected count after the verb'),
    ({"option.take_ember.effects": ["skill wit 1"]}, 'unknown skill "wit"'),
    ({"option.take_ember.effects": ["xp lots"]}, "expected a whole number 1..127"),
    ({"item.ember.discard": "explode 3"}, 'item ember, discard: unknown ability "explode"'),
    ({"item.ember.always": "succ any 2"}, 'item ember, always: unknown ability "succ"'),
    ({"scenario.format": 2}, "[scenario], format: expected 1, not 2"),
    ({"scenario.title": GONE}, "[scenario]: missing title"),
    ({"npc.keeper.lore": "fire"}, "npc keeper, lore: expected a list"),
    ({"poi.well.active": 1}, "poi well, active: expected true or false"),
    ({"option.look_down.kind": "riddle"}, 'option look_down, kind: unknown kind "riddle"'),
    ({"tile.home.id": "Home Sweet Home"}, "tile Home Sweet Home, id: expected an id"),
    ({"scenario": [1]}, "[scenario]: expected a table"),
    ({"tile": {"id": "home"}}, "tile: expected tables in double brackets"),
    ({"tile.+": 3}, "tile 3: expected a table"),
]


@pytest.mark.clause("DS-DATA-1")
@pytest.mark.parametrize(("changes", "message"), UNKNOWN, ids=[row[1] for row in UNKNOWN])
def test_unknown_keys_verbs_and_values(changes, message):
    assert any(message in fault for fault in faults(changes))


DANGLING = [
    ({"scenario.start_tile": "moon", "tile.home.explored": False}, '[scenario], start_tile: tile "moon" does not'),
    ({"poi.+": {**ATTIC, "tile": "moon"}}, 'poi attic: tile "moon" does not exist'),
    ({"npc.+": {**GUEST, "at": "moon"}}, 'npc guest: poi "moon" does not exist'),
    ({"stack": [{"id": "shelf", "items": ["moon"]}]}, 'stack shelf: item "moon" does not exist'),
    ({MORE: interaction(host="poi:moon")}, 'option more, host: poi "moon" does not exist'),
    ({MORE: interaction(host="npc:moon")}, 'option more, host: npc "moon" does not exist'),
    ({MORE: interaction(host="stage:fin_fire.3")}, 'option more, host: stage "fin_fire.3" does not exist'),
    ({MORE: interaction(host="moon")}, "option more, host: expected poi:, npc: or stage:"),
    ({MORE: interaction(effects=["item moon"])}, 'option more, item moon: item "moon" does not exist'),
    ({MORE: interaction(effects=["npc moon well"])}, 'option more, npc moon well: npc "moon" does not exist'),
    ({MORE: interaction(effects=["npc keeper moon"])}, 'npc keeper moon: poi "moon" does not exist'),
    ({MORE: interaction(effects=["stock moon ember"])}, 'stock moon ember: stack "moon" does not exist'),
    ({MORE: interaction(when=["char:moon"])}, 'option more, when, char:moon: character "moon" does not exist'),
    ({MORE: interaction(when=["!cat:Moon"])}, 'option more, when, !cat:Moon: cat "Moon" does not exist'),
    ({MORE: interaction(when=["npc:keeper@moon"])}, 'poi "moon" does not exist'),
    ({MORE: scan(accepts=[{"match": "item:moon", "consume": True, "effects": []}])}, 'item "moon" does not exist'),
    ({MORE: interaction(kind="trade", effects=GONE, stack="moon")}, 'option more, stack: stack "moon" does not exist'),
    ({"finale.fin_fire.poi": "moon"}, 'finale fin_fire: poi "moon" does not exist'),
    ({"finale.fin_fire.stages.0.skip_if": ["item:moon"]}, 'finale fin_fire, item:moon: item "moon" does not exist'),
    ({"destiny.ashen.path.A.finale": "moon"}, 'destiny ashen: finale "moon" does not exist'),
    ({"destiny.ashen.path.A.step.0.where": "moon"}, 'step ashen_a1: poi "moon" does not exist'),
    ({"event.ev_smoke.effects": ["poi_on moon"]}, 'event ev_smoke, poi_on moon: poi "moon" does not exist'),
]


@pytest.mark.clause("DS-DATA-1")
@pytest.mark.parametrize(("changes", "message"), DANGLING, ids=[row[1] for row in DANGLING])
def test_dangling_ids(changes, message):
    changes = {place: {k: v for k, v in value.items() if v is not GONE} if isinstance(value, dict) else value
               for place, value in changes.items()}  # fmt: skip
    refused(changes, message)


@pytest.mark.clause("DS-DATA-1")
@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"tile.+": {**HALL, "id": "home"}}, "tile home: the id appears twice"),
        ({"event.+": {**EVENT, "id": "ev_smoke"}}, "event ev_smoke: the id appears twice"),
        ({MORE: interaction(id="remember")}, "option remember: the id appears twice"),
        ({"destiny.ashen.path.A.step.1.id": "ashen_a1"}, "step ashen_a1: the id appears twice"),
    ],
)
def test_duplicate_ids(changes, message):
    assert any(message in fault for fault in faults(changes))


@pytest.mark.clause("DS-DATA-1")
def test_the_file_is_one_utf8_toml_file(tmp_path):
    path = tmp_path / "bad.toml"
    path.write_bytes(b'[scenario]\ntitle = "\xff"\n')
    with pytest.raises(ScenarioError, match=r"bad\.toml: line 2 is not UTF-8"):
        load(path)
    path.write_text("[scenario\n")
    with pytest.raises(ScenarioError, match=r"bad\.toml: not valid TOML"):
        load(path)
    with pytest.raises(ScenarioError, match=r"missing\.toml: cannot be read"):
        load(tmp_path / "missing.toml")
    with pytest.raises(ScenarioError, match=r"cannot be read"):
        load(tmp_path)


def test_all_faults_are_told_together(tmp_path):
    refused(
        {f"{HERE}.effects": ["jump 1", "xp 0"], "npc.keeper.slot": "first", "scenario.format": 3},
        "[scenario], format",
        "npc keeper, slot",
        'unknown verb "jump"',
        "expected a whole number 1..127",
    )
    refused(
        {"npc.keeper.at": "moon", "tile.field.y": 7, "item.ember.no": 4},
        "item ember: no 4, expected 1",
        'npc keeper: poi "moon"',
        "tile field: cannot be reached",
    )
    path = tmp_path / "empty.toml"
    path.write_text("")
    with pytest.raises(ContentError, match=r"empty\.toml: 2 faults\n  the file: missing scenario"):
        load(path)
