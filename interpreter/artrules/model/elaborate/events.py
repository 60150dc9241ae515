"""Elaborates suites that don't run where they stand: those of watches and of `at`, and of questions that several
players are asked at once.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Literal, assert_never

from artrules.model.elaborate.control import needed_player, suite
from artrules.model.elaborate.elaborator import Elaborator
from artrules.model.facts.knowledge import LATER
from artrules.model.ir import nodes as k
from artrules.model.ir.declarations import NEXT_TURN, ROUND, TURN, WHOSE, Event, boundary_name
from artrules.model.ir.types import (
    BOOL,
    PLAYER,
    UNKNOWN,
    WIDE,
    Card,
    Happening,
    ListOf,
    Type,
    Unknown,
    Zone,
    element,
    join,
    maybe,
    whole,
)
from artrules.text.diagnostics import kinds
from artrules.text.diagnostics.suggest import closest
from artrules.text.record import dataclass
from artrules.text.syntax.ast import statements as ast
from artrules.text.syntax.ast.node import Identifier
from artrules.text.syntax.ast.node import Node as SyntaxNode

# Elaborates what suites have in common that don't run where they stand: those of watches, and of questions that
# several players are asked at once. They keep copies of the values that they use from around them.

MOST_LATER = 8
"""How deep watches and questions may nest. Each keeps the values of all names that those inside it use."""


@contextmanager
def runs_later(elaborator: Elaborator, node: SyntaxNode, question: str | None = None) -> Iterator[None]:
    """Within the `with`, code runs with a `me` of its own, in no loop from outside: in a watch, or in a question with
    an identity."""
    around = elaborator.me, elaborator.loops, elaborator.gaining, elaborator.in_watch
    knowledge = elaborator.scope.knowledge
    asking = elaborator.question, elaborator.answers, elaborator.passes
    elaborator.me, elaborator.loops, elaborator.gaining = k.Local(elaborator.at(node), PLAYER, "me"), 0, []
    elaborator.question, elaborator.answers, elaborator.passes = question, [], None
    elaborator.in_watch = question is None
    elaborator.later += 1
    elaborator.scope.knowledge = elaborator.scope.knowledge.after(LATER)
    if elaborator.later == MOST_LATER + 1:
        message = f"more than {MOST_LATER} watches and questions lie in one another here"
        elaborator.complain(kinds.CODE_TOO_DEEP, message, node, expected="a procedure that has the inner ones")
    yield
    elaborator.later -= 1
    elaborator.me, elaborator.loops, elaborator.gaining, elaborator.in_watch = around
    elaborator.question, elaborator.answers, elaborator.passes = asking
    elaborator.scope.knowledge = knowledge


def no_changes(elaborator: Elaborator, captured: tuple[k.Local, ...], body: k.Body, message: str) -> None:
    """A diagnostic for each of the captured locals that the suite assigns."""
    changed = {n.place.name for n in k.walk(body) if isinstance(n, k.Set) and isinstance(n.place, k.Local)}
    for local in captured:
        if local.name in changed:
            elaborator.complain(kinds.NOT_ASSIGNABLE, message, local.at)


def free_locals(roots: list[k.Expression | k.Body | None], bound: set[str]) -> tuple[k.Local, ...]:
    """The locals that some code uses but doesn't bind, each once, in the order of first use."""
    used: dict[str, k.Local] = {}
    inside = set(bound)
    for node in (n for root in roots if root is not None for n in k.walk(root)):
        if (begun := k.bound_local(node)) is not None:
            inside.add(begun.name)
        if isinstance(node, k.Local):
            used.setdefault(node.name, node)
    return tuple(local for name, local in used.items() if name not in inside)


def elaborate_later(elaborator: Elaborator, node: ast.LaterStatement) -> k.Body:
    """The statements of what happens, of what waits for that, and of questions that several are asked at once."""
    match node:
        case ast.Announce():
            return announce(elaborator, node)
        case ast.Watch():
            return watch(elaborator, node)
        case ast.StopWatching():
            return stop_watching(elaborator, node)
        case ast.At():
            return at(elaborator, node)
        case ast.AtEvery():
            return at_every(elaborator, node)
        case ast.Ask():
            return ask(elaborator, node)
        case ast.Answer():
            return answer(elaborator, node)
    assert_never(node)


