"""What people may ask of the server: how much and how often, in which texts and objects, and for which seats. What it
refuses, it refuses in words for the person who asked.
"""

import json
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from time import monotonic
from typing import Any
from unicodedata import category, normalize

from artrules.lab.bots.kind import BotProblem
from artrules.lab.bots.registry import check_bot, seconds_of
from artrules.play.game.description import heading
from artrules.table.serve.store import SeatOfTable
from artrules.text.record import dataclass
from artrules.text.source.decode import HIDDEN

# How much a browser, an address and a file of games may ask of the server; and how often.

LARGEST_MESSAGE = 16 * 1024
"""Bytes of a message from a page, and of what is sent to an address of the API."""
MESSAGES_A_SECOND, MESSAGES_AT_ONCE = 20.0, 60
"""How many messages a connection may send, on average and at once."""
WRONG_SECRETS_A_SECOND, WRONG_SECRETS_AT_ONCE = 0.2, 20
"""How many secrets an address may get wrong before it waits for each answer. Good ones are answered at once: people
behind one router have the same address."""
MOST_HOST_LINKS = 10
"""Links to the start page that are good: those of the last times when a server was started with the file of games."""
TABLES_A_SECOND, TABLES_AT_ONCE = 0.05, 60
"""How many tables may be opened."""
SECONDS_ASKED_A_SECOND, SECONDS_ASKED_AT_ONCE = 0.2, 1.0
"""For so long the server works for the questions, notes and replays of one link, on average and at once: others ask,
too."""
MOST_QUESTIONS = 5
"""Questions of a link that wait for their answers."""
MOST_ADDRESSES = 10_000
"""Addresses whose wrong secrets are counted; the one that was quiet longest is forgotten first."""
CONNECTIONS_OF_A_SEAT = 8
"""When one more opens, the oldest is closed: a phone that fell asleep holds a connection that nobody uses."""
MOST_WATCHERS = 50
"""Pages of one table that only watch; when one more opens, the oldest is closed."""
JOINS_A_SECOND, JOINS_AT_ONCE = 20 / 3600, 20
"""How often seats of a table may be taken by invitation."""
MOST_CONNECTIONS = 4_000
SECONDS_TO_SAY_HELLO = 10.0
SECONDS_TO_READ = 20.0
"""A browser that hasn't taken a message for so long is let go."""
SECONDS_OF_A_REQUEST = 30.0
"""A browser that hasn't sent a request to its end, or hasn't taken the answer, is let go after so long."""
TABLES_IN_MEMORY = 1_000
SECONDS_IDLE = 600.0
"""A table at which nobody has been for so long leaves memory."""
LONGEST_THOUGHT = 30
"""Seconds for which a bot may think at a decision: bots of other tables wait so long."""
LONGEST_NAME = 40
LONGEST_NOTE = 500
LONGEST_QUESTION = 200
MOST_PINS = 1_000
"""Notes of one game."""


class Allowance:
    """What somebody may do `rate` times a second on average, and `most` times at once; or how much of something they
    may use."""

    __slots__ = ("_allowance", "_clock", "_last", "most", "rate")

    def __init__(self, rate: float, most: float, clock: Callable[[], float] = monotonic) -> None:
        self.rate = rate
        self.most = most
        self._clock = clock
        self._allowance = float(most)
        self._last = clock()

    def _refill(self) -> float:
        now = self._clock()
        self._allowance = min(self.most, self._allowance + (now - self._last) * self.rate)
        self._last = now
        return self._allowance

    def take(self) -> bool:
        """Do it once more. False when it is too often."""
        if self._refill() < 1:
            return False
        self._allowance -= 1
        return True

    def use(self, amount: float) -> None:
        """Use so much, also where that is more than there is."""
        self._allowance = self._refill() - amount

    @property
    def seconds_to_wait(self) -> float:
        """Seconds until anything is left."""
        return max(0.0, -self._refill() / self.rate)


class WrongSecrets:
    """Counts the secrets that each address gets wrong."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._allowances: OrderedDict[str, Allowance] = OrderedDict()

    def count(self, address: str) -> bool:
        """An address has got a secret wrong. False when it has got too many wrong."""
        allowance = self._allowances.pop(address, None)
        if allowance is None:
            allowance = Allowance(WRONG_SECRETS_A_SECOND, WRONG_SECRETS_AT_ONCE, self._clock)
        self._allowances[address] = allowance
        while len(self._allowances) > MOST_ADDRESSES:
            self._allowances.popitem(last=False)
        return allowance.take()


# What the server refuses, in words for the person who asked.


class Refused(Exception):
    """Something that can't be done; the message is a sentence for the person who asked. `status` is that of HTTP."""

    def __init__(self, text: str, status: int = 400) -> None:
        super().__init__(text)
        self.text = text
        self.status = status


# Texts that people type: names, notes, questions. They are bounded, and nothing in them is invisible.

_JOINERS = "\u200c\u200d"
"""Some scripts need them between letters, and some emoji between their parts. Elsewhere nobody sees them."""
_BLANKS = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
"""What counts as a letter, a mark or a sign, and can't be seen either."""
_VARIANTS = "".join(map(chr, range(0xFE00, 0xFE10)))
"""They say only how the character before is drawn."""
_MOST_MARKS = 5
"""Marks at one letter: more of them cover the lines around."""


