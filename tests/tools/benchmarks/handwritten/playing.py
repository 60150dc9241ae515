"""Play Cards: one player lays out a line, each card matching the one before it.

Each function here gives the player's next decision, or None when the player has stopped. A decision is made only when
there are two options or more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .cards import LOOK, PRINTED, REAL_COLOURS, SHADE
from .decision import BONUS, COLOUR, COPY_CARD, DECLINE, DRAW, NUMBER, PLAY, STOP, USE, Decision, Option
from .powers import AFTER_PLAYED, CHANGE, COPY, CRITIC, DEALER, OWN

if TYPE_CHECKING:
    from .game import Game
    from .player import Player

USE_OR_NOT = {power: ((USE, power), (DECLINE, power)) for power in (CHANGE, COPY, DEALER, CRITIC)}
DEALS = ((DRAW, 0), (BONUS, 0))
STOPPING = (STOP, 0)


def next_card(game: Game, player: Player) -> Decision | None:
    """Which card of the hand? Those that fit, or can be made to fit; of cards that look alike the first."""
    options: list[Option] = []
    seen = set()
    line = player.line
    if not line:
        for card in player.hand:
            if LOOK[card] not in seen:
                seen.add(LOOK[card])
                options.append((PLAY, card))
    else:
        number, colour = game.number[line[-1]], game.colour[line[-1]]
        for card in player.hand:
            look = LOOK[card]
            if look in seen:
                continue
            seen.add(look)
            printed = PRINTED[card]
            # A 4 can follow any card: each has a number that a 4 can take, or one of its four colours.
            if (
                printed == number
                or SHADE[card] == colour
                or printed == 4
                or (printed == 6 and _can_copy_change(player, line))
            ):
                options.append((PLAY, card))
    if not options:
        return stop(game, player, 0)
    options.append(STOPPING)
    return Decision(player.number, options)


def stop(game: Game, player: Player, _: int) -> Decision | None:
    player.discard += player.hand
    player.hand = []
    return None


def play(game: Game, player: Player, card: int) -> Decision | None:
    player.hand.remove(card)
    player.line.append(card)
    printed = PRINTED[card]
    if printed == 4:
        return _offer_change(game, player)
    if printed == 6:
        return _offer_copy(game, player)
    return _after_played(game, player)


def use(game: Game, player: Player, power: int) -> Decision | None:
    if power == CHANGE:
        return _choose_change(game, player)
    if power == COPY:
        return _choose_copy(game, player)
    if power == DEALER:
        return Decision(player.number, DEALS) if player.can_draw() else bonus(game, player, 0)
    number = game.number
    player.draw(2 if any(5 <= number[c] <= 7 for c in player.line[:-1]) else 1)
    return next_card(game, player)


def decline(game: Game, player: Player, power: int) -> Decision | None:
    return _after_played(game, player) if power in (CHANGE, COPY) else next_card(game, player)


def _after_played(game: Game, player: Player) -> Decision | None:
    """A power that acts once the card lies and fits: each card has one at most."""
    card = player.line[-1]
    for power in player.gained.get(card, ()) if PRINTED[card] == 6 else OWN[PRINTED[card]]:
        if power in AFTER_PLAYED and (power != CRITIC or player.can_draw()):
            return Decision(player.number, USE_OR_NOT[power])
    return next_card(game, player)


def draw(game: Game, player: Player, _: int) -> Decision | None:
    player.draw(1)
    return next_card(game, player)


def bonus(game: Game, player: Player, _: int) -> Decision | None:
    player.bonus += 1
    return next_card(game, player)


# ---------------------------------------------------------------- changing


def _fits(game: Game, player: Player) -> bool:
    """Whether the last card fits the one before it as it is now."""
    line = player.line
    if len(line) == 1:
        return True
    before, card = line[-2:]
    return game.number[card] == game.number[before] or game.colour[card] == game.colour[before]


def _offer_change(game: Game, player: Player) -> Decision | None:
    # What fits can always be changed and fit still; what doesn't must be changed.
    return Decision(player.number, USE_OR_NOT[CHANGE]) if _fits(game, player) else _choose_change(game, player)


def _choose_change(game: Game, player: Player) -> Decision | None:
    line = player.line
    number, colour = game.number[line[-1]], game.colour[line[-1]]
    any_number = any_colour = True
    other_number = other_colour = -1
    if len(line) > 1:
        other_number, other_colour = game.number[line[-2]], game.colour[line[-2]]
        any_number, any_colour = colour == other_colour, number == other_number
    options = [(NUMBER, n) for n in range(1, 8) if n != number and (any_number or n == other_number)]
    options += [(COLOUR, k) for k in REAL_COLOURS if k != colour and (any_colour or k == other_colour)]
    if len(options) == 1:
        verb, value = options[0]
        return change_number(game, player, value) if verb == NUMBER else change_colour(game, player, value)
    return Decision(player.number, options)


def change_number(game: Game, player: Player, number: int) -> Decision | None:
    game.number[player.line[-1]] = number
    return _after_played(game, player)


def change_colour(game: Game, player: Player, colour: int) -> Decision | None:
    game.colour[player.line[-1]] = colour
    return _after_played(game, player)


# ---------------------------------------------------------------- copying


def _can_copy_change(player: Player, cards: list[int]) -> bool:
    """Whether a 6 after these cards could copy from one of them what makes it fit."""
    return any(PRINTED[c] == 4 or CHANGE in player.gained.get(c, ()) for c in cards)


def _offer_copy(game: Game, player: Player) -> Decision | None:
    if not _fits(game, player):
        return _choose_copy(game, player)
    if any(OWN[PRINTED[c]] for c in player.line[:-1]):
        return Decision(player.number, USE_OR_NOT[COPY])
    return next_card(game, player)


def _choose_copy(game: Game, player: Player) -> Decision | None:
    earlier = player.line[:-1]
    if _fits(game, player):
        options = [(COPY_CARD, c) for c in earlier if OWN[PRINTED[c]]]
    else:
        options = [(COPY_CARD, c) for c in earlier if _can_copy_change(player, [c])]
    return copy_card(game, player, options[0][1]) if len(options) == 1 else Decision(player.number, options)


def copy_card(game: Game, player: Player, card: int) -> Decision | None:
    powers = (*(p for p in OWN[PRINTED[card]] if p != COPY), *player.gained.get(card, ()))
    player.gained[player.line[-1]] = powers
    return _offer_change(game, player) if CHANGE in powers else _after_played(game, player)
