"""An agent of your own in a tournament on duplicate deals, beside the hand-written player and a random one.

python examples/own_agent.py        # the folder my_contest/ has the report: open report.html
"""

import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from haunted_env.agents import Agent, View
from haunted_env.arena import report, tournament
from haunted_env.arena.plan import Contest


@dataclass(kw_only=True)
class Persistent(Agent):
    """Takes the first legal action, or with last=true the last one. Fields are parameters of its name."""

    last: bool = False

    def act(self, view: View) -> np.ndarray:
        """One action for every game of the view; see docs/arena.md for all that a view has."""
        masks = view.masks
        return masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1) if self.last else masks.argmax(axis=1)


def main(folder: str = "my_contest") -> dict:
    sys.path.insert(0, str(Path(__file__).parent))  # where the agent's own process finds this file
    agents = ("python:own_agent:Persistent", "python:own_agent:Persistent,last=true", "heuristic", "random")
    contest = Contest("ghosts_in_the_graveyard", agents, players=(2,), deals=4)
    with tournament.start(contest, Path(folder)) as store:
        tournament.run(store)
        results = report.write(store)
    rates = {agent["name"]: agent["win_rate"] for agent in results["agents"]}
    for name, rate in rates.items():
        print(f"{rate:6.1%}  {name}")
    return rates


if __name__ == "__main__":  # agents of your own play in processes of their own, which import this file
    main()
