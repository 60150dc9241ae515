"""Declares the functions and ways to draw that the plugins of a ruleset bring. They are named before all others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from artrules.content.section import Named
from artrules.declare.declarator import Declarator
from artrules.ir.declarations import PluginFunction
from artrules.source.node import Scalar

PluginFunctions = Mapping[str, Sequence[PluginFunction]]
"""By name of a plugin: what it brings."""


def declare_plugin_functions(d: Declarator, plugins: Named[Scalar | None], brought: PluginFunctions) -> None:
    """What the plugins under `plugins` bring, with the place where the ruleset names its plugin."""
    for key, _ in plugins:
        d.symbols.lacks_plugins |= key.text not in brought
        for function in brought.get(key.text, ()):
            if d.reserve_name(key, None, function.name):
                parameters = [replace(parameter, at=key.span) for parameter in function.parameters]
                declared = replace(function, at=key.span, parameters=parameters)
                d.symbols.plugin_functions[function.name] = declared
