"""Elaborates suites, what controls them (conditions, loops, `as`, windows, `require`, `end game`), and texts for
people."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import assert_never

from artrules.model.declare.symbol_table import report_syntax
from artrules.model.elaborate import names
from artrules.model.elaborate.elaborator import Elaborator, PassCount
from artrules.model.elaborate.folds import binders
from artrules.model.facts.knowledge import Knowledge, leaves, met
from artrules.model.ir import nodes as k
from artrules.model.ir.builtins import BUILTINS, SIZE
from artrules.model.ir.statements import RepeatKind
from artrules.model.ir.types import ANY_NUMBER, BOOL, PLAYER, WIDE, WORDS, ListOf, Number, Unknown, Zone, whole
from artrules.text.diagnostics import kinds
from artrules.text.diagnostics.diagnostic import Span
from artrules.text.diagnostics.kinds import BAD_SYNTAX
from artrules.text.diagnostics.report import Report, ReportFull
from artrules.text.syntax.ast import statements as ast
from artrules.text.syntax.ast.expressions import Worded, Words
from artrules.text.syntax.ast.node import Node, Text
from artrules.text.syntax.parse import Hole, parse_hole, split
from artrules.text.syntax.problem import SyntaxProblem

# Elaborates suites: statements in a scope of their own, and the player who acts in them.

DEEPEST = 40
"""How deep suites may nest."""


def suite(elaborator: Elaborator, node: ast.Suite) -> k.Body:
    """The statements of a suite or an effect, in a scope that the caller has opened."""
    body: list[k.Statement] = []
    with deeper(elaborator, node) as fits:
        for statement in node.statements if fits else ():
            elaborator.flows = False
            part = elaborator.statement(statement)
            if not elaborator.flows:
                elaborator.follow(part)
            body += part
    elaborator.flows = False
    return tuple(body)


def inner(elaborator: Elaborator, node: ast.Suite | None, knowledge: Knowledge | None = None) -> k.Body:
    """A suite in a scope of its own, in which other facts may be known."""
    with elaborator.scope.suite(knowledge):
        return suite(elaborator, node) if node is not None else ()


def looped(elaborator: Elaborator, loop: Callable[[], k.Body]) -> k.Body:
    """What `loop` gives: statements that run again after they have run, so that nothing is known that they may change.

    What they change is known when they have been elaborated. So first they are elaborated as if they changed nothing of
    what is known, and only if they do, again with what stays known. The loops inside aren't tried the first time: so
    however deep loops nest, a suite is elaborated no more often than there are loops around it, and once.
    """
    scope = elaborator.scope
    if not scope.knowledge.facts:
        return loop()
    if elaborator.tries_loop:
        body = loop()
        knowledge = scope.knowledge.after(elaborator.changes.of(body))
        elaborator.loop_misjudged |= knowledge is not scope.knowledge
        return body
    elaborator.tries_loop = True
    outer, sites, count = elaborator.report, elaborator.sites, scope.count
    offered, answers = len(elaborator.offered), len(elaborator.answers)
    while True:
        elaborator.report, elaborator.loop_misjudged = Report(outer), False
        elaborator.report.accepts = outer.accepts
        try:
            body = loop()
        except ReportFull:
            outer.join(elaborator.report)
            raise
        finally:
            part, elaborator.report = elaborator.report, outer
            tried, elaborator.tries_loop = elaborator.tries_loop, False
        changes = elaborator.changes.of(body)
        if scope.knowledge.after(changes) is scope.knowledge and not (tried and elaborator.loop_misjudged):
            outer.join(part)
            return body
        scope.forget(changes, body[0].at)
        elaborator.sites, scope.count = sites, count
        del elaborator.offered[offered:], elaborator.answers[answers:]


@contextmanager
def deeper(elaborator: Elaborator, node: Node) -> Iterator[bool]:
    """Count one more suite within the `with`. Yields False, after a diagnostic, if suites nest too deep."""
    elaborator.depth += 1
    if elaborator.depth > DEEPEST:
        elaborator.complain(kinds.CODE_TOO_DEEP, f"lines below lines are nested more than {DEEPEST} deep", node)
    yield elaborator.depth <= DEEPEST
    elaborator.depth -= 1


def needed_player(elaborator: Elaborator, node: Node) -> k.Expression:
    """The acting player. A diagnostic if no player acts."""
    if elaborator.me is None:
        elaborator.complain(kinds.NO_PLAYER, "no player acts here: say who with `as p:`", node)
        return elaborator.unknown(node)
    return k.Local(elaborator.at(node), PLAYER, elaborator.me.name)


def player_if_any(elaborator: Elaborator, node: Node) -> k.Expression | None:
    """The acting player, in whose name cards are moved and texts are said; None if no player acts."""
    return k.Local(elaborator.at(node), PLAYER, elaborator.me.name) if elaborator.me is not None else None


# Elaborates labels: text for people, with expressions in braces.

LONGEST = 1000
"""The most characters in a label."""


def label(elaborator: Elaborator, node: Text) -> k.Label:
    """The label of a quoted text in code. The quotes aren't part of it."""
    return template(elaborator, node.text, node.start + 1)


