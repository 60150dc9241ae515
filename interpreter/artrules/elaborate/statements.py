"""All statements that ask nothing; decisions are in `choices.py`."""

from __future__ import annotations

from artrules.elaborate.calls import Calls
from artrules.elaborate.control import Control
from artrules.elaborate.moves import Moves
from artrules.elaborate.places import Places


class Statements(Places, Moves, Control, Calls):
    """Each `statement_x` gives a list of kernel statements: sugar may take several."""
