"""Statements that do something at once; decisions are in `choices.py`."""

from __future__ import annotations

from lark import Token

from artrules.diagnostics.kinds import names as name_kinds
from artrules.diagnostics.kinds import types as kinds
from artrules.diagnostics.suggest import closest
from artrules.kernel.nodes import (
    Announce,
    As,
    AttributeOf,
    Binder,
    Body,
    Constant,
    EndGame,
    Expression,
    FaceOf,
    FieldOf,
    ForEach,
    Gain,
    If,
    Leave,
    Local,
    Move,
    Node,
    Perform,
    Repeat,
    Require,
    Roll,
    Say,
    Set,
    Shuffle,
    Statement,
    StopWatching,
    VariableOf,
    Watch,
    walk,
)
from artrules.kernel.type import (
    ANY_NUMBER,
    FACE,
    NOTHING,
    PLAYER,
    POWER,
    Card,
    Happening,
    ListOf,
    Number,
    SetOf,
    Type,
    Unknown,
    Zone,
    element,
)
from artrules.types.elaborate import Syntax
from artrules.types.folds import Folds
from artrules.types.labels import Labels
from artrules.types.names import Names
from artrules.types.operators import Operators
from artrules.types.scope import facts

DEEPEST = 40


class Statements(Names, Folds, Operators, Labels):
    """Each `statement_x` gives a list of kernel statements: sugar may take several."""

    depth = 0

    def suite(self, tree: Syntax) -> Body:
        """The statements of a suite or an effect, in a scope that the caller has opened."""
        self.depth += 1
        if self.depth > DEEPEST:
            self.complain(kinds.TOO_DEEP, f"suites are nested more than {DEEPEST} deep", tree)
            return []
        body: Body = []
        for child in tree.children:
            if isinstance(child, type(tree)):
                body += self.statement(child)
        self.depth -= 1
        return body

    def statement(self, tree: Syntax) -> Body:
        return getattr(self, f"statement_{tree.data}")(tree)  # type: ignore[no-any-return]

    def inner(self, tree: Syntax | None, known: dict[str, Type] | None = None) -> Body:
        """A suite in a scope of its own."""
        if tree is None:
            return []
        with self.scope.suite(known):
            return self.suite(tree)

    def needs_me(self, tree: Syntax) -> Expression:
        if self.me is None:
            self.complain(kinds.NO_PLAYER, "no player acts here: say who with `as p:`", tree)
            return self.unknown(tree)
        return Local(self.at(tree), PLAYER, self.me.name)

    def acting(self, tree: Syntax) -> Expression | None:
        """The player in whose name things are moved and said, where there is one."""
        return Local(self.at(tree), PLAYER, self.me.name) if self.me is not None else None

    # -- names and places

    def statement_let(self, tree: Syntax) -> Body:
        token, value_ = tree.children
        assert isinstance(token, Token)
        value = self.expression(value_)
        name = str(token)
        type_ = value.type
        changes = name in self.assigned
        if isinstance(type_, Zone):
            type_ = ListOf(Card(type_.kinds))
        if changes and isinstance(type_, Number):
            type_ = ANY_NUMBER
        if self.scope.find(name) is not None or name in ("me", "self", "players"):
            self.complain(kinds.HIDES_NAME, f"`{name}` is the name of something else here already", token)
        local = self.scope.bind(name, type_, self.at(token), fixed=False)
        return [Set(self.at(tree), local, value, binds=True)]

    def _place(self, tree: Syntax) -> Expression | None:
        place = self.expression(tree)
        match place:
            case Local(name=name):
                binding = next((b for s in self.scope.suites for b in s.values() if b.unique == name), None)
                if binding is not None and not binding.fixed:
                    place.type = binding.type
                    return place
                self.complain(kinds.NOT_ASSIGNABLE, "this name keeps its value", tree, expected="a name given by `let`")
                return None
            case VariableOf() | AttributeOf() | FaceOf():
                if isinstance(place, AttributeOf):
                    place.declaration.printed = False
                return place
            case FieldOf(event=event):
                if event.kept is not None:
                    return place
                self.complain(
                    kinds.NOT_ASSIGNABLE,
                    "only kept events can be changed afterwards",
                    tree,
                    expected=f"`kept:` of {event.name}",
                )
                return None
        if not isinstance(place.type, Unknown):
            self.complain(
                kinds.NOT_ASSIGNABLE,
                "nothing can be assigned to this",
                tree,
                expected="a variable, an attribute or a name given by `let`",
            )
        return None

    def statement_becomes(self, tree: Syntax) -> Body:
        place_, value_ = tree.children
        place = self._place(place_)  # type: ignore[arg-type]
        if place is None:
            self.expression(value_)
            return []
        value = self.demand(value_, place.type, "the new value")  # type: ignore[arg-type]
        if isinstance(place, Local):
            self.scope.forget(place.name)
        me = self.acting(tree) if isinstance(place, FaceOf) else None
        return [Set(self.at(tree), place, value, me=me)]

    def statement_add(self, tree: Syntax) -> Body:
        return self._change(tree, "+", "join")

    def statement_take(self, tree: Syntax) -> Body:
        return self._change(tree, "-", "without")

    def _change(self, tree: Syntax, operator: str, on_lists: str) -> Body:
        place_, value_ = tree.children
        place = self._place(place_)  # type: ignore[arg-type]
        if place is None:
            self.expression(value_)
            return []
        if isinstance(place.type, (SetOf, ListOf)):
            value = self.expression(value_, place.type)
            result = self.together(self.at(tree), on_lists, place, value)
        else:
            right = self.number(value_, "what is added")  # type: ignore[arg-type]
            result = self.arithmetic(tree, operator, place, right)
        return [Set(self.at(tree), place, self.convert(result, place.type, "the new value", self.at(tree)))]

    # -- cards

    def zone(self, tree: Syntax) -> Expression:
        zone = self.expression(tree)
        if not isinstance(zone.type, (Zone, Unknown)):
            self.complain(kinds.WRONG_TYPE, "this is no place for cards", tree, expected="a zone", found=str(zone.type))
        return zone

    def statement_move(self, tree: Syntax) -> Body:
        cards_, end_, zone_, position_, face_ = tree.children
        cards = self.expression(cards_)
        zone = self.zone(zone_)  # type: ignore[arg-type]
        moved = cards.type if isinstance(cards.type, (Card, Unknown)) else element(cards.type)
        if not isinstance(moved, (Card, Unknown)):
            self.complain(
                kinds.WRONG_TYPE, "only cards can be moved", cards_, expected="a card or cards", found=str(cards.type)
            )
        elif isinstance(zone.type, Zone) and isinstance(moved, Card) and not moved.kinds <= zone.type.kinds:
            self.complain(
                kinds.WRONG_TYPE,
                "this zone doesn't hold such cards",
                zone_,
                expected=", ".join(sorted(zone.type.kinds)),
                found=str(moved),
            )
        end = str(end_.children[0]) if isinstance(end_, type(tree)) else None
        position = self.number(position_, "the position") if position_ is not None else None  # type: ignore[arg-type]
        face = None
        if face_ is not None:
            name_tree = type(tree)("name", [face_], tree.meta)
            face = self.convert(self.expression(name_tree), FACE, "how it lies", self.at(face_))
        return [Move(self.at(tree), cards, zone, end, position, face, self.acting(tree))]

    def statement_gains(self, tree: Syntax) -> Body:
        card_, power_ = tree.children
        card = self.expression(card_)
        if not isinstance(card.type, (Card, Unknown)):
            self.complain(kinds.WRONG_TYPE, "only cards gain powers", card_, expected="a card", found=str(card.type))
        return [Gain(self.at(tree), card, self.demand(power_, POWER, "what is gained"))]  # type: ignore[arg-type]

    def statement_shuffle(self, tree: Syntax) -> Body:
        return [Shuffle(self.at(tree), self.zone(tree.children[0]))]  # type: ignore[arg-type]

    def statement_random(self, tree: Syntax) -> Body:
        binder = self.binder(tree.children[0])  # type: ignore[arg-type]
        name = str(tree.children[0].children[0])  # type: ignore[union-attr]
        return [Roll(self.at(tree), binder, f"random {name} in {self.context.container}", self.acting(tree))]

    # -- control

    def statement_if_(self, tree: Syntax) -> Body:
        condition_, then_, *rest = tree.children
        return [self._if(tree, condition_, then_, rest)]  # type: ignore[arg-type]

    def _if(self, tree: Syntax, condition_: Syntax, then_: Syntax, rest: list[Syntax | None]) -> Statement:
        condition = self.condition(condition_)
        then = self.inner(then_, facts(condition, True))
        otherwise: Body = []
        branch = next((b for b in rest if b is not None), None)
        if branch is not None:
            with self.scope.suite(facts(condition, False)):
                if branch.data == "elif_":
                    inner_condition, inner_then = branch.children
                    after = rest[rest.index(branch) + 1 :]
                    otherwise = [self._if(branch, inner_condition, inner_then, after)]  # type: ignore[arg-type]
                else:
                    otherwise = self.suite(branch.children[0])  # type: ignore[arg-type]
        return If(self.at(tree), condition, then, otherwise)

    def statement_for_(self, tree: Syntax) -> Body:
        binders_, suite_ = tree.children
        with self.scope.suite():
            binders = self.binders(binders_)  # type: ignore[arg-type]
            self.loops += 1
            body = self.suite(suite_)  # type: ignore[arg-type]
            self.loops -= 1
        for binder in reversed(binders):
            body = [ForEach(self.at(tree), binder, body)]
        if len(binders) > 1 and any(isinstance(n, Leave) for n in walk(body)):
            self.complain(
                kinds.WRONG_ARGUMENTS, "`stop` in a loop over two domains is unclear", tree, expected="two loops"
            )
        return body

    def statement_repeat(self, tree: Syntax) -> Body:
        limit_, suite_ = tree.children
        kind, limit = "ever", None
        if limit_ is not None:
            kind = {"until": "until", "while_": "while", "times": "times"}[limit_.data]  # type: ignore[union-attr]
            inner = limit_.children[0]  # type: ignore[union-attr]
            limit = self.number(inner, "how often") if kind == "times" else self.condition(inner)  # type: ignore[arg-type]
        self.loops += 1
        body = self.inner(suite_)  # type: ignore[arg-type]
        self.loops -= 1
        return [Repeat(self.at(tree), kind, limit, body)]

    def statement_stop(self, tree: Syntax) -> Body:
        if self.loops == 0:
            self.complain(kinds.NO_LOOP, "`stop` leaves a loop, and there is none here", tree)
            return []
        return [Leave(self.at(tree))]

    def statement_as_(self, tree: Syntax) -> Body:
        player_, suite_ = tree.children
        player = self.demand(player_, PLAYER, "who acts")  # type: ignore[arg-type]
        outer = self.me
        with self.scope.suite():
            self.scope.count += 1
            self.me = Local(self.at(tree), PLAYER, f"me_{self.scope.count}")
            local = self.me
            body = self.suite(suite_)  # type: ignore[arg-type]
        self.me = outer
        return [As(self.at(tree), local, player, body)]

    def statement_require(self, tree: Syntax) -> Body:
        condition_, reason_ = tree.children
        condition = self.condition(condition_)  # type: ignore[arg-type]
        reason = self.label(reason_) if isinstance(reason_, Token) else None
        self.scope.learn(facts(condition, True))
        return [Require(self.at(tree), condition, reason)]

    def statement_skip(self, tree: Syntax) -> Body:
        return []

    def statement_say(self, tree: Syntax) -> Body:
        return [Say(self.at(tree), self.label(tree.children[0]), self.acting(tree))]  # type: ignore[arg-type]

    def statement_end_game(self, tree: Syntax) -> Body:
        return [EndGame(self.at(tree))]

    # -- calls and events

    def statement_perform(self, tree: Syntax) -> Body:
        call = tree.children[0]
        token, *rest = call.children  # type: ignore[union-attr]
        name, model, owner = str(token), self.model, self.context.owner
        arguments = [a for a in rest if isinstance(a, type(tree))]
        procedure = model.find(model.procedures, name, owner)
        if procedure is None:
            known = [p.name for p in model.visible(model.procedures, owner)]
            function = model.find(model.functions, name, owner)
            self.complain(
                name_kinds.UNKNOWN_NAME,
                f"`{name}` is a function: it changes nothing" if function else f"there is no procedure `{name}`",
                token,
                found=f"`{name}`",
                suggestions=closest(name, known),
            )
            for argument in arguments:
                self.expression(argument)
            return []
        values = self.arguments(name, procedure.parameters, arguments, call)  # type: ignore[arg-type]
        if len(values) != len(procedure.parameters):
            return []
        me = self.acting(tree) or Constant(self.at(tree), NOTHING, None)
        return [Perform(self.at(tree), procedure, values, me)]

    def statement_announce(self, tree: Syntax) -> Body:
        token, *fields_ = tree.children
        assert isinstance(token, Token)
        model, owner = self.model, self.context.owner
        event = model.find(model.events, str(token), owner)
        if event is None:
            self._no_event(token)
            return []
        given: dict[str, Expression] = {}
        for field in fields_:
            if field is None:
                continue
            name, value_ = field.children  # type: ignore[union-attr]
            declared = event.fields.get(str(name))
            if declared is None or declared.type is None:
                self.complain(
                    name_kinds.UNKNOWN_NAME,
                    f"`{event.name}` has no field `{name}`",
                    name,
                    suggestions=closest(str(name), list(event.fields)),
                )
                self.expression(value_)
                continue
            if str(name) in given:
                self.complain(name_kinds.NAME_TWICE, f"`{name}` is given twice", name)
            given[str(name)] = self.demand(value_, declared.type, f"`{name}`")  # type: ignore[arg-type]
        missing = [n for n in event.fields if n not in given]
        if missing:
            self.complain(
                kinds.WRONG_ARGUMENTS,
                f"`{event.name}` needs {', '.join(missing)} too",
                tree,
                expected=", ".join(event.fields),
            )
            return []
        me = self.needs_me(tree)
        return [Announce(self.at(tree), event, [given[n] for n in event.fields], me)]

    def _no_event(self, token: Token) -> None:
        known = [e.name for e in self.model.visible(self.model.events, self.context.owner)]
        self.complain(
            name_kinds.UNKNOWN_NAME,
            f"there is no event `{token}`",
            token,
            found=f"`{token}`",
            suggestions=closest(str(token), known),
        )

    def statement_watch(self, tree: Syntax) -> Body:
        every_, event_, name_, where_, life_, suite_ = tree.children
        assert isinstance(event_, Token) and isinstance(name_, Token) and isinstance(life_, Token)
        model, owner = self.model, self.context.owner
        event = model.find(model.events, str(event_), owner)
        if event is None:
            self._no_event(event_)
            return []
        if str(life_) not in model.lives:
            self.complain(
                name_kinds.UNKNOWN_NAME,
                f"there is no life `{life_}`",
                life_,
                expected=", ".join(model.lives),
                suggestions=closest(str(life_), list(model.lives)),
            )
        setter = self.needs_me(tree)
        outer_me, outer_loops = self.me, self.loops
        self.me, self.loops = Local(self.at(tree), PLAYER, "me"), 0
        self.watching += 1
        with self.scope.suite():
            happening = self.scope.bind(str(name_), Happening(event.key), self.at(name_))
            condition = self.condition(where_) if where_ is not None else None  # type: ignore[arg-type]
            body = self.suite(suite_)  # type: ignore[arg-type]
        self.watching -= 1
        self.me, self.loops = outer_me, outer_loops
        captured = _free_locals([condition, body], {happening.name, "me"})
        changed = {n.place.name for n in walk(body) if isinstance(n, Set) and isinstance(n.place, Local)}
        for local in captured:
            if local.name in changed:
                self.complain(
                    kinds.NOT_ASSIGNABLE, "a watch keeps a copy of this value: it can't be changed here", local.at
                )
        self.sites += 1
        identity = f"{self.context.container}/watch{self.sites}"
        every = int(str(every_)) if every_ is not None else 1
        if every < 1:
            self.complain(
                kinds.WRONG_VALUE, "a watch acts every 1 time or more", tree, expected="1 or more", found=str(every)
            )
            every = 1
        return [Watch(self.at(tree), identity, event, every, happening, captured, condition, str(life_), body, setter)]

    def statement_stop_watching(self, tree: Syntax) -> Body:
        if not self.watching:
            self.complain(kinds.NO_WATCH, "`stop watching` belongs in a watch", tree)
        return [StopWatching(self.at(tree))]


def _free_locals(nodes: list[object], bound: set[str]) -> list[Local]:
    """Locals used in the nodes that are bound outside them, each once."""
    used: dict[str, Local] = {}
    inside = set(bound)
    for node in (n for tree in nodes if tree is not None for n in walk(tree)):
        if isinstance(node, Set) and isinstance(node.place, Local) and node.binds:
            inside.add(node.place.name)
        inside |= {local.name for local in bound_by(node)}
        if isinstance(node, Local):
            used.setdefault(node.name, node)
    return [local for name, local in used.items() if name not in inside]


def bound_by(node: Node) -> list[Local]:
    """The locals that a node itself binds."""
    match node:
        case Binder(local=local) | As(local=local):
            return [local]
        case Watch(happening=happening):
            return [happening]
    return []
