"""The action space, the decisions and their options (section 16)."""

import re
from collections import defaultdict
from pathlib import Path

import numpy as np
import pytest

import haunted_env.games.haunted_destinies as game_package
from haunted_env.games.haunted_destinies.actions import LABEL_NAMES, Decision
from haunted_env.play.batch import REFUSED, Batch
from tests.games.haunted_destinies.table import SPEC, Table

TALK = {"TALK_KIND", "TALK_SEAT", "TALK_CARD", "TALK_SLOT", "TALK_BORDER"}
RULES = (Path(game_package.__file__).parent / "rules.md").read_text(encoding="utf-8")


def table_rows(clause: str) -> list[list[str]]:
    """The rows of the first table after a clause of the rules."""
    lines = RULES[RULES.index(f"**{clause} ") :].splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith("|"))
    rows = []
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip() for cell in line.strip("|").split("|")])
    return rows


@pytest.mark.clause("HD-DEC-1")
def test_the_action_space_is_the_table_of_the_rules():
    assert SPEC.actions.size == 258
    for indices, names in table_rows("HD-DEC-1"):
        first, _, last = indices.replace("–", "-").partition("-")
        words = [re.match(r"[A-Z_0-9]+", name.strip())[0] for name in names.split(",") if re.match(r"\s*[A-Z]", name)]
        expected = range(int(first), int(last or first) + 1)
        if len(words) == 1:
            assert SPEC.actions.span(words[0]) == slice(expected.start, expected.stop)
        else:
            assert [SPEC.actions.first[word] for word in words] == list(expected)


@pytest.mark.clause("HD-DEC-2")
def test_the_decisions_are_the_table_of_the_rules():
    rows = table_rows("HD-DEC-2")
    assert [(int(row[0]), row[1]) for row in rows] == [(int(d), d.name) for d in Decision if d]


@pytest.mark.clause("HD-DEC-2", "HD-DEC-4", "HD-DEC-6", "HD-INV-11")
def test_no_decision_offers_more_than_its_maximum_and_all_but_rare_ones_occur():
    most = {row[1]: int(row[4]) for row in table_rows("HD-DEC-2")}
    largest: dict[str, int] = defaultdict(int)
    for players in (3, 4, 5, 6):
        options = {"psyche_reward": "sheet", "health_moves": 1, "revival": "on", "rotation": "on"}
        batch = Batch(SPEC, 64, {"players": players, **options}, relative_seats=False, autoreset=True)
        generators = batch.generators(players)
        batch.deal(np.arange(64))
        for _ in range(1500):
            deciders = batch.games["table"]["decider"]
            assert ((deciders >= 0) & (deciders < players)).all()
            kinds = batch.games["ledger"]["decision"][np.arange(64), deciders]
            counts = batch.masks.sum(axis=1)
            assert counts.min() >= 1
            for kind in np.unique(kinds):
                name = Decision(int(kind)).name
                largest[name] = max(largest[name], int(counts[kinds == kind].max()))
            batch.step_random(generators)
    assert {name: n for name, n in largest.items() if n > most[name]} == {}
    assert set(most) - set(largest) <= {"REMOVE_CELL", "POWER", "FX_PERSIST", "FX_ITEM"}


@pytest.mark.clause("HD-DEC-3")
def test_a_forced_decision_is_carried_out_unless_asked_for():
    position = {"decision": "MAIN", "options": {"claims_per_turn": 0}, "seats": [{"pile": ["ps_opener"]}, {}, {}]}
    position["seats"] = [{"pile": ["ps_opener"], "pawn": "4,5"}, {}, {}]
    position["board"] = {"4,5": "ti_misty_hollow"}
    assert Table(position).asked == (1, "ROLL")  # END_TURN alone in MAIN counts as forced
    position["options"]["auto_forced"] = False
    table = Table(position)
    assert table.asked == (0, "MAIN") and table.legal == {"END_TURN"}


@pytest.mark.clause("HD-DEC-3")
def test_no_decision_with_one_option_is_asked_by_default():
    batch = Batch(SPEC, 32, {"players": 4}, autoreset=True)
    generators = batch.generators(1)
    batch.deal(np.arange(32))
    for _ in range(800):
        assert batch.masks.sum(axis=1).min() >= 2
        batch.step_random(generators)


