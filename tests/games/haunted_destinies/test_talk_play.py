"""Telling and trading at the terminal, as a person reads it."""

import pytest
from typer.testing import CliRunner

from haunted_env.cli import app
from haunted_env.play.replay import Replay, seal
from tests.games.haunted_destinies.test_talk_words import BOOTS, SPEC, met


def run(*words: object, answers: str = "") -> str:
    done = CliRunner(env={"HAUNTED_ENV_QUIET": "1"}).invoke(app, [str(word) for word in words], input=answers)
    assert done.exit_code == 0, done.output
    return " ".join(done.output.split())


@pytest.fixture
def talk(tmp_path):
    """Saves a game in which actions have been carried out, and whose seat the person has."""

    def save(seat, *actions):
        table = met()
        position = SPEC.positions.write(table.game)
        taken = []
        for name in actions:
            taken.append(table.index(name))
            table.do(name)
        about = {"game": SPEC.name, "version": SPEC.version, "content_hash": SPEC.content_hash}
        replay = Replay(**about, options=table.batch.options, seed=None, position=position, actions=taken,
                        notes={"seat": seat})  # fmt: skip
        seal(SPEC, replay).save(tmp_path / "game.json")
        return tmp_path / "game.json"

    return save


def number_of(text: str, choice: str) -> int:
    """The number under which a choice was listed last."""
    before = text[: text.rindex(choice)].split()
    return int(before[-1])


def test_a_person_finds_telling_among_the_choices_and_is_led_through_it(talk):
    path, answers = talk(0), ""
    for choice in (
        "tell something in private to player 1",
        "tell something in private to player 3 (health 5/5)",
        "tell player 3 that someone is the Opener",
        "tell player 3 that player 1 is the Opener",
    ):
        text = run("play", "--resume", path, answers=f"{answers}q\n\n")
        answers += f"{number_of(text, choice)}\n"
    text = run("play", "--resume", path, answers=f"{answers}e\nq\n\n")
    assert "Only player 3 hears what you say, and it need not be true" in text
    assert text.count("You told player 3, in private, that player 1 is the Opener.") == 2, (
        "at once, and among the events"
    )


def test_a_person_who_is_offered_a_trade_is_told_what_it_is_worth(talk):
    path = talk(1, "TRADE", "SEAT 1", f"ITEM {BOOTS}", "NOTES")
    text = run("play", "--resume", path, answers="q\n\n")
    assert "Player 0 offers you Nailed Boots for your notes. The notes are all that a player knows for certain" in text
    assert (
        "1 accept: get Nailed Boots, give your notes" in text or "2 accept: get Nailed Boots, give your notes" in text
    )


@pytest.mark.parametrize(
    ("seat", "heard"), [(1, "Player 0 told you, in private, that you are the Opener."), (3, "Player 0 told player 1")]
)
def test_a_person_reads_what_was_whispered_to_them_and_not_to_others(talk, seat, heard):
    text = run("play", "--resume", talk(seat, "TELL", "SEAT 1", "ACCUSE", "SEAT 1"), answers="e\nq\n\n")
    assert heard in text
    assert ("in private, that you are the Opener" in text) == (seat == 1)
    assert "in private, that player 1 is the Opener" not in text


@pytest.mark.parametrize(("view", "heard"), [("1", "told you, in private"), ("all", "in private"), ("2", "something")])
def test_a_replay_is_shown_with_the_ears_of_a_seat(talk, view, heard):
    text = run("replay", talk(0, "TELL", "SEAT 1", "ACCUSE", "SEAT 1"), "--view", view)
    assert heard in text
    assert ("in private" in text.replace("In private", "")) == (view != "2")
