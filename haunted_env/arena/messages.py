"""What is said between the referee and an agent in a process of its own. Nothing else crosses: no pickles, which would
let an agent run code in the referee's process, and no more of a game than the seat may know."""

from typing import Annotated, Any, Literal

import msgspec
import numpy as np

from haunted_env.play.view import View

LARGEST = 2**26  # bytes of an answer
ACT: Literal["act"] = "act"
BELIEVE: Literal["believe"] = "believe"
Count = Annotated[int, msgspec.Meta(ge=0, lt=2**31)]
encode = msgspec.msgpack.encode


class About(msgspec.Struct):
    """The first thing an agent's process says: what the arena has to know of the agent, or why there is none."""

    batched: bool = False
    seed: Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)] = 0
    mark: str = ""  # see `fingerprint.of_agent`
    fault: str = ""


class Question(msgspec.Struct):
    """Some games as the deciding seats may see them (`View.games`), and the generators of those seats."""

    what: Literal["act", "believe"]
    options: dict[str, Any]
    games: bytes
    generators: bytes


class Answer(msgspec.Struct):
    """To ACT: an action per game and what the agent has left in the view. To BELIEVE: `beliefs`."""

    actions: list[int] = []
    generators: bytes = b""
    illegal: list[Count] = []
    beliefs: list[list[float]] | None = None
    fault: str = ""


def question(what: Literal["act", "believe"], view: View) -> bytes:
    generators = np.ascontiguousarray(view.generators, np.uint32)
    return encode(Question(what, view.options, view.games.tobytes(), generators.tobytes()))
