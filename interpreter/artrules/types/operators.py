"""Everything that combines values, joined."""

from __future__ import annotations

from artrules.types.arithmetic import Arithmetic
from artrules.types.comparison import Comparison
from artrules.types.logic import Logic
from artrules.types.piles import Piles


class Operators(Logic, Comparison, Arithmetic, Piles):
    """Literals, logic, comparison, arithmetic, piles."""
