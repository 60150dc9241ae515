"""Counts how often code reads each of its locals.

Where a local is bound or assigned it isn't read, nor where a watch or a question keeps its value: what their suites do
with it counts instead. `n += 1` reads `n` only to change it, which doesn't count either.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable

from artrules.analyses.calls import Code, every
from artrules.ir.model import Model
from artrules.ir.nodes import Ask, Binder, Draw, Local, Node, Set, Watch, walk


def local_reads(model: Model) -> dict[Code, Counter[str]]:
    """How often each local is read, by its name, for each piece of code that has locals."""
    found: defaultdict[Code, Counter[str]] = defaultdict(Counter)
    for code, local in every(model, Local):
        found[code][local.name] += 1
    for code, binder in every(model, Binder):
        found[code][binder.local.name] -= 1
    for code, draw in every(model, Draw):
        found[code][draw.local.name] -= 1
    for code, set_ in every(model, Set):
        if isinstance(set_.place, Local):
            found[code][set_.place.name] -= 1 + mentions([set_.value], set_.place.name)
    for code, watch in every(model, Watch):
        found[code].subtract(local.name for local in (watch.happening, *watch.captured))
    for code, ask in every(model, Ask):
        found[code].subtract(local.name for local in (ask.said, *ask.captured) if local is not None)
    return found


def mentions(nodes: Iterable[Node], name: str) -> int:
    """How often a local stands in some nodes."""
    return sum(isinstance(node, Local) and node.name == name for node in walk(nodes))


def as_written(local: Local) -> str:
    """The name of a local in the author's code."""
    return local.name.rpartition("_")[0]
