"""What the engine is doing at a moment, read from the functions that are running (`docs/architecture.md`, "What one
decision does")."""

from __future__ import annotations

import re
from pathlib import PurePath
from types import FrameType
from typing import NamedTuple

LOOKING = "lookahead options foresight"
ASKING = "options"
"""All that runs under these modules is on trial, but for what this function calls itself: the first candidates."""
API = "API: finding the option, settling, decisions"
ELSEWHERE = "elsewhere"
STAGES: tuple[tuple[str, str, str], ...] = (
    ("<generated>", r"o\d+", "candidates"),
    ("distinct", r".*", "distinct: what nothing tells apart"),
    ("state", r"copy|trial", "copying the state"),
    ("state", r"content", "remembering positions"),
    ("chance", r".*", "shuffling and lots"),
    ("advance", r"take", "taking"),
    ("advance", r".*", "advancing"),
    (LOOKING, r".*", "looking ahead itself"),
    ("game", r".*", API),
    ("decision", r".*", API),
    ("engine", r".*", API),
)
"""Modules of `run/` (those of them that there are), functions in one of them, stage. The innermost function that is
named here tells the stage: what others do is done for it."""
ON_TRIAL = frozenset(LOOKING.split())
PATTERNS = tuple((modules.split(), re.compile(functions), stage) for modules, functions, stage in STAGES)


class Doing(NamedTuple):
    """A stage, and whether it is done while looking ahead, or for good."""

    stage: str
    ahead: bool


def doing(frame: FrameType | None) -> Doing:
    """What is done where the innermost function that runs is this."""
    stage = ""
    ahead = False
    while frame is not None:
        module, function = _module(frame.f_code.co_filename), frame.f_code.co_name
        ahead = ahead or (module in ON_TRIAL and function != ASKING)
        stage = stage or stage_of(module, function)
        frame = frame.f_back
    return Doing(stage or ELSEWHERE, ahead)


def stage_of(module: str, function: str) -> str:
    """The stage that a function tells of, or nothing."""
    for modules, functions, stage in PATTERNS:
        if module in modules and functions.fullmatch(function):
            return stage
    return ""


def _module(file: str) -> str:
    """The name of a module of the engine's inmost part; nothing for others."""
    if file.startswith("<") and not file.startswith("<frozen"):
        return "<generated>"
    path = PurePath(file)
    return path.stem if path.parts[-3:-1] == ("artrules", "run") else ""
