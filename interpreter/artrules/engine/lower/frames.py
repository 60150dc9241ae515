"""What is known of the code in play before any of it is lowered: its analyses, the types of the values in frames, and
which frames may lie on which.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from artrules.engine.lower.graph_analyses import (
    CodeInPlay,
    FailureAnalysis,
    bound_locals,
    compute_liveness,
    mark_failures,
)
from artrules.engine.lower.graphs import (
    AskAtOnce,
    Block,
    CallPower,
    CallProcedure,
    CallWatches,
    Count,
    Decide,
    Fork,
    Graph,
    Iterate,
)
from artrules.engine.lower.relevance import Relevance
from artrules.model.analyses.power_tests import PowerTests
from artrules.model.ir import nodes as k
from artrules.model.ir.model import Model
from artrules.model.ir.types import PLAYER, Card, Optional, Type, join

# What is known of the code in play before any of it is lowered. It depends on the sets in play alone, so programs for
# other numbers of players and other settings share it.


class AnalysedCode:
    """The code in play as graphs of blocks, each with what its frame must hold and whether it may fail; what of the
    state can still affect whether something fails. Nothing here changes once it is made."""

    def __init__(self, model: Model, in_play: frozenset[str]) -> None:
        self.code = CodeInPlay(model, {None, *in_play})
        for graph in self.code.graphs.values():
            compute_liveness(graph)
        mark_failures(self.code.graphs, model)
        self.failing = FailureAnalysis(self.code.graphs, model)
        self.relevance = Relevance(self.code.graphs, self.failing, PowerTests(model.powers), self.code.watches)


@lru_cache(maxsize=4)  # who lowers many programs rarely comes back to sets that were in play long ago
def analyse_code(model: Model, in_play: frozenset[str]) -> AnalysedCode:
    """What is known of the code of some sets."""
    return AnalysedCode(model, in_play)


# Finds the types of the values in frames, by which a position is read (`position/codec.py`).
#
# The types are those that hold where a block begins. A condition before the block may have narrowed a name's type since
# it was bound. The narrowed type is read off the uses of the name: elaboration gives each use the type that holds
# there, so the first use on any path from the block says how narrow the name is at the block.

ME, WATCH = "me", "watch"
Types = dict[str, Type]


@dataclass(slots=True)
class Frames:
    """What a program says about frames.

    - `types`: for each block, the type of each value in its frame. None stands for the identity of a watch.
    - `captured`: for each watch, by number, the types of the values that it keeps.
    - `told`: the same for each question that several players are asked at once.
    """

    types: dict[int, tuple[Type | None, ...]]
    captured: dict[int, tuple[Type, ...]]
    told: dict[int, tuple[Type, ...]]


def find_frames(graphs: Mapping[str, Graph], watches: Mapping[int, k.Watch], asks: Mapping[int, k.Ask]) -> Frames:
    """Find the frames of a program from its graphs, and its watches and questions by number."""
    nobody = _without_player(graphs)
    types: dict[int, tuple[Type | None, ...]] = {}
    captured: dict[int, tuple[Type, ...]] = {}
    entered: dict[str, Types] = {}
    for key, graph in graphs.items():
        anywhere, narrowed = _anywhere(graph), _narrowed(graph)
        entered[key] = {**anywhere, **narrowed[graph.entry]}
        for block in graph.blocks:
            name_types = {**anywhere, **narrowed[block], ME: Optional(PLAYER) if key in nobody else PLAYER}
            types[block.number] = tuple(None if n == WATCH else name_types[n] for n in block.needs)
    for number, watch in watches.items():
        # The condition is tested before the suite runs. So it narrows types in the suite, but not while the watch
        # waits.
        name_types = {**entered[f"watch {watch.identity}"], **_spoken_of([watch.condition] if watch.condition else [])}
        captured[number] = tuple(name_types.get(local.name, local.type) for local in watch.captured)
    asked_types = {
        number: tuple(entered[f"ask {ask.identity}"].get(local.name, local.type) for local in ask.captured)
        for number, ask in asks.items()
    }
    return Frames(types, captured, asked_types)


@dataclass
class FrameFinder:
    """Finds the frames of a program when they are first needed."""

    model: Model
    in_play: frozenset[str]

    def __call__(self) -> Frames:
        return self._found

    @cached_property
    def _found(self) -> Frames:
        code = analyse_code(self.model, self.in_play).code
        return find_frames(code.graphs, dict(enumerate(code.watches)), dict(enumerate(code.asks)))

    def __getstate__(self) -> dict[str, Any]:
        return {"model": self.model, "in_play": self.in_play}


# -- the acting player


def _without_player(graphs: Mapping[str, Graph]) -> set[str]:
    """The graphs that may run with no acting player: called without one, or called by such code for its own `me`."""
    graph_keys: set[str] = set()
    calls = [
        (key, block.end.perform)
        for key, graph in graphs.items()
        for block in graph.blocks
        if isinstance(block.end, CallProcedure)
    ]
    changed = True
    while changed:
        before = len(graph_keys)
        for key, perform in calls:
            me: k.Expression | None = perform.me
            if not isinstance(me, k.Local) or (key in graph_keys and me.name == ME):
                graph_keys.add(perform.procedure.key)
        changed = len(graph_keys) > before
    return graph_keys


# -- types


def _anywhere(graph: Graph) -> Types:
    """The widest type of each name, which is the type it was bound with."""
    types: Types = {}
    for block in graph.blocks:
        for node in [*block.instructions, *_parts(block)]:
            _widen(types, (n for n in k.walk(node) if isinstance(n, k.Local)))
    return types


def _parts(block: Block) -> Sequence[k.Node]:
    """The nodes of a block's end."""
    match block.end:
        case Fork(condition=condition):
            return [condition]
        case Iterate(binder=binder, items=items, index=index):
            return [binder, items, index]
        case Count(left=left):
            return [left]
        case Decide(choose=choose):
            return [choose]
        case CallProcedure(perform=perform):
            return [perform]
        case CallPower(use=use):
            return [use]
        case CallWatches(announce=announce):
            return [announce]
        case AskAtOnce(ask=ask):
            return [ask.players, *ask.captured]
    return []


