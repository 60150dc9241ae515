"""What a seat knows, as shuffle groups (`knowledge.py`): seeing a card, and no longer telling cards apart."""

from __future__ import annotations

# fmt: off
from artrules.machine.carried import carried_by, same_carried
from artrules.machine.known_lists import NOTHING_CARRIED, keep_list
from artrules.machine.lists import push
from artrules.machine.memory import carried_of, grouped, history_of, known_lists, latest_group, work
from artrules.machine.metering import count_work
from artrules.machine.numbers import CARDS, PLAYERS
from artrules.machine.registers import active, grouped_count, knowledge_changed, status, work_top
# fmt: on


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
    for seat in range(PLAYERS):
        if seats >> seat & 1 and history_of[seat * CARDS + card]:
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
    """A seat can't tell any more which of the cards in `grouped` is which: they become a shuffle group."""
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
            know(seat, card)
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
