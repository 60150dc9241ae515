"""Lists all code of a model, and answers questions of it and what it calls: may it ask a player, does it use `me`?"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeVar, cast
from weakref import WeakKeyDictionary

from artrules.model.ir.declarations import Event, Function, Procedure
from artrules.model.ir.model import MENU, Model
from artrules.model.ir.node import traits_of
from artrules.model.ir.nodes import (
    Announce,
    Ask,
    Body,
    Branch,
    BuiltinCall,
    Call,
    Choose,
    Expression,
    Local,
    Node,
    Perform,
    Statement,
    Watch,
    children,
    walk,
)
from artrules.text.diagnostics.diagnostic import Span

# Lists all code of a model, and answers questions about what it calls.
#
# A watch's suite runs when its event happens, not where the watch is set. So calls in the suite don't count as calls of
# the code around it. Using a power isn't a call either (`docs/write/statements.md`, procedures).


@dataclass(slots=True, eq=False)
class Code:
    """One piece of code.

    `name` says what it belongs to, such as `procedure draw`. `owner` is the set that declares it, or None. `has_me`
    says whether a player acts in it.
    """

    name: str
    nodes: list[Node]
    owner: str | None = None
    has_me: bool = True
    when: str = ""
    """`setup` for a step of the setup, else empty."""
    _walked: list[Node] = field(default_factory=list)

    @property
    def every_node(self) -> list[Node]:
        """All nodes of the code, outer ones first. The list is made once and then reused."""
        if not self._walked:
            self._walked = list(walk(self.nodes))
        return self._walked


_KNOWN: WeakKeyDictionary[Model, list[Code]] = WeakKeyDictionary()
_BY_CLASS: WeakKeyDictionary[Model, dict[type[Node], list[tuple[Code, Node]]]] = WeakKeyDictionary()
Sort = TypeVar("Sort", bound=Node)


def every_body(model: Model) -> list[Code]:
    """All code of an elaborated model. Code that couldn't be elaborated because of errors is missing."""
    if model not in _KNOWN:
        _KNOWN[model] = list(_every_body(model))
    return _KNOWN[model]


def every(model: Model, sort: type[Sort]) -> Iterator[tuple[Code, Sort]]:
    """All nodes of exactly this class in an elaborated model, in the order of its code, each with the code around it.

    All code is walked once for all classes, and the result is kept with the model.
    """
    if model not in _BY_CLASS:
        by_class = _BY_CLASS[model] = {}
        for code in every_body(model):
            for node in code.every_node:
                by_class.setdefault(type(node), []).append((code, node))
    for code, node in _BY_CLASS[model].get(sort, ()):
        yield code, cast(Sort, node)


def _every_body(model: Model) -> Iterator[Code]:
    for name, nodes, owner, has_me, when in _all_code(model):
        code_nodes: list[Node] = []
        for node in nodes:
            code_nodes += node if isinstance(node, (list, tuple)) else [node] if isinstance(node, Node) else []
        if code_nodes:
            yield Code(name, code_nodes, owner, has_me, when)


def _all_code(model: Model) -> Iterator[tuple[str, list[object], str | None, bool, str]]:
    flow = model.flow
    for variable in model.variables.values():
        yield f"start of {variable.key}", [model.starts.get(variable)], variable.owner, False, ""
        yield f"values of {variable.key}", [model.may_be.get(variable)], variable.owner, False, ""
    for kind in model.kinds.values():
        starts = [model.starts.get(attribute) for attribute in kind.attributes.values()]
        yield f"kind {kind.name}", [model.card_labels.get(kind.name), *starts], None, False, ""
    for limit in model.limits.values():
        yield f"limit {limit.name}", [model.at_most.get(limit)], None, True, ""
    for function in model.functions.values():
        yield called(function), [model.values.get(function)], function.owner, True, ""
    for procedure in model.procedures.values():
        yield called(procedure), [model.bodies[procedure]], procedure.owner, True, ""
    for power in model.powers:
        yield f"power {power.key}", [model.conditions.get(power), model.bodies[power]], power.owner, True, ""
    for pieces in model.pieces.values():
        yield f"pieces {pieces.name}", [model.starts.get(pieces)], None, False, ""
    for total in model.totals.values():
        yield f"total {total.name}", [model.counts.get(total)], None, False, ""
    for step in flow.setup:
        yield f"setup {step.name}", [step.body], None, False, "setup"
    for step in flow.final:
        yield f"final {step.name}", [step.body], None, False, ""
    for phase in flow.phases:
        yield f"phase {phase.name}", [phase.body], None, phase.who != "nobody", ""
        for rule, value in phase.rules:
            yield f"phase {phase.name}", [value], None, rule.has_me, ""
    yield "flow", [flow.until, flow.winners], None, False, ""
    for part in flow.score:
        yield f"score {part.name}", [part.value, part.line], None, True, ""
    yield "hints", [model.hints.position], None, True, ""
    for hint in model.hints.options:
        yield f"hint {hint.label}", [hint.value], None, True, ""
    for figure in model.layout.figures.values():
        yield f"figure {figure.name}", [figure.value], None, True, ""
    for card in model.layout.cards.values():
        yield f"layout of card {card.name}", [card.title, card.picture], None, False, ""


def called(declaration: Function | Procedure) -> str:
    """The words for a function or a procedure in a message, which name its code too. A menu is compiled as a procedure,
    but called a menu."""
    if declaration.name.startswith(MENU):
        return f"menu {declaration.name.removeprefix(MENU)}"
    return f"{'function' if isinstance(declaration, Function) else 'procedure'} {declaration.key}"


