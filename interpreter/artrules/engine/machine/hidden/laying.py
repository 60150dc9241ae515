"""Lays the cards of a position as a determinization assigns them (`determinization.py`).

What lies somewhere stays as it is seen: its face, whom it is shown to, and what was set on it there. What a card
carried into its last shuffle group goes with the card.
"""

from __future__ import annotations

# fmt: off
from artrules.engine.machine.heap import finish_list, push
from artrules.engine.machine.hidden.carried import (
    IN_ATTRIBUTE, IN_RECORD, IN_VARIABLE, IN_WATCH, carries_place, end_of_stack, has_cards,
)
from artrules.engine.machine.hidden.knowledge import keep_known_anew
from artrules.engine.machine.hidden.places import keep_attributes, lay_attributes_of
from artrules.engine.machine.memory import (
    ALL_AT_ONCE, assumed_by, attributes, came_by, card_attributes, card_there, card_variables, cards_in_zone,
    carried_of, clock, event_is_kept, event_shape, face_of, first_in_zone, frame_shapes, frame_shapes_first,
    frame_words, grouped, heap, history_of, mover_of, moving, next_in_zone, old_attributes, old_faces, old_movers,
    old_shown, order, question_shape, record_event, record_fields, record_serial, shape_first, shape_kind, shape_parts,
    shown_to, stack, variables, watch_code, watch_owner, watch_serial, watch_shape, watch_values, work, zone_of,
)
from artrules.engine.machine.numbers import (
    ASKED, ATTRIBUTES, CARDS, CARD_ATTRIBUTES, CARD_VARIABLES, FIRST_BLOCK, IS_CARD, IS_LIST, IS_POWER, MOVERS, NIL,
    NONE, PLAYERS, RUN_WATCHES, SHOWS, SLOTS, STACKS, STACK_WORDS, ZONES,
)
from artrules.engine.machine.registers import (
    grouped_count, knowledge_changed, place_kind, place_number, record_count, watch_count, work_top,
)
from artrules.engine.machine.rules.simultaneous import exchange_phase_start, link_back
# fmt: on


IN_FRAME = -1
"""A place that holds references, beside those in `carried.py`."""


def lay_cards(seat: int) -> None:
    """Lay the cards as assigned for a seat, in the position and in that at the start of a phase that all play at once.
    What seats know follows the cards. No code runs, and no stack but the table's is active."""
    keep_attributes()
    if clock[ALL_AT_ONCE]:
        exchange_phase_start()
        lay_table(seat)
        exchange_phase_start()
    lay_table(seat)
    refer_anew(seat)
    move_knowledge(seat)
    if clock[ALL_AT_ONCE]:
        keep_known_anew(seat)


def lay_table(seat: int) -> None:
    """Lay the cards in the zones, with what is on them, and replace the references in variables and attributes."""
    global place_kind, place_number
    lay_zones()
    lay_faces()
    lay_attributes(seat)
    place_kind = IN_VARIABLE
    for i in range(CARD_VARIABLES):
        for place in range(card_variables[3 * i], card_variables[3 * i + 1]):
            place_number = place
            variables[place] = replaced(seat, card_variables[3 * i + 2], variables[place])
    place_kind = IN_ATTRIBUTE
    for i in range(CARD_ATTRIBUTES):
        for place in range(card_attributes[3 * i], card_attributes[3 * i + 1]):
            place_number = place
            attributes[place] = replaced(seat, card_attributes[3 * i + 2], attributes[place])


def lay_zones() -> None:
    place = 0
    for zone in range(ZONES):
        card = first_in_zone[zone]
        while card != NIL:
            order[place] = card_there[card]
            place += 1
            card = next_in_zone[card]
    place = 0
    for zone in range(ZONES):
        before = NIL
        for _ in range(cards_in_zone[zone]):
            card = order[place]
            zone_of[card] = zone
            if before == NIL:
                first_in_zone[zone] = card
            else:
                next_in_zone[before] = card
            next_in_zone[card] = NIL
            before = card
            place += 1
    link_back()


