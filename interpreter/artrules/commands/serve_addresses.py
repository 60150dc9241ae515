"""Where `artrules serve` can be reached, and what that means."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from artrules.commands.exit import Misuse

if TYPE_CHECKING:
    from artrules.serve.guard import KnownHosts
    from artrules.serve.links import Link

_HERE = frozenset({"127.0.0.1", "localhost", "::1"})
_EVERYWHERE = frozenset({"0.0.0.0", "::"})


def link_line(base: str, secret: str, link: Link) -> str:
    called = f"seat {link.seats[0]}" if len(link.seats) == 1 else f"seats {', '.join(map(str, link.seats))}"
    return f"  {called:14}  {base}/table#{secret}"


def warnings_of(host: str, origin: str | None) -> list[str]:
    """What it means that a server can be reached from elsewhere."""
    if host in _HERE:
        return []
    lines = ["  Everybody in this network can reach it; only who has a link sees a table."]
    if origin is None:
        lines.append("  Nothing is encrypted: on the internet, put a proxy with https before it and give --origin.")
    return lines


def known_hosts(host: str, origin: str | None) -> KnownHosts:
    from socket import gethostname

    from artrules.serve.guard import KnownHosts

    name = gethostname()
    return KnownHosts(host, () if host in _HERE else (name, f"{name}.local"), origin)


def reached_at(host: str) -> str:
    """The name by which browsers reach a server that listens at a host."""
    from socket import gethostname

    name = gethostname() if host in _EVERYWHERE else host
    return f"[{name}]" if ":" in name else name


def check_origin(origin: str | None) -> None:
    """Raise Misuse for what can't be the origin of a page."""
    if origin is None:
        return
    try:
        parts = urlsplit(origin)
        good = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        good = False
    if not good or f"{parts.scheme}://{parts.netloc}" != origin or "@" in origin:
        raise Misuse(f"--origin is given as https://NAME or https://NAME:PORT, without a path; not as `{origin}`")
