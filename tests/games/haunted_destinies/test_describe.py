"""Actions, decisions, events, roles and results in words."""

import re

import numpy as np
import pytest

from haunted_env.games.haunted_destinies.actions import (
    ACTIONS,
    LABEL_NAMES,
    Act,
    Decision,
    End,
    Event,
    Origin,
    Purpose,
    React,
    Role,
)
from haunted_env.games.haunted_destinies.state import N_EVENTS, NONE, PA, TRADE_NOTES, TRADE_WORD, G
from haunted_env.games.haunted_destinies.tables import CARDS, CODE, ITEM_CODE, PERSIST_CODE, TILE_INDEX
from haunted_env.games.haunted_destinies.words import chronicle, describe, explain
from haunted_env.games.haunted_destinies.words import names as words
from haunted_env.play.batch import ENDED, RUNNING
from tests.games.haunted_destinies.moor import ask, cell, give, happen, made_up_game
from tests.games.haunted_destinies.table import Table


def said(game: np.ndarray, action: str, offset: int = 0) -> str:
    return describe.describe_action(game, ACTIONS.first[action] + offset)


@pytest.fixture
def game() -> np.ndarray:
    return made_up_game()


def test_a_step_names_the_tile_and_the_cost(game):
    assert said(game, "MOVE_S") == "step south to Dilapidated Cemetery (cost 2, 5 left)"
    assert said(game, "MOVE_W") == "step west to Old Kirk (cost 2, 5 left)"


@pytest.mark.parametrize(("card", "cost"), [("", 3), ("ps_pathfinder", 2)])
def test_the_cost_named_counts_the_pathfinder(game, card, cost):
    game[0]["table"]["tile"][cell(3, 4)] = TILE_INDEX["ti_gorse"]
    if card:
        game[0]["table"]["up_at"][CODE[card]] = 0
    assert said(game, "MOVE_W") == f"step west to Old Kirk (cost {cost}, {7 - cost} left)"


@pytest.mark.parametrize(("held", "cost"), [(False, 6), (True, 3)])
def test_the_cost_of_leaving_a_sealed_tile_counts_the_rope(game, held, cost):
    table = game[0]["table"]
    table["tile"][:] = NONE
    table["tile"][cell(6, 6)], table["tile"][cell(5, 6)] = TILE_INDEX["ti_covered_bridge"], TILE_INDEX["ti_roman_ruins"]
    table["pawn"][0] = cell(6, 6)
    if held:
        give(game, 0, "it_rope_and_hook")
    assert said(game, "MOVE_N") == f"step north to Roman Ruins (cost {cost}, {7 - cost} left)"


def test_rolls_name_what_they_can_give(game):
    give(game, 0, "it_nailed_boots", 2)
    assert said(game, "ROLL1") == "roll one die (3 to 8 movement points)"


def test_actions_aimed_at_players_name_them(game):
    assert said(game, "PROBE") == "probe player 1 (health 5/5)"
    game[0]["table"]["pawn"][3] = cell(3, 4)
    assert said(game, "ATTACK") == "attack player 1 (health 5/5) or player 3 (ghost, gloom 4)"
    assert said(game, "MUTUAL_LOOK") == "exchange looks with player 1 (health 5/5)"
    ask(game, 0, Decision.TARGET, action=Act.PROBE)
    assert said(game, "SEAT", 3) == "probe player 3 (ghost, gloom 4)"


def test_searching_names_tile_and_gloom(game):
    game[0]["table"]["pawn"][0] = cell(3, 3)
    assert said(game, "SEARCH") == "search Old Kirk (gloom 2)"


def test_slots_say_what_the_deciding_seat_knows(game):
    ask(game, 0, Decision.PICK_SLOT, purpose=Purpose.LOOK, pick_pile=1)
    assert said(game, "SLOT", 0) == "look at slot 0 of player 1's pile (border: Psyche)"
    assert said(game, "SLOT", 1) == "look at slot 1 of player 1's pile (The Pathfinder)"
    game[0]["ledger"][0]["fact"][1, 2] = PA + 2
    assert said(game, "SLOT", 2) == "look at slot 2 of player 1's pile (border: set C)"
    ask(game, 0, Decision.PICK_SLOT, purpose=Purpose.SWAP_OWN, pick_pile=0)
    assert said(game, "SLOT", 2) == "give slot 2 of own pile (border: grey) in the swap"


