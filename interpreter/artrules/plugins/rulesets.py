"""Finds rulesets by name: shipped ones, then those that are given from outside, then those in plugins' folders.

A shipped name always means the shipped one.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from artrules.plugins.registry import results
from artrules.shipped import ruleset_folder, shipped_rulesets


def plugin_rulesets() -> dict[str, Path]:
    """Rulesets in plugins' folders by name; of two with one name, that of the plugin whose name comes first."""
    found: dict[str, Path] = {}
    for _, folders in results("artrules_ruleset_folders"):
        for folder in folders:
            for main in sorted(Path(folder).glob("*/ruleset.yaml")):
                found.setdefault(main.parent.name, main.parent)
    return found


def ruleset_names(given: Mapping[str, Path] | None = None) -> list[str]:
    """The names of all rulesets that can be found by name, with those that are given from outside."""
    return sorted({*shipped_rulesets(), *(given or {}), *plugin_rulesets()})


def find_ruleset(name_or_path: str, given: Mapping[str, Path] | None = None) -> tuple[Path, str]:
    """The folder of a ruleset and how to call it in diagnostics. Raises ContentError when there is none."""
    if name_or_path not in {*shipped_rulesets(), *(given or {})}:
        folder = plugin_rulesets().get(name_or_path)
        if folder is not None:
            return folder, str(folder)
    return ruleset_folder(name_or_path, given)
