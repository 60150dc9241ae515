"""How much a browser, an address and a file of games may ask of the server; and how often."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from time import monotonic

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
"""For so long the games' thread works for the questions, notes and replays of one link, on average and at once: choices
of all tables need it too."""
MOST_QUESTIONS = 5
"""Questions of a link that wait for their answers."""
MOST_ADDRESSES = 10_000
"""Addresses whose wrong secrets are counted; the one that was quiet longest is forgotten first."""
CONNECTIONS_OF_A_SEAT = 8
"""When one more opens, the oldest is closed: a phone that fell asleep holds a connection that nobody uses."""
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

    __slots__ = ("_clock", "_last", "_left", "most", "rate")

    def __init__(self, rate: float, most: float, clock: Callable[[], float] = monotonic) -> None:
        self.rate = rate
        self.most = most
        self._clock = clock
        self._left = float(most)
        self._last = clock()

    def _refill(self) -> float:
        now = self._clock()
        self._left = min(self.most, self._left + (now - self._last) * self.rate)
        self._last = now
        return self._left

    def take(self) -> bool:
        """Do it once more. False when it is too often."""
        if self._refill() < 1:
            return False
        self._left -= 1
        return True

    def use(self, amount: float) -> None:
        """Use so much, also where that is more than there is."""
        self._left = self._refill() - amount

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
