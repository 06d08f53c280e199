"""Players that read and write."""

import threading

import numpy as np
import pytest

from haunted_env.agents import make_agent
from haunted_env.agents.text import TextAgent, read_answer
from haunted_env.arena.match import play_games
from haunted_env.arena.plan import Contest, games
from tests.agents.positions import running, view_of
from tests.envs.conftest import registered

CHOICES = ["roll one die", "roll two dice", "step north to the Old Mill (cost 2, 4 left)", "end the turn"]


@pytest.mark.parametrize(
    ("answer", "choice"),
    [
        ("1", 0),
        (" 4 \n", 3),
        ("2.", 1),
        ("I choose 3", 2),
        ("2  roll two dice", 1),
        ("2. Roll two dice.", 1),
        ("I choose 2 - roll two dice, as before", 1),
        ("3  step north to the Old Mill (cost 2, 4 left)", 2),
        ("I choose to step north to the Old Mill (cost 2, 4 left).", 2),
        ("Option 1 is poor, 3 is slow.\n\n2", 1),
        ("1  roll one die: too slow\n2  roll two dice: good\n**Answer: 2**", 1),
        ("Final answer: 4", 3),
        ("**4**", 3),
        ("roll two dice", 1),
        ("Roll one die!", 0),
        ("I will end the turn now", 3),
        ("step north to the Old Mill (cost 2, 4 left)", 2),
        ("0", None),
        ("5", None),
        ("-1", None),
        ("1.5", None),
        ("", None),
        ("no idea", None),
        ("roll", None),
        ("Option 1 is poor, so: 2", None),
        ("1 or 2", None),
        ("2  roll one die", None),
        ("1  roll one die\n2  roll two dice", None),
        ("1\n2", None),
        ("I have 7 cards, so 2", None),
        ("either roll one die or end the turn", None),
    ],
)
def test_reading_answers(answer, choice):
    assert read_answer(answer, CHOICES) == choice


TOMBSTONES = ["tombstone 3", "tombstone 5", "tombstone 8", "tombstone 9", "tombstone 12"]


@pytest.mark.parametrize(
    ("answer", "choice"),
    [
        ("2  tombstone 5", 1),
        ("tombstone 5", 1),
        ("I ask about tombstone 3.", 0),
        ("5  tombstone 12", 4),
        ("2  tombstone 8", None),  # its number and its words are not those of one choice
        ("tombstone 3 or tombstone 5", None),
        ("tombstone 4", None),
    ],
)
def test_numbers_in_the_words_of_a_choice_are_not_its_number(answer, choice):
    assert read_answer(answer, TOMBSTONES) == choice


@pytest.mark.parametrize(("answer", "choice"), [("2 swords", None), ("3  2 swords", 2), ("1  a cup", 0), ("swords", 1)])
def test_words_that_read_like_another_line_are_not_guessed_at(answer, choice):
    assert read_answer(answer, ["a cup", "swords", "2 swords"]) == choice


def test_every_line_of_real_prompts_can_be_echoed(spec):
    """Games from the deal to far into them; the line as listed, and with what people and models put around it."""
    for steps in (0, 25, 80, 160):
        view = view_of(running(spec, n=6, steps=steps))
        for i in range(len(view)):
            choices = [spec.words.describe_action(view.game(i), int(action)) for action in view.legal(i)]
            lines = TextAgent(spec=spec, ask=str).prompt(view, i, choices).splitlines()[-len(choices) - 2 : -2]
            for number, line in enumerate(lines):
                forms = (line, line.strip(), line.strip() + ".", f"I choose {line.strip()}", f"**{line.strip()}**")
                assert [read_answer(form, choices) for form in forms] == [number] * len(forms), (line, choices)


def test_shows_what_the_seat_sees_and_its_choices(spec):
    batch = running(spec, n=2, relative=False)
    view = view_of(batch)
    prompts: list[str] = []
    agent = TextAgent(spec=spec, ask=lambda prompt: prompts.append(prompt) or "1")
    actions = agent.act(view)
    assert len(prompts) == 2
    for i, prompt in enumerate(prompts):
        seat = int(view.seats[i])
        assert f"You are player {seat} " in prompt
        assert spec.words.text(batch.games[i : i + 1], seat) in prompt
        assert spec.words.explain_decision(batch.games[i : i + 1], seat) in prompt
        for number, action in enumerate(view.legal(i), 1):
            assert f"{number:3}  {spec.words.describe_action(batch.games[i : i + 1], int(action))}" in prompt
        assert actions[i] == view.legal(i)[0]


