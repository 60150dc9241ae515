"""Reads rulesets again and again, as an editor or `check --watch` does, and does only what a change asks for.

    workspace = Workspace()
    content = workspace.read(folder)      # as `read_content`
    ...                                   # somebody edits a file
    content = workspace.read(folder)      # the same report as a fresh reading, in a fraction of its time
    content = workspace.read(folder, texts={folder / "ruleset.yaml": "…"})  # as if that were saved

What is kept: the tree of a file and what is wrong with its shape, by its text; a model and its checks, while nothing
that it is made of has changed.
"""

from collections.abc import Mapping
from pathlib import Path

from artrules.model.catalogue.locations import OutsideContent
from artrules.play.pipeline import Content, read_content
from artrules.text.diagnostics.earlier import EarlierSteps
from artrules.text.source.bounded_file import read_in_place, real_path

_NO_TEXTS: Mapping[Path, str] = {}


class Workspace:
    """What earlier readings of some rulesets gave. It holds memory for one reading of each."""

    def __init__(self) -> None:
        self._earlier: dict[tuple[Path, str | None], EarlierSteps] = {}

    def read(
        self,
        folder: Path,
        shown_as: str | None = None,
        scenarios: bool = True,
        extra: OutsideContent | None = None,
        texts: Mapping[Path, str] = _NO_TEXTS,
    ) -> Content:
        """The content of a ruleset, with the report that `read_content` would give if `texts` were saved.

        These are texts of files that somebody is editing, by their paths, for whatever files a reading opens. Where no
        file lies at a path, it is as if there were one.
        """
        earlier = self._earlier.setdefault((folder, shown_as), EarlierSteps())
        # A text that isn't Unicode is refused with a diagnostic, as a file is.
        unsaved = {real_path(path): text.encode(errors="surrogatepass") for path, text in texts.items()}
        with read_in_place(unsaved):
            return read_content(folder, shown_as, scenarios, extra, earlier)
