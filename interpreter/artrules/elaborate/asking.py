"""Elaborates questions that several players are asked at once: `ask … at once`, and `answer`."""

from __future__ import annotations

from artrules.diagnostics.kinds import types as kinds
from artrules.elaborate.elaborator import Elaborator
from artrules.elaborate.later import free_locals, no_changes, runs_later
from artrules.elaborate.suites import suite
from artrules.ir.nodes import Answer, Ask, Body, Local
from artrules.ir.types import PLAYER, UNKNOWN, Card, ListOf, Type, Unknown, Zone, element, join, maybe
from artrules.syntax.ast import statements as ast


def ask(elaborator: Elaborator, node: ast.Ask) -> Body:
    """`ask players at once as name:`. The suite keeps copies of the names that it uses from around it."""
    elaborator.sites += 1
    identity = f"{elaborator.context.container}/ask{elaborator.sites}"
    if node.when.text != "once":
        found = f"`{node.when.text}`"
        elaborator.complain(
            kinds.WRONG_VALUE, "several players are asked at once", node.when, expected="`once`", found=found
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
    return (Ask(elaborator.at(node), identity, players, said, type_, captured, body),)


def _joined(elaborator: Elaborator, answers: list[Answer]) -> Type | None:
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


def answer(elaborator: Elaborator, node: ast.Answer) -> Body:
    """`answer value`, in the suite of a question."""
    value = elaborator.expression(node.value)
    if elaborator.question is None:
        message = "`answer` belongs in `ask … at once`, and there is none here"
        elaborator.complain(kinds.NO_ANSWER, message, node, expected="`ask … at once as said:` around it")
        return ()
    at = elaborator.at(node)
    made = Answer(at, elaborator.question, value, Local(at, PLAYER, "me"))
    elaborator.answers.append(made)
    return (made,)
