"""The names under which a server may be asked, and the addresses at which others reach it: links that the host gives
out must lead there, also as QR codes, which the page or a terminal draws."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from io import StringIO
from ipaddress import ip_address
from itertools import groupby
from socket import AF_INET, SOCK_DGRAM, gethostname, socket
from urllib.parse import urlsplit

import segno

LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
EVERYWHERE = frozenset({"0.0.0.0", "::"})
_ELSEWHERE = ("192.0.2.1", 9)
"""An address that nobody has (RFC 5737): nothing is sent to it."""


def addresses_of(bound: str, port: int, origin: str | None = None) -> list[str]:
    """The addresses at which others reach a server, the best first; none where only its own machine does. `bound` is
    the address to which it is bound, `origin` that of the proxy before it."""
    if origin is not None:
        return [origin]
    if bound in LOOPBACK:
        return []
    names = [*_own_address(), f"{gethostname().removesuffix('.local')}.local"] if bound in EVERYWHERE else [bound]
    return [f"http://{f'[{name}]' if ':' in name else name}:{port}" for name in names]


def _own_address() -> list[str]:
    """The address of this machine in the network through which it would send."""
    with suppress(OSError), socket(AF_INET, SOCK_DGRAM) as probe:
        probe.connect(_ELSEWHERE)
        address = str(probe.getsockname()[0])
        return [] if address in LOOPBACK else [address]
    return []


class KnownHosts:
    """The hosts under which a server may be asked, and the origins that its pages have."""

    def __init__(self, bound: str, names: Iterable[str] = (), origin: str | None = None) -> None:
        """`bound` is the address to which the server is bound, `names` are further names of it, and `origin` is that of
        the proxy before it, if there is one."""
        self.origin = origin
        self._bound = bound
        self._names = {*LOOPBACK, *(name.casefold() for name in names), bound.casefold()}
        self._any_address = bound in EVERYWHERE
        self._proxy = urlsplit(origin).netloc.casefold() if origin else None

    def addresses(self, port: int) -> list[str]:
        """The addresses at which others reach the server, the best first."""
        return addresses_of(self._bound, port, self.origin)

    @staticmethod
    def is_own(host: str) -> bool:
        """Whether a header `Host` has a name that leads to this machine on itself alone."""
        return _name_of(host) in LOOPBACK

    def knows(self, host: str) -> bool:
        """Whether a header `Host` names this server."""
        if self._proxy is not None and host.casefold() == self._proxy:
            return True
        name = _name_of(host)
        if name is None:
            return False
        return name in self._names or (self._any_address and _is_address(name))

    def fits(self, origin: str, host: str) -> bool:
        """Whether a header `Origin` is that of this server's own pages, asked under a host that it knows."""
        return origin == self.origin if self.origin else origin.casefold() == f"http://{host.casefold()}"


def _name_of(host: str) -> str | None:
    """The name in a header `Host`, without the port; None for one that can't be read."""
    try:
        parts = urlsplit(f"//{host}")
        _ = parts.port
    except ValueError:
        return None
    return None if parts.username is not None or parts.path or parts.query else parts.hostname


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def qr_data(url: str) -> dict[str, object]:
    """A QR code for the page: how many points a side has, and the dark ones as the path of an SVG, one step a point."""
    matrix = segno.make(url, error="m", micro=False).matrix
    steps = []
    for y, row in enumerate(matrix):
        x = 0
        for dark, run in groupby(row):
            length = len(list(run))
            if dark:
                steps.append(f"M{x} {y}h{length}v1h-{length}z")
            x += length
    return {"size": len(matrix), "path": "".join(steps)}


def qr_lines(url: str) -> list[str]:
    """A QR code for a terminal."""
    lines = StringIO()
    segno.make(url, error="l", micro=False).terminal(lines, compact=True)
    return lines.getvalue().splitlines()
