"""Lists what the active plugins contribute: games, sets, functions, bots, reports, exporters, checks,
commands, listeners."""

from collections.abc import Collection
from typing import Any

from artrules.lab.bots.registry import BOTS
from artrules.play.content_search import plugin_content
from artrules.play.plugins.added_functions import added_functions
from artrules.play.plugins.ask import contributions_by_name
from artrules.play.plugins.commands import plugin_commands
from artrules.play.plugins.registry import active
from artrules.play.plugins.run_checks import all_checks

_FORMATS = ("text", "json")


def plugin_inventory(own_commands: Collection[str]) -> list[dict[str, Any]]:
    """The active plugins, sorted by name, as plain data: `name`, `version`, `package`, and `adds`.

    `adds` maps a kind of contribution (`games`, `bots`, …) to names. `own_commands` are the engine's own commands,
    which plugins can't replace. Raises PluginProblem, also when two plugins contribute the same name.
    """
    adds: dict[str, dict[str, list[str]]] = {plugin.name: {} for plugin in active()}

    def add(plugin: str, what: str, name: str) -> None:
        adds[plugin].setdefault(what, []).append(name)

    for plugin, content in plugin_content().items():
        for name in content.rulesets:
            add(plugin, "games", name)
        for file in content.files:
            add(plugin, "sets and overlays", file.path.stem)
    by_name: tuple[tuple[str, str, Collection[str]], ...] = (
        ("bot", "artrules_bots", BOTS),
        ("report", "artrules_reporters", _FORMATS),
        ("exporter", "artrules_exporters", _FORMATS),
    )
    for what, hook, own in by_name:
        for name, added in contributions_by_name(hook, own, what).items():
            add(added.plugin.name, f"{what}s", name)
    for check in all_checks():
        add(check.plugin.name, "checks", f"{check.kind.name} {check.kind.slug}")
    for plugin, functions in added_functions().items():
        for function in functions:
            add(plugin, "ways to draw" if function.draws else "functions", function.name)
    for name, command in plugin_commands(own_commands).items():
        add(command.plugin.name, "commands", name)
    for plugin_, _ in active().implementing("artrules_game_begins"):
        add(plugin_.name, "listens to", "games")
    return [
        {"name": plugin.name, "version": plugin.version, "package": plugin.package, "adds": adds[plugin.name]}
        for plugin in active()
    ]
