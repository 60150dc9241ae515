"""The fingerprint of a game: one hash that takes in moment after moment, and what it was on the way."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from .play import EVERY, Moment


@dataclass(frozen=True)
class Fingerprint:
    """How many decisions a game had, the hash at every check point (after 0, 25, 50 … decisions), and at the end."""

    decisions: int
    checkpoints: tuple[str, ...]
    final: str

    def first_difference(self, other: Fingerprint) -> tuple[int, int | None] | None:
        """Between which numbers of decisions two games come apart (None: the end), or None where they don't."""
        if self == other:
            return None
        same = 0
        for mine, theirs in zip(self.checkpoints, other.checkpoints, strict=False):
            if mine != theirs:
                return max(0, same - 1) * EVERY, same * EVERY
            same += 1
        return max(0, same - 1) * EVERY, None


def fingerprint(moments: Iterable[Moment]) -> Fingerprint:
    """Play a game to its end, and tell its fingerprint."""
    running = blake2b(digest_size=16)
    checkpoints, made = [], 0
    for moment in moments:
        made = moment["made"]
        running.update(canonical(moment).encode() + b"\n")
        if made % EVERY == 0 and "end" not in moment:
            checkpoints.append(running.hexdigest()[:8])
    return Fingerprint(made, tuple(checkpoints), running.hexdigest())


def canonical(data: Any) -> str:
    """Plain data as JSON that is the same whenever the data is."""
    return json.dumps(data, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
