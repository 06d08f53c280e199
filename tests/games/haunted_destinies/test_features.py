"""The compact observation (`features/`), in made-up positions and against ways found step by step."""

import heapq

import numpy as np
import pytest

from haunted_env.games.haunted_destinies.actions import ACTIONS, Decision
from haunted_env.games.haunted_destinies.belief import card_beliefs
from haunted_env.games.haunted_destinies.features.cards import FACES
from haunted_env.games.haunted_destinies.features.layout import (
    CELL,
    FACE,
    FEATURES,
    ITEM,
    PERSISTENT,
    PERSON,
    PSYCHE_CARD,
    SEAT,
    SLOT,
    TILE,
    WAY,
)
from haunted_env.games.haunted_destinies.rules.board import NEIGHBOUR
from haunted_env.games.haunted_destinies.state import AT_SLOT, PA, SEEN, UP, G, P
from haunted_env.games.haunted_destinies.tables import (
    CODE,
    ITEM_CODE,
    OPENER,
    PERSIST_CODE,
    PSYCHE_SET,
    TILE_EDGES,
    TILE_SEARCHABLE,
)
from haunted_env.play.batch import Batch
from tests.compact import Seen, look
from tests.games.haunted_destinies.duel import conflict, know, meeting
from tests.games.haunted_destinies.scenes import fallen, pair
from tests.games.haunted_destinies.table import SPEC, Table, cell
from tests.games.haunted_destinies.test_movement import BRIDGE, EXAMPLE, FIELDS, RUINS, standing


def seen(table: Table, seat: int = 0) -> Seen:
    return Seen(SPEC, table.game, seat)


def ways(table: Table) -> list:
    return seen(table).rows("WAYS", WAY)


def asked(table: Table, seat: int) -> list[str]:
    """The decision that a seat is told to be its own."""
    return [Decision(i + 1).name for i in seen(table, seat).hot("DECISION")]


def rows_of(table: Table, seat: int = 0) -> list:
    return seen(table, seat).rows("SEATS", SEAT)


def step(tiles: np.ndarray, here: int, direction: int, cap: int, cost_x: int) -> int:
    """HD-MOVE-3 to HD-MOVE-7 and HD-MOVE-10 in words of their own; 0 if there is no step."""

    def leads_on(way: int) -> bool:
        return bool(NEIGHBOUR[here, way] >= 0 and tiles[NEIGHBOUR[here, way]] >= 0)

    edges = [int(edge) for edge in TILE_EDGES[tiles[here]]]
    if not leads_on(direction):
        return 0
    if edges[direction]:
        return min(edges[direction], cap or edges[direction])
    sealed = not any(edges[way] and leads_on(way) for way in range(4))
    return min(cost_x or 6, 6) if sealed else cost_x


def distances(tiles: np.ndarray, start: int, cap: int = 0, cost_x: int = 0) -> dict[int, tuple[int, int]]:
    """By cell: the cheapest cost and its lowest first step (Dijkstra)."""
    found: dict[int, tuple[int, int]] = {}
    heap = [(0, -1, start)]
    while heap:
        cost, first, here = heapq.heappop(heap)
        if here in found:
            continue
        found[here] = cost, first
        for direction in range(4):
            paid = step(tiles, here, direction, cap, cost_x)
            if paid:
                way = direction if here == start else first
                heapq.heappush(heap, (cost + paid, way, int(NEIGHBOUR[here, direction])))
    return found


def test_it_is_small():
    assert FEATURES.size <= 960


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_ways_are_those_found_step_by_step(players):
    options = {"players": players, "setup": "random", "placement": "free"}
    batch = Batch(SPEC, 48, options, observation=None, autoreset=True)
    generators = batch.generators(players)
    batch.deal(np.arange(48))
    compared = 0
    for _ in range(40):
        for _ in range(10):
            batch.step_random(generators)
        table, deciders = batch.games["table"], batch.games["table"]["decider"]
        mains = np.flatnonzero(table["label"] == Decision.MAIN)
        for i, entries in zip(mains, look(SPEC, batch.games, deciders.clip(0))[mains]):
            compared += compare_ways(table[i], int(deciders[i]), entries)
    assert compared > 300