def lay_faces() -> None:
    for card in range(CARDS):
        old_faces[card] = face_of[card]
    for there in range(CARDS):
        face_of[card_there[there]] = old_faces[there]
    if SHOWS:
        for card in range(CARDS):
            old_shown[card] = shown_to[card]
        for there in range(CARDS):
            shown_to[card_there[there]] = old_shown[there]
    if MOVERS:
        for card in range(CARDS):
            old_movers[card] = mover_of[card]
        for there in range(CARDS):
            mover_of[card_there[there]] = old_movers[there]


def lay_attributes(seat: int) -> None:
    for i in range(ATTRIBUTES):
        old_attributes[i] = attributes[i]
    for there in range(CARDS):
        if moving[there]:
            lay_attributes_of(seat, there, card_there[there])


# -- references


def card_for(seat: int, card: int) -> int:
    """The card that a reference to a card is to mean, in the place that is being changed."""
    if place_kind != IN_FRAME and carries_place(carried_of[seat * CARDS + card], place_kind, place_number):
        return card
    return card_there[card]


def replaced(seat: int, shape: int, value: int) -> int:
    """A value with the cards in it replaced."""
    if value == NONE or not has_cards(shape):
        return value
    kind = shape_kind[shape]
    if kind == IS_CARD:
        return card_for(seat, value)
    if kind == IS_POWER:
        return card_for(seat, value // SLOTS) * SLOTS + value % SLOTS
    inner = shape_first[shape]
    start = work_top
    for i in range(heap[value]):
        item = heap[value + 1 + i]
        if kind == IS_LIST:
            push(replaced(seat, inner, item))
        else:
            push(replaced(seat, shape_parts[inner + i], item))
    return finish_list(start)


def refer_anew(seat: int) -> None:
    """Replace the cards to which frames, kept happenings and watches refer."""
    global place_kind, place_number
    place_kind = IN_FRAME
    for index in range(STACKS):
        refer_in_frames(seat, index * STACK_WORDS, end_of_stack(index))
    place_kind = IN_RECORD
    for i in range(record_count):
        place_number = record_serial[i]
        record_fields[i] = replaced(seat, event_shape[record_event[i]], record_fields[i])
    place_kind = IN_WATCH
    for i in range(watch_count):
        place_number = watch_serial[i] * PLAYERS + watch_owner[i]
        watch_values[i] = replaced(seat, watch_shape[watch_code[i]], watch_values[i])


def refer_in_frames(seat: int, base: int, top: int) -> None:
    place = top
    while place > base:
        block = stack[place - 1]
        below = place - frame_words[block]
        if block >= FIRST_BLOCK:
            first = frame_shapes_first[block]
            for i in range(frame_words[block] - 1):
                stack[below + i] = replaced(seat, frame_shapes[first + i], stack[below + i])
        elif block == ASKED:
            stack[below + 2] = replaced(seat, question_shape[stack[below]], stack[below + 2])
        elif block == RUN_WATCHES and not event_is_kept[stack[below + 1]]:
            stack[below] = replaced(seat, event_shape[stack[below + 1]], stack[below])
        place = below


def move_knowledge(own: int) -> None:
    """What seats know follows the cards; the seat itself knows as much as before."""
    global grouped_count, knowledge_changed, work_top
    knowledge_changed = 1
    grouped_count = 0
    for there in range(CARDS):
        if moving[there]:
            history_of[own * CARDS + there] = came_by[there]
            if card_there[there] != there:
                grouped[grouped_count] = there
                grouped_count += 1
    for seat in range(PLAYERS):
        if seat != own:
            base = seat * CARDS
            start = work_top
            for i in range(grouped_count):
                push(history_of[base + grouped[i]])
                push(carried_of[base + grouped[i]])
                push(assumed_by[grouped[i]] & 1 << seat)
            for i in range(grouped_count):
                card = card_there[grouped[i]]
                history_of[base + card] = work[start + 3 * i]
                carried_of[base + card] = work[start + 3 * i + 1]
                assumed_by[card] = assumed_by[card] & ~(1 << seat) | work[start + 3 * i + 2]
            work_top = start
