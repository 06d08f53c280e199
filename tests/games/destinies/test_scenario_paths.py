"""Nobody can be blocked (DS-DATA-7), and the design checks on the scenarios that are supplied (DS-SCN)."""

import itertools

import pytest

from haunted_env.games.destinies.scenario import library
from haunted_env.games.destinies.scenario.option_checks import hosts_at
from haunted_env.games.destinies.scenario.reach import lasting_pois, obtainable, safe_options, steps_of
from tests.games.destinies.made import faults, interaction, trial
from tests.games.destinies.table import EBB, Table, visiting

HERE = "option.remember"
MORE = "option.+"


def blocked(changes, *messages):
    found = faults(changes)
    assert found, "nothing is found"
    for message in messages:
        assert any(message in fault for fault in found), found


UNSAFE = [
    {f"{HERE}.limit": "player"},
    {f"{HERE}.limit": "world"},
    {f"{HERE}.cost": 1},
    {f"{HERE}.host": "npc:keeper"},
    {f"{HERE}.when": ["coins>=1"]},
    {f"{HERE}.when": ["char:ash"]},
    {f"{HERE}.when": ["day>=2"]},
    {f"{HERE}.when": ["item:ember"]},
    {f"{HERE}.when": ["pflag:name"]},  # which only this option grants
]


@pytest.mark.clause("DS-DATA-7")
@pytest.mark.parametrize("changes", UNSAFE, ids=lambda changes: str(*changes.items()))
def test_steps_must_be_reached_through_safe_options(changes):
    blocked(changes, "step ashen_a1 of destiny ashen, path A: at virtue -3 no safe option leads to name (DS-DATA-7)")
    spare = interaction(effects=["pflag name", "pflag oath", "pflag road"])
    assert not faults(changes | {MORE: spare})


@pytest.mark.clause("DS-DATA-7")
def test_what_the_option_itself_grants_may_be_absent():
    assert not faults({f"{HERE}.when": ["!pflag:name"]})
    other = interaction(effects=["pflag other"])
    blocked({f"{HERE}.when": ["!pflag:other"], MORE: other}, "no safe option leads to name")


@pytest.mark.clause("DS-DATA-7")
def test_flags_already_obtained_open_others():
    assert not faults({f"{HERE}.when": ["pflag:other"], MORE: interaction(effects=["pflag other"])})
    circle = interaction(effects=["pflag other"], when=["pflag:name"])
    blocked({f"{HERE}.when": ["pflag:other"], MORE: circle}, "no safe option leads to name")


@pytest.mark.clause("DS-DATA-7")
def test_every_virtue_is_looked_at_separately():
    blocked({f"{HERE}.when": ["virtue>=-2"]}, "at virtue -3 no safe option leads to name")
    blocked({f"{HERE}.when": ["virtue<3"]}, "at virtue 3 no safe option leads to name")
    blocked({f"{HERE}.when": ["!virtue>2"]}, "at virtue 3 no safe option leads to name")
    others = interaction(when=["virtue<0"], effects=["pflag name", "pflag oath", "pflag road"])
    assert not faults({f"{HERE}.when": ["virtue>=0"], MORE: others})


@pytest.mark.clause("DS-DATA-7")
def test_passing_a_test_counts_failing_it_does_not():
    flags = ["pflag name", "pflag oath", "pflag road"]
    assert not faults({f"{HERE}.cost": 1, MORE: trial(effects=flags)})
    failing = trial()
    failing["tiers"][0]["effects"] = flags
    blocked({f"{HERE}.cost": 1, MORE: failing}, "no safe option leads to name")


@pytest.mark.clause("DS-DATA-7", "DS-DATA-14")
def test_choices_count_where_they_are_always_open():
    flags = ["pflag name", "pflag oath", "pflag road"]

    def asking(when):
        choices = [{"text": "Yes.", "when": when, "effects": flags}, {"text": "No.", "when": [], "effects": []}]
        return {key: value for key, value in interaction(choices=choices).items() if key != "effects"}

    assert not faults({f"{HERE}.cost": 1, MORE: asking([])})
    blocked({f"{HERE}.cost": 1, MORE: asking(["virtue>=-3"])}, "no safe option leads to name")


@pytest.mark.clause("DS-DATA-7", "DS-DATA-14")
def test_only_player_flags_count():
    world = interaction(effects=["flag other"])
    blocked({f"{HERE}.when": ["flag:other"], MORE: world}, "no safe option leads to name")


