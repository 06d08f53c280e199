"""The deal (HD-SETUP-1 to HD-SETUP-8) and setup by chance (HD-SETUP-19), with the examples EX-01 and EX-02."""

import functools
import itertools
from collections import Counter

import pytest

from haunted_env.games.haunted_destinies import tables
from tests.games.haunted_destinies.drafting import OTHERS, SEARCHABLE, board, hands
from tests.games.haunted_destinies.table import SPEC, Table

GAMES = 240
SETS = {set_: {row.id for row in tables.CONTENT.psyche if row.set == set_} for set_ in "ABCDE"}
SIZES = [(3, "ABC", 6), (4, "ABCD", 6), (5, "ABCDE", 6), (6, "ABCDE", 5)]
each_size = pytest.mark.parametrize(("players", "sets", "size"), SIZES)


@functools.cache
def many() -> list[dict]:
    """Dealt games of four, written out."""
    return [SPEC.positions.write(Table(seed=seed, players=4).game) for seed in range(GAMES)]


@functools.cache
def by_chance() -> list[list[dict]]:
    """The public events of games of three set up by chance: 19 tiles, 12 gloom tokens, the first turn."""
    games = [Table(seed=seed, players=3, setup="random", placement="free").game for seed in range(90)]
    return [SPEC.positions.write(game)["events"] for game in games]


def is_about(count: int, share: float, of: int = GAMES) -> bool:
    """Within four standard deviations of the expected count."""
    return abs(count - share * of) <= 4 * (of * share * (1 - share)) ** 0.5


@pytest.mark.clause("HD-SETUP-1", "HD-SETUP-2", "HD-SETUP-3", "HD-SETUP-4", "HD-COMP-2", "HD-COMP-3")
@each_size
def test_the_sets_of_the_player_count_are_dealt_out_evenly(players, sets, size):
    t = Table(seed=5, players=players)
    piles = [t.pile(seat) for seat in range(players)]
    assert [len(pile) for pile in piles] == [size] * players
    cards = [card for pile in piles for card in pile]
    assert len(cards) == len(set(cards))
    assert set(cards) == set().union(*(SETS[name] for name in sets))
    assert "ps_opener" in cards
    removed = set().union(*SETS.values()) - set(cards)
    assert all(t.is_gone(card) for card in removed)
    assert not any(t.is_gone(card) for card in cards)


@pytest.mark.example("EX-71")
@pytest.mark.clause("HD-SETUP-22", "HD-SETUP-4")
def test_ex_71_three_players_without_set_d_alone():
    t = Table(seed=5, players=3, removed_sets="D")
    piles = [t.pile(seat) for seat in range(3)]
    assert [len(pile) for pile in piles] == [8, 8, 8]
    assert {card for pile in piles for card in pile} == set().union(*(SETS[name] for name in "ABCE"))
    for name in SETS:
        assert all(t.is_gone(card) == (name == "D") for card in SETS[name])


@pytest.mark.clause("HD-SETUP-22")
def test_other_numbers_of_players_leave_out_what_they_always_do():
    for players, sets, size in SIZES[1:]:
        t = Table(seed=5, players=players, removed_sets="D")
        cards = [card for seat in range(players) for card in t.pile(seat)]
        assert (set(cards), len(t.pile(0))) == (set().union(*(SETS[name] for name in sets)), size)


@pytest.mark.clause("HD-SETUP-22", "HD-FREE-13")
def test_only_cards_of_the_game_can_be_in_positions_and_claims():
    used, removed = min(SETS["E"]), min(SETS["D"])
    position = {"options": {"removed_sets": "D"}, "decision": "MAIN", "seats": [{"pile": ["ps_opener", used]}, {}, {}]}
    t = Table(position).do("TALK", "HOLDS", "SEAT 1")
    assert f"PSYCHE {used}" in t.legal and f"PSYCHE {removed}" not in t.legal
    with pytest.raises(ValueError, match="belongs to set D"):
        Table({**position, "seats": [{"pile": ["ps_opener", removed]}, {}, {}]})
    with pytest.raises(ValueError, match="belongs to set E"):
        Table({**position, "options": {}})


