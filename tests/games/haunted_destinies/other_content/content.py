"""A content file with the ops, selectors and timings that no shipped card uses.

Tiles and most Psyche cards are the shipped ones; Search and Haunting cards are new, one per line: id and fields.
"""

import re
from pathlib import Path

import haunted_env.games.haunted_destinies as game

# Psyche cards: id -> timing and the rest. Those not named here are as shipped.
PSYCHE = {
    "ps_nine_steps": 'timing = "turn"\neffects = [{ op = "extra_move", n = 2 }]',
    "ps_drowned_bell": 'timing = "turn"\ncost = [{ op = "discard_item", who = "self", n = 2 }]\n'
    'effects = [{ op = "heal", who = "self", n = 1 }]',
    "ps_red_door": 'timing = "on_reveal"\n'
    'effects = [{ op = "extra_move", n = 3 }, { op = "heal", who = "self", n = 1 }]',
    "ps_empty_pram": 'timing = "turn"\ncost = [{ op = "wound", who = "self", n = 1 }]\n'
    'effects = [{ op = "heal", who = "pick_here", n = 2 }, { op = "heal", who = "self", n = 3 }]',
    "ps_snow_indoors": 'timing = "passive"\neffects = [{ op = "edge_cap", n = 3 }, { op = "edge_x", cost = 4 }]',
    "ps_laughing_guest": 'timing = "turn"\n'
    'effects = [{ op = "remove_gloom", where = "self_tile", n = 1 }, { op = "heal", who = "self", n = 1 }]',
    "ps_moths": 'timing = "on_reveal"\neffects = [{ op = "choice", by = "self", a = [{ op = "extra_move", n = 1 }], '
    'b = [{ op = "remove_gloom", where = "self_tile", n = 1 }] }]',
}

# Search cards that are obeyed on drawing, or (se_scan_me) when looked at.
SEARCH = {
    "se_wound_all": 'draw = [{ op = "wound", who = "all_living", n = 1 }]',
    "se_draw_all": 'draw = [{ op = "draw_haunting", who = "all_living", n = 2 }]',
    "se_look_all": 'draw = [{ op = "look_own", who = "all_living" }]',
    "se_cleanse_all": 'draw = [{ op = "cleanse", who = "all_living" }]',
    "se_move_all": 'draw = [{ op = "move_to", who = "all_living", dest = "pick_searchable" }]',
    "se_search_all": 'draw = [{ op = "draw_search", who = "all_living", n = 1 }]',
    "se_ghosts": 'draw = [{ op = "heal", who = "all_ghosts", n = 2 }, { op = "wound", who = "all_ghosts", n = 1 }, '
    '{ op = "add_token", who = "all_ghosts", n = 3 }]',
    "se_ghosts_draw": 'draw = [{ op = "draw_haunting", who = "all_ghosts", n = 1 }]',
    "se_ghosts_move": 'draw = [{ op = "move_to", who = "all_ghosts", dest = "pick_any" }]',
    "se_living_gloom": 'draw = [{ op = "gain_gloom", who = "self", n = 2 }, '
    '{ op = "lose_gloom", who = "pick_other", n = 1 }, { op = "heal", who = "self", n = 1 }]',
    "se_steal_here": 'draw = [{ op = "steal_item", who = "self", from = "pick_here" }]',
    "se_take": 'draw = [{ op = "take_card", who = "self", from = "pick_other" }]',
    "se_show": 'draw = [{ op = "show_card", who = "pick_other", to = "self" }]',
    "se_be_seen": 'draw = [{ op = "look_other", who = "pick_other", target = "self" }]',
    "se_sweep": 'draw = [{ op = "remove_persistent", n = 2 }]',
    "se_calm": 'draw = [{ op = "remove_gloom", where = "each_searchable", n = 2 }, '
    '{ op = "remove_gloom", where = "self_tile", n = 1 }]',
    "se_nested": 'draw = [{ op = "choice", by = "self", a = [{ op = "choice", by = "self", '
    'a = [{ op = "steal_item", who = "self", from = "pick_here" }], b = [{ op = "remove_persistent", n = 1 }] }], '
    'b = [{ op = "heal", who = "self", n = 1 }] }]',
    "se_first": 'draw = [{ op = "choice", by = "self", '
    'a = [{ op = "steal_item", who = "self", from = "pick_here" }, { op = "heal", who = "self", n = 1 }], '
    'b = [{ op = "add_token", who = "self", n = 1 }, { op = "steal_item", who = "self", from = "pick_here" }] }]',
    "se_two": 'draw = [{ op = "draw_search", who = "self", n = 2 }]',
    "se_scan_me": 'probe = [{ op = "scan_borders", who = "other", target = "self" }]',
}

ITEMS = {
    "it_cap": 'standing = [{ op = "edge_cap", n = 2 }]',
    "it_hook": 'standing = [{ op = "edge_x", cost = 2 }]',
    "it_twinless": 'standing = [{ op = "immune", to = "evil_twins" }]',
    "it_again": 'standing = [{ op = "reroll", kinds = ["probe"] }]',
    "it_coat": 'reaction = [{ op = "prevent_wound", n = 2 }]',
    "it_flask": 'turn = [{ op = "heal", who = "self", n = 1 }]',
    "it_flare": 'turn = [{ op = "wound", who = "pick_here", n = 1 }]\n'
    'cost = [{ op = "discard_item", who = "self", n = 1 }]',
    "it_many": 'standing = [{ op = "modify_roll", kinds = ["move", "search", "attack_att", "attack_def"], n = 2 }, '
    '{ op = "modify_roll", kinds = ["search"], n = 1 }]',
}

