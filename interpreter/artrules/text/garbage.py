"""Holds back Python's search for garbage while much is made that stays.

Trees, models and what checks find out of them are kept, and hold no circles that anybody drops. Python would
walk over all of them again and again as they grow: a quarter of the time of reading a ruleset.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def no_search_for_garbage() -> Iterator[None]:
    """Inside the `with`, it doesn't search. What is read is bounded, and so is what it leaves."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


@contextmanager
def nothing_is_garbage() -> Iterator[None]:
    """The same for a command: what the first such `with` makes stays as long as the process, and is never searched.

    What later ones make is searched, because a command that reads again and again lets go of it.
    """
    with no_search_for_garbage():
        yield
        if not gc.get_freeze_count():
            gc.freeze()


_MOST_TASKS = 20
"""Tasks between two searches. Each takes the longer the more has come since the last one, and the next task waits."""


class Garbage:
    """The search for garbage of a process that does one task after another. It falls between tasks, never into one.

    Python's own search is off: it would look at all that is kept of the largest ruleset, again and again. What has
    survived a search is taken for kept, and isn't looked at by the next ones, until nobody wants anything for a moment.
    """

    def __init__(self) -> None:
        gc.disable()
        self._tasks = 0
        """Tasks since the last search, whether it was thorough or not …"""
        self._is_thorough = True
        """… and whether all that there is has been looked at since the last one."""

    def after_task(self) -> None:
        """Search now and then, through what has come since the last search."""
        self._tasks += 1
        self._is_thorough = False
        if self._tasks >= _MOST_TASKS:
            self._search()

    def at_rest(self) -> None:
        """Search through everything, unless nothing has happened since."""
        if not self._is_thorough:
            gc.unfreeze()
            self._search()
            self._is_thorough = True

    def _search(self) -> None:
        self._tasks = 0
        gc.collect()
        gc.freeze()
