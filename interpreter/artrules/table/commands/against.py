"""The options that name the version with which `artrules balance` compares a ruleset."""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click

from artrules.table.commands.config import check_count, check_not_root, exists
from artrules.table.commands.content_loading import find_location, open_ruleset
from artrules.table.commands.exit import Misuse
from artrules.table.commands.options import OutsidePaths, as_settings

if TYPE_CHECKING:
    from artrules.play.ruleset import Ruleset


def extract(folder: Path, revision: str, into: Path) -> None:
    """Write the files that a folder held at a revision into another folder, which mustn't be there. Files that were
    never committed count for nothing. Raises Misuse."""
    from artrules.model.catalogue.locations import LIBRARIES
    from artrules.text.source.revision import GitFails, ask_git, line_of, write_files_of

    if not revision or revision.startswith("-"):
        raise Misuse(f"`git:{revision}` names no revision: write git: and a commit, a branch or a tag, as git:HEAD~1")
    try:
        if ask_git(folder, "rev-parse", "--is-inside-work-tree") is None:
            raise Misuse(f"{folder} doesn't lie in a Git repository, so it has no revisions")
        commit = ask_git(folder, "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}")
        if commit is None:
            raise Misuse(f"the Git repository of {folder} has no revision `{revision}`")
        if not write_files_of(folder, line_of(commit), into):
            raise Misuse(f"at the revision `{revision}` there is no folder {folder.name}")
        libraries = folder.parent / LIBRARIES
        if libraries.is_dir():  # where the revision has none, those that are shipped now are found
            write_files_of(libraries, line_of(commit), into.parent / LIBRARIES)
    except (GitFails, OSError) as problem:
        raise Misuse(f"the revision `{revision}` can't be read: {problem}") from None


F = TypeVar("F", bound=Callable[..., Any])
_GIT = "git:"


class Against:
    """The version to compare with, as the command line names it: another ruleset or a revision (`named`, empty for the
    same ruleset), files, settings."""

    def __init__(self, named: str, files: tuple[Path, ...], settings: Mapping[str, str]) -> None:
        self.named = named
        self.files = files
        self.settings = settings

    def __bool__(self) -> bool:
        """Whether anything is to be compared."""
        return bool(self.named or self.files or self.settings)

    @property
    def words(self) -> str:
        """What people call the version."""
        parts = [*([self.named] if self.named else []), *(path.name for path in self.files)]
        return ", ".join([*parts, *(f"{key}={value}" for key, value in self.settings.items())])

    @property
    def options(self) -> list[str]:
        """The options again, for a command line."""
        return [
            *([f"--against {shlex.quote(self.named)}"] if self.named else []),
            *(f"--against-with {shlex.quote(str(path))}" for path in self.files),
            *(f"--against-setting {shlex.quote(f'{key}={value}')}" for key, value in self.settings.items()),
        ]

    @contextmanager
    def opened(self, ruleset_name: str, outside: OutsidePaths) -> Iterator[Ruleset]:
        """The other version of a ruleset, for the length of a `with`. If it has errors, prints them and exits. Raises
        Misuse."""
        with TemporaryDirectory(prefix="artrules-") as temporary:
            name = self.named or ruleset_name
            if name.startswith(_GIT):
                folder = find_location(ruleset_name, outside.find()).folder.resolve()
                name = str(Path(temporary) / "revision" / folder.name)
                extract(folder, self.named.removeprefix(_GIT), Path(name))
            if self.files:
                name, outside = self._with_files(name, outside, Path(temporary))
            yield open_ruleset(name, outside)

    def _with_files(self, name: str, outside: OutsidePaths, temporary: Path) -> tuple[str, OutsidePaths]:
        """The ruleset and what comes from outside, where files replace those that declare the same set, overlay or
        library."""
        from artrules.model.catalogue.locations import LIBRARIES, declared_as

        declared = {declared_as(path) for path in self.files} - {""}

        def stays(path: Path) -> bool:
            return not path.is_file() or declared_as(path) not in declared

        folder = find_location(name, outside.find()).folder
        replaced = [path for path in sorted(folder.rglob("*.yaml")) if declared_as(path) in declared]
        if replaced:
            copy = temporary / "replaced" / folder.resolve().name
            hidden = shutil.ignore_patterns(".*")
            shutil.copytree(folder, copy, symlinks=True, ignore=hidden, copy_function=_copy_plain)
            libraries = folder.resolve().parent / LIBRARIES
            if libraries.is_dir():
                shutil.copytree(
                    libraries, copy.parent / LIBRARIES, symlinks=True, ignore=hidden, copy_function=_copy_plain
                )
            for path in replaced:
                (copy / path.relative_to(folder)).unlink()
            name = str(copy)
        configured, named = filter(stays, outside.configured), filter(stays, outside.named)
        return name, OutsidePaths(tuple(configured), (*named, *self.files))


def _copy_plain(source: str, target: str) -> None:
    """Copy an ordinary file; pass anything else over, such as a pipe."""
    if Path(source).is_file():
        shutil.copyfile(source, target)


def against_options(function: F) -> F:
    """Add `--against`, `--against-with` and `--against-setting` to a command, whose parameter `against` then gets an
    Against."""

    @wraps(function)
    def with_against(
        *arguments: Any,
        against: str | None,
        against_with: tuple[str, ...],
        against_settings: dict[str, str],
        **rest: Any,
    ) -> Any:
        files = tuple(map(Path, against_with))
        check_count(files, "--against-with")
        for path in files:
            if not exists(path):
                raise Misuse(f"--against-with: there is no file or folder `{path}`")
            check_not_root(path, "--against-with")
        if against is not None and not against.strip():
            raise Misuse("--against needs a name, a folder or git:REVISION")
        return function(*arguments, against=Against(against or "", files, against_settings), **rest)

    decorated: Callable[..., Any] = with_against
    for option in (
        click.option(
            "--against-setting",
            "against_settings",
            metavar="KEY=VALUE",
            multiple=True,
            callback=as_settings,
            help="Compare with games with another setting; may be given several times.",
        ),
        click.option(
            "--against-with",
            metavar="FILE|FOLDER",
            multiple=True,
            help="Compare with the version that has this set or overlay, in place of one of the same name if there is "
            "one; may be given several times.",
        ),
        click.option(
            "--against",
            metavar="OTHER",
            help="Compare with another version in the same deals: a ruleset's name or folder, or git:REVISION.",
        ),
    ):
        decorated = option(decorated)
    return cast(F, decorated)
