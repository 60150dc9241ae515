"""The common base of everything in the IR."""

from __future__ import annotations

from artrules.diagnostics.span import Span
from artrules.record import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """A node of the IR. It never changes; two nodes are equal only if they are the same object.

    `at` is the place in the author's file that the node was made from.
    """

    at: Span
