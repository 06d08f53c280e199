"""Private talk in words: who told whom what, as the two read it, and as everybody else does."""

import json

import numpy as np
import pytest

from haunted_env.agents import View
from haunted_env.agents.text import TextAgent
from haunted_env.games.haunted_destinies.actions import GREY_BORDER, Claim, Event
from haunted_env.games.haunted_destinies.state import N_EVENTS, N_TOLD, TRADE_NOTES
from haunted_env.games.haunted_destinies.tables import CARD_NAMES, CODE
from haunted_env.games.haunted_destinies.words.describe import (
    decision_name,
    describe_action,
    events,
    explain_decision,
    seat_events,
    text,
)
from haunted_env.games.haunted_destinies.words.draw import draw
from haunted_env.games.haunted_destinies.words.view import N_SHOWN_TOLD
from haunted_env.play.batch import Batch
from haunted_env.play.replay import Replay, export_for_seat, seal
from tests.games.haunted_destinies.hidden import scramble
from tests.games.haunted_destinies.moor import happen, made_up_game, tell
from tests.games.haunted_destinies.table import SPEC, Table

BOOTS, BELL = "it_nailed_boots", "it_silver_bell"
SAYINGS = {  # what is said by player 2 to player 1: its parts, what player 1 reads, what player 2 reads
    Claim.ACCUSE: ({"seat": 1}, "you are the Opener", "player 1 is the Opener"),
    Claim.CLEAR: ({"seat": 2}, "they are not the Opener", "you are not the Opener"),
    Claim.HOLDS: (
        {"seat": 0, "card": CODE["ps_medium"]},
        "The Medium is in player 0's pile",
        "The Medium is in player 0's pile",
    ),
    Claim.NOT_HOLDS: (
        {"seat": 2, "card": CODE["ps_medium"]},
        "The Medium is not in their own pile",
        "The Medium is not in your pile",
    ),
    Claim.GREY: (
        {"seat": 1, "slot": 0},
        "slot 0 of your pile holds a grey card",
        "slot 0 of player 1's pile holds a grey card",
    ),
    Claim.NOT_GREY: (
        {"seat": 0, "slot": 3},
        "slot 3 of player 0's pile holds a Psyche card",
        "slot 3 of player 0's pile holds a Psyche card",
    ),
    Claim.SEEN: (
        {"seat": 1, "slot": 2, "border": 1},
        "they have looked at slot 2 of your pile: a card of set B",
        "you have looked at slot 2 of player 1's pile: a card of set B",
    ),
}


@pytest.fixture
def game() -> np.ndarray:
    return made_up_game()


def read_by(game: np.ndarray, seat: int | None) -> tuple:
    """Everything in words that a seat can read."""
    return text(game, seat), seat_events(game, 0, seat), decision_name(game, seat), explain_decision(game, seat)


@pytest.mark.clause("HD-FREE-13", "HD-FREE-22")
@pytest.mark.parametrize("kind", SAYINGS, ids=lambda kind: kind.name)
def test_both_read_who_told_them_what_and_the_others_only_that_they_spoke(game, kind):
    parts, heard, spoken = SAYINGS[kind]
    tell(game, 2, 1, kind, **parts)
    lines = {1: f"Player 2 told you, in private, that {heard}.", 2: f"You told player 1, in private, that {spoken}."}
    for seat, line in lines.items():
        assert seat_events(game, 0, seat) == (1, [line])
        shown = " ".join(text(game, seat).split())
        assert f"In private (may be false; slots as they were then): Turn 8, {line[0].lower()}{line[1:]}" in shown
    for seat in (0, 3):
        assert seat_events(game, 0, seat) == events(game, 0) == (1, ["Player 2 told player 1 something."])
        assert "In private" not in text(game, seat)


@pytest.mark.clause("HD-INFO-30")
def test_texts_and_pictures_of_a_third_seat_do_not_depend_on_what_was_said(game):
    other = game.copy()
    tell(game, 2, 1, Claim.ACCUSE, 0)
    tell(other, 2, 1, Claim.SEEN, 0, slot=1, border=GREY_BORDER)
    for seat in (0, 3):
        assert read_by(game, seat) == read_by(other, seat)
        assert np.array_equal(draw(game, seat), draw(other, seat))
    for seat in (1, 2, None):
        assert read_by(game, seat) != read_by(other, seat)
        assert not np.array_equal(draw(game, seat), draw(other, seat))


