"""What is being asked, of whom and why (HD-DEC-2, HD-INFO-20, HD-INFO-25)."""

import numpy as np

from haunted_env.games.haunted_destinies.actions import LABEL_NAMES, Act, Claim, Decision, End, Origin, Purpose, React
from haunted_env.games.haunted_destinies.state import NONE, TRADE_NOTES, TRADE_WORD
from haunted_env.games.haunted_destinies.words import names as words
from haunted_env.games.haunted_destinies.words.chronicle import ENDS
from haunted_env.games.haunted_destinies.words.scene import Scene

# Addressed to the deciding seat; filled in from a Scene.
QUESTIONS = {
    Decision.SETUP_TILE: "The moor is being laid out. Which tile of your hand do you place next?",
    Decision.SETUP_CELL: "Where do you place {chosen_tile}? It must touch a tile that lies already.",
    Decision.SETUP_GLOOM: "Put gloom on a searchable tile. You have {to_place} to place, at most two at a time.",
    Decision.ROLL: "Your turn begins on {tile}. Roll one die or two to move; doubles wake the Evil Twins.",
    Decision.MAIN: "You stand on {tile} with {mp}. {action_left}",
    Decision.TARGET: "Whom do you {verb}?",
    Decision.SEARCH_OPTION: "You searched: {dice}, result {result}. Choose what you find.",
    Decision.LOOK_SEAT: "Your search lets you look at another player's card. Whose?",
    Decision.PICK_SLOT: "{picking}",
    Decision.LOOK_OUTCOME: "You look at {looked_at}: {face} (set {face_set}). {face_text} Turn it up or put it back?",
    Decision.REWARD: "You turned up a Psyche card of {owner}. Choose your reward.",
    Decision.PICK_DRAWER: "Who draws the Haunting card?",
    Decision.WITNESS: "You put back {face} ({looked_at}). Who sees its border?",
    Decision.OWN_OUTCOME: "You look at {looked_at}: {face}. {face_text}",
    Decision.PICK_PROBER: "You trigger {face}: {probe_words}. Who counts as the looker?",
    Decision.INSERT_AT: "{inserting} Where do you hide it in your pile? Slot 0 is the top; others do not see where.",
    Decision.EVIL_TWINS: "You rolled doubles ({dice}): the Evil Twins wake. What do you suffer?",
    Decision.PROBE_PRIZE: "You probed {foe}: {dice}, result {result}. Choose your prize.",
    Decision.PROBE_PENALTY: "{foe} probed you and failed: {dice}, result {result}. Choose what they suffer.",
    Decision.ATTACK_PRIZE: "You win the round against {foe}: {dice}, result {result}. Choose your prize.",
    Decision.ATTACK_PENALTY: "{foe} loses the round against you: {dice}, result {result}. Choose what they suffer.",
    Decision.TAKE_CARD: "Which of {pick_owner}'s cards do you take? A face-down one stays unseen.",
    Decision.CONTINUE: "The round is over ({dice}) and the higher die is yours. You: {own_state}. {foe}: {foe_short}.",
    Decision.DECLARE: "{foe} has fallen. Bind them as the Opener, or start the ritual as the Opener yourself?",
    Decision.HAUNT_OPTION: "You haunt {foe}: {dice}, result {result}. Choose one.",
    Decision.SYPHON_AMOUNT: "Your syphon succeeds: {dice}. {tile} has {gloom} gloom. How much do you take?",
    Decision.DUAL_CARD: "You drew {face}. {face_text} Obey it now, or keep it face down?",
    Decision.REACT: "{reaction}",
    Decision.POWER: "Which power do you use?",
    Decision.FX_SEAT: "{obeying} Which player?",
    Decision.FX_CELL: "{obeying} Which tile?",
    Decision.FX_ITEM: "{obeying} Which item?",
    Decision.FX_PERSIST: "{obeying} Which card in play is discarded?",
    Decision.FX_BRANCH: "{obeying} Which effect?",
    Decision.TRADE_GIVE: "You offer {foe} a trade.{terms}\nWhat do you offer {foe}?",
    Decision.TRADE_ASK: "You offer {given}.\nWhat do you ask of {foe} in return?",
    Decision.TRADE_REPLY: "{foe} offers you {given} for {asked}.{terms}\nDo you accept?",
    Decision.TALK_KIND: "{audience}\nWhat do you say?",
    Decision.TALK_SEAT: "You {saying} {claim_words}. {who}?",
    Decision.TALK_CARD: "You {saying} {claim_words}. Which card?",
    Decision.TALK_SLOT: "You {saying} {claim_words}. Which slot? Slot 0 is the top.",
    Decision.TALK_BORDER: "You {saying} {claim_words}. What do you say it was?",
    Decision.SETUP_TURN: "How do you lay {chosen_tile}? It may be turned before it is placed.",
    Decision.REVIVE_REPLY: "{foe} offers to bring you back to life, with {revived}, without cards. Do you accept?",
    Decision.REMOVE_CELL: "Which tile do you remove? Its edges must add up to less than your health and movement dice.",
}
TERMS = {
    TRADE_WORD: "A word is one claim, told in private once the trade is accepted; it may be false.",
    TRADE_NOTES: "The notes are all that a player knows for certain: nothing false, nothing held back.",
}
PICKING = {
    Purpose.LOOK: "Which card of {pick_pile} do you look at?",
    Purpose.LOOK_OWN: "Which card of {pick_pile} do you look at?",
    Purpose.SHOW: "Which card of {pick_pile} do you let {shown_to} look at?",
    Purpose.TAKE: "Which card of {pick_pile} do you take, unseen?",
    Purpose.CLEANSE: "Which card of {pick_pile} do you cleanse? Grey is discarded, Psyche shows its border.",
    Purpose.MOVE_CARD: "Which card of {pick_pile} do you move to another place?",
    Purpose.SWAP_OWN: "Which card of {pick_pile} do you give in the swap?",
    Purpose.SWAP_OTHER: "Which card of {pick_pile} do you get in the swap?",
}
REACTION = {
    React.REROLL: "You rolled {dice}. {cause} lets you roll again.",
    React.PREVENT_WOUND: "You are about to be wounded ({own_state}). You may discard {cause} to prevent one wound.",
    React.CANCEL_HAUNTING: "{obeyed} is turned up: {obeyed_words}. You may cancel it by discarding {cause}.",
    React.ON_REVEAL: "{cause} was turned up in front of you: {cause_words}. Do you use it?",
}
ORIGINS = {
    Origin.NONE: "A card goes into your pile.",
    Origin.HAUNTING_DECK: "You draw a Haunting card, unseen.",
    Origin.SEARCH_DECK: "You keep {face} face down.",
    Origin.SEAT_SLOT: "You hold {card_held}, from slot {slot} of {pile}.",
    Origin.DEATH: "{giver} has died and passes you {card_held}.",
}


