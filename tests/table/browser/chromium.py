"""Which Chromium the tests of the page drive, and what is missing where they can't run."""

from __future__ import annotations

import importlib.util
import os

from artrules.author.printing import VARIABLE, chromium

__all__ = ["PACKAGES", "VARIABLE", "chromium", "missing"]

PACKAGES = {
    "playwright": "playwright",
    "axe_playwright_python": "axe-playwright-python",
    "PIL": "pillow",
    "pypdfium2": "pypdfium2",
}
"""By module: the package of the extra `browser` that brings it."""


def missing() -> str | None:
    """What to do so that the tests in a browser run, in one sentence; None when nothing is missing."""
    packages = [package for module, package in PACKAGES.items() if importlib.util.find_spec(module) is None]
    if packages:
        return f"install {', '.join(packages)} (the extra `browser`)"
    if chromium() is None:
        named = os.environ.get(VARIABLE)
        return f"{VARIABLE} names no program: {named}" if named else f"install Chromium, or name it in {VARIABLE}"
    return None
