"""The content that plugins bring: games, and sets and overlays for games."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from artrules.declare.extra import Extra, ExtraFile, gather
from artrules.plugins.ask import ask, wrong_type
from artrules.plugins.plugin import Plugin
from artrules.plugins.problem import PluginProblem

HOOK = "artrules_ruleset_folders"


@dataclass(frozen=True, slots=True)
class PluginContent:
    """What one plugin brings: games by name, and the other files."""

    plugin: Plugin
    rulesets: Mapping[str, Path]
    files: tuple[ExtraFile, ...]


def content_of_plugins() -> dict[str, PluginContent]:
    """What each plugin brings, by the plugins' names. Raises PluginProblem for what is no folder, can't be read, or
    is a game whose name another plugin has too."""
    found: dict[str, PluginContent] = {}
    owners: dict[str, Plugin] = {}
    for plugin, folders in ask(HOOK):
        extra = _gathered(plugin, folders)
        for name in extra.rulesets:
            if name in owners:
                raise PluginProblem(
                    f"{plugin.named} brings a ruleset `{name}`, but {owners[name].named} has one already"
                )
            owners[name] = plugin
        found[plugin.name] = PluginContent(plugin, extra.rulesets, extra.files)
    return found


def plugin_rulesets() -> dict[str, Path]:
    """The games that plugins bring, by name. Raises PluginProblem."""
    return {name: folder for content in content_of_plugins().values() for name, folder in content.rulesets.items()}


def _gathered(plugin: Plugin, folders: object) -> Extra:
    if isinstance(folders, (str, Path)) or not isinstance(folders, Iterable):
        raise wrong_type(plugin, HOOK, "a list of folders", folders)
    paths: list[Path] = []
    for folder in folders:
        if not isinstance(folder, (str, Path)) or not Path(folder).is_dir():
            raise wrong_type(plugin, HOOK, "folders that are there", folder)
        paths.append(Path(folder))
    extra = gather(paths)
    if extra.problems:
        raise PluginProblem(f"{plugin.named} brings content that can't be read: {extra.problems[0].message}")
    return extra
