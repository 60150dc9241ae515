"""Finds the names in code whose values may reveal hidden information.

Why-not replaces a card in a frame by a stand-in if the seat can't see it. But a number may reveal the card as well:
`let n = (top of my deck).printed`. A name is secret if its value depends on cards or variables that aren't public, on
chance, or on another secret name. It is also secret if such a thing decides whether it gets the value. In a frame of
the asking player's own code, their own things count as open (`own`). When in doubt a name is secret.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from artrules.analyses.calls import every
from artrules.analyses.disclosure import DisclosureAnalysis, Status
from artrules.ir import nodes as k
from artrules.ir.declarations import ZoneDeclaration
from artrules.ir.model import Model
from artrules.ir.types import Card, Happening, ListOf, Optional, Power, Type

WATCH = "watch "
ASK = "ask "
_UP = 0
"""The first member of the enum `face`."""
LOOPS = "*"
"""Stands for all locals that lowering adds for a loop: the items and turns that are left."""


class SecretNames:
    """The secret names of one model. `code` arguments are the keys for graphs, such as `phase play`."""

    def __init__(self, model: Model, own: bool) -> None:
        self.model = model
        self.own = own
        self.names: set[tuple[str, str]] = set()
        self.watches: dict[str, tuple[str, list[str]]] = {}
        """Identity of a watch → the code that sets it, and the names whose values it keeps."""
        self.questions: dict[str, tuple[str, str]] = {}
        """Identity of a question → the code that asks it, and the name of the answers."""
        self.happenings: dict[tuple[str, str], str] = {}
        """Code and name of a local that holds a happening → the event's key."""
        bodies = list(bodies_of(model))
        self.reading = DisclosureAnalysis(model, zones_of_turned_cards(model))
        found = -1
        reading = self.reading
        while found != (found := len(self.names) + len(reading.secret_fields) + len(reading.secret_results)):
            self.reading.forget()
            for code, body in bodies:
                _Body(self, code, body).run()

    def local(self, code: str, name: str) -> bool:
        """Whether the value of a name in a frame of a code is secret."""
        return (self._container(code), name) in self.names

    def happening(self, code: str, name: str) -> frozenset[int]:
        """The indices of the secret fields of the happening that a name holds; none if it holds no happening."""
        event = self.happenings.get((self._container(code), name))
        return self.of_event(event) if event is not None else frozenset()

    def of_event(self, key: str) -> frozenset[int]:
        """The indices of an event's secret fields."""
        return frozenset(index for event, index in self.reading.secret_fields if event == key)

    def kept_by(self, identity: str) -> frozenset[int]:
        """The indices of the secret values among those that a watch keeps."""
        code, names = self.watches[identity]
        return frozenset(i for i, name in enumerate(names) if (code, name) in self.names)

    def _container(self, code: str) -> str:
        if code.startswith(ASK):
            return self.questions[code.removeprefix(ASK)][0]
        return self.watches[code.removeprefix(WATCH)][0] if code.startswith(WATCH) else code


