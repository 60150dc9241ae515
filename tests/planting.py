"""Plants faults in the machine: gives functions of it another text, in the games of one ruleset."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from importlib import import_module
from typing import Any

import artrules
from artrules.engine.execute.cpython import FAST, RegionFactory
from artrules.play.game.runtime import Runtime


def changed(module: str, function: str, sound: str, faulty: str) -> dict[str, str]:
    """A function of a module of the machine with a part of its text replaced, which must stand there once."""
    text = inspect.getsource(getattr(import_module(f"artrules.engine.machine.{module}"), function))
    assert text.count(sound) == 1, f"{sound!r} stands {text.count(sound)} times in {function}"
    return {function: text.replace(sound, faulty)}


def planted(ruleset: artrules.Ruleset, faults: Mapping[str, str], regions: RegionFactory = FAST) -> artrules.Ruleset:
    """The same ruleset on a machine with faults: functions by name, with the text that they have instead of theirs.
    Other processes play it on a sound machine."""

    def prepare(players: int, settings: Mapping[str, Any]) -> tuple[Runtime, dict[str, Any]]:
        runtime, chosen = ruleset.runtime(players, settings)
        return Runtime(runtime.program, regions=regions, replacements=faults), chosen

    return artrules.Ruleset(ruleset.content, prepare)
