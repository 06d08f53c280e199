"""Exchange what a seat may not know (DS-OBS-9, DS-OBS-11)."""

import numpy as np

from haunted_env.games.destinies.data import MAX_SEATS, N_HOSTED
from haunted_env.games.destinies.scenario import library
from haunted_env.games.destinies.state import EXPLORED


def scramble(game: np.ndarray, seat: int, rng: np.random.Generator) -> np.ndarray:
    """A copy with other virtues, destinies, peeks, unseen places, stacks, unfinished work and chance."""
    other = game.copy()
    table, secret = other["table"][0], other["secret"][0]
    scenario = library.of(other)
    head = scenario.header
    secret["virtue"] = rng.integers(head.virtue_min, head.virtue_max + 1, MAX_SEATS)
    for poi in scenario.pois:
        if not table["known"][poi.slot]:
            secret["active"][poi.slot] = rng.integers(2)
            secret["poi_tile"][poi.slot] = rng.integers(len(scenario.tiles))
            secret["look"][poi.slot] = rng.integers(4)
    for npc in scenario.npcs:
        if table["npc"][npc.slot] < 0:
            secret["npc"][npc.slot] = rng.integers(-1, len(scenario.pois))
    at = {tile.id: tile.slot for tile in scenario.tiles}
    for number, way in enumerate(scenario.ways):
        if EXPLORED not in (table["tile"][at[way.a]], table["tile"][at[way.b]]):
            secret["ways"] = int(secret["ways"]) ^ int(rng.integers(2)) << number
    for number in range(len(scenario.stacks)):
        if not table["stack_seen"][number]:
            secret["stack"][number] = rng.permutation(secret["stack"][number])
    secret["box"][: len(scenario.items)] = rng.integers(0, 4, len(scenario.items))
    for slot in range(N_HOSTED):
        if not int(table["offered"]) >> slot & 1:
            secret["slot"][slot] = rng.integers(-1, len(scenario.options))
    for field, high in (("vflags", 4), ("leaving", 2), ("chosen", 2**14), ("blocked", 2**14)):
        secret[field] = rng.integers(high)
    secret["paid"], secret["fell"] = rng.integers(0, 3, MAX_SEATS), rng.integers(0, 2, MAX_SEATS)
    secret["due"] = rng.integers(-1, 2, MAX_SEATS)
    secret["rng"], secret["seed"] = rng.integers(1, 2**32, 4), rng.integers(2**62)
    secret["n_forced"] = rng.integers(5)
    secret["forced"] = rng.integers(0, 7, secret["forced"].shape)
    if table["decider"] != seat:  # only who decides is in the middle of it
        other["work"][0]["stack"]["b"] = rng.integers(0, 300, other["work"][0]["stack"].shape)
    for another in range(MAX_SEATS):
        if another != seat:
            exchange(other["ledger"][0, another], len(scenario.destinies), rng)
    return other


def exchange(ledger: np.void, n_destinies: int, rng: np.random.Generator) -> None:
    """Another seat's private knowledge, replaced by something of the right form."""
    if ledger["destiny"] >= 0:
        ledger["destiny"] = rng.integers(n_destinies)
    for field, high in (("done", 8), ("revealed", 8), ("complete", 2)):
        ledger[field] = rng.integers(0, high, ledger[field].shape)
    ledger["offered"] = rng.integers(4)
    ledger["where"] = rng.integers(-1, 20, ledger["where"].shape)
    ledger["finale_poi"] = rng.integers(0, 20, ledger["finale_poi"].shape)
    ledger["peeked"] = rng.integers(0, 6, ledger["peeked"].shape)
