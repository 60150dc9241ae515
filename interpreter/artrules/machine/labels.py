"""What a host asks for beside playing: labels, scores. Each function writes tokens or gives a number; `status` says
whether it failed."""

from __future__ import annotations

# fmt: off
from artrules.machine.engine import activate
from artrules.machine.memory import branch_uses_power, candidates, first_branch, kind_of, stack
from artrules.machine.powers import definition_of
from artrules.machine.program import (
    best_by,
    card_picture,
    card_title,
    figure,
    list_candidates,
    score_lines,
    score_part,
    total,
    used_power,
)
from artrules.machine.registers import looking_ahead, stack_top, status, text_top
from artrules.machine.texts import tell_card, tell_option, tell_power
# fmt: on


def write_option_label(index: int) -> None:
    """Write the label of a candidate of the decision on a stack: its row stands at the beginning of `candidates`."""
    global text_top
    text_top = 0
    activate(index)
    tell_option(0)


def write_card(card: int) -> None:
    """Write a card."""
    global text_top
    text_top = 0
    tell_card(card)


def write_title(card: int) -> None:
    """Write the title that the layout gives a card."""
    global text_top
    text_top = 0
    card_title[kind_of[card]](card)


def write_picture(card: int) -> None:
    """Write the path of a card's picture."""
    global text_top
    text_top = 0
    card_picture[kind_of[card]](card)


def write_power(power: int) -> None:
    """Write a power on a card."""
    global text_top
    text_top = 0
    tell_power(power)


def write_score_lines(part: int, player: int) -> None:
    """Write the lines of a part of a player's score."""
    global text_top
    text_top = 0
    score_lines[part](player)


def points_of(part: int, player: int) -> int:
    """A part of a player's score."""
    return score_part[part](player)


def value_of_figure(number: int, owner: int, me: int) -> int:
    """The value of a figure of the layout, for an owner and the player who looks."""
    return figure[number](owner, me)


def find_level(key: int) -> int:
    """The list of those who would win by the first keys of the rule that says who wins, so many of them."""
    return best_by[key - 1]()


def count_total(number: int) -> int:
    """What a total of pieces comes to."""
    return total[number]()


def power_used_by(index: int) -> int:
    """The definition of the power that a candidate of the decision on a stack uses, if it does nothing else; its row
    stands at the beginning of `candidates`. -1 for any other candidate."""
    global looking_ahead
    activate(index)
    decision = stack[stack_top - 1]
    if not branch_uses_power[first_branch[decision] + candidates[0]]:
        return -1
    looking_ahead = 1
    power = used_power[decision](0)
    looking_ahead = 0
    if status:
        return 0
    return definition_of(power)


def list_rows() -> None:
    """Write the rows of all candidates of the decision on top of the active stack."""
    list_candidates[stack[stack_top - 1]]()
