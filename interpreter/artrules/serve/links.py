"""Links to seats: each holds a secret, of which the server keeps only a hash.

The secret stands in the fragment of an address (`/table#SECRET`). Browsers send no fragment, so it comes into no log
and into no other site's hands.
"""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64encode
from hashlib import sha256
from secrets import token_hex, token_urlsafe

from artrules.record import dataclass

LONGEST_SECRET = 100
"""Characters of what is looked at as a secret."""


@dataclass(frozen=True, slots=True)
class Link:
    """What a secret opens: some seats (counted from 1) of a game. One link of each game is its host's. A link without
    seats opens the replay of its game, and one without a game the start page: it is for whoever runs the server."""

    game: str
    seats: tuple[int, ...]
    host: bool = False

    @property
    def runs_server(self) -> bool:
        """Whether it is for whoever runs the server."""
        return not self.game


RUNS_SERVER = Link("", (), host=True)
"""What a link to the start page opens."""


def new_secret() -> str:
    """A secret of 256 bits, as 43 characters that an address may have."""
    return token_urlsafe(32)


def replay_secret(secret: str, game: str) -> str:
    """The secret of a link to the replay of a game, made from the secret of whoever asks for it: the same for the same
    link, so that the file needn't keep many. Nobody finds from it what it is made from, nor makes it from the file."""
    made = hmac.digest(_bytes_of(secret), f"replay {game}".encode(), "sha256")
    return urlsafe_b64encode(made).decode().rstrip("=")


def new_id() -> str:
    """The id of a game: nothing secret, but nothing that counts games either."""
    return token_hex(8)


def hash_of(secret: str) -> bytes:
    """The hash by which a secret is kept and found: 32 bytes. A secret is random, so it needs no salt."""
    return sha256(_bytes_of(secret)).digest()


def _bytes_of(secret: str) -> bytes:
    return secret[:LONGEST_SECRET].encode("utf-8", "surrogatepass")


def is_same(one: bytes, other: bytes) -> bool:
    """Whether two hashes are the same, in a time that tells nothing about where they differ."""
    return hmac.compare_digest(one, other)
