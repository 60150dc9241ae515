"""Waits until content files change.

The files are looked at several times a second: there are a few hundred at most, and so it works alike on all systems,
on network drives and in containers, where notifications of the system get lost. A folder that is gone may come back.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from artrules.model.catalogue.scan import DEEPEST_FOLDER, MOST_ENTRIES, is_hidden

SUFFIXES = (".yaml", ".csv", ".toml")
EVERY = 0.25
"""Seconds between two looks."""
MOST_WAITED = 8
"""How many looks long files may go on changing, as while they are copied, before they are read all the same."""
State = Mapping[str, tuple[int, int, int]]
"""Time of change, size and number of each file that is there, by path."""


def state_of(places: Iterable[Path]) -> State:
    """The state of some files, and of those that may hold content in some folders and below. Hidden ones hold none."""
    states: dict[str, tuple[int, int, int]] = {}
    for place in places:
        for path in _files(place):
            try:
                status = os.stat(path)
            except OSError:
                continue
            states[path] = (status.st_mtime_ns, status.st_size, status.st_ino)
    return states


def wait_for_change(places: Iterable[Path], earlier_state: State, sleep: Callable[[float], None]) -> State:
    """Wait until the state is no longer the known one, and then until nothing more changes. Gives the new state."""
    watched = list(places)
    before = earlier_state
    while before == earlier_state:
        sleep(EVERY)
        before = state_of(watched)
    for _ in range(MOST_WAITED):
        sleep(EVERY)
        now = state_of(watched)
        if now == before:
            break
        before = now
    return before


def _files(place: Path) -> Iterator[str]:
    waiting = [(str(place), 0)]
    entries = 0
    while waiting:
        here, depth = waiting.pop()
        try:
            inside = list(os.scandir(here))
        except NotADirectoryError:
            yield here
            continue
        except (OSError, ValueError):
            continue
        entries += len(inside)
        if entries > MOST_ENTRIES:
            return
        for entry in inside:
            if is_hidden(entry.name):
                continue
            if _is_folder(entry):
                if depth < DEEPEST_FOLDER:
                    waiting.append((entry.path, depth + 1))
            elif entry.name.endswith(SUFFIXES):
                yield entry.path


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir(follow_symlinks=False)
    except OSError:
        return False
