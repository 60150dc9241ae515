"""Exporters by name: the engine's own, and those of plugins."""

from __future__ import annotations

import json
from functools import partial

from artrules.plugins.ask import Contribution, call_twice, contributions_by_name, wrong_type
from artrules.plugins.content import RulesetContent, as_data
from artrules.plugins.export import Exporter

HOOK = "artrules_exporters"
_FORMAT = 1


def exporters() -> dict[str, Exporter]:
    """All exporters by name. One of a plugin raises PluginProblem when it fails or returns neither text nor bytes."""
    own: dict[str, Exporter] = {"json": _as_json}
    added = contributions_by_name(HOOK, own, "exporter")
    return {**own, **{name: partial(_guarded, name, each) for name, each in added.items()}}


def _guarded(name: str, added: Contribution[Exporter], ruleset: RulesetContent) -> str | bytes:
    what = f"its exporter `{name}`"
    content = call_twice(added.plugin, what, added.thing, ruleset)
    if not isinstance(content, (str, bytes)):
        raise wrong_type(added.plugin, what, "a text or bytes", content)
    return content


def _as_json(ruleset: RulesetContent) -> str:
    # Escaped to ASCII, because an author's text can hold surrogates, which UTF-8 can't encode.
    return json.dumps({"version": _FORMAT, **as_data(ruleset)}, indent=1, ensure_ascii=True) + "\n"
