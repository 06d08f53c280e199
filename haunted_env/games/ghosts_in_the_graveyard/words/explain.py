"""Decisions by name and in a sentence or two (GG-DEC-2)."""

from typing import Any

import numpy as np

from haunted_env.games.ghosts_in_the_graveyard.actions import Decision
from haunted_env.games.ghosts_in_the_graveyard.words import names
from haunted_env.spec.phrases import player, record, sentence

OWN = {
    Decision.CHOOSE_HAUNT: "Choose your Haunt among your five cards: whoever finds it beats you.",
    Decision.CHOOSE_DECOY_1: "Choose your first Decoy. Searches find Decoys and Haunt alike.",
    Decision.CHOOSE_DECOY_2: "Choose your second Decoy; the two cards left are your hand.",
    Decision.PICK_FLASHLIGHT: "Take a flashlight for your searches.",
    Decision.TURN_MENU: "Your turn: search {target}'s graves or guess where its Haunt is.",
    Decision.VANISH_SWAP: "Vanish: which Decoy becomes your Haunt ({haunt} becomes a Decoy)?",
    Decision.GUESS_NUMBER: "Name the tombstone you take for {target}'s Haunt. {risk}",
    Decision.PENALTY_REVEAL: "The guess has missed: which Decoy do you reveal?",
    Decision.PLAY_CARD: "Play a card: it is marked, and your light has to shine on it.",
    Decision.CHOOSE_LIGHT: "With which light do you search from {played}?",
    Decision.AIM_FLOOD: "In which direction of {played} do you aim the Flood Light?",
    Decision.PLACE_FLASHLIGHT: "How do you lay the {light} over {played}? One Secret in the area makes the answer Yes.",
}
OTHERS = {
    Decision.CHOOSE_HAUNT: "chooses its Secrets",
    Decision.CHOOSE_DECOY_1: "chooses its Secrets",
    Decision.CHOOSE_DECOY_2: "chooses its Secrets",
    Decision.PICK_FLASHLIGHT: "takes a flashlight",
    Decision.TURN_MENU: "begins its turn",
    Decision.VANISH_SWAP: "uses Vanish",
    Decision.GUESS_NUMBER: "guesses {target}'s Haunt",
    Decision.PENALTY_REVEAL: "has to reveal a Decoy",
    Decision.PLAY_CARD: "plays a card for a search",
    Decision.CHOOSE_LIGHT: "chooses a light for {played}",
    Decision.AIM_FLOOD: "aims the Flood Light from {played}",
    Decision.PLACE_FLASHLIGHT: "places the {light} on {played}",
}


def decision_name(game: np.ndarray, seat: int) -> str:
    """The kind of the decision, which is public."""
    return Decision(int(record(game)["table"]["decision"])).name


def risk(table: Any, seat: int) -> str:
    """What a miss costs the guesser."""
    if table["raven"]:
        return "Under Raven a miss costs nothing."
    if table["n_secrets"][seat] > 1:
        return "A miss costs you a Decoy."
    return "A miss loses the game." if table["n_seats"] == 2 else "A miss silences you."


def explain_decision(game: np.ndarray, seat: int) -> str:
    """What is asked, for the decider itself or for somebody who waits."""
    whole = record(game)
    table = whole["table"]
    decider, decision = int(table["decider"]), Decision(int(table["decision"]))
    if decider < 0:
        return "The game is over."
    facts = {
        "target": player(names.target_of(table, decider)),
        "played": names.tomb(table["played"]),
        "light": names.light_name(table["light"]) if table["light"] >= 0 else "",
        "risk": risk(table, decider),
    }
    if decider != seat:
        return sentence(f"{player(decider)} {OTHERS[decision]}.").format_map(facts)
    facts["haunt"] = names.tomb(whole["ledger"][seat]["haunt"])
    return sentence(OWN[decision].format_map(facts))
