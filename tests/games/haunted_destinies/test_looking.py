"""Looking at another player's card (HD-OBEY-1 to HD-OBEY-10)."""

import pytest

from tests.games.haunted_destinies.cards import GHOST, KIRK, ghost_look, look, search, start

EVERYBODY = {"SEAT 0", "SEAT 1", "SEAT 2", "SEAT 3"}


# Who sees what


@pytest.mark.clause("HD-OBEY-1")
def test_the_looker_alone_sees_the_face():
    table = look("ps_kitchen")
    assert table.asked == (0, "LOOK_OUTCOME")
    assert table.facts(0, 1)[1] == "S:ps_kitchen"
    assert all("S:" not in fact for observer in (1, 2, 3) for fact in table.facts(observer, 1))
    assert [int(ledger["face"]) for ledger in table.game["ledger"][0][1:4]] == [-1, -1, -1]
    table.do("FACE_DOWN", "SEAT 1")
    assert all("S:" not in fact for observer in (1, 2, 3) for fact in table.facts(observer, 1))
    assert all(table.location(observer, "ps_kitchen") == "UNKNOWN" for observer in (1, 2, 3))


@pytest.mark.clause("HD-OBEY-1")
def test_everybody_sees_who_looked_at_whose_pile_and_at_which_slot():
    table = look("ps_kitchen", {"pile": ["ps_warden", "ps_kitchen", "ps_moths"]})
    public = [int(table.table[name]) for name in ("look_seat", "look_pile", "look_slot")]
    assert public == [0, 1, 1]
    assert "Player 0 looks at slot 1 of player 1's pile." in table.events()
    assert not any("Kitchen" in event for event in table.events())


@pytest.mark.clause("HD-OBEY-1", "HD-SEARCH-7")
def test_a_search_look_lets_the_looker_pick_pile_and_slot_anywhere():
    table = search({}, {"pile": ["ps_moths", "ps_kitchen"]}, {}, {"pile": ["ps_opener"]})
    table.do("OPT_LOOK_OTHER")
    assert table.asked == (0, "LOOK_SEAT")
    assert table.legal == {"SEAT 1", "SEAT 3"}
    table.do("SEAT 1")
    assert table.legal == {"SLOT 0", "SLOT 1"}
    assert table.do("SLOT 0").facts(0, 1) == ["S:ps_moths", "U"]


# Grey cards


@pytest.mark.example("EX-23")
@pytest.mark.clause("HD-OBEY-2", "HD-OBEY-3", "HD-OBEY-4")
def test_recoil_is_turned_up_wounds_the_looker_and_is_discarded():
    pile = ["ps_warden", "ps_moths", "ps_kitchen", "ha_recoil", "ps_red_door"]
    table = start({"pawn": KIRK}, {"pawn": KIRK, "pile": pile}).do("PROBE", "OPT_LOOK_OTHER", "SLOT 3")
    assert (table.health(0), table.health(1)) == ("4/5", "5/5")
    assert table.pile(1) == ["ps_warden", "ps_moths", "ps_kitchen", "ps_red_door"]
    assert table.discards("ha_recoil") == 1
    assert table.asked == (0, "MAIN")


@pytest.mark.clause("HD-OBEY-2", "HD-OBEY-3")
@pytest.mark.parametrize("design", ["ha_grave_chill", "ha_recoil"])
def test_self_is_the_owner_and_other_the_looker_whoever_is_active(design):
    """Seat 0's probe fails, so seat 1 looks at the card of the active player."""
    table = start({"pawn": KIRK, "pile": [design]}, {"pawn": KIRK}, dice=[1, 6])
    table.do("PROBE", "OPT_LOOK_OTHER")
    owner, looker = (4, 5) if design == "ha_grave_chill" else (5, 4)
    assert (table.health(0), table.health(1)) == (f"{owner}/5", f"{looker}/5")
    assert table.pile(0) == []
    assert table.discards(design) == 1


