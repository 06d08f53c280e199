"""What everybody sees of the places, people and ways of a position, worked out from how they really are."""

from typing import Any

from haunted_env.games.destinies.data import NONE
from haunted_env.games.destinies.state import ABSENT, EXPLORED, PLACED
from haunted_env.spec.position import Node, Words

AWAY = ""  # where an NPC is that is nowhere (DS-WORLD-3)


class Somewhere:
    """A POI, or AWAY."""

    def __init__(self, poi: Words) -> None:
        self.poi = poi

    def write(self, value: Any) -> str:
        return AWAY if value == NONE else str(self.poi.write(value))

    def read(self, node: Node) -> int:
        return NONE if node.value == AWAY else self.poi.read(node)

    def schema(self) -> dict[str, Any]:
        return {"type": "string"}


def show_seen(game: Any, arrays: Any) -> None:
    """What `rules.movement.turn_up` does in play (DS-WORLD-1 to DS-WORLD-4)."""
    table, secret = game["table"], game["secret"]
    explored = table["tile"] == EXPLORED
    table["near"] = [int(tile["near"]) if seen else 0 for tile, seen in zip(arrays["tile"], explored)]
    for number in range(int(arrays["n_ways"])):
        a, b = int(arrays["way"][number]["a"]), int(arrays["way"][number]["b"])
        if int(secret["ways"]) >> number & 1:
            table["near"][a] |= explored[a] << b
            table["near"][b] |= explored[b] << a
    for tile in range(len(explored)):
        if table["tile"][tile] == ABSENT and any(int(near) >> tile & 1 for near in table["near"]):
            table["tile"][tile] = PLACED
    for poi in range(int(arrays["n_pois"])):
        tile = int(secret["poi_tile"][poi])
        if secret["active"][poi] and explored[tile]:
            table["known"][poi], table["poi_tile"][poi], table["look"][poi] = 1, tile, secret["look"][poi]
    for npc in range(int(arrays["n_npcs"])):
        poi = int(secret["npc"][npc])
        table["npc"][npc] = poi if poi != NONE and table["known"][poi] else NONE
