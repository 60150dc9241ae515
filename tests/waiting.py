"""How tests wait: for what happens, and never for a fixed while. Only so that a test that waits in vain ends, there is
one limit for all of them, far beyond what a busy machine needs."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

PATIENCE = 180
"""Seconds."""


def wait_until(condition: Callable[[], object]) -> None:
    """Look again and again until a condition holds. Raises AssertionError if it never does."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.02)


def is_asleep(process: int) -> bool:
    """Whether a process has nothing to do until something happens outside it: somebody types, or reads a full pipe."""
    return Path(f"/proc/{process}/stat").read_text().rpartition(") ")[2].startswith("S")
