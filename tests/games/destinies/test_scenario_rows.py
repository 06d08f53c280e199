"""Scenarios whose rows do not make sense: tests, stages, prefixes, the map, characters (DS-DATA)."""

import pytest

from tests.games.destinies.made import GONE, QUICK, faults, interaction, made, scan, trial

MORE = "option.+"
SHOW = {"match": "cat:Fire", "consume": False, "effects": []}


def refused(changes, message):
    """Just this one fault."""
    found = faults(changes)
    assert len(found) == 1, found
    assert message in found[0]


@pytest.mark.clause("DS-DATA-4")
def test_no_tier_needs_more_than_six():
    assert made({MORE: trial(6, "grim")}).options[-1].pass_value == 6
    refused({MORE: trial(7, "grim")}, "option more, tiers 2, min: expected a whole number 0..6, not 7")


@pytest.mark.clause("DS-DATA-5")
@pytest.mark.parametrize(
    ("described", "allowed"), [("slight", {1, 2}), ("stiff", {2, 3, 4}), ("grim", {4, 5, 6})], ids=lambda x: str(x)
)
def test_the_word_fits_the_pass_value(described, allowed):
    for passes in range(1, 7):
        found = faults({MORE: trial(passes, described)})
        assert (not found) == (passes in allowed)
        assert not found or f"option more, described: passes with {passes}; {described} means" in found[0]


@pytest.mark.clause("DS-DATA-2", "DS-DATA-5")
@pytest.mark.parametrize(
    ("tiers", "message"),
    [
        ([(0, False), (2, False)], "option more, tiers: none has pass = true"),
        ([(1, False), (2, True)], "option more, tiers: min [1, 2]: expected ascending numbers, the first 0"),
        ([(0, False), (2, True), (2, True)], "min [0, 2, 2]: expected ascending"),
        ([(0, False), (3, True), (1, False)], "min [0, 3, 1]: expected ascending"),
    ],
)
def test_tiers_ascend_from_zero_and_one_passes(tiers, message):
    rows = [{"min": least, "pass": passes, "effects": []} for least, passes in tiers]
    refused({MORE: trial(tiers=rows)}, message)


@pytest.mark.clause("DS-DATA-2")
@pytest.mark.parametrize(
    ("row", "message"),
    [
        (interaction(skill="int"), "option more, skill: does not belong to kind interaction"),
        (interaction(choices=[]), "option more: an interaction has effects, or choices"),
        ({k: v for k, v in interaction().items() if k != "effects"}, "option more: an interaction has effects, or"),
        ({k: v for k, v in trial().items() if k != "skill"}, "option more: kind test needs skill"),
        ({k: v for k, v in scan().items() if k != "wrong"}, "option more: kind scan_item needs wrong"),
        ({k: v for k, v in interaction(kind="trade").items() if k != "effects"}, "option more: kind trade needs stack"),
    ],
)
def test_an_option_has_the_fields_of_its_kind(row, message):
    refused({MORE: row}, message)


@pytest.mark.clause("DS-DATA-6", "DS-DATA-15")
@pytest.mark.parametrize(
    "change",
    [{"when": ["coins>=1"]}, {"cost": 1}, {"limit": "player"}, {"limit": "world"}, {"host": "stage:fin_fire.2"}],
    ids=lambda change: str(*change.items()),
)
def test_every_stage_has_an_open_test(change):
    changes = {f"option.fin_fire_1a.{key}": value for key, value in change.items()}
    refused(changes, "stage:fin_fire.1: needs a test without when and cost")
    spare = trial(host="stage:fin_fire.1")
    assert not faults(changes | {MORE: spare})
    refused(changes | {MORE: interaction(host="stage:fin_fire.1")}, "stage:fin_fire.1: needs a test")


@pytest.mark.clause("DS-DATA-9", "DS-DATA-15")
@pytest.mark.parametrize(
    ("need", "message"),
    [
        ("coins>=3", "step ashen_a1, need: coins>=3: only pflag: may be needed (DS-DATA-9)"),
        ("item:ember", "step ashen_a1, need: item:ember: only pflag: may be needed (DS-DATA-9)"),
        ("!pflag:name", "step ashen_a1, need: !pflag:name: may not be negated (DS-DATA-15)"),
    ],
)
def test_steps_need_player_flags(need, message):
    refused({"destiny.ashen.path.A.step.0.need": ["pflag:name", need]}, message)
    assert not faults({"destiny.ashen.path.A.step.0.need": ["pflag:name", "pflag:oath"]})


@pytest.mark.clause("DS-DATA-14")
def test_only_people_are_asked_about_destinies():
    asking = {"id": "more", "kind": "scan_destiny", "text": "Ask."}
    refused({MORE: {**asking, "host": "poi:hearth"}}, "option more: a scan_destiny is hosted by an NPC")
    assert not faults({MORE: {**asking, "host": "npc:keeper"}})


