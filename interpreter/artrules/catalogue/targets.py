"""For which rulesets some files from outside are: a set, an overlay or a file of scenarios names its game itself."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import NamedTuple

from artrules.catalogue.folder import MOST_ENTRIES, MOST_FILES, is_hidden, why_not_plain
from artrules.catalogue.head import holds_scenarios, target_ruleset, target_ruleset_of_file
from artrules.catalogue.locations import ContentFile, Location, OutsideContent
from artrules.catalogue.scan import shown_path
from artrules.source.bounded_file import read_regular_file, real_path
from artrules.source.decode import LARGEST_FILE


class FilesOfRuleset(NamedTuple):
    """Files from outside that are for one ruleset."""

    name: str
    location: Location
    files: list[ContentFile]


def group_by_ruleset(
    files: Iterable[ContentFile], outside: OutsideContent
) -> tuple[list[FilesOfRuleset], list[ContentFile]]:
    """Files by the known ruleset that they are for, and those that are for none. Raises PluginProblem."""
    groups: dict[str, FilesOfRuleset] = {}
    strays: list[ContentFile] = []
    for file in files:
        owner = target_ruleset_of_file(file.path)
        location = outside.known().get(owner)
        if location is None:
            strays.append(file)
        else:
            groups.setdefault(owner, FilesOfRuleset(owner, location, [])).files.append(file)
    return list(groups.values()), strays


def distinct_files(files: Iterable[ContentFile], without: Iterable[ContentFile]) -> tuple[ContentFile, ...]:
    """Each of some files once, whatever links lead to it, and none of those in `without`."""
    left_out = {real_path(file.path) for file in without}
    return tuple({real: file for file in files if (real := real_path(file.path)) not in left_out}.values())


def scenarios_beside(group: FilesOfRuleset) -> list[ContentFile]:
    """The files of scenarios for a ruleset that lie in the same folder as one of its files from outside."""
    found = []
    for folder in dict.fromkeys(file.path.parent for file in group.files):
        home = real_path(folder)
        for path in sorted(islice(folder.glob("*.yaml"), MOST_ENTRIES))[:MOST_FILES]:
            if not is_hidden(path.name) and why_not_plain(path, home) is None:
                try:
                    content = read_regular_file(path, LARGEST_FILE)
                except OSError:
                    continue
                if holds_scenarios(content) and target_ruleset(content) == group.name:
                    found.append(ContentFile(path, shown_path(path)))
    return found
