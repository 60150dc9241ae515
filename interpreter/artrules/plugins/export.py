"""Exports of rulesets: what a plugin says to add one."""

from __future__ import annotations

from collections.abc import Callable

from artrules.plugins.content import RulesetContent

Exporter = Callable[[RulesetContent], str | bytes]
"""Makes a file's content of a ruleset."""