@pytest.mark.clause("HD-OBEY-2")
def test_a_search_card_with_a_probe_effect_is_obeyed_too():
    table = look("se_hidden_remedy", {"health": "2/5"})
    assert table.health(1) == "4/5"
    assert table.pile(1) == ["ps_warden"]
    assert table.discards("se_hidden_remedy") == 1


@pytest.mark.clause("HD-OBEY-2")
def test_everybody_sees_a_card_that_is_obeyed():
    table = look("ha_grave_chill", {"grey": [1, 1]})
    assert any("Grave Chill" in event for event in table.events())
    assert table.grey(1) == (0, 0)


@pytest.mark.clause("HD-OBEY-4")
def test_the_card_leaves_the_pile_before_its_effect_and_is_discarded_after_it():
    table = look("ha_light_fingers", {"items": ["it_blackthorn", "it_silver_bell"]})
    assert table.asked == (0, "FX_ITEM")
    assert table.pile(1) == ["ps_warden"]
    assert table.discards("ha_light_fingers") == 0
    table.do("ITEM it_silver_bell")
    assert table.asked == (1, "INSERT_AT")
    assert table.discards("ha_light_fingers") == 0
    table.do("INSERT 0")
    assert table.discards("ha_light_fingers") == 1


@pytest.mark.clause("HD-OBEY-4")
def test_a_card_being_obeyed_is_not_in_the_discard_that_becomes_the_new_deck():
    """Twin Shadows makes two players draw from an empty deck: the Skull shuffles the discard, without Twin Shadows."""
    table = look(
        "ha_twin_shadows",
        decks={"haunting": []},
        discards={"haunting": ["ha_recoil", "ha_lost_hours"]},
        force={"shuffles": [["ha_recoil", "ha_lost_hours"]]},
    )
    table.do("INSERT 1", "INSERT 1")
    assert (table.pile(1), table.pile(0)) == (["ps_warden", "ha_recoil"], ["ps_medium", "ha_lost_hours"])
    assert table.discards("ha_twin_shadows") == 1


@pytest.mark.clause("HD-OBEY-10")
def test_a_grey_card_without_probe_effect_is_turned_up_and_discarded():
    for card in ("ha_unquiet_dust", "se_hot_broth"):
        table = look(card, {"health": "3/5"}, looker={"health": "3/5"})
        assert table.asked == (0, "MAIN")
        assert table.pile(1) == ["ps_warden"]
        assert table.discards(card) == 1
        assert (table.health(0), table.health(1)) == ("3/5", "3/5")


# Psyche cards: face up and its reward


@pytest.mark.clause("HD-OBEY-5")
def test_the_looker_of_a_psyche_card_chooses_face_up_or_face_down():
    table = look("ps_inquisitor")
    assert table.asked == (0, "LOOK_OUTCOME")
    assert table.legal == {"FACE_UP", "FACE_DOWN"}


@pytest.mark.clause("HD-OBEY-5", "HD-OBEY-22")
def test_face_up_puts_the_card_in_front_of_its_owner():
    table = look("ps_inquisitor", looker={"health": "4/5"}).do("FACE_UP")
    assert table.up(1) == {"ps_inquisitor"}
    assert table.up(0) == set()
    assert table.pile(1) == ["ps_warden"]
    assert {table.location(observer, "ps_inquisitor") for observer in range(4)} == {"UP 1"}


@pytest.mark.clause("HD-OBEY-5")
def test_a_power_works_as_soon_as_it_is_face_up():
    """Seat 0 turns up seat 1's Pathfinder with a card that seat 1 shows in a mutual look of its own turn."""
    board = {"4,5": "ti_old_kirk", "3,5": "ti_gorge", "2,5": "ti_fold"}
    seats = [{"pawn": "3,5", "pile": ["ps_medium"]}, {"pawn": "3,5", "pile": ["ps_pathfinder"]}]
    table = start(*seats, active=1, board=board, mp=3)
    assert "MOVE_S" not in table.legal  # the Gorge's south edge costs 4
    table.do("MUTUAL_LOOK", "FACE_UP", "SEAT 1", "FACE_DOWN", "SEAT 2")
    assert table.asked == (1, "MAIN")
    assert "MOVE_S" in table.legal
    assert int(table.do("MOVE_S").table["mp"]) == 1


