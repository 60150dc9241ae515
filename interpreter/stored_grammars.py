"""A step of the package's build: stores the grammars' tables in it, so that no start has to build them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

HERE = Path(__file__).parent


class StoredGrammars(BuildHookInterface[Any]):
    """Runs for wheels, those of editable installations included."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write the tables beside the grammars, and have them taken along."""
        if self.target_name == "wheel":
            command = [sys.executable, "-c", "from artrules.text.syntax.grammars import store; store()"]
            subprocess.run(command, cwd=HERE, check=True)
            for name in ("grammars", "automata"):
                build_data["artifacts"].append(f"interpreter/artrules/text/syntax/{name}.pickle")
