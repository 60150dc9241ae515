"""Makes the key under which looking ahead remembers a position: the parts of it that can still affect whether something
fails. These are the stack, and what the tokens stand for that matter to the frames of the action.

Lists are in the key by what is in them: where they lie on the heap depends on things that don't matter.
"""

from __future__ import annotations

# fmt: off
from artrules.engine.machine.intrinsics import fill_words, memo_add, memo_add_number
from artrules.engine.machine.memory import (
    attributes, event_is_kept, event_shape, face_of, first_in_zone, frame_has_lists, frame_shapes, frame_shapes_first,
    frame_words, gained_card, gained_power, heap, may_fail, met_uses, mover_of, next_in_zone, passes_use, record_event,
    record_fields, record_player, record_serial, relevance, relevance_of, relevant, shape_count, shape_first,
    shape_kind, shape_parts, shown_to, stack, token_first, token_is_attribute, token_last, token_sets, token_shape,
    tokens_of_test, tokens_of_use, use_limit, use_times, use_what, uses_at, variables, watch_code, watch_owner,
    watch_serial, watch_shape, watch_times, watch_values,
)
from artrules.engine.machine.numbers import (
    ACTION, CARDS, FIRST_BLOCK, IS_FIELDS, IS_LIST, IS_WIDE_SET, LIST_SHAPE, MOVERS, NONE, POWERS, POWER_ENDS,
    RUN_WATCHES, SHOWS, SLOTS, TOKENS, ZONES,
)
from artrules.engine.machine.registers import (
    gained_count, met_uses_count, record_count, search_steps, stack_base, stack_top, use_count, watch_count,
)
from artrules.engine.machine.rules.actions import definition_of, is_known, power_count
# fmt: on


# the tokens that aren't variables or attributes
WHOLE_POSITION = 0
IN_ZONES = 1
FACES = 2
COUNTED_USES = 3
GAINED_POWERS = 4
KEPT_HAPPENINGS = 5
SET_WATCHES = 6
GAINS = 7
"""Some code may give powers to cards."""
FIRST_NAMED = 8

FIRST_USES = 65536
MOST_MET = 64


def add_position_key() -> None:
    """Add what matters of the position to the key in the making. Counts the work."""
    global met_uses_count, search_steps
    met_uses_count = 0
    fill_words(relevant, 0, TOKENS, 0)
    find_relevant()
    if relevant[WHOLE_POSITION]:
        fill_words(relevant, 0, TOKENS, 1)
    memo_add(relevant, 0, TOKENS)
    add_stack()
    if relevant[IN_ZONES]:
        memo_add(first_in_zone, 0, ZONES)
        memo_add(next_in_zone, 0, CARDS)
        memo_add(mover_of, 0, MOVERS * CARDS)
        search_steps += (ZONES + CARDS) // 2
    if relevant[FACES]:
        memo_add(face_of, 0, CARDS)
        memo_add(shown_to, 0, SHOWS * CARDS)
        search_steps += CARDS // 2
    if relevant[COUNTED_USES]:
        memo_add_number(use_count)
        memo_add(use_limit, 0, use_count)
        memo_add(use_what, 0, use_count)
        memo_add(use_times, 0, use_count)
        search_steps += use_count
    if relevant[GAINED_POWERS]:
        memo_add_number(gained_count)
        memo_add(gained_card, 0, gained_count)
        memo_add(gained_power, 0, gained_count)
        search_steps += gained_count
    if relevant[KEPT_HAPPENINGS]:
        memo_add_number(record_count)
        memo_add(record_serial, 0, record_count)
        memo_add(record_event, 0, record_count)
        memo_add(record_player, 0, record_count)
        for i in range(record_count):
            add_value(event_shape[record_event[i]], record_fields[i])
    if relevant[SET_WATCHES]:
        memo_add_number(watch_count)
        memo_add(watch_owner, 0, watch_count)
        memo_add(watch_serial, 0, watch_count)
        memo_add(watch_code, 0, watch_count)
        memo_add(watch_times, 0, watch_count)
        for i in range(watch_count):
            add_value(watch_shape[watch_code[i]], watch_values[i])
    for token in range(FIRST_NAMED, TOKENS):
        if relevant[token]:
            add_words(token)


def add_words(token: int) -> None:
    """Add the words of a variable or attribute."""
    global search_steps
    first = token_first[token]
    last = token_last[token]
    shape = token_shape[token]
    search_steps += (last - first) // 2
    if shape_kind[shape] >= IS_LIST and shape_kind[shape] <= IS_WIDE_SET:
        for i in range(first, last):
            if token_is_attribute[token]:
                add_value(shape, attributes[i])
            else:
                add_value(shape, variables[i])
    elif token_is_attribute[token]:
        memo_add(attributes, first, last - first)
    else:
        memo_add(variables, first, last - first)


