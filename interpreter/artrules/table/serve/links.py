"""Links of tables: each holds a secret, of which the server keeps only a hash.

The secret stands in the fragment of an address (`/table#SECRET`). Browsers send no fragment, so it comes into no log
and into no other site's hands.
"""

import hmac
from base64 import urlsafe_b64encode
from hashlib import sha256
from secrets import token_hex, token_urlsafe
from typing import Literal

from artrules.text.record import dataclass

LONGEST_SECRET = 100
"""Characters of what is looked at as a secret."""
_BYTES_OF_ID = 8


@dataclass(frozen=True, slots=True)
class Link:
    """What a secret opens: some seats (counted from 1) of a game, of which one link is its host's; the replay of a
    game; an invitation to choose a seat of it; what anybody may see of it; or the start page, for whoever runs the
    server."""

    game: str
    seats: tuple[int, ...] = ()
    host: bool = False
    opens: Literal["seats", "replay", "invitation", "watch", "server"] = "seats"

    @property
    def runs_server(self) -> bool:
        """Whether it is for whoever runs the server."""
        return self.opens == "server"


RUNS_SERVER = Link("", host=True, opens="server")
"""What a link to the start page opens."""


def new_secret() -> str:
    """A secret of 256 bits, as 43 characters that an address may have."""
    return token_urlsafe(32)


def replay_secret(secret: str, game: str) -> str:
    """The secret of a link to the replay of a game, made from the secret of whoever asks for it: the same for the same
    link, so that the file needn't keep many. Nobody finds from it what it is made from, nor makes it from the file."""
    return _derived_secret(secret, f"replay {game}")


def rematch_secret(secret: str, game: str) -> str:
    """The secret that opens a seat of a rematch with an id, made from the one that opened it in the game before: so it
    needn't be sent to anybody but who asks for it."""
    return _derived_secret(secret, f"again {game}")


def _derived_secret(secret: str, purpose: str) -> str:
    digest = hmac.digest(_bytes_of(secret), purpose.encode(), "sha256")
    return urlsafe_b64encode(digest).decode().rstrip("=")


def new_id() -> str:
    """The id of a game: nothing secret, but nothing that counts games either."""
    return token_hex(_BYTES_OF_ID)


def rematch_id(game: str) -> str:
    """The id of the rematch of a game. It follows from the game's, so that there is only one."""
    return sha256(f"again {game}".encode()).hexdigest()[: 2 * _BYTES_OF_ID]


def hash_of(secret: str) -> bytes:
    """The hash by which a secret is kept and found: 32 bytes. A secret is random, so it needs no salt."""
    return sha256(_bytes_of(secret)).digest()


def _bytes_of(secret: str) -> bytes:
    return secret[:LONGEST_SECRET].encode("utf-8", "surrogatepass")


def is_same(one: bytes, other: bytes) -> bool:
    """Whether two hashes are the same, in a time that tells nothing about where they differ."""
    return hmac.compare_digest(one, other)
