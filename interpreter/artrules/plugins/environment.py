"""The environment variables that choose the active plugins (`registry.py`)."""

from __future__ import annotations

NO_AUTOLOAD = "ARTRULES_DISABLE_PLUGIN_AUTOLOAD"
PLUGINS = "ARTRULES_PLUGINS"
EXCLUDE = "no:"
"""The prefix in `ARTRULES_PLUGINS` of a plugin that is not to be active."""
