"""What the engine is doing at a moment, read from the functions that are running (`docs/inside/machine.md`, "What one
decision does")."""

from __future__ import annotations

import re
from pathlib import PurePath
from types import FrameType
from typing import NamedTuple

LOOKING = "looking_ahead"
FOLLOWING = ("foresee", "follow", "search")
"""All that runs under these functions of that module is done while looking ahead, not for good."""
API = "API: finding the option, decisions, keeping the position"
ELSEWHERE = "elsewhere"
STAGES: tuple[tuple[str, str, str], ...] = (
    ("<generated>", r"c\d+", "candidates"),
    ("alike", r".*", "alike: what nothing tells apart"),
    ("<snapshots>", r"save_position|save_slot|restore_position|load_slot", "keeping and restoring positions"),
    ("zones", r"note_card|note_word|undo_to", "keeping and restoring positions"),
    ("position_key", r".*", "remembering positions"),
    ("looking_ahead", r"number_of_position|meet_again", "remembering positions"),
    ("chance", r".*", "shuffling and lots"),
    ("<generated>", r"t\d+", "taking"),
    ("engine", r"take", "taking"),
    ("looking_ahead", r"advance", "advancing"),
    ("looking_ahead", r".*", "looking ahead"),
    ("engine", r".*", "asking"),
    ("step", r".*", API),
    ("game", r".*", API),
    ("decision", r".*", API),
)
"""Module of `machine/` or `game/`, functions in it, stage. The innermost function that is named here tells the stage:
what others do is done for it."""
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
        ahead = ahead or (module == LOOKING and function in FOLLOWING)
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
    if file.startswith("<machine code"):
        return "<generated>"
    if file.startswith("<snapshots"):
        return "<snapshots>"
    path = PurePath(file)
    match path.parts:
        case [*_, "artrules", "engine", "machine", _] | [*_, "artrules", "engine", "machine", _, _]:
            return path.stem
        case [*_, "artrules", "play", "game", _]:
            return path.stem
    return ""
