"""The result of lowering: machine code and tables, and what explanations of a game need to know of them."""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from artrules.engine.lower.configuration import Configuration
from artrules.engine.lower.frames import Frames
from artrules.engine.lower.layout import Layout
from artrules.engine.machine.language import Element
from artrules.engine.machine_code.nodes import Function
from artrules.engine.machine_code.program import ForeignFunction
from artrules.model.ir import nodes as k
from artrules.model.ir.model import Model
from artrules.model.ir.types import Type
from artrules.text.diagnostics.diagnostic import Span
from artrules.text.record import dataclass


@dataclass(frozen=True, slots=True)
class Site:
    """A place in content where code can fail or find a fault. `words` begin the message; `node` is what may fail there,
    None where only a fault is possible."""

    at: Span
    words: str
    node: k.Node | None


@dataclass(frozen=True, slots=True)
class BranchTable:
    """A branch of a decision. `types` are the types of its binders' values; `limit` tells it from other branches with a
    limit, None where it has none."""

    key: str
    at: Span
    declines: bool
    types: tuple[Type, ...]
    limit: int | None


@dataclass(frozen=True, slots=True)
class DecisionTable:
    """A decision: what names it, and its node, from which why-not explains its conditions. `has_suites` is no for a
    plain `choose`, whose action includes the code after it."""

    number: int
    site: str
    prompt: str
    at: Span
    branches: tuple[BranchTable, ...]
    has_suites: bool
    choose: k.Choose


@dataclass(frozen=True, slots=True)
class FrameTable:
    """The values in the frames of a block: the name of the code that it belongs to, and the values' names."""

    code: str
    names: tuple[str, ...]


Counted = Literal["ran", "called", "held"]
"""What a counter counts: that a statement or option has run, that the function with a value has been called, or that a
condition has held. The counter after that of a condition counts that it hasn't held."""


@dataclass(frozen=True, slots=True)
class Counter:
    """What a counter of coverage counts."""

    what: Counted
    node: k.Node


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Program:
    """Everything that games of one configuration need.

    - `functions`: the generated functions; `function_tables`: for each table of `machine/program.py` the name of the
      function at each index, empty for none
    - `tables`: the contents of each region that is a TABLE; `own_regions`: regions that only this program has, each
      with its element type and contents
    - `foreign_functions`: those that plugins bring, by number
    - `numbers`: the program numbers
    - `texts`: the texts that TEXT tokens refer to
    - `sites`: what site numbers refer to
    - `decisions` and `frames`: by the number of their block; `places`: for each block a place in content, for messages
    - `counters`: what coverage counts, empty unless that was asked for; None for the second counter of a condition
    - `find_frames`: finds what frames may hold; only those who read a position need this
    """

    model: Model
    configuration: Configuration
    layout: Layout
    functions: Sequence[Function]
    function_tables: Mapping[str, Sequence[str]]
    tables: Mapping[str, Sequence[int]]
    own_regions: Mapping[str, tuple[Element, Sequence[int]]]
    foreign_functions: Sequence[ForeignFunction]
    numbers: Mapping[str, int]
    texts: Sequence[str]
    sites: Sequence[Site]
    decisions: Mapping[int, DecisionTable]
    frames: Mapping[int, FrameTable]
    places: Mapping[int, Span]
    counters: Sequence[Counter | None]
    find_frames: Callable[[], Frames]
    in_play: frozenset[str]
    """The names of the sets whose code is in play."""
    watches: Sequence[k.Watch]
    asks: Sequence[k.Ask]
    """The statements that set watches, by the number of their code."""
