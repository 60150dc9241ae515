"""Seconds that a command takes in a new process, from its start to its end."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from statistics import median

from .alternating import alternate, ratio, seconds_of
from .figure import Effort, Figure

COMMANDS: tuple[tuple[str, float | None], ...] = (
    ("--help", 0.15),
    ("check avant_carde", 0.7),
    ("test avant_carde", None),
)
"""What `artrules` is called with, and the goal in seconds."""


def measure(effort: Effort) -> list[Figure]:
    nothing, *found = alternate(
        effort.runs, _running("-c", "pass"), *(_running("-m", "artrules", *text.split()) for text, _ in COMMANDS)
    )
    return [
        Figure(
            name=f"artrules {text}",
            value=median(values),
            unit="s",
            reference_name="python -c pass",
            reference=median(nothing),
            ratio=ratio(values, nothing),
            goal="" if goal is None else f"<= {goal}",
            reached=None if goal is None else median(values) <= goal,
        )
        for (text, goal), values in zip(COMMANDS, found, strict=True)
    ]


def _running(*arguments: str) -> Callable[[], float]:
    def run() -> object:
        return subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)

    return lambda: seconds_of(run)
