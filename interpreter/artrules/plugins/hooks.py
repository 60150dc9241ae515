"""The old home of what is in `artrules.hookspecs` now, kept for plugins that import it from here."""

from __future__ import annotations

from artrules.hookspecs import GROUP, HOOKS_VERSION, hook

__all__ = ["GROUP", "HOOKS_VERSION", "hook"]