def add_value(shape: int, value: int) -> None:
    """Add a value of a shape."""
    global search_steps
    kind = shape_kind[shape]
    if kind < IS_LIST or kind > IS_WIDE_SET or value == NONE:
        memo_add_number(value)
        return
    search_steps += heap[value] // 2
    inner = shape_first[shape]
    if kind == IS_FIELDS:
        for i in range(shape_count[shape]):
            add_value(shape_parts[inner + i], heap[value + 1 + i])
    elif kind == IS_LIST and shape_kind[inner] >= IS_LIST and shape_kind[inner] <= IS_WIDE_SET:
        memo_add_number(heap[value])
        for i in range(value + 1, value + 1 + heap[value]):
            add_value(inner, heap[i])
    else:
        memo_add(heap, value, heap[value] + 1)


def add_stack() -> None:
    """Add the frames of the active stack."""
    global search_steps
    search_steps += 20 + (stack_top - stack_base) // 2
    memo_add_number(stack_top)
    place = stack_top
    top = place
    while place > stack_base:
        block = stack[place - 1]
        below = place - frame_words[block]
        if frame_has_lists[block] or block == RUN_WATCHES:
            memo_add(stack, place - 1, top - place + 1)
            top = below
            if block == RUN_WATCHES:
                event = stack[below + 1]
                memo_add_number(event)
                if event_is_kept[event]:
                    memo_add_number(stack[below])
                else:
                    add_value(event_shape[event], stack[below])
                add_value(LIST_SHAPE, stack[below + 2])
            else:
                first = frame_shapes_first[block]
                for i in range(frame_words[block] - 1):
                    add_value(frame_shapes[first + i], stack[below + i])
        place = below
    memo_add(stack, stack_base, top - stack_base)


# -- what matters


def find_relevant() -> None:
    """Mark the tokens that matter to the frames of the action: down to the lowest one that may fail."""
    place = stack_top
    last = -1
    while place > stack_base:
        block = stack[place - 1]
        if block == ACTION:
            break
        if block < FIRST_BLOCK and block != POWER_ENDS:
            relevant[WHOLE_POSITION] = 1
            return
        if may_fail[block]:
            last = place
        place -= frame_words[block]
    if last < 0:
        return
    place = stack_top
    while place >= last:
        block = stack[place - 1]
        below = place - frame_words[block]
        if block != POWER_ENDS:
            find_relevant_to(block, below, place > last)
        place = below
    if relevant[GAINS]:
        for i in range(met_uses_count):
            for definition in range(POWERS):
                if passes_use[met_uses[i] * POWERS + definition]:
                    add_relevant(tokens_of_use[definition])


def find_relevant_to(block: int, frame: int, whole: int) -> None:
    """Mark the tokens that matter to a frame, which begins at an index in `stack`. `whole` says that something below it
    may fail, so that all that its code reads matters."""
    place = relevance_of[block]
    choice = 0
    selectors = relevance[place]
    place += 1
    for i in range(selectors):
        choice = choice * relevance[place + 1] + stack[frame + relevance[place]]
        place += 2
    powers = place + 1
    place += 1 + relevance[place] + 2 * choice + whole
    found = relevance[place]
    for i in range(found + 1, found + 1 + token_sets[found]):
        token = token_sets[i]
        if token < TOKENS:
            relevant[token] = 1
        elif token >= FIRST_USES:
            meet_uses(token - FIRST_USES, stack[frame + uses_at[token - FIRST_USES]])
        else:
            token -= TOKENS
            find_relevant_power(stack[frame + relevance[powers + token // 2]], token % 2)


def find_relevant_power(power: int, is_used: int) -> None:
    """Mark the tokens that matter to the test or the use of a power, unless its card has lost it."""
    if is_known(power):
        if is_used:
            add_relevant(tokens_of_use[definition_of(power)])
        else:
            add_relevant(tokens_of_test[definition_of(power)])


def add_relevant(found: int) -> None:
    """Mark the tokens of a set that matter to a power."""
    for i in range(found + 1, found + 1 + token_sets[found]):
        relevant[token_sets[i]] = 1


def meet_uses(uses: int, card: int) -> None:
    """Mark what matters to the powers of a card that may be used."""
    global met_uses_count
    if card == NONE:
        return
    for i in range(power_count(card)):
        definition = definition_of(card * SLOTS + i)
        if passes_use[uses * POWERS + definition]:
            add_relevant(tokens_of_use[definition])
    if met_uses_count == MOST_MET:
        relevant[WHOLE_POSITION] = 1
        return
    met_uses[met_uses_count] = uses
    met_uses_count += 1
