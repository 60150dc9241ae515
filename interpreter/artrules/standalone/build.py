"""Makes the file of a game for hosts that aren't written in Python."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from artrules.game.learning import Learned
from artrules.ir.to_json import data_of
from artrules.lower.program import Program
from artrules.position.digest import digest_key
from artrules.standalone.describe import describe_module
from artrules.webassembly.binary import custom_section
from artrules.webassembly.module import build_module

SECTION = "artrules"
"""The name of the custom section that holds the description."""


class NeedsPlugins(ValueError):
    """A game calls functions of plugins, which are there only where Python runs. The text says which."""


def refuse_plugins(program: Program) -> None:
    """Raises NeedsPlugins where a program calls functions of plugins."""
    if program.foreign_functions:
        brought = program.model.plugin_functions.values()
        names = ", ".join(sorted({f"the plugin {function.plugin}" for function in brought}))
        raise NeedsPlugins(
            f"{program.model.title} can't be a module of its own: it calls functions of {names}, which are Python code"
        )


def build_standalone(
    program: Program, content: str, settings: Mapping[str, Any], learned: Learned | None = None
) -> bytes:
    """The WebAssembly module of a program, with its description as JSON (`describe.py`). With `learned`, what is
    learned of its games, bots can think in it. Raises NeedsPlugins."""
    refuse_plugins(program)
    keyed = replace(program, tables={**program.tables, "digest_key": list(digest_key(content))})
    module = build_module(keyed)
    description = describe_module(keyed, module, content, settings, learned)
    text = json.dumps(data_of(description), ensure_ascii=False, separators=(",", ":"))
    return module.code + custom_section(SECTION, text.encode())