def text_of(value: Any, called: str, longest: int) -> str:
    """A text of one line that a person has typed, without the spaces around it. `called` begins sentences about it,
    such as "A name". Raises Refused."""
    if not isinstance(value, str):
        raise Refused(f"{called} must be a text.")
    text = value.strip()
    if not text:
        raise Refused(f"{called} can't be empty.")
    if len(text) > longest:
        raise Refused(f"{called} has at most {longest} characters, and this one has {len(text):,}.")
    if HIDDEN.search(text) or any(map(_is_invisible, text)) or all(_is_mark(c) or c in _JOINERS for c in text):
        raise Refused(f"{called} can't have characters that nobody can see.")
    if any(marks and len(list(run)) > _MOST_MARKS for marks, run in groupby(text, _is_mark)):
        raise Refused(f"{called} can't have so many marks at one letter.")
    return text


def looks_of(text: str) -> str:
    """What texts have in common that look alike: written large or small, with other blanks, with joiners."""
    plain = normalize("NFKC", text).translate(dict.fromkeys(map(ord, _JOINERS + _VARIANTS)))
    return " ".join(plain.casefold().split())


def _is_invisible(character: str) -> bool:
    if character in "\n\t" or character in _BLANKS:
        return True
    return character not in _JOINERS and category(character) in ("Cc", "Cf", "Cs")


def _is_mark(character: str) -> bool:
    return category(character) in ("Mn", "Me")


# Reads what browsers send: a JSON object that can be sent on as it is.


def json_object(text: str | bytes, called: str) -> dict[str, Any]:
    """The object in a text. `called` names it in sentences, such as "message". Raises Refused.

    What Python reads beyond JSON is refused: infinite numbers, and halves of characters, which no answer could hold.
    """
    if len(text) > LARGEST_MESSAGE:
        raise Refused(f"This {called} is too long.", 413)
    try:
        data = json.loads(text)
        json.dumps(data, ensure_ascii=False, allow_nan=False).encode()
    except UnicodeEncodeError:
        raise Refused(f"This {called} holds half of a character.") from None
    except (ValueError, RecursionError):
        raise Refused(f"This {called} can't be read: it is no JSON.") from None
    if not isinstance(data, dict):
        raise Refused(f"A {called} must be a JSON object.")
    return data


# Who shall sit where at a new table, as a request or a command says it.


def seats_from(data: Any, players: int) -> list[SeatOfTable]:
    """The seats that a request describes: for each, maybe a `name` and a `bot`. Raises Refused."""
    if data is None:
        data = [{}] * players
    if not isinstance(data, list) or len(data) != players or not all(isinstance(seat, dict) for seat in data):
        raise Refused(f"`seats` must be a list with an object for each of {players} players.")
    seats = []
    for number, seat in enumerate(data, 1):
        bot = seat.get("bot")
        name = seat.get("name")
        spec = known_bot(bot) if bot else ""
        text = text_of(name, "A name", LONGEST_NAME) if name else default_name(number, spec)
        seats.append(SeatOfTable(text, spec))
    return seats


def default_name(seat: int, bot: str) -> str:
    """What a seat is called for which nobody has said a name."""
    return f"Player {seat}" + (" (bot)" if bot else "")


def known_bot(text: Any) -> str:
    if not isinstance(text, str):
        raise Refused("A bot is given as a text.")
    try:
        spec = str(check_bot(text))
        if seconds_of(spec) > LONGEST_THOUGHT:
            raise Refused(f"A bot may think for {LONGEST_THOUGHT} seconds here at most.")
        return spec
    except BotProblem as problem:
        raise Refused(heading(f"{problem}.")) from None


@dataclass(frozen=True, slots=True)
class TableWishes:
    """What somebody who opens a table wishes: of which ruleset, for how many players, with which settings and seed, who
    sits where, and which links there are."""

    ruleset: str
    players: int
    settings: Mapping[str, Any]
    seed: int
    seats: tuple[SeatOfTable, ...]
    open: bool = False
    together: bool = False
    """Whether one link opens the seats of all people."""
    invite: bool = False
    watch: bool = False
    advice: bool = True


def check_seats(seats: Sequence[SeatOfTable], players: int, open_table: bool) -> None:
    if all(seat.bot for seat in seats) and not open_table:
        raise Refused("At least one seat must be a person's.")
    names = [looks_of(seat.name) for seat in seats]
    if len(set(names)) < len(names):
        raise Refused("Two seats have the same name.")
    for seat in seats:
        if seat.bot:
            known_bot(seat.bot)
    if len(seats) != players:
        raise Refused(f"There must be {players} seats.")


NOTHING_TO_WATCH = (
    "At a table for one person there is nobody from whom anything is hidden: open it, and who watches sees all."
)


def check_watching(players: int, is_open: bool) -> None:
    """See that a table can be watched. Raises Refused."""
    if players == 1 and not is_open:
        raise Refused(NOTHING_TO_WATCH)
