"""The verifier: silent about what the engine makes, and loud about each rule that is broken."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from artrules.model.ir import expressions as e
from artrules.model.ir import statements as s
from artrules.model.ir import types as t
from artrules.model.ir.builtins import BUILTINS
from artrules.model.ir.declarations import PluginFunction
from artrules.model.ir.model import Model
from ir_models import RULESETS, lanterns, models_of
from ir_nodes import (
    AT,
    DRAW,
    ELSEWHERE,
    LANTERN,
    LIT,
    ME,
    TIDY,
    YES,
    N,
    ask,
    binder,
    branch,
    choose,
    let,
    number,
    operation,
    over_three,
    range_of_three,
    say,
    text,
    variable,
    watch,
    zone,
)
from model.ir.verify.verify import verify
from plugin_functions import BROUGHT, HALF, ROLLED


def with_body(*body: s.Statement) -> Model:
    """Lanterns, where the procedure `draw(0..9 n)` has another body. A plugin brings `half` and `rolled`."""
    model = replace(lanterns(), plugin_functions=BROUGHT)
    return replace(model, bodies={**model.bodies, model.procedures["draw"]: body})


def half(*arguments: e.Expression, type: t.Type = HALF.result) -> e.PluginCall:
    return e.PluginCall(AT, type, HALF, arguments)


def draw(function: PluginFunction = ROLLED, **changes: object) -> s.Draw:
    local = e.Local(AT, function.result, "x_1")
    return replace(s.Draw(AT, local, function, (N,), "luck", ME), **changes)


def messages(*body: s.Statement) -> list[str]:
    return [violation.message for violation in verify(with_body(*body))]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_the_engine_makes_breaks_no_rule(ruleset: str) -> None:
    """After elaboration, with every combination of overlays."""
    assert [str(violation) for model in models_of(ruleset).values() for violation in verify(model)] == []


def test_the_result_of_a_procedure() -> None:
    model = lanterns()
    draw = replace(model.procedures["draw"], result=t.Number(0, 5))

    def messages_of(*body: s.Statement) -> list[str]:
        changed = replace(
            model,
            procedures={**model.procedures, "draw": draw},
            bodies={**model.bodies, draw: body},
            locals={**model.locals, draw: model.locals[model.procedures["draw"]]},
        )
        own = {f"procedure {draw.key}, body"}
        return [violation.message for violation in verify(changed) if violation.where in own]

    assert messages_of(s.Give(AT, number(5))) == []
    assert messages_of(s.Give(AT, number(5)), say(N)) == [
        "only the last statement of a procedure gives its result",
        "the procedure's result is missing",
    ]
    assert messages_of(say(N)) == ["the procedure's result is missing"]
    assert messages_of(s.Give(AT, N)) == ["the result is of type 0..9, not 0..5"]
    called = s.Set(AT, e.Local(AT, t.Number(0, 5), "x_1"), e.ResultOf(AT, t.Number(0, 5), draw), binds=True)
    assert messages_of(s.Perform(AT, draw, (number(1),), ME), called, s.Give(AT, number(1))) == []


GOOD: list[tuple[s.Statement, ...]] = [
    (say(N),),
    (let("x_1", number(3)), s.Set(AT, e.Local(AT, t.Number(3, 3), "x_1"), number(3))),
    (s.ForEach(AT, over_three(), (s.Leave(AT), say(e.Local(AT, t.Number(1, 3), "i_1")))),),
    (choose(branch("1"), replace(branch("no"), declines=True)),),
    (watch(say(N), s.StopWatching(AT), captured=(N,)),),
    (say(half(N, YES)), draw(), say(e.Local(AT, ROLLED.result, "x_1"))),
    (s.As(AT, e.Local(AT, t.PLAYER, "me_1"), ME, (s.Say(AT, text(""), e.Local(AT, t.PLAYER, "me_1")),)),),
]


@pytest.mark.parametrize("body", GOOD)
def test_code_that_keeps_the_rules(body: tuple[s.Statement, ...]) -> None:
    assert messages(*body) == []


BROKEN: list[tuple[str, tuple[s.Statement, ...]]] = [
    # Shape
    ("`parts` of Label holds 'text'", (s.Say(AT, s.Label(AT, "text"), ME),)),
    ("`branches` of Choose holds list", (replace(choose(branch("1")), branches=[branch("1")]),)),
    ("`every` of Watch holds bool", (replace(watch(), every=True),)),
    ("`kind` of Repeat holds int", (s.Repeat(AT, 3, None, ()),)),
    ("`kind` of Repeat holds 'often'", (s.Repeat(AT, "often", None, ()),)),
    ("`operator` of Operation holds 'plus'", (say(operation("plus", t.Number(1, 2), number(1), number(1))),)),
    # Names
    ("`x_1` is not bound here", (say(e.Local(AT, t.BOOL, "x_1")),)),
    ("`x_1` is not bound here", (s.If(AT, YES, (let("x_1", YES),), ()), say(e.Local(AT, t.BOOL, "x_1")))),
    ("`self` is not bound here", (say(e.Local(AT, LANTERN, "self")),)),
    ("`n_1` is bound a second time", (let("n_1", number(2)),)),
    ("`x_1` is bound a second time", (let("x_1", YES), let("x_1", YES))),
    (
        "`x_1` is bound a second time",
        (s.If(AT, YES, (let("x_1", YES),), (let("x_1", YES, ELSEWHERE),)),),
    ),
    ("`n_1` is bound as 0..9, not as 0..10", (say(e.Local(AT, t.Number(0, 10), "n_1")),)),
    ("this can't be assigned to", (s.Set(AT, N, number(3)),)),
    ("this can't be assigned to", (s.Set(AT, number(3), number(3)),)),
    # Watches
    ("`n_1` is not bound here", (watch(say(N)),)),
    ("it keeps n_1 for nothing", (watch(captured=(N,)),)),
    ("there is no life `week`", (replace(watch(), life="week"),)),
    ("it acts every so many times, at least each time", (replace(watch(), every=0),)),
    # Questions
    ("`n_1` is not bound here", (ask(say(N)),)),
    ("it keeps n_1 for nothing", (ask(captured=(N,)),)),
    ("only players are asked", (replace(ask(), players=range_of_three()),)),
    ("answers of type bool are no None", (replace(ask(), answer=t.BOOL),)),
    ("nobody has asked for this answer", (s.Answer(AT, "here", YES, ME),)),
    ("nobody has asked for this answer", (ask(s.Answer(AT, "there", YES, ME), answer=t.BOOL),)),
    ("nobody has asked for this answer", (ask(s.Answer(AT, "here", YES, ME)),)),
    ("the answer is of type 0..9, not bool", (ask(s.Answer(AT, "here", N, ME), answer=t.BOOL, captured=(N,)),)),
    ("only who is asked answers", (let("p_1", ME), ask(s.Answer(AT, "here", YES, N), answer=t.BOOL, captured=(N,)))),
    ("the question has no identity", (replace(ask(), identity=""),)),
    ("the site `here` is there twice", (ask(), watch())),
    ("the result lies in 1..4", (say(operation("place", t.Number(1, 9), ME)),)),
    ("only lowering hears answers", (s.Hear(AT, "here", e.Local(AT, t.ListOf(t.BOOL), "said_1")),)),
    # Types
    ("the type is unknown", (say(e.Constant(AT, t.UNKNOWN, None)),)),
    ("the type is 0..98, not 0..99", (say(replace(variable("coins", ME), type=t.Number(0, 98))),)),
    ("an owner is missing", (say(variable("coins")),)),
    ("this belongs to nobody", (say(variable("left", ME)),)),
    ("the owner is of type 0..9, not player", (say(variable("coins", N)),)),
    ("a condition is a truth value, not 0..9", (s.If(AT, N, (), ()),)),
    ("the value is of type 0..9, not bool", (s.Set(AT, variable("ending"), N),)),
    ("the value is of type 41, not 0..40", (s.Set(AT, variable("left"), number(41)),)),
    ("`+` can't be used on 1, bool", (say(operation("+", t.Number(1, 2), number(1), YES)),)),
    ("0..9 is never the same as bool", (say(operation("=", t.BOOL, N, YES)),)),
    ("only cards have a face", (say(e.FaceOf(AT, t.FACE, N)),)),
    ("0..9 is no zone", (say(e.TopOf(AT, t.UNKNOWN, N, None, False)),)),
    ("a zone has no text", (say(zone("hand")),)),
    ("only powers are used", (s.UsePower(AT, N, ME),)),
    ("`repeat times` doesn't take bool", (s.Repeat(AT, "times", YES, ()),)),
    ("1 values are given, not 0", (s.Perform(AT, TIDY, (N,), ME),)),
    ("`n` is of type 10, not 0..9", (s.Perform(AT, DRAW, (number(10),), ME),)),
    (
        "the result is a list of 1..3",
        (say(e.Fold(AT, t.BOOL, "those", (binder("i_1", range_of_three()),), None, None)),),
    ),
    ("nothing is gone through", (say(e.Fold(AT, t.Number(0, 9), "count", (), None, None)),)),
    ("expected a player", (say(e.BuiltinCall(AT, t.PLAYER, BUILTINS["left"], (N,), ME)),)),
    # Results
    ("only the last statement of a procedure gives its result", (s.Give(AT, N),)),
    ("`draw` hasn't been called just before", (say(e.ResultOf(AT, t.UNKNOWN, DRAW)),)),
    ("`draw` hasn't been called just before", (s.Perform(AT, TIDY, (), ME), say(e.ResultOf(AT, t.UNKNOWN, DRAW)))),
    # Bounds
    ("10 is no value of type 0..9", (say(e.Constant(AT, t.Number(0, 9), 10)),)),
    ("True is no value of type 0..9", (say(e.Constant(AT, t.Number(0, 9), True)),)),
    ("2 is no value of type colour", (say(e.Constant(AT, t.Member("colour"), 2)),)),
    ("the result lies in 1..10, not in 0..9", (say(operation("+", t.Number(0, 9), N, number(1))),)),
    ("0..5 passes the check, which is not in 0..4", (say(e.Checked(AT, t.Number(0, 4), N, 0, 5, "this")),)),
    ("no number lies between the bounds", (say(e.Checked(AT, t.Number(3, 3), N, 5, 0, "this")),)),
    # Declarations
    (
        "the model doesn't declare `left`",
        (say(replace(variable("left"), declaration=replace(lanterns().variables["left"]))),),
    ),
    ("the model doesn't declare `coin`", (say(e.AllCards(AT, t.ListOf(t.Card(frozenset(["coin"]))), "coin")),)),
    ("there is no set `lake`", (choose(replace(branch("1"), owner="lake")),)),
    (
        "no happenings of `lit` are kept",
        (say(e.Happenings(AT, t.ListOf(t.Happening("lit")), lanterns().events["lit"])),),
    ),
    ("the model doesn't declare `half`", (say(e.PluginCall(AT, HALF.result, replace(HALF), (N, YES))),)),
    # What plugins bring
    ("the type is 0..9, not 0..5", (say(half(N, YES, type=t.Number(0, 9))),)),
    ("1 values are given, not 2", (say(half(N)),)),
    ("`n` is of type 10, not 0..9", (say(half(number(10), YES)),)),
    ("a way to draw has no value of its own", (say(e.PluginCall(AT, ROLLED.result, ROLLED, (N,))),)),
    ("a pure function draws nothing", (draw(HALF),)),
    ("chance needs a purpose", (draw(purpose=""),)),
    ("0..9 is drawn", (draw(local=e.Local(AT, t.Number(0, 8), "x_1")),)),
    ("the player who acts is missing", (draw(me=None),)),
    ("`x_1` is bound a second time", (draw(), draw())),
    # Players
    ("the player who acts is missing", (s.Say(AT, text(), None),)),
    (
        "the player who acts is missing",
        (s.Perform(AT, TIDY, (), e.Constant(AT, t.NOTHING, None)),),
    ),
    ("`p_1` doesn't act here, but me", (let("p_1", ME), s.Say(AT, text(), e.Local(AT, t.PLAYER, "p_1")))),
    (
        "`me` doesn't act here, but me_1",
        (s.As(AT, e.Local(AT, t.PLAYER, "me_1"), ME, (s.Say(AT, text(), ME),)),),
    ),
    # Sites
    ("the site `here` is there twice", (choose(branch("1")), choose(branch("1")))),
    ("the site `here` is there twice", (choose(branch("1")), watch())),
    ("two branches have one key", (choose(branch("1"), branch("1")),)),
    ("two branches decline", (choose(replace(branch("1"), declines=True), replace(branch("2"), declines=True)),)),
    ("there is nothing to choose from", (choose(),)),
    ("the decision has no site", (choose(branch("1"), site=""),)),
    (
        "a choice without suites has one empty branch",
        (replace(choose(branch("1"), branch("2")), has_suites=False),),
    ),
    # Loops
    ("there is no loop to leave", (s.Leave(AT),)),
    ("there is no loop to leave", (s.Repeat(AT, "ever", None, (watch(s.Leave(AT)),)),)),
    ("there is no watch to stop", (s.StopWatching(AT),)),
    ("only lowering ends actions", (s.EndAction(AT, (1,)),)),
]


@pytest.mark.parametrize(("message", "body"), BROKEN, ids=[f"{i}-{message}" for i, (message, _) in enumerate(BROKEN)])
def test_a_broken_rule_is_found(message: str, body: tuple[s.Statement, ...]) -> None:
    assert message in messages(*body)


def test_a_type_of_a_plugin_must_be_right() -> None:
    wrong = replace(HALF, result=t.Number(9, 1))
    model = replace(lanterns(), plugin_functions={"half": wrong})
    assert "no number lies in 9..1" in [violation.message for violation in verify(model)]


def added(table: str, like: str, **changes: object) -> Callable[[Model], Model]:
    """Adds a declaration `new` to one of a model's tables, which is another but for some changes."""

    def change(model: Model) -> Model:
        declarations = getattr(model, table)
        return replace(model, **{table: {**declarations, "new": replace(declarations[like], name="new", **changes)}})

    return change


