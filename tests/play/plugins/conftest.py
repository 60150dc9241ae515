"""Plugins that are active for the time of one test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from artrules.play.plugins.hooks import hook
from artrules.play.plugins.registry import active


@pytest.fixture
def register() -> Iterator[Callable[..., Any]]:
    """Makes an object with marked functions active, under a name."""
    before = {plugin.name for plugin in active()}
    yield active().register
    for name in {plugin.name for plugin in active()} - before:
        active().unregister(name)


@pytest.fixture
def add(register: Callable[..., Any]) -> Callable[..., Any]:
    """Makes a plugin of functions by the names of hooks active: `add("tidy", artrules_bots=lambda: {})`."""

    def made(name: str, version: str = "", **functions: Callable[..., Any]) -> Any:
        return register(SimpleNamespace(**{hooked: hook(f) for hooked, f in functions.items()}), name, version)

    return made
