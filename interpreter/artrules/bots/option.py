"""What can be set of a bot: numbers with a name, within bounds."""

from __future__ import annotations

from artrules.bots.spec import BotProblem
from artrules.record import dataclass


@dataclass(frozen=True, slots=True)
class BotOption:
    """A number that can be set of a bot. It is a whole number, or seconds with a decimal point."""

    name: str
    about: str
    least: float
    most: float
    whole: bool = True
    usual: str = ""
    """Words for what holds where it isn't set."""

    def number(self, text: str) -> int | float:
        """The number in a text. Raises BotProblem."""
        try:
            found = int(text) if self.whole else float(text)
        except ValueError:
            found = None
        if found is None or not self.least <= found <= self.most:
            kind = "a whole number" if self.whole else "a number of seconds"
            raise BotProblem(f"`{self.name}` of a bot is {kind} from {self.least:,} to {self.most:,}, not `{text}`")
        return found


TIME = BotOption("time", "seconds of processor time for a decision", 0.001, 3600, whole=False)
MOST_ITERATIONS = 200_000
"""The machine's search makes no more than this."""
USUAL_ITERATIONS = 400
"""Iterations where nothing is said: few enough for simulations."""
ITERATIONS = BotOption(
    "iterations", "iterations for a decision", 1, MOST_ITERATIONS, usual=f"{USUAL_ITERATIONS} where neither is set"
)
BUDGET = (TIME, ITERATIONS)
"""How long a bot thinks that thinks the better the longer. It takes one of them."""
