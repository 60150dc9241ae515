"""The folder of the cache, and whether it may be used.

What lies there is run: compiled modules are native code, and what was pickled can call anything. So the folder must be
the user's own, with nobody else let in (mode 0700), and no link. Any other folder is left alone, which is said once.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

VARIABLE = "ARTRULES_CACHE"
"""The environment variable that names the folder. Where it is empty, nothing is cached."""
_OTHERS = stat.S_IRWXG | stat.S_IRWXO
_refused: set[Path] = set()


def cache_folder() -> Path | None:
    """The folder, which is created if need be. None where there is none that may be used."""
    path = named_folder()
    if path is None:
        return None
    try:
        found = path.lstat()
    except OSError:
        if (created := _created(path)) is None:
            return None
        found = created
    reason = why_not_own(found)
    if reason is None:
        return path
    if path not in _refused:
        _refused.add(path)
        # Here, because logging takes time to import. Unless a program says otherwise, this is a line on stderr.
        import logging

        logging.getLogger("artrules").warning("nothing is cached, because %s %s", path, reason)
    return None


def named_folder() -> Path | None:
    """The folder that the environment names, or else the one that the system has for a user's caches."""
    given = os.environ.get(VARIABLE)
    if given is not None:
        return Path(given) if given else None
    from platformdirs import user_cache_path

    try:
        path = user_cache_path("artrules", appauthor=False)
    except RuntimeError:
        return None  # a user without a home
    return path if path.is_absolute() else None  # the same, as earlier versions of platformdirs say it


def _created(path: Path) -> os.stat_result | None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.mkdir(mode=0o700, exist_ok=True)
        return path.lstat()
    except OSError:
        return None  # such as a home that can't be written


def why_not_own(found: os.stat_result) -> str | None:
    """None for a folder of the user's own; else what speaks against it."""
    if not stat.S_ISDIR(found.st_mode):
        return "is a link" if stat.S_ISLNK(found.st_mode) else "is no folder"
    if os.name != "posix":
        return None  # a user's folders are closed to other users there, and modes say nothing
    if found.st_uid != os.geteuid():
        return "belongs to another user"
    return "is open to other users (its mode should be 0700)" if found.st_mode & _OTHERS else None