@pytest.mark.clause("HD-OBEY-5", "HD-OBEY-29")
def test_face_down_puts_the_card_back_in_its_own_slot():
    table = look("ps_inquisitor", {"pile": ["ps_warden", "ps_inquisitor", "ps_moths"]}).do("FACE_DOWN", "SEAT 2")
    assert table.pile(1) == ["ps_warden", "ps_inquisitor", "ps_moths"]
    assert table.up(1) == set()
    assert table.facts(0, 1)[1] == "S:ps_inquisitor"


@pytest.mark.clause("HD-OBEY-6")
def test_a_wounded_looker_must_take_one_of_two_rewards():
    table = look("ps_inquisitor", looker={"health": "4/5"}).do("FACE_UP")
    assert table.asked == (0, "REWARD")
    assert table.legal == {"OPT_HEAL", "OPT_HAUNTING"}
    table.do("OPT_HEAL")
    assert table.health(0) == "5/5"
    assert table.asked == (0, "MAIN")


@pytest.mark.clause("HD-OBEY-6")
@pytest.mark.parametrize("drawer", [0, 1, 2])
def test_the_other_reward_is_that_a_player_draws_a_haunting_card(drawer):
    table = look(
        "ps_inquisitor", {}, {"pile": ["ps_moths"]}, looker={"health": "4/5"}, decks={"haunting": ["ha_recoil"]}
    )
    table.do("FACE_UP", "OPT_HAUNTING")
    assert table.asked == (0, "PICK_DRAWER")
    assert table.legal == EVERYBODY
    table.do(f"SEAT {drawer}")
    assert table.asked == (drawer, "INSERT_AT")
    assert table.do("INSERT 1").pile(drawer)[1] == "ha_recoil"
    assert table.health(0) == "4/5"


@pytest.mark.example("EX-25")
@pytest.mark.clause("HD-OBEY-7")
def test_an_unwounded_looker_can_only_name_any_living_player():
    table = look("ps_inquisitor", looker={"health": "5/5"}).do("FACE_UP")
    assert table.asked == (0, "PICK_DRAWER")
    assert table.legal == EVERYBODY
    table = look("ps_inquisitor", looker={"health": "5/5"}, options={"auto_forced": False}).do("FACE_UP")
    assert table.asked == (0, "REWARD")
    assert table.legal == {"OPT_HAUNTING"}


@pytest.mark.clause("HD-OBEY-7")
def test_a_ghost_cannot_be_named_to_draw():
    table = look("ps_inquisitor", {}, GHOST, looker={"health": "5/5"}).do("FACE_UP")
    assert table.legal == {"SEAT 0", "SEAT 1", "SEAT 3"}


@pytest.mark.clause("HD-OBEY-7")
def test_a_ghost_looker_may_take_gloom_or_let_anybody_draw():
    table = ghost_look("ps_inquisitor").do("FACE_UP")
    assert table.asked == (0, "REWARD")
    assert table.legal == {"OPT_HEAL", "OPT_HAUNTING"}
    assert table.do("OPT_HEAL").own_gloom(0) == 7
    table = ghost_look("ps_inquisitor").do("FACE_UP", "OPT_HAUNTING")
    assert table.legal == {"SEAT 1", "SEAT 2", "SEAT 3"}


@pytest.mark.clause("HD-OBEY-7", "HD-HP-4")
@pytest.mark.parametrize(("health", "after"), [("5/5", "6/6"), ("3/5", "4/6"), ("4/11", "5/12")])
def test_reward_health_token_adds_a_token_instead_of_healing(health, after):
    table = look("ps_inquisitor", looker={"health": health}, options={"reward_health": "token"})
    assert table.do("FACE_UP").legal == {"OPT_HEAL", "OPT_HAUNTING"}
    assert table.do("OPT_HEAL").health(0) == after