def test_insertions_name_the_neighbours(game):
    ask(game, 0, Decision.INSERT_AT, "PLACING", origin=Origin.HAUNTING_DECK, own_incoming=[G, 0])
    assert said(game, "INSERT", 0) == "hide the card as slot 0 (on top of a Psyche card)"
    assert said(game, "INSERT", 2) == "hide the card as slot 2 (between a Psyche card and a grey card)"
    assert said(game, "INSERT", 4) == "hide the card as slot 4 (under a Psyche card)"
    assert explain.explain_decision(game, 0).startswith("You draw a Haunting card, unseen. Where")


def test_a_look_names_the_face_to_the_looker_only(game):
    ask(game, 0, Decision.LOOK_OUTCOME, "LOOKING", look_seat=0, look_pile=1, look_slot=0, own_face=CODE["ps_warden"])
    assert said(game, "FACE_UP") == "turn The Warden face up in front of player 1"
    assert said(game, "FACE_DOWN") == "put The Warden back face down"
    assert "The Warden (set A)" in explain.explain_decision(game, 0)
    assert explain.explain_decision(game, 2) == "Player 0 is deciding: looking."


@pytest.mark.parametrize(
    ("cause", "card", "yes", "no"),
    [
        (
            React.REROLL,
            "it_pocket_mirror",
            "reroll both dice with Pocket Mirror (now light 2, dark 5)",
            "keep the dice",
        ),
        (React.PREVENT_WOUND, "it_waxed_coat", "discard Waxed Coat to prevent a wound", "keep Waxed Coat"),
        (React.CANCEL_HAUNTING, "it_rowan_charm", "discard Rowan Charm to cancel Grave Chill", "let Grave Chill take"),
        (React.ON_REVEAL, "ps_kitchen", "use The Warm Kitchen: player 0 heals 1", "leave The Warm Kitchen unused"),
    ],
)
def test_yes_and_no_say_what_they_mean(game, cause, card, yes, no):
    ask(game, 0, Decision.REACT, react=cause, react_card=CODE[card], light=2, dark=5)
    ask(game, 0, Decision.REACT, obeyed=CODE["ha_grave_chill"], obeyed_self=0, obeyed_other=1)
    assert said(game, "YES") == yes
    assert said(game, "NO").startswith(no)


def test_branches_name_the_players_concerned(game):
    ask(game, 1, Decision.FX_BRANCH, obeyed=CODE["ha_grasping_dead"], obeyed_self=0, obeyed_other=1)
    assert said(game, "BRANCH_A") == "player 0 takes 1 wound"
    assert said(game, "BRANCH_B") == "player 1 takes a face-down card of player 0"


def test_picked_players_are_named_with_the_effect(game):
    happen(game, Event.POWER, 0, face=CODE["ps_physician"])
    ask(game, 0, Decision.FX_SEAT)
    assert said(game, "SEAT", 1) == "player 1 (health 5/5) heals 1"
    ask(game, 0, Decision.FX_SEAT, obeyed=CODE["se_tinted_lens"], obeyed_self=0)
    assert said(game, "SEAT", 2) == "player 0 learns all borders in the pile of player 2 (health 4/5)"


def test_cells_items_and_cards_are_named(game):
    ask(game, 0, Decision.FX_CELL, purpose=Purpose.GLOOM_TILE)
    assert said(game, "CELL", cell(3, 3)) == "remove gloom from Old Kirk (3,3), gloom 2"
    ask(game, 0, Decision.REMOVE_CELL)
    assert said(game, "CELL", cell(3, 4)) == "remove Birch Copse (3,4), edges 8 in all"
    ask(game, 0, Decision.TAKE_CARD, pick_pile=1)
    assert said(game, "ITEM", list(ITEM_CODE).index(CODE["it_waxed_coat"])).startswith("take Waxed Coat (")
    ask(game, 0, Decision.TRADE_REPLY, actor=1, opponent=0, trade_give=3, trade_ask=4)
    assert said(game, "YES") == "accept: get Nailed Boots, give Silver Bell"
    ask(game, 0, Decision.TRADE_REPLY, trade_give=TRADE_WORD, trade_ask=TRADE_NOTES)
    assert said(game, "YES") == "accept: get their word, give your notes"
    ask(game, 3, Decision.SYPHON_AMOUNT)
    assert said(game, "AMOUNT", 3) == "take 3 gloom from Dilapidated Cemetery"