# Elaborates events: `announce`, `watch`, `stop watching`.


def announce(elaborator: Elaborator, node: ast.Announce) -> k.Body:
    """`announce event(field: value)`. The author must give every field of the event, in any order."""
    event = event_named(elaborator, node.event)
    if event is None:
        return ()
    field_values: dict[str, k.Expression] = {}
    for field in node.fields:
        name = field.name.text
        declared = event.fields.get(name)
        if declared is None:
            message = f"`{event.name}` has no field `{name}`"
            suggestions = closest(name, list(event.fields))
            elaborator.complain(kinds.UNKNOWN_NAME, message, field.name, suggestions=suggestions, missing=name)
            elaborator.expression(field.value)
            continue
        if name in field_values:
            elaborator.complain(kinds.NAME_TWICE, f"`{name}` is given twice", field.name)
        elaborator.refers(field.name, declared)
        field_values[name] = elaborator.demand(field.value, declared.type, f"`{name}`")
    missing = [n for n in event.fields if n not in field_values]
    if missing and any(field.name.text not in event.fields for field in node.fields):
        return ()  # One of the missing fields is probably misspelt, which has been reported.
    if missing:
        message = f"`{event.name}` needs {', '.join(missing)} too"
        elaborator.complain(kinds.WRONG_ARGUMENTS, message, node, expected=", ".join(event.fields))
        return ()
    me = needed_player(elaborator, node)
    return (k.Announce(elaborator.at(node), event, tuple(field_values[n] for n in event.fields), me),)


def event_named(elaborator: Elaborator, name: Identifier) -> Event | None:
    """The event with a name. None, after a diagnostic, if there is none."""
    symbols, owner = elaborator.symbols, elaborator.owner
    event = symbols.find(symbols.events, name.text, owner)
    if event is None:
        visible_names = [e.name for e in symbols.visible(symbols.events, owner)]
        elaborator.complain(
            kinds.UNKNOWN_NAME,
            f"there is no event `{name.text}`",
            name,
            found=f"`{name.text}`",
            suggestions=closest(name.text, visible_names),
            missing=name.text,
        )
    elaborator.refers(name, event)
    return event


def watch(elaborator: Elaborator, node: ast.Watch) -> k.Body:
    """`watch`: code that runs later, after an event. It keeps copies of the names that it uses from around it."""
    event = event_named(elaborator, node.event)
    if event is None:
        return ()
    every = whole(node.every) if node.every is not None else 1
    if every is None or every < 1:
        expected = f"a number from 1 to {WIDE:,}"
        elaborator.complain(kinds.WRONG_VALUE, "a watch acts every so many times", node, expected=expected)
        every = 1
    tested = node.condition

    def condition_of(happening: k.Local) -> k.Expression | None:
        return elaborator.condition(tested) if tested is not None else None

    awaited = Awaited(event, node.name.text, node.name, every, known_life(elaborator, node.life, node.how))
    return set_watch(elaborator, node, awaited, node.body, condition_of)


@dataclass(frozen=True, slots=True)
class Awaited:
    """What a watch waits for: an event, which its suite calls by a name that stands at a place, every so many times,
    until a life ends. A watch that runs `once` ends as its suite begins."""

    event: Event
    name: str
    named_at: SyntaxNode
    every: int
    life: str
    once: bool = False


def known_life(elaborator: Elaborator, named: Identifier, how: Literal["ends", "begins"]) -> str:
    """The name of a life, after a diagnostic if there is none, or if it ends otherwise: `next_turn` when that turn
    begins, all others when they end."""
    life, lives = named.text, elaborator.symbols.lives
    if life not in lives:
        elaborator.complain(
            kinds.UNKNOWN_NAME,
            f"there is no life `{life}`",
            named,
            expected=", ".join(lives),
            suggestions=closest(life, list(lives)),
            missing=life,
        )
        return life
    elaborator.refers(named, lives[life])
    if how != (right := "begins" if life == NEXT_TURN else "ends"):
        elaborator.complain(kinds.WRONG_VALUE, f"a watch goes on until `{life}` {right}", named, expected=right)
    return life


