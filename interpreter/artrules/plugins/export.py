"""The type of an exporter, which a plugin contributes."""

from __future__ import annotations

from collections.abc import Callable

from artrules.plugins.content import RulesetContent

Exporter = Callable[[RulesetContent], str | bytes]
"""Makes the content of a file from a ruleset."""
