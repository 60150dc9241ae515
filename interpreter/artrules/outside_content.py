"""What somebody gives from outside, made ready for opening a game: files, rulesets, and the games these may be for.

A game is found by name among the shipped rulesets, those that were given and those of plugins, in this order; a shipped
name always means the shipped one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from artrules.declare.extra import MAIN, Extra, Games, Provided, declared_name, gather, shown
from artrules.diagnostics.diagnostic import Diagnostic
from artrules.diagnostics.kinds import names as kinds
from artrules.diagnostics.span import Span
from artrules.plugins.active import active
from artrules.plugins.folders import content_of_plugins, plugin_rulesets
from artrules.shipped import shipped_folder, shipped_rulesets


def take_given(paths: Iterable[str | Path]) -> Extra:
    """Files and folders from outside. What is wrong with them is told when a game is opened with them."""
    extra = gather(Path(path) for path in paths)
    shipped = shipped_rulesets()
    clashes = [_clash(name, folder) for name, folder in extra.rulesets.items() if name in shipped]

    def games() -> Games:
        found: dict[str, tuple[Path, str]] = {name: (shipped_folder() / name, f"rulesets/{name}") for name in shipped}
        for folder in (*extra.rulesets.values(), *plugin_rulesets().values()):
            name = declared_name(folder)
            if name:
                found.setdefault(name, (folder, shown(folder)))
        return found

    known: list[Games] = []  # plugins are asked once, and only if there is a file of which it must be known

    def games_once() -> Games:
        if not known:
            known.append(games())
        return known[0]

    return replace(extra, problems=(*extra.problems, *clashes), games=games_once, plugins=_provided)


def _provided() -> dict[str, Provided]:
    content = content_of_plugins()
    return {
        plugin.name: Provided(plugin.version, content[plugin.name].files if plugin.name in content else ())
        for plugin in active()
    }


def _clash(name: str, folder: Path) -> Diagnostic:
    message = f"there is a shipped ruleset `{name}` already: this one can't be found by its folder's name"
    place = Span(f"{shown(folder)}/{MAIN}", 1, 1, 1, 1)
    return Diagnostic(kinds.NAME_TWICE, message, place, "a folder of another name", f"`{name}`", (), ())
