"""What a player may not know in games of OpenSpiel without `resample_from_infostate`, for leakcheck.

    haunted-env leakcheck openspiel:hanabi --exchange openspiel_redeal:hanabi
    haunted-env leakcheck openspiel:liars_dice --exchange openspiel_redeal:liars_dice

Run it in this folder. The game so far is played again with something else drawn.
"""

import re

TRIES = 30


def hanabi(state, player, rng):
    """A card in the player's own hand becomes another that fits all it was told: it was dealt another card."""
    told = hints(state, player)
    dealt = [i for i, step in enumerate(state.full_history()) if step.player < 0]
    for _ in range(TRIES):
        other = redrawn(state, dealt[rng.integers(len(dealt))], rng)
        if other and table(other, player) == table(state, player) and hints(other, player) == told:
            return other
    return False


def liars_dice(state, player, rng):
    """The dice of the others, rolled again. They are rolled player by player."""
    rolled = [i for i, step in enumerate(state.full_history()) if step.player < 0]
    each = len(rolled) // state.num_players()
    for place, i in enumerate(rolled):
        if place // each != player:
            state = redrawn(state, i, rng) or state
    return state


def redrawn(state, place, rng):
    """The same game with another outcome of chance at one place of its history; None if it cannot go on as it did."""
    twin = state.get_game().new_initial_state()
    for i, step in enumerate(state.full_history()):
        action = step.action
        if i == place:
            action = int(rng.choice([outcome for outcome, _ in twin.chance_outcomes()]))
        elif action not in twin.legal_actions():
            return None
        twin.apply_action(action)
    return twin


def parts(state):
    """Hanabi's own text of everything: what comes before the hands, the hands, what comes after."""
    before, hands = str(state).split("Hands:\n")
    hands, discards = hands.split("Deck size")
    return before, [hand.split("\n") for hand in hands.replace("Cur player\n", "").split("-----\n")], discards


def table(state, player):
    """What lies open, and the hands of the others with what these were told."""
    before, hands, discards = parts(state)
    return before, [hand for seat, hand in enumerate(hands) if seat != player], discards


def hints(state, player):
    """What the player was told of its own cards: `B3 || XX|RYG12` without the card itself."""
    return [re.sub(r"^\w\w \|\| ", "", card) for card in parts(state)[1][player]]
