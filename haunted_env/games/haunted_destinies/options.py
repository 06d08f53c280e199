"""The options of the game (section 18) and an undealt record that holds them."""

from typing import Any

import numpy as np

from haunted_env.games.haunted_destinies.state import GAME, NONE
from haunted_env.spec import Option

# HD-OPT-5 to HD-OPT-7: what the print says where `tuned`, the defaults, differs. `docs/haunted_destinies.md` says why.
BOOK = {
    "placement": "free",
    "reward_health": "token",
    "attacker_down": "ghost",
    "death_pass": "none",
    "removed_sets": "D",
    "opener_power": "plain",
    "claims_per_turn": 3,
    "trade_offers_per_turn": 3,
    "tells_per_turn": 3,
}
SHEET = {
    **BOOK,
    "evil_twins": "both",
    "evil_twins_scope": "movement",
    "search_tiers": "each",
    "psyche_reward": "sheet",
}
RULESETS: dict[str, dict[str, Any]] = {"tuned": {}, "book": BOOK, "sheet": SHEET}

OPTIONS = (
    Option("players", 4, low=3, high=6, meaning="number of players"),
    Option("ruleset", "tuned", tuple(RULESETS), meaning="what the other options are by default", sets=RULESETS),
    Option("setup", "draft", ("draft", "random"), meaning="who places tiles and gloom: the players or chance"),
    Option("placement", "connected", ("connected", "free"), meaning="must one be able to walk between tiles"),
    Option("evil_twins", "choose", ("choose", "both"), meaning="doubles: a wound or a Haunting card, or both"),
    Option("evil_twins_scope", "all", ("all", "movement"), meaning="which rolls wake the Evil Twins"),
    Option("search_tiers", "one", ("one", "each"), meaning="a search gives one option, or goes through the tiers"),
    Option("psyche_reward", "book", ("book", "sheet"), meaning="reward for turning up a Psyche card"),
    Option("reward_health", "heal", ("heal", "token"), meaning="the health of that reward"),
    Option("bind_win", "binder", ("binder", "living"), meaning="who wins by binding the Opener"),
    Option("attacker_down", "declare", ("declare", "ghost"), meaning="what happens to an attacker who falls"),
    Option("death_pass", "decoy", ("decoy", "opener_only", "none"), meaning="which card passes on at a death"),
    Option("insert_mode", "choose", ("choose", "random"), meaning="who picks the slot of a card drawn"),
    Option("claims_per_turn", 1, low=0, high=3, meaning="public claims per turn"),
    Option("trade_offers_per_turn", 1, low=0, high=3, meaning="trade offers per turn"),
    Option("tells_per_turn", 1, low=0, high=3, meaning="private claims per turn, words traded not counted"),
    Option(
        "max_turns",
        lambda options: 40 * options["players"],
        low=1,
        high=2**31 - 1,
        meaning="dawn comes after this many turns (default 40 x players)",
    ),
    Option("draw_reward", -1, (-1, 0), meaning="what all receive at dawn"),
    Option("opener_power", "risen", ("risen", "plain"), meaning="whether the Opener grows stronger by the ritual"),
    Option("auto_forced", True, (True, False), meaning="carry out decisions with one legal option unasked"),
    Option("removed_sets", "DE", ("DE", "D"), meaning="sets of Psyche cards left out with three players"),
    Option("health_moves", 0, low=0, high=3, meaning="movement points that a living player may buy with one health"),
    Option("revival", "off", ("off", "on"), meaning="whether the living may bring a ghost back"),
    Option("rotation", "off", ("off", "on"), meaning="whether tiles may be turned when they are placed"),
)


def new_game(options: dict[str, Any]) -> np.ndarray:
    """One undealt game with these (checked) options."""
    game = np.zeros(1, GAME)
    table = game["table"]
    for option in OPTIONS:
        value = options[option.name]
        field = "n_seats" if option.name == "players" else option.name
        if option.name == "auto_forced":
            table[field] = value
        elif option.values and option.name != "draw_reward":
            table[field] = option.values.index(value)
        else:
            table[field] = value
    table["decider"] = NONE
    return game