def test_setup_choices_are_named(game):
    hand = [TILE_INDEX["ti_inn"], *[NONE] * 5]
    ask(game, 0, Decision.SETUP_TILE, in_setup=1, own_hand=hand)
    assert said(game, "TILE", 0) == "place Wayside Inn (searchable; N 1, E 1, S 2, W 1)"
    ask(game, 0, Decision.SETUP_CELL, own_chosen_tile=0)
    assert said(game, "CELL", cell(5, 4)) == "place Wayside Inn at (5,4), south of Dilapidated Cemetery"


def test_claims_are_spelled_out(game):
    ask(game, 0, Decision.TALK_SEAT, own_claim_kind=0)
    assert said(game, "SEAT", 2) == "claim that player 2 is the Opener"
    assert said(game, "SEAT", 0) == "claim that you are the Opener"
    ask(game, 0, Decision.TALK_CARD, own_claim_kind=3, own_claim_seat=1)
    assert said(game, "PSYCHE", CODE["ps_medium"]) == "claim that The Medium is not in player 1's pile"


def test_a_declaration_names_the_fallen(game):
    game[0]["table"]["health"][2] = 0
    ask(game, 0, Decision.DECLARE)
    assert said(game, "BIND").startswith("bind player 2 as the Opener")


@pytest.mark.clause("HD-INFO-20")
def test_decisions_have_a_public_name(game):
    ask(game, 0, Decision.OWN_OUTCOME, "LOOKING")
    assert describe.decision_name(game, 0) == "OWN_OUTCOME"
    assert describe.decision_name(game, 1) == "LOOKING"
    game[0]["table"]["decider"] = NONE
    assert describe.decision_name(game, 0) == "NONE"


def test_every_decision_has_a_question_and_every_event_a_sentence():
    assert set(explain.QUESTIONS) == set(Decision) - {Decision.NONE}
    assert set(explain.PICKING) | {p for p in Purpose if p >= Purpose.ANY_TILE} == set(Purpose) - {Purpose.NONE}
    assert set(explain.REACTION) == set(describe.REACTIONS) == set(React) - {React.NONE}
    assert set(explain.ORIGINS) == set(Origin)
    assert set(chronicle.SENTENCES) == set(Event) - {Event.NONE}
    assert set(chronicle.ENDS) == set(End) - {End.NONE}


@pytest.mark.clause("HD-INFO-21")
def test_events_are_told_from_public_fields(game):
    happen(game, Event.LOOK, 2, 0, slot=3)
    happen(game, Event.LOOK, 2, 2, slot=1)
    happen(game, Event.ROLL, 1, amount=46)
    happen(game, Event.ENTER_PLAY, 0, 1, face=CODE["ha_leaden_feet"])
    happen(game, Event.CLAIM, 1, 2, slot=1, amount=66)
    happen(game, Event.CLAIM, 1, 2, face=CODE["ps_medium"], amount=2)
    assert describe.events(game, 0) == (
        6,
        [
            "Player 2 looks at slot 3 of player 0's pile.",
            "Player 2 looks at slot 1 of their own pile.",
            "Player 1 rolls light 4, dark 6.",
            "Leaden Feet stays in play, attached to player 1.",
            "Player 1 claims: player 1 has looked at slot 1 of player 2's pile: a grey card.",
            "Player 1 claims: The Medium is in player 2's pile.",
        ],
    )
    assert describe.events(game, 5)[1] == ["Player 1 claims: The Medium is in player 2's pile."]
    assert describe.events(game, 6) == (6, [])


