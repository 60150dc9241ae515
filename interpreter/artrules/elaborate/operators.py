"""Everything that combines values, joined."""

from __future__ import annotations

from artrules.elaborate.arithmetic import Arithmetic
from artrules.elaborate.comparison import Comparison
from artrules.elaborate.logic import Logic
from artrules.elaborate.piles import Piles


class Operators(Logic, Comparison, Arithmetic, Piles):
    """Literals, logic, comparison, arithmetic, piles."""