@pytest.mark.parametrize("relative", [True, False])
def test_every_choice_can_be_taken_by_number_and_by_words(spec, relative):
    batch = running(spec, n=6, relative=relative)
    view = view_of(batch)
    for i in range(len(view)):
        one = view.part(np.arange(6) == i)
        legal = one.legal(0)
        words = [spec.words.describe_action(one.game(0), int(action)) for action in legal]
        for number, action in enumerate(legal, 1):
            for answer in {str(number), words[number - 1] if words.count(words[number - 1]) == 1 else str(number)}:
                chosen = TextAgent(spec=spec, ask=lambda prompt, answer=answer: answer).act(one)
                assert one.absolute(chosen).tolist() == [action]


def test_asks_again_with_the_reason(spec):
    answers = iter(["nonsense", "1 or 99999", "1"])
    prompts: list[str] = []
    agent = TextAgent(spec=spec, ask=lambda prompt: prompts.append(prompt) or next(answers))
    view = view_of(running(spec, n=1, relative=False))
    assert agent.act(view)[0] == view.legal(0)[0]
    assert "Your answer 'nonsense' is not one of the choices" in prompts[1]
    assert "Your answer '1 or 99999' names more than one of the choices" in prompts[2]
    assert agent.illegal_answers == 2
    assert view.illegal.tolist() == [2]


def test_falls_back_to_a_legal_action(spec):
    asked: list[str] = []
    agent = TextAgent(spec=spec, ask=lambda prompt: asked.append(prompt) or "?", retries=1)
    batch = running(spec, n=8)
    view = view_of(batch)
    batch.step(agent.act(view))
    assert len(asked) == 16
    assert view.illegal.tolist() == [2] * 8


def test_an_answer_that_is_no_text_is_an_error(spec):
    with pytest.raises(TypeError, match="expected a text"):
        TextAgent(spec=spec, ask=lambda prompt: 1).act(view_of(running(spec, n=1)))


def test_by_name(spec):
    agent = make_agent("text:python:tests.agents.readers:first,retries=5", spec)
    assert agent.retries == 5
    view = view_of(running(spec, n=3, relative=False))
    assert agent.act(view).tolist() == [view.legal(i)[0] for i in range(3)]


def test_an_answer_has_its_time(spec):
    view = view_of(running(spec, n=1, relative=False))
    never = threading.Event()
    hangs = TextAgent(spec=spec, ask=lambda prompt: str(never.wait()), seconds=0.05)
    with pytest.raises(TimeoutError, match=r"longer than seconds=0\.05"):
        hangs.act(view)
    never.set()
    assert TextAgent(spec=spec, ask=lambda prompt: "1", seconds=60).act(view)[0] == view.legal(0)[0]

    def broken(prompt):
        raise KeyError("out of order")

    with pytest.raises(KeyError, match="out of order"):
        TextAgent(spec=spec, ask=broken, seconds=60).act(view)


@pytest.mark.parametrize("setting", ["seconds=-1", "seconds=nan", "seconds=1e30", "retries=-1", "seconds=soon"])
def test_settings_that_make_no_sense(spec, setting):
    with pytest.raises(ValueError, match=setting.split("=")[0]):
        make_agent(f"text:python:tests.agents.readers:first,{setting}", spec)


def test_whoever_hangs_forfeits_in_the_arena(monkeypatch):
    registered("toy_game", monkeypatch)
    agents = ("text:python:tests.agents.readers:hangs,seconds=0.05", "random")
    contest = Contest("toy_game", agents, players=(2,), deals=1)
    records = play_games(contest, list(games(contest)))
    assert [record.plan.seating[record.forfeit] for record in records] == [0] * len(records)
    assert all("TimeoutError" in record.error for record in records)
