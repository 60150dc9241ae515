"""A folder as git knows it at a revision.

The folder, its revisions and the configuration of its repository may be from anybody. Git is asked for nothing but
names and contents: it checks nothing out and packs no archive, so that it runs neither filters nor hooks, and it
fetches nothing that is missing. Links among the files, and other repositories within them, are left out.
"""

from __future__ import annotations

import os
import subprocess
from io import BytesIO
from pathlib import Path, PurePosixPath

PATIENCE = 60
"""Seconds that git may take."""
LARGEST = 256 * 1024 * 1024
"""Bytes of a folder at a revision."""
_HARMLESS = ("-c", "core.fsmonitor=false", "-c", f"core.hooksPath={os.devnull}")
_ALONE = {"GIT_NO_LAZY_FETCH": "1", "GIT_ALLOW_PROTOCOL": "none"}
_INCOMPLETE = "git doesn't have all of its files"
_PLAIN_FILES = (b"100644", b"100755")


class GitFails(Exception):
    """Git isn't there, doesn't answer or doesn't know something; the text says what."""


def ask_git(folder: Path, *arguments: str, standard_input: bytes = b"") -> bytes | None:
    """What git says in a folder; None where it refuses. Raises GitFails where there is no answer."""
    command = ["git", *_HARMLESS, "-C", str(folder), *arguments]
    try:
        run = subprocess.run(
            command,
            input=standard_input,
            capture_output=True,
            timeout=PATIENCE,
            check=False,
            env={**os.environ, **_ALONE},
        )
    except FileNotFoundError:
        raise GitFails("there is no git on this machine") from None
    except OSError as problem:
        raise GitFails(f"git can't be started: {problem.strerror or problem}") from None
    except subprocess.TimeoutExpired:
        raise GitFails(f"git hasn't answered for {PATIENCE} seconds") from None
    except ValueError:  # no argument of a program has a zero in it
        return None
    return run.stdout if run.returncode == 0 else None


def line_of(answer: bytes) -> str:
    """The only line of an answer, which may be a path with any bytes."""
    return os.fsdecode(answer.removesuffix(b"\n"))


def write_files_of(folder: Path, commit: str, into: Path) -> bool:
    """Write the files that a folder held at a commit into another folder, which is made; false where the folder wasn't
    there. Raises GitFails, and OSError where they can't be written."""
    prefix = ask_git(folder, "rev-parse", "--show-prefix")
    tree = f"{commit}:{line_of(prefix or b'').rstrip('/')}"
    if ask_git(folder, "cat-file", "-t", tree) != b"tree\n":
        return False
    listed = ask_git(folder, "ls-tree", "-r", "-l", "-z", "--full-tree", tree)
    if listed is None:
        raise GitFails("git can't list the files")
    files: list[tuple[bytes, int, Path]] = []
    for entry in filter(None, listed.split(b"\0")):
        about, _, name = entry.partition(b"\t")
        mode, _, blob, digits = about.split()
        if mode in _PLAIN_FILES:
            if not digits.isdigit():
                raise GitFails(_INCOMPLETE)
            files.append((blob, int(digits), _inside(into, os.fsdecode(name))))
    if sum(length for _, length, _ in files) > LARGEST:
        raise GitFails(f"it has more than {LARGEST:,} bytes")
    blobs = b"".join(blob + b"\n" for blob, _, _ in files)
    contents = BytesIO(ask_git(folder, "cat-file", "--batch", standard_input=blobs) or b"")
    into.mkdir(parents=True)
    for blob, length, path in files:
        if contents.readline() != b"%s blob %d\n" % (blob, length):
            raise GitFails(_INCOMPLETE)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(contents.read(length))
        contents.read(1)
    return True


def _inside(folder: Path, name: str) -> Path:
    """The path in a folder of a file with some name. Raises GitFails where it would lie elsewhere: whoever makes a
    revision by hand may give a file any name."""
    if not {"..", ".git"}.isdisjoint(PurePosixPath(name).parts) or not (path := folder / name).is_relative_to(folder):
        raise GitFails(f"`{name}` is no name of a file")
    return path
