"""A determinization in one go: the game plays on from it in memory (`determinization.py`, `laying.py`,
`hidden_values.py`)."""

from __future__ import annotations

# fmt: off
from artrules.machine.dealing import deal
from artrules.machine.engine import ask_anew, offered_now, rest, take_up
from artrules.machine.hidden_values import deal_values
from artrules.machine.laying import lay_cards
from artrules.machine.registers import knowing, status, steps
from artrules.machine.rewinding import rewind_others
# fmt: on


def redeal(seat: int, settled: int) -> int:
    """Assign the cards that a seat doesn't know at random, let them lie so, deal the values that it doesn't see, and
    ask who must decide. What one of the settled seats, given as bits, sees stays. From then on nobody's knowledge is
    kept.

    Gives what `step` does, and the position is at rest.
    """
    global knowing, steps
    knowing = 1
    steps = 0
    take_up()
    rewind_others(seat)
    if not status:
        deal(seat, settled)
    if not status:
        lay_cards(seat)
    if not status:
        deal_values(seat, settled)
    knowing = 0
    if not status:
        rest()
    if not status:
        ask_anew()
    if not status:
        rest()
    if status:
        return -1
    return offered_now()
