"""Where `hook` was to be had before `artrules.hookspecs`; plugins that import it from here go on working."""

from __future__ import annotations

from artrules.hookspecs import GROUP, HOOKS_VERSION, hook

__all__ = ["GROUP", "HOOKS_VERSION", "hook"]
