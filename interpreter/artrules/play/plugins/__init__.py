"""Plugins: what they may contribute to the engine, and calling them.

In come modules that packages name in the entry-point group `artrules`. Out goes what their hooks return, verified, in
order of the plugins' names, or a PluginProblem that names the plugin.

- `hooks.py`, `api.py`: the hooks, and the types of what they take and return: a promise to plugins
- `registry.py`, `ask.py`: which plugins are active, and calling a hook: start there
- `run_checks.py`, `contributions.py`, `added_functions.py`, `commands.py`, `notify_listeners.py`: what is done with
  what hooks return
"""

# The environment variables that choose the active plugins (`registry.py`).

NO_AUTOLOAD = "ARTRULES_DISABLE_PLUGIN_AUTOLOAD"
PLUGINS = "ARTRULES_PLUGINS"
EXCLUDE = "no:"
"""The prefix in `ARTRULES_PLUGINS` of a plugin that is not to be active."""