@pytest.mark.clause("DS-DATA-14")
def test_one_choice_is_always_open():
    choices = [{"text": "Yes.", "when": ["coins>=1"], "effects": []}, {"text": "No.", "when": [], "effects": []}]
    row = {key: value for key, value in interaction(choices=choices).items() if key != "effects"}
    assert not faults({MORE: row})
    shut = [{**choice, "when": ["coins>=1"]} for choice in choices]
    refused({MORE: {**row, "choices": shut}}, "option more, choices: at least one needs an empty when")
    refused({MORE: {**row, "choices": choices[1:]}}, "option more, choices: 1 of them, expected 2 to 4")
    refused({MORE: {**row, "choices": []}}, "option more, choices: there is none")
    refused({MORE: {**row, "choices": choices * 3}}, "option more, choices: 6 of them, expected 2 to 4")


@pytest.mark.clause("DS-DATA-14")
def test_options_of_a_place_and_of_all_who_may_come_fit_its_slots():
    """The hearth has 2 of its own and the keeper 1; the well 1, and the keeper may be sent there."""
    more = [interaction(id=f"more_{i}") for i in range(12)]
    assert not faults({"option": [*QUICK["option"], *more[:11]]})
    refused({"option": [*QUICK["option"], *more]}, "poi hearth: 15 options with those of npc:keeper, at most 14")
    crowd = [interaction(id=f"more_{i}", host="npc:keeper") for i in range(11)]
    assert not faults({"option": [*QUICK["option"], *crowd]})
    more = [interaction(id="well_2", host="poi:well"), interaction(id="well_3", host="poi:well")]
    assert not faults({"option": [*QUICK["option"], *crowd, *more]})
    changes = {"option": [*QUICK["option"], *crowd, *more], "event.ev_smoke.effects": ["npc keeper well"]}
    refused(changes, "poi well: 15 options with those of npc:keeper, at most 14")


@pytest.mark.clause("DS-DATA-14")
@pytest.mark.parametrize("effect", ["advance 1", "resolve 1"])
def test_finale_effects_occur_in_stages_only(effect):
    where = f'"{effect}" occurs only in options of a stage'
    refused({MORE: interaction(effects=[effect])}, f"option more: {where}")
    refused({MORE: interaction(host="npc:keeper", effects=[effect])}, f"option more: {where}")
    refused({"event.ev_smoke.effects": [effect]}, f"event ev_smoke, effects: {where}")
    refused({"tile.field.on_explore": [effect]}, f"tile field, on_explore: {where}")
    assert not faults({MORE: interaction(host="stage:fin_fire.1", effects=[effect])})


@pytest.mark.clause("DS-DATA-14")
def test_stacks_take_no_more_than_there_is():
    assert not faults({"stack": [{"id": "shelf", "items": ["ember"] * 2}, {"id": "box", "items": ["ember"]}]})
    stacks = [{"id": "shelf", "items": ["ember"] * 2}, {"id": "box", "items": ["ember"] * 2}]
    refused({"stack": stacks}, "item ember, copies: the stacks take 4 copies, there are 3")


@pytest.mark.clause("DS-DATA-15")
def test_who_may_be_named_by_a_prefix():
    allowed = ("xp 1", "coins -1", "skill any 1", "marker int", "refresh 1", "exhaust 1", "item ember", "virtue 1",
               "pflag name", "hint any 1")  # fmt: skip
    refusing = ("flag f", "vflag v", "npc keeper well", "poi_on well", "stock shelf ember", "end_visit")
    for prefix in ("all", "rest"):
        assert not faults({MORE: interaction(effects=[f"{prefix} {effect}" for effect in allowed])})
        for effect in refusing:
            changes = {MORE: interaction(effects=[f"{prefix} {effect}"]), "stack": [{"id": "shelf", "items": []}]}
            refused(changes, f'option more, effects: "{prefix} {effect}": only xp, coins')


@pytest.mark.clause("DS-DATA-15")
@pytest.mark.parametrize("effect", ["end_visit", "vflag v"])
def test_what_belongs_to_a_visit_occurs_in_options_only(effect):
    assert not faults({MORE: interaction(effects=[effect])})
    refused({"event.ev_smoke.effects": [effect]}, f'event ev_smoke, effects: "{effect}" occurs only in options')
    refused({"tile.field.on_explore": [effect]}, f'tile field, on_explore: "{effect}" occurs only in options')


