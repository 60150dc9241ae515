"""Reads rulesets again and again, as an editor or `check --watch` does, and does only what a change asks for.

    workspace = Workspace()
    content = workspace.read(folder)      # as `read_content`
    ...                                   # somebody edits a file
    content = workspace.read(folder)      # the same report as a fresh reading, in a fraction of its time

What is kept: the tree of a file and what is wrong with its shape, by its text; a model and its checks, while nothing
that it is made of has changed.
"""

from pathlib import Path

from artrules.model.catalogue.locations import OutsideContent
from artrules.play.content import Content
from artrules.play.pipeline import read_content
from artrules.text.diagnostics.earlier import EarlierSteps


class Workspace:
    """What earlier readings of some rulesets gave. It holds memory for one reading of each."""

    def __init__(self) -> None:
        self._earlier: dict[tuple[Path, str | None], EarlierSteps] = {}

    def read(
        self, folder: Path, shown_as: str | None = None, scenarios: bool = True, extra: OutsideContent | None = None
    ) -> Content:
        """The content of a ruleset, with the report that `read_content` would give now."""
        earlier = self._earlier.setdefault((folder, shown_as), EarlierSteps())
        return read_content(folder, shown_as, scenarios, extra, earlier)
