"""The content of a ruleset as it was at a revision that git knows, so that what is new can be told from what isn't."""

from __future__ import annotations

import subprocess
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

from artrules.text.source.bounded_file import real_path

PATIENCE = 60
"""Seconds that git may take."""
LARGEST = 256 * 1024 * 1024
"""Bytes of a folder at a revision."""


class NoRevision(Exception):
    """The content at a revision can't be had; the text says why."""


@contextmanager
def folder_at(folder: Path, revision: str) -> Iterator[Path]:
    """A copy of a folder as it was at a revision, to the end of the `with`. Raises NoRevision."""
    folder = real_path(folder)
    root = Path(_git(folder, "rev-parse", "--show-toplevel", refusal=f"{folder} isn't kept by git").decode().strip())
    named = _git(
        folder,
        *("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}"),
        refusal=f"git knows no revision `{revision}` of {folder.name}",
    )
    path = folder.relative_to(real_path(root)).as_posix()
    archive = _git(
        root,
        "archive",
        "--format=tar",
        named.decode().strip(),
        "--",
        path,
        refusal=f"{path} wasn't there at {revision}",
    )
    if len(archive) > LARGEST:
        raise NoRevision(f"{path} is too large at {revision}")
    with tempfile.TemporaryDirectory(prefix="artrules-") as copy:
        try:
            with tarfile.open(fileobj=BytesIO(archive)) as tar:
                tar.extractall(copy, filter="data")
        except (tarfile.TarError, OSError) as problem:
            raise NoRevision(f"{path} can't be read as it was at {revision}: {problem}") from None
        yield Path(copy) / path


def _git(folder: Path, *arguments: str, refusal: str) -> bytes:
    """What git says. Raises NoRevision, with a text that says what it means if git refuses."""
    try:
        run = subprocess.run(["git", "-C", str(folder), *arguments], capture_output=True, timeout=PATIENCE, check=True)
    except FileNotFoundError:
        raise NoRevision("there is no git on this machine") from None
    except subprocess.TimeoutExpired:
        raise NoRevision(f"git hasn't answered for {PATIENCE} seconds") from None
    except (subprocess.CalledProcessError, ValueError):
        raise NoRevision(refusal) from None
    return run.stdout