@pytest.mark.clause("DS-DATA-15")
def test_kinds_and_number_of_stage_options():
    host = "stage:fin_fire.1"
    trade = {"id": "more", "host": host, "kind": "trade", "text": "Trade.", "stack": "shelf"}
    shelf = {"stack": [{"id": "shelf", "items": []}]}
    refused({MORE: trade, **shelf}, "option more: a stage has no trade")
    assert not faults({MORE: scan(host=host, accepts=[SHOW])})
    rows = [interaction(id=f"more_{i}", host=host) for i in range(14)]
    assert not faults({"option": [*QUICK["option"], *rows[:13]]})
    refused({"option": [*QUICK["option"], *rows]}, f"{host}: 15 options, at most 14")


@pytest.mark.clause("DS-DATA-15")
def test_a_scanned_item_is_matched_by_id_or_category():
    for match in ("item:ember", "cat:Fire", "!cat:Fire"):
        assert not faults({MORE: scan(accepts=[{**SHOW, "match": match}])})
    refused(
        {MORE: scan(accepts=[{**SHOW, "match": "coins>=1"}])}, "option more, match: coins>=1: expected item: or cat:"
    )


@pytest.mark.clause("DS-DATA-15")
@pytest.mark.parametrize("kind", ["flag", "pflag", "vflag"])
def test_every_flag_that_is_read_is_set_somewhere(kind):
    refused({MORE: interaction(when=[f"{kind}:rumour"])}, f'{kind}:rumour: {kind} "rumour" is read but never set')
    assert not faults({MORE: interaction(when=[f"{kind}:rumour"], effects=[f"{kind} rumour"])})


@pytest.mark.clause("DS-DATA-2", "DS-DATA-15")
@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"tile.field.x": 2}, "tile field: cannot be reached from home over neighbouring tiles"),
        ({"tile.field.y": 1}, "tile field: cannot be reached from home"),  # corners do not count
        ({"tile.field.x": 0}, "tile field: lies where tile home lies"),
        ({"tile.field.explored": True}, "tile field, explored: true for the start tile, and for that alone"),
        ({"tile.home.explored": False}, "tile home, explored: true for the start tile"),
    ],
)
def test_the_map_is_one_piece(changes, message):
    refused(changes, message)


@pytest.mark.clause("DS-DATA-15")
@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"destiny.cedarn.character": "birch"}, "character birch: 2 destinies, expected one"),
        ({"destiny": QUICK["destiny"][:2]}, "character cedar: 0 destinies, expected one"),
        ({"scenario.hand_limit": 6}, "[scenario], hand_limit: expected a whole number 1..5, not 6"),
        ({"scenario.max_markers": 5}, "[scenario], max_markers: expected a whole number 3..4, not 5"),
        ({"scenario.track_max": 13}, "a track has 4 to 11 spaces, not 12"),
        ({"scenario.track_min": 11}, "a track has 4 to 11 spaces, not 2"),
        ({"tile.field.slot": 2}, "tile field: slot 2, expected 1"),
        ({"poi.hearth.slot": 1}, "poi hearth: slot 1, expected 0"),
        ({"npc.keeper.slot": 1}, "npc keeper: slot 1, expected 0"),
        ({"character.ash.slot": 3}, "character birch: slot 1, expected 0"),
        ({"item.ember.no": 0}, "item ember: no 0, expected 1"),
    ],
)
def test_characters_slots_and_sizes(changes, message):
    assert any(message in fault for fault in faults(changes))


@pytest.mark.clause("DS-DATA-2")
@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"character.ash.dex": [2, 5, 5]}, "character ash, dex: expected 3 different spaces from 2 to 12"),
        ({"character.ash.dex": [2, 5, 13]}, "character ash, dex: expected 3 different spaces from 2 to 12"),
        ({"character.ash.dex": [2, 5]}, "character ash, dex: expected 3 different spaces from 2 to 12"),
        ({"destiny.ashen.path.1.key": "A"}, "destiny ashen: paths A, A, expected one A and one B"),
        ({"destiny.ashen.path.A.step": QUICK["destiny"][0]["path"][0]["step"][:2]}, "path A: 2 steps, expected 3 to 4"),
        ({"scenario.main_faces": [1, 2, 3]}, "[scenario], main_faces: 3 faces, expected 6"),
        ({"scenario.effort_faces": ["S"] * 7}, "[scenario], effort_faces: 7 faces, expected 6"),
        ({"scenario.effort_faces": ["X"] * 6}, "[scenario], effort_faces: expected a whole number"),
        ({"scenario.virtue_min": 1}, "[scenario], virtue_min, virtue_max: virtue starts at 0"),
        ({"scenario.virtue_low": -9}, "[scenario], virtue_low, virtue_high: expected virtue_min <= low"),
        ({"event.ev_smoke.modes": []}, "event ev_smoke, modes: empty"),
        ({"character": [], "destiny": []}, "character: there is none"),
        ({"item.ember.cats": GONE}, "item ember: missing cats"),
    ],
)
def test_tables_and_fields(changes, message):
    assert any(message in fault for fault in faults(changes))
