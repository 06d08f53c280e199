"""Rule sets: named values of options (HD-OPT-5 to HD-OPT-8), with the example EX-76."""

import json
from pathlib import Path

import numpy as np
import pytest

from haunted_env.arena.plan import Contest
from haunted_env.games.haunted_destinies.options import OPTIONS, RULESETS
from haunted_env.play.batch import Batch
from haunted_env.spec.options import Option, checked, set_table
from tests.fuzz import games
from tests.fuzz.watch import Tally
from tests.games.haunted_destinies.scenes import HOLDER, KIRK, pair, view
from tests.games.haunted_destinies.table import SPEC, Table

BOOK = {
    "placement": "free",
    "reward_health": "token",
    "attacker_down": "ghost",
    "death_pass": "none",
    "removed_sets": "D",
    "opener_power": "plain",
    "claims_per_turn": 3,
    "trade_offers_per_turn": 3,
    "tells_per_turn": 3,
}
SHEET = {"evil_twins": "both", "evil_twins_scope": "movement", "search_tiers": "each", "psyche_reward": "sheet"}
IDEAS = {"health_moves": 0, "revival": "off", "rotation": "off"}


@pytest.mark.clause("HD-OPT-5")
def test_tuned_is_the_default_and_changes_nothing():
    assert SPEC.check_options({})["ruleset"] == "tuned"
    assert SPEC.check_options({"ruleset": "tuned"}) == SPEC.check_options({})


@pytest.mark.clause("HD-OPT-6")
def test_the_book():
    assert SPEC.check_options({"ruleset": "book"}) == SPEC.check_options({}) | BOOK | {"ruleset": "book"}


@pytest.mark.clause("HD-OPT-7")
def test_the_sheet_is_the_book_where_it_is_silent():
    assert SPEC.check_options({"ruleset": "sheet"}) == SPEC.check_options({}) | BOOK | SHEET | {"ruleset": "sheet"}


@pytest.mark.clause("HD-OPT-8")
@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_ideas_at_the_end_of_the_book_are_off_in_every_set(ruleset):
    assert SPEC.check_options({"ruleset": ruleset}).items() >= IDEAS.items()


@pytest.mark.clause("HD-OPT-8")
@pytest.mark.parametrize("ruleset", RULESETS)
def test_off_nothing_of_them_is_ever_offered(ruleset):
    batch = Batch(SPEC, 64, {"players": 3, "ruleset": ruleset}, relative_seats=False, autoreset=True)
    generators = batch.generators(0)
    batch.deal(np.arange(64))
    first = SPEC.actions.first
    for _ in range(600):
        assert not batch.masks[:, [first["SPEND_HEALTH"], first["REVIVE"]]].any()
        assert (batch.games["table"]["tile"] < 47).all()
        batch.step_random(generators)


@pytest.mark.clause("HD-OPT-5")
@pytest.mark.parametrize("ruleset", ["book", "sheet"])
def test_an_option_given_beside_the_set_wins(ruleset):
    usual = SPEC.check_options({})
    for name, value in {**BOOK, **SHEET}.items():
        for given in (usual[name], value):  # in any order
            assert SPEC.check_options({"ruleset": ruleset, name: given})[name] == given
            assert SPEC.check_options({name: given, "ruleset": ruleset})[name] == given


@pytest.mark.example("EX-76")
@pytest.mark.clause("HD-OPT-5", "HD-OPT-7")
def test_ex_76_the_sheet_with_a_decoy():
    options = {"ruleset": "sheet", "death_pass": "decoy"}
    doubles = {"options": options, "force": {"dice": [3, 3]}}
    dying = {"health": "1/5", "pile": ["ps_medium"]}
    assert Table({"seats": [dying, {}, HOLDER], **doubles}).do("ROLL2").pile(1) == ["ps_medium"]
    table = Table({"seats": [{}, HOLDER, {}], **doubles}).do("ROLL2")
    assert (table.health(0), len(table.pile(0))) == ("4/5", 1)
    table = pair({"pawn": KIRK}, HOLDER, {}, dice=(4, 4), options=options).do("SEARCH")
    assert table.health(0) == "5/5"


@pytest.mark.clause("HD-OPT-5")
def test_resolved_options_resolve_to_themselves():
    for ruleset in RULESETS:
        resolved = SPEC.check_options({"ruleset": ruleset, "players": 3, "opener_power": "risen"})
        assert SPEC.check_options(resolved) == resolved