def set_watch(
    elaborator: Elaborator,
    node: SyntaxNode,
    awaited: Awaited,
    waiting: ast.Suite,
    condition_of: Callable[[k.Local], k.Expression | None],
) -> k.Body:
    """The statement that sets a watch with a suite. `condition_of` makes its condition, where the happening and the
    watch's own `me` are bound."""
    at = elaborator.at(node)
    setter = needed_player(elaborator, node)
    with runs_later(elaborator, node), elaborator.scope.suite():
        happening = elaborator.scope.bind(awaited.name, Happening(awaited.event.key), elaborator.at(awaited.named_at))
        condition = condition_of(happening)
        if condition is not None:
            elaborator.learn(condition)
        body = suite(elaborator, waiting)
        if awaited.once:
            body = (k.StopWatching(at), *body)
    captured = free_locals([condition, body], {happening.name, "me"})
    no_changes(elaborator, captured, body, "a watch keeps a copy of this value: it can't be changed here")
    elaborator.sites += 1
    identity = f"{elaborator.context.container}/watch{elaborator.sites}"
    return (
        k.Watch(
            at,
            identity,
            awaited.event,
            awaited.every,
            happening,
            captured,
            condition,
            awaited.life,
            body,
            setter,
        ),
    )


def stop_watching(elaborator: Elaborator, node: ast.StopWatching) -> k.Body:
    """`stop watching`, in a watch."""
    if not elaborator.in_watch:
        elaborator.complain(kinds.NO_WATCH, "`stop watching` belongs in a watch", node)
    return (k.StopWatching(elaborator.at(node)),)


# Elaborates questions that several players are asked at once: `ask … at once`, and `answer`.


def ask(elaborator: Elaborator, node: ast.Ask) -> k.Body:
    """`ask players at once as name:`. The suite keeps copies of the names that it uses from around it."""
    elaborator.sites += 1
    identity = f"{elaborator.context.container}/ask{elaborator.sites}"
    if node.when.text != "once":
        actual = f"`{node.when.text}`"
        elaborator.complain(
            kinds.WRONG_VALUE, "several players are asked at once", node.when, expected="`once`", found=actual
        )
    players = elaborator.expression(node.players)
    if element(players.type) != PLAYER and not isinstance(players.type, Unknown):
        elaborator.complain(
            kinds.WRONG_TYPE,
            "only players are asked",
            node.players,
            expected="a list of players",
            found=players.type,
        )
    with runs_later(elaborator, node, identity), elaborator.scope.suite():
        body = suite(elaborator, node.body)
        answers = elaborator.answers
    captured = free_locals([body], {"me"})
    no_changes(elaborator, captured, body, "each player has a copy of this value: it can't be changed here")
    type_ = _joined(elaborator, answers)
    said = None
    if node.name is not None and type_ is None:
        message = f"nobody gives an answer, so `{node.name.text}` would be empty"
        elaborator.complain(kinds.NO_ANSWER, message, node.name, expected="`answer …` in the lines below it")
        type_ = UNKNOWN
    if node.name is not None and type_ is not None:
        if elaborator.scope.hides(node.name.text):
            message = f"`{node.name.text}` is the name of something else here already"
            elaborator.complain(kinds.HIDES_NAME, message, node.name, expected="another name")
        said = elaborator.scope.bind(node.name.text, ListOf(maybe(type_)), elaborator.at(node.name))
    elif type_ is not None:
        message = "nobody hears this answer: the question has no name for the answers"
        elaborator.complain(kinds.NO_ANSWER, message, answers[0].at, expected="`ask … at once as said:`")
    return (k.Ask(elaborator.at(node), identity, players, said, type_, captured, body),)


