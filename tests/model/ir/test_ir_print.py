"""The printer: each class of node, values by their types, and whole models."""

from __future__ import annotations

import re

import pytest

from artrules.model.ir import expressions as e
from artrules.model.ir import statements as s
from artrules.model.ir import types as t
from artrules.model.ir.builtins import BUILTINS
from artrules.model.ir.json_form import NODES
from artrules.model.ir.node import Node, field_types, form_of
from artrules.model.ir.print_code import print_node, print_type, print_value
from artrules.model.ir.print_model import print_model
from ir_models import LANTERNS, lanterns, models_of
from ir_nodes import (
    AT,
    DRAW,
    LANTERN,
    LIT,
    ME,
    YES,
    N,
    ask,
    attribute,
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
from plugin_functions import HALF, ROLLED

MEMBERS = {name: enum.members for name, enum in lanterns().enums.items()}
CARD = e.Local(AT, LANTERN, "c_1")
POWER = e.Local(AT, t.POWER, "w_1")
COUNT = t.Number(0, 100)
EXPRESSIONS: list[tuple[e.Expression | e.Binder, str]] = [
    (number(-3), "-3"),
    (YES, "yes"),
    (e.Constant(AT, t.Optional(t.Member("colour")), 1), "blue"),
    (e.Constant(AT, t.SetOf(t.Member("colour")), 0b11), "{red, blue}"),
    (e.Constant(AT, t.ListOf(t.Number(1, 3)), (3, 1)), "[3, 1]"),
    (e.Constant(AT, t.NOTHING, None), "none"),
    (variable("left"), "left"),
    (variable("coins", ME), "me.coins"),
    (zone("stall", number(2)), "stall[2]"),
    (zone("hand"), "me.hand"),
    (attribute("shade", CARD), "c_1.shade"),
    (e.SharedAttribute(AT, t.Number(1, 9), (lanterns().kinds["lantern"].attributes["printed"],), CARD), "c_1.printed"),
    (e.FaceOf(AT, t.FACE, CARD), "c_1.face"),
    (e.IsKind(AT, t.BOOL, CARD, "lantern"), "(c_1 is a lantern)"),
    (e.FieldOf(AT, t.PLAYER, LIT, LIT.fields["by"], e.Local(AT, t.Happening("lit"), "e_1")), "e_1.by"),
    (e.PropertyOf(AT, t.BOOL, "colour", "warm", attribute("shade", CARD)), "c_1.shade.warm"),
    (e.PowerAttributeOf(AT, t.Member("timing"), "when", POWER), "w_1.when"),
    (e.PowersOf(AT, t.ListOf(t.POWER), CARD), "c_1.powers"),
    (e.SettingValue(AT, t.Member("speed"), lanterns().settings["length"]), "setting length"),
    (e.AllCards(AT, t.ListOf(LANTERN), "lantern"), "all lantern"),
    (e.AllMembers(AT, t.ListOf(t.Member("colour")), "colour"), "all colour"),
    (e.AllPlayers(AT, t.ListOf(t.PLAYER)), "all players"),
    (e.RoundNumber(AT, t.Number(1, 9)), "round_number"),
    (e.Happenings(AT, t.ListOf(t.Happening("sold")), lanterns().events["sold"]), "all sold"),
    (range_of_three(), "(1..3)"),
    (e.TopOf(AT, LANTERN, zone("deck"), None, False), "(top of me.deck)"),
    (e.TopOf(AT, t.ListOf(LANTERN), zone("deck"), N, True), "(bottom n_1 of me.deck)"),
    (e.Listing(AT, t.ListOf(t.Number(0, 9)), (number(1), N)), "[1, n_1]"),
    (e.Listing(AT, t.SetOf(t.Number(0, 9)), (number(1), N)), "{1, n_1}"),
    (operation("+", COUNT, number(1), operation("*", COUNT, N, number(2))), "(1 + (n_1 * 2))"),
    (operation("negative", COUNT, N), "(-n_1)"),
    (operation("not", t.BOOL, YES), "(not yes)"),
    (operation("not in", t.BOOL, N, range_of_three()), "(n_1 not in (1..3))"),
    (operation("place", t.Number(1, 4), ME), "place of me"),
    (operation("item", LANTERN, zone("hand"), N), "me.hand[n_1]"),
    (e.Either(AT, COUNT, YES, N, number(0)), "(n_1 if yes else 0)"),
    (e.Call(AT, t.ListOf(LANTERN), lanterns().functions["shown"], (ME,), ME), "shown(me; as me)"),
    (e.ResultOf(AT, t.BOOL, DRAW), "result of draw"),
    (e.PluginCall(AT, HALF.result, HALF, (N, YES)), "half(n_1, yes)"),
    (e.Lookup(AT, COUNT, lanterns().tables["prizes_for"], N), "prizes_for(n_1)"),
    (e.ScoreOf(AT, COUNT, ME), "score(me)"),
    (e.BuiltinCall(AT, COUNT, BUILTINS["size"], (zone("hand"),)), "size(me.hand)"),
    (over_three(), "i_1: 1..3 in (1..3)"),
    (binder("c_1", zone("hand"), YES), "c_1: lantern in me.hand where yes"),
    (e.Fold(AT, COUNT, "sum", (over_three(),), N, number(0)), "sum(n_1 for i_1: 1..3 in (1..3) else 0)"),
    (e.Fold(AT, COUNT, "count", (over_three(),), None, None), "count(i_1: 1..3 in (1..3))"),
    (e.Largest(AT, COUNT, "max", (N, number(3))), "max(n_1, 3)"),
    (e.Best(AT, COUNT, over_three(), (("most", N), ("least", N))), "best(i_1: 1..3 in (1..3), most n_1, least n_1)"),
    (e.Checked(AT, t.Number(0, 3), N, 0, 3, 'the "new" value'), r'check(n_1 in 0..3, "the \"new\" value")'),
]
STATEMENTS: list[tuple[Node, str]] = [
    (let("x_2", number(3)), "let x_2: 3 = 3"),
    (s.Set(AT, variable("left"), N), "left becomes n_1"),
    (s.Set(AT, e.FaceOf(AT, t.FACE, CARD), N, me=ME), "c_1.face becomes n_1 as me"),
    (s.Move(AT, CARD, zone("hand"), None, None, None, ME), "move c_1 to me.hand as me"),
    (
        s.Move(AT, CARD, zone("row"), "top", N, e.Constant(AT, t.FACE, 1), None),
        "move c_1 to top of me.row at n_1 face down",
    ),
    (s.Gain(AT, CARD, POWER), "c_1 gains w_1"),
    (s.Lose(AT, POWER), "lose w_1"),
    (s.Show(AT, CARD, None), "show c_1 to everyone"),
    (s.Show(AT, zone("hand"), ME), "show me.hand to me"),
    (s.Shuffle(AT, zone("deck")), "shuffle me.deck"),
    (s.Roll(AT, over_three(), "luck", None), 'random i_1: 1..3 in (1..3) from "luck"'),
    (
        s.Draw(AT, e.Local(AT, ROLLED.result, "x_1"), ROLLED, (N,), "luck", ME),
        'random x_1: 0..9 by rolled(n_1) from "luck" as me',
    ),
    (s.Require(AT, YES, text("no {braces} ", N)), 'require yes else "no {{braces}} {n_1}"'),
    (s.Require(AT, YES, None), "require yes"),
    (
        choose(branch("1"), s.Branch(AT, "no", text(), (over_three(),), YES, lanterns().limits["each_card"], (), True)),
        'choose as me, at "here", asking "Well?":\n'
        '    1: "do it":\n'
        "        skip\n"
        '    no: "" for i_1: 1..3 in (1..3) if yes limit each_card declines:\n'
        "        skip",
    ),
    (s.If(AT, YES, (say(N),), (s.EndGame(AT),)), 'if yes:\n    say "{n_1}" as me\nelse:\n    end game'),
    (s.ForEach(AT, over_three(), ()), "for i_1: 1..3 in (1..3):\n    skip"),
    (s.Repeat(AT, "times", N, (s.Leave(AT),)), "repeat n_1 times:\n    stop"),
    (s.Repeat(AT, "while", YES, ()), "repeat while yes:\n    skip"),
    (s.Repeat(AT, "ever", None, ()), "repeat:\n    skip"),
    (s.Perform(AT, DRAW, (N,), ME), "draw(n_1) as me"),
    (s.Give(AT, N), "give n_1"),
    (s.UsePower(AT, POWER, ME), "use w_1 as me"),
    (s.Announce(AT, LIT, (CARD, ME), ME), "announce lit(card: c_1, by: me) as me"),
    (
        watch(s.StopWatching(AT), captured=(N,)),
        'watch lit as e_1 during turn at "here" keeping n_1: 0..9 as me:\n    stop watching',
    ),
    (
        ask(s.Answer(AT, "here", N, ME), answer=N.type, captured=(N,)),
        'ask all players at "here" as said_1: list of (0..9 or none) keeping n_1: 0..9:\n    answer n_1 as me',
    ),
    (ask(), 'ask all players at "here":\n    skip'),
    (s.Hear(AT, "here", e.Local(AT, t.ListOf(t.BOOL), "said_1")), 'let said_1: list of bool = answers at "here"'),
    (s.As(AT, e.Local(AT, t.PLAYER, "me_2"), ME, ()), "as me_2 = me:\n    skip"),
    (s.EndAction(AT, (7, 9)), "end action of 7, 9"),
]


@pytest.mark.parametrize(("node", "expected"), [*EXPRESSIONS, *STATEMENTS])
def test_each_node(node: Node, expected: str) -> None:
    assert print_node(node, MEMBERS) == expected


def test_no_class_of_nodes_is_left_out() -> None:
    """A class that states its form is printed by what tests it; the others have cases of their own."""
    printed = {type(node) for node, _ in (*EXPRESSIONS, *STATEMENTS)}
    assert {kind for kind in NODES if not form_of(kind)} - printed == {s.Branch, s.Label}


@pytest.mark.parametrize("kind", [kind for kind in NODES if form_of(kind)], ids=lambda kind: kind.__name__)
def test_a_form_names_fields(kind: type[Node]) -> None:
    fields = {name for name, _ in field_types(kind)}
    assert set(re.findall(r"{(\w+)(?:![ntq])?}", form_of(kind))) <= fields
    assert form_of(kind).count("{") == len(re.findall(r"{(\w+)(?:![ntq])?}", form_of(kind)))


def test_only_code_is_printed_as_code() -> None:
    with pytest.raises(TypeError, match="Node is no node of code"):
        print_node(Node(AT), MEMBERS)


@pytest.mark.parametrize(
    ("type_", "expected"),
    [
        (t.Card(frozenset(["c", "a", "b"])), "a or b or c"),
        (t.Zone("river/bank", frozenset(["boat"])), "zone river/bank of boat"),
        (t.ListOf(t.Optional(t.SetOf(t.Number(1, 9)))), "list of (some of 1..9 or none)"),
        (t.Optional(t.Happening("river/flood")), "happening of river/flood or none"),
        (t.UNKNOWN, "unknown"),
    ],
)
def test_types(type_: t.Type, expected: str) -> None:
    assert print_type(type_) == expected


def test_values_that_are_wrong_can_be_printed() -> None:
    """The verifier prints what it complains of."""
    assert print_value(5, t.Member("colour"), MEMBERS) == "colour[5]"
    assert print_value(5, t.Member("taste"), MEMBERS) == "taste[5]"
    assert print_value("x", t.Number(0, 1), MEMBERS) == "x"


def test_a_model_is_printed_with_all_its_declarations_and_code() -> None:
    printed = print_model(lanterns())
    assert printed.startswith('ruleset lanterns "Lanterns" for 2..4 players\n')
    assert "\nvariable left: type 0..40, lasts game, seen_by everyone\n    start: 20 = 20\n" in printed
    assert "\nevent sold: kept round, fields {card: (type lantern, index 0), by:" in printed
    assert "\nprocedure draw: parameters [n: 0..9]\n    given n_1: 0..9\n    body:\n        repeat n_1" in printed
    assert "(printed: 1, shade: red)" in printed


def test_models_with_other_overlays_differ_in_what_these_change() -> None:
    base, duel = (print_model(model).split("\n") for model in models_of(LANTERNS).values())
    differing = [line for line, other in zip(base, duel, strict=True) if line != other]
    assert differing == ['ruleset lanterns "Lanterns" for 2..4 players', "    start: 20 = 20"]
