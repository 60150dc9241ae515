"""The rules of statements: who acts, what is bound for the rest of a suite, and what each statement needs."""

from __future__ import annotations

from collections.abc import Sequence

from artrules.model.ir import expressions as e
from artrules.model.ir import statements as s
from artrules.model.ir import types as t
from artrules.model.ir.node import Node, children, traits_of, walk
from model.ir.verify.context import Context
from model.ir.verify.expressions import verify_binders, verify_condition, verify_expression
from model.ir.verify.names import Names, in_question, in_watch


def verify_body(context: Context, body: s.Body, names: Names) -> None:
    """Verify the statements of a suite. What one binds is bound for those after it."""
    for before, statement in zip((None, *body), body, strict=False):
        context.performed = before.procedure if isinstance(before, s.Perform) else None
        names = _statement(context, statement, names)


def verify_result(context: Context, body: s.Body, result: t.Type | None) -> None:
    """Verify that a procedure's last statement gives its result; that of other code gives nothing."""
    last = body[-1] if body and result is not None else None
    for node in (n for statement in body for n in walk(statement)):
        if isinstance(node, s.Give):
            context.require(node is last, node, "only the last statement of a procedure gives its result")
    if last is not None and result is not None:
        context.require(isinstance(last, s.Give), last, "the procedure's result is missing")
        if isinstance(last, s.Give):
            context.converted(last.value, result, last, "the result")


def verify_label(context: Context, label: s.Label, names: Names) -> None:
    """Verify a text for people: all but zones can be told in it."""
    for part in label.parts:
        if isinstance(part, e.Expression):
            verify_expression(context, part, names)
            context.require(not isinstance(part.type, t.Zone), part, "a zone has no text")


def verify_branch(context: Context, branch: s.Branch, names: Names) -> Names:
    """Verify one form of option. Gives the names that are bound in its suite."""
    model = context.model
    inside = verify_binders(context, branch.binders, names)
    verify_label(context, branch.label, inside)
    if branch.guard is not None:
        verify_condition(context, branch.guard, inside)
    if branch.limit is not None:
        context.declared(branch.limit, model.limits, branch)
    context.require(branch.owner is None or branch.owner in model.sets, branch, f"there is no set `{branch.owner}`")
    context.require(bool(branch.key), branch, "the branch has no key")
    verify_body(context, branch.body, inside)
    return inside