class Question(Scene):
    """A Scene with the parts of questions that depend on the context."""

    @property
    def action_left(self) -> str:
        return "Your action is used up." if self.table["action_used"] else "You have an action left this turn."

    @property
    def picking(self) -> str:
        lead = f"{self.obeying} " if self.table["obeyed"] >= 0 else ""
        return lead + PICKING.get(Purpose(self.number("purpose")), "Which card of {pick_pile}?").format_map(self)

    @property
    def pick_owner(self) -> str:
        return words.player(self.number("pick_pile"))

    @property
    def reaction(self) -> str:
        return REACTION[React(self.number("react"))].format_map(self)

    @property
    def obeying(self) -> str:
        return f"{self.obeyed}: {self.obeyed_words}." if self.obeyed_code >= 0 else ""

    @property
    def face_set(self) -> str:
        return words.border(self.face_code) if self.face_code >= 0 else "?"

    @property
    def claim_words(self) -> str:
        return self.claim.words(self.seat)

    @property
    def who(self) -> str:
        return "Who" if self.claim.kind <= Claim.CLEAR else "Whose pile"

    @property
    def audience(self) -> str:
        """Who will hear the claim that is begun."""
        if not self.is_private:
            return "All hear what you claim, and it need not be true."
        owed = "You owe them a word. " if self.number("action") == Act.TRADE else ""
        return f"{owed}Only {self.foe} hears what you say, and it need not be true; the others see that you two spoke."

    @property
    def terms(self) -> str:
        """What is worth what in the trade at hand (HD-FREE-19, HD-FREE-20)."""
        sides = (self.number("trade_give"), self.number("trade_ask"))
        everything = self.decision == Decision.TRADE_GIVE
        return "".join(f" {term}" for what, term in TERMS.items() if everything or what in sides)

    @property
    def inserting(self) -> str:
        origin, seat = Origin(self.number("origin")), self.number("origin_seat")
        known = words.fact_words(int(self.ledger["incoming"][self.ledger["lane"]]))
        said = {
            "face": self.face,
            "card_held": f"a card ({known})" if self.face_code < 0 else self.face,
            "slot": self.number("origin_slot"),
            "pile": self.pile(seat, "your own pile"),
            "giver": words.player(seat) if seat >= 0 else "a player",
        }
        return words.sentence(ORIGINS[origin].format_map(said))


def decision_name(game: np.ndarray, seat: int) -> str:
    """The decision as that seat may know it: its own by name, another's by its public label."""
    whole = words.record(game)
    if whole["table"]["decider"] == NONE:
        return Decision.NONE.name
    if whole["table"]["decider"] == seat:
        return Decision(int(whole["ledger"][seat]["decision"])).name
    return LABEL_NAMES[int(whole["table"]["label"])]


def explain_decision(game: np.ndarray, seat: int) -> str:
    """What is being asked and why, in a sentence or two, as that seat may know it."""
    whole = words.record(game)
    decider = int(whole["table"]["decider"])
    if decider == NONE:
        end = ENDS.get(End(int(whole["table"]["reason"])), "")
        return f"The game is over: {end}." if end else "Nothing is being asked."
    if decider != seat:
        asked = decision_name(game, seat).lower().replace("_", " ")
        return f"{words.sentence(words.player(decider))} is deciding: {asked}."
    question = Question(whole["table"], whole["ledger"][seat])
    return words.sentence(QUESTIONS[question.decision].format_map(question))
