"""Lists all code of a model, and answers questions of it and what it calls: may it ask a player, does it use `me`?"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar, cast

from artrules.model.ir import nodes as k
from artrules.model.ir.code import Code, every_code, name_of_procedure
from artrules.model.ir.declarations import Event, Function, Procedure
from artrules.model.ir.model import Model, kept_with_model
from artrules.model.ir.node import traits_of
from artrules.text.diagnostics.diagnostic import Span

# Lists all code of a model.

Sort = TypeVar("Sort", bound=k.Node)


@kept_with_model
def every_body(model: Model) -> list[Code]:
    """All code of an elaborated model, with each part of a phase by itself: other code may have the same names. Code
    that couldn't be elaborated because of errors is missing."""
    return [
        apart
        for code in every_code(model)
        for apart in (map(code.of_part, code.parts) if code.name.startswith("phase ") else (code,))
    ]


def every(model: Model, sort: type[Sort]) -> Iterator[tuple[Code, Sort]]:
    """All nodes of exactly this class in an elaborated model, in the order of its code, each with the code around it.

    All code is walked once for all classes.
    """
    for code, node in nodes_by_class(model).get(sort, ()):
        yield code, cast(Sort, node)


@kept_with_model
def nodes_by_class(model: Model) -> dict[type[k.Node], list[tuple[Code, k.Node]]]:
    """All nodes of an elaborated model, each with the code around it, by their classes."""
    by_class: dict[type[k.Node], list[tuple[Code, k.Node]]] = {}
    for code in every_body(model):
        for node in code.every_node:
            by_class.setdefault(type(node), []).append((code, node))
    return by_class


def called(declaration: Function | Procedure) -> str:
    """The words for a function or a procedure in a message, which name its code too."""
    return f"function {declaration.key}" if isinstance(declaration, Function) else name_of_procedure(declaration)


def outside_watches(nodes: Iterable[k.Node]) -> Iterator[k.Node]:
    """Some nodes and all nodes inside them, without those in the suites of watches."""
    waiting = [*nodes][::-1]
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, k.Watch):
            waiting += reversed(k.children(node))


def own_expressions(statement: k.Statement) -> Iterator[k.Node]:
    """The nodes that a statement itself evaluates, without its suites and branches."""
    for child in k.children(statement):
        if not isinstance(child, (k.Statement, k.Branch)):
            yield child


def every_node_run(model: Model, nodes: Iterable[k.Node]) -> Iterator[k.Node]:
    """Some nodes, all nodes inside them, and those of the functions and procedures that they call, each once."""
    reached, waiting = set[Function | Procedure](), [*nodes]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += k.children(node)
        match node:
            case k.Call(function=called) | k.Perform(procedure=called) if called not in reached:
                reached.add(called)
                waiting += model.code_of(called)


# Answers questions of code with what it calls.
#
# A watch's suite runs when its event happens, not where the watch is set. So calls in the suite don't count as calls of
# the code around it. Using a power isn't a call either (`docs/write/statements.md`, procedures).


class CodeSearch:
    """Answers whether code, or a function or procedure that it calls, contains a node for which `sort` holds. Each of
    these is looked at once. `inside` goes through code: by default without the suites of watches."""

    def __init__(
        self,
        model: Model,
        sort: Callable[[k.Node], bool],
        inside: Callable[[Iterable[k.Node]], Iterable[k.Node]] = outside_watches,
    ) -> None:
        self._model = model
        self._sort = sort
        self._inside = inside
        self._memo: dict[Function | Procedure, bool] = {}

    def among(self, nodes: Iterable[k.Node]) -> bool:
        return any(map(self.fits, self._inside(nodes)))

    def fits(self, node: k.Node) -> bool:
        """Whether `sort` holds for a node, without those inside it, or something in the code that it calls."""
        if self._sort(node):
            return True
        match node:
            case k.Call(function=called) | k.Perform(procedure=called):
                return self.declaration(called)
        return False

    def declaration(self, called: Function | Procedure) -> bool:
        if called not in self._memo:
            self._memo[called] = False  # ends a recursion, which other code reports
            self._memo[called] = self.among(self._model.code_of(called))
        return self._memo[called]


