"""What is refused about campaign files, all of it at once, with file, id and clause (DS-CAMP, DS-DATA-22)."""

import copy
import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from haunted_env.games.destinies import SPEC
from haunted_env.games.destinies.campaign import library, load
from haunted_env.games.destinies.scenario import ScenarioError
from haunted_env.games.destinies.scenario.load import load as load_scenario
from tests.games.destinies.hearths import CAMPAIGN, FILE, FIRST, HEARTHS, SECOND, THIRD, build, played_on
from tests.games.destinies.made import GONE, changed, faults, interaction, made, written
from tests.games.destinies.two_roofs import WINTERS
from tests.mutation import mutate


def refused(folder, changes=None, **scenarios) -> tuple[str, ...]:
    """What is found wrong with Three Hearths when values of its file, or of its scenarios, are changed."""
    path = build(folder, changes)
    for name, more in scenarios.items():
        whole = {"first": FIRST, "second": SECOND, "third": THIRD}[name]
        written(folder / f"{name}.toml", changed(more, changed(whole)))
    try:
        library.find(path)
    except ScenarioError as error:
        assert str(error).startswith(f"{path}: ")
        return error.faults
    return ()


CLAUSE = pytest.mark.clause


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        pytest.param({"campaign.id": GONE}, "[campaign]: missing id", marks=CLAUSE("DS-CAMP-1")),
        pytest.param({"campaign.colour": "red"}, 'unknown or misplaced field "colour"', marks=CLAUSE("DS-CAMP-1")),
        pytest.param({"campaign.format": 2}, "[campaign], format: expected 1, not 2", marks=CLAUSE("DS-CAMP-1")),
        pytest.param({"chapter.two.id": "one"}, "chapter one: appears twice (DS-CAMP-1)", marks=CLAUSE("DS-CAMP-1")),
        pytest.param(
            {"chapter.one.heirs": {"ash": "ash"}},
            "chapter one, heirs: the first chapter has nothing before it (DS-CAMP-1)",
            marks=CLAUSE("DS-CAMP-1"),
        ),
        pytest.param(
            {"campaign.carry": ["song_sung", "snow"]},
            '[campaign], carry: "snow" is a world flag of no chapter (DS-CAMP-2)',
            marks=CLAUSE("DS-CAMP-2"),
        ),
        pytest.param(
            {"campaign.carry_players": ["thief", "road"]},
            "fact road: no later chapter, legacy or epilogue asks for it",
            marks=CLAUSE("DS-CAMP-2"),
        ),
        pytest.param(
            {"epilogue.0.when": ["flag:rain"]},
            "epilogue 1: flag:rain: nothing that an earlier chapter leaves (DS-CAMP-2)",
            marks=CLAUSE("DS-CAMP-2"),
        ),
        pytest.param(
            {"epilogue.0.when": ["pflag:thief"]}, "pflag:thief: only flag: of facts", marks=CLAUSE("DS-CAMP-1")
        ),
        pytest.param(
            {"chapter.one.won": {"fin_ice": "fire_won"}},
            'chapter one, won: finale "fin_ice" does not exist (DS-CAMP-3)',
            marks=CLAUSE("DS-CAMP-3"),
        ),
        pytest.param(
            {"campaign.carry": []},
            "chapter two, scenario second.toml: its [[past]] song_sung is nothing that an earlier chapter leaves",
            marks=CLAUSE("DS-CAMP-4"),
        ),
        pytest.param(
            {"chapter.one.winner": GONE, "chapter.two.winner": "won_before"},
            "chapter two, legacy pride, when: pflag:won_before: nothing that an earlier chapter leaves",
            marks=CLAUSE("DS-CAMP-4"),
        ),
        pytest.param(
            {"chapter.two.heirs": {"elm": "ash"}},
            'chapter two, heirs: "elm" is no character of the chapter before (DS-CAMP-5)',
            marks=CLAUSE("DS-CAMP-5"),
        ),
        pytest.param(
            {"chapter.two.heirs": {"cedar": "cedar"}},
            'chapter two, heirs: "cedar" is no character of second.toml (DS-CAMP-5)',
            marks=CLAUSE("DS-CAMP-5"),
        ),
        pytest.param(
            {"chapter.two.heirs": {"cedar": "ash"}},
            'chapter two, heirs: "ash" would follow ash, cedar: one character has one heir (DS-CAMP-5)',
            marks=CLAUSE("DS-CAMP-5"),
        ),
        pytest.param({"campaign.virtue": "most"}, '[campaign], virtue: unknown word "most"', marks=CLAUSE("DS-CAMP-6")),
        pytest.param({"campaign.limit": 7}, "[campaign], limit: expected", marks=CLAUSE("DS-CAMP-7")),
        pytest.param(
            {"chapter.two.legacy.pride.effects": ["virtue 1"]},
            'chapter two, legacy pride, effects: "virtue 1": expected xp, coins,',
            marks=CLAUSE("DS-CAMP-7"),
        ),
        pytest.param(
            {"chapter.two.legacy.pride.effects": ["all xp 1"]}, "without all or rest", marks=CLAUSE("DS-CAMP-7")
        ),
        pytest.param(
            {"chapter.two.legacy.pride.effects": ["xp 1", "coins -1"]},
            "all of them gains (a reward) or all of them losses (a scar) (DS-CAMP-7)",
            marks=CLAUSE("DS-CAMP-7"),
        ),
        pytest.param({"chapter.two.legacy.pride.effects": []}, "effects: empty", marks=CLAUSE("DS-CAMP-7")),
        pytest.param(
            {"chapter.three.legacy.keepsake.effects": ["item sword"]},
            'item "sword" does not exist',
            marks=CLAUSE("DS-CAMP-7"),
        ),
        pytest.param(
            {"chapter.two.legacy.pride.when": ["day>=2"]}, "day>=2: only flag: and pflag:", marks=CLAUSE("DS-CAMP-7")
        ),
        pytest.param(
            {"chapter.two.hash": "0123456789ab"},
            'chapter two, hash: second.toml has changed: it is "',
            marks=CLAUSE("DS-CAMP-10"),
        ),
        pytest.param(
            {"chapter.two.hash": "newest"}, "chapter two, hash: expected the first 12", marks=CLAUSE("DS-CAMP-10")
        ),
        pytest.param(
            {"chapter.two.scenario": "lost.toml"},
            "lost.toml: cannot be read (No such file or directory)",
            marks=CLAUSE("DS-CAMP-10"),
        ),
        pytest.param(
            {"chapter.two.scenario": "lost"},
            "chapter two, scenario: scenario 'lost': not the name of a scenario",
            marks=CLAUSE("DS-CAMP-10"),
        ),
    ],
)
def test_a_fault_is_told_with_its_row_and_clause(tmp_path, changes, told):
    found = refused(tmp_path, changes)
    assert any(told in fault for fault in found), found


