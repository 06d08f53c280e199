"""How the world of a game stands, or of a scenario before it begins, for its map: with everything hidden."""

from typing import Any

from haunted_env.games.destinies.scenario.schema import Look, Npc, Poi, Scenario, Way


class Start:
    """As the file has it."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.tiles = [tile.id for tile in scenario.tiles]
        self.pois = [poi.id for poi in scenario.pois]

    def is_there(self, poi: Poi) -> bool:
        return poi.active

    def tile(self, poi: Poi) -> str:
        return poi.tile

    def look(self, poi: Poi) -> Look:
        return poi.look(0)

    def at(self, npc: Npc) -> str:
        """The POI; empty for who is gone."""
        return npc.at

    def is_open(self, way: Way) -> bool:
        return way.open

    def place_mark(self, poi: Poi) -> str:
        """What is said of a place beside its name."""
        return "" if poi.active else "not at the start"

    def person_mark(self, npc: Npc) -> str:
        return ""

    def has_changed(self, way: Way) -> bool:
        return False


class Now(Start):
    """As a game has it; marks say what is no longer as it was."""

    def __init__(self, scenario: Scenario, whole: Any) -> None:
        super().__init__(scenario)
        self.secret = whole["secret"]

    def is_there(self, poi: Poi) -> bool:
        return bool(self.secret["active"][poi.slot])

    def tile(self, poi: Poi) -> str:
        return self.tiles[int(self.secret["poi_tile"][poi.slot])]

    def look(self, poi: Poi) -> Look:
        return poi.look(int(self.secret["look"][poi.slot]))

    def at(self, npc: Npc) -> str:
        number = int(self.secret["npc"][npc.slot])
        return self.pois[number] if number >= 0 else ""

    def is_open(self, way: Way) -> bool:
        return bool(int(self.secret["ways"]) >> self.scenario.ways.index(way) & 1)

    def place_mark(self, poi: Poi) -> str:
        there = self.is_there(poi)
        marks = [
            ("gone", poi.active and not there),
            ("not there", not poi.active and not there),
            ("new", there and not poi.active),
            ("moved", there and self.tile(poi) != poi.tile),
            ("changed", there and bool(self.secret["look"][poi.slot])),
        ]
        return ", ".join(word for word, holds in marks if holds)

    def person_mark(self, npc: Npc) -> str:
        return "" if self.at(npc) == npc.at else "moved"

    def has_changed(self, way: Way) -> bool:
        return self.is_open(way) != way.open