def template(elaborator: Elaborator, text: str, start: int) -> k.Label:
    """The label of a text. `start` is the index of the text in the current code."""
    at = elaborator.scalar.span_of(start + elaborator.offset, start + elaborator.offset + max(1, len(text)))
    if len(text) > LONGEST:
        elaborator.complain(BAD_SYNTAX, f"this text is longer than {LONGEST:,} characters", at)
        return k.Label(at, ())
    parts: list[str | k.Expression] = []
    try:
        for part in split(text):
            parts.append(_hole(elaborator, part, start) if isinstance(part, Hole) else part)
    except SyntaxProblem as problem:
        report_syntax(elaborator.report, elaborator.scalar, problem.moved(start + elaborator.offset))
    return k.Label(at, tuple(parts))


def _hole(elaborator: Elaborator, hole: Hole, start: int) -> k.Expression:
    """The expression in one pair of braces. `start` is the index of the label's text in the current code. Raises
    SyntaxProblem, with indices in the label's text."""
    try:
        tree = parse_hole(hole.text)
    except SyntaxProblem as problem:
        raise problem.moved(hole.start) from None
    outer = elaborator.offset
    elaborator.offset = outer + start + hole.start
    try:
        value = _worded(elaborator, tree) if isinstance(tree, Worded) else elaborator.expression(tree)
    finally:
        elaborator.offset = outer
    if isinstance(value.type, Zone):
        message = "a zone has no text; name a card or a number"
        elaborator.complain(kinds.WRONG_TYPE, message, value.at, found=value.type)
    return value


def _worded(elaborator: Elaborator, node: Worded) -> k.Expression:
    """Words that depend on a condition; none where it doesn't hold and nothing stands after `else`."""
    at, condition = elaborator.at(node), elaborator.condition(node.condition)
    then = k.Constant(elaborator.at(node.then), WORDS, node.then.text.text)
    otherwise: k.Expression = k.Constant(at, WORDS, "")
    if isinstance(node.otherwise, Words):
        otherwise = k.Constant(elaborator.at(node.otherwise), WORDS, node.otherwise.text.text)
    elif node.otherwise is not None:
        with elaborator.scope.suite(elaborator.where(condition, False)):
            otherwise = _worded(elaborator, node.otherwise)
    return k.Either(at, WORDS, condition, then, otherwise)


# Elaborates conditions, loops, `as`, `require`, `say` and `end game`.


