"""What the engine is doing at a moment, read from the functions that are running (`docs/architecture.md`, "What one
decision does")."""

from __future__ import annotations

import re
from pathlib import PurePath
from types import FrameType
from typing import NamedTuple

LOOKING = "feasibility.on_copies"
IN_PLACE = "try_in_place"
"""All that runs under that module, or under this function of `options`, is on trial."""
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
    ("<generated>", r"[adeqQ]\d+(_\d+)?", "feasibility: following code in place"),
    ("feasibility.in_place", r".*", "feasibility: following code in place"),
    ("options", r"try_in_place", "feasibility: asking for it"),
    ("options", r".*", "feasibility: asking for it"),
    (LOOKING, r".*", "looking ahead on copies"),
    ("game", r".*", API),
    ("decision", r".*", API),
    ("engine", r".*", API),
)
"""Module of `run/`, functions in it, stage. The innermost function that is named here tells the stage: what others do
is done for it."""
PATTERNS = tuple((module, re.compile(functions), stage) for module, functions, stage in STAGES)


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
        ahead = ahead or module == LOOKING or (module == "options" and function == IN_PLACE)
        stage = stage or stage_of(module, function)
        frame = frame.f_back
    return Doing(stage or ELSEWHERE, ahead)


def stage_of(module: str, function: str) -> str:
    """The stage that a function tells of, or nothing."""
    for known, functions, stage in PATTERNS:
        if known == module and functions.fullmatch(function):
            return stage
    return ""


def _module(file: str) -> str:
    """The name of a module of the engine's inmost part; nothing for others."""
    if file.startswith("<") and not file.startswith("<frozen"):
        return "<generated>"
    path = PurePath(file)
    match path.parts:
        case [*_, "artrules", "run", _]:
            return path.stem
        case [*_, "artrules", "run", "feasibility", _]:
            return f"feasibility.{path.stem}"
    return ""