@pytest.mark.clause("HD-DEC-4")
def test_an_entry_action_is_legal_only_if_it_can_be_finished():
    alone = {
        "decision": "MAIN",
        "seats": [{"pile": ["ps_opener"], "pawn": "4,5", "up": ["ps_physician"]}, {}, {}],
        "board": {"4,5": "ti_old_kirk"},
    }
    assert not Table(alone).legal & {"PROBE", "ATTACK", "MUTUAL_LOOK", "TRADE", "TELL", "USE_POWER"}
    together = {
        **alone,
        "seats": [{**alone["seats"][0], "pawn": "4,4"}, {"pile": ["ps_moths"], "items": ["it_rowan_charm"]}, {}],
    }
    assert Table(together).legal >= {"PROBE", "ATTACK", "MUTUAL_LOOK", "TRADE", "TELL", "USE_POWER"}


@pytest.mark.clause("HD-DEC-5")
@pytest.mark.parametrize("entry", ["PROBE", "ATTACK", "MUTUAL_LOOK", "TRADE", "TELL"])
def test_a_chosen_action_cannot_be_cancelled(entry):
    position = {
        "decision": "MAIN",
        "seats": [
            {"pile": ["ps_opener"], "items": ["it_rowan_charm"]},
            {"pile": ["ps_moths"]},
            {"pile": ["ps_red_door"]},
        ],
    }
    table = Table(position).do(entry)
    assert table.asked == (0, "TARGET")
    assert table.legal == {"SEAT 1", "SEAT 2"}


@pytest.mark.clause("HD-DEC-8")
def test_an_illegal_action_changes_nothing():
    table = Table(seed=4, players=4)
    for index in range(SPEC.actions.size):
        if not table.masks[0, index]:
            before = table.game.tobytes()
            assert table.act(index) == REFUSED
            assert table.game.tobytes() == before


@pytest.mark.clause("HD-DEC-9")
def test_picks_of_effects_have_kinds_of_their_own():
    def draw(card, **more):
        seats = [
            {"pawn": "4,5", "pile": ["ps_opener", "ps_brawler"]},
            {"pile": ["ps_moths"]},
            {"pile": ["ps_red_door"]},
        ]
        position = {
            "decision": "MAIN",
            "board": {"4,5": "ti_old_kirk", "4,3": "ti_inn"},
            "gloom": {"4,3": 1},
            "seats": seats,
            "decks": {"search": [card, "..."]},
            "force": {"dice": [1, 3]},
            **more,
        }
        return Table(position).do("SEARCH", "OPT_DRAW_SEARCH")

    assert draw("se_overheard").asked == (0, "FX_SEAT")
    assert draw("se_overheard").do("SEAT 1").decision in ("LOOK_OUTCOME",)  # its one slot was picked unasked
    assert draw("se_parish_register").asked == (0, "PICK_SLOT")
    assert draw("se_clear_morning").asked == (0, "FX_CELL")
    assert draw("se_bell_book", persistent=["ha_thin_veil", "ha_long_night"]).asked == (0, "FX_PERSIST")
    assert draw("se_fair_wind").asked == (0, "FX_BRANCH")
    position = {
        "decision": "MAIN",
        "seats": [{"health": "5/5"}, {"health": "2/5", "pile": ["ha_corpse_candle", "ps_opener"], "pawn": "4,5"}, {}],
    }
    position |= {"board": {"4,5": "ti_inn"}, "force": {"dice": [6, 1]}}
    position["seats"][0]["pawn"] = "4,5"
    table = Table(position).do("PROBE")
    table.do("OPT_LOOK_OTHER", "SLOT 0")
    assert table.pawn(1) == "4,4"  # move_to the Cemetery asks nothing
    assert table.asked == (0, "MAIN")


@pytest.mark.clause("HD-INFO-20")
def test_labels_hide_what_would_betray_a_face():
    hidden = {"LOOK_OUTCOME": "LOOKING", "WITNESS": "LOOKING", "OWN_OUTCOME": "LOOKING", "PICK_PROBER": "LOOKING"}
    hidden |= {"INSERT_AT": "PLACING", "DUAL_CARD": "PLACING"}
    batch = Batch(SPEC, 64, {"players": 5}, autoreset=True)
    generators = batch.generators(2)
    batch.deal(np.arange(64))
    seen = set()
    for _ in range(800):
        kinds = batch.games["ledger"]["decision"][np.arange(64), batch.games["table"]["decider"]]
        for kind, label in zip(kinds.tolist(), batch.games["table"]["label"].tolist(), strict=True):
            name = Decision(kind).name
            if name in TALK and LABEL_NAMES[label] == "TELLING":  # while the claim is private
                seen.add(f"TELLING {name}")
                continue
            assert LABEL_NAMES[label] == hidden.get(name, name)
            seen.add(name)
        batch.step_random(generators)
    assert seen >= set(hidden) | TALK | {f"TELLING {name}" for name in TALK}