def elaborate_control(elaborator: Elaborator, node: ast.ControlStatement) -> k.Body:
    """The statements that run or leave suites, and those that only refuse, tell or end."""
    match node:
        case ast.If():
            return if_(elaborator, node)
        case ast.For():
            return for_(elaborator, node)
        case ast.Repeat():
            return repeat(elaborator, node)
        case ast.Stop():
            return stop(elaborator, node)
        case ast.As():
            return as_(elaborator, node)
        case ast.Window():
            return window(elaborator, node)
        case ast.Pass():
            return pass_(elaborator, node)
        case ast.Require():
            return require(elaborator, node)
        case ast.Say():
            return say(elaborator, node)
        case ast.Pause():
            return pause(elaborator, node)
        case ast.EndGame():
            return (k.EndGame(elaborator.at(node)),)
        case ast.Skip():
            return ()
    assert_never(node)


def if_(elaborator: Elaborator, node: ast.If) -> k.Body:
    """`if`, `elif`, `else`."""
    return (_if(elaborator, node, node.elifs, node.otherwise),)


def _if(
    elaborator: Elaborator, node: ast.If | ast.Elif, elifs: tuple[ast.Elif, ...], otherwise: ast.Suite | None
) -> k.If:
    """One condition with its suite. Each `elif` becomes an `if` in the `else` suite of the one before."""
    condition = elaborator.condition(node.condition)
    scope = elaborator.scope
    then = inner(elaborator, node.then, elaborator.where(condition, True))
    ends = [scope.at_end]
    excluded = elaborator.where(condition, False)
    if elifs:
        other: k.Body = ()
        with scope.suite(excluded), deeper(elaborator, elifs[0]) as fits:
            if fits:
                other = (_if(elaborator, elifs[0], elifs[1:], otherwise),)
    else:
        other = inner(elaborator, otherwise, excluded)
    ends.append(scope.at_end)
    elaborator.goes_on(met(ends))
    return k.If(elaborator.at(node), condition, then, other)


def for_(elaborator: Elaborator, node: ast.For) -> k.Body:
    """`for`: one loop for each binder."""
    domain = names.domain(elaborator, node.binders[0].domain)

    def loop() -> k.Body:
        with elaborator.scope.suite():
            bound = binders(elaborator, node.binders, domain)
            elaborator.loops += 1
            body = suite(elaborator, node.body)
            elaborator.loops -= 1
        for binder in reversed(bound):
            body = (k.ForEach(elaborator.at(node), binder, body),)
        return body

    body = looped(elaborator, loop)
    elaborator.goes_on(elaborator.scope.knowledge)
    if len(node.binders) > 1 and any(isinstance(n, k.Leave) for n in k.walk(body)):
        message = "`stop` in a loop over two domains is unclear"
        elaborator.complain(kinds.WRONG_ARGUMENTS, message, node, expected="two loops")
    return body


def repeat(elaborator: Elaborator, node: ast.Repeat) -> k.Body:
    """`repeat`, with or without a limit."""
    kind: RepeatKind = node.limit.kind if node.limit is not None else "ever"
    times = elaborator.number(node.limit.value, "how often") if node.limit is not None and kind == "times" else None

    def loop() -> k.Body:
        limit, knowledge = times, elaborator.scope.knowledge
        if node.limit is not None and limit is None:
            limit = elaborator.condition(node.limit.value)
            knowledge = elaborator.where(limit, kind == "while")
        elaborator.loops += 1
        with elaborator.scope.suite(knowledge):
            elaborator.turn(node)
            body = suite(elaborator, node.body)
        elaborator.loops -= 1
        return (k.Repeat(elaborator.at(node), kind, limit, body),)

    statements = looped(elaborator, loop)
    knowledge: Knowledge | None = elaborator.scope.knowledge
    for each in statements:
        if isinstance(each, k.Repeat) and not any(map(leaves, each.body)):
            if each.limit is not None and kind != "times":
                knowledge = elaborator.where(each.limit, kind == "until")
            elif kind == "ever":
                knowledge = None
    elaborator.goes_on(knowledge)
    return statements


