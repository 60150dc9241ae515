"""Plays games through the API and in a module, and compares the digests after every choice: they are the same.

`python -m play.standalone.digests NAME…` (in `tests/`) plays 1,000 games of each ruleset in Node, with `--chromium` 50
in a worker of Chromium; `--games`, `--every` and `--players` say otherwise.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Thread
from typing import TYPE_CHECKING, Any

import artrules
from artrules.text.record import dataclass
from play.standalone.node import node
from play.standalone.states import Choices, module_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
AT_ONCE = 50
"""Games that a host is given together."""


@dataclass(frozen=True, slots=True)
class Digested:
    """A game: its seed, its choices, and the digests on the way."""

    seed: int
    choices: Choices
    digests: list[str]

    def written(self, every: int) -> dict[str, Any]:
        """What a host needs to know of it."""
        return {"seed": str(self.seed), "choices": self.choices, "every": every}


def play(ruleset: artrules.Ruleset, players: int, seed: int, every: int) -> Digested:
    """A game in which all choose at random."""
    game, random = ruleset.new_game(players, seed, log=False), Random(seed)
    choices: Choices = []
    digests: list[str] = []
    while game.decisions:
        if len(choices) % every == 0:
            digests.append(game.digest())
        place = random.randrange(len(game.decisions))
        options = game.decisions[place].options
        choices.append((place, random.randrange(len(options))))
        game.choose(options[choices[-1][1]])
    return Digested(seed, choices, [*digests, game.digest()])


def in_node(module: Path, games: Sequence[Digested], every: int) -> list[Any]:
    """The digests that a host in Node has."""
    call = [node(), str(HERE / "digests.mjs"), str(module)]
    lines = "\n".join(json.dumps(game.written(every)) for game in games)
    done = subprocess.run(call, input=lines, capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Nothing is told of requests."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of a server of the files in a folder."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


IN_A_WORKER = """async ([code, games]) => {
    const bytes = Uint8Array.from(atob(code), (character) => character.charCodeAt(0));
    const address = (path) => JSON.stringify(new URL(path, location.origin).href);
    const script = `
        import { digestsOf } from ${address("/tests/play/standalone/digests.mjs")};
        import { Machine } from ${address("/interpreter/artrules/table/page/module/machine.js")};
        onmessage = async ({ data: [bytes, games] }) => {
            const machine = await Machine.from(bytes);
            postMessage(games.map((game) => digestsOf(machine, game)));
        };`;
    const worker = new Worker(URL.createObjectURL(new Blob([script], { type: "text/javascript" })), { type: "module" });
    const answer = new Promise((done, failed) => {
        worker.onmessage = ({ data }) => done(data);
        worker.onerror = (problem) => failed(new Error(problem.message));
    });
    worker.postMessage([bytes, games]);
    return await answer;
}"""


def in_chromium(browser: Browser, module: bytes, games: Sequence[Digested], every: int) -> Any:
    """The digests that a host in a worker of a page has."""
    from base64 import b64encode

    with served(ROOT) as address:
        page = browser.new_page()
        try:
            page.goto(f"{address}/docs/")  # any page of this address
            return page.evaluate(IN_A_WORKER, [b64encode(module).decode(), [game.written(every) for game in games]])
        finally:
            page.close()


def compare(ruleset: artrules.Ruleset, players: int, seeds: Sequence[int], every: int, browser: Browser | None) -> int:
    """Play games in both ways; gives how many digests were the same. Raises AssertionError where some aren't."""
    count = 0
    module = module_of(ruleset, players)
    with TemporaryDirectory() as folder:
        file = Path(folder) / "game.wasm"
        file.write_bytes(module)
        for first in range(0, len(seeds), AT_ONCE):
            games = [play(ruleset, players, seed, every) for seed in seeds[first : first + AT_ONCE]]
            hosted = in_node(file, games, every) if browser is None else in_chromium(browser, module, games, every)
            for game, digests in zip(games, hosted, strict=True):
                assert game.digests == digests, f"{ruleset.name}, {players} players, seed {game.seed}"
                count += len(digests)
    return count


@contextmanager
def chromium_browser() -> Iterator[Browser]:
    """A Chromium of one's own."""
    from playwright.sync_api import sync_playwright

    from table.browser.chromium import chromium

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="+", metavar="NAME")
    parser.add_argument("--chromium", action="store_true")
    parser.add_argument("--games", type=int)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--players", type=int)
    chosen = parser.parse_args()
    games = chosen.games or (50 if chosen.chromium else 1000)

    def run(browser: Browser | None) -> None:
        for name in chosen.names:
            begun = time.monotonic()
            ruleset = artrules.load(name)
            players = chosen.players or ruleset.fewest_players
            count = compare(ruleset, players, range(games), chosen.every, browser)
            print(f"{name}: {games} games, {count:,} digests are the same, in {time.monotonic() - begun:.0f} s")

    if not chosen.chromium:
        run(None)
        return
    with chromium_browser() as browser:
        run(browser)


if __name__ == "__main__":
    main()