@pytest.mark.clause("DS-DATA-7")
def test_places_of_steps_and_finales_last():
    off = {MORE: interaction(effects=["poi_off well"])}
    blocked(off, "finale fin_well, poi: well is not there from start to end (DS-DATA-7)")
    blocked({"poi.well.active": False}, "finale fin_well, poi: well is not there from start to end")
    blocked({"event.ev_smoke.effects": ["poi_off hearth"]}, "finale fin_fire, poi", "no safe option leads to name")


@pytest.mark.clause("DS-DATA-15")
def test_where_a_step_is_done_hosts_a_safe_option_for_it():
    message = "step ashen_a1 of destiny ashen, path A: at virtue -3 well hosts no safe option for it (DS-DATA-15)"
    blocked({"destiny.ashen.path.A.step.0.where": "well"}, message)
    there = interaction(host="poi:well", effects=["pflag name"])
    assert not faults({"destiny.ashen.path.A.step.0.where": "well", MORE: there})
    blocked({"destiny.ashen.path.A.step.0.where": "well", MORE: {**there, "when": ["virtue<3"]}}, "at virtue 3 well")
    blocked({"destiny.ashen.path.A.step.0.need": []}, "step ashen_a1, need: empty")


# The scenarios that are supplied


@pytest.mark.clause("DS-SCN-1")
def test_the_long_ebb_is_sound_and_has_what_the_rules_say():
    scenario = library.find("the_long_ebb")  # refused otherwise
    counts = [len(getattr(scenario, f"{name}s")) for name in ("tile", "poi", "npc", "item", "stack", "option")]
    assert counts == [16, 29, 6, 33, 3, 182]
    assert [len(rows) for rows in (scenario.characters, scenario.destinies, scenario.finales)] == [5, 5, 10]
    assert len(scenario.events) == 14
    assert sum(poi.active for poi in scenario.pois) == 27
    assert sum(item.copies for item in scenario.items) == 51


@pytest.mark.clause("DS-SCN-2")
def test_all_steps_of_the_long_ebb_are_reached_at_every_virtue():
    steps = [step for _, _, step in steps_of(EBB)]
    assert len(steps) == 39
    assert (EBB.header.virtue_min, EBB.header.virtue_max) == (-10, 10)
    for virtue in range(-10, 11):
        known = obtainable(safe_options(EBB), virtue)
        assert all(condition.words[0] in known for step in steps for condition in step.need)
    assert all(finale.poi in lasting_pois(EBB) for finale in EBB.finales)
    assert not [o.id for o in safe_options(EBB) if any(condition.kind == "char" for condition in o.when)]


def chance_to_pass(passes, track, n_effort):
    """Exactly, over all faces of two main dice and some effort dice."""
    main, effort = EBB.header.main_faces, EBB.header.effort_faces
    rolls = list(itertools.product(main, main, *[effort] * n_effort))
    passed = 0
    for one, two, *dice_ in rolls:
        total = one + two + sum(int(face) for face in dice_ if face != "S")
        passed += sum(space <= total for space in track) + dice_.count("S") >= passes
    return passed / len(rolls)


@pytest.mark.clause("DS-SCN-2")
def test_a_ruined_track_can_still_pass_every_safe_test():
    chances = [chance_to_pass(o.pass_value, (10, 11, 12), 1) for o in safe_options(EBB) if o.kind == "test"]
    assert min(chances) == pytest.approx(0.009, abs=0.0005)
    for work, pay in (("quay_crates", "quay_market"), ("pan_shift", "pan_works"), ("kiln_watch", "charcoal_kilns")):
        assert next(option for option in EBB.options if option.id == work).limit == "visit"
        table = Table(visiting(pay, players=1, coins=0)).do(f"OPTION {work}")
        assert table.me("coins") > 0
    table = Table(visiting("tide_mill", players=1, coins=2, int=[10, 11, 12])).do("OPTION mill_train")
    table.do("SPEND_XP", "STEP int 0", "STEP int 0")  # what is learnt there is experience
    assert table.track("int") == [8, 11, 12]


@pytest.mark.clause("DS-SCN-4")
def test_options_of_one_place_at_a_time():
    hosts = hosts_at(EBB)
    start = {npc.id: npc.at for npc in EBB.npcs}
    listed = {
        poi.id: sum(o.host == f"poi:{poi.id}" or start.get(o.host.removeprefix("npc:")) == poi.id for o in EBB.options)
        for poi in EBB.pois
    }
    assert max(listed.values()) == 8
    assert max(sum(o.host in hosts[poi.id] for o in EBB.options) for poi in EBB.pois) <= 14
    assert max(len(Table(visiting(poi.id)).offered()) for poi in EBB.pois if poi.active) <= 8