# Finds the code that may ask a player something.
#
# `DecisionAnalysis` finds code that may have to wait, and that `lower/` therefore splits into blocks. Using a power
# counts as asking, and so does announcing an event that some code watches: what they run isn't known at compile time.
# `decisions` finds code that certainly contains a decision.


class DecisionAnalysis:
    """Answers for one model. `in_play` says whether code counts, given its owner: the name of a set, or None."""

    def __init__(self, model: Model, in_play: Callable[[str | None], bool]) -> None:
        self.model = model
        self.watched = {watch.event.key for code, watch in every(model, k.Watch) if in_play(code.owner)}
        self._memo: dict[str, bool] = {}
        self._nodes: dict[k.Node, bool] = {}

    def asks(self, node: k.Node) -> bool:
        """Whether a node, or one inside it, may ask. A watch's suite runs later, so it doesn't count."""
        may_ask = self._nodes.get(node)
        if may_ask is None:
            inner = () if isinstance(node, (k.Expression, k.Watch)) else k.children(node)
            may_ask = self._nodes[node] = self._asks(node) or any([self.asks(child) for child in inner])
        return may_ask

    def body(self, body: k.Body) -> bool:
        return any(self.asks(s) for s in body)

    def procedure(self, procedure: Procedure) -> bool:
        may_ask = self._memo.get(procedure.key)
        if may_ask is None:
            self._memo[procedure.key] = True  # ends a recursion, which the checks refuse
            may_ask = self._memo[procedure.key] = self.body(self.model.bodies[procedure])
        return may_ask

    def event(self, event: Event) -> bool:
        return event.key in self.watched

    def _asks(self, node: k.Node) -> bool:
        if traits_of(node).asks:
            return True
        match node:
            case k.Perform(procedure=procedure):
                return self.procedure(procedure)
            case k.Announce(event=event):
                return self.event(event)
        return False


def decisions(model: Model) -> CodeSearch:
    """Answers whether code contains a decision, itself or in a procedure that it calls."""
    return CodeSearch(model, lambda node: isinstance(node, k.Choose))


# Finds where code uses `me`, itself or in what it calls.
#
# Only moving cards or saying something doesn't count as a use.


class UsesOfMe:
    """Finds where code of one model uses `me`. Each function and procedure is looked at once."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._memo: dict[Function | Procedure, Span | None] = {}

    def declaration(self, declaration: Function | Procedure) -> Span | None:
        """The first place where a function or procedure uses `me`; None if there is none."""
        if declaration not in self._memo:
            self._memo[declaration] = None  # for circles, which are found elsewhere
            self._memo[declaration] = self.first(self._model.code_of(declaration))
        return self._memo[declaration]

    def first(self, code: object) -> Span | None:
        """The first place where a node, or a node of a list, uses `me`; None if there is none."""
        if isinstance(code, (list, tuple)):
            return next((place for item in code if (place := self.first(item)) is not None), None)
        if not isinstance(code, k.Node):
            return None
        match code:
            case k.Local(name=name):
                return code.at if name == "me" else None
            case k.Call(function=function, arguments=arguments, me=me):
                return self._called(code, function, arguments, me)
            case k.Perform(procedure=procedure, arguments=arguments, me=me):
                return self._called(code, procedure, arguments, me)
            case k.BuiltinCall(builtin=builtin, arguments=arguments, me=me):
                return self.first([*arguments, me] if builtin.traits.needs_player else arguments)
            case k.Ask(players=players):
                return self.first(players)
            case k.Watch(me=me) | k.Choose(me=k.Local(name="me") as me):
                return code.at if self.first(me) is not None else None
        unused = None if traits_of(code).needs_player else getattr(code, "me", None)
        return self.first([child for child in k.children(code) if child is not unused])

    def _called(
        self, call: k.Node, called: Function | Procedure, arguments: Sequence[k.Expression], me: k.Expression | None
    ) -> Span | None:
        place = self.first(arguments)
        if place is None and self.first(me) is not None and self.declaration(called) is not None:
            return call.at
        return place
