"""Players that read and write: a language model, a script, a person; anything that answers a text with a text.

    def ask(prompt: str) -> str: ...
    agent = TextAgent(spec=spec, ask=ask)

By name, a function of a Python module: `text:python:my_module:ask`.
"""

import queue
import re
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise
from typing import ClassVar

import numpy as np

from haunted_env.agents.interface import Agent
from haunted_env.agents.random import random_actions
from haunted_env.play.view import View

ANSWER = "Answer with the number of one of these choices."
NO_CHOICE = -1
NUMBER = re.compile(r"(?<![\w.-])\d{1,6}(?![\w-]|\.\d)")
ALONE = re.compile(rf"\W*(?:(?:final )?(?:answer|choice)\b\W*)?({NUMBER.pattern})\W*", re.IGNORECASE)


@dataclass(kw_only=True)
class TextAgent(Agent):
    """Shows what the seat sees and its numbered choices; takes a number, the words of a choice, or a whole line.

    An answer that names no choice, or several, is asked again with the reason, up to `retries` times; then a random
    legal action is taken. Every such answer is counted (`illegal_answers`, and in the arena's illegal-move rate).
    An answer that takes longer than `seconds` is a TimeoutError, in the arena a forfeit; 0 waits for ever.
    """

    ask: Callable[[str], str]
    retries: int = 2
    seconds: float = 0.0

    batched: ClassVar[bool] = False
    illegal_answers: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        if self.retries < 0:
            raise ValueError(f"agent 'text': retries={self.retries}: expected at least 0")
        if not 0 <= self.seconds < threading.TIMEOUT_MAX:
            raise ValueError(f"agent 'text': seconds={self.seconds:g}: expected 0 (no limit) or more")

    def act(self, view: View) -> np.ndarray:
        fallback = random_actions(view)  # drawn in any case: the generators must not depend on the answers
        actions = [self._one(view, i) for i in range(len(view))]
        chosen = np.array([-1 if action is None else action for action in actions], np.int64)
        return np.where(chosen < 0, fallback, view.from_absolute(chosen))

    def _one(self, view: View, i: int) -> int | None:
        legal = view.legal(i).tolist()
        choices = [self.spec.words.describe_action(view.game(i), action) for action in legal]
        prompt = self.prompt(view, i, choices)
        complaint = ""
        for _ in range(self.retries + 1):
            answer = self.ask(prompt + complaint) if not self.seconds else self._in_time(prompt + complaint)
            if not isinstance(answer, str):
                raise TypeError(f"the text player answered {answer!r}: expected a text")
            number = read_answer(answer, choices)
            if number is not None:
                return int(legal[number])
            self.illegal_answers += 1
            view.illegal[i] += 1
            several = len(named_choices(answer, choices)) > 1
            fault = "names more than one" if several else "is not one"
            quoted = f"Your answer {answer.strip()[:200]!r} {fault} of the choices 1 to {len(choices)}."
            complaint = f"\n\n{quoted} {ANSWER}"
        return None

    def _in_time(self, prompt: str) -> str:
        """The answer, unless it is late. Nothing can stop a function that hangs: its thread is left behind."""
        answers: queue.SimpleQueue[tuple[str, BaseException | None]] = queue.SimpleQueue()

        def answer() -> None:
            try:
                answers.put((self.ask(prompt), None))
            except BaseException as error:
                answers.put(("", error))

        threading.Thread(target=answer, name="haunted_env text player", daemon=True).start()
        try:
            said, error = answers.get(timeout=self.seconds)
        except queue.Empty:
            raise TimeoutError(f"the text player took longer than seconds={self.seconds:g}") from None
        if error is not None:
            raise error
        return said

    def prompt(self, view: View, i: int, choices: list[str]) -> str:
        """Who one is, the table as the seat sees it, the question, the choices."""
        game, seat = view.game(i), int(view.seats[i])
        spec = self.spec
        lines = [f"You are player {seat} (of 0 to {view.n_seats - 1}) in {spec.title}: {spec.summary}.", ""]
        lines += [spec.words.text(game, seat), "", spec.words.explain_decision(game, seat)]
        lines += [f"{number:3}  {choice}" for number, choice in enumerate(choices, 1)]
        return "\n".join([*lines, "", ANSWER])


def read_answer(answer: str, choices: list[str]) -> int | None:
    """The index of the choice that an answer names; None if it names none, or more than one."""
    named = named_choices(answer, choices)
    return named.pop() if len(named) == 1 and named <= set(range(len(choices))) else None


def named_choices(answer: str, choices: list[str]) -> set[int]:
    """What an answer names, counted from 0; numbers that are no choice are in it too.

    A line that holds nothing but a number is the answer. Otherwise all that names a choice counts: its number, its
    words, or both as in the list. A number that belongs to the words of a choice is not the number of another one;
    nor is one behind a word that numbers of the game stand behind: of tombstones 3 and 5, "tombstone 2" is neither.
    """
    alone = {int(line[1]) - 1 for line in map(ALONE.fullmatch, answer.splitlines()) if line}
    if alone:
        return alone
    said = answer.lower()
    found = list(re.finditer(r"\w+", said))
    words = [word[0] for word in found]
    numbers = {word.start() for word in NUMBER.finditer(said)}
    lists = [_words(choice) for choice in choices]
    labels = {before for own in lists for before, word in pairwise(own) if word.isdecimal()}
    named: set[int] = set()
    at = 0
    while at < len(words):
        number = {int(words[at]) - 1} if found[at].start() in numbers else set()
        spoken, length = _longest(lists, words, at)
        listed, length_listed = _longest(lists, words, at + 1)
        if number & listed:  # as a line of the list has it
            spoken, length = spoken | number, max(length, 1 + length_listed)
        named |= spoken or ({NO_CHOICE} if number and at and words[at - 1] in labels else number)
        at += max(length, 1)
    return named


def _longest(lists: list[list[str]], words: list[str], at: int) -> tuple[set[int], int]:
    """The choices whose words stand at a place, the longest alone, and how many words that are."""
    here = {i: len(own) for i, own in enumerate(lists) if own and words[at : at + len(own)] == own}
    length = max(here.values(), default=0)
    return {i for i, own in here.items() if own == length}, length


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())
