"""One plugin that is active, as others may see it."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import ModuleType


@dataclass(frozen=True, slots=True)
class Plugin:
    """A module or an object whose functions implement hooks."""

    name: str
    """The name of its entry point; of one that `-p` named without an entry point, the module's."""
    version: str
    """The version of the package that brings it; empty where no package does."""
    package: str
    """That package, as `pip install` would name it; empty where there is none."""
    implementation: ModuleType | object = field(repr=False, compare=False)

    @property
    def named(self) -> str:
        """What it is called in a sentence."""
        return f"the plugin {self.name}"

    @property
    def called(self) -> str:
        """The name, with the version where there is one: `chronicle 1.0`."""
        return f"{self.name} {self.version}".rstrip()
