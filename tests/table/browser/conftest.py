"""Servers, and windows at a desk and on a phone. Without a browser nothing of this folder is collected."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

from table.browser.chromium import chromium, missing

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from table.browser.served import Served
    from table.browser.watched import Watched

collect_ignore_glob = ["test_*.py"] if missing() else []
DESK = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}

Open = Callable[..., "Watched"]


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], Served]]:
    """Gives the server of a ruleset, which all tests share."""
    from table.browser.served import Served

    running: dict[str, Served] = {}

    def of(ruleset: str) -> Served:
        if ruleset not in running:
            running[ruleset] = Served(ruleset, tmp_path_factory.mktemp("served"))
        return running[ruleset]

    yield of
    for server in running.values():
        server.end()


@pytest.fixture(scope="session")
def chromium_browser() -> Iterator[Browser]:
    """One Chromium for all tests; each window has storage of its own."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


@pytest.fixture
def window(chromium_browser: Browser) -> Iterator[Open]:
    """Opens windows: `window(address, size, **what the context of a browser takes)`; `prepare` gets the window before
    it goes to the address, `pauses` is how long its person wants to look where a game pauses. In the end nothing may
    have gone wrong in any of them."""
    from table.browser.watched import Watched

    opened: list[Watched] = []

    def open_window(
        address: str,
        size: dict[str, int] = DESK,
        prepare: Callable[[Watched], None] | None = None,
        pauses: str = "none",
        **options: Any,
    ) -> Watched:
        phone = {"has_touch": True, "is_mobile": True} if size == PHONE else {}
        given = {"viewport": size, "reduced_motion": "reduce", **phone, **options}
        watched = Watched(chromium_browser.new_context(**given))
        wishes = f"localStorage.setItem('artrules pauses', '{pauses}'); localStorage.setItem('artrules tour', 'never')"
        from_file = address.startswith("file:")
        if not from_file:
            watched.context.add_init_script(wishes)
        opened.append(watched)
        if prepare is not None:
            prepare(watched)
        if from_file:
            # A script that asks as early as those for what the browser keeps gets, in a document from a file, a storage
            # of its own now and then: what was kept before isn't there.
            watched.open(address.partition("#")[0])
            watched.page.evaluate(wishes)
            watched.page.goto("about:blank")
        watched.open(address)
        return watched

    yield open_window
    faults = [fault for watched in opened for fault in watched.real_faults()]
    for watched in opened:
        watched.context.close()
    assert not faults, "\n".join(faults)


@pytest.fixture
def desk(window: Open) -> Open:
    """Opens windows of 1280 by 800."""
    return window


@pytest.fixture
def phone(window: Open) -> Open:
    """Opens windows of 390 by 844 that are touched."""
    return lambda address, **options: window(address, PHONE, **options)
