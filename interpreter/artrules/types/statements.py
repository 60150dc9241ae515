"""All statements that ask nothing; decisions are in `choices.py`."""

from __future__ import annotations

from artrules.types.calls import Calls
from artrules.types.control import Control
from artrules.types.moves import Moves
from artrules.types.places import Places


class Statements(Places, Moves, Control, Calls):
    """Each `statement_x` gives a list of kernel statements: sugar may take several."""
