"""Positions: every game written out and read back to the bit; hand-written ones mean what the documentation says."""

import ast
import copy
import json
import re
import tomllib
from pathlib import Path

import jsonschema
import pytest

from haunted_env.games.haunted_destinies.actions import Act, Decision
from haunted_env.games.haunted_destinies.position import from_position, to_position
from haunted_env.games.haunted_destinies.position.schema import FILE, schema
from haunted_env.games.haunted_destinies.state import AT_SLOT, CENTRE, NONE, PILE, SEEN, G, P, U
from haunted_env.games.haunted_destinies.tables import CARD_IDS, CODE, N_HAUNTING_CARDS, N_SEARCH_CARDS, TILE_INDEX
from haunted_env.play import replay
from haunted_env.spec.position import PositionError, load_file, seeded_rng
from tests.games.haunted_destinies.sampling import SPEC, games_by_decision
from tests.games.haunted_destinies.table import Table

DOCUMENT = Path(__file__).parents[3] / "docs" / "positions.md"
SMALL = {"options": {"players": 4}, "seats": [{"pile": ["ps_opener"]}]}


def documented():
    text = DOCUMENT.read_text(encoding="utf-8")
    for kind, block in re.findall(r"```(python|toml)\n(.*?)```", text, re.DOTALL):
        if kind == "toml":
            yield tomllib.loads(block)
        elif block.startswith("{"):
            yield ast.literal_eval(block)


def started(position):
    """The game of a position at its first decision, as a batch of one."""
    game = from_position(position)
    return replay.start(SPEC, {"players": int(game["table"]["n_seats"][0])}, position=position)


def asked(batch):
    table = batch.games["table"][0]
    return Decision(int(batch.games["ledger"][0][table["decider"]]["decision"]))


@pytest.mark.parametrize("decision", list(Decision), ids=lambda decision: decision.name)
def test_a_game_comes_back_to_the_bit_at_every_decision(decision):
    games = games_by_decision()[decision]
    assert games
    for game in games:
        position = to_position(game)
        assert from_position(position).tobytes() == game.tobytes()
        assert from_position(json.loads(json.dumps(position))).tobytes() == game.tobytes()


def test_a_game_from_a_position_goes_on_as_the_original():
    for games in games_by_decision().values():
        game = games[0]
        options = {"players": int(game["table"]["n_seats"][0])}
        twin = replay.start(SPEC, options, position=to_position(game))
        original = replay.start(SPEC, options)
        original.load(game, resume=False)
        for batch in (twin, original):
            generators = batch.generators(1)
            for _ in range(30):
                if not batch.games["table"]["over"][0]:
                    batch.step_random(generators)
        assert twin.games.tobytes() == original.games.tobytes()


def test_a_written_position_leaves_out_what_is_at_its_default():
    batch = replay.start(SPEC, {"players": 4, "setup": "random"}, 3)
    position = to_position(batch.games)
    assert position["options"] == {"players": 4, "setup": "random"}
    expected = {"game", "content", "options", "seed", "active", "holder", "asked", "board", "gloom", "seats", "decks"}
    assert set(position) - {"active", "holder"} == expected - {"active", "holder"} | {
        *("events", "n_events", "ledger", "stack", "rng")
    }
    assert all(set(seat) == {"pawn", "pile"} for seat in position["seats"])


def test_reading_does_not_change_the_position():
    for position in (SMALL, to_position(games_by_decision()[Decision.INSERT_AT][0])):
        before = copy.deepcopy(position)
        from_position(position)
        assert position == before


def test_written_positions_fit_the_schema():
    validator = jsonschema.Draft202012Validator(schema())
    for games in games_by_decision().values():
        for game in games[:3]:
            validator.validate(to_position(game))
    for position in documented():
        validator.validate(position)


def test_the_schema_file_is_up_to_date():
    """Otherwise: python -m haunted_env.games.haunted_destinies.position.schema."""
    assert json.loads(FILE.read_text(encoding="utf-8")) == schema()
    jsonschema.Draft202012Validator.check_schema(schema())


def test_the_documented_examples_can_be_played():
    examples = list(documented())
    assert len(examples) == 5
    for position in examples:
        batch = started(position)
        assert asked(batch) == Decision[position.get("decision", "ROLL")]
        assert batch.masks[0].any()
        again = to_position(batch.games)
        assert from_position(again).tobytes() == batch.games.tobytes()


def test_defaults_of_a_hand_written_position():
    game = from_position(SMALL)[0]
    table, secret = game["table"], game["secret"]
    assert table["tile"][CENTRE] == TILE_INDEX["ti_cemetery"]
    assert (table["tile"] >= 0).sum() == 1
    assert table["pawn"][:4].tolist() == [CENTRE] * 4
    assert table["health"].tolist() == [5, 5, 5, 5, 0, 0]
    assert (table["search_left"], table["haunting_left"]) == (N_SEARCH_CARDS, N_HAUNTING_CARDS)
    assert [CARD_IDS[code] for code in secret["search_deck"][:N_SEARCH_CARDS][:-4:-1]] == ["se_hot_broth"] * 3
    assert table["gone"].sum() == 29
    assert table["decider"] == NONE
    assert secret["rng"].tolist() == seeded_rng(0).tolist()


