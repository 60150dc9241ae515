"""What code reads and what it changes, told apart as coarsely as foresight needs it.

What a state holds is named by tokens: `("variable", key)`, `("attribute", kind, name)`, and one word each for what is
not told apart any finer: zones, faces, powers, records. `EVERYTHING` stands for what can't be told.
"""

from __future__ import annotations

from artrules.compile.failures import Failing
from artrules.ir import nodes as k
from artrules.ir.declarations import Function, Procedure
from artrules.ir.model import Model

Token = str | tuple[str, ...]
Tokens = frozenset[Token]
NOTHING: Tokens = frozenset()
ZONES, FACES, POWERS, RECORDS, WATCHES, LIMITS = "zones", "faces", "powers", "records", "watches", "limits"
EVERYTHING = "everything"


def meet(read: Tokens, changed: Tokens) -> bool:
    """Whether something read may have been changed."""
    return bool(changed) and (EVERYTHING in read or EVERYTHING in changed or not read.isdisjoint(changed))


class Effects:
    """Answers for expressions and statements; what functions and procedures do is found once."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._functions: dict[str, Tokens] = {}
        self._procedures: dict[str, Tokens | None] = {}
        self._sure: dict[str, bool] = {}

    def sure(self, node: k.Node, failing: Failing) -> bool:
        """Whether evaluating an expression can neither fail nor be a fault."""
        return not failing.node(node) and all(self._sure_itself(n, failing) for n in k.walk(node))

    def _sure_itself(self, node: k.Node, failing: Failing) -> bool:
        if isinstance(node, k.Call):
            function = node.function
            if function.key not in self._sure:
                value = self._model.values.get(function)
                self._sure[function.key] = value is None or self.sure(value, failing)
            return self._sure[function.key]
        return not isinstance(node, (k.Checked, k.FieldOf))

    def read(self, node: k.Node) -> Tokens:
        """What evaluating an expression reads."""
        return frozenset(token for n in k.walk(node) for token in self.read_itself(n))

    def read_itself(self, node: k.Node) -> Tokens:
        """What one node reads, without those in it."""
        match node:
            case k.VariableOf(declaration=variable):
                return frozenset({("variable", variable.key)})
            case k.AttributeOf(declaration=attribute) if not attribute.printed:
                return frozenset({("attribute", attribute.kind, attribute.name)})
            case k.FaceOf():
                return frozenset({FACES})
            case k.ZoneOf():
                return frozenset({ZONES})
            case k.PowersOf() | k.PowerAttributeOf():
                return frozenset({POWERS})
            case k.Happenings() | k.FieldOf():
                return frozenset({RECORDS})
            case k.Call(function=function):
                return self._function(function)
            case k.BuiltinCall(builtin=builtin, arguments=arguments) if arguments:
                if builtin.name in ("position", "before"):
                    return frozenset({ZONES})
                return frozenset({EVERYTHING}) if builtin.name == "usable" else NOTHING
            case k.ScoreOf():
                return frozenset({EVERYTHING})
        return NOTHING

    def _function(self, function: Function) -> Tokens:
        if function.key not in self._functions:
            value = self._model.values.get(function)
            self._functions[function.key] = self.read(value) if value is not None else NOTHING
        return self._functions[function.key]

    def changed(self, statement: k.Statement) -> Tokens | None:
        """What running a statement changes; None where it may also move or turn cards, ask, draw by chance or leave:
        where it can't be passed over."""
        match statement:
            case k.Set(place=k.Local()):
                return NOTHING
            case k.Set(place=k.VariableOf(declaration=variable)):
                return frozenset({("variable", variable.key)})
            case k.Set(place=k.AttributeOf(declaration=attribute)):
                return frozenset({("attribute", attribute.kind, attribute.name)})
            case k.Set(place=k.FieldOf()) | k.Announce():
                return frozenset({RECORDS})
            case k.Gain() | k.Lose():
                return frozenset({POWERS})
            case k.Watch() | k.StopWatching():
                return frozenset({WATCHES})
            case k.Say() | k.Require():
                return NOTHING
            case k.If(then=then, otherwise=otherwise):
                return self._all([*then, *otherwise])
            case k.ForEach(body=body) | k.Repeat(body=body) | k.As(body=body):
                return self._all(body)
            case k.Perform(procedure=procedure):
                return self._procedure(procedure)
        return None

    def _procedure(self, procedure: Procedure) -> Tokens | None:
        if procedure.key not in self._procedures:
            self._procedures[procedure.key] = self._all(self._model.bodies[procedure])
        return self._procedures[procedure.key]

    def _all(self, body: k.Body) -> Tokens | None:
        found: Tokens = NOTHING
        for statement in body:
            changed = self.changed(statement)
            if changed is None:
                return None
            found |= changed
        return found
