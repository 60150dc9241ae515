"""Positions in a can: the page as it is, with messages that were kept in place of a server. No engine, no bots: what a
position looks like at all sizes is drawn in a second or two.

`PYTHONPATH=tests:interpreter python -m table.browser.canned FOLDER [NAME[:STATE] …] [--sizes …] [--schemes …]` draws
pictures for whoever works on the page. The messages are those of `tests/table/page/fixtures`, or of the folder that
`--fixtures` names (`python -m tests.tools.page_messages` writes such).
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page, WebSocketRoute, sync_playwright

from artrules.model.catalogue.locations import shipped_rulesets
from artrules.model.ir.layout import PICTURES
from artrules.table.serve.app import HEADERS, PAGE, TYPES
from table.browser.chromium import chromium

FIXTURES = Path(__file__).parents[1] / "page" / "fixtures"
RULESETS = Path(__file__).parents[3] / "rulesets"
SIZES = {
    "1280x800": {"width": 1280, "height": 800},
    "1440x900": {"width": 1440, "height": 900},
    "1920x1080": {"width": 1920, "height": 1080},
    "390x844": {"width": 390, "height": 844},
    "820x1180": {"width": 820, "height": 1180},
}
TOUCHED = {"390x844", "820x1180"}
SCHEMES = ("light", "dark")
LINES = 30
"""How much of the log stands in a can."""
Messages = dict[str, Any]
Answers = Callable[[Messages], Sequence[Messages]]


def messages(name: str, fixtures: Path = FIXTURES) -> Messages:
    """What is kept of a game: `welcome`, `description` and a list `states`."""
    kept: Messages = json.loads((fixtures / f"{name}.json").read_text(encoding="utf-8"))
    return kept


def position(kept: Messages, number: int | None = None) -> Messages:
    """The messages of one state; without a number it is the one of the second half in which most can be chosen."""
    states = kept["states"]
    if number is None:
        half = range(len(states) // 2, len(states))
        number = max(half, key=lambda each: sum(len(offer["options"]) for offer in states[each]["offers"]))
    log: list[Any] = []
    for each in states[: number + 1]:
        log = [*log[: each["from"]], *each["log"]]
    state = states[number] | {"from": 0, "log": log[-LINES:]}
    return {"welcome": kept["welcome"], "description": kept["description"], "state": state}


def open_canned(
    page: Page,
    ruleset: str,
    canned: Messages,
    lines: list[WebSocketRoute] | None = None,
    answers: Answers = lambda message: [],
    style: str = "",
) -> Page:
    """Opens the table of a seat in a page, which gets these messages in place of a server's, and waits for it. `lines`
    gets the lines on which the page can be told more; `answers` gets whatever else the page sends, and gives what it is
    to hear then; `style` stands behind the colours of the page."""

    def answer(line: WebSocketRoute) -> None:
        def heard(text: str | bytes) -> None:
            message = json.loads(text)
            if message["type"] == "hello":
                for name in ("welcome", "description", "state"):
                    line.send(json.dumps(canned[name]))
            else:
                for reply in answers(message):
                    line.send(json.dumps(reply))

        line.on_message(heard)
        if lines is not None:
            lines.append(line)

    page.route_web_socket("**/ws", answer)
    table = f"{address_of_files(ruleset, style)}/table#canned"
    page.reload() if page.url == table else page.goto(table)
    page.wait_for_selector("#board")
    page.evaluate("document.fonts.ready")
    return page


class _Files(BaseHTTPRequestHandler):
    """Gives the files of the page and the pictures of a ruleset under the policy of the server, and the one document
    under every other address. A page that goes through many positions asks for each file once."""

    protocol_version = "HTTP/1.1"

    def __init__(self, ruleset: str, style: str, *request: Any) -> None:
        self.ruleset, self.style = ruleset, style
        super().__init__(*request)

    def do_GET(self) -> None:
        file, types = self._file(urlsplit(self.path).path)
        body = file.read_bytes() if file.is_file() else b"There is nothing here.\n"
        if file.name == "colours.css":
            body += self.style.encode()
        self.send_response(200 if file.is_file() else 404)
        for name, value in HEADERS.items():
            self.send_header(name, value)
        self.send_header("content-type", types[file.suffix] if file.is_file() else "text/plain")
        self.send_header("content-length", str(len(body)))
        self.send_header("cache-control", "max-age=3600")
        self.end_headers()
        self.wfile.write(body)

    def _file(self, path: str) -> tuple[Path, dict[str, str]]:
        if path.startswith("/page/"):
            return PAGE / path.removeprefix("/page/"), TYPES
        if path.startswith("/pictures/"):
            picture = path.removeprefix("/pictures/")
            named = RULESETS / picture
            return (named if named.is_file() else RULESETS / self.ruleset / picture), PICTURES
        return PAGE / "index.html", TYPES

    def log_message(self, *_: object) -> None:
        """A page that breaks off a request is no news."""


@cache
def address_of_files(ruleset: str, style: str) -> str:
    """Where they are served, from now on until the process ends."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Files, ruleset, style))
    server.daemon_threads = True
    Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}"


@contextmanager
def window(browser: Browser, size: str, scheme: str = "light", **options: Any) -> Iterator[Page]:
    """A page of one of the sizes, in which nothing moves. In the end nothing may have gone wrong in it."""
    touched = {"has_touch": True, "is_mobile": size == "390x844"} if size in TOUCHED else {}
    wanted = {"viewport": SIZES[size], "color_scheme": scheme, "reduced_motion": "reduce", **touched, **options}
    context = browser.new_context(**wanted)
    context.add_init_script("localStorage.setItem('artrules pauses', 'none')")
    context.add_init_script("localStorage.setItem('artrules tour', 'never')")
    page = context.new_page()
    faults: list[str] = []
    page.on("console", lambda message: faults.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("requestfailed", lambda request: faults.append(f"failed: {request.url}: {request.failure}"))
    yield page
    context.close()
    assert not faults, "\n".join(faults)


def draw(folder: Path, wanted: Sequence[str], sizes: Sequence[str], schemes: Sequence[str], fixtures: Path) -> None:
    """Pictures of some positions at some sizes: FOLDER/NAME_SIZE_SCHEME.png."""
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"])
        for each in wanted:
            name, _, number = each.partition(":")
            canned = position(messages(name, fixtures), int(number) if number else None)
            for size in sizes:
                with window(browser, size) as page:
                    open_canned(page, name, canned)
                    for scheme in schemes:
                        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
                        path = folder / f"{each.replace(':', '_')}_{size}_{scheme}.png"
                        page.screenshot(path=path)
                        print(path)
        browser.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="*", metavar="NAME[:STATE]")
    parser.add_argument("--sizes", nargs="+", choices=SIZES, default=list(SIZES))
    parser.add_argument("--schemes", nargs="+", choices=SCHEMES, default=["light"])
    parser.add_argument("--fixtures", type=Path, default=FIXTURES)
    asked = parser.parse_args()
    names = asked.names or [Path(name).name for name in shipped_rulesets()]
    draw(asked.folder, names, asked.sizes, asked.schemes, asked.fixtures)


if __name__ == "__main__":
    main()
