"""What is wrong with a plugin."""

from __future__ import annotations


class PluginProblem(Exception):
    """A plugin that can't be loaded, breaks the rules for plugins, fails, or doesn't get along with another.

    The message names the plugin, says all there is to say, and stands on one line.
    """
