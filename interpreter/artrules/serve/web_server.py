"""The web server: it leaves signals to its caller, and lets go of connections at which nothing happens.

uvicorn waits for a request for as long as its sender likes. So whoever opens connections and says nothing could keep
all others out.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from time import monotonic
from typing import Any

import uvicorn

from artrules.serve.limits import SECONDS_OF_A_REQUEST

_TICKS = 10
"""Ticks of uvicorn, which make a second."""
_OTHER_DESCRIPTORS = 100
"""Files that the server has open beside its connections."""


class WebServer(uvicorn.Server):
    """A web server that serves until `must_end` says that it must end."""

    def __init__(self, config: uvicorn.Config, must_end: Callable[[], bool]) -> None:
        super().__init__(config)
        self._must_end = must_end
        self._same_since: dict[Any, tuple[object, float]] = {}
        """By connection: its last request, and since when that hasn't gone on."""

    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        yield

    async def on_tick(self, counter: int) -> bool:
        if counter % _TICKS == 0:
            self.let_go()
        return self._must_end() or await super().on_tick(counter)

    def let_go(self, clock: Callable[[], float] = monotonic) -> None:
        """Close each connection that has taken too long over one request, or over the beginning of one. Websockets
        have limits of their own (`connection.py`)."""
        now, before = clock(), self._same_since
        self._same_since = {}
        for connection in list(self.server_state.connections):
            if not hasattr(connection, "cycle"):  # a websocket
                continue
            state = connection.cycle
            same, since = before.get(connection, (None, now))
            if same is not state:
                since = now
            self._same_since[connection] = state, since
            if now - since > SECONDS_OF_A_REQUEST:
                connection.transport.abort()


def allow_descriptors(connections: int) -> None:
    """Let this process have so many connections open at once, as far as the system allows it."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        least, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = connections + _OTHER_DESCRIPTORS
        if most != resource.RLIM_INFINITY:
            wanted = min(wanted, most)
        if least != resource.RLIM_INFINITY and least < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
