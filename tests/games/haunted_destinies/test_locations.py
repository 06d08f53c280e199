"""Where Psyche cards may be, by counting: against all ways gone through one by one, and the exact chances."""

import itertools

import numpy as np
import pytest

from haunted_env.games.haunted_destinies.belief import card_beliefs
from haunted_env.games.haunted_destinies.rules.stack import Task
from haunted_env.games.haunted_destinies.state import AT_SLOT, GONE, N_PSYCHE, PA, PE, PILE, STALE, UNKNOWN, UP, G, P, U
from haunted_env.games.haunted_destinies.tables import CARD_IDS, CODE, PSYCHE_SET
from haunted_env.play.batch import Batch
from haunted_env.spec.position import options_of
from tests.games.haunted_destinies.located import located
from tests.games.haunted_destinies.sampling import games_by_decision
from tests.games.haunted_destinies.table import SPEC, Table
from tests.worlds import many_worlds

OUT = "out of the game"
FIRST = {  # EX-90
    "seats": [
        {"pile": ["ps_opener"]},
        {"pile": ["ps_pathfinder", "ps_medium"], "grey": [0, 0]},
        {"pile": ["ps_warden"]},
    ],
    "ledger": {"0": {"facts": {"0": ["PA"], "2": ["S:ps_warden"]}}},
}


def mask_of(game, seat=0, relative=False):
    batch = Batch(SPEC, 1, options_of(SPEC, game), relative_seats=relative, masks=True)
    batch.load(game, resume=False)
    return batch.look(seat).location_masks[0]


def places(mask, card):
    """The places of a card that are not excluded, by name."""
    row = mask[CODE[card]]
    return {SPEC.locations.places[place]: int(row[place]) for place in np.flatnonzero(row)}


def first_game(third=None, fact="U"):
    """EX-90, or with a third card in seat 1's pile EX-91; seat 1's grey bounds say nothing."""
    seats = [dict(seat) for seat in FIRST["seats"]]
    facts = dict(FIRST["ledger"]["0"]["facts"])
    if third:
        seats[1] = {"pile": ["ps_pathfinder", third, "ps_medium"]}
        facts["1"] = ["U", fact, "U"]
    seats[1].pop("grey", None)
    game = Table({"seats": seats, "ledger": {"0": {"facts": facts}}}).game.copy()
    game["table"]["grey_min"][0, 1], game["table"]["grey_max"][0, 1] = 0, 2 + bool(third)
    return game


@pytest.mark.example("EX-90")
@pytest.mark.clause("HD-INFO-40", "HD-INFO-41")
def test_what_is_left_is_where_there_is_room():
    mask = mask_of(first_game())
    assert mask.shape == (30, 7)
    for card in ("ps_opener", "ps_medium"):
        assert places(mask, card) == {"seat 0": 1, "seat 1": 1}
    assert places(mask, "ps_pathfinder") == {"seat 1": 2}
    assert places(mask, "ps_warden") == {"seat 2": 2}
    others = set(CARD_IDS[:N_PSYCHE]) - {"ps_opener", "ps_medium", "ps_pathfinder", "ps_warden"}
    assert all(places(mask, card) == {OUT: 2} for card in others)


@pytest.mark.clause("HD-INFO-42")
def test_bounds_that_contradict_themselves_are_left_out():
    game = first_game()
    game["table"]["grey_min"][0, 1] = game["table"]["grey_max"][0, 1] = 1
    assert (mask_of(game) == mask_of(first_game())).all()


@pytest.mark.example("EX-91")
@pytest.mark.clause("HD-INFO-41")
def test_grey_cards_and_borders_are_counted():
    assert (mask_of(first_game("ha_recoil")) == mask_of(first_game())).all()
    assert (mask_of(first_game("ha_recoil", "G")) == mask_of(first_game())).all()
    game = first_game("ha_recoil").copy()
    game["ledger"]["fact"][0, 0, 1, 2] = PA
    assert places(mask_of(game), "ps_pathfinder") == {"seat 1": 2}
    for card in ("ps_opener", "ps_medium"):
        assert places(mask_of(game), card) == {"seat 0": 1, "seat 1": 1}


@pytest.mark.clause("HD-INFO-40")
def test_seats_are_relative_to_the_observer():
    game = first_game()
    batch = Batch(SPEC, 1, {"players": 3}, masks=True)
    batch.load(game, resume=False)
    for seat in range(3):
        mine, plain = batch.look(seat).location_masks[0], mask_of(game, seat)
        assert (mine[:, :3] == np.roll(plain[:, :3], -seat, axis=1)).all()
        assert (mine[:, 3:] == plain[:, 3:]).all()


def ways(game, seat):
    """Every way to lay the unseen Psyche cards, as seats by card: gone through one by one, from HD-INFO-41."""
    table, ledger = game["table"][0], game["ledger"][0, seat]
    inside = {}  # card -> the piles it may be in
    for card in range(N_PSYCHE):
        where = int(ledger["location"][card])
        if where == UNKNOWN or STALE <= where < AT_SLOT:
            inside[card] = range(int(table["n_seats"]))
        elif PILE <= where < STALE:
            inside[card] = [where - PILE]
    spots, grey = [], {}
    for pile in range(int(table["n_seats"])):
        facts = [int(fact) for fact in ledger["fact"][pile, : table["pile_size"][pile]]]
        spots += [(pile, fact) for fact in facts if fact == U or P <= fact <= PE]
        grey[pile] = sum(fact == G for fact in facts)
    for chosen in itertools.permutations(range(len(spots)), len(inside)):
        if all(fits(card, *spots[at], inside[card]) for card, at in zip(inside, chosen, strict=True)):
            left = [spots[at] for at in set(range(len(spots))) - set(chosen)]
            count = {pile: grey[pile] + sum(at == pile for at, _ in left) for pile in grey}
            in_bounds = all(table["grey_min"][pile] <= n <= table["grey_max"][pile] for pile, n in count.items())
            if in_bounds and all(fact == U for _, fact in left):
                yield {card: spots[at][0] for card, at in zip(inside, chosen, strict=True)}


