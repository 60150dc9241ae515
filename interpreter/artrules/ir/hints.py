"""Hints in the IR: how much a player likes a position or an option."""

from __future__ import annotations

from collections.abc import Sequence

from artrules.ir.declarations import Declaration
from artrules.ir.expressions import Expression, Local
from artrules.record import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class OptionHint(Declaration):
    """How much a player likes an option: `value`, of which larger is better, for the options of one branch.

    `label` is the option's label as the rules write it. `site` and `branch` say where the option is offered: the
    identity of the decision, and the key of its branch. `owner` is the set of an entry that a set adds to a menu.
    `locals` stand for the branch's binders, in their order. The name is the label, with the place where it isn't the
    first branch of this label.
    """

    label: str
    site: str
    branch: str
    locals: Sequence[Local]
    value: Expression


@dataclass(frozen=True, slots=True, eq=False)
class Hints:
    """How much `me` likes a position, None where content says nothing; and the options that content speaks of.

    `position_text` is the code as the author wrote it, empty for none.
    """

    position: Expression | None = None
    options: Sequence[OptionHint] = ()
    position_text: str = ""

    @property
    def exist(self) -> bool:
        """Whether content says anything."""
        return self.position is not None or bool(self.options)