@pytest.mark.clause("HD-OPT-5")
def test_the_name_is_kept_in_positions():
    for ruleset in RULESETS:
        options = {"ruleset": ruleset, "players": 3, "opener_power": "risen", "death_pass": "decoy"}
        table = Table(seed=3, **options)
        written = SPEC.positions.write(table.game)
        assert written["options"].get("ruleset", "tuned") == ruleset
        assert SPEC.check_options(written["options"]) == SPEC.check_options(options)
        assert SPEC.positions.read(written).tobytes() == table.game.tobytes()


@pytest.mark.clause("HD-OPT-5")
def test_a_contest_says_what_is_played():
    contest = Contest(SPEC.name, ("random",), (3, 4), 1, 0, {"ruleset": "book", "bind_win": "living"})
    for players in (3, 4):
        found = contest.options_for(SPEC, players)
        assert found == SPEC.check_options({}) | BOOK | {
            "ruleset": "book", "bind_win": "living", "players": players, "max_turns": 40 * players,
        }  # fmt: skip
        assert json.loads(json.dumps(found)) == found


@pytest.mark.clause("HD-OPT-5")
def test_nobody_observes_the_name():
    seats = [HOLDER, {}, {}]
    named = Table({"seats": seats, "options": {"ruleset": "book"}})
    spelt = Table({"seats": seats, "options": BOOK})
    assert [view(named, seat) for seat in range(3)] == [view(spelt, seat) for seat in range(3)]


@pytest.mark.clause("HD-OPT-3", "HD-OPT-5")
def test_an_unknown_set_is_refused():
    with pytest.raises(ValueError, match=r"ruleset='house': choose one of 'tuned', 'book', 'sheet'"):
        SPEC.check_options({"ruleset": "house"})


def test_any_game_can_name_sets_of_values():
    options = (
        Option("size", "small", ("small", "large"), sets={"small": {}, "large": {"n": 9, "pace": "slow"}}),
        Option("pace", "quick", ("quick", "slow"), sets={"slow": {"n": 7}}),
        Option("n", 3, low=1, high=9),
    )
    resolved = {"size": "large", "pace": "slow", "n": 7}  # of two sets the later one is the more particular
    assert checked(options, {"size": "large"}, "it") == resolved
    assert checked(options, {"size": "large", "pace": "quick"}, "it") == {"size": "large", "pace": "quick", "n": 9}
    assert checked(options, {"n": 1, "size": "large"}, "it") == {**resolved, "n": 1}
    assert checked(options, {}, "it") == {"size": "small", "pace": "quick", "n": 3}
    assert set_table(options, options[0]) == [("size", "small", "large"), ("pace", "quick", "slow"), ("n", "3", "7")]


def test_every_set_names_options_and_values_that_there_are():
    later = [option.name for option in OPTIONS][2:]
    for values in RULESETS.values():
        assert set(values) <= set(later)
        checked(OPTIONS, values, SPEC.name)


def test_the_documentation_has_the_values_of_every_set():
    page = (Path(__file__).parents[3] / "docs" / "haunted_destinies.md").read_text(encoding="utf-8")
    section = page.split("## Rule sets\n")[1].split("\n## ")[0]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in section.splitlines() if line[:3] == "| `"]
    for name, _, *said, _ in rows:
        for ruleset, value in zip(RULESETS, said):
            played = {SPEC.check_options({"ruleset": ruleset, "players": n})[name[1:-1]] for n in (3, 5)}
            assert value[1:-1] == ("40 x players" if played == {120, 200} else str(*played)), (name, ruleset)
    assert {name[1:-1] for name, *_ in rows} >= {*BOOK, *SHEET, *IDEAS}


def test_the_sets_side_by_side():
    (option,) = (option for option in OPTIONS if option.sets)
    head, *rows = set_table(OPTIONS, option)
    assert head == ("ruleset", "tuned", "book", "sheet")
    assert ("death_pass", "decoy", "none", "none") in rows and ("evil_twins", "choose", "choose", "both") in rows
    assert {row[0] for row in rows} == {*BOOK, *SHEET}


@pytest.mark.clause("HD-OPT-6", "HD-OPT-7", "HD-OPT-8", "HD-INV-2", "HD-INV-13")
@pytest.mark.parametrize(
    "options",
    [
        {"players": 3, "ruleset": "book"},
        {"players": 5, "ruleset": "sheet"},
        {"players": 4, "revival": "on", "rotation": "on", "health_moves": 3},
        {"players": 6, "ruleset": "book", "death_pass": "decoy", "revival": "on", "setup": "random"},
    ],
)
def test_random_games_keep_every_invariant(options):
    tally = Tally(60_000)
    games.play(SPEC, options, 5, tally)
    assert tally.tried >= 60_000