def outside_watches(nodes: Iterable[Node]) -> Iterator[Node]:
    """Some nodes and all nodes inside them, without those in the suites of watches."""
    waiting = [*nodes][::-1]
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, Watch):
            waiting += reversed(children(node))


def own_expressions(statement: Statement) -> Iterator[Node]:
    """The nodes that a statement itself evaluates, without its suites and branches."""
    for child in children(statement):
        if not isinstance(child, (Statement, Branch)):
            yield child


class NodeSearch:
    """Answers whether code, or a function that it calls, contains a node for which `sort` holds."""

    def __init__(self, model: Model, sort: Callable[[Node], bool]) -> None:
        self._model = model
        self._sort = sort
        self._known: dict[Function, bool] = {}

    def among(self, node: Node | None) -> bool:
        return node is not None and any(
            self._sort(n) or (isinstance(n, Call) and self._function(n.function)) for n in walk(node)
        )

    def _function(self, function: Function) -> bool:
        if function not in self._known:
            self._known[function] = False  # ends a recursion, which other code reports
            self._known[function] = self.among(self._model.values.get(function))
        return self._known[function]


# Finds the code that may ask a player something.
#
# `DecisionAnalysis` finds code that may have to wait, and that `lower/` therefore splits into blocks. Using a power
# counts as asking, and so does announcing an event that some code watches: what they run isn't known at compile time.
# `Decisions` finds code that certainly contains a decision, itself or in a procedure that it calls.


class DecisionAnalysis:
    """Answers for one model. `in_play` says whether code counts, given its owner: the name of a set, or None."""

    def __init__(self, model: Model, in_play: Callable[[str | None], bool]) -> None:
        self.model = model
        self.watched: set[str] = set()
        self._known: dict[str, bool] = {}
        self._nodes: dict[Node, bool] = {}
        bodies = [body for of, body in model.bodies.items() if in_play(of.owner)]
        bodies += [s.body for s in [*model.flow.setup, *model.flow.final]] + [p.body for p in model.flow.phases]
        for body in bodies:
            for node in walk(body):
                if isinstance(node, Watch):
                    self.watched.add(node.event.key)

    def asks(self, node: Node) -> bool:
        """Whether a node, or one inside it, may ask. A watch's suite runs later, so it doesn't count."""
        may_ask = self._nodes.get(node)
        if may_ask is None:
            inner = () if isinstance(node, (Expression, Watch)) else children(node)
            may_ask = self._nodes[node] = self._asks(node) or any([self.asks(child) for child in inner])
        return may_ask

    def body(self, body: Body) -> bool:
        return any(self.asks(s) for s in body)

    def procedure(self, procedure: Procedure) -> bool:
        may_ask = self._known.get(procedure.key)
        if may_ask is None:
            self._known[procedure.key] = True  # ends a recursion, which the checks refuse
            may_ask = self._known[procedure.key] = self.body(self.model.bodies[procedure])
        return may_ask

    def event(self, event: Event) -> bool:
        return event.key in self.watched

    def _asks(self, node: Node) -> bool:
        if traits_of(node).asks:
            return True
        match node:
            case Perform(procedure=procedure):
                return self.procedure(procedure)
            case Announce(event=event):
                return self.event(event)
        return False


class Decisions:
    """Answers whether code, or a procedure that it calls, contains a decision."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._known: dict[Procedure, bool] = {}

    def among(self, nodes: Iterable[Node]) -> bool:
        return any(
            isinstance(node, Choose) or (isinstance(node, Perform) and self.procedure(node.procedure))
            for node in outside_watches(nodes)
        )

    def procedure(self, procedure: Procedure) -> bool:
        if procedure not in self._known:
            self._known[procedure] = False  # ends a recursion, which other code reports
            self._known[procedure] = self.among(self._model.bodies[procedure])
        return self._known[procedure]


# Finds where code uses `me`, itself or in what it calls.
#
# Only moving cards or saying something doesn't count as a use.


class UsesOfMe:
    """Finds where code of one model uses `me`. Each function and procedure is looked at once."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._known: dict[Function | Procedure, Span | None] = {}

    def declaration(self, declaration: Function | Procedure) -> Span | None:
        """The first place where a function or procedure uses `me`; None if there is none."""
        if declaration not in self._known:
            self._known[declaration] = None  # for circles, which are found elsewhere
            self._known[declaration] = self.first(self._model.code_of(declaration))
        return self._known[declaration]

    def first(self, code: object) -> Span | None:
        """The first place where a node, or a node of a list, uses `me`; None if there is none."""
        if isinstance(code, (list, tuple)):
            return next((place for item in code if (place := self.first(item)) is not None), None)
        if not isinstance(code, Node):
            return None
        match code:
            case Local(name=name):
                return code.at if name == "me" else None
            case Call(function=function, arguments=arguments, me=me):
                return self._called(code, function, arguments, me)
            case Perform(procedure=procedure, arguments=arguments, me=me):
                return self._called(code, procedure, arguments, me)
            case BuiltinCall(builtin=builtin, arguments=arguments, me=me):
                return self.first([*arguments, me] if builtin.traits.needs_player else arguments)
            case Ask(players=players):
                return self.first(players)
            case Watch(me=me) | Choose(me=Local(name="me") as me):
                return code.at if self.first(me) is not None else None
        unused = None if traits_of(code).needs_player else getattr(code, "me", None)
        return self.first([child for child in children(code) if child is not unused])

    def _called(
        self, call: Node, called: Function | Procedure, arguments: Sequence[Expression], me: Expression | None
    ) -> Span | None:
        place = self.first(arguments)
        if place is None and self.first(me) is not None and self.declaration(called) is not None:
            return call.at
        return place