def stop(elaborator: Elaborator, node: ast.Stop) -> k.Body:
    """`stop`: leaves the loop. Before that, cards lose the powers that they have for suites inside the loop."""
    if elaborator.loops == 0:
        elaborator.complain(kinds.NO_LOOP, "`stop` leaves a loop, and there is none here", node)
        return ()
    at = elaborator.at(node)
    ending = [power for loops, power in reversed(elaborator.gaining) if loops == elaborator.loops]
    return (*(k.Lose(at, power) for power in ending), k.Leave(at))


def as_(elaborator: Elaborator, node: ast.As) -> k.Body:
    """`as player:`: another player is `me` in the suite."""
    return _as(elaborator, node, elaborator.demand(node.player, PLAYER, "who acts"))


def _as(elaborator: Elaborator, node: ast.As | ast.Window, player: k.Expression, window: str | None = None) -> k.Body:
    """The suite of a statement, in which a player is `me`."""
    outer = elaborator.me
    with elaborator.scope.suite():
        local = elaborator.me = elaborator.scope.unnamed("me", PLAYER, elaborator.at(node))
        body = suite(elaborator, node.body)
    elaborator.me = outer
    elaborator.goes_on(elaborator.scope.at_end)
    return (k.As(elaborator.at(node), local, player, body, window),)


def require(elaborator: Elaborator, node: ast.Require) -> k.Body:
    """`require`."""
    condition = elaborator.condition(node.condition)
    reason = label(elaborator, node.reason) if node.reason is not None else None
    return (k.Require(elaborator.at(node), condition, reason),)


def say(elaborator: Elaborator, node: ast.Say) -> k.Body:
    """`say "text"`."""
    return (k.Say(elaborator.at(node), label(elaborator, node.text), player_if_any(elaborator, node)),)


def pause(elaborator: Elaborator, node: ast.Pause) -> k.Body:
    """`pause "text"`."""
    return (k.Pause(elaborator.at(node), label(elaborator, node.text), player_if_any(elaborator, node)),)


# Elaborates windows: `ask … until all pass`, and `pass`.
#
# A window becomes a loop that goes round the table. It counts how many players in a row have no reason to act: they
# have passed, aren't asked, or acted last. When these are all players, the window is over.


def window(elaborator: Elaborator, node: ast.Window) -> k.Body:
    """`ask binder from player until all pass, at most count:`."""
    if (node.who.text, node.does.text) != ("all", "pass"):
        actual = f"`{node.who.text} {node.does.text}`"
        message = "players are asked one after another until all pass"
        elaborator.complain(kinds.WRONG_VALUE, message, _until(elaborator, node), expected="`all pass`", found=actual)
    first = elaborator.demand(node.first, PLAYER, "who is asked first")
    body = looped(elaborator, lambda: _window(elaborator, node, first))
    elaborator.goes_on(elaborator.scope.knowledge)
    return body


