"""Agents for the tests, found by name as agents of one's own are."""

from dataclasses import dataclass

from haunted_env.agents import Agent, View


@dataclass(kw_only=True)
class FirstLegal(Agent):
    """Or the last legal action; `patience` is for the tests of parameters."""

    last: bool = False
    patience: float = 1.5
    name: str = "first"

    def act(self, view: View):
        if self.last:
            return view.masks.shape[1] - 1 - view.masks[:, ::-1].argmax(axis=1)
        return view.masks.argmax(axis=1)


@dataclass(kw_only=True)
class Demanding(Agent):
    model: str
