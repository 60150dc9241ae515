"""What each seat knows of where cards are: to whom a card has been shown, and shuffle groups, the cards that a seat
can't tell apart.
"""

from __future__ import annotations

# fmt: off
from artrules.engine.machine.heap import push, write_value
from artrules.engine.machine.hidden.carried import (
    NOTHING_CARRIED, carried_by, clear_known_lists, keep_list, same_carried, same_marks,
)
from artrules.engine.machine.hidden.sight import covers_cards, may_see, open_to, sight, write_sights
from artrules.engine.machine.intrinsics import fill_words, reserve
from artrules.engine.machine.memory import (
    USES_THEN, WATCHES_THEN, assumed_by, assumed_then, carried_of, carried_then, first_in_zone, followed_by, grouped,
    heap, history_of, history_then, is_loose, is_pile, kind_of, known_lists, known_places, latest_assumed, latest_group,
    looked_alike, next_in_zone, previous_in_zone, shown_to, sights, use_limit, use_times, use_what, watch_code,
    watch_owner, watch_serial, watch_shape, watch_times, watch_values, work, zone_of,
)
from artrules.engine.machine.numbers import (
    CARDS, KINDS, MARKS, NIL, PLAYERS, SHOWS, STACKS, ZONES,
)
from artrules.engine.machine.registers import (
    active, grouped_count, happenings_noted, knowing, knowledge_changed, left_middle, left_sight, looking_ahead, status,
    then_known_count, use_count, watch_count, work_top,
)
from artrules.engine.machine.rules.actions import commit
from artrules.engine.machine.rules.zones import OF_SHOWN, note_word
from artrules.engine.machine.signals import count_work
# fmt: on


# What a seat knows, as shuffle groups: seeing a card, and no longer telling cards apart.


GROUP_STACKS = 64
"""The number of a shuffle group is its place in time times this, plus the index of the stack that ran. So groups that
players make at the same time get the same numbers whoever is quicker."""


def has_gone_through(history: int, group: int) -> int:
    """Whether a shuffle group is in a history."""
    for i in range(history + 1, history + 1 + known_lists[history]):
        if known_lists[i] == group:
            return 1
    return 0


def last_group(history: int) -> int:
    """The last shuffle group in a history; 0 where there is no history."""
    if history == 0:
        return 0
    return known_lists[history + known_lists[history]]


def see(seats: int, card: int) -> None:
    """Some seats, as bits, see which card this is."""
    global knowledge_changed
    if assumed_by[card] & seats:
        assumed_by[card] = assumed_by[card] & ~seats
        knowledge_changed = 1
    for seat in range(PLAYERS):
        if seats >> seat & 1 and history_of[seat * CARDS + card]:
            history = history_of[seat * CARDS + card]
            if known_lists[history] > 1:
                assume_group(seat, last_group(history) - 1)
            know(seat, card)


def know(seat: int, card: int) -> None:
    """A seat knows from now on which card this is."""
    global knowledge_changed
    knowledge_changed = 1
    place = seat * CARDS + card
    history = history_of[place]
    history_of[place] = 0
    carried_of[place] = NOTHING_CARRIED
    for i in range(history + 1, history + 1 + known_lists[history]):
        know_last_of(seat, known_lists[i])


def assume(seat: int, card: int) -> None:
    """Determinizations leave a card on the way that it has gone, although its seat can't tell that it has."""
    assumed_by[card] = assumed_by[card] | 1 << seat
    assume_group(seat, last_group(history_of[seat * CARDS + card]))
    know(seat, card)


def assume_group(seat: int, group: int) -> None:
    """What is left over in a shuffle group, or in an earlier one, a seat only assumes."""
    if latest_assumed[seat] < group:
        latest_assumed[seat] = group


