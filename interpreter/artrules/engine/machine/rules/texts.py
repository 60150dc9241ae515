"""Texts as tokens: labels, log entries, lines of scores. The machine writes tokens into `text`, a host makes words of
them for a seat (`explain/`).

A token is its kind, then its words:

    TEXT          the number of a text of the program
    NUMBER        a number
    TRUTH         0 or 1
    PLAYER        a player, counted from 0
    MEMBER        the index of an enum, the index of a member
    NOTHING       (the value none)
    CARD          a card, the seats that see it before, and after, how many words follow, the tokens of its own label
    POWER         a definition, then a CARD
    ITEMS         how many items, how many words follow, the tokens of the items: each is one token or a GROUP
    GROUP         how many words follow, tokens that are one item
    READ_OFF      how many cards, how many words follow, for each card it and the seats that see it before and after,
                  then the tokens: whoever can't see one of the cards reads `something` instead
    FAILED_CARDS  like READ_OFF with no cards, but nobody who may not read everything reads it
    LINE          points of a line of a score, how many words follow, the tokens of its label
    STORY         how many words follow, tokens: what the log tells of an option, after its label and in place of it

Entries of the log are ENTRY, the kind of entry, round, phase, player (or NONE), how many words follow, tokens. "Before"
is when an option is taken, "after" when it has taken effect; elsewhere both are the same. A seat that has been shown a
card, but wouldn't know it again if it left its place, doesn't see it "before" in another player's option.
"""

from __future__ import annotations

# fmt: off
from artrules.engine.machine.hidden.knowledge import known_again_by
from artrules.engine.machine.hidden.sight import sight
from artrules.engine.machine.intrinsics import reserve, room
from artrules.engine.machine.memory import PHASE_NUMBER, ROUND_NUMBER, candidates, clock, kind_of, stack, text
from artrules.engine.machine.numbers import (
    HAS_STORY, MOST_STEPS, MOST_STEPS_OF_TEXT, NONE, PAUSES, SHOWS, SLOTS, TOO_MUCH_TOLD,
)
from artrules.engine.machine.program import card_label, deciding_player, label_option, story_of_option
from artrules.engine.machine.registers import (
    choosing, looking_ahead, pause_count, pause_wanted, stack_top, status, steps, text_top,
)
from artrules.engine.machine.rules.actions import definition_of
from artrules.engine.machine.signals import find_fault
# fmt: on


TEXT = 1
NUMBER = 2
TRUTH = 3
PLAYER = 4
MEMBER = 5
NOTHING = 6
CARD = 7
POWER = 8
ITEMS = 9
GROUP = 10
READ_OFF = 11
FAILED_CARDS = 12
LINE = 13
ENTRY = 14
STORY = 15

# kinds of entries
SAID = 0
CHOSE = 1
TOOK = 2
ROUND_BEGINS = 3
PHASE_BEGINS = 4
TURN_BEGINS = 5
PLAYERS_JOIN = 6
GAME_IS_OVER = 7
PLAYERS_ASKED = 8
PAUSED = 9


def can_write(words: int) -> int:
    """Whether so many more words can be written; otherwise a fault."""
    if text_top + words > room(text) and not reserve(text, text_top + words):
        find_fault(TOO_MUCH_TOLD, -1, 0, 0, 0)
        return 0
    return 1


def word(value: int) -> None:
    """Write one word."""
    global text_top
    if can_write(1):
        text[text_top] = value
        text_top += 1


def tell(kind: int, value: int) -> None:
    """Write a token with one word."""
    global text_top
    if can_write(2):
        text[text_top] = kind
        text[text_top + 1] = value
        text_top += 2


def tell_member(enum: int, member: int) -> None:
    """Write a member of an enum."""
    tell(MEMBER, enum)
    word(member)


def tell_card(card: int) -> None:
    """Write a card: its own label is written as it is now."""
    global text_top
    if not can_write(5):
        return
    seats = named_for(card)
    text[text_top] = CARD
    text[text_top + 1] = card
    text[text_top + 2] = seats
    text[text_top + 3] = seats
    text_top += 5
    start = text_top
    card_label[kind_of[card]](card)
    close_part(start)


