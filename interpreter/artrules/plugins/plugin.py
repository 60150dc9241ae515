"""One active plugin."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import ModuleType


@dataclass(frozen=True, slots=True)
class Plugin:
    """A module or an object whose functions implement hooks."""

    name: str
    """The name of its entry point, or of its module where `-p` names one without an entry point."""
    version: str
    """The version of its package; empty where it is in none."""
    package: str
    """The name of its package, as for `pip install`; empty where it is in none."""
    implementation: ModuleType | object = field(repr=False, compare=False)

    @property
    def label(self) -> str:
        """Its name in a sentence: `the plugin chronicle`."""
        return f"the plugin {self.name}"