def assume_no_more(seat: int, group: int) -> None:
    """Where all that a seat doesn't know is in one shuffle group, it can tell which cards these are."""
    count_work(CARDS, -1)
    for card in range(CARDS):
        history = history_of[seat * CARDS + card]
        if history:
            if known_lists[history] > 1 or known_lists[history + 1] != group:
                return
        elif assumed_by[card] >> seat & 1:
            return
    latest_assumed[seat] = 0
    for i in range(grouped_count):
        assumed_by[grouped[i]] = assumed_by[grouped[i]] & ~(1 << seat)


def know_last_of(seat: int, group: int) -> None:
    """When only one card is left in a shuffle group, the seat knows how that card left it."""
    count_work(2 * CARDS, -1)
    left = -1
    lacking = 0
    for place in range(seat * CARDS, (seat + 1) * CARDS):
        history = history_of[place]
        if history and history != lacking:
            if has_gone_through(history, group):
                if left >= 0:
                    return
                left = place
            else:
                lacking = history
    if left >= 0:
        set_history(left, history_without(history_of[left], group))
        if group <= latest_assumed[seat]:
            assumed_by[left % CARDS] = assumed_by[left % CARDS] | 1 << seat


def history_without(history: int, group: int) -> int:
    """A history without one shuffle group; 0 where nothing is left of it."""
    if known_lists[history] == 1:
        return 0
    start = work_top
    for i in range(history + 1, history + 1 + known_lists[history]):
        if known_lists[i] != group:
            push(known_lists[i])
    return keep_list(start)


def set_history(place: int, history: int) -> None:
    """Give a card another history in the eyes of a seat: by their place in `history_of`."""
    history_of[place] = history
    if history == 0:
        carried_of[place] = NOTHING_CARRIED


def shuffle_together(seat: int) -> None:
    """A seat can't tell any more which of the cards in `grouped` is which, but for those that marks tell apart."""
    global grouped_count, work_top
    if not MARKS:
        group_together(seat)
        return
    start = work_top
    count = grouped_count
    count_work(count * count, -1)
    for i in range(count):
        push(grouped[i])
    for i in range(count):
        first = work[start + i]
        grouped_count = 0
        for j in range(i, count):
            card = work[start + j]
            if first != NIL and card != NIL and same_marks(first, card):
                grouped[grouped_count] = card
                grouped_count += 1
                work[start + j] = NIL
        group_together(seat)
    work_top = start


def group_together(seat: int) -> None:
    """The cards in `grouped`, which a seat can't tell apart any more, become a shuffle group."""
    global knowledge_changed, work_top
    if grouped_count < 2:
        return
    count_work(100 * grouped_count + 2 * CARDS, -1)
    knowledge_changed = 1
    base = seat * CARDS
    for i in range(grouped_count):
        card = grouped[i]
        carried = carried_by(card)
        if history_of[base + card] and not same_carried(carried, carried_of[base + card]):
            # What happened to it since its last group belongs to that card: it counts as known from here on.
            assume(seat, card)
    latest = latest_group[active]
    group = last_group(history_of[base + grouped[0]])
    is_group_already = 1
    for i in range(grouped_count):
        last = last_group(history_of[base + grouped[i]])
        if last != group:
            is_group_already = 0
        if last // GROUP_STACKS > latest:
            latest = last // GROUP_STACKS
    if status or (group and is_group_already):
        return
    latest_group[active] = latest + 1
    number = (latest + 1) * GROUP_STACKS + active
    start = work_top
    for i in range(grouped_count):
        card = grouped[i]
        history_of[base + card] = longer_history(history_of[base + card], number, start)
        carried_of[base + card] = carried_by(card)
    merge_groups(seat, number, start)
    work_top = start
    if latest_assumed[seat]:
        assume_no_more(seat, number)


