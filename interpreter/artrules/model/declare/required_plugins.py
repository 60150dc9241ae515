"""The plugins that a ruleset says it needs: `plugins: {house_rules: "artrules-house-rules>=1.0"}`.

The key is the plugin's name, the value says in the words of `pip` which package brings it and which versions will do.
The sets and overlays of such a plugin are part of the game, as if somebody had named them from outside.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from collections.abc import Mapping as MappingOf
from typing import TYPE_CHECKING

from artrules.model.catalogue.locations import PluginFiles
from artrules.text.content.documents import RulesetHead
from artrules.text.content.section import read
from artrules.text.diagnostics import kinds
from artrules.text.diagnostics.report import Report
from artrules.text.diagnostics.suggest import closest
from artrules.text.source.node import Mapping, Scalar

if TYPE_CHECKING:
    from packaging.requirements import Requirement


def required_plugins(
    main: Mapping, find_plugins: Callable[[], MappingOf[str, PluginFiles]], report: Report
) -> Iterator[tuple[str, PluginFiles]]:
    """The required plugins that are active, each with its name; the others are reported.

    `main` is the document of the ruleset. `find_plugins` gives all active plugins by name; it is called only where the
    ruleset requires some, because it loads them. Raises what that raises (PluginProblem).
    """
    required = read(RulesetHead, main).plugins
    if not required:
        return
    provided = find_plugins()
    for key, value in required:
        if value is not None and (requirement := _requirement(value, report)) is not None:
            name = key.text
            there = provided.get(name)
            if there is None:
                _missing(key, requirement, list(provided), report)
            elif there.version and not requirement.specifier.contains(there.version, prereleases=True):
                _other_version(key, requirement, there.version, report)
            else:
                yield name, there


def _requirement(value: Scalar, report: Report) -> Requirement | None:
    from packaging.requirements import InvalidRequirement, Requirement

    try:
        requirement = Requirement(value.text)
    except InvalidRequirement:
        requirement = None
    if requirement is None or requirement.url or requirement.extras or requirement.marker:
        report.add(
            kinds.BAD_REQUIREMENT,
            f"`{value.text}` doesn't say which package brings the plugin, and which versions will do",
            value.span,
            expected="a package and versions, such as `artrules-chronicle>=1.0`",
            found=f"`{value.text}`",
        )
        return None
    return requirement


def _missing(key: Scalar, requirement: Requirement, active: list[str], report: Report) -> None:
    report.add(
        kinds.PLUGIN_MISSING,
        f'the plugin `{key.text}` is not there; this installs it: pip install "{requirement}"',
        key.span,
        expected=f"the plugin `{key.text}`, active",
        found=f"active plugins: {', '.join(sorted(active))}" if active else "no active plugin",
        suggestions=closest(key.text, active),
    )


def _other_version(key: Scalar, requirement: Requirement, version: str, report: Report) -> None:
    report.add(
        kinds.PLUGIN_MISSING,
        f'the plugin `{key.text}` is there in another version; this installs one: pip install "{requirement}"',
        key.span,
        expected=f"version {requirement.specifier}",
        found=f"version {version}",
    )
