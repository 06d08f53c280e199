"""What one seat observes, block by block: the public record in full (GG-HID-2) and the seat's private part (GG-HID-3).

int8, one shape for 2 to 4 players. Seats are counted clockwise from the viewer (0 = oneself, 1 = the target),
absent seats are zero. A category is one-hot, or bits (lowest first); a tombstone is its number 1..50 as 6 bits,
0 for none. Counts are plain numbers. Blocks "by tombstone" have one entry for each of 01..50.
"""

from haunted_env.engine.layout import Block, Layout
from haunted_env.games.ghosts_in_the_graveyard.actions import N_DECISIONS
from haunted_env.games.ghosts_in_the_graveyard.content import N_FLASHLIGHTS
from haunted_env.games.ghosts_in_the_graveyard.state import MAX_SEATS, N_DEALT, N_GUESSES, N_SEARCHES
from haunted_env.games.ghosts_in_the_graveyard.tables import N_CARDS, N_LIGHTS

MIN_SEATS = 2  # GG-SETUP-1
NUMBER_BITS, SEAT_BITS, LIGHT_BITS, PLACE_BITS, REASON_BITS = 6, 2, 3, 5, 3

# Rows that repeat: a Search, a Guess.
SEARCHED = Layout(
    Block("SEAT", SEAT_BITS),
    Block("PLAYED", NUMBER_BITS),
    Block("LIGHT", LIGHT_BITS),
    Block("PLACE", PLACE_BITS),
    Block("YES"),
)
GUESSED = Layout(
    Block("AFTER"),
    Block("SEAT", SEAT_BITS),
    Block("NAMED", NUMBER_BITS),
    Block("RAVEN"),
    Block("DECOY"),
    Block("HAUNT"),
    Block("PENALTY", NUMBER_BITS),
    Block("SILENCED"),
)


def _row(layout: Layout) -> str:
    return ", ".join(block.name + (f" {block.size}" if block.size > 1 else "") for block in layout.blocks)


def _per_seat(name: str, meaning: str, size: int = 1) -> Block:
    return Block(name, MAX_SEATS * size, f"per seat: {meaning}", seats=True)


def _by_tombstone(name: str, meaning: str, size: int = 1) -> Block:
    return Block(name, N_CARDS * size, f"by tombstone: {meaning}")


OBSERVATION = Layout(
    # Options (section 12).
    Block("PLAYERS", MAX_SEATS - MIN_SEATS + 1, "number of players 2..4, one-hot"),
    Block("OPT_OVERHANG", meaning="overhang"),
    Block("OPT_PRE_MARKED", meaning="pre_marked"),
    Block("OPT_DEAL_FLASHLIGHTS", meaning="deal_flashlights"),
    Block("OPT_ABILITIES", meaning="abilities"),
    Block("OPT_MAX_TURNS", 2, "max_turns: remainder and quotient by 128"),
    Block("OPT_AUTO_FORCED", meaning="auto_forced"),
    # Whose turn and what is asked.
    Block("OWN_SEAT", MAX_SEATS, "the viewer's seat at the table (absolute), one-hot"),
    Block("TURN", meaning="completed turns"),
    Block("TURN_SEAT", MAX_SEATS, "whose turn it is, one-hot", seats=True),
    Block("DECIDER", MAX_SEATS, "who decides, one-hot", seats=True),
    Block("DECISION", N_DECISIONS, "the decision, CHOOSE_HAUNT to PLACE_FLASHLIGHT, one-hot"),
    Block("RAVEN_DECLARED", meaning="the number is named under Raven"),
    Block("PLAYED", NUMBER_BITS, "tombstone just played, bits"),
    Block("LIGHT", N_LIGHTS, "light chosen: flashlights, Flood Light; one-hot"),
    Block("DRAW_PILE", meaning="cards in the draw pile"),
    # Seats.
    _per_seat("HAND_SIZE", "cards in hand"),
    _per_seat("SECRETS", "Secrets left"),
    _per_seat("VANISH", "Vanish left"),
    _per_seat("RAVEN", "Raven left"),
    _per_seat("HANDS", "Hands left"),
    _per_seat("SILENCED", "silenced"),
    _per_seat("VANISHED", "1 + the turns completed when Vanish was used, 0 if it was not"),
    _per_seat("FLASHLIGHT", "own flashlight, one-hot of 6", N_FLASHLIGHTS),
    # The viewer's own cards.
    _by_tombstone("OWN_HAND", "in the own hand"),
    _by_tombstone("OWN_DECOYS", "an own Decoy"),
    _by_tombstone("OWN_HAUNT", "the own Haunt"),
    Block("OWN_DEALT", N_DEALT * NUMBER_BITS, "the five dealt cards, ascending, 6 bits each"),
    # The map.
    _by_tombstone("MARKED", "marked"),
    _by_tombstone("MARKED_BY", "seat that gave up the card, low bits of all 50, then high bits", SEAT_BITS),
    _by_tombstone("REASON", "why it is marked, 1 pre-marked to 7 Haunt found, bits, plane by plane", REASON_BITS),
    # The log.
    Block(
        "SEARCHES",
        N_SEARCHES * SEARCHED.size,
        f"per Search, oldest first: {_row(SEARCHED)} (LIGHT is 1 + flashlight, 7 = Flood Light; PLACE is the "
        "placement, or the direction N E S W; the target is the next seat)",
    ),
    Block(
        "GUESSES",
        N_GUESSES * GUESSED.size,
        f"per Guess, oldest first: {_row(GUESSED)} (AFTER is 1 + the Searches logged before it)",
    ),
)
Obs = OBSERVATION.enum("Obs")
Searched = SEARCHED.enum("Searched")
Guessed = GUESSED.enum("Guessed")
N_OBSERVATION = OBSERVATION.size
SEARCH_SIZE = SEARCHED.size
GUESS_SIZE = GUESSED.size