def longer_history(history: int, group: int, start: int) -> int:
    """A history with one more group. On `work` from `start` on are the histories that have got one more, each with
    what it has become: cards with one history go on sharing one."""
    words = work_top
    for i in range((words - start) // 2):
        if work[start + 2 * i] == history:
            return work[start + 2 * i + 1]
    if history:
        for i in range(history + 1, history + 1 + known_lists[history]):
            push(known_lists[i])
    push(group)
    longer = keep_list(words)
    push(history)
    push(longer)
    return longer


def merge_groups(seat: int, number: int, start: int) -> None:
    """Forget the earlier shuffle groups whose cards all went straight on into a new one, the latest first. `start` is
    that of `longer_history`."""
    below = number
    while below > 0:
        group = 0
        for i in range((work_top - start) // 2):
            last = last_group(work[start + 2 * i])
            if last < below and last > group:
                group = last
        if group and all_went_on(seat, group, number):
            drop_group(seat, group)
            if group <= latest_assumed[seat]:
                assume_group(seat, number)
        below = group


def all_went_on(seat: int, group: int, number: int) -> int:
    """Whether all cards of a shuffle group went straight on into another one, and nowhere else since."""
    count_work(4 * CARDS, -1)
    same = 0
    for place in range(seat * CARDS, (seat + 1) * CARDS):
        history = history_of[place]
        if history and history != same and has_gone_through(history, group):
            end = history + known_lists[history]
            if known_lists[end] != number or known_lists[end - 1] != group:
                return 0
            same = history
    return 1


def drop_group(seat: int, group: int) -> None:
    """Take a shuffle group out of all histories of a seat."""
    old = 0
    new = 0
    for place in range(seat * CARDS, (seat + 1) * CARDS):
        history = history_of[place]
        if history and history == old:
            history_of[place] = new
        elif history and has_gone_through(history, group):
            old = history
            new = history_without(history, group)
            history_of[place] = new


# Cards that are shown to seats which don't see them where they lie (docs/write/hidden.md, Showing cards).
#
# A seat sees such a card as long as it can follow it, and until it lies open. Until anybody chooses, the card is held
# out to the seat, which follows it wherever it goes (`followed_by`). Then it lies among the others again: where these
# have no order, the seat doesn't know it again when it leaves, nor can it tell, when another card leaves, which one
# that was.


def seat_bit(player: int) -> int:
    """A player's seat, as bits."""
    return 1 << player


def seat_bits(players: int) -> int:
    """The seats of the players in a list, as bits."""
    bits = 0
    for i in range(players + 1, players + 1 + heap[players]):
        bits = bits | 1 << heap[i]
    return bits


def show_card(card: int, seats: int) -> None:
    """Show a card to some seats, as bits. It commits the action."""
    commit()
    if status:
        return
    shown_to[card] = shown_to[card] | seats
    followed_by[card] = followed_by[card] | seats
    if knowing:
        see(seats, card)


def show_cards(cards: int, seats: int) -> None:
    """Show the cards of a list."""
    for i in range(cards + 1, cards + 1 + heap[cards]):
        show_card(heap[i], seats)
        if status:
            return


def follow_no_more() -> None:
    """Somebody chooses: what has been shown is taken back to where it lies."""
    if SHOWS:
        fill_words(followed_by, 0, CARDS, 0)


def lies_among_others(card: int) -> int:
    """Whether nobody can tell by its place which card of its zone this is."""
    zone = zone_of[card]
    if is_pile[zone]:
        return previous_in_zone[card] != NIL and next_in_zone[card] != NIL
    return is_loose[zone]


def known_again_by(card: int) -> int:
    """The seats, as bits, that know which card it is when it leaves its place."""
    if not SHOWS:
        return sight(card)
    if lies_among_others(card):
        return open_to(card) | followed_by[card]
    return sight(card)


def lose_shown(card: int, source: int) -> None:
    """A card has left its place in a zone: it is shown to those only who can tell which one has left, unless it lies
    open to them now. The others lose sight of those that stay. `before_move` has noted who can tell."""
    set_shown(card, (shown_to[card] | followed_by[card]) & left_sight & ~open_to(card))
    if is_loose[source] or (is_pile[source] and left_middle):
        telling = left_sight | open_to(card)
        other = first_in_zone[source]
        while other != NIL:
            if other != card:
                set_shown(other, shown_to[other] & (telling | followed_by[other]))
            other = next_in_zone[other]


def lose_all_shown(zone: int) -> None:
    """The cards of a zone are shuffled: none of them is shown any more."""
    if SHOWS:
        card = first_in_zone[zone]
        while card != NIL:
            shown_to[card] = 0
            followed_by[card] = 0
            card = next_in_zone[card]


def show_nothing() -> None:
    """No card is shown to anybody: the cards have been laid anew."""
    fill_words(shown_to, 0, SHOWS * CARDS, 0)


def set_shown(card: int, seats: int) -> None:
    """Let a card be shown to some seats, as bits."""
    if shown_to[card] != seats:
        if looking_ahead:
            note_word(OF_SHOWN, card, shown_to[card])
        shown_to[card] = seats


# What each seat knows of where cards are.
#
# A seat knows a card that it has seen until the card is shuffled: shuffled with others that the seat can't see, or put
# into a hand from which a card leaves that the seat can't see. Such an event makes a *shuffle group*: the seat can't
# tell any more which card of the group is which. For each card that a seat doesn't know, its *history* lists the
# shuffle groups that the card has gone through since the seat last knew it, in order. This describes exactly what the
# seat can know: all orders of the cards of a group are equally likely, and the seat has seen nothing of the order. A
# determinization shuffles the groups again (`determinization.py`).
#
# A card that a seat sees leaves all its groups: it is taken to have gone the way it went. When one card is left in a
# group, it counts as known.
#
# Some of this a seat can't know, and only determinizations go by it: it is *assumed*. A card may have come another way
# than it did, unless it has gone through one group alone. And where a determinization couldn't carry what has happened
# to a hidden card, it leaves that card where it lies. What is left over because of this is assumed, too, until the seat
# sees it, or until all that it doesn't know is shuffled together. In a position that wasn't played to, all that a seat
# doesn't see is assumed.
#
# Knowledge isn't part of the position: equal positions may differ in it. Only games with a log keep it.


def begin_knowing() -> None:
    """Before the setup everybody knows where the pieces start."""
    global knowledge_changed
    knowledge_changed = 1
    fill_words(history_of, 0, PLAYERS * CARDS, 0)
    fill_words(carried_of, 0, PLAYERS * CARDS, NOTHING_CARRIED)
    fill_words(assumed_by, 0, CARDS, 0)
    fill_words(latest_assumed, 0, PLAYERS, 0)
    fill_words(latest_group, 0, STACKS, 0)
    clear_known_lists()
    forget_known_at_start()


def know_position() -> None:
    """In a position that wasn't played to each seat knows what it sees. All other cards of one kind count as shuffled
    together."""
    global grouped_count, happenings_noted
    begin_knowing()
    happenings_noted = 0
    for seat in range(PLAYERS):
        for kind in range(KINDS):
            grouped_count = 0
            for card in range(CARDS):
                if kind_of[card] == kind and zone_of[card] != ZONES - 1 and not may_see(seat, card):
                    grouped[grouped_count] = card
                    grouped_count += 1
                    assumed_by[card] = assumed_by[card] | 1 << seat
            shuffle_together(seat)


def write_knowledge(seat: int, now: int) -> None:
    """Write for all cards who sees them into `sights`, and add the seat where it knows that they lie there.

    While several play at once, it knows no more than when that began: what others do tells nothing yet. Unless it is
    about `now`, cards must lie as they lay then.
    """
    write_sights()
    for card in range(CARDS):
        place = seat * CARDS + card
        hidden = 0
        if now or not then_known_count:
            hidden = history_of[place] | assumed_by[card] >> seat & 1
        if then_known_count:
            hidden = hidden | history_then[place] | assumed_then[card] >> seat & 1
        if not hidden:
            sights[card] = sights[card] | 1 << seat


# -- events


def before_move(me: int, card: int) -> None:
    """A card is about to leave its place, in the name of a player or NONE: note who will know it again, and whether it
    lies between others."""
    global left_middle, left_sight
    left_sight = known_again_by(card)
    if may_see(me, card):
        left_sight = left_sight | 1 << me
    left_middle = previous_in_zone[card] != NIL and next_in_zone[card] != NIL
    if MARKS:
        other = first_in_zone[zone_of[card]]
        while other != NIL:
            looked_alike[other] = same_marks(card, other)
            other = next_in_zone[other]


def after_move(card: int, source: int) -> None:
    """A card has left its place in a zone."""
    global grouped_count, happenings_noted
    now = sight(card)
    happenings_noted = 0
    if is_loose[source] or (is_pile[source] and left_middle):
        for seat in range(PLAYERS):
            if not (now | left_sight) >> seat & 1:
                list_unseen(seat, source, 0)
                if zone_of[card] != source:
                    grouped[grouped_count] = card
                    grouped_count += 1
                if MARKS:
                    leave_out_others()
                group_together(seat)
    see(now, card)
    if covers_cards(source):
        see_open(source)


def leave_out_others() -> None:
    """Leave those cards out of `grouped` that marks told from the one that has left."""
    global grouped_count
    count = 0
    for i in range(grouped_count):
        if looked_alike[grouped[i]]:
            grouped[count] = grouped[i]
            count += 1
    grouped_count = count


def after_turning(card: int) -> None:
    """A card has been turned over."""
    see(sight(card), card)


def after_shuffle(zone: int) -> None:
    """A zone has been shuffled."""
    global happenings_noted
    happenings_noted = 0
    for seat in range(PLAYERS):
        list_unseen(seat, zone, covers_cards(zone))
        shuffle_together(seat)
    if covers_cards(zone):
        see_open(zone)


def list_unseen(seat: int, zone: int, every: int) -> None:
    """List in `grouped` the cards of a zone that a seat doesn't see, or all."""
    global grouped_count
    grouped_count = 0
    card = first_in_zone[zone]
    while card != NIL:
        if every or not sight(card) >> seat & 1:
            grouped[grouped_count] = card
            grouped_count += 1
        card = next_in_zone[card]


def see_open(zone: int) -> None:
    """Those who see the cards of a zone see those that lie open there now."""
    card = first_in_zone[zone]
    while card != NIL:
        see(open_to(card), card)
        card = next_in_zone[card]


# -- a phase that all play at once


def keep_known_at_start() -> None:
    """Such a phase begins: keep what seats know, uses and watches (`sampling.py`)."""
    global knowledge_changed, then_known_count
    knowledge_changed = 1
    reserve(history_then, PLAYERS * CARDS)
    reserve(carried_then, PLAYERS * CARDS)
    then_known_count = PLAYERS * CARDS
    for i in range(PLAYERS * CARDS):
        history_then[i] = history_of[i]
        carried_then[i] = carried_of[i]
    for card in range(CARDS):
        assumed_then[card] = assumed_by[card]
    start = work_top
    for i in range(use_count):
        push(use_limit[i])
        push(use_what[i])
        push(use_times[i])
    known_places[USES_THEN] = keep_list(start)
    for i in range(watch_count):
        push(watch_owner[i])
        push(watch_serial[i])
        push(watch_code[i])
        push(watch_times[i])
        write_value(watch_shape[watch_code[i]], watch_values[i])
    known_places[WATCHES_THEN] = keep_list(start)


def keep_known_anew(seat: int) -> None:
    """Keep what seats know now as what they knew when the phase began. What this seat has learned since then it still
    didn't know."""
    global work_top
    start = work_top
    for card in range(CARDS):
        push(history_then[seat * CARDS + card])
        push(assumed_then[card] & 1 << seat)
    keep_known_at_start()
    for card in range(CARDS):
        if history_of[seat * CARDS + card] == 0:
            history_then[seat * CARDS + card] = work[start + 2 * card]
            assumed_then[card] = assumed_then[card] | work[start + 2 * card + 1]
    work_top = start


def forget_known_at_start() -> None:
    """Forget them: the phase is over."""
    global knowledge_changed, then_known_count
    knowledge_changed = 1
    then_known_count = 0
    fill_words(assumed_then, 0, CARDS, 0)
    known_places[USES_THEN] = 0
    known_places[WATCHES_THEN] = 0
