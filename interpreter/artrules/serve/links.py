"""Links to seats: each holds a secret, of which the server keeps only a hash.

The secret stands in the fragment of an address (`/table#SECRET`). Browsers send no fragment, so it comes into no log
and into no other site's hands.
"""

from __future__ import annotations

import hmac
from hashlib import sha256
from secrets import token_hex, token_urlsafe

from artrules.record import dataclass

LONGEST_SECRET = 100
"""Characters of what is looked at as a secret."""


@dataclass(frozen=True, slots=True)
class Link:
    """What a secret opens: some seats (counted from 1) of a game. One link of each game is its host's."""

    game: str
    seats: tuple[int, ...]
    host: bool = False


def new_secret() -> str:
    """A secret of 256 bits, as 43 characters that an address may have."""
    return token_urlsafe(32)


def new_id() -> str:
    """The id of a game: nothing secret, but nothing that counts games either."""
    return token_hex(8)


def hash_of(secret: str) -> bytes:
    """The hash by which a secret is kept and found: 32 bytes. A secret is random, so it needs no salt."""
    return sha256(secret[:LONGEST_SECRET].encode("utf-8", "surrogatepass")).digest()


def is_same(one: bytes, other: bytes) -> bool:
    """Whether two hashes are the same, in a time that tells nothing about where they differ."""
    return hmac.compare_digest(one, other)
