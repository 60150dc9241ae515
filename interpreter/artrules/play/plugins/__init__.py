"""Plugins: what they may contribute to the engine, and calling them.

In come modules that packages name in the entry-point group `artrules`; `hookspecs.py`, beside this folder, has the
hooks. Out goes what their hooks return, verified, in order of the plugins' names, or a PluginProblem that names the
plugin.

Start with `registry.py` (which plugins are active) and `ask.py` (calling a hook). `check.py`, `content.py`,
`export.py`, `listener.py` and `report.py` are the types that plugins see: they are a promise to plugins.
"""

# The environment variables that choose the active plugins (`registry.py`).

NO_AUTOLOAD = "ARTRULES_DISABLE_PLUGIN_AUTOLOAD"
PLUGINS = "ARTRULES_PLUGINS"
EXCLUDE = "no:"
"""The prefix in `ARTRULES_PLUGINS` of a plugin that is not to be active."""