def _joined(elaborator: Elaborator, answers: list[k.Answer]) -> Type | None:
    """The type of all answers to a question; None where there are none."""
    if not answers:
        return None
    type_: Type = UNKNOWN
    for answer in answers:
        joined = join(type_, _copied(answer.value.type))
        if joined is None:
            message = "this answer is of another type than those before it"
            elaborator.complain(kinds.WRONG_TYPE, message, answer.value.at, expected=type_, found=answer.value.type)
            return UNKNOWN
        type_ = joined
    return type_


def _copied(type_: Type) -> Type:
    """The type of a value that is kept: the cards of a zone are a list then."""
    return ListOf(Card(type_.kinds)) if isinstance(type_, Zone) else type_


def answer(elaborator: Elaborator, node: ast.Answer) -> k.Body:
    """`answer value`, in the suite of a question."""
    value = elaborator.expression(node.value)
    if elaborator.question is None:
        message = "`answer` belongs in `ask … at once`, and there is none here"
        elaborator.complain(kinds.NO_ANSWER, message, node, expected="`ask … at once as said:` around it")
        return ()
    at = elaborator.at(node)
    statement = k.Answer(at, elaborator.question, value, k.Local(at, PLAYER, "me"))
    elaborator.answers.append(statement)
    return (statement,)


# Elaborates `at`: code that waits for a boundary of a round, a turn or a phase. It becomes a watch for an event of the
# language.

HAPPENING = "at"
"""The name of the happening: a word of the language, so that content can't mean it."""
ALWAYS = "game"


def at(elaborator: Elaborator, node: ast.At) -> k.Body:
    """`at boundary:`. The watch ends as its suite begins."""
    event = boundary_event(elaborator, node.boundary)
    if event is None:
        return ()
    return _watch(elaborator, node, Awaited(event, HAPPENING, node.boundary, 1, ALWAYS, once=True))


def at_every(elaborator: Elaborator, node: ast.AtEvery) -> k.Body:
    """`at every boundary until life ends:`."""
    event, life = boundary_event(elaborator, node.boundary), known_life(elaborator, node.life, node.how)
    return _watch(elaborator, node, Awaited(event, HAPPENING, node.boundary, 1, life)) if event is not None else ()


def _watch(elaborator: Elaborator, node: ast.At | ast.AtEvery, awaited: Awaited) -> k.Body:
    def is_mine(happening: k.Local) -> k.Expression | None:
        return is_of(elaborator, node.boundary, awaited.event, happening)

    return set_watch(elaborator, node, awaited, node.body, is_mine)


def is_of(elaborator: Elaborator, boundary: ast.Boundary, event: Event, happening: k.Local) -> k.Expression | None:
    """Whether a boundary that has been reached is of a turn of `me`; None where it needn't be."""
    whose = event.fields.get(WHOSE)
    if not boundary.is_mine or whose is None:
        return None
    place = elaborator.at(boundary)
    player = k.FieldOf(place, PLAYER, event, whose, happening)
    return k.Operation(place, BOOL, "=", (player, k.Local(place, PLAYER, "me")))


def boundary_event(elaborator: Elaborator, boundary: ast.Boundary) -> Event | None:
    """The event of a boundary. None, after a diagnostic, if there is none."""
    of, symbols = boundary.of.text, elaborator.symbols
    phases = {phase.name: phase.who for phase in symbols.phases}
    if boundary.is_mine and of != TURN:
        elaborator.complain(kinds.BAD_OWNER, f"`my {of}` has no {boundary.side}: only a turn is a player's", boundary)
        return None
    if of == TURN and "in_turn" not in phases.values():
        elaborator.complain(
            kinds.UNKNOWN_NAME, "no phase of this game is played in turn, so there are no turns", boundary
        )
        return None
    event = symbols.boundaries.get(boundary_name(boundary.side, of))
    if event is None:
        names = [ROUND, TURN, *phases]
        elaborator.complain(
            kinds.UNKNOWN_NAME,
            f"`{of}` is neither `round`, `turn` nor a phase",
            boundary.of,
            expected=", ".join(names),
            suggestions=closest(of, names),
            missing=of,
        )
        return None
    elaborator.awaited.add(event.key)
    return event
