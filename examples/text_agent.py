"""A seat for whatever reads and writes text: a language model, a script, a person.

python examples/text_agent.py          # a script answers; put your model's call into `ask`
"""

import re

from haunted_env.agents import make_agent
from haunted_env.agents.text import TextAgent
from haunted_env.play.batch import Batch
from haunted_env.play.table import Table
from haunted_env.registry import spec

GAME = "ghosts_in_the_graveyard"


def ask(prompt: str) -> str:
    """What the seat sees, what is asked, numbered choices; the answer is the number or the words of one of them.

    With an OpenAI-compatible endpoint this is one request: `{"messages": [{"role": "user", "content": prompt}]}`.
    """
    choices = re.findall(r"^ *(\d+)  (.+)$", prompt, re.MULTILINE)
    number, words = max(choices, key=lambda choice: len(choice[1]))
    return f"I take the longest one, {words!r}.\nAnswer: {number}"


def main(games: int = 8) -> int:
    game = spec(GAME)
    prompts = []

    def remembering(prompt: str) -> str:
        prompts.append(prompt)
        return ask(prompt)

    agent = TextAgent(spec=game, ask=remembering)
    batch = Batch(game, games, {"players": 2}, observation=None)
    batch.deal(range(games))
    Table(batch, [agent, make_agent("random", game)], seating=[0, 1]).play()
    print(prompts[-1], "\n")
    print(ask(prompts[-1]), "\n")
    print(f"{len(prompts)} questions, {agent.illegal_answers} answers that were none of the choices;")
    print(f"won {(batch.rewards[:, 0] > 0).sum()} of {games} games against a random player")
    return agent.illegal_answers


if __name__ == "__main__":
    main()
