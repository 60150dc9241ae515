"""What steps of reading a ruleset gave (`text/diagnostics/earlier.py`), and the syntax trees of its code, kept for the
next process that reads it.

There is one entry for each ruleset. It holds what the last readings used, by hashes of the inputs, each result as a
pickle of its own: what nobody asks for again isn't made.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from artrules.play.stored import cache as store
from artrules.text.diagnostics.earlier import EarlierSteps
from artrules.text.syntax.parse import CodeString, trees_at_hand

KIND = "steps"
MOST_BYTES = 8 * 1024 * 1024
"""Bytes of all results of one ruleset. When there are more, those go that were used longest ago."""


_TREES = b"trees"
"""The key of all syntax trees together: keeping each by itself would take longer than parsing it."""
_FEW = 20
"""New trees that aren't worth writing all of them again: they are parsed again next time."""


@contextmanager
def stored_steps(folder: Path, shown_as: str) -> Iterator[EarlierSteps]:
    """Inside the `with`, a ruleset can be read with what earlier processes have found out of it. What is found there is
    kept when it ends, for later ones."""
    key = store.key_of(KIND, store.judges(), str(folder), shown_as)
    data = store.find(KIND, key)
    shelf = _Shelf(pickle.loads(data) if data is not None else {})
    trees: dict[CodeString, Any] = shelf.take(_TREES) or {}
    with trees_at_hand(trees) as asked:
        yield EarlierSteps(shelf)
    if len(asked.keys() - trees.keys()) > _FEW:
        shelf.put(_TREES, asked)
    if shelf.is_changed:
        store.keep(KIND, key, shelf.dumped())


class _Shelf:
    """The results of one ruleset."""

    def __init__(self, results: dict[bytes, bytes]) -> None:
        """`results` are pickles, those first that were used longest ago."""
        self._results = results
        self.is_changed = False

    def take(self, key: bytes) -> Any | None:
        """What lies under a key; None for nothing."""
        pickled = self._results.pop(key, None)
        if pickled is None:
            return None
        self._results[key] = pickled
        return store.load(pickled)

    def put(self, key: bytes, value: object) -> None:
        """Lay something under a key. What nests too deep to be pickled isn't kept."""
        with suppress(RecursionError):
            self._results[key] = store.dump(value)
            self.is_changed = True

    def dumped(self) -> bytes:
        """All results as bytes, but for those that are too many."""
        size = sum(map(len, self._results.values()))
        for key in list(self._results):
            if size <= MOST_BYTES:
                break
            size -= len(self._results.pop(key))
        return pickle.dumps(self._results, pickle.HIGHEST_PROTOCOL)