def _widen(types: Types, locals_: Iterable[k.Local]) -> None:
    for local in locals_:
        earlier_type = types.get(local.name)
        types[local.name] = local.type if earlier_type is None else join(earlier_type, local.type) or earlier_type


def _narrowed(graph: Graph) -> dict[Block, Types]:
    """For each block, the narrowed types of names where it begins: a fixed point, found by going backwards."""
    steps = {block: list(_steps(block)) for block in graph.blocks}
    types: dict[Block, Types] = {block: {} for block in graph.blocks}
    changed = True
    while changed:
        changed = False
        for block in reversed(graph.blocks):
            new: Types = {}
            for successor, bound in _ways_on(block):
                for name, type_ in types[successor].items():
                    if name not in bound:
                        new[name] = _narrower(new.get(name), type_)
            for spoken_of, bound in reversed(steps[block]):
                new = {**{n: t for n, t in new.items() if n not in bound}, **spoken_of}
            if new != types[block]:
                types[block], changed = new, True
    return types


def _steps(block: Block) -> Iterator[tuple[Types, set[str]]]:
    """For each step of a block, in order: the types of the names that it uses (the widest use in it), and the names
    that it binds."""
    for statement in block.instructions:
        yield _spoken_of([statement]), bound_locals(statement)
    parts: Sequence[k.Node] = _parts(block)
    if isinstance(block.end, Decide):
        choose = block.end.choose
        parts = [choose.me]
        for branch in choose.branches:
            parts = [*parts, *branch.binders, *([branch.guard] if branch.guard is not None else []), branch.label]
    yield _spoken_of(parts), set()


def _spoken_of(nodes: Iterable[k.Node]) -> Types:
    types: Types = {}
    bound: set[str] = set()
    for top in nodes:
        assigned_ids = {id(n.place) for n in k.walk(top) if isinstance(n, k.Set) and isinstance(n.place, k.Local)}
        bound |= {n.local.name for n in k.walk(top) if isinstance(n, k.Binder)}
        _widen(types, (n for n in k.walk(top) if isinstance(n, k.Local) and id(n) not in assigned_ids))
    return {name: type_ for name, type_ in types.items() if name not in bound}


def _ways_on(block: Block) -> Iterator[tuple[Block, set[str]]]:
    """The blocks that may come next, each with the names that are bound in between."""
    for i, successor in enumerate(block.successors()):
        bound: set[str] = set()
        if isinstance(block.end, Decide):
            bound = {binder.local.name for binder in block.end.choose.branches[i].binders}
        elif isinstance(block.end, Iterate):
            bound = {block.end.binder.local.name}
        yield successor, bound


def _narrower(one: Type | None, other: Type) -> Type:
    """The narrower of two types of one name."""
    match one, other:
        case None, _:
            return other
        case Optional(of), Optional(inner):
            return Optional(_narrower(of, inner))
        case Optional(of), _:
            return _narrower(of, other)
        case _, Optional(of):
            return _narrower(one, of)
        case Card(kinds), Card(others) if kinds & others:
            return Card(kinds & others)
    assert one is not None
    return one