def fits(card, pile, fact, piles):
    return pile in piles and (fact in (U, P) or PSYCHE_SET[card] == fact - PA)


def small_game(rng):
    """Three seats with few cards, of which seat 0 knows this and that."""
    cards = ["ps_opener", *rng.permutation(CARD_IDS[1:18])[: rng.integers(2, 6)].tolist()]
    greys = ["ha_recoil", "ha_grave_chill", "ha_unquiet_dust"][: rng.integers(0, 4)]
    piles = [[], [], []]
    for card in (*cards, *greys):
        piles[rng.integers(3)].append(card)
    game = Table({"seats": [{"pile": rng.permutation(pile).tolist()} for pile in piles]}).game.copy()
    table, ledger, secret = game["table"][0], game["ledger"][0, 0], game["secret"][0]
    for pile in range(3):
        faces = secret["pile"][pile, : table["pile_size"][pile]].tolist()
        n_grey = sum(face >= N_PSYCHE for face in faces)
        table["grey_min"][pile] = rng.integers(0, n_grey + 1)
        table["grey_max"][pile] = rng.integers(n_grey, len(faces) + 1)
        for slot, face in enumerate(faces):
            known = (U, G) if face >= N_PSYCHE else (U, U, P, PA + int(PSYCHE_SET[face]))
            ledger["fact"][pile, slot] = rng.choice(known)
            if face < N_PSYCHE and rng.random() < 0.4:
                ledger["location"][face] = PILE + pile if rng.random() < 0.7 else STALE + int(rng.integers(3))
    return game


@pytest.mark.clause("HD-INFO-41")
def test_exactly_what_some_way_allows_and_every_way_has():
    rng = np.random.default_rng(3)
    met = {0: 0, 1: 0, 2: 0}
    borders = 0
    for _ in range(300):
        game = small_game(rng)
        ledger = game["ledger"][0, 0]
        mask, found = mask_of(game), list(ways(game, 0))
        assert found
        for card in found[0]:
            seats = {way[card] for way in found}
            for seat in range(3):
                wanted = 0 if seat not in seats else 2 if len(seats) == 1 else 1
                assert mask[card, seat] == wanted
                met[wanted] += 1
            where = int(ledger["location"][card])
            borders += PILE <= where < STALE and PA + PSYCHE_SET[card] in ledger["fact"][where - PILE]
    assert min(met.values()) > 100
    assert borders > 20, "cards known to be in a pile with their border are the hard case"


@pytest.mark.clause("HD-INFO-41", "HD-INFO-42", "HD-INFO-43", "HD-INFO-24")
def test_possible_is_a_chance_and_certain_is_all_of_it():
    """At every kind of decision, cards on their way included, against the exact chances (`belief.py`)."""
    compared = 0
    for games in games_by_decision().values():
        for game in games:
            n, decider = int(game["table"]["n_seats"][0]), int(game["table"]["decider"][0])
            for seat in range(n):
                mask = mask_of(game, seat)
                assert located(game)[0][mask == 2].all()
                chances = np.array([card_beliefs(game, seat, card)[0] for card in range(N_PSYCHE)])
                wanted = np.where(chances > 1 - 1e-9, 2, chances > 0)
                if seat == decider and is_moving_a_card(game):
                    assert (mask[:, :n][wanted > 0] > 0).all()
                    continue
                assert (mask[:, :n] == wanted).all()
                assert ((mask[:, 6] == 2) == (game["ledger"]["location"][0, seat] == GONE)).all()
                assert ((mask == 2).sum(axis=1) == 1).tolist() == ((mask > 0).sum(axis=1) == 1).tolist()
                compared += 1
    assert compared > 500


def is_moving_a_card(game):
    work = game["work"][0]
    return bool((work["stack"]["task"][: work["depth"]] == Task.MOVE_CARD).any())


@pytest.mark.clause("HD-INFO-41")
def test_every_possible_place_is_reached_by_a_world():
    game = first_game("ha_recoil")
    drawn = located(many_worlds(SPEC, game, 0, 400))
    assert (drawn.any(axis=0) == (mask_of(game) > 0)).all()
    assert (drawn.all(axis=0) == (mask_of(game) == 2)).all()


@pytest.mark.clause("HD-INFO-41")
def test_doubt_leaves_everything_open():
    """STALE says nothing; UP and PILE say it all."""
    game = first_game().copy()
    before = mask_of(game)
    game["ledger"]["location"][0, 0, CODE["ps_medium"]] = STALE + 2
    assert (mask_of(game) == before).all()
    game["ledger"]["location"][0, 0, CODE["ps_medium"]] = PILE + 1
    assert places(mask_of(game), "ps_medium") == {"seat 1": 2}
    assert places(mask_of(game), "ps_opener") == {"seat 0": 2}
    game["ledger"]["location"][0, 0, CODE["ps_moths"]] = UP + 2
    assert places(mask_of(game), "ps_moths") == {"seat 2": 2}
