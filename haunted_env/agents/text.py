"""Players that read and write: a language model, a script, a person; anything that answers a text with a text.

    def ask(prompt: str) -> str: ...
    agent = TextAgent(spec=spec, ask=ask)

By name, a function of a Python module: `text:python:my_module:ask`.
"""

import importlib
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np

from haunted_env.agents.interface import Agent
from haunted_env.agents.random import random_actions
from haunted_env.agents.view import View

ANSWER = "Answer with the number of one of these choices."


@dataclass(kw_only=True)
class TextAgent(Agent):
    """Shows what the seat sees and its numbered choices; takes a number, or the words of a choice.

    An answer that names no choice is asked again with the reason, up to `retries` times; then a random legal action
    is taken. Every such answer is counted (`illegal_answers`, and in the arena's illegal-move rate).
    """

    ask: Callable[[str], str]
    retries: int = 2

    batched: ClassVar[bool] = False
    illegal_answers: int = field(default=0, init=False)

    def act(self, view: View) -> np.ndarray:
        fallback = random_actions(view)  # drawn in any case: chance must not depend on the answers
        actions = [self._one(view, i) for i in range(len(view))]
        chosen = np.array([-1 if action is None else action for action in actions], np.int64)
        return np.where(chosen < 0, fallback, view.in_own_words(chosen))

    def _one(self, view: View, i: int) -> int | None:
        legal = view.legal(i).tolist()
        choices = [self.spec.describe_action(view.game(i), action) for action in legal]
        prompt = self.prompt(view, i, choices)
        complaint = ""
        for _ in range(self.retries + 1):
            answer = self.ask(prompt + complaint)
            if not isinstance(answer, str):
                raise TypeError(f"the text player answered {answer!r}: expected a text")
            number = read_answer(answer, choices)
            if number is not None:
                return int(legal[number])
            self.illegal_answers += 1
            view.illegal[i] += 1
            complaint = (
                f"\n\nYour answer {answer.strip()[:200]!r} is not one of the choices 1 to {len(choices)}. {ANSWER}"
            )
        return None

    def prompt(self, view: View, i: int, choices: list[str]) -> str:
        """Who one is, the table as the seat sees it, the question, the choices."""
        game, seat = view.game(i), int(view.seats[i])
        spec = self.spec
        lines = [f"You are player {seat} (of 0 to {view.n_seats - 1}) in {spec.title}: {spec.summary}.", ""]
        lines += [spec.text(game, seat), "", spec.explain_decision(game, seat)]
        lines += [f"{number:3}  {choice}" for number, choice in enumerate(choices, 1)]
        return "\n".join([*lines, "", ANSWER])


def read_answer(answer: str, choices: list[str]) -> int | None:
    """The index of the choice that an answer names: by its words, or by the last number in it that is a choice."""
    said = _plain(answer)
    same = [i for i, choice in enumerate(choices) if _plain(choice) == said]
    if same:
        return same[0]
    numbers = [int(n) for n in re.findall(r"(?<![\w.-])\d{1,6}(?![\w-]|\.\d)", answer)]
    if numbers:
        return numbers[-1] - 1 if 1 <= numbers[-1] <= len(choices) else None
    named = [i for i, choice in enumerate(choices) if said and _plain(choice) in said]
    return named[0] if len(named) == 1 else None


def _plain(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.lower()))


def python_function(place: str) -> Callable[[str], str]:
    """The function that `python:module:function` names."""
    kind, _, rest = place.partition(":")
    module, _, name = rest.partition(":")
    if kind != "python" or not module or not name:
        raise ValueError(f"agent 'text:{place}': expected text:python:MODULE:FUNCTION")
    try:
        found = getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError) as error:
        raise ValueError(f"agent 'text:{place}': {error}") from error
    if not callable(found):
        raise ValueError(f"agent 'text:{place}': {name} is not a function")
    return found  # type: ignore[no-any-return]
