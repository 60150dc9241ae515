"""Gets a folder as it was at a revision of its Git repository. It needs the program `git`."""

from __future__ import annotations

import io
import subprocess
import tarfile
from pathlib import Path

from artrules.commands.exit import Misuse

_MOST_SECONDS = 60


def extract(folder: Path, revision: str, into: Path) -> None:
    """Write the files that a folder held at a revision into another folder, which mustn't be there. Files that were
    never committed count for nothing. Raises Misuse."""
    if not revision or revision.startswith("-"):
        raise Misuse(f"`git:{revision}` names no revision: write git: and a commit, a branch or a tag, as git:HEAD~1")
    if not _succeeds(folder, "rev-parse", "--is-inside-work-tree"):
        raise Misuse(f"{folder} doesn't lie in a Git repository, so it has no revisions")
    if not _succeeds(folder, "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}"):
        raise Misuse(f"the Git repository of {folder} has no revision `{revision}`")
    commit = _git(folder, "rev-parse", "--verify", f"{revision}^{{commit}}").stdout.decode().strip()
    prefix = _git(folder, "rev-parse", "--show-prefix").stdout.decode().rstrip("\n")
    tree = f"{commit}:{prefix.rstrip('/')}"
    # from the top: `git archive` takes only what lies below the current folder
    top = Path(_git(folder, "rev-parse", "--show-toplevel").stdout.decode().rstrip("\n"))
    if _git(top, "cat-file", "-t", tree).stdout.strip() != b"tree":
        raise Misuse(f"at the revision `{revision}` there is no folder {prefix.rstrip('/') or '.'}")
    done = _git(top, "archive", "--format=tar", tree)
    if done.returncode:
        raise Misuse(f"git can't read the revision `{revision}`: {_first_line(done.stderr)}")
    into.mkdir(parents=True)
    try:
        with tarfile.open(fileobj=io.BytesIO(done.stdout)) as archive:
            archive.extractall(into, filter="data")
    except (tarfile.TarError, OSError) as problem:
        raise Misuse(f"the files of the revision `{revision}` can't be written: {problem}") from None


def _succeeds(folder: Path, *arguments: str) -> bool:
    return _git(folder, *arguments).returncode == 0


def _git(folder: Path, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    try:
        return subprocess.run(
            ["git", "-C", str(folder), *arguments],
            capture_output=True,
            stdin=subprocess.DEVNULL,
            timeout=_MOST_SECONDS,
            check=False,
        )
    except FileNotFoundError:
        raise Misuse("a git revision needs the program `git`, which isn't installed") from None
    except OSError as problem:
        raise Misuse(f"the program `git` can't be started: {problem.strerror or problem}") from None
    except subprocess.TimeoutExpired:
        raise Misuse(f"git gave no answer within {_MOST_SECONDS} seconds") from None


def _first_line(text: bytes) -> str:
    return text.decode(errors="replace").strip().partition("\n")[0]
