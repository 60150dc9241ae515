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