def compare_ways(table: np.void, seat: int, entries: np.ndarray) -> int:
    """Returns whether there were ways to compare: of a seat without cards that change the costs."""
    rope = ITEM_CODE.tolist().index(CODE["it_rope_and_hook"])
    cap = 2 if table["up_at"][CODE["ps_pathfinder"]] == seat else 0
    cost_x = 3 if table["items"][seat, rope] else 0
    n, here, mp = int(table["n_seats"]), int(table["pawn"][seat]), int(table["mp"])
    found = distances(table["tile"], here, cap, cost_x)
    rows = entries[FEATURES.span("WAYS")].reshape(4, WAY.size)
    costs = [step(table["tile"], here, direction, cap, cost_x) for direction in range(4)]
    assert rows[:, WAY.first["COST"]].tolist() == costs
    can = [0 < cost <= mp and not table["tile_removed"] for cost in costs]
    assert rows[:, WAY.first["OPEN"]].tolist() == can
    if not any(can):
        return 0
    people = entries[FEATURES.span("SEATS")].reshape(6, SEAT.size)
    for index in range(1, n):
        there = int(table["pawn"][(seat + index) % n])
        cost, first = found.get(there, (9999, -1))
        towards = rows[:, WAY.first["TOWARDS"] + index]
        reached = cost <= mp
        assert people[index, SEAT.first["COST"]] == (cost if reached else 0)
        assert (towards == 2).nonzero()[0].tolist() == ([first] if reached and cost else [])
        assert [bool(towards[way]) for way in range(4) if costs[way]] == [
            steps(int(NEIGHBOUR[here, way]), there) < steps(here, there) or (reached and way == first)
            for way in range(4)
            if costs[way]
        ]
    compare_goals(table, here, mp, found, rows)
    return 1


