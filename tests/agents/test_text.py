"""Players that read and write."""

import numpy as np
import pytest

from haunted_env.agents import make_agent
from haunted_env.agents.text import TextAgent, read_answer
from tests.agents.positions import running, view_of

CHOICES = ["roll one die", "roll two dice", "step north to the Old Mill (cost 2, 4 left)", "end the turn"]


@pytest.mark.parametrize(
    ("answer", "choice"),
    [
        ("1", 0),
        (" 4 \n", 3),
        ("2.", 1),
        ("I choose 3", 2),
        ("Option 1 is poor, so: 2", 1),
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
        ("either roll one die or end the turn", None),
    ],
)
def test_reading_answers(answer, choice):
    assert read_answer(answer, CHOICES) == choice


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
        assert spec.text(batch.games[i : i + 1], seat) in prompt
        assert spec.explain_decision(batch.games[i : i + 1], seat) in prompt
        for number, action in enumerate(view.legal(i), 1):
            assert f"{number:3}  {spec.describe_action(batch.games[i : i + 1], int(action))}" in prompt
        assert actions[i] == view.legal(i)[0]


@pytest.mark.parametrize("relative", [True, False])
def test_every_choice_can_be_taken_by_number_and_by_words(spec, relative):
    batch = running(spec, n=6, relative=relative)
    view = view_of(batch)
    for i in range(len(view)):
        one = view.part(np.arange(6) == i)
        legal = one.legal(0)
        words = [spec.describe_action(one.game(0), int(action)) for action in legal]
        for number, action in enumerate(legal, 1):
            for answer in {str(number), words[number - 1] if words.count(words[number - 1]) == 1 else str(number)}:
                chosen = TextAgent(spec=spec, ask=lambda prompt, answer=answer: answer).act(one)
                assert one.absolute(chosen).tolist() == [action]


def test_asks_again_with_the_reason(spec):
    answers = iter(["nonsense", "99999", "1"])
    prompts: list[str] = []
    agent = TextAgent(spec=spec, ask=lambda prompt: prompts.append(prompt) or next(answers))
    view = view_of(running(spec, n=1, relative=False))
    assert agent.act(view)[0] == view.legal(0)[0]
    assert "Your answer 'nonsense' is not one of the choices" in prompts[1]
    assert "Your answer '99999' is not one of the choices" in prompts[2]
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
