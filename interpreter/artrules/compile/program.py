"""The result of compiling: Python source and plain tables, which `run/` loads."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from artrules.analyses.power_tests import PowerTests
from artrules.compile.frames import Frames
from artrules.compile.layout import Layout
from artrules.compile.references import Shape
from artrules.compile.relevance import Relevance
from artrules.diagnostics.span import Span
from artrules.ir import nodes as k
from artrules.ir.model import Model
from artrules.ir.powers import PowerDefinition

FIRST_BLOCK = 32
"""The number of the first block. Smaller numbers are the engine's own frames."""
BEYOND_POWERS = 1 << 39
"""The first key for counting uses of branches. Smaller keys count uses of powers, and of powers on cards."""


@dataclass(slots=True)
class BranchTable:
    """What the engine must know of a branch at run time."""

    key: str
    at: Span
    declines: bool
    can_fail: bool
    """Whether something in its suite, or after the decision in the same body, may fail."""
    suite_can_fail: bool
    """Whether something in its suite may fail. This decides when the decision begins an action."""
    only_power: bool
    """Whether the branch only uses a power that its guard has tested, and nothing can fail after it."""
    values: list[Any]
    """The type of each binder's value, as plain data (`statements.describe`)."""
    limit_key: int | None
    """The key under which its uses are counted; None without a limit."""
    plain: list[bool]
    """For each binder, whether its values never hold cards."""


@dataclass(slots=True)
class DecisionTable:
    """What the engine must know of a decision at run time."""

    number: int
    site: str
    prompt: str
    at: Span
    branches: list[BranchTable]
    has_suites: bool
    """False for a plain `choose`. An action that begins with a plain `choose` includes the code after it."""
    choose: k.Choose
    """The node of the decision, from which why-not explains its conditions."""


@dataclass(slots=True)
class WatchTable:
    """What the engine must know of a watch: the event's number, how often it runs, its life, the names of its
    functions."""

    event: int
    every: int
    life: str
    entry: str
    condition: str | None
    captured: Shape
    """Where cards are in the values that it keeps."""


@dataclass(slots=True)
class Costs:
    """Units of work (`analyses/cost.py`) that code counts when it begins to run.

    `blocks` is for the path from each block to the next cut points, by block number. `powers`, `watches` and `phases`
    are by index. `starts` is for the start values of attributes, by kind and attribute. `labels` is for the labels of
    cards, by kind.
    """

    blocks: dict[int, int] = field(default_factory=dict)
    powers: list[int] = field(default_factory=list)
    watches: list[int] = field(default_factory=list)
    phases: list[int] = field(default_factory=list)
    starts: dict[str, dict[str, int]] = field(default_factory=dict)
    labels: dict[str, int] = field(default_factory=dict)


@dataclass
class Program:
    """Everything that games of one configuration need, as text and plain tables.

    `sites` are the places in content where code can fail or find a fault, each with the words for it. `may_fail` says
    for each block whether something may fail from there on. `blocks` are the numbers of the blocks with functions.
    """

    layout: Layout
    source: str
    constants: dict[str, Any]
    sites: list[tuple[Span, str]]
    decisions: dict[int, DecisionTable]
    may_fail: dict[int, bool]
    block_count: int
    blocks: list[int]
    places: dict[int, Span]
    """For each block, a place in content, for messages."""
    card_slots: dict[int, tuple[tuple[int, Shape], ...]]
    event_shapes: list[Shape]
    powers: Sequence[PowerDefinition]
    power_may_fail: list[bool]
    power_tests: PowerTests
    watches: list[WatchTable]
    feasibility_source: Callable[[], str]
    """Writes the tests of feasibility (`compile/feasibility/`). Only playing needs them, so they aren't written
    before."""
    relevance: Relevance
    frames: Callable[[], Frames]
    """Finds what frames may hold and where they may lie. Only positions from outside need this."""
    in_play: frozenset[str] = field(default_factory=frozenset)
    failing_nodes: dict[int, k.Node] = field(default_factory=dict)
    """Index of a site → the node that may fail there."""
    frame_names: dict[int, tuple[str, list[str]]] = field(default_factory=dict)
    """For each block, the name of its code, and the names of the values in its frame."""
    costs: Costs = field(default_factory=Costs)
    list_slots: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """For each block, the indices of the values in its frame that hold lists."""
    event_lists: list[bool] = field(default_factory=list)
    """For each event, whether some field is a list."""

    @property
    def model(self) -> Model:
        return self.layout.model