@pytest.mark.clause("HD-INFO-10")
def test_the_witness_is_told_but_not_what_was_seen(game):
    happen(game, Event.RETURN, 0, 1, slot=2)
    happen(game, Event.WITNESS, 0, 2, slot=2)
    assert describe.events(game, 0)[1] == [
        "Player 0 puts the card back face down as slot 2 of player 1's pile.",
        "Player 0 shows the border of the card to player 2.",
    ]


def test_lost_events_are_counted(game):
    for _ in range(N_EVENTS + 5):
        happen(game, Event.TURN, 1)
    total, lines = describe.events(game, 2)
    assert total == N_EVENTS + 5
    assert lines[0] == "(3 earlier events)"
    assert len(lines) == N_EVENTS + 1


def test_every_card_has_a_text():
    for code in range(len(CARDS)):
        assert words.card_text(code).endswith(".")
    assert words.card_text(CODE["ha_recoil"]) == "When looked at: the looker takes 1 wound."
    assert words.card_text(CODE["it_silver_bell"]) == "Haunts against you 1 lower."


def test_win_conditions_tell_their_progress(game):
    table = game[0]["table"]
    for code in PERSIST_CODE[PERSIST_CODE >= 0]:
        table["persist"][list(PERSIST_CODE).index(code)] = 1
    told = {code: words_ for code, _, _, words_ in words.in_play(table)}
    assert told[CODE["ha_long_night"]] == "the ghosts win if there is 30 gloom on the moor (now 2 of 30)"
    assert told[CODE["ha_pale_king"]] == "the ghosts win if one ghost has 11 gloom (now 4 of 11)"
    assert told[CODE["ha_cold_hearths"]].endswith("(now 4 of 12)")
    assert told[CODE["ha_possession"]].endswith("(now no)")
    assert told[CODE["ha_weight_of_fate"]].endswith("(now 4 of 12)")
    assert told[CODE["ha_full_churchyard"]].endswith("(now 0 of 4)")
    assert told[CODE["ha_thin_veil"]] == "+1 to every haunt"


def test_public_roles(game):
    games = np.repeat(game, 3)
    games["table"]["ritual"][1:] = 1
    games["table"]["opener"][1:] = 1
    roles = describe.role_of(games, np.array([1, 1, 3], np.int8))
    assert roles.tolist() == [Role.INVESTIGATOR, Role.OPENER, Role.GHOST]


@pytest.mark.clause("HD-WIN-11")
def test_the_result_names_winners_reason_and_roles(game):
    game[0]["table"]["winners"], game[0]["table"]["reason"], game[0]["table"]["over"] = 0b0101, End.OPENER_FELL, 1
    game[0]["secret"]["role"][:4] = [Role.INVESTIGATOR, Role.OPENER, Role.INVESTIGATOR, Role.GHOST]
    assert describe.result(game) == {
        "winners": [0, 2],
        "reason": "opener_fell",
        "roles": ["investigator", "opener", "investigator", "ghost"],
    }


@pytest.mark.parametrize("players", [3, 6])
def test_whole_games_are_told(players):
    """Every legal action of some random games has words of its own, and steps cost what is said."""
    choice = np.random.default_rng(players)
    unclear = re.compile(r"nobody|nowhere|empty cell|\{|None|_")
    for seed in range(2):
        table = Table(seed=seed, players=players, max_turns=30)
        while table.decider >= 0:
            game, seat = table.game, table.decider
            legal = np.flatnonzero(table.masks[0])
            told = [describe.describe_action(game, int(action)) for action in legal]
            assert len(set(told)) == len(told)
            assert not [line for line in told if unclear.search(line)]
            assert not unclear.search(explain.explain_decision(game, seat))
            assert describe.decision_name(game, (seat + 1) % players) in LABEL_NAMES
            action = int(choice.choice(legal))
            block = ACTIONS.find(action)[0].name
            left = re.search(r"(\d+) left\)", describe.describe_action(game, action))
            assert table.act(action) == (ENDED if table.is_over else RUNNING)
            if block.startswith("MOVE_") and not table.table["over"] and table.decision == "MAIN":
                assert int(table.table["mp"]) == int(left[1])
            for reader in (seat, None):
                assert all(line.endswith((".", ")")) for line in describe.seat_events(table.game, 0, reader)[1])
        assert describe.result(table.game)["reason"] in {end.name.lower() for end in End}
