"""Runs the web server until a signal comes, and ends without losing anything."""

import asyncio
import errno
import logging
import os
import socket
import sys
import traceback
from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager, suppress
from time import monotonic
from typing import Any

import uvicorn

from artrules.table.serve.addresses import KnownHosts
from artrules.table.serve.app import make_app
from artrules.table.serve.editing import Editing
from artrules.table.serve.requests import LARGEST_MESSAGE, MOST_CONNECTIONS, SECONDS_OF_A_REQUEST
from artrules.table.serve.server import TableServer

# The web server: it leaves signals to its caller, and lets go of connections at which nothing happens.
#
# uvicorn waits for a request for as long as its sender likes. So whoever opens connections and says nothing could keep
# all others out.

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


SECONDS_OF_A_THREAD = 0.0005
"""For so long a thread runs while the other waits. With Python's usual 5 ms, pages would wait for the games of others
twice: before they are heard, and before they are answered."""
_BACKLOG = 64
"""Connections that wait to be taken. Where no more can be taken, asyncio tries so often, and complains each time."""
_SECONDS_OF_A_FAULT = 10.0
"""The same fault is told once in so long a time."""
SECONDS_TO_END = 1
"""For so long open requests may go on when the server ends."""


class AddressProblem(Exception):
    """The server can't be bound to an address; the message is a sentence without a full stop."""


def bound_socket(host: str, port: int) -> socket.socket:
    """A socket that listens at a host and a port; 0 stands for any free port. Raises AddressProblem."""
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except (OSError, UnicodeError):
        raise AddressProblem(f"there is no address `{host}` here") from None
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(256)
    except OSError as problem:
        listener.close()
        raise AddressProblem(_in_words(problem, host, port)) from None
    listener.set_inheritable(False)
    return listener


def _in_words(problem: OSError, host: str, port: int) -> str:
    match problem.errno:
        case errno.EADDRINUSE:
            return f"something else uses port {port} already; --port 0 takes a free one"
        case errno.EACCES:
            return f"port {port} may not be used by everybody; --port takes another one, from 1024"
        case errno.EADDRNOTAVAIL:
            return f"`{host}` is no address of this machine"
    return f"the server can't be reached at {host}, port {port}: {problem.strerror or problem}"


def run_server(
    server: TableServer,
    hosts: KnownHosts,
    listener: socket.socket,
    begin: Callable[[], Awaitable[None]],
    must_end: Callable[[], bool],
    editing: Editing | None = None,
) -> None:
    """Serve until `must_end` says so. `begin` is called once pages can connect; `editing` watches rules meanwhile."""
    sys.setswitchinterval(SECONDS_OF_A_THREAD)
    faults = _Faults(server.tell)
    for name in ("uvicorn.error", "asyncio"):
        log = logging.getLogger(name)
        log.handlers, log.propagate = [faults], False
    allow_descriptors(MOST_CONNECTIONS)
    asyncio.run(_run(server, hosts, listener, begin, must_end, editing))


async def _run(
    server: TableServer,
    hosts: KnownHosts,
    listener: socket.socket,
    begin: Callable[[], Awaitable[None]],
    must_end: Callable[[], bool],
    editing: Editing | None,
) -> None:
    config = uvicorn.Config(
        make_app(server, hosts, editing),
        access_log=False,
        log_config=None,
        server_header=False,
        proxy_headers=hosts.origin is not None,
        ws_max_size=LARGEST_MESSAGE,
        ws_per_message_deflate=False,
        limit_concurrency=MOST_CONNECTIONS,
        backlog=_BACKLOG,
        timeout_graceful_shutdown=SECONDS_TO_END,
        lifespan="off",
    )
    web = WebServer(config, must_end)
    serving = asyncio.create_task(web.serve(sockets=[listener]))
    beside = [asyncio.create_task(server.keep_flushing()), asyncio.create_task(server.load_rulesets())]
    if editing is not None:
        beside.append(asyncio.create_task(editing.watch()))
    try:
        while not web.started and not serving.done():
            await asyncio.sleep(0.01)
        if not serving.done():
            await begin()
        await serving
    finally:
        for task in beside:
            task.cancel()
        web.should_exit = True
        await asyncio.gather(serving, return_exceptions=True)
        if editing is not None:
            await editing.close()
        await server.close()


class _Faults(logging.Handler):
    """Tells whoever runs the server, in one line, of mistakes that the web server has caught. A page notices them as a
    connection that breaks, and comes back."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        super().__init__()
        self._tell = tell
        self._reported: dict[str, float] = {}

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info and record.exc_info[1] is not None:
            fault = record.exc_info[1]
            text = " ".join(f"internal-error: {type(fault).__name__}: {fault}".split())[:300]
            now = monotonic()
            self._reported = {
                message: when for message, when in self._reported.items() if now - when < _SECONDS_OF_A_FAULT
            }
            if text in self._reported:
                return
            self._reported[text] = now
            self._tell(text)
            if os.environ.get("ARTRULES_DEBUG"):
                traceback.print_exception(fault)