def _statement(context: Context, node: s.Statement, names: Names) -> Names:
    """Verify a statement. Gives the names for what follows it."""
    require = context.require

    def below(*nodes: e.Expression | None) -> None:
        for one in nodes:
            if one is not None:
                verify_expression(context, one, names)

    def player(me: e.Expression) -> None:
        below(me)
        require(me.type == t.PLAYER, node, "no player acts here")
        context.acting(node, me, names, needed=True)

    model = context.model
    match node:
        case s.Set(place=e.Local() as local, value=value, binds=True, me=me):
            below(value)
            context.converted(value, local.type, node, "the value")
            require(me is None, node, "nobody sees what a `let` binds")
            return context.bind(names, local, assignable=True)
        case s.Set(place=place, value=value, me=me):
            below(place, value, me)
            require(_assignable(place, names), node, "this can't be assigned to")
            context.converted(value, place.type, node, "the value")
            context.acting(node, me, names, needed=isinstance(place, e.FaceOf))
        case s.Move(cards=cards, zone=zone, end=end, position=position, face=face, me=me):
            below(cards, zone, position, face, me)
            moved = cards.type if isinstance(cards.type, t.Card) else t.element(cards.type)
            fits = isinstance(zone.type, t.Zone) and isinstance(moved, t.Card) and moved.kinds <= zone.type.kinds
            require(fits, node, f"{zone.type} doesn't take {cards.type}")
            require(end in (None, "top", "bottom"), node, f"zones have no end `{end}`")
            require(position is None or isinstance(position.type, t.Number), node, "the position is no number")
            require(face is None or face.type == t.FACE, node, "the face is none")
            context.acting(node, me, names, needed=True)
        case s.Show(cards=cards, seats=seats):
            below(cards, seats)
            shown = cards.type if isinstance(cards.type, t.Card) else t.element(cards.type)
            require(isinstance(shown, t.Card), node, "only cards are shown")
            fits = seats is None or t.PLAYER in (seats.type, t.element(seats.type))
            require(fits, node, "cards are shown to players")
        case s.Gain(card=card, power=power):
            below(card, power)
            require(isinstance(card.type, t.Card) and power.type == t.POWER, node, "a card gains a power")
        case s.Lose(power=power):
            below(power)
            require(power.type == t.POWER, node, "what is lost is a power")
        case s.Shuffle(zone=zone):
            below(zone)
            require(isinstance(zone.type, t.Zone), node, "only zones are shuffled")
        case s.Roll(binder=binder, purpose=purpose, me=me):
            below(me)
            require(bool(purpose), node, "chance needs a purpose")
            context.acting(node, me, names, needed=True)
            return verify_binders(context, [binder], names)
        case s.Draw(local=local, function=function, arguments=arguments, purpose=purpose, me=me):
            context.declared(function, model.plugin_functions, node)
            require(function.draws, node, "a pure function draws nothing")
            require(bool(purpose), node, "chance needs a purpose")
            require(local.type == function.result, node, f"{function.result} is drawn")
            below(*arguments, me)
            context.arguments(node, arguments, [(p.name, p.type) for p in function.parameters])
            context.acting(node, me, names, needed=True)
            return context.bind(names, local)
        case s.Require(condition=condition, reason=reason):
            verify_condition(context, condition, names)
            if reason is not None:
                verify_label(context, reason, names)
        case s.Choose(me=me):
            player(me)
            return _choose(context, node, names)
        case s.If(condition=condition, then=then, otherwise=otherwise):
            verify_condition(context, condition, names)
            verify_body(context, then, names)
            verify_body(context, otherwise, names)
        case s.ForEach(binder=binder, body=body):
            verify_body(context, body, verify_binders(context, [binder], names).in_loop())
        case s.Repeat(kind=kind, limit=limit, body=body):
            below(limit)
            wanted = {"times": t.Number, "while": t.Bool, "until": t.Bool, "ever": type(None)}[kind]
            found = limit.type if limit is not None else None
            require(isinstance(found, wanted), node, f"`repeat {kind}` doesn't take {found}")
            verify_body(context, body, names.in_loop())
        case s.Leave():
            require(names.loops > 0, node, "there is no loop to leave")
        case s.Perform(procedure=procedure, arguments=arguments, me=me):
            context.declared(procedure, model.procedures, node)
            below(*arguments, me)
            context.arguments(node, arguments, [(p.name, p.type) for p in procedure.parameters])
            context.acting(node, me, names, needed=True)
        case s.UsePower(power=power, me=me):
            below(power)
            require(power.type == t.POWER, node, "only powers are used")
            player(me)
        case s.Announce(event=event, fields=fields, me=me):
            context.declared(event, model.events, node)
            below(*fields)
            context.arguments(node, fields, [(field.name, field.type) for field in event.fields.values()])
            player(me)
        case s.Watch(me=me):
            player(me)
            _watch(context, node, names)
        case s.StopWatching():
            require(names.in_watch, node, "there is no watch to stop")
        case s.As(local=local, player=acting, body=body):
            below(acting)
            require(acting.type == t.PLAYER and local.type == t.PLAYER, node, "only players act")
            context.bind(names, local)
            verify_body(context, body, names.acting(local))
        case s.Ask(players=players, said=said):
            below(players)
            require(t.element(players.type) == t.PLAYER, node, "only players are asked")
            _ask(context, node, names)
            return context.bind(names, said) if said is not None else names
        case s.Answer(identity=identity, value=value, me=me):
            below(value)
            asked, type_ = names.asked or ("", None)
            require(identity == asked and type_ is not None, node, "nobody has asked for this answer")
            if type_ is not None:
                context.converted(value, type_, node, "the answer")
            below(me)
            require(isinstance(me, e.Local) and me.name == "me", node, "only who is asked answers")
        case s.EndAction():
            require(False, node, "only lowering ends actions")
        case s.Hear():
            require(False, node, "only lowering hears answers")
        case _:
            _plain(context, node, names)
    return names


