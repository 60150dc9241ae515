"""Maps each form of statement to the function that elaborates it. mypy proves that none is missing."""

from __future__ import annotations

from typing import assert_never

from artrules.elaborate import (
    asking,
    assignments,
    boundaries,
    calls,
    choices,
    collect,
    control,
    events,
    moves,
    plugin_calls,
)
from artrules.elaborate.elaborator import Elaborator
from artrules.ir.nodes import Body
from artrules.syntax.ast import statements as ast


def elaborate_statement(elaborator: Elaborator, node: ast.Statement) -> Body:
    """The ir of a statement: none, one or several statements. Short forms may need several."""
    match node:
        case ast.Let():
            return assignments.let(elaborator, node)
        case ast.Becomes():
            return assignments.becomes(elaborator, node)
        case ast.Change():
            return assignments.change(elaborator, node)
        case ast.Move():
            return moves.move(elaborator, node)
        case ast.Show():
            return moves.show(elaborator, node)
        case ast.Shuffle():
            return moves.shuffle(elaborator, node)
        case ast.Gains():
            return moves.gains(elaborator, node)
        case ast.Gaining():
            return moves.gaining(elaborator, node)
        case ast.Random():
            return moves.random(elaborator, node)
        case ast.RandomBy():
            return plugin_calls.random_by(elaborator, node)
        case ast.If():
            return control.if_(elaborator, node)
        case ast.For():
            return control.for_(elaborator, node)
        case ast.Repeat():
            return control.repeat(elaborator, node)
        case ast.Stop():
            return control.stop(elaborator, node)
        case ast.As():
            return control.as_(elaborator, node)
        case ast.Require():
            return control.require(elaborator, node)
        case ast.Say():
            return control.say(elaborator, node)
        case ast.EndGame():
            return control.end_game(elaborator, node)
        case ast.Skip():
            return ()
        case ast.Perform():
            return calls.perform(elaborator, node)
        case ast.Announce():
            return events.announce(elaborator, node)
        case ast.Watch():
            return events.watch(elaborator, node)
        case ast.Ask():
            return asking.ask(elaborator, node)
        case ast.Answer():
            return asking.answer(elaborator, node)
        case ast.At():
            return boundaries.at(elaborator, node)
        case ast.AtEvery():
            return boundaries.at_every(elaborator, node)
        case ast.StopWatching():
            return events.stop_watching(elaborator, node)
        case ast.Choose():
            return choices.choose(elaborator, node)
        case ast.ChooseFrom():
            return choices.choose_from(elaborator, node)
        case ast.ChooseOne():
            return choices.choose_one(elaborator, node)
        case ast.May():
            return choices.may(elaborator, node)
        case ast.MayChoose():
            return choices.may_choose(elaborator, node)
        case ast.MayUse():
            return choices.may_use(elaborator, node)
        case ast.Use():
            return choices.use(elaborator, node)
        case ast.Collect():
            return collect.collect(elaborator, node)
    assert_never(node)
