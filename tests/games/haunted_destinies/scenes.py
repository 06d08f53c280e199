"""Scenes that tests about ghosts, the Opener and the end of the game start from."""

from typing import Any

from tests.games.haunted_destinies.table import Table

KIRK = "4,5"  # a searchable tile east of the Cemetery
HOLDER = {"pile": ["ps_opener", "ps_red_door"]}
WINS, LOSES = (6, 1), (1, 6)  # dice for whoever adds the light die
GREY = ["ha_grave_chill"] * 4 + ["ha_recoil"] * 3 + ["ha_corpse_candle"] * 3 + ["ha_creeping_damp"] * 3
GREY += ["se_hidden_remedy"] * 2 + ["se_confession"] * 2  # 17 cards


def pair(*seats: dict[str, Any], dice: tuple[int, ...] = (), **more: Any) -> Table:
    """Seat 0 has rolled and stands with seat 1 on the Cemetery; the other seats are on the Kirk."""
    away = [{"pawn": KIRK, **seat} for seat in seats[2:]]
    position = {"decision": "MAIN", "board": {KIRK: "ti_old_kirk"}, "seats": [*seats[:2], *away], **more}
    return Table({"force": {"dice": list(dice)}, **position})


def fallen(attacker: dict[str, Any], defender: dict[str, Any], *others: dict[str, Any], **more: Any) -> Table:
    """Seat 0 has wounded seat 1 to 0 and must declare (before a ritual)."""
    return pair(attacker, {"health": "1/5", **defender}, *others, dice=WINS, **more).do("ATTACK", "OPT_WOUND")


def dies(dying: dict[str, Any], *others: dict[str, Any], **more: Any) -> Table:
    """Seat 0, at its last health, has rolled doubles to move and died of the Evil Twins."""
    seats = [{"health": "1/5", **dying}, *others]
    return Table({"seats": seats, "force": {"dice": [3, 3]}, **more}).do("ROLL2", "OPT_WOUND")


def haunts(gloom: int, victim: dict[str, Any], *others: dict[str, Any], dice: tuple[int, ...], **more: Any) -> Table:
    """Seat 0, a ghost, has haunted seat 1."""
    return pair({"ghost": True, "gloom": gloom}, victim, *others, dice=dice, **more).do("HAUNT")


def ghosts(table: Table) -> list[int]:
    return [seat for seat in range(int(table.table["n_seats"])) if table.is_ghost(seat)]


def winners(table: Table) -> list[int]:
    """Who received +1; everybody else must have received -1."""
    assert table.is_over
    assert set(table.returns) <= {1.0, -1.0}
    return [seat for seat, reward in enumerate(table.returns) if reward == 1.0]


def view(table: Table, seat: int) -> bytes:
    """What a seat observes."""
    return b"".join(array.tobytes() for array in table.batch.look([seat]))