def test_the_number_of_players_follows_from_the_seats():
    assert from_position({"seats": [{"pile": ["ps_opener"]}, {}, {}, {}, {}]})["table"]["n_seats"] == 5
    assert from_position({"seats": [{"pile": ["ps_opener"]}]})["table"]["n_seats"] == 4


def test_decks_are_given_top_first_and_dots_stand_for_the_rest():
    decks = {"haunting": ["ha_recoil", "..."], "search": ["it_pocket_mirror"]}
    game = from_position({**SMALL, "decks": decks, "discards": {"haunting": ["ha_grave_chill"]}})[0]
    assert game["table"]["search_left"] == 1
    assert game["table"]["haunting_left"] == 41
    assert game["secret"]["haunting_deck"][40] == CODE["ha_recoil"]
    assert (game["secret"]["haunting_deck"] == CODE["ha_grave_chill"]).sum() == 3
    assert game["secret"]["haunting_deck"][41] == NONE


def test_health_is_written_as_in_the_rules():
    seats = [{"pile": ["ps_opener"], "health": "3/6"}, {"health": 2}, {"health": 7}]
    table = from_position({"seats": seats})[0]["table"]
    assert table["health"][:3].tolist() == [3, 2, 7]
    assert table["wounds"][:3].tolist() == [3, 3, 0]


def test_facts_give_locations_and_all_speaks_for_every_seat():
    position = {
        "seats": [{"pile": ["ps_opener", "ha_recoil", "ps_medium"]}, {"up": ["ps_warden"]}, {}],
        "ledger": {
            "all": {"facts": {"0": ["P", "U", "PA"]}},
            "1": {"facts": {"0": {"2": "S:ps_medium", "1": "G"}}, "locations": {"ps_opener": "PILE 0"}},
        },
    }
    ledgers = from_position(position)[0]["ledger"]
    assert ledgers[0]["fact"][0, :4].tolist() == [P, U, P + 1, U]
    assert ledgers[1]["fact"][0, :3].tolist() == [P, G, SEEN + CODE["ps_medium"]]
    assert ledgers[1]["location"][CODE["ps_medium"]] == AT_SLOT + 0
    assert ledgers[1]["location"][CODE["ps_opener"]] == PILE + 0
    assert ledgers[2]["location"][CODE["ps_warden"]] == 2 + 1  # UP 1, public


def test_forced_dice_and_the_main_decision():
    """EX-08 of the rules, both ways."""
    position = list(documented())[1]
    for choice, gloom in ((Act.OPT_WOUND, 2), (Act.OPT_HAUNTING, 3)):
        batch = started(position)
        batch.step([int(Act.SEARCH)])
        assert asked(batch) == Decision.EVIL_TWINS
        batch.step([int(choice)])
        if asked(batch) == Decision.INSERT_AT:
            batch.step([int(Act.INSERT)])
        assert batch.games["table"]["gloom"][0, 41] == gloom


def test_forced_picks_and_shuffles_are_kept():
    force = {"dice": [6, 1], "picks": [3, 0], "shuffles": [["ha_recoil", "ha_grave_chill"], ["ps_medium"]]}
    game = from_position({**SMALL, "force": force})
    assert to_position(game)["force"] == force


def test_a_draft_position_may_be_given_other_tiles():
    position = to_position(replay.start(SPEC, {"players": 3}, 0).games)
    seat = position["asked"]["seat"]
    hands = [seat.get("hand", []) for seat in position["seats"]]
    free = [tile for tile in TILE_INDEX if tile != "ti_cemetery" and not any(tile in hand for hand in hands)]
    wanted = "ti_sheep_track" if "ti_sheep_track" in free else free[0]
    position["seats"][seat]["hand"][0] = wanted
    assert SPEC.positions.read(position)[0]["ledger"][seat]["hand"][0] == TILE_INDEX[wanted]


def test_positions_in_files(tmp_path):
    (tmp_path / "a.json").write_text(json.dumps(SMALL))
    (tmp_path / "a.toml").write_text('seats = [{ pile = ["ps_opener"] }]\n[options]\nplayers = 4\n')
    assert load_file(tmp_path / "a.json") == load_file(tmp_path / "a.toml") == SMALL
    (tmp_path / "b.json").write_text("{")
    for name in ("b.json", "c.toml"):
        with pytest.raises(PositionError, match=name):
            load_file(tmp_path / name)


@pytest.mark.clause("HD-INV-2")
def test_a_forced_shuffle_of_other_cards_is_not_used():
    position = {
        "decision": "MAIN",
        "seats": [{"health": "1/5", "pawn": "4,5", "pile": ["ps_moths"]}, {"pile": ["ps_opener"]}, {}],
        "board": {"4,5": "ti_old_kirk"},
        "decks": {"haunting": []},
        "discards": {"haunting": {"ha_grave_chill": 2}},
        "force": {"dice": [1, 6], "shuffles": [["ps_medium", "it_waxed_coat"]]},
    }
    table = Table(position).do("SEARCH", "INSERT 0")
    assert table.pile(0) == ["ha_grave_chill", "ps_moths"]
