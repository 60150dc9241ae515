"""The variables of the environment that say which plugins are active (`active.py`)."""

from __future__ import annotations

NO_AUTOLOAD = "ARTRULES_DISABLE_PLUGIN_AUTOLOAD"
NAMED = "ARTRULES_PLUGINS"
LEFT_OUT = "no:"
"""Before a name in `ARTRULES_PLUGINS`: this one is left out."""