# Haunting cards: `self` is the owner of the pile, `other` the looker.
HAUNTING = {
    "ha_wound_here": 'probe = [{ op = "wound", who = "pick_here", n = 1, by = "other" }]',
    "ha_wound_near_me": 'probe = [{ op = "wound", who = "pick_here", n = 1 }]',
    "ha_draw_other": 'probe = [{ op = "draw_haunting", who = "pick_other", n = 1, by = "other" }]',
    "ha_other_looks": 'probe = [{ op = "look_own", who = "other" }]',
    "ha_look_here": 'probe = [{ op = "look_other", who = "self", target = "pick_here", by = "other" }]',
    "ha_swap": 'probe = [{ op = "swap_card", who = "other", target = "self" }]',
    "ha_discard_two": 'probe = [{ op = "discard_item", who = "other", n = 2 }]',
    "ha_move_other": 'probe = [{ op = "move_to", who = "other", dest = "pick_any" }]',
    "ha_end": 'probe = [{ op = "end_turn" }, { op = "add_gloom", where = "cemetery", n = 2 }]',
    "ha_die": 'probe = [{ op = "wound", who = "self", n = 9 }, { op = "heal", who = "self", n = 2 }, '
    '{ op = "add_token", who = "self", n = 1 }, { op = "draw_haunting", who = "self", n = 1 }, '
    '{ op = "look_own", who = "self" }, { op = "draw_search", who = "self", n = 1 }, '
    '{ op = "discard_item", who = "self", n = 1 }, { op = "move_to", who = "self", dest = "pick_any" }]',
    "ha_die_other": 'probe = [{ op = "wound", who = "other", n = 9 }, '
    '{ op = "take_card", who = "other", from = "self" }, { op = "steal_item", who = "other", from = "self" }, '
    '{ op = "look_other", who = "other", target = "self" }]',
    "ha_heavy": 'probe = [{ op = "heal", who = "self", n = 1 }]\ndeath = [{ op = "death_gloom", n = 3 }]',
    "ha_filler": "",
}
PERSISTENT = {
    "ha_all_feet": 'probe = [{ op = "enter_play", kind = "curse", scope = "global", '
    'standing = [{ op = "limit_move_dice", n = 1 }] }]',
    "ha_keen": 'probe = [{ op = "enter_play", kind = "curse", scope = "self", '
    'standing = [{ op = "modify_roll", kinds = ["search"], n = 1 }] }]',
    "ha_curse_the_dead": 'probe = [{ op = "wound", who = "self", n = 9 }, { op = "enter_play", kind = "curse", '
    'scope = "self", standing = [{ op = "limit_move_dice", n = 1 }] }]',
}
WINS = {
    "ha_three_cards": 'probe = [{ op = "choice", by = "self", a = [{ op = "wound", who = "self", n = 1 }], '
    'b = [{ op = "enter_play", kind = "win", cond = "pile_size", min = 3 }] }]',
}
COUNTS = {"it_flask": 2, "it_again": 2, "it_coat": 2, "it_many": 2, "ha_keen": 2, "ha_filler": 20}

MARKERS = """
[lantern]
id = "lantern"
name = "The Lantern"
effects = [{ op = "heal", who = "self", n = 2 }]

[skull]
id = "skull"
name = "The Skull"
effects = [{ op = "wound", who = "self", n = 1 }]
"""


def rows(kind: str, first: int, category: str, cards: dict[str, str], **number: int) -> str:
    """Rows of the file from index `first`; `number` names a field that is counted on from its value."""
    text = ""
    for i, (name, fields) in enumerate(cards.items()):
        text += f'[[{kind}]]\nindex = {first + i}\nid = "{name}"\nname = "{name}"\ncategory = "{category}"\n'
        text += "".join(f"{field} = {value + i}\n" for field, value in number.items())
        text += f"count = {COUNTS.get(name, 1)}\n{fields}\n\n"
    return text


def psyche(row: str) -> str:
    """A Psyche row of the shipped file, perhaps with another effect."""
    name = re.search(r'id = "(\w+)"', row)[1]
    if name not in PSYCHE:
        return row
    kept = [line for line in row.splitlines() if not line.startswith(("timing", "effects", "cost"))]
    return "\n".join([*kept, PSYCHE[name], "", ""])


def write(folder: Path) -> None:
    """Write haunted_destinies.toml, to be used with HAUNTED_ENV_CONTENT=<folder>."""
    shipped = Path(game.__file__).with_name("content.toml").read_text(encoding="utf-8")
    tables = re.split(r"^(?=\[)", shipped, flags=re.MULTILINE)
    text = "".join(psyche(table) for table in tables if table.startswith("[[psyche]]"))
    text += "".join(table for table in tables if table.startswith("[[tile]]"))
    text += rows("search", 0, "event", SEARCH) + rows("search", len(SEARCH), "item", ITEMS, item_index=0)
    text += rows("haunting", 0, "harm", HAUNTING)
    text += rows("haunting", len(HAUNTING), "harm", PERSISTENT, persist_index=0)
    text += rows("haunting", len(HAUNTING) + len(PERSISTENT), "win", WINS, persist_index=len(PERSISTENT))
    (folder / "haunted_destinies.toml").write_text(text + MARKERS, encoding="utf-8")
