"""Players: the interface, what they are handed, and agents by name.

agent = make_agent("ismcts:sims=200", registry.spec("haunted_destinies"))
action = agent.choose(env)        # in a PettingZoo environment
actions = agent.act(View(batch))  # in every game of a batch
"""

from haunted_env.agents.interface import Agent
from haunted_env.agents.names import NAMES, make_agent
from haunted_env.play.view import View

__all__ = ["NAMES", "Agent", "View", "make_agent"]
