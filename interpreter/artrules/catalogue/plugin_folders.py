"""The content in the folders of plugins: rulesets, and sets and overlays for rulesets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from artrules.catalogue.locations import ContentFile, OutsideContent, PluginFiles
from artrules.catalogue.scan import scan
from artrules.plugins.ask import ask, wrong_type
from artrules.plugins.plugin import Plugin
from artrules.plugins.problem import PluginProblem
from artrules.plugins.registry import active

HOOK = "artrules_ruleset_folders"


@dataclass(frozen=True, slots=True)
class PluginContent:
    """What the folders of one plugin hold: rulesets by the names of their folders, and the other files."""

    plugin: Plugin
    rulesets: Mapping[str, Path]
    files: tuple[ContentFile, ...]


def plugin_content() -> dict[str, PluginContent]:
    """What the folders of each plugin hold, by the plugin's name; plugins without folders are not in it.

    Raises PluginProblem for what is no folder, what can't be read, and a ruleset whose name another plugin has too.
    """
    found: dict[str, PluginContent] = {}
    owners: dict[str, Plugin] = {}
    for plugin, folders in ask(HOOK):
        content = _scan_folders(plugin, folders)
        for name in content.rulesets:
            if name in owners:
                raise PluginProblem(
                    f"{plugin.label} brings a ruleset `{name}`, but {owners[name].label} has one already"
                )
            owners[name] = plugin
        found[plugin.name] = PluginContent(plugin, content.rulesets, content.files)
    return found


def plugin_rulesets() -> dict[str, Path]:
    """The rulesets in the folders of all plugins, by name. Raises PluginProblem."""
    return {name: folder for content in plugin_content().values() for name, folder in content.rulesets.items()}


def plugin_files() -> dict[str, PluginFiles]:
    """The version, the files and the functions of every active plugin, those without any too. Raises PluginProblem."""
    from artrules.plugins.added_functions import added_functions  # it reads code, which finding content does not

    content, functions = plugin_content(), added_functions()
    return {
        plugin.name: PluginFiles(
            plugin.version,
            content[plugin.name].files if plugin.name in content else (),
            functions.get(plugin.name, ()),
        )
        for plugin in active()
    }


def _scan_folders(plugin: Plugin, folders: object) -> OutsideContent:
    if isinstance(folders, (str, Path)) or not isinstance(folders, Iterable):
        raise wrong_type(plugin, HOOK, "a list of folders", folders)
    paths: list[Path] = []
    for folder in folders:
        if not isinstance(folder, (str, Path)) or not Path(folder).is_dir():
            raise wrong_type(plugin, HOOK, "folders that are there", folder)
        paths.append(Path(folder))
    content = scan(paths)
    if content.problems:
        raise PluginProblem(f"{plugin.label} brings content that can't be read: {content.problems[0].message}")
    return content