def _plain(context: Context, node: s.Statement, names: Names) -> None:
    """A statement without rules of its own: its operands are right, only cards are moved, and who acts here does it."""
    for part in children(node):
        if isinstance(part, s.Label):
            verify_label(context, part, names)
        else:
            assert isinstance(part, e.Expression)
            verify_expression(context, part, names)
    for operand, _ in traits_of(node).moves:
        moved = getattr(node, operand).type
        fits = isinstance(moved if isinstance(moved, t.Card) else t.element(moved), t.Card)
        context.require(fits, node, "only cards are moved")
    if hasattr(node, "me"):
        context.acting(node, node.me, names, needed=True)


def _assignable(place: e.Expression, names: Names) -> bool:
    """Whether code may give a place another value."""
    match place:
        case e.Local(name=name):
            return name in names.assignable
        case e.AttributeOf(declaration=attribute):
            return not attribute.printed
        case e.SharedAttribute(declarations=attributes):
            return not any(attribute.printed or attribute.type != place.type for attribute in attributes)
        case e.FieldOf(event=event):
            return event.kept is not None
        case e.VariableOf() | e.FaceOf():
            return True
    return False


def _choose(context: Context, node: s.Choose, names: Names) -> Names:
    """A plain `choose` has one branch without a suite; what it binds is bound for what follows."""
    require = context.require
    require(bool(node.site), node, "the decision has no site")
    require(bool(node.branches), node, "there is nothing to choose from")
    require((node.cost is None) == (node.left is None), node, "a cost goes with what is left of it")
    for local in (node.cost, node.left):
        if local is not None:
            verify_expression(context, local, names)
            require(isinstance(local.type, t.Number), node, "what is paid is no number")
    keys = [branch.key for branch in node.branches]
    require(len(set(keys)) == len(keys), node, "two branches have one key")
    require(sum(branch.declines for branch in node.branches) <= 1, node, "two branches decline")
    after = [verify_branch(context, branch, names) for branch in node.branches]
    if node.has_suites:
        return names
    require(len(after) == 1 and not node.branches[0].body, node, "a choice without suites has one empty branch")
    return after[0] if after else names


def _watch(context: Context, node: s.Watch, names: Names) -> None:
    """A watch sees its happening and the values it keeps: exactly those that its condition and its suite use."""
    require, event = context.require, node.event
    context.declared(event, context.model.events, node)
    require(node.happening.type == t.Happening(event.key), node, f"{node.happening.type} is no `{event.key}`")
    require(node.every >= 1, node, "it acts every so many times, at least each time")
    require(node.life in context.model.lives, node, f"there is no life `{node.life}`")
    require(bool(node.identity), node, "the watch has no identity")
    for local in node.captured:
        verify_expression(context, local, names)
    context.bind(names, node.happening)
    inside = in_watch(node.happening, node.captured)
    if node.condition is not None:
        verify_condition(context, node.condition, inside)
    verify_body(context, node.body, inside)
    code = [*node.body] if node.condition is None else [node.condition, *node.body]
    _keeps(context, node, {"me", node.happening.name}, node.captured, code)


def _ask(context: Context, node: s.Ask, names: Names) -> None:
    """The suite of a question sees the values it keeps: exactly those that it uses."""
    require = context.require
    require(bool(node.identity), node, "the question has no identity")
    said = node.said.type if node.said is not None else None
    wanted = t.ListOf(t.maybe(node.answer)) if node.answer is not None else None
    require(said == wanted, node, f"answers of type {node.answer} are no {said}")
    for local in node.captured:
        verify_expression(context, local, names)
    inside = in_question(node.captured, node.identity, node.answer)
    verify_body(context, node.body, inside)
    _keeps(context, node, {"me"}, node.captured, node.body)


def _keeps(
    context: Context, node: s.Statement, own: set[str], captured: Sequence[e.Local], code: Sequence[Node]
) -> None:
    """Code that runs later keeps exactly the values that it uses and doesn't bind itself."""
    used = {n.name for n in walk(code) if isinstance(n, e.Local)}
    kept = [local.name for local in captured]
    context.require(len(set(kept) - own) == len(kept), node, "it keeps a name twice, or one that it binds itself")
    surplus = [name for name in kept if name not in used]
    context.require(not surplus, node, f"it keeps {', '.join(surplus)} for nothing")
