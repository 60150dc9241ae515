"""What the machine calls of the program: functions that `lower/` generates, in tables by number.

`me` is a player counted from 0, or NONE for nobody. A function may set `status`; whoever calls it tests that.
"""

from __future__ import annotations

from collections.abc import Callable

from artrules.engine.machine.language import FunctionTable

run_block: FunctionTable[Callable[[], None]] = FunctionTable()
"""By block: takes the block's frame from the stack and runs the block and what follows, up to the next wait. The
engine's own frames are in this table too (`flow.py`, `triggers.py`)."""
list_candidates: FunctionTable[Callable[[], None]] = FunctionTable()
"""By decision: writes the candidates' rows at `candidates_top` on, and how many in `row_count`. The decision's frame
stays on the stack."""
deciding_player: FunctionTable[Callable[[], int]] = FunctionTable()
"""By decision: who decides. The frame stays on the stack."""
take_candidate: FunctionTable[Callable[[int], None]] = FunctionTable()
"""By decision: takes the decision's frame from the stack, begins an action if none is in progress (`begin_action`),
and runs the branch of the candidate whose row begins at this index in `candidates`, up to the next wait."""
foresee_option: FunctionTable[Callable[[int], int]] = FunctionTable()
"""By decision: what can be told of a candidate's action without taking it (`lower/foresight.py`): UNFORESEEN,
ENDS_SUITE where nothing fails up to the end of the branch's suite, NEVER_FAILS where nothing fails at all. Where the
action can't be completed, `status` says so. For branches with `branch_is_foreseen`; the frame stays."""
used_power: FunctionTable[Callable[[int], int]] = FunctionTable()
"""By decision: the power that a candidate uses, for branches with `branch_uses_power`. The frame stays."""
label_option: FunctionTable[Callable[[int], None]] = FunctionTable()
"""By decision: writes the tokens of a candidate's label. The frame stays."""
story_of_option: FunctionTable[Callable[[int], None]] = FunctionTable()
"""By decision: writes the tokens of what the log tells of a candidate in place of its label; none where content says
nothing. The frame stays. Only where HAS_STORY is set."""
liked_option: FunctionTable[Callable[[int], int]] = FunctionTable()
"""By decision: how much whoever decides likes a candidate, by the hints of content; larger is better. The frame stays.
Only where HAS_OPTION_HINTS is set."""
find_reason: FunctionTable[Callable[[int, int], None]] = FunctionTable()
"""By decision: notes what becomes of all that it could offer with a thing: its kind, its value (`reasons.py`). The
frame stays. Only in modules of their own."""
power_is_usable: FunctionTable[Callable[[int, int, int], int]] = FunctionTable()
"""By definition: whether `me` can use a power on a card: me, power, card."""
run_power: FunctionTable[Callable[[int, int], None]] = FunctionTable()
"""By definition: runs its effect: me, card."""
limit_at_most: FunctionTable[Callable[[int], int]] = FunctionTable()
"""By limit: how often, for `me`."""
watch_condition: FunctionTable[Callable[[int, int, int], int]] = FunctionTable()
"""By code of a watch: whether its condition holds: its owner, the happening, the index in the heap of the list of the
values that it keeps."""
run_watch: FunctionTable[Callable[[int, int, int, int], None]] = FunctionTable()
"""By code of a watch: runs its suite: the same, then what identifies the watch (`triggers.py`)."""
run_question: FunctionTable[Callable[[int, int], None]] = FunctionTable()
"""By question that several players are asked at once: runs its suite: the player, the index in the heap of the list of
the values that it keeps."""
setup_step: FunctionTable[Callable[[], None]] = FunctionTable()
final_step: FunctionTable[Callable[[], None]] = FunctionTable()
phase_body: FunctionTable[Callable[[int], None]] = FunctionTable()
phase_rule: FunctionTable[Callable[[int], int]] = FunctionTable()
"""By rule and phase: what a rule of a phase gives for `me`."""
score_part: FunctionTable[Callable[[int], int]] = FunctionTable()
"""By part of the score: its sum for a player."""
best_by: FunctionTable[Callable[[], int]] = FunctionTable()
"""By number of keys, less 1: who would win by so many of the keys alone that decide who wins."""
winning_value: FunctionTable[Callable[[int], int]] = FunctionTable()
"""By key that decides who wins: its value for a player, turned so that larger is better (`judging.py`)."""
total: FunctionTable[Callable[[], int]] = FunctionTable()
"""By total: how many pieces it counts."""
score_lines: FunctionTable[Callable[[int], None]] = FunctionTable()
"""By part of the score: writes its lines as tokens: for each a LINE with the points, then the label."""
card_label: FunctionTable[Callable[[int], None]] = FunctionTable()
"""By kind: writes the tokens of a card's own label."""
figure: FunctionTable[Callable[[int, int], int]] = FunctionTable()
"""By figure of the layout: its value for an owner (a player, the index of a member, a number, a card; any where it has
no owner) and the player who looks (any where it uses no `me`)."""
look_value: FunctionTable[Callable[[int, int], int]] = FunctionTable()
"""By value that is found out for what content says that options are about (`analyses/option_looks.py`): what it is for
the player who decides, and for the option whose row begins at this index in `candidates`. Empty where it might tell
something hidden, or is of a set that isn't in play."""
card_title: FunctionTable[Callable[[int], None]] = FunctionTable()
"""By kind: writes the tokens of the title that the layout gives a card. Empty where no layout gives one."""
card_picture: FunctionTable[Callable[[int], None]] = FunctionTable()
"""By kind: writes the tokens of the path of a card's picture. Empty where the layout gives none."""
end_values: FunctionTable[Callable[[int], None]] = FunctionTable()
"""By life: gives variables and attributes that last so long their start values back, for a player or NONE for all."""


def reset_card(zone: int, to: int, card: int) -> None:
    """Generated: gives a card the start values back that it gets when it leaves a zone for another one."""


def game_should_end() -> int:
    """Generated: whether the rule that ends the game holds."""
    return 0


def unmet_condition() -> int:
    """Generated: which condition of content on hidden values is the first one that doesn't hold, from 1; 0 where all
    hold."""
    return 0


def card_fits(card: int) -> int:
    """Generated: whether a card is what content says that cards in its zone may be."""
    return 1


def liked_position(me: int) -> int:
    """Generated: how much a player likes the position, by the hint of content; larger is better. 0 where there is no
    hint (HAS_POSITION_HINT)."""
    return 0


def find_winners() -> int:
    """Generated: the list of the winners, all players of each side that wins; where there is no such rule, an empty
    list."""
    return 0


def side_value(me: int) -> int:
    """Generated: what tells the side of a player: it is the same for all players of a side. Where there is no such rule
    it is the player."""
    return me


def start_values() -> None:
    """Generated: gives variables and attributes their start values, and lays the pieces out (`zones.py`)."""
