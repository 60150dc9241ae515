"""Prints pages as PDF and draws them as PNG, by a Chromium that is on the machine.

Chromium runs without a window, with a profile of its own that goes with it, and reaches no network. It is spoken to in
its DevTools protocol through two pipes, which nobody else can reach: messages are JSON objects, a zero byte after each.
"""

from __future__ import annotations

import json
import os
import select
import shutil
import signal
import tempfile
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Any

VARIABLE = "ARTRULES_CHROMIUM"
NAMES = (
    *("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "microsoft-edge"),
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
PATIENCE = 120.0
"""Seconds in which a page must be loaded, printed, or drawn."""
PARTING = 5.0
"""Seconds in which Chromium may end by itself."""
_READ_AT_ONCE = 1 << 20
_FIRST_FREE = 10
"""The least number of a descriptor that is ours: Chromium reads from 3 and writes to 4."""
_WHOLE = (
    "Promise.allSettled([document.fonts.ready, ...[...document.images].map((image) => image.decode())]).then(() => 0)"
)
"""A promise that fonts and pictures are there."""
_OPTIONS = (
    *("--headless", "--remote-debugging-pipe", "--no-first-run", "--no-default-browser-check", "--disable-gpu"),
    *("--disable-extensions", "--disable-background-networking", "--disable-component-update", "--disable-sync"),
    *("--disable-dev-shm-usage", "--hide-scrollbars", "--force-color-profile=srgb", "--font-render-hinting=none"),
    *("--host-resolver-rules=MAP * ~NOTFOUND", "--proxy-server=direct://", "--password-store=basic"),
)


class CannotPrint(Exception):
    """There is no Chromium here, or it fails; the text says so in a sentence."""


class NoAnswer(CannotPrint):
    """A Chromium doesn't answer, or has ended: what it should print may be too much for it."""


def chromium() -> str | None:
    """The program: the one that the environment names, or the first on the search path."""
    named = os.environ.get(VARIABLE)
    return shutil.which(named) if named else next(filter(None, map(shutil.which, NAMES)), None)


def _program() -> str:
    """The program. Raises CannotPrint where there is none, or none that can be spoken to."""
    program = chromium()
    if program is None:
        named = os.environ.get(VARIABLE)
        raise CannotPrint(
            f"{VARIABLE} names no program: {named}"
            if named
            else f"there is no Chromium on this machine ({VARIABLE} may name one)"
        )
    if not hasattr(os, "posix_spawn"):
        raise CannotPrint("Chromium can't be told what to print on this system")
    return program


def print_page(html: str) -> bytes:
    """A page as PDF, with its backgrounds, at the sizes that its style sheet says. Raises CannotPrint."""
    with open_page(html) as page:
        return page.as_pdf()


@contextmanager
def open_page(html: str) -> Iterator[OpenPage]:
    """A page that is loaded, with its pictures, fonts and scripts. Raises CannotPrint."""
    program = _program()
    # Chromium may still write to its profile while it ends.
    with tempfile.TemporaryDirectory(prefix="artrules-", ignore_cleanup_errors=True) as folder:
        file = Path(folder) / "page.html"
        file.write_text(html, encoding="utf-8")
        with _running(program, Path(folder) / "profile") as connection:
            target = connection.ask("Target.createTarget", url="about:blank")["targetId"]
            session = connection.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
            page = OpenPage(connection, session)
            page.load(file)
            yield page


class OpenPage:
    """A page in a Chromium that runs."""

    def __init__(self, connection: _Connection, session: str) -> None:
        self._connection = connection
        self._session = session

    def load(self, file: Path) -> None:
        """Load a file, with all that it shows. Raises CannotPrint."""
        self._ask("Page.enable")
        answer = self._ask("Page.navigate", url=file.as_uri())
        if answer.get("errorText"):
            raise CannotPrint(f"Chromium can't load the page: {answer['errorText']}")
        self._connection.wait_for("Page.loadEventFired", self._session)
        self.evaluate(_WHOLE)

    def evaluate(self, expression: str) -> Any:
        """The value of an expression of JavaScript, or of its promise, as data. Raises CannotPrint."""
        answer = self._ask("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            said = details.get("exception", {}).get("description") or details.get("text", "")
            raise CannotPrint(f"a script of the page failed: {said.splitlines()[0] if said else 'without a reason'}")
        return answer["result"].get("value")

    def as_pdf(self) -> bytes:
        """The page as it is printed. Its headings are the outline. Raises CannotPrint."""
        answer = self._ask(
            "Page.printToPDF",
            printBackground=True,
            preferCSSPageSize=True,
            displayHeaderFooter=False,
            generateDocumentOutline=True,
            generateTaggedPDF=True,
        )
        return b64decode(answer["data"])

    def as_png(self, x: float, y: float, width: float, height: float, scale: float) -> bytes:
        """A part of the page, given in pixels of CSS, so many times as large. What the page doesn't paint is
        transparent. Raises CannotPrint."""
        self._ask("Emulation.setDefaultBackgroundColorOverride", color={"r": 0, "g": 0, "b": 0, "a": 0})
        clip = {"x": x, "y": y, "width": width, "height": height, "scale": scale}
        answer = self._ask("Page.captureScreenshot", format="png", clip=clip, captureBeyondViewport=True)
        return b64decode(answer["data"])

    def _ask(self, method: str, **parameters: Any) -> dict[str, Any]:
        return self._connection.ask(method, session=self._session, **parameters)


class _Connection:
    """What is said to a Chromium and what it says, through two descriptors that don't block."""

    def __init__(self, to: int, from_: int) -> None:
        self._to = to
        self._from = from_
        self._last = 0
        self._unread = bytearray()
        self._events: list[dict[str, Any]] = []

    def ask(self, method: str, *, session: str | None = None, **parameters: Any) -> dict[str, Any]:
        """The answer to a request. Raises CannotPrint."""
        self._last += 1
        message: dict[str, Any] = {"id": self._last, "method": method, "params": parameters}
        if session is not None:
            message["sessionId"] = session
        deadline = monotonic() + PATIENCE
        self._write(json.dumps(message).encode() + b"\0", deadline)
        while (answer := self._read(deadline)).get("id") != self._last:
            self._events.append(answer)
        if "error" in answer:
            raise CannotPrint(f"Chromium refuses to print: {answer['error'].get('message', 'it gives no reason')}")
        result: dict[str, Any] = answer["result"]
        return result

    def wait_for(self, event: str, session: str) -> None:
        """Wait for an event, unless it has come already. Raises CannotPrint."""
        deadline = monotonic() + PATIENCE
        while not any(each.get("method") == event and each.get("sessionId") == session for each in self._events):
            self._events.append(self._read(deadline))

    def _write(self, content: bytes, deadline: float) -> None:
        while content:
            _, ready, _ = select.select([], [self._to], [], max(0.0, deadline - monotonic()))
            if not ready:
                raise NoAnswer(f"Chromium hasn't answered for {PATIENCE:.0f} seconds")
            try:
                content = content[os.write(self._to, content) :]
            except OSError:
                raise NoAnswer("Chromium ended before it had printed") from None

    def _read(self, deadline: float) -> dict[str, Any]:
        searched = 0
        while (end := self._unread.find(b"\0", searched)) < 0:
            searched = len(self._unread)
            ready, _, _ = select.select([self._from], [], [], max(0.0, deadline - monotonic()))
            if not ready:
                raise NoAnswer(f"Chromium hasn't answered for {PATIENCE:.0f} seconds")
            part = os.read(self._from, _READ_AT_ONCE)
            if not part:
                raise NoAnswer("Chromium ended before it had printed")
            self._unread += part
        try:
            message: dict[str, Any] = json.loads(self._unread[:end])
        except ValueError:
            raise CannotPrint("the program that should be Chromium says what can't be read") from None
        del self._unread[: end + 1]
        return message


@contextmanager
def _running(program: str, profile: Path) -> Iterator[_Connection]:
    """A Chromium that runs to the end of the `with`, with all its processes. Raises CannotPrint."""
    arguments = [program, *_OPTIONS, f"--user-data-dir={profile}", "about:blank"]
    if os.geteuid() == 0:
        arguments.insert(1, "--no-sandbox")  # as root it doesn't start with one
    pipes = [*_pipe(), *_pipe()]
    its_input, ours_out, ours_in, its_output = pipes
    actions = [
        (os.POSIX_SPAWN_DUP2, its_input, 3),
        (os.POSIX_SPAWN_DUP2, its_output, 4),
        *((os.POSIX_SPAWN_OPEN, standard, os.devnull, os.O_RDWR, 0) for standard in (0, 1, 2)),
    ]
    try:
        process = os.posix_spawn(program, arguments, os.environ, file_actions=actions, setpgroup=0)
    except OSError as problem:
        for descriptor in pipes:
            os.close(descriptor)
        raise CannotPrint(f"{program} can't be started: {problem.strerror or problem}") from None
    os.close(its_input)
    os.close(its_output)
    os.set_blocking(ours_out, False)
    connection = _Connection(ours_out, ours_in)
    try:
        yield connection
        connection.ask("Browser.close")
    finally:
        os.close(ours_out)
        os.close(ours_in)
        _end(process)


def _pipe() -> tuple[int, int]:
    """The end of a pipe to read from, and the one to write to, neither among the descriptors that Chromium expects."""
    import fcntl

    pair = os.pipe()
    reading, writing = (fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, _FIRST_FREE) for end in pair)
    for end in pair:
        os.close(end)
    return reading, writing


def _end(process: int) -> None:
    """See to it that a process and those that it started are gone."""
    deadline = monotonic() + PARTING
    while os.waitpid(process, os.WNOHANG) == (0, 0) and monotonic() < deadline:
        sleep(0.02)
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process, signal.SIGKILL)
    with suppress(ChildProcessError):
        os.waitpid(process, 0)