def test_the_view_of_all_tells_everything_once(game):
    tell(game, 2, 1, Claim.CLEAR, 2)
    line = "Player 2 told player 1, in private, that player 2 is not the Opener."
    assert seat_events(game, 0, None)[1] == [line]
    assert text(game, None).lower().count(line.lower()) == 2, "in the logs and among the events"


def test_the_newest_are_shown_oldest_first(game):
    for i in range(N_TOLD + 5):
        tell(game, 0, 1, Claim.HOLDS, 2, card=i)
    shown = " ".join(text(game, 1).split("Last events")[0].split())
    assert shown.count("told you, in private") == N_SHOWN_TOLD
    places = [shown.index(f"{CARD_NAMES[i]} is in") for i in range(N_TOLD + 5 - N_SHOWN_TOLD, N_TOLD + 5)]
    assert places == sorted(places)
    lines = seat_events(game, 0, 1)[1]
    assert lines[:5] == ["Player 0 told player 1 something."] * 5, "the log reaches no further"
    assert [f"{CARD_NAMES[i]} is in" in lines[i] for i in range(5, N_TOLD + 5)] == [True] * N_TOLD


def test_talk_is_told_with_the_event_it_belongs_to(game):
    tell(game, 0, 1, Claim.ACCUSE, 2)
    happen(game, Event.TURN, 1)
    tell(game, 1, 0, Claim.ACCUSE, 0)
    tell(game, 2, 1, Claim.ACCUSE, 3)
    tell(game, 0, 1, Claim.CLEAR, 2)
    assert seat_events(game, 0, 0) == (
        5,
        [
            "You told player 1, in private, that player 2 is the Opener.",
            "Player 1's turn begins.",
            "Player 1 told you, in private, that you are the Opener.",
            "Player 2 told player 1 something.",
            "You told player 1, in private, that player 2 is not the Opener.",
        ],
    )
    assert seat_events(game, 4, 0)[1] == ["You told player 1, in private, that player 2 is not the Opener."]


def test_events_of_a_seat_are_as_many_as_those_of_all(game):
    for _ in range(N_EVENTS):
        tell(game, 0, 1, Claim.ACCUSE, 2)
        happen(game, Event.TURN, 1)
    for seat in (0, 1, 2, None):
        total, lines = seat_events(game, 0, seat)
        assert (total, len(lines)) == (events(game, 0)[0], len(events(game, 0)[1]))
        assert lines[0] == events(game, 0)[1][0]


# Choosing what to say


def met(**more) -> Table:
    """Everybody is at the Cemetery; seat 0 is in MAIN, seat 2 is a ghost, seat 3 holds the Opener."""
    seats = [
        {"pile": ["ps_warden", "ha_recoil"], "items": [BOOTS]},
        {"pile": ["ps_medium", "ps_moths"], "items": [BELL]},
        {"ghost": True, "gloom": 2},
        {"pile": ["ps_opener"]},
    ]
    ledger = {"0": {"facts": {"1": ["S:ps_medium", "U"]}}}
    return Table({"decision": "MAIN", "seats": seats, "ledger": ledger, **more})


def choices(table: Table) -> list[str]:
    return [describe_action(table.game, int(action)) for action in np.flatnonzero(table.masks[0])]


def question(table: Table) -> str:
    return explain_decision(table.game, table.decider)


@pytest.mark.clause("HD-FREE-8", "HD-FREE-12", "HD-FREE-17")
def test_a_turn_offers_talk_in_words_that_explain_themselves():
    offered = choices(met())
    everybody = "player 1 (health 5/5), player 2 (ghost, gloom 2) or player 3 (health 5/5)"
    assert "claim something, for all to hear" in offered
    assert f"tell something in private to {everybody}" in offered
    assert f"trade items or knowledge with {everybody}" in offered