def steps(here: int, there: int) -> int:
    return abs(here // 9 - there // 9) + abs(here % 9 - there % 9)


def compare_goals(table: np.void, here: int, mp: int, found: dict[int, tuple[int, int]], rows: np.ndarray) -> None:
    """The nearest searchable tile and the most gloom each way; which steps lead nearer to one out of reach."""
    searchable = {int(i) for i in np.flatnonzero(TILE_SEARCHABLE[table["tile"]])} - {here}
    reached = {there: way for there, way in found.items() if there != here and way[0] <= mp}
    for way in range(4):
        left = [mp + 1 - cost for there, (cost, first) in reached.items() if there in searchable and first == way]
        gloom = [min(int(table["gloom"][there]), 6) for there, (_, first) in reached.items() if first == way]
        assert rows[way, WAY.first["NEAREST"]] == max(left, default=0)
        assert rows[way, WAY.first["SYPHON"]] == max(gloom, default=0)
    seeks = [False] * 4
    if searchable and not searchable & set(reached):
        goal = min(searchable, key=lambda there: (steps(here, there), there))
        near = [int(cell) for cell in NEIGHBOUR[here]]
        seeks = [bool(row[0]) and steps(near[way], goal) < steps(here, goal) for way, row in enumerate(rows)]
    assert rows[:, WAY.first["SEEKS"]].tolist() == seeks


def test_steps_cost_what_the_rule_says():
    """EX-04 to EX-06: the edge left, caps, X edges, tiles without another way out."""
    assert [row["COST"] for row in ways(standing(RUINS, 3))] == [0, 2, 2, 0]
    assert [row["OPEN"] for row in ways(standing(RUINS, 1))] == [0, 0, 0, 0]
    assert [row["COST"] for row in ways(standing(FIELDS, 9))] == [0, 0, 2, 3]
    assert [row["COST"] for row in ways(standing(FIELDS, 9, up=["ps_pathfinder"]))] == [0, 0, 2, 2]
    assert [row["COST"] for row in ways(standing(BRIDGE, 9))] == [0, 1, 0, 0]
    assert [row["COST"] for row in ways(standing(BRIDGE, 9, items=["it_rope_and_hook"]))] == [3, 1, 0, 0]
    sealed = {name: tile for name, tile in EXAMPLE.items() if name != "6,7"}
    assert [row["COST"] for row in ways(standing(BRIDGE, 9, sealed))] == [6, 0, 0, 0]
    assert [row["COST"] for row in ways(standing(BRIDGE, 9, sealed, items=["it_rope_and_hook"]))] == [3, 0, 0, 0]


def test_a_way_tells_what_lies_there():
    board = {"4,5": "ti_old_kirk", "4,6": "ti_birch_copse", "3,4": "ti_gorse"}
    seats = [{}, {"pawn": "4,5"}, {"pawn": "3,4", "ghost": True, "gloom": 2}, {"pawn": "4,6", "pile": ["ps_opener"]}]
    t = Table({"decision": "MAIN", "mp": 5, "board": board, "gloom": {"4,5": 3}, "seats": seats})
    north, east, south, west = ways(t)
    assert (east["SEARCHABLE"], east["GLOOM"], east["LIVING"], east["GHOSTS"]) == (1, 3, 1, 0)
    assert (north["SEARCHABLE"], north["LIVING"], north["GHOSTS"]) == (0, 0, 1)
    assert east["COST"] == 2 and east["NEAREST"] == 5 + 1 - 2 and not north["NEAREST"]
    assert east["SEARCH"] == 72  # 5 health, 3 gloom: a lead of 2
    assert east["SYPHON"] == 3 and not north["SYPHON"]
    assert [row["TOWARDS"][:4] for row in (north, east)] == [[0, 0, 2, 0], [0, 2, 0, 2]]
    assert not any(any(map(np.any, row.values())) for row in (south, west))
    assert east["FIGHT"] > 0 and not north["FIGHT"]


def test_what_is_out_of_reach_is_only_a_direction():
    board = {"4,5": "ti_old_kirk", "3,4": "ti_crossroads"}
    for mp, odds, seeks in ((2, 97, 0), (1, 0, 1)):
        table = standing("4,4", mp, board)
        assert (ways(table)[1]["SEARCH"], ways(table)[1]["SEEKS"]) == (odds, seeks)
        assert ("MOVE_E" in table.legal) == (mp == 2)


def test_stronger_players_are_a_danger():
    board = {"4,5": "ti_crossroads", "4,3": "ti_high_cairn", "4,6": "ti_birch_copse"}
    seats = [{"health": "1/5"}, {"pawn": "4,6", "pile": ["ps_opener"]}, {"health": "1/5", "pawn": "4,6"}]
    _, east, _, west = ways(Table({"decision": "MAIN", "mp": 4, "board": board, "seats": seats}))
    assert east["DANGER"] > 0 > west["DANGER"]


def test_the_own_tile():
    table = pair({"pawn": "4,5"}, {"pile": ["ps_opener"]}, {}, gloom={"4,5": 2})
    assert seen(table).block("HERE") == [1, 2, 83, 58, 28]  # a lead of 3
    lantern = pair({"pawn": "4,5", "items": ["it_storm_lantern"]}, {"pile": ["ps_opener"]}, {}, gloom={"4,5": 2})
    assert seen(lantern).block("HERE")[2] == 92
    assert seen(pair({}, {"pile": ["ps_opener"]}, {})).block("HERE") == [0, 0, 0, 0, 0]


def test_seats_are_relative_and_public():
    seats = [
        {"health": "3/5", "items": ["it_blackthorn", "it_waxed_coat"]},
        {"ghost": True, "gloom": 4},
        {"pile": ["ps_opener", "ha_recoil"], "up": ["ps_warden"]},
    ]
    table = meeting(*seats)
    for viewer in range(3):
        rows = rows_of(table, viewer)
        assert [row["PLAYS"] for row in rows] == [1, 1, 1, 0, 0, 0]
        by_seat = [rows[(seat - viewer) % 3] for seat in range(3)]
        assert [(row["HEALTH"], row["WOUNDS"], row["GHOST"], row["GLOOM"]) for row in by_seat] == [
            (3, 2, 0, 0),
            (0, 0, 1, 4),
            (5, 0, 0, 0),
        ]
        assert [row["ITEMS"] for row in by_seat] == [2, 0, 0] and [row["UP"] for row in by_seat] == [0, 0, 1]
        assert [row["PILE"] for row in by_seat][2] == 2
        assert [row["ACTIVE"] for row in by_seat] == [1, 0, 0]
        assert rows[0]["STEPS"] == rows[0]["ODDS"] == 0
    rows = rows_of(table)
    assert [row["TOGETHER"] for row in rows[:3]] == [0, 1, 0] and [row["STEPS"] for row in rows[:3]] == [0, 1, 2]


def test_odds_count_cards_and_items():
    table = meeting(
        {"health": "4/5", "items": ["it_blackthorn"]}, {"health": "4/5"}, {"pile": ["ps_opener"], "up": ["ps_warden"]}
    )
    rows = rows_of(table)
    assert [row["ODDS"] for row in rows[:3]] == [0, 58, 28]  # leads of 4 + 1 - 4 and 4 + 1 - 5 - 1
    assert rows[1]["FEAR"] == 42
    assert rows[1]["PROBE"] == 42 and rows[2]["PROBE"] == 0  # only on the same tile
    ghost = rows_of(meeting({"ghost": True, "gloom": 5}, {"health": "3/5"}, {"pile": ["ps_opener"]}))
    assert ghost[1]["ODDS"] == 72 and ghost[1]["PROBE"] == 0  # it haunts


def test_known_slots_are_counted():
    table = meeting(
        {}, {"pile": ["ps_warden", "ps_opener", "ha_recoil", "ps_medium", "ps_kitchen"]}, {"pile": ["ps_moths"]}
    )
    ledger = table.game["ledger"][0, 0]
    ledger["fact"][1, :5] = [SEEN + CODE["ps_warden"], PA, G, P, 0]
    ledger["location"][CODE["ps_warden"]] = AT_SLOT + 1
    row = rows_of(table)[1]
    assert [row[name] for name in ("UNKNOWN", "PSYCHE", "SUSPECT", "SEEN")] == [1, 1, 1, 1]
    assert row["CHANCE"] > rows_of(table)[2]["CHANCE"]
    ledger["fact"][1, 1] = SEEN + CODE["ps_opener"]
    ledger["location"][CODE["ps_opener"]] = AT_SLOT + 1
    assert [row["CHANCE"] for row in rows_of(table)[:3]] == [0, 100, 0]
    assert seen(table).hot("ROLE") == [0]


def test_chances_are_near_the_exact_ones():
    batch = Batch(SPEC, 8, {"players": 4, "setup": "random"}, observation=None, autoreset=True)
    generators = batch.generators(3)
    batch.deal(np.arange(8))
    off = []
    for _ in range(10):
        for _ in range(40):
            batch.step_random(generators)
        for i in range(8):
            game = batch.game(i).copy()
            row = [row["CHANCE"] for row in Seen(SPEC, game, 0).rows("SEATS", SEAT)[:4]]
            assert abs(sum(row) - 100) <= 2
            off.extend(abs(np.array(row) - 100 * card_beliefs(game, 0, OPENER)[0]))
    assert np.mean(off) < 5


def test_roles():
    table = meeting({"pile": ["ps_opener"]}, {"ghost": True, "gloom": 1}, {"pile": ["ps_moths"]})
    assert [seen(table, seat).hot("ROLE") for seat in range(3)] == [[0], [1], [0]]  # nobody is told
    ledger = table.game["ledger"][0, 0]
    ledger["fact"][0, 0], ledger["location"][CODE["ps_opener"]] = SEEN + CODE["ps_opener"], AT_SLOT
    assert seen(table).hot("ROLE") == [2]


def test_deeds_and_words_of_others():
    claims = [
        {"turn": 0, "speaker": 1, "kind": "ACCUSE", "seat": 2},
        {"turn": 0, "speaker": 1, "kind": "HOLDS", "seat": 2, "card": "ps_opener"},
        {"turn": 0, "speaker": 0, "kind": "ACCUSE", "seat": 2},
        {"turn": 0, "speaker": 2, "kind": "CLEAR", "seat": 2},
        {"turn": 0, "speaker": 2, "kind": "CLEAR", "seat": 0},
    ]
    events = [
        {"kind": "ATTACK", "actor": 1, "target": 2, "amount": 1},
        {"kind": "ATTACK", "actor": 0, "target": 2, "amount": 1},
        {"kind": "RETURN", "actor": 1, "target": 0, "slot": 1},
    ]
    table = meeting({"pile": ["ps_kitchen", "ps_moths"]}, {}, {"pile": ["ps_opener"]}, claims=claims, events=events)
    rows = rows_of(table)
    assert [(row["ACCUSED"], row["CLEARED"]) for row in rows[:3]] == [(0, 1), (0, 0), (2, 0)]
    assert [(row["ATTACKED"], row["RETURNED"]) for row in rows[:3]] == [(0, 1), (0, 0), (1, 0)]
    assert [row["RETURNED"] for row in seen(table).rows("SLOTS", SLOT)[:3]] == [0, 1, 0]


def test_the_other_party_of_a_conflict():
    table = fallen({}, {"pile": ["ps_opener"]}, {})
    assert asked(table, 0) == ["DECLARE"] and asked(table, 1) == []
    rows, (partner,) = rows_of(table), seen(table).rows("PARTNER", PERSON)
    assert [row["PARTNER"] for row in rows] == [0, 1, 0, 0, 0, 0]
    assert partner == {name: rows[1][name] for name in partner}
    assert seen(table).one("ACTS") == 1 and seen(table, 1).one("ACTS") == 0
    assert [row["PARTNER"] for row in rows_of(table, 1)[:3]] == [0, 0, 1]  # the attacker
    action = [seen(table).block("ACTION").index(1) + ACTIONS.first["SEARCH"]]
    assert action == [ACTIONS.first["ATTACK"]]


def test_results_and_dice():
    table = conflict("ATTACK", {}, {"health": "4/5"}, dice=(6, 2))
    told = seen(table)
    assert (told.one("HAS_RESULT"), told.one("RESULT"), told.one("LIGHT"), told.one("DARK")) == (1, 5, 6, 2)


def test_slots_of_the_pile_picked_from():
    table = conflict(
        "PROBE", {"pile": ["ps_kitchen"]}, {"pile": ["ps_opener", "ha_recoil", "ps_moths"]}, {}, dice=(6, 1)
    )
    assert seen(table).one("OWN_SLOTS") == 1
    table.do("OPT_LOOK_OTHER")
    assert table.decision == "PICK_SLOT" and seen(table).one("OWN_SLOTS") == 0
    table.game["ledger"][0, 0]["fact"][1, :3] = [PA, G, 0]
    first, second, third, *rest = seen(table).rows("SLOTS", SLOT)
    assert (first["PSYCHE"], first["SUSPECT"], first["SEEN"]) == (1, 1, 0)
    assert (second["GREY"], second["PSYCHE"]) == (1, 0)
    assert third["UNKNOWN"] == 1 and not any(any(row.values()) for row in rest)
    table.do("SLOT 0")
    (face,) = seen(table).rows("FACE", FACE)
    assert asked(table, 0) == ["LOOK_OUTCOME"] and (face["OPENER"], face["KIND"]) == (1, [1, 0, 0])
    assert not any(seen(table, 1).block("FACE"))  # only who looks sees it
    assert seen(table).rows("SLOTS", SLOT)[0]["SUSPECT"] == 2


def test_a_card_to_insert_is_put_into_the_own_pile():
    table = meeting({"pile": ["ps_kitchen", "ps_moths"]}, {"pile": ["ps_opener"]}, {}, dice=(6, 1)).do("PROBE")
    table = table.do("SEAT 1") if table.decision == "TARGET" else table
    table.do("OPT_HAUNTING")
    assert (table.decider, table.decision) == (1, "INSERT_AT")
    told = seen(table, 1)
    assert told.hot("ORIGIN") == [0] and told.one("OWN_SLOTS") == 1
    assert [row["UNKNOWN"] for row in told.rows("SLOTS", SLOT)[:2]] == [1, 0]


def test_faces_say_what_cards_do():
    def face(card: str) -> dict:
        entries = FACES[CODE[card]]
        return {part.name: entries[FACE.span(part.name)].tolist() for part in FACE.blocks}

    assert face("ps_opener")["OPENER"] == [1] and face("ps_brawler")["FIGHTS"] == [1]
    assert face("ps_brawler")["TIMING"] == [1, 0, 0] and face("ps_kitchen")["TIMING"] == [0, 0, 1]
    assert face("ps_kitchen")["OWNER"] == [1] and face("ps_red_door")["LOOKS"] == [1]
    assert face("se_second_breath")["DRAWN"] == [1] and face("se_second_breath")["OWNER"] == [2]
    assert face("ha_grave_chill")["OWNER"] == [-1] and face("ha_recoil")["LOOKER"] == [-1]
    assert face("ha_twin_shadows")["HAUNTS"] == [2] and face("ha_grasping_dead")["TAKES"] == [1]
    assert face("ha_pale_king")["STAYS"] == [2] and face("ha_thin_veil")["STAYS"] == [1]
    assert [face(card)["KIND"].index(1) for card in ("ps_moths", "se_confession", "ha_recoil")] == [0, 1, 2]


def test_items_of_a_trade():
    table = meeting({"items": ["it_nailed_boots"]}, {"items": ["it_silver_bell"]})
    table.do("TRADE")
    table = table.do("SEAT 1") if table.decision == "TARGET" else table
    table.do("ITEM it_nailed_boots", "ITEM it_silver_bell")
    assert (table.decider, table.decision) == (1, "TRADE_REPLY")
    rows = seen(table, 1).rows("ITEMS", ITEM)
    boots, bell = (rows[ITEM_CODE.tolist().index(CODE[name])] for name in ("it_nailed_boots", "it_silver_bell"))
    assert boots == {"OWN": 0, "THEIRS": 1, "TRADED": 1} and bell == {"OWN": 1, "THEIRS": 0, "TRADED": -1}


def test_cards_of_a_claim():
    table = meeting({"pile": ["ps_kitchen"]}, {"pile": ["ps_medium"], "up": ["ps_warden"]}, {"pile": ["ps_opener"]})
    ledger = table.game["ledger"][0, 0]
    ledger["fact"][1, 0], ledger["location"][CODE["ps_medium"]] = SEEN + CODE["ps_medium"], AT_SLOT + 1
    table.do("TALK", "HOLDS", "SEAT 1")
    told = seen(table)
    rows = told.rows("PSYCHE", PSYCHE_CARD)
    assert [rows[CODE[name]]["LIES"] for name in ("ps_medium", "ps_opener", "ps_warden")] == [1, 0, -1]
    assert [row["CLAIMED"] for row in told.rows("SEATS", SEAT)[:3]] == [0, 1, 0]
    assert told.hot("CLAIM_KIND") == [2] and not seen(table, 1).hot("CLAIM_KIND")


@pytest.mark.parametrize(
    ("fact", "borders"),
    [
        ("U", [0, 0, 0, 0, 0, 0]),
        ("P", [0, 0, 0, 0, 0, -1]),
        ("PA", [1, -1, -1, -1, -1, -1]),
        ("S:ps_opener", [1, -1, -1, -1, -1, -1]),
    ],
)
def test_slots_and_borders_of_a_claim(fact, borders):
    table = meeting({"pile": ["ps_kitchen"]}, {}, {"pile": ["ha_recoil", "ps_opener"], "grey": [0, 2]})
    know(table, 0, {(2, 0): "G", (2, 1): fact}, {})
    table.do("TELL", "SEEN", "SEAT 2")
    assert asked(table, 0) == ["TALK_SLOT"] and seen(table).one("OWN_SLOTS") == 0
    slots = seen(table).rows("SLOTS", SLOT)
    assert slots[0]["GREY"] == 1 and slots[1]["UNKNOWN"] == (fact == "U")
    assert [row["CLAIMED"] for row in rows_of(table)[:3]] == [0, 0, 1]
    table.do("SLOT 1")
    assert asked(table, 0) == ["TALK_BORDER"] and seen(table).block("BORDERS") == borders
    assert not any(seen(table, 1).block("BORDERS")) and seen(table, 1).one("OWN_SLOTS") == 1
    grey = meeting({"pile": ["ps_kitchen"]}, {}, {"pile": ["ha_recoil", "ps_opener"], "grey": [0, 2]})
    know(grey, 0, {(2, 0): "S:ha_recoil"}, {})
    grey.do("TELL", "SEEN", "SEAT 2", "SLOT 0")
    assert seen(grey).block("BORDERS") == [-1, -1, -1, -1, -1, 1]


def test_what_was_told_in_private_and_notes_traded():
    table = Table({"decision": "MAIN", "seats": [{}, {}, {"pile": ["ps_opener", "ps_moths"]}]})
    table.do("TELL", "SEAT 1", "ACCUSE", "SEAT 2", "TALK", "CLEAR", "SEAT 1", "TRADE", "SEAT 1", "NOTES", "PASS", "YES")
    names = ("TOLD_ACCUSED", "TOLD_CLEARED", "ACCUSED", "CLEARED", "SAID", "NOTES")
    heard = [[[row[name] for name in names] for row in rows_of(table, seat)[:3]] for seat in range(3)]  # relative
    assert heard[1] == [[0, 0, 0, 1, 0, 0], [1, 0, 0, 0, 0, 0], [0, 0, 0, 0, 2, 1]], "the listener"
    assert heard[0] == [[0, 0, 0, 0, 2, 0], [0, 0, 0, 0, 0, 2], [0, 0, 0, 0, 0, 0]], "the speaker: no evidence"
    assert heard[2] == [[0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 1, 0], [0, 0, 0, 1, 0, 0]], "a third heard the public one"
    table.do("END_TURN", "ROLL1", "TRADE", "SEAT 0", "NOTES", "WORD", "YES", "NOT_HOLDS", "SEAT 2", "PSYCHE ps_opener")
    assert [row["NOTES"] for row in rows_of(table)[:3]] == [0, 3, 0]
    assert [row["TOLD_CLEARED"] for row in rows_of(table, 1)[:3]] == [0, 1, 0]


def test_knowledge_offered_and_asked_for():
    table = Table({"decision": "MAIN", "seats": [{}, {}, {"pile": ["ps_opener"]}]})
    table.do("TRADE", "SEAT 1", "NOTES", "WORD")
    for seat in range(3):  # the offer is public
        assert (seen(table, seat).hot("OFFERED"), seen(table, seat).hot("ASKED")) == ([1], [0])
    assert not any(any(row.values()) for row in seen(table).rows("ITEMS", ITEM))


def test_win_conditions_in_play():
    seats = [{}, {"ghost": True, "gloom": 6}, {"pile": ["ps_opener"]}]
    table = meeting(*seats, persistent=[{"card": "ha_pale_king"}, {"card": "ha_thin_veil"}])
    rows = seen(table).rows("PERSIST", PERSISTENT)
    king, veil = (rows[PERSIST_CODE.tolist().index(CODE[name])] for name in ("ha_pale_king", "ha_thin_veil"))
    assert king == {"IN_PLAY": 1, "PROGRESS": 66} and veil == {"IN_PLAY": 1, "PROGRESS": 0}


def test_setting_up():
    table = Table(seed=4, players=3)
    seat = table.decider
    assert asked(table, seat) == ["SETUP_TILE"] and seen(table, seat).one("IN_SETUP") == 1
    hand = table.game["ledger"][0, seat]["hand"]
    rows = seen(table, seat).rows("HAND", TILE)
    assert [row["HELD"] for row in rows] == [1] * 6
    assert [row["SUM"] for row in rows] == [int(TILE_EDGES[tile].sum()) for tile in hand]
    assert sum(row["SEARCHABLE"] for row in rows) == 2
    table.do("TILE 2")
    told = seen(table, seat)
    assert [row["HELD"] for row in told.rows("HAND", TILE)] == [1, 1, 2, 1, 1, 1]
    cells = told.rows("CELLS", CELL)
    beside = {cell(name) for name in ("3,4", "5,4", "4,3", "4,5")}
    assert {i for i, row in enumerate(cells) if row["FIT"]} == beside  # the Cemetery has no X edge
    while table.decision != "SETUP_GLOOM":
        table.do(sorted(table.legal)[0])
    cells = seen(table, table.decider).rows("CELLS", CELL)
    assert {f"CELL {i // 9},{i % 9}" for i, row in enumerate(cells) if row["SEARCH"]} == table.legal - {"PASS"}
    others = [int(p) for s, p in enumerate(table.table["pawn"][:3]) if s != table.decider]
    assert all(cells[pawn]["FIT"] == 0 for pawn in others)
    assert any(row["FIT"] > 1 for row in cells)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_course_of_the_game(players):
    told = seen(Table(seed=1, players=players, setup="random", max_turns=90))
    assert told.hot("PLAYERS") == [players - 3]
    assert (told.one("TURN"), told.one("TURNS_LEFT"), told.one("LIVING"), told.one("RITUAL")) == (0, 90, players, 0)
    assert sum(row["PLAYS"] for row in told.rows("SEATS", SEAT)) == players


def test_cards_face_up_are_said_by_table_and_ledgers_alike():
    """What is told of them may be read off either (`tests/contract/test_features.py`)."""
    batch = Batch(SPEC, 64, {"players": 4, "setup": "random"}, observation=None, autoreset=True)
    generators = batch.generators(2)
    batch.deal(np.arange(64))
    up = 0
    for _ in range(20):
        for _ in range(20):
            batch.step_random(generators)
        at = batch.games["table"]["up_at"][:, None]
        location = batch.games["ledger"]["location"][:, :4]
        is_up = (location >= UP) & (location < UP + 6)
        assert (np.where(is_up, location - UP, -1) == at).all()
        up += int((at >= 0).sum())
    assert up > 100


@pytest.mark.clause("HD-INFO-41")
@pytest.mark.parametrize("players", [3, 6])
def test_where_cards_may_be_is_what_the_location_mask_says(players):
    """KNOWN for cards whose place the ledger knows; all others may be where their set may be."""
    batch = Batch(SPEC, 24, {"players": players, "setup": "random"}, autoreset=True, observation=None)
    batch.deal(np.arange(24))
    generators = batch.generators(players)
    free_cards = known_cards = 0
    for _ in range(8):
        for _ in range(60):
            batch.step_random(generators)
        for seat in range(players):
            look = batch.look(seat, observation="compact", masks=True)
            known = look.observations[:, FEATURES.span("PSYCHE")].reshape(24, 30, -1)[:, :, 1]
            sets = look.observations[:, FEATURES.span("SETS")].reshape(24, 5, -1)
            masks = look.location_masks
            assert ((masks[:, :, 0] == 2) >= (known == 1)).all()
            assert (((masks == 2).any(axis=2) & (masks[:, :, 0] != 2)) >= (known == -1)).all()
            of_set = sets[:, PSYCHE_SET[:30]]
            free = known == 0
            assert (of_set[free][:, 1:] == masks[free][:, :6]).all()
            for number in range(5):
                assert (sets[:, number, 0] == free[:, PSYCHE_SET[:30] == number].sum(axis=1)).all()
            assert not sets[sets[:, :, 0] == 0].any()
            free_cards += int(free.sum())
            known_cards += int((known == 1).sum())
    assert free_cards > 1000
    assert known_cards > 20
