"""How options are called, in artrules' words: made only where somebody reads them."""

from __future__ import annotations

from . import decision as verbs
from .buying import awards_for
from .cards import COLOURS, PRINTED, SHADE
from .decision import Decision
from .game import Game
from .powers import NAMES

PLAIN = {
    verbs.STOP: "stop playing",
    verbs.DECLINE: "don't use it",
    verbs.DRAW: "draw a card",
    verbs.BONUS: "earn $1 when you buy",
    verbs.NUMBER: "make it a {}",
    verbs.TUCK_STACK: "tuck the {}s",
    verbs.TAKE_AWARDS: "take awards: {}",
    verbs.SPEND_CHANGE: "spend the change token",
    verbs.DONE: "end the turn",
}
OF_A_CARD = {
    verbs.PLAY: "play {}",
    verbs.COPY_CARD: "copy {}",
    verbs.TRASH_FROM_LINE: "trash {} from your line",
    verbs.TRASH_FROM_DISCARD: "trash {} from your discard pile",
}


def card_name(card: int) -> str:
    return f"{COLOURS[SHADE[card]]} {PRINTED[card]}"


def label(game: Game, decision: Decision, index: int) -> str:
    """How an option of a decision, by its place, is called."""
    verb, value = decision.options[index]
    player = game.players[decision.player - 1]
    if verb == verbs.TAKE_AWARDS and player.change and awards_for(player.income + 1) > value:
        return PLAIN[verb].format(value) + " (more if you first spend the change token)"
    if verb in PLAIN:
        return PLAIN[verb].format(value)
    if verb in OF_A_CARD:
        return OF_A_CARD[verb].format(card_name(value))
    if verb == verbs.COLOUR:
        return f"make it {COLOURS[value]}"
    if verb == verbs.BUY:
        return f"buy a {value} ({COLOURS[SHADE[game.stacks[value][-1]]]})"
    card, power = player.powers[value] if verb == verbs.USE_WHEN_BUYING else (player.line[-1], value)
    return "use " + NAMES[power].format(card_name(card))
