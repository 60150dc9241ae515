"""Finds rulesets by name: shipped ones, then those that are given from outside, then those of plugins.

A shipped name always means the shipped one.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from artrules.plugins.folders import plugin_rulesets
from artrules.shipped import ruleset_folder, shipped_rulesets


def ruleset_names(given: Mapping[str, Path] | None = None) -> list[str]:
    """The names of all rulesets that can be found by name, with those that are given from outside. Raises
    PluginProblem."""
    return sorted({*shipped_rulesets(), *(given or {}), *plugin_rulesets()})


def find_ruleset(name_or_path: str, given: Mapping[str, Path] | None = None) -> tuple[Path, str]:
    """The folder of a ruleset and how to call it in diagnostics. Raises ContentError when there is none, and
    PluginProblem."""
    if name_or_path not in {*shipped_rulesets(), *(given or {})}:
        folder = plugin_rulesets().get(name_or_path)
        if folder is not None:
            return folder, str(folder)
    return ruleset_folder(name_or_path, given)
