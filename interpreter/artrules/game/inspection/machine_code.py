"""The machine code of a ruleset's declarations, as text (docs/machine.md)."""

from __future__ import annotations

from artrules.game.runtime import Runtime
from artrules.machine_code.printer import print_function


def print_machine_code(runtime: Runtime, name: str) -> list[str]:
    """The text of each machine function that has code of a declaration, in games of a configuration.

    `name` is its full name, such as `procedure draw`. The list is empty where it has no code of its own: it isn't in
    play, nothing uses it, or its code stands in what uses it.
    """
    return [print_function(function) for function in runtime.program.functions if function.of == name]