@pytest.mark.clause("HD-SETUP-3")
@each_size
def test_nobody_has_looked_at_a_dealt_card(players, sets, size):
    t = Table(seed=5, players=players)
    for observer in range(players):
        assert all(t.facts(observer, pile) == ["P"] * size for pile in range(players))
        assert all(t.location(observer, card) == "UNKNOWN" for card in SETS["A"])


@pytest.mark.clause("HD-SETUP-3")
def test_the_psyche_deck_is_shuffled():
    places = Counter()
    for position in many():
        for seat, entry in enumerate(position["seats"]):
            places.update((seat, slot) for slot, card in enumerate(entry["pile"]) if card == "ps_opener")
    assert places.total() == GAMES
    assert all(is_about(places[seat, slot], 1 / 24) for seat in range(4) for slot in range(6))
    together = sum(any({"ps_opener", "ps_warden"} <= set(e["pile"]) for e in p["seats"]) for p in many())
    assert is_about(together, 5 / 23), "two neighbours of the unshuffled deck"


@pytest.mark.clause("HD-SETUP-5", "HD-COMP-6", "HD-COMP-7")
@each_size
def test_the_grey_decks_are_whole_and_the_markers_lie_beneath_them(players, sets, size):
    decks = SPEC.positions.write(Table(seed=5, players=players).game)["decks"]
    for name, rows in (("search", tables.CONTENT.search), ("haunting", tables.CONTENT.haunting)):
        assert Counter(decks[name]) == {row.id: row.count for row in rows}


