"""Finds rulesets by name or path, and what is named from outside.

A name means the shipped ruleset of that name; else one that is named from outside; else one in a plugin's folder. On
the command line a folder of that name comes first (`folder_here`).
"""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from artrules.model.catalogue.locations import (
    MAIN,
    ContentFile,
    KnownRulesets,
    Location,
    OutsideContent,
    PluginFiles,
    declared_name,
    shipped_folder,
    shipped_libraries,
    shipped_rulesets,
)
from artrules.model.catalogue.scan import is_library, library_location, scan, shown_library, shown_path
from artrules.play.plugins.ask import ask, wrong_type
from artrules.play.plugins.registry import Plugin, PluginProblem, active
from artrules.text.diagnostics import kinds
from artrules.text.diagnostics.diagnostic import Diagnostic, Span
from artrules.text.diagnostics.render import ContentError
from artrules.text.diagnostics.suggest import closest
from artrules.text.source.bounded_file import real_path

# The content in the folders of plugins: rulesets, and sets and overlays for rulesets.

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
    contents: dict[str, PluginContent] = {}
    owners: dict[str, Plugin] = {}
    for plugin, folders in ask(HOOK):
        content = _scan_folders(plugin, folders)
        for name in content.rulesets:
            if name in owners:
                raise PluginProblem(
                    f"{plugin.label} brings a ruleset `{name}`, but {owners[name].label} has one already"
                )
            owners[name] = plugin
        contents[plugin.name] = PluginContent(plugin, content.rulesets, content.files)
    return contents


def plugin_rulesets() -> dict[str, Path]:
    """The rulesets in the folders of all plugins, by name. Raises PluginProblem."""
    return {name: folder for content in plugin_content().values() for name, folder in content.rulesets.items()}


def plugin_files() -> dict[str, PluginFiles]:
    """The version, the files and the functions of every active plugin, those without any too. Raises PluginProblem."""
    from artrules.play.plugins.added_functions import added_functions  # it reads code, which finding content does not

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


_NONE: Mapping[str, Path] = {}


def ruleset_names(outside: Mapping[str, Path] = _NONE) -> list[str]:
    """The names by which rulesets can be found, sorted; `outside` are folders of further ones. Raises PluginProblem."""
    return sorted({*shipped_rulesets(), *outside, *plugin_rulesets()})


def find_ruleset(
    name_or_path: str | Path, outside: Mapping[str, Path] = _NONE, *, with_plugins: bool = True
) -> Location:
    """The location of a ruleset, given by its name, its folder, or a file in its folder.

    `outside` are the folders of rulesets from outside, by name. Raises ContentError when there is no such ruleset, and
    PluginProblem when a plugin's folders must be searched and can't be.
    """
    if not isinstance(name_or_path, str | Path):
        raise ValueError(f"a ruleset is named by a text or a path, not by {name_or_path!r}")
    shipped = shipped_rulesets()
    if isinstance(name_or_path, str):
        if name_or_path in shipped:
            return _shipped(name_or_path)
        if name_or_path in outside:
            return Location(outside[name_or_path], str(outside[name_or_path]))
        folder = plugin_rulesets().get(name_or_path) if with_plugins else None
        if folder is not None:
            return Location(folder, str(folder))
    path = Path(name_or_path)
    # A text that can't be a path at all (too long, or with a zero in it) names no ruleset.
    with suppress(OSError, ValueError):
        for folder in [path, *path.parents]:
            if (folder / MAIN).is_file() and path.exists():
                return Location(folder, str(folder))
    if library_called(name_or_path) is not None:
        raise ContentError([_is_library(str(name_or_path))])
    raise ContentError([_no_ruleset(str(name_or_path), sorted({*shipped, *outside}))])


def library_called(name_or_path: str | Path) -> Location | None:
    """Where a library lies that is given by the name of a shipped one, or by its file or folder; None for all else."""
    path = Path(name_or_path)
    with suppress(OSError, ValueError):
        if is_library(path):
            return Location(path, shown_library(path))
    return library_location(str(name_or_path), [shipped_libraries()])


def folder_here(name: str) -> Path | None:
    """The folder in the current one that holds a ruleset and has the name of a shipped one; None where there is none,
    and where it is the shipped one itself."""
    here = Path(name)
    if name not in shipped_rulesets() or not (here / MAIN).is_file():
        return None
    return None if real_path(here) == real_path(shipped_folder() / name) else here


def find_outside(paths: Iterable[str | Path]) -> OutsideContent:
    """The content under some paths, resolved against all rulesets that are known.

    What is wrong with it becomes one of the `problems`, which are reported when a ruleset is read with this content.
    Raises ValueError for a single path.
    """
    if isinstance(paths, str | Path):
        raise ValueError(f"paths from outside are a list of paths, such as [{str(paths)!r}]")
    content = scan(Path(path) for path in paths)
    shipped = shipped_rulesets()
    clashes = [_name_clash(name, folder) for name, folder in content.rulesets.items() if name in shipped]

    @cache  # plugins are asked once, and only if there is a file whose game must be looked up
    def known() -> KnownRulesets:
        locations = {name: _shipped(name) for name in shipped}
        for folder in (*content.rulesets.values(), *plugin_rulesets().values()):
            name = declared_name(folder)
            if name:
                locations.setdefault(name, Location(folder, shown_path(folder)))
        return locations

    return replace(content, problems=(*content.problems, *clashes), known=known, plugins=plugin_files)


def _shipped(name: str) -> Location:
    return Location(shipped_folder() / name, f"rulesets/{name}")


def _no_ruleset(text: str, names: list[str]) -> Diagnostic:
    message = (
        f"there is no ruleset `{text}`: no shipped one has this name, and no folder of this name holds a ruleset.yaml"
    )
    suggestions = tuple(closest(text, names))
    return Diagnostic(kinds.NO_RULESET, message, None, f"one of {', '.join(names)}", f"`{text}`", suggestions, ())


def _is_library(text: str) -> Diagnostic:
    message = f"`{text}` is a library: rules that games use, and no game by itself"
    return Diagnostic(kinds.NO_RULESET, message, None, "a game that uses it", f"`{text}`", (), ())


def _name_clash(name: str, folder: Path) -> Diagnostic:
    message = f"there is a shipped ruleset `{name}` already: this one can't be found by its folder's name"
    place = Span(f"{shown_path(folder)}/{MAIN}", 1, 1, 1, 1)
    return Diagnostic(kinds.NAME_TWICE, message, place, "a folder of another name", f"`{name}`", (), ())