@pytest.mark.clause("HD-FREE-18", "HD-INFO-20")
def test_every_step_of_telling_says_what_is_told_to_whom_so_far():
    table = met()
    steps = [
        ("TELL", "Whom do you tell something in private to?", "tell something in private to player 2 (ghost, gloom 2)"),
        ("SEAT 1", "What do you say?", "tell player 1 that you have looked at a slot of someone's pile, and what"),
        (
            "SEEN",
            "You tell player 1 that you have looked at a slot of someone's pile. Whose pile?",
            "a slot of your pile",
        ),
        (
            "SEAT 1",
            "slot of player 1's pile. Which slot?",
            "looked at slot 0 of player 1's pile (you know: The Medium)",
        ),
        (
            "SLOT 1",
            "What do you say it was?",
            "tell player 1 that you have looked at slot 1 of player 1's pile: a grey",
        ),
    ]
    for i, (action, asked, offered) in enumerate(steps):
        table.do(action)
        assert asked in question(table)
        assert any(offered in choice for choice in choices(table))
        for seat in (1, 2, 3) if i else ():
            assert explain_decision(table.game, seat) == "Player 0 is deciding: telling."
            assert decision_name(table.game, seat) == "TELLING"
    table.do("BORDER 5")
    line = "Player 0 told you, in private, that they have looked at slot 1 of your pile: a grey card."
    assert seat_events(table.game, 0, 1)[1][-1] == line


def test_a_public_claim_is_chosen_in_the_same_words():
    table = met().do("TALK")
    assert question(table).startswith("All hear what you claim, and it need not be true.")
    assert "claim that a slot of someone's pile holds a grey card" in choices(table)
    table.do("GREY")
    assert question(table) == "You claim that a slot of someone's pile holds a grey card. Whose pile?"
    table.do("SEAT 1", "SLOT 0")
    assert events(table.game, 0)[1][-1] == "Player 0 claims: slot 0 of player 1's pile holds a grey card."


@pytest.mark.clause("HD-FREE-9", "HD-FREE-19", "HD-FREE-20")
def test_a_trade_says_what_a_word_and_notes_are_worth():
    table = met().do("TRADE")
    assert "offer a trade to player 1 (health 5/5), items: Silver Bell" in choices(table)
    assert "offer a trade to player 2 (ghost, gloom 2)" in choices(table), "ghosts have no items"
    table.do("SEAT 1")
    assert "A word is one claim, told in private once the trade is accepted; it may be false." in question(table)
    assert "The notes are all that a player knows for certain" in question(table)
    assert "offer your word: a claim in private, to be chosen later" in choices(table)
    assert "offer your notes: all that you know for certain" in choices(table)
    table.do("WORD")
    assert question(table) == "You offer your word.\nWhat do you ask of player 1 in return?"
    assert "ask for the notes of player 1: all that they know for certain" in choices(table)
    table.do("NOTES")
    assert question(table).startswith("Player 0 offers you their word for your notes. A word is one claim")
    assert choices(table) == ["accept: get their word, give your notes", "refuse: player 0 gets nothing, nor do you"]
    table.do("YES")
    assert question(table).startswith("You owe them a word. Only player 1 hears what you say")
    table.do("CLEAR", "SEAT 0")
    assert seat_events(table.game, 0, 1)[1][-3:] == [
        "Player 1 accepts player 0's offer: a word for notes.",
        "Player 1 shows player 0 all of their notes.",
        "Player 0 told you, in private, that they are not the Opener.",
    ]
    assert events(table.game, 0)[1][-1] == "Player 0 told player 1 something."


@pytest.mark.clause("HD-FREE-9")
def test_the_partner_who_owes_a_word_reads_to_whom():
    table = met().do("TRADE", "SEAT 1", f"ITEM {BOOTS}", "WORD", "YES")
    assert table.asked == (1, "TALK_KIND")
    assert "You owe them a word. Only player 0 hears" in question(table)
    assert "tell player 0 that someone is the Opener" in choices(table)
    assert "tell player 0 that you are the Opener" in choices(table.do("ACCUSE"))


