"""`python -m tests.tools.benchmarks.page_paint REVISION`: how soon the page of a table is there, and how soon a click
shows in it, beside an earlier revision.

Both servers run at once, and one Chromium opens their tables in turns, each in a window without anything kept: so
whatever else the machine does hits both alike. The first paint is what the browser calls the first contentful one; a
click has shown when the question or its options differ, and a frame was drawn since. What is clicked is the option that
both number 1.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parents[2]))  # where the tests lie that start servers

from table.browser.chromium import chromium
from table.browser.served import Served

from .figures.alternating import ratio
from .table import table

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ROOT = Path(__file__).parents[3]
WINDOW = {"width": 1280, "height": 800}
PAINTED = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null"
ASKED = "() => document.querySelector('#options button[data-token]') ? performance.now() : null"
CLICK = """() => new Promise((shown) => {
  const picture = () => ['#prompt', '#options'].map((part) => document.querySelector(part)?.textContent).join();
  const before = picture(), begun = performance.now();
  const look = () => picture() === before ? requestAnimationFrame(look)
    : requestAnimationFrame(() => shown(performance.now() - begun));
  const buttons = [...document.querySelectorAll('#options button[data-token]')];
  (buttons.find((button) => /^\\s*1\\D/.test(button.textContent)) ?? buttons[0]).click();
  requestAnimationFrame(look);
})"""


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.benchmarks.page_paint", description=__doc__)
    parser.add_argument("revision", help="the earlier revision, such as v1 or 4fca8b4")
    parser.add_argument("--ruleset", default="avant_carde", help="what is played")
    parser.add_argument("--rounds", type=int, default=15, help="how often each page is opened")
    parser.add_argument("--clicks", type=int, default=8, help="how many choices are made in each")
    chosen = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        earlier = Path(folder) / "earlier"
        subprocess.run(["git", "worktree", "add", "-q", "--detach", earlier, chosen.revision], cwd=ROOT, check=True)
        try:
            rows = compared(earlier, Path(folder), chosen)
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", earlier], cwd=ROOT, check=True)
    print(table(("what", "earlier, ms", "now, ms", "ratio"), rows, left=frozenset([0])))
    return 0


def compared(earlier: Path, folder: Path, chosen: argparse.Namespace) -> list[tuple[str, ...]]:
    """The medians of both, in milliseconds, and the median of the ratios of the rounds."""
    from playwright.sync_api import sync_playwright

    servers = [Served(chosen.ruleset, folder / name, root=root) for name, root in (("e", earlier), ("n", ROOT))]
    rounds: list[list[Mapping[str, float]]] = [[], []]
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"])
            for number in range(chosen.rounds + 1):
                for server, measured in zip(servers, rounds, strict=True):
                    times = opened(browser, server, number, chosen.clicks)
                    if number:  # the first round warms both up
                        measured.append(times)
            browser.close()
    finally:
        for server in servers:
            server.end()
    rows = []
    for what in rounds[0][0]:
        before, now = ([times[what] for times in measured] for measured in rounds)
        rows.append((what, f"{median(before):.0f}", f"{median(now):.0f}", f"{ratio(now, before):.2f}"))
    return rows


def opened(browser: Browser, server: Served, seed: int, clicks: int) -> Mapping[str, float]:
    """What one window measures at an open table, where one person chooses for all."""
    address = server.new_game(2, links="together", open=True, seed=seed)[0]
    context = browser.new_context(viewport=WINDOW, reduced_motion="reduce")
    page = context.new_page()
    page.goto(address)
    first_question = float(page.wait_for_function(ASKED).json_value())
    first_paint = float(page.wait_for_function(PAINTED).json_value())
    times = []
    for _ in range(clicks):
        page.wait_for_function(ASKED)
        times.append(float(page.evaluate(CLICK)))
    context.close()
    return {"first paint": first_paint, "first question": first_question, "a click shows": median(times)}


if __name__ == "__main__":
    raise SystemExit(main())