@pytest.mark.clause("HD-OBEY-7")
def test_reward_health_token_is_not_offered_at_twelve_tokens_and_gives_a_ghost_gloom():
    table = look("ps_inquisitor", looker={"health": "4/12"}, options={"reward_health": "token"}).do("FACE_UP")
    assert table.asked == (0, "PICK_DRAWER")
    table = ghost_look("ps_inquisitor", options={"reward_health": "token"}).do("FACE_UP", "OPT_HEAL")
    assert table.own_gloom(0) == 7


@pytest.mark.clause("HD-OBEY-7")
@pytest.mark.parametrize("health", ["5/5", "4/5"])
def test_psyche_reward_sheet_allows_to_pass_and_names_others_only(health):
    table = look("ps_inquisitor", looker={"health": health}, options={"psyche_reward": "sheet"}).do("FACE_UP")
    assert table.asked == (0, "REWARD")
    assert table.legal == {"OPT_HAUNTING", "PASS"} | ({"OPT_HEAL"} if health == "4/5" else set())
    assert table.do("OPT_HAUNTING").legal == {"SEAT 1", "SEAT 2", "SEAT 3"}
    table = look("ps_inquisitor", looker={"health": health}, options={"psyche_reward": "sheet"}).do("FACE_UP", "PASS")
    assert table.asked == (0, "MAIN")
    assert (table.health(0), table.up(1)) == (health, {"ps_inquisitor"})


@pytest.mark.clause("HD-OBEY-6", "HD-OBEY-7")
def test_by_the_book_the_reward_cannot_be_declined():
    table = look("ps_inquisitor", looker={"health": "4/5"}).do("FACE_UP")
    assert table.refuses("PASS")


# Psyche cards: face down and its witness


@pytest.mark.clause("HD-OBEY-8", "HD-OBEY-9")
def test_without_ghosts_any_other_player_may_be_the_witness_and_learns_the_border_alone():
    table = look("ps_inquisitor").do("FACE_DOWN")
    assert table.asked == (0, "WITNESS")
    assert table.legal == {"SEAT 1", "SEAT 2", "SEAT 3"}
    table.do("SEAT 2")
    assert [table.facts(observer, 1)[1] for observer in range(4)] == ["S:ps_inquisitor", "P", "PB", "P"]
    assert table.asked == (0, "MAIN")


@pytest.mark.clause("HD-OBEY-9")
def test_the_owner_may_be_the_witness():
    table = look("ps_inquisitor").do("FACE_DOWN", "SEAT 1")
    assert [table.facts(observer, 1)[1] for observer in range(1, 4)] == ["PB", "P", "P"]


@pytest.mark.clause("HD-OBEY-8", "HD-OBEY-9")
def test_the_witness_must_be_a_ghost_if_there_is_one():
    table = look("ps_inquisitor", {}, GHOST, GHOST, n=5).do("FACE_DOWN")
    assert table.asked == (0, "WITNESS")
    assert table.legal == {"SEAT 2", "SEAT 3"}


@pytest.mark.clause("HD-OBEY-9")
def test_a_single_ghost_is_the_witness_without_a_choice():
    table = look("ps_inquisitor", {}, GHOST).do("FACE_DOWN")
    assert table.asked == (0, "MAIN")
    assert [table.facts(observer, 1)[1] for observer in (1, 2, 3)] == ["P", "PB", "P"]


@pytest.mark.clause("HD-OBEY-9", "HD-HAUNT-9")
def test_a_ghost_looker_is_not_its_own_witness():
    table = ghost_look("ps_inquisitor").do("FACE_DOWN")
    assert table.legal == {"SEAT 1", "SEAT 2", "SEAT 3"}
    table = ghost_look("ps_inquisitor", {}, GHOST, GHOST, n=5).do("FACE_DOWN")
    assert table.legal == {"SEAT 2", "SEAT 3"}
