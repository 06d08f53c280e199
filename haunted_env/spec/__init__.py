"""What a game is made of: the typed parts that every adapter, agent, test and tool works with."""

from haunted_env.spec.belief import Belief
from haunted_env.spec.game import GameSpec
from haunted_env.spec.options import Option
from haunted_env.spec.parts import (
    Evaluation,
    Features,
    Generator,
    Heuristic,
    Inference,
    Locations,
    Parts,
    Pointer,
    Positions,
    Queries,
    Rules,
    Scenarios,
    Score,
    Words,
)
from haunted_env.spec.talk import Talk

__all__ = [
    "Belief",
    "Evaluation",
    "Features",
    "GameSpec",
    "Generator",
    "Heuristic",
    "Inference",
    "Locations",
    "Option",
    "Parts",
    "Pointer",
    "Positions",
    "Queries",
    "Rules",
    "Scenarios",
    "Score",
    "Talk",
    "Words",
]