class _Body:
    """Marks the secret names of one body. The suites of its watches and questions belong to it, because they share its
    names."""

    def __init__(self, secrets: SecretNames, code: str, body: k.Body) -> None:
        self.secrets = secrets
        self.code = code
        self.body = body
        self.own = secrets.own and not any(isinstance(n, k.As | k.Ask) for n in k.walk(body))

    def run(self) -> None:
        for node in k.walk(self.body):
            if isinstance(node, k.Local) and isinstance(node.type, Happening):
                self.secrets.happenings[(self.code, node.name)] = node.type.event
        self._all(self.body, False)

    def _names(self, name: str) -> Status:
        return (self.code, name) in self.secrets.names, self.own and name == "me"

    def _strictly(self, name: str) -> Status:
        return (self.code, name) in self.secrets.names, False

    def _reveals(self, e: k.Node | None) -> bool:
        return e is not None and self.secrets.reading.reveals(e, self._names)

    def _note(self, name: str, secret: bool) -> None:
        if secret:
            self.secrets.names.add((self.code, name))

    def _all(self, body: k.Body, under: bool) -> None:
        for statement in body:
            self._statement(statement, under)

    def _statement(self, s: k.Statement, under: bool) -> None:
        """Mark the names of one statement. `under` says whether a condition around it may depend on a secret."""
        match s:
            case k.Set(place=k.Local(name=name), value=value):
                self._note(name, under or self._reveals(value))
            case k.Roll(binder=binder):
                self._note(binder.local.name, True)
            case k.Draw(local=local):
                self._note(local.name, True)
            case k.If(condition=condition, then=then, otherwise=otherwise):
                under = under or self._reveals(condition)
                self._all(then, under)
                self._all(otherwise, under)
            case k.ForEach(binder=binder, body=body):
                under = under or self._reveals(binder) or self._leaves(body)
                self._note(binder.local.name, under)
                self._note(LOOPS, under)
                self._all(body, under)
            case k.Repeat(limit=limit, body=body):
                under = under or self._reveals(limit) or self._leaves(body)
                self._note(LOOPS, under)
                self._all(body, under)
            case k.As(local=local, player=player, body=body):
                self._note(local.name, under or self._reveals(player))
                self._all(body, under)
            case k.Choose(branches=branches):
                for branch in branches:
                    self._chosen(branch)
                    self._all(branch.body, under)
            case k.Perform():
                self._call(s, under)
            case k.Give(value=value):
                if under or self.secrets.reading.reveals(value, self._strictly):
                    self.secrets.reading.secret_results.add(self.code)
            case k.Announce(event=event, fields=fields):
                for index, each in enumerate(fields):
                    if under or self.secrets.reading.reveals(each, self._strictly):
                        self.secrets.reading.secret_fields.add((event.key, index))
            case k.Ask(identity=identity, players=players, said=said, body=body):
                self.secrets.questions[identity] = (self.code, said.name if said is not None else "")
                under = under or self._reveals(players)
                if said is not None:
                    self._note(said.name, under)
                self._all(body, under)
            case k.Answer(identity=identity, value=value):
                self._note(self.secrets.questions[identity][1], under or self._reveals(value))
            case k.Watch(identity=identity, captured=captured, condition=condition, body=body):
                self.secrets.watches[identity] = (self.code, [local.name for local in captured])
                self._all(body, under or self._reveals(condition))

    def _chosen(self, branch: k.Branch) -> None:
        """Mark the names of a branch's binders. The log shows everybody what was chosen, except for hidden cards."""
        for binder in branch.binders:
            if not self.own and _holds_cards(binder.local.type):
                self._note(binder.local.name, self._reveals(binder.domain))

    def _call(self, s: k.Perform, under: bool) -> None:
        names = self._names if isinstance(s.me, k.Local) and s.me.name == "me" else self._strictly
        for local, argument in zip(self.secrets.model.locals[s.procedure], s.arguments, strict=False):
            if under or self.secrets.reading.reveals(argument, names):
                self.secrets.names.add((s.procedure.key, local.name))

    def _leaves(self, body: k.Body) -> bool:
        """Whether a condition that depends on a secret may end a loop with this body."""
        return any(
            isinstance(node, k.If)
            and self._reveals(node.condition)
            and any(isinstance(n, k.Leave) for n in k.walk(node))
            for node in _nodes(body)
        )


def _nodes(body: k.Body) -> Iterator[k.Node]:
    for statement in body:
        yield from k.walk(statement)


def zones_of_turned_cards(model: Model) -> frozenset[ZoneDeclaration]:
    """The zones where code may let cards lie face down that arrive face up."""
    zones: set[ZoneDeclaration] = set()
    for _, move in every(model, k.Move):
        if move.face is not None and _may_be_down(move.face):
            zones |= {move.zone.declaration} if isinstance(move.zone, k.ZoneOf) else {*model.zones.values()}
    for _, change in every(model, k.Set):
        if isinstance(change.place, k.FaceOf) and _may_be_down(change.value):
            card = change.place.card.type
            turned = card.kinds if isinstance(card, Card) else {*model.kinds}
            zones |= {zone for zone in model.zones.values() if zone.kinds & turned}
    return frozenset(zones)


def _may_be_down(face: k.Expression) -> bool:
    return not isinstance(face, k.Constant) or face.value != _UP


def _holds_cards(type_: Type) -> bool:
    while isinstance(type_, (Optional, ListOf)):
        type_ = type_.of
    return isinstance(type_, (Card, Power, Happening))


def bodies_of(model: Model) -> Iterable[tuple[str, k.Body]]:
    """All code of a model that does things, with the keys by which graphs and `SecretNames` call it."""
    flow = model.flow
    yield from ((procedure.key, model.bodies[procedure]) for procedure in model.procedures.values())
    yield from ((f"power {power.index}", model.bodies[power]) for power in model.powers)
    yield from ((f"phase {phase.name}", phase.body) for phase in flow.phases)
    for when, steps in (("setup", flow.setup), ("final", flow.final)):
        yield from ((f"{when} {step.name}", step.body) for step in steps)
