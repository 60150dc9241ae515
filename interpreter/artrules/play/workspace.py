"""Reads rulesets again and again, as an editor or `check --watch` does, and does only what a change asks for.

    workspace = Workspace()
    content = workspace.read(folder)      # as `read_content`
    ...                                   # somebody edits a file
    content = workspace.read(folder)      # the same report as a fresh reading, in a fraction of its time
    content = workspace.read(folder, texts={folder / "ruleset.yaml": "…"})  # as if that were saved
    for stage in workspace.stages(folder):  # the same in parts, what can be known soon first
        stage.content.report

What is kept: the tree of a file and what is wrong with its shape, by its text; a model and its checks, while nothing
that it is made of has changed.
"""

from collections.abc import Generator, Mapping
from contextlib import closing
from pathlib import Path

from artrules.model.catalogue.locations import OutsideContent
from artrules.play.content import Content
from artrules.play.pipeline import Stage, read_in_stages
from artrules.text.diagnostics.earlier import EarlierSteps
from artrules.text.garbage import no_search_for_garbage
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
        *_, last = self.stages(folder, shown_as, scenarios, extra, texts)
        return last.content

    def stages(
        self,
        folder: Path,
        shown_as: str | None = None,
        scenarios: bool = True,
        extra: OutsideContent | None = None,
        texts: Mapping[Path, str] = _NO_TEXTS,
    ) -> Generator[Stage, None, None]:
        """The same in stages: soon the mistakes in names and types of the game itself, in the end the whole report.

        Close the iterator when somebody has typed on: it does nothing between its stages, and what it has done serves
        the next reading.
        """
        earlier = self._earlier.setdefault((folder, shown_as), EarlierSteps())
        # A text that isn't Unicode is refused with a diagnostic, as a file is.
        unsaved = {real_path(path): text.encode(errors="surrogatepass") for path, text in texts.items()}
        with closing(read_in_stages(folder, shown_as, scenarios, extra, earlier)) as stages:
            while True:
                with read_in_place(unsaved), no_search_for_garbage():
                    stage = next(stages, None)
                if stage is None:
                    return
                yield stage