DECLARATIONS: list[tuple[str, Callable[[Model], Model]]] = [
    ("there is no `week`", added("variables", "left", lasts="week")),
    ("no number lies in 9..1", added("variables", "left", type=t.Number(9, 1))),
    ("no number lies in 0..1000000001", added("variables", "left", type=t.Number(0, t.WIDE + 1))),
    ("there is no enum `taste`", added("variables", "left", of=t.Member("taste"))),
    ("its type is unknown", added("variables", "left", type=t.Optional(t.UNKNOWN))),
    ("another limit has the same index", added("limits", "each_card")),
    ("its fields are not counted from 0", added("events", "lit", fields={"by": LIT.fields["by"]})),
    ("a member is there twice", added("enums", "colour", members=("red", "red"))),
    ("it is called `left`", lambda m: replace(m, variables={**m.variables, "right": m.variables["left"]})),
    ("its index is 1, but it is power 0", lambda m: replace(m, powers=m.powers[1:])),
    ("its index is 0, but it is power 1", lambda m: replace(m, powers=(m.powers[0], *m.powers))),
    ("`red` is not its member 1", lambda m: replace(m, members={**m.members, "red": (m.enums["colour"], 1)})),
]


@pytest.mark.parametrize(("message", "change"), DECLARATIONS, ids=[message for message, _ in DECLARATIONS])
def test_a_broken_rule_of_declarations_is_found(message: str, change: Callable[[Model], Model]) -> None:
    assert message in [violation.message for violation in verify(change(lanterns()))]


def test_a_violation_tells_where() -> None:
    (violation,) = verify(with_body(s.Leave(AT)))
    assert str(violation) == "procedure draw, body (file.yaml:3:5): there is no loop to leave: stop"
