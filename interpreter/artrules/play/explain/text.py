"""Makes words of the tokens in which the machine writes texts (`rules/texts.py`), for a reader who may not know all
cards."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby

from artrules.engine.machine.rules.texts import (
    CARD,
    FAILED_CARDS,
    GROUP,
    ITEMS,
    LINE,
    MEMBER,
    NOTHING,
    NUMBER,
    PLAYER,
    POWER,
    READ_OFF,
    STORY,
    TEXT,
    TRUTH,
)
from artrules.model.analyses.label_texts import UNSEEN
from artrules.model.ir.model import Model

_WORDS = {
    NOTHING: 1,
    **dict.fromkeys((TEXT, NUMBER, TRUTH, PLAYER, GROUP, POWER, STORY), 2),
    **dict.fromkeys((MEMBER, ITEMS, READ_OFF, FAILED_CARDS, LINE), 3),
    CARD: 5,
}
"""By kind: the words of a token before the tokens in it, itself included."""
_WITH_PARTS = (CARD, ITEMS, GROUP, READ_OFF, FAILED_CARDS, LINE, STORY)
"""Tokens with others in them: the last of these words says how many words follow."""
LONGEST_TEXT = 2000
"""The most characters in one text that is logged, or that names something. Where nobody would read on, it is cut."""


class Words:
    """Makes words of tokens for one program: `texts` are the texts that tokens refer to by number.

    `seats` are the readers, as bits: no card is named that one of them can't see. With None every card is named. The
    seats that will see each hidden card once an option has taken effect are added to `hidden`. Members are called by
    their names, or as `called` says, by enum and member.
    """

    def __init__(
        self, program_texts: Sequence[str], model: Model, called: Callable[[str, str], str] | None = None
    ) -> None:
        self._texts = program_texts
        self._members = [
            [m.replace("_", " ") if called is None else called(enum.name, m) for m in enum.members]
            for enum in model.enums.values()
        ]
        self._powers = [(power.title, power.label_text) for power in model.powers]

    def joined(self, tokens: Sequence[int], place: int, end: int, seats: int | None, hidden: list[int]) -> str:
        """The text of the tokens from one place up to another."""
        parts = self.parts(tokens, place, end, seats, hidden)
        return parts[0] if len(parts) == 1 else shortened("".join(parts))

    def parts(self, tokens: Sequence[int], place: int, end: int, seats: int | None, hidden: list[int]) -> list[str]:
        """The text of each token from one place up to another."""
        parts: list[str] = []
        while place < end:
            kind, word = tokens[place], tokens[place + 1] if place + 1 < end else 0
            if kind == TEXT:
                parts.append(self._texts[word])
                place += 2
            elif kind == NUMBER:
                parts.append(str(word))
                place += 2
            elif kind == CARD:
                after = place + 5 + tokens[place + 4]
                if seats is None or tokens[place + 2] & seats == seats:
                    parts.append(self.joined(tokens, place + 5, after, seats, hidden))
                else:
                    hidden.append(tokens[place + 3])
                    parts.append(UNSEEN)
                place = after
            elif kind == MEMBER:
                parts.append(self._members[word][tokens[place + 2]])
                place += 3
            elif kind == PLAYER:
                parts.append(f"player {word + 1}")
                place += 2
            elif kind == TRUTH:
                parts.append("yes" if word else "no")
                place += 2
            elif kind == NOTHING:
                parts.append("none")
                place += 1
            elif kind == POWER:
                after = place + 7 + tokens[place + 6]
                title, text = self._powers[word]
                card = self.joined(tokens, place + 2, after, seats, hidden)
                parts.append(f"{title} ({card}): {text}" if text else f"{title} ({card})")
                place = after
            elif kind == ITEMS:
                after = place + 3 + tokens[place + 2]
                parts.append(self._listed(tokens, place + 3, after, seats, hidden))
                place = after
            elif kind == GROUP:
                after = place + 2 + word
                parts.append("".join(self.parts(tokens, place + 2, after, seats, hidden)))
                place = after
            elif kind in (READ_OFF, FAILED_CARDS):
                after = place + 3 + tokens[place + 2]
                own = place + 3 + 3 * word
                unseen = [] if seats is None else self._unseen(tokens, place + 3, own, seats)
                hidden += unseen
                if unseen or (kind == FAILED_CARDS and seats is not None):
                    parts.append("something")
                else:
                    parts += self.parts(tokens, own, after, seats, hidden)
                place = after
            else:
                raise AssertionError(f"token {kind} at {place}")
        return parts

    def _unseen(self, tokens: Sequence[int], place: int, end: int, seats: int) -> list[int]:
        """For each card off which something is read and that not all readers see: who sees it afterwards."""
        return [tokens[i + 2] for i in range(place, end, 3) if tokens[i + 1] & seats != seats]

    def _listed(self, tokens: Sequence[int], place: int, end: int, seats: int | None, hidden: list[int]) -> str:
        """The texts of some items, joined by commas; of unseen cards in a row, their number. It stops where the text
        would be cut off anyway."""
        parts: list[str] = []
        room = LONGEST_TEXT
        while place < end and room >= 0:
            after = next_token(tokens, place)
            parts += self.parts(tokens, place, after, seats, hidden)
            room -= len(parts[-1]) + 2 if parts[-2:] != [UNSEEN, UNSEEN] else 0
            place = after
        return shortened(", ".join(_counted(parts)))


def _counted(items: Iterable[str]) -> Iterator[str]:
    for item, same in groupby(items):
        row = list(same)
        yield from [f"{len(row)} cards"] if item == UNSEEN and len(row) > 1 else row


def resighted(tokens: Sequence[int], sight: Callable[[int], int]) -> list[int]:
    """The same tokens for readers who see other cards: `sight` gives the seats that see a card, as bits."""
    changed = list(tokens)
    place = 0
    while place < len(changed):
        kind = changed[place]
        cards = [place + 1] if kind == CARD else []
        place += _WORDS[kind]
        if kind == READ_OFF:
            first, place = place, place + 3 * changed[place - 2]
            cards = [*range(first, place, 3)]
        for card in cards:
            changed[card + 1] = changed[card + 2] = sight(changed[card])
    return changed


def shortened(text: str) -> str:
    """A text, cut off where nobody would read on."""
    return text if len(text) <= LONGEST_TEXT else f"{text[: LONGEST_TEXT - 1]}…"


def beginning_of_story(tokens: Sequence[int], place: int, end: int) -> int:
    """Where, after the label of an option, a token of its story begins; the end if there is none."""
    while place < end and tokens[place] != STORY:
        place = next_token(tokens, place)
    return place


def next_token(tokens: Sequence[int], place: int) -> int:
    """Where the token at a place ends."""
    kind = tokens[place]
    after = place + _WORDS[kind]
    if kind == POWER:
        return next_token(tokens, after)
    return after + tokens[after - 1] if kind in _WITH_PARTS else after
