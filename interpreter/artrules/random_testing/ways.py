"""Ways of choosing: what is chosen at random in most games, and what is seldom there, so that it is chosen too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal, get_args

from artrules.chance import Stream
from artrules.diagnostics.span import Span

Way = Literal["any", "least taken", "rarest"]
"""Any option, all equally likely; one of those that have been taken least often in all games; one of those that have
been offered least often."""
WAYS: tuple[Way, ...] = get_args(Way)
Form = tuple[Span, str]
"""What options have in common: the place in the content that offers them, and the power that they use, if any."""


class Chooser:
    """Chooses options. It remembers how often each form of option was offered and taken, from one game to the next."""

    def __init__(self) -> None:
        self.offered: Counter[Form] = Counter()
        self.taken: Counter[Form] = Counter()

    def choose(self, way: Way, forms: Sequence[Form], stream: Stream) -> int:
        """The index of the option to choose, given the forms of all options."""
        for form in set(forms):
            self.offered[form] += 1
        match way:
            case "any":
                index = stream.below(len(forms))
            case "least taken":
                index = _least(self.taken, forms, stream)
            case "rarest":
                index = _least(self.offered, forms, stream)
        self.taken[forms[index]] += 1
        return index


def _least(counted: Counter[Form], forms: Sequence[Form], stream: Stream) -> int:
    """A random index among those of the form that was counted least."""
    least = min(counted[form] for form in forms)
    found = [index for index, form in enumerate(forms) if counted[form] == least]
    return found[stream.below(len(found))]