def _window(elaborator: Elaborator, node: ast.Window, first: k.Expression) -> k.Body:
    at, scope, outer = elaborator.at(node), elaborator.scope, elaborator.passes
    elaborator.sites += 1
    identity = f"{elaborator.context.container}/window{elaborator.sites}"
    asked = scope.unnamed("asked", ANY_NUMBER, at)
    passes = elaborator.passes = PassCount(
        scope.unnamed("passes", ANY_NUMBER, at), scope.unnamed("passes_before", ANY_NUMBER, at)
    )
    elaborator.loops += 1
    with scope.suite():
        player, is_asked = _asked_player(elaborator, node)
        acts = _as(elaborator, node, player, identity)
    elaborator.loops, elaborator.passes = elaborator.loops - 1, outer
    if not any(isinstance(each, k.Set) and each.place is passes.now for each in k.walk(acts)):
        message = "nobody can pass in this window"
        elaborator.complain(kinds.NO_PASS, message, _until(elaborator, node), expected="`pass` in the lines below it")
    # Whoever is asked counts as the player who acted last, until `pass` says otherwise.
    turn: k.Body = (
        k.Set(at, asked, _one_more(at, asked)),
        k.Set(at, passes.before, passes.now, binds=True),
        k.Set(at, passes.now, k.Constant(at, Number(1, 1), 1)),
        *acts,
    )
    for condition in reversed(is_asked):
        turn = (k.If(condition.at, condition, turn, (k.Set(at, passes.now, _one_more(at, passes.now)),)),)
    nothing = k.Constant(at, Number(0, 0), 0)
    return (
        k.Set(at, player, _neighbour(at, "right", first), binds=True),
        k.Set(at, asked, nothing, binds=True),
        k.Set(at, passes.now, nothing, binds=True),
        k.Repeat(
            at,
            "until",
            _is_over(elaborator, node, passes.now, asked),
            (k.Set(at, player, _neighbour(at, "left", player)), *turn),
        ),
    )


def _asked_player(elaborator: Elaborator, node: ast.Window) -> tuple[k.Local, list[k.Expression]]:
    """The player who is next, and the conditions under which that player is asked."""
    elaborator.turn(node)
    if node.binder is None:
        return elaborator.scope.unnamed("player", PLAYER, elaborator.at(node)), []
    (bound,) = binders(elaborator, [node.binder])
    if not isinstance(bound.local.type, Unknown) and bound.local.type != PLAYER:
        message, actual = "only players are asked", bound.domain.type
        elaborator.complain(kinds.WRONG_TYPE, message, node.binder.domain, expected="players", found=actual)
    conditions = [bound.condition] if bound.condition is not None else []
    if not isinstance(bound.domain, k.AllPlayers):
        conditions.insert(0, k.Operation(bound.domain.at, BOOL, "in", (bound.local, bound.domain)))
    return bound.local, conditions


def _is_over(elaborator: Elaborator, node: ast.Window, passes: k.Local, asked: k.Local) -> k.Expression:
    """The condition under which a window is over."""
    at, most = _until(elaborator, node), whole(node.most)
    if most is None or most < 1:
        expected = f"a number from 1 to {WIDE:,}"
        elaborator.complain(kinds.WRONG_VALUE, "players are asked at most so many times", at, expected=expected)
        most = 1
    all_players = k.BuiltinCall(at, ANY_NUMBER, SIZE, (k.AllPlayers(at, ListOf(PLAYER)),))
    all_pass = k.Operation(at, BOOL, ">=", (passes, all_players))
    too_many = k.Operation(at, BOOL, ">=", (asked, k.Constant(at, Number(most, most), most)))
    return k.Operation(at, BOOL, "or", (all_pass, too_many))


def _until(elaborator: Elaborator, node: ast.Window) -> Span:
    """The place of `all pass`."""
    return elaborator.at(Node(node.who.start, node.does.end))


def _neighbour(at: Span, side: str, player: k.Expression) -> k.Expression:
    return k.BuiltinCall(at, PLAYER, BUILTINS[side], (player,))


def _one_more(at: Span, number: k.Local) -> k.Expression:
    return k.Operation(at, ANY_NUMBER, "+", (number, k.Constant(at, Number(1, 1), 1)))


def pass_(elaborator: Elaborator, node: ast.Pass) -> k.Body:
    """`pass`: the player who is asked is one more of those who have no reason to act."""
    passes = elaborator.passes
    if passes is None:
        message = "`pass` belongs in a window, and there is none here"
        expected = "`ask from … until all pass, at most …:` around it, `skip` for nothing, `pass()` for a procedure"
        elaborator.complain(kinds.NO_PASS, message, node, expected=expected)
        return ()
    at = elaborator.at(node)
    return (k.Set(at, passes.now, _one_more(at, passes.before)),)
