"""Buy Cards: one player makes money, spends it and may claim awards.

Each function here gives the player's next decision, or None when the turn is over.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .cards import LOOK, PRINTED, SHADE
from .decision import (
    BUY,
    DONE,
    SPEND_CHANGE,
    TAKE_AWARDS,
    TRASH_FROM_DISCARD,
    TRASH_FROM_LINE,
    TUCK_STACK,
    USE_WHEN_BUYING,
    Decision,
    Option,
)
from .powers import BUYING, EARN, OWN, PERFECTIONIST, TRASH

if TYPE_CHECKING:
    from .game import Game
    from .player import Player

NUMBERS = range(2, 8)
BUYS = {n: (BUY, n) for n in NUMBERS}
TUCKS = {n: (TUCK_STACK, n) for n in NUMBERS}
ENDING = (DONE, 0)


def awards_for(dollars: int) -> int:
    """The award table."""
    if dollars >= 11:
        return 4 + (dollars - 11) // 6
    return 3 if dollars >= 10 else 2 if dollars >= 8 else 1 if dollars >= 6 else 0


def begin_turn(game: Game, player: Player) -> Decision | None:
    dollars = len(player.line) + player.gem + player.bonus
    player.bonus = 0
    for card in player.line:
        powers = OWN[PRINTED[card]]
        if card in player.gained:
            powers += player.gained[card]
        for power in powers:
            if power == EARN:
                dollars += 1
            elif power in BUYING:
                player.powers.append((card, power))
    player.earn(dollars)
    return shop(game, player)


def shop(game: Game, player: Player) -> Decision | None:
    """Everything in any order, as often as it can be done."""
    options: list[Option] = []
    stacks, money = game.stacks, player.money
    for n in NUMBERS:
        if n <= money and stacks[n]:
            options.append(BUYS[n])
    for i, (_, power) in enumerate(player.powers):
        if power != PERFECTIONIST or has_most_twos(game, player):
            options.append((USE_WHEN_BUYING, i))
    if player.tucks:
        for n in NUMBERS:
            if len(stacks[n]) > 1:
                options.append(TUCKS[n])
    if not player.claimed and player.income >= 6:
        options.append((TAKE_AWARDS, awards_for(player.income)))
    if player.change:
        options.append((SPEND_CHANGE, 0))
    if not options:
        return done(game, player, 0)
    options.append(ENDING)
    return Decision(player.number, options)


def has_most_twos(game: Game, player: Player) -> bool:
    """At least one, and nobody has more; once a turn."""
    if player.most_twos_used or not player.twos:
        return False
    return not any(other.twos > player.twos for other in game.players)


def buy(game: Game, player: Player, number: int) -> Decision | None:
    player.money -= number
    card = game.stacks[number].pop()
    player.discard.append(card)
    player.bought.add(card)
    return shop(game, player)


def tuck(game: Game, player: Player, number: int) -> Decision | None:
    player.tucks -= 1
    stack = game.stacks[number]
    stack.insert(0, stack.pop())
    return shop(game, player)


def use_power(game: Game, player: Player, index: int) -> Decision | None:
    _, power = player.powers.pop(index)
    if power == TRASH:
        return _choose_trash(game, player)
    if power == PERFECTIONIST:
        player.most_twos_used = True
        player.earn(1)
    else:
        player.tucks += 1
    return shop(game, player)


def take_awards(game: Game, player: Player, count: int) -> Decision | None:
    player.claimed = True
    for _ in range(count):
        if game.award_stack:
            game.award_stack -= 1
            player.awards += 1
            if not game.award_stack:
                game.ending = True
        elif game.extras:
            game.extras -= 1
            player.awards += 1
        else:
            player.substitutes += 1
    return shop(game, player)


def spend_change(game: Game, player: Player, _: int) -> Decision | None:
    player.change = False
    player.spent_change = True
    player.earn(1)
    return shop(game, player)


def done(game: Game, player: Player, _: int) -> Decision | None:
    """What is left turns into a change token, if none is held or was spent."""
    if player.money > 0 and not player.spent_change:
        player.change = True
    player.money = player.bonus = 0
    player.tucks = 1
    player.claimed = player.spent_change = player.most_twos_used = False
    player.powers = []
    return None


# ---------------------------------------------------------------- trashing


def _choose_trash(game: Game, player: Player) -> Decision | None:
    """Of discarded cards that look alike the first; each bought in this round counts for itself."""
    options = [(TRASH_FROM_LINE, card) for card in player.line]
    seen = set()
    for card in player.discard:
        if card in player.bought:
            options.append((TRASH_FROM_DISCARD, card))
        elif LOOK[card] not in seen:
            seen.add(LOOK[card])
            options.append((TRASH_FROM_DISCARD, card))
    return trash_from_line(game, player, options[0][1]) if len(options) == 1 else Decision(player.number, options)


def trash_from_line(game: Game, player: Player, card: int) -> Decision | None:
    player.line.remove(card)
    game.box.append(card)
    if game.number[card] == 2:
        player.twos -= 1
    game.number[card], game.colour[card] = PRINTED[card], SHADE[card]
    player.gained.pop(card, None)
    player.powers = [use for use in player.powers if use[0] != card]
    return shop(game, player)


def trash_from_discard(game: Game, player: Player, card: int) -> Decision | None:
    player.discard.remove(card)
    game.box.append(card)
    return shop(game, player)
