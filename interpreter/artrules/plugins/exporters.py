"""Exporters by name: the one that artrules has, and those that plugins add."""

from __future__ import annotations

import json
from functools import partial

from artrules.plugins.ask import Added, added_by_name, said_twice, wrong_type
from artrules.plugins.content import RulesetContent, as_data
from artrules.plugins.export import Exporter

HOOK = "artrules_exporters"
_FORMAT = 1


def exporters() -> dict[str, Exporter]:
    """All exporters. What a plugin's gives that is no text and no bytes, or raises, becomes a PluginProblem."""
    own: dict[str, Exporter] = {"json": _as_json}
    added = added_by_name(HOOK, own, "exporter")
    return {**own, **{name: partial(_guarded, name, each) for name, each in added.items()}}


def _guarded(name: str, added: Added[Exporter], ruleset: RulesetContent) -> str | bytes:
    what = f"its exporter `{name}`"
    content = said_twice(added.plugin, what, added.thing, ruleset)
    if not isinstance(content, (str, bytes)):
        raise wrong_type(added.plugin, what, "a text or bytes", content)
    return content


def _as_json(ruleset: RulesetContent) -> str:
    # Escapes only: an author's text may hold characters that no encoding has.
    return json.dumps({"version": _FORMAT, **as_data(ruleset)}, indent=1, ensure_ascii=True) + "\n"