@pytest.mark.clause("HD-SETUP-5")
def test_the_grey_decks_are_shuffled_separately():
    orders = {name: [tuple(p["decks"][name]) for p in many()] for name in ("search", "haunting")}
    for name, card, copies, size in (("search", "se_hot_broth", 3, 48), ("haunting", "ha_grave_chill", 4, 42)):
        assert len(set(orders[name])) == GAMES
        for place in (0, 1, size // 2, size - 1):
            assert is_about(sum(order[place] == card for order in orders[name]), copies / size)


@pytest.mark.clause("HD-SETUP-6", "HD-SETUP-8")
@pytest.mark.parametrize("setup", ["draft", "random"])
@each_size
def test_players_start_with_five_health_no_gloom_and_no_evil_twins(players, sets, size, setup):
    t = Table(seed=5, players=players, setup=setup)
    for seat in range(players):
        assert (t.health(seat), t.own_gloom(seat), t.is_ghost(seat)) == ("5/5", 0, False)
        assert (t.items(seat), t.up(seat), t.grey(seat)) == ([], set(), (0, 0))
    assert (t.table["search_left"], t.table["haunting_left"]) == (tables.N_SEARCH_CARDS, tables.N_HAUNTING_CARDS)


@pytest.mark.clause("HD-SETUP-7")
@each_size
def test_each_player_is_dealt_two_searchable_and_four_other_tiles(players, sets, size):
    for seed in range(5):
        dealt = hands(Table(seed=seed, players=players))
        assert [sum(tile in SEARCHABLE for tile in hand) for hand in dealt] == [2] * players
        assert [sum(tile in OTHERS for tile in hand) for hand in dealt] == [4] * players
        assert len({tile for hand in dealt for tile in hand}) == 6 * players


@pytest.mark.clause("HD-SETUP-7")
def test_the_two_stacks_of_tiles_are_shuffled():
    counts = Counter(tile for position in many() for entry in position["seats"] for tile in entry["hand"])
    assert all(is_about(counts[tile], 8 / 16) for tile in SEARCHABLE)
    assert all(is_about(counts[tile], 16 / 30) for tile in OTHERS)
    first = Counter(tile for position in many() for tile in position["seats"][0]["hand"])
    assert all(is_about(first[tile], 2 / 16 if tile in SEARCHABLE else 4 / 30) for tile in SEARCHABLE + OTHERS)


@pytest.mark.clause("HD-SETUP-7")
def test_only_the_player_sees_the_own_tiles_and_nobody_the_undealt_ones():
    """Exchange the hands of seats 1 and 2, and one tile of seat 2 for an undealt one: seat 0 sees no difference."""
    t = Table(seed=5, players=3)
    position = SPEC.positions.write(t.game)
    seats = position["seats"]
    undealt = next(tile for tile in reversed(OTHERS) if all(tile not in entry["hand"] for entry in seats))
    seats[1]["hand"], seats[2]["hand"] = seats[2]["hand"], [*seats[1]["hand"][:-1], undealt]
    other = Table(position)
    assert other.table.tobytes() == t.table.tobytes()
    for seat, sees in ((0, False), (1, True), (2, True)):
        same = other.game["ledger"][0, seat].tobytes() == t.game["ledger"][0, seat].tobytes()
        assert same != sees
        assert (SPEC.words.text(other.game, seat) == SPEC.words.text(t.game, seat)) != sees


@pytest.mark.clause("HD-SETUP-8")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_cemetery_goes_to_a_uniformly_random_seat(players):
    holders = Counter(int(Table(seed=seed, players=players).table["holder"]) for seed in range(150))
    assert all(is_about(holders[seat], 1 / players, 150) for seat in range(players))


@pytest.mark.clause("HD-SETUP-19", "HD-INV-6")
@pytest.mark.parametrize("placement", ["connected", "free"])
@each_size
def test_setup_by_chance_asks_nothing_and_leaves_a_finished_moor(players, sets, size, placement):
    t = Table(seed=3, players=players, setup="random", placement=placement, auto_forced=False)
    assert t.asked == (t.table["holder"], "ROLL")
    moor = board(t)
    assert len(moor) == 6 * players + 1
    assert sum(tile in SEARCHABLE for tile in moor.values()) == 2 * players
    assert sum(t.gloom(at) for at, tile in moor.items() if tile in SEARCHABLE) == 4 * players
    assert sum(t.gloom(at) for at in moor) == 4 * players
    pawns = {t.pawn(seat) for seat in range(players)}
    assert len(pawns) == players
    assert pawns <= set(moor)


@pytest.mark.clause("HD-SETUP-19")
def test_tiles_and_cells_are_chosen_uniformly_by_chance():
    games = by_chance()
    first = [game[1] for game in games]
    cells = Counter(event["cell"] for event in first)
    assert set(cells) == {"3,4", "4,3", "4,5", "5,4"}
    assert all(is_about(count, 1 / 4, len(games)) for count in cells.values())
    assert is_about(sum(event["tile"] in SEARCHABLE for event in first), 2 / 6, len(games))


@pytest.mark.clause("HD-SETUP-19", "HD-SETUP-17")
def test_gloom_cells_and_passes_are_chosen_uniformly_by_chance():
    """Of 6 searchable tiles each gets 1/6 of the first tokens; a second token is kept with probability 1/7."""
    hit, kept = Counter(), 0
    for game in by_chance():
        cells = sorted(event["cell"] for event in game[:19] if event["tile"] in SEARCHABLE)
        tokens = [event for event in game if event["kind"] == "PLACE_GLOOM"]
        turns = [list(turn) for _, turn in itertools.groupby(tokens, lambda event: event["actor"])]
        hit.update(cells.index(turn[0]["cell"]) for turn in turns[:3])
        kept += sum(len(turn) == 1 for turn in turns[:3])
    turns_seen = 3 * len(by_chance())
    assert hit.total() == turns_seen
    assert all(is_about(hit[i], 1 / 6, turns_seen) for i in range(6))
    assert is_about(kept, 1 / 7, turns_seen)


@pytest.mark.example("EX-01")
@pytest.mark.clause("HD-SETUP-2", "HD-SETUP-4", "HD-SETUP-11", "HD-SETUP-17")
def test_ex_01_setup_for_three():
    t = Table(seed=1, players=3, setup="random")
    assert {card for seat in range(3) for card in t.pile(seat)} == SETS["A"] | SETS["B"] | SETS["C"]
    assert [len(t.pile(seat)) for seat in range(3)] == [6, 6, 6]
    assert len(board(t)) == 19
    assert sum(t.gloom(at) for at in board(t)) == 12


@pytest.mark.example("EX-02")
@pytest.mark.clause("HD-SETUP-4", "HD-SETUP-7")
def test_ex_02_setup_for_six():
    t = Table(seed=1, players=6, setup="random")
    assert [len(t.pile(seat)) for seat in range(6)] == [5] * 6
    moor = board(t)
    assert len(moor) == 37
    unseen = set(SEARCHABLE + OTHERS) - set(moor.values())
    assert (len(unseen & set(SEARCHABLE)), len(unseen & set(OTHERS))) == (4, 6)
    assert sum(t.gloom(at) for at in moor) == 24
