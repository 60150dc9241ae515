"""The exception for whatever is wrong with a plugin."""

from __future__ import annotations


class PluginProblem(Exception):
    """A plugin can't be loaded, breaks the rules for plugins, fails, or conflicts with another plugin.

    The message is for users: one line that names the plugin.
    """
