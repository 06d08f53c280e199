"""Every option: what each value does, and which value is the default (HD-OPT-1)."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.games.haunted_destinies.drafting import cells, choose, dealt, with_hands
from tests.games.haunted_destinies.scenes import HOLDER, KIRK, LOSES, WINS, dies, fallen, ghosts, pair, winners
from tests.games.haunted_destinies.table import SPEC, Table

PILE = ["ps_medium", "ps_warden"]


def count(table: Table, entry: str, *chain: str) -> int:
    """How often a free action can be taken in this turn."""
    n = 0
    while entry in table.legal:
        table.do(entry, *chain)
        n += 1
    return n


# What is seen of an option: a function of the options given (by name, or none at all).


def players(**options: Any) -> int:
    table = Table(**options)
    assert len(SPEC.positions.write(table.game)["seats"]) == len(table.returns)
    return len(table.returns)


def setup(**options: Any) -> str:
    return Table(**options).decision


def placement(**options: Any) -> int:
    """The cells beside the Cemetery for the Sheep Track, which is closed to east and west."""
    table = with_hands(dealt(3, 0, **options), {1: ["ti_sheep_track"]})
    return len(cells(choose(table, "ti_sheep_track")))


def evil_twins(**options: Any) -> tuple:
    table = Table({"seats": [{}, HOLDER, {}], "options": options, "force": {"dice": [3, 3]}}).do("ROLL2")
    return table.decision, table.health(0), len(table.pile(0))


def evil_twins_scope(**options: Any) -> list[str]:
    asked = []
    for decision, action in (("ROLL", "ROLL2"), ("MAIN", "ATTACK")):
        seats = [{}, {**HOLDER, "health": "3/5"}, {"pawn": KIRK}]
        more = {"board": {KIRK: "ti_old_kirk"}, "options": options, "force": {"dice": [4, 4]}}
        asked.append(Table({"decision": decision, "seats": seats, **more}).do(action).decision)
    return asked


def search_tiers(**options: Any) -> set[str]:
    """What a search that reaches every tier offers, after the first tier if they all come in turn."""
    seat = {"pawn": KIRK, "pile": PILE}
    more = {"decks": {"search": ["it_silver_bell"]}, "options": {**options, "auto_forced": False}}
    table = pair(seat, HOLDER, {}, dice=WINS, **more).do("SEARCH")
    return table.legal if len(table.legal) > 1 else table.do("OPT_DRAW_SEARCH").legal


def psyche_reward(**options: Any) -> tuple[set[str], set[str]]:
    table = pair({"health": "4/5"}, {"pile": PILE}, HOLDER, dice=WINS, options=options)
    table.do("PROBE", "OPT_LOOK_OTHER", "SLOT 0", "FACE_UP")
    rewards = table.legal
    return rewards, table.do("OPT_HAUNTING").legal


def reward_health(**options: Any) -> str:
    table = pair({"health": "3/5"}, {"pile": PILE}, HOLDER, dice=WINS, options=options)
    return table.do("PROBE", "OPT_LOOK_OTHER", "SLOT 0", "FACE_UP", "OPT_HEAL").health(0)


def bind_win(**options: Any) -> list[int]:
    return winners(fallen({}, HOLDER, {}, {"ghost": True}, options=options).do("BIND"))


def attacker_down(**options: Any) -> tuple[str, list[int]]:
    table = pair({"health": "1/5"}, {}, HOLDER, dice=LOSES, options=options).do("ATTACK")
    return table.decision, ghosts(table)


def death_pass(**options: Any) -> list[int]:
    """How many cards the heir gets from a dying player without and with the Opener card."""
    seats = [{"pile": PILE}, {}, HOLDER], [HOLDER, {}, {}]
    return [len(dies(*three, options=options).pile(1)) for three in seats]


def insert_mode(**options: Any) -> tuple[str, int]:
    table = Table({"seats": [{"pile": PILE}, HOLDER, {}], "options": options, "force": {"dice": [3, 3]}})
    table.do("ROLL2", "OPT_HAUNTING")
    return table.decision, len(table.pile(0))


def claims_per_turn(**options: Any) -> int:
    table = pair({}, HOLDER, {}, options={**options, "auto_forced": False})
    return count(table, "TALK", "ACCUSE", "SEAT 1")


def trade_offers_per_turn(**options: Any) -> int:
    table = pair({"items": ["it_silver_bell"]}, HOLDER, {}, options=options)
    return count(table, "TRADE", "WORD", "PASS", "NO")


def tells_per_turn(**options: Any) -> int:
    table = pair({}, HOLDER, {}, options={**options, "auto_forced": False})
    return count(table, "TELL", "SEAT 1", "ACCUSE", "SEAT 1")


def max_turns(**options: Any) -> int:
    table = Table({"seats": [HOLDER, {}, {}], "options": options, "seed": 7})
    turns = 0
    while not table.is_over:
        table.do("ROLL1", "END_TURN")
        turns += 1
    return turns


def draw_reward(**options: Any) -> list[float]:
    return pair(HOLDER, {}, {}, options={"max_turns": 1, **options}).do("END_TURN").returns


def opener_power(**options: Any) -> str:
    return fallen({**HOLDER, "health": "3/5"}, {}, {}, options=options).do("RITUAL").health(0)


def auto_forced(**options: Any) -> tuple[int, str]:
    """A turn in which nothing is left but to end it."""
    silent = {"claims_per_turn": 0, "tells_per_turn": 0, "trade_offers_per_turn": 0}
    table = pair(HOLDER, {}, {}, options={**silent, **options}, used={"action": True})
    return table.asked


def ruleset(**options: Any) -> tuple[str, int, str]:
    """Of the book the deaths, of the sheet the Evil Twins."""
    doubles = {"options": options, "force": {"dice": [3, 3]}}
    death = Table({"seats": [{"pile": PILE, "health": "1/5"}, {}, HOLDER], **doubles}).do("ROLL2")
    if death.decision == "EVIL_TWINS":
        death.do("OPT_WOUND")
    twins = Table({"seats": [{}, HOLDER, {}], **doubles}).do("ROLL2")
    return death.decision, len(death.pile(1)), twins.decision


def removed_sets(**options: Any) -> list[int]:
    return [len(Table(players=players, **options).pile(0)) for players in (3, 4)]


def health_moves(**options: Any) -> int:
    """Movement points for two health, as far as they can be paid."""
    table = pair({"health": "3/5"}, HOLDER, {}, options={"claims_per_turn": 1, **options}, mp=1)
    count(table, "SPEND_HEALTH")
    return int(table.table["mp"])


def revival(**options: Any) -> bool:
    return "REVIVE" in pair({}, {"ghost": True}, HOLDER, options=options).legal


def rotation(**options: Any) -> str:
    return choose(with_hands(dealt(3, 0, **options), {1: ["ti_sheep_track"]}), "ti_sheep_track").decision


EFFECTS: dict[Callable, dict[Any, Any]] = {
    players: {3: 3, 4: 4, 5: 5, 6: 6},
    setup: {"draft": "SETUP_TILE", "random": "ROLL"},
    placement: {"connected": 2, "free": 4},
    evil_twins: {"choose": ("EVIL_TWINS", "5/5", 0), "both": ("MAIN", "4/5", 1)},
    evil_twins_scope: {"all": ["EVIL_TWINS", "EVIL_TWINS"], "movement": ["EVIL_TWINS", "ATTACK_PRIZE"]},
    search_tiers: {
        "one": {"OPT_DRAW_SEARCH", "OPT_LOOK_OTHER", "OPT_LOOK_OWN"},
        "each": {"OPT_LOOK_OTHER", "PASS"},
    },
    psyche_reward: {
        "book": ({"OPT_HEAL", "OPT_HAUNTING"}, {"SEAT 0", "SEAT 1", "SEAT 2"}),
        "sheet": ({"OPT_HEAL", "OPT_HAUNTING", "PASS"}, {"SEAT 1", "SEAT 2"}),
    },
    reward_health: {"heal": "4/5", "token": "4/6"},
    bind_win: {"binder": [0], "living": [0, 2]},
    attacker_down: {"declare": ("DECLARE", []), "ghost": ("ROLL", [0])},
    death_pass: {"decoy": [1, 1], "opener_only": [0, 1], "none": [0, 0]},
    insert_mode: {"choose": ("INSERT_AT", 2), "random": ("MAIN", 3)},
    claims_per_turn: {1: 1, 0: 0, 2: 2, 3: 3},
    trade_offers_per_turn: {1: 1, 0: 0, 2: 2, 3: 3},
    tells_per_turn: {1: 1, 0: 0, 2: 2, 3: 3},
    max_turns: {120: 120, 1: 1, 7: 7, 121: 121},
    draw_reward: {-1: [-1, -1, -1], 0: [0, 0, 0]},
    opener_power: {"risen": "6/6", "plain": "3/5"},
    auto_forced: {True: (1, "ROLL"), False: (0, "MAIN")},
    ruleset: {
        "tuned": ("ROLL", 1, "EVIL_TWINS"),
        "book": ("ROLL", 0, "EVIL_TWINS"),
        "sheet": ("ROLL", 0, "MAIN"),
    },
    removed_sets: {"DE": [6, 6], "D": [8, 6]},
    health_moves: {0: 1, 1: 3, 2: 5, 3: 7},
    revival: {"off": False, "on": True},
    rotation: {"off": "SETUP_CELL", "on": "SETUP_TURN"},
}
DEFAULTS = {
    **{effect.__name__: next(iter(values)) for effect, values in EFFECTS.items()},
    "players": 4,
    "max_turns": 160,
}


@pytest.mark.clause("HD-OPT-1")
@pytest.mark.parametrize(("effect", "value"), [(e, value) for e, values in EFFECTS.items() for value in values])
def test_each_value_has_its_effect(effect, value):
    assert effect(**{effect.__name__: value}) == EFFECTS[effect][value]


@pytest.mark.clause("HD-OPT-1")
@pytest.mark.parametrize("effect", EFFECTS)
def test_the_default_has_its_effect(effect):
    """`max_turns` is played with three players."""
    default = 120 if effect is max_turns else DEFAULTS[effect.__name__]
    assert effect() == EFFECTS[effect][default]


@pytest.mark.clause("HD-OPT-1")
def test_these_are_all_options_and_defaults():
    assert SPEC.check_options({}) == DEFAULTS


@pytest.mark.clause("HD-OPT-1")
@pytest.mark.parametrize("n", [3, 4, 5, 6])
def test_the_turn_limit_grows_with_the_players(n):
    assert SPEC.check_options({"players": n})["max_turns"] == 40 * n
    assert SPEC.check_options({"players": n, "max_turns": 5})["max_turns"] == 5


@pytest.mark.clause("HD-OPT-1")
def test_the_seed_decides_the_deal():
    deals = {}
    for seed in (0, 1, -5, 2**40):
        deals[seed], again = (Table(seed=seed, players=6).game.tobytes() for _ in range(2))
        assert deals[seed] == again
    piles = {str([Table(seed=seed).pile(seat) for seat in range(4)]) for seed in deals}
    assert len(piles) == 4