@pytest.mark.clause("DS-CAMP-1")
def test_all_faults_are_told_at_once(tmp_path):
    changes = {
        "chapter.one.won": {"fin_ice": "fire_won"},
        "chapter.two.heirs": {"elm": "ash"},
        "chapter.two.legacy.pride.effects": [],
        "campaign.carry": ["song_sung", "snow"],
    }
    found = refused(tmp_path, changes)
    assert len(found) == 7, found  # what the missing finale would have left is missed, too


@pytest.mark.clause("DS-CAMP-10")
def test_faults_of_scenarios_are_told_with_their_files(tmp_path):
    found = refused(tmp_path, first={"tile.field.slot": 5}, third={"poi.well.tile": "moon", "scenario.format": 3})
    assert len(found) == 2
    assert any("first.toml: tile field: slot 5, expected 1" in fault for fault in found)
    assert any("chapter three, scenario: " in fault and "third.toml: [scenario], format" in fault for fault in found)


@pytest.mark.clause("DS-COMP-11", "DS-CAMP-1", "DS-CAMP-7")
def test_there_are_caps(tmp_path):
    one = CAMPAIGN["chapter"][0]
    found = refused(tmp_path, {"chapter": [{**one, "id": f"c{n}"} for n in range(9)]})
    assert "chapter: 9 of them, expected 2 to 8 (DS-CAMP-1)" in found
    assert "chapter: 1 of them, expected 2 to 8 (DS-CAMP-1)" in refused(tmp_path, {"chapter": [one]})
    pride = CAMPAIGN["chapter"][1]["legacy"][0]
    found = refused(tmp_path, {"chapter.two.legacy": [{**pride, "id": f"l{n}"} for n in range(17)]})
    assert "chapter two, legacy: 17 of them, at most 16 (DS-CAMP-7)" in found
    found = refused(tmp_path, {"campaign.carry_players": [f"fact_{n}" for n in range(33)]})
    assert any("facts of players: 34 of them, at most 32" in fault for fault in found)


@pytest.mark.clause("DS-DATA-22")
def test_the_past_of_a_scenario_is_checked():
    past = {"id": "oath", "of": "player", "text": "Sworn."}
    assert "past oath: a step needs it: what an earlier story left does no step (DS-DATA-22)" in faults(
        {"past": [past]}
    )
    lonely = {"id": "snow", "text": "It snowed."}
    assert "past snow: nothing asks for it: use flag:snow somewhere (DS-DATA-22)" in faults({"past": [lonely]})
    assert any("unknown owner" in fault for fault in faults({"past": [{**lonely, "of": "nobody"}]}))