def test_a_trade_for_items_alone_needs_no_explanation():
    table = met().do("TRADE", "SEAT 1", f"ITEM {BOOTS}", "PASS")
    assert question(table) == "Player 0 offers you Nailed Boots for nothing.\nDo you accept?"


@pytest.mark.clause("HD-FREE-8")
def test_a_ghost_reads_that_it_trades_knowledge():
    assert "trade knowledge with player 0 (health 5/5)" in " ".join(choices(met(active=2)))


@pytest.mark.clause("HD-FREE-8")
def test_a_trade_with_a_ghost_speaks_of_no_items():
    table = met().do("TRADE", "SEAT 2")
    assert not any("Boots" in choice for choice in choices(table))
    table.do("NOTES", "WORD")
    assert question(table).startswith("Player 0 offers you their notes for your word. ")
    assert int(table.table["trade_give"]) == TRADE_NOTES


# What reaches agents, replays and scrambled games


def test_a_text_agent_reads_what_it_was_told_and_nobody_elses_secrets():
    table = met(active=1).do("TELL", "SEAT 0", "ACCUSE", "SEAT 3", "END_TURN", "ROLL1")
    prompts = []
    agent = TextAgent(spec=SPEC, ask=lambda prompt: prompts.append(prompt) or "1")
    agent.act(View(table.batch, np.array([0])))
    assert "Player 1 told player 0 something" in prompts[0], "it is the ghost's turn, who was not told"
    assert "is the Opener." not in prompts[0]
    table = met().do("TELL", "SEAT 1", "ACCUSE", "SEAT 3", "END_TURN", "ROLL1")
    agent.act(View(table.batch, np.array([0])))
    assert "Player 0 told you, in private, that player 3 is the Opener." in prompts[1]


def test_an_exported_replay_has_the_private_talk_of_its_seat_alone():
    start = SPEC.positions.write(met().game)
    batch = Batch(SPEC, 1, start["options"], observation=None, relative_seats=False)
    batch.load(SPEC.positions.read(start))
    table = met()
    actions = [table.index(name) for name in ("TELL", "SEAT 1", "ACCUSE", "SEAT 3")]
    for action in actions:
        batch.act(action)
    replay = seal(SPEC, Replay(game=SPEC.name, version=SPEC.version, content_hash=SPEC.content_hash,
                               options=batch.options, seed=None, position=start, actions=actions))  # fmt: skip
    exports = {seat: "\n".join(export_for_seat(SPEC, replay, seat)) for seat in range(4)}
    assert "You told player 1, in private, that player 3 is the Opener." in exports[0]
    assert "Player 0 told you, in private, that player 3 is the Opener." in exports[1]
    for seat in (2, 3):
        assert "Player 0 told player 1 something." in exports[seat]
        assert "in private" not in exports[seat]
        assert json.loads(exports[seat].splitlines()[-1])["events"]


@pytest.mark.clause("HD-INFO-30")
def test_texts_of_a_seat_do_not_change_with_the_talk_of_others_in_whole_games():
    rng = np.random.default_rng(11)
    table = Table(seed=4, players=4, setup="random", max_turns=40, tells_per_turn=3, trade_offers_per_turn=3)
    talked = np.array([table.index(name) for name in ("TELL", "TRADE", "WORD", "YES")])
    heard = 0
    while table.decider >= 0:
        game = table.game
        legal = np.flatnonzero(table.masks[0])
        eager = legal[np.isin(legal, talked)]
        for seat in range(4) if table.label == "TELLING" else ():
            other = scramble(game, seat, rng)
            assert text(other, seat) == text(game, seat)
            assert seat_events(other, 0, seat) == seat_events(game, 0, seat)
            assert explain_decision(other, seat) == explain_decision(game, seat)
            if seat == table.decider:
                assert [describe_action(other, a) for a in legal] == [describe_action(game, a) for a in legal]
            heard += "in private" in " ".join(text(game, seat).split())
        table.act(int(rng.choice(eager if len(eager) and rng.random() < 0.7 else legal)))
    assert heard > 20
