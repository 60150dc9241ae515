"""The kinds of file and what each holds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from artrules.content.documents import Overlay, Part, PowerSet, Ruleset
from artrules.content.scenarios import Scenarios
from artrules.content.section import Section

FILES: Final[Mapping[str, type[Section]]] = {
    "ruleset": Ruleset,
    "part_of": Part,
    "set": PowerSet,
    "overlay": Overlay,
    "scenarios": Scenarios,
}
"""The section that is the whole of a file, by the file's first key."""
