"""What results depend on besides the index: results of two jobs may be put together only where all of this is equal."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, is_dataclass
from typing import Any

from artrules.cache.engine import source_digest
from artrules.parallel.job import Job
from artrules.plugins.registry import active
from artrules.ruleset import Ruleset

_LONGEST = 60
"""Characters of a value in a message."""


def engine() -> dict[str, Any]:
    """The engine and the plugins of this process, as plain data. Raises PluginProblem."""
    from artrules import __version__

    plugins = {plugin.name: plugin.version for plugin in active()}
    return {"version": __version__, "sources": source_digest(), "plugins": plugins}


def job_identity(ruleset: Ruleset | None, job: Job[Any, Any]) -> dict[str, Any]:
    """A job as plain data, without its count: a larger job has the same results and more."""
    plan = asdict(job.plan) if is_dataclass(job.plan) and not isinstance(job.plan, type) else job.plan
    data = {
        "play": f"{job.play.__module__}.{job.play.__qualname__}",
        "ruleset": ruleset.name if ruleset is not None else "",
        "content": ruleset.content_hash if ruleset is not None else "",
        "plan": plan,
    }
    plain: dict[str, Any] = json.loads(json.dumps(data))
    return plain


def other_engine(had: Mapping[str, Any], has: Mapping[str, Any]) -> str:
    """In what two engines differ, as the end of a sentence; empty where they don't. `had` may come from a file."""
    if had.get("version") != has["version"]:
        return f"with artrules {short(had.get('version'))}, and this is artrules {has['version']}"
    if had.get("sources") != has["sources"]:
        return f"with other sources of artrules {has['version']}"
    if had.get("plugins") != has["plugins"]:
        return f"with {_plugins(had.get('plugins'))} active, and now there are {_plugins(has['plugins'])}"
    return ""


def other_job(had: Mapping[str, Any], has: Mapping[str, Any]) -> str:
    """In what two jobs differ, as the end of a sentence; empty where they don't. `had` may come from a file."""
    if had.get("play") != has["play"]:
        return "for other work: it belongs to another command"
    if had.get("ruleset") != has["ruleset"]:
        return f"for the ruleset `{short(had.get('ruleset'))}`, not for `{has['ruleset']}`"
    if had.get("content") != has["content"]:
        return "with other content: the ruleset's files have changed since"
    before, now = had.get("plan"), has["plan"]
    if before == now:
        return ""
    if isinstance(before, dict) and isinstance(now, dict):
        for key, value in now.items():
            if key not in before or before[key] != value:
                return f"with {key} {short(before.get(key))}, not with {key} {short(value)}"
    return "with other options"


def short(value: Any) -> str:
    """A value as a short text, for a message."""
    text = value if isinstance(value, str) else json.dumps(value)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def _plugins(named: Any) -> str:
    if not isinstance(named, dict) or not named:
        return "no plugins"
    return "the plugins " + short(", ".join(f"{name} {version}".strip() for name, version in named.items()))