def tell_power(power: int) -> None:
    """Write a power on a card."""
    definition = definition_of(power)
    if status:
        return
    tell(POWER, definition)
    tell_card(power // SLOTS)


def open_part() -> int:
    """Leave room for the number of words that follow. Gives their place."""
    word(0)
    return text_top


def close_part(start: int) -> None:
    """Write how many words have followed since a part was opened."""
    text[start - 1] = text_top - start


def tell_seen(card: int) -> None:
    """Write a card off which something is read."""
    seats = named_for(card)
    tell(card, seats)
    word(seats)


def named_for(card: int) -> int:
    """The seats, as bits, that read the name of a card: those that see it. In the label of an option it is, besides its
    player, only those that would know the card again if it left its place by this."""
    seats = sight(card)
    if SHOWS and choosing >= 0:
        return known_again_by(card) | seats & 1 << choosing
    return seats


# -- the log


def open_entry(kind: int, player: int) -> int:
    """Begin an entry of the log. Gives the place to be closed."""
    tell(ENTRY, kind)
    tell(clock[ROUND_NUMBER], clock[PHASE_NUMBER])
    tell(player, 0)
    return text_top


def log_mark(kind: int, player: int) -> None:
    """Write an entry without tokens."""
    close_part(open_entry(kind, player))


def log_round() -> None:
    log_mark(ROUND_BEGINS, NONE)


def log_phase() -> None:
    log_mark(PHASE_BEGINS, NONE)


def log_turn(player: int) -> None:
    log_mark(TURN_BEGINS, player)


def log_asked() -> None:
    log_mark(PLAYERS_ASKED, NONE)


def log_join() -> None:
    log_mark(PLAYERS_JOIN, NONE)


def log_end() -> None:
    log_mark(GAME_IS_OVER, NONE)


def pause() -> None:
    """The content pauses. If the host wants to look at the game here, nothing goes on."""
    global pause_count, status
    pause_count += 1
    if pause_count == pause_wanted:
        status = PAUSES


def tell_option(row: int, with_story: int) -> None:
    """Write the label of a candidate of the decision on top of the active stack, and perhaps what the log tells of it.
    For coverage it counts as looking ahead."""
    global choosing, looking_ahead
    decision = stack[stack_top - 1]
    looking_ahead = 1
    if SHOWS:
        choosing = deciding_player[decision]()
    label_option[decision](row)
    if HAS_STORY and with_story and not status:
        tell_story(decision, row)
    choosing = NONE
    looking_ahead = 0


def tell_story(decision: int, row: int) -> None:
    """Write what the log tells of a candidate, if content says so."""
    global text_top
    word(STORY)
    start = open_part()
    story_of_option[decision](row)
    if text_top == start:
        text_top = start - 2
    else:
        close_part(start)


def log_option(kind: int, row: int, player: int) -> int:
    """Write that an option is taken: its decision, the row's branch, and its label. Gives where its tokens begin.

    What the label costs is no part of the step's work.
    """
    global steps
    spent = steps
    steps = MOST_STEPS - MOST_STEPS_OF_TEXT
    decision = stack[stack_top - 1]
    start = open_entry(kind, player)
    tell(decision, candidates[row])
    tell_option(row, 1)
    close_part(start)
    steps = spent
    return start + 2


def see_again(start: int, end: int) -> None:
    """Write into tokens which seats see the cards now that the option has taken effect."""
    place = start
    while place < end:
        kind = text[place]
        if kind == CARD:
            text[place + 3] = sight(text[place + 1])
            place += 5
        elif kind == READ_OFF:
            count = text[place + 1]
            place += 3
            for i in range(count):
                text[place + 2] = sight(text[place])
                place += 3
        elif (
            kind == TEXT
            or kind == NUMBER
            or kind == TRUTH
            or kind == PLAYER
            or kind == GROUP
            or kind == POWER
            or kind == STORY
        ):
            place += 2
        elif kind == MEMBER or kind == ITEMS or kind == FAILED_CARDS or kind == LINE:
            place += 3
        elif kind == NOTHING:
            place += 1
        else:
            return
