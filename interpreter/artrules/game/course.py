"""The course of a game: where it is now, what its log says, and what players have chosen."""

from __future__ import annotations

from artrules.game.log import Log
from artrules.game.moment import Moment
from artrules.game.shared_list import SharedList
from artrules.record import dataclass


@dataclass(frozen=True, slots=True)
class Course:
    """`log` is None in a game without one; such a game has no `choices` either."""

    moment: Moment
    log: Log | None
    choices: SharedList[str]