@pytest.mark.clause("DS-DATA-22", "DS-CAMP-11")
def test_no_past_closes_the_safe_way():
    """An option that is closed to a thief is no safe way to a step."""
    past = [{"id": "thief", "of": "player", "text": "{who} stole."}]
    changes = {"past": past, "option.remember.when": ["!pflag:thief"]}
    changes["option.remember.effects"] = ["pflag name", "pflag oath", "pflag road", "pflag thief"]
    assert any("no safe option leads to name" in fault for fault in faults(changes))
    assert not faults({**changes, "option.+": interaction(effects=["pflag name", "pflag oath", "pflag road"])})


@pytest.mark.clause("DS-DATA-22", "DS-DATA-15")
def test_the_past_counts_as_set():
    when = {"option.+": interaction(when=["flag:snow"])}
    assert any("flag:snow" in fault for fault in faults(when))
    scenario = made({**when, "past": [{"id": "snow", "text": "It snowed.", "holds": True}]})
    assert scenario.flags == ("snow",)


@pytest.mark.clause("DS-CAMP-10", "DS-CONF-2")
def test_another_version_is_refused(tmp_path):
    path = build(tmp_path)
    before = library.find(path)
    option = SPEC.check_options({"campaign": path})["campaign"]
    assert option == f"{path}@{before.version}"
    assert library.find(option).version == before.version
    text = (tmp_path / "second.toml").read_text(encoding="utf-8")
    (tmp_path / "second.toml").write_text(text + "\n# a word more\n", encoding="utf-8")
    after = library.find(path)
    assert after.version != before.version
    assert {one.key for one in after.scenarios}.isdisjoint(one.key for one in before.scenarios)
    with pytest.raises(ScenarioError, match=rf"version {after.version}, version {before.version} is asked for"):
        library.find(option)


@pytest.mark.clause("DS-CONF-2")
@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"scenario": "hallow_pass"}, "option scenario='hallow_pass': a campaign names its scenarios itself"),
        ({"campaign": None, "scenario": None}, "option scenario=None: name one, or a campaign"),
        ({"campaign": 7}, "option campaign=7: expected the name of a campaign"),
        ({"campaign": "nowhere"}, "campaign 'nowhere': not the name of a campaign"),
        ({"campaign": str(WINTERS), "players": 3}, "option players=3: a scenario of the campaign has 2 characters"),
        ({"assign": "fixed", "characters": ["clover", "ash"], "players": 2}, "unknown character 'clover'"),
    ],
)
def test_options_that_do_not_go_together(options, told):
    with pytest.raises(ValueError, match=re.escape(told)):
        SPEC.new_game(SPEC.check_options({"campaign": FILE, **options}))


@pytest.mark.clause("DS-CAMP-1")
def test_a_chapter_knows_its_place():
    assert load.load(FILE).scenarios[1].link.number == 1
    assert [scenario.link.file_hash for scenario in HEARTHS.scenarios] == [
        load_scenario(f"{FILE.rsplit('/', 1)[0]}/{name}.toml").hash[:12] for name in ("first", "second", "third")
    ]


KEYS = st.sampled_from(["id", "when", "effects", "text", "won", "heirs", "carry", "limit", "hash", "legacy", "ö"])
JUNK = st.one_of(
    st.integers(-3, 40),
    st.booleans(),
    st.text(max_size=5),
    st.sampled_from(["first.toml", "third.toml", "hallow_pass", "whole", "ash", "fin_fire", "thief", "song_sung", ""]),
    st.sampled_from(["flag:fire_won", "!pflag:thief", "xp 2", "coins -9", "item ember", "skill any 3", "hop 1"]),
    st.lists(st.sampled_from(["flag:fire_won", "thief", "xp 1", "exhaust 1", 3]), max_size=4),
    st.dictionaries(
        st.sampled_from(["fin_fire", "ash", "cedar"]), st.sampled_from(["fire_won", "ash", "", 1]), max_size=2
    ),
)


@pytest.mark.clause("DS-CAMP-1")
@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_mutated_campaign_is_refused_with_a_message_or_can_be_played(tmp_path, data):
    build(tmp_path)
    document = copy.deepcopy(CAMPAIGN)
    for _ in range(data.draw(st.integers(1, 3))):
        mutate(document, data, JUNK, KEYS)
    path = written(tmp_path / "damaged.toml", document)
    try:
        played_on(path)
    except ScenarioError as error:
        assert all(error.faults) and error.faults
        assert str(error).startswith(f"{path}: ")
    except ValueError as error:  # fewer characters than players and the like
        assert str(error).startswith("option ")
