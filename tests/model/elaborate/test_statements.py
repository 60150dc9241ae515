"""Each form of statement, elaborated alone: the IR that it becomes, and what is said when it is wrong."""

from __future__ import annotations

from typing import get_args

import pytest

from artrules.model.ir.nodes import Choose, Repeat, Require, Set, Watch
from artrules.model.ir.nodes import walk as walk_ir
from artrules.text.syntax.ast import statements as ast
from artrules.text.syntax.ast.node import walk
from artrules.text.syntax.parse import parse_effect
from model.elaborate.fragments import effect, shape
from test_language import CODE

RIGHT = [
    ("let x = n", "[Set(x_7, n_3, True)]"),
    ("let x = n\nx += 1", "[Set(x_7, n_3, True), Set(x_7, Checked((x_7 + 1), -1000000000, 1000000000, this number))]"),
    ("let x = my hand", "[Set(x_7, ZoneOf(hand, me), True)]"),
    ("let x = draw(2)", "[Perform(draw, [2], me), Set(x_7, ResultOf(draw), True)]"),
    (
        "let x = draw(n)\nx += 1",
        "[Perform(draw, [n_3], me), Set(x_7, ResultOf(draw), True), "
        "Set(x_7, Checked((x_7 + 1), -1000000000, 1000000000, this number))]",
    ),
    ("my coins becomes draw(2)", "[Perform(draw, [2], me), Set(VariableOf(coins, me), ResultOf(draw))]"),
    (
        "red.price becomes draw(2)",
        "[Perform(draw, [2], me), Set(VariableOf(price, 0), Checked(ResultOf(draw), 1, 9, the new value))]",
    ),
    ("draw(2)", "[Perform(draw, [2], me)]"),
    ("my coins becomes n", "[Set(VariableOf(coins, me), n_3)]"),
    ("left becomes n", "[Set(VariableOf(left), n_3)]"),
    ("c.face becomes up", "[Set(FaceOf(c_1), 0, me)]"),
    ("e.again becomes yes", "[Set(FieldOf(sold, again, e_6), True)]"),
    ("my coins += 1", "[Set(VariableOf(coins, me), Checked((VariableOf(coins, me) + 1), 0, 99, the new value))]"),
    ("c.numbers -= [1]", "[Set(AttributeOf(numbers, c_1), (AttributeOf(numbers, c_1) without Listing([1])))]"),
    ("move c to my row", "[Move(c_1, ZoneOf(row, me), me)]"),
    ("move my hand to top of my deck at 2 facing down", "[Move(ZoneOf(hand, me), ZoneOf(deck, me), top, 2, 1, me)]"),
    ("show c to everyone", "[Show(c_1)]"),
    ("show my hand to left(me)", "[Show(ZoneOf(hand, me), BuiltinCall(left, [me], me))]"),
    ("show top 2 of my deck to others(me)", "[Show(TopOf(ZoneOf(deck, me), 2), BuiltinCall(others, [me], me))]"),
    ("shuffle box", "[Shuffle(ZoneOf(box))]"),
    (
        "c gets glow 2",
        "[Set(AttributeOf(glow in play, c_1), "
        "Checked((AttributeOf(glow in play, c_1) + 2), -1000000000, 1000000000, what `glow` gets))]",
    ),
    (
        "my row[1] gets glow n until turn ends",
        "[Set(getting_7, (ZoneOf(row, me) item 1), True), Set(AttributeOf(glow until turn ends, getting_7), "
        "Checked((AttributeOf(glow until turn ends, getting_7) + n_3), -1000000000, 1000000000, what `glow` gets))]",
    ),
    ("c gains w", "[Gain(c_1, w_5)]"),
    (
        "c gains w as x:\n    use x",
        (
            "[Set(gaining_7, c_1, True), Gain(gaining_7, w_5), Set(x_8, (PowersOf(gaining_7) item "
            "BuiltinCall(size, [PowersOf(gaining_7)])), True), UsePower(x_8, me), Lose(x_8)]"
        ),
    ),
    ("random x in 1..6", "[Roll(x_7 in Span_(1, 6), random x in here, me)]"),
    ("random x by rolled(n)", "[Draw(x_7, rolled, [n_3], random x in here, me)]"),
    (
        "if n = 1: skip\nelif n = 2: use w\nelse: end game",
        "[If((n_3 = 1), [], [If((n_3 = 2), [UsePower(w_5, me)], [EndGame()])])]",
    ),
    (
        "if maybe is none: skip\nelse: move maybe to my row",
        "[If((maybe_2 = None), [], [Move(maybe_2, ZoneOf(row, me), me)])]",
    ),
    (
        "for x in ns, y in ns: left += x",
        (
            "[ForEach(x_7 in ns_4, [ForEach(y_8 in ns_4, [Set(VariableOf(left), Checked((VariableOf(left) + "
            "x_7), 0, 40, the new value))])])]"
        ),
    ),
    ("repeat 3 times: stop", "[Repeat(times, 3, [Leave()])]"),
    ("repeat until n = 1: skip", "[Repeat(until, (n_3 = 1), [])]"),
    ("repeat: stop", "[Repeat(ever, [Leave()])]"),
    ("as left(me): my coins becomes 1", "[As(me_7, BuiltinCall(left, [me], me), [Set(VariableOf(coins, me_7), 1)])]"),
    ('require n > 1 else "no {n}"', '[Require((n_3 > 1), "no {n_3}")]'),
    ('say "a {c}"', '[Say("a {c_1}", me)]'),
    ("skip", "[]"),
    ("draw(2)", "[Perform(draw, [2], me)]"),
    ("announce lit(by: me, card: c)", "[Announce(lit, [c_1, me], me)]"),
    (
        "watch every 2 lit as x where x.by is me until turn ends: left += n",
        (
            "[Watch(here/watch1, lit, 2, x_7, [n_3], (FieldOf(lit, by, x_7) = me), turn, "
            "[Set(VariableOf(left), Checked((VariableOf(left) + n_3), 0, 40, the new value))], me)]"
        ),
    ),
    (
        "watch lit as y until turn ends:\n    random x by rolled(n)\n    left becomes x",
        (
            "[Watch(here/watch1, lit, 1, y_7, [n_3], turn, [Draw(x_8, rolled, [n_3], random x in here, me), "
            "Set(VariableOf(left), x_8)], me)]"
        ),
    ),
    ("choose x in 1..3", '[Choose(here/1, title, [Branch(1, "{x_7}", [x_7 in Span_(1, 3)], [])], me)]'),
    (
        'choose "take {x}" for x in 1..3',
        '[Choose(here/1, title, [Branch(1, "take {x_7}", [x_7 in Span_(1, 3)], [])], me)]',
    ),
    ("choose from market", "[Perform(menu:market, [], me)]"),
    (
        'choose one:\n    "a": skip\n    "b {x}" for x in ns if n = 1 limit once_per_turn: left becomes x',
        (
            '[Choose(here/1, title, [Branch(1, "a", [], []), Branch(2, "b {x_7}", [x_7 in ns_4], (n_3 = 1), '
            "once_per_turn, [Set(VariableOf(left), x_7)])], me, True)]"
        ),
    ),
    (
        'may "a": skip\nelse: left becomes 1',
        (
            '[Choose(here/1, title, [Branch(1, "a", [], []), Branch(no, "don\'t", [], '
            "[Set(VariableOf(left), 1)], True)], me, True)]"
        ),
    ),
    (
        'may "a": skip\nelse "keep {n}": left becomes 1',
        (
            '[Choose(here/1, title, [Branch(1, "a", [], []), Branch(no, "keep {n_3}", [], '
            "[Set(VariableOf(left), 1)], True)], me, True)]"
        ),
    ),
    (
        "may choose x in 1..3: left becomes x",
        (
            '[Choose(here/1, title, [Branch(1, "{x_7}", [x_7 in Span_(1, 3)], [Set(VariableOf(left), x_7)]), '
            'Branch(no, "none of these", [], [], True)], me, True)]'
        ),
    ),
    (
        "may use w",
        (
            '[Choose(here/1, title, [Branch(1, "use {w_5}", [], BuiltinCall(usable, [w_5], me), [UsePower(w_5, '
            'me)]), Branch(no, "don\'t use it", [], [], True)], me, True)]'
        ),
    ),
    ("use w", "[UsePower(w_5, me)]"),
    (
        "repeat:\n    c gains w as x:\n        stop",
        (
            "[Repeat(ever, [Set(gaining_7, c_1, True), Gain(gaining_7, w_5), Set(x_8, (PowersOf(gaining_7) "
            "item BuiltinCall(size, [PowersOf(gaining_7)])), True), Lose(x_8), Leave(), Lose(x_8)])]"
        ),
    ),
    (
        "at every end of my turn until turn ends: left += n",
        (
            "[Watch(here/watch1, end of turn, 1, at_7, [n_3], (FieldOf(end of turn, player, at_7) = me), turn, "
            "[Set(VariableOf(left), Checked((VariableOf(left) + n_3), 0, 40, the new value))], me)]"
        ),
    ),
    (
        "at start of buy: skip",
        "[Watch(here/watch1, start of phase buy, 1, at_7, [], game, [StopWatching()], me)]",
    ),
    (
        "watch lit as x until turn ends: stop watching",
        "[Watch(here/watch1, lit, 1, x_7, [], turn, [StopWatching()], me)]",
    ),
    (
        "ask from me until all pass, at most 9: pass",
        (
            "[Set(player_10, BuiltinCall(right, [me]), True), Set(asked_7, 0, True), Set(passes_8, 0, True), "
            "Repeat(until, ((passes_8 >= BuiltinCall(size, [AllPlayers(1)])) or (asked_7 >= 9)), "
            "[Set(player_10, BuiltinCall(left, [player_10])), Set(asked_7, (asked_7 + 1)), "
            "Set(passes_before_9, passes_8, True), Set(passes_8, 1), "
            "As(me_11, player_10, [Set(passes_8, (passes_before_9 + 1))], here/window1)])]"
        ),
    ),
    (
        "ask p in others(me) where n > 1 from left(me) until all pass, at most 9:\n    if n = 3: pass\n    else: stop",
        (
            "[Set(p_10, BuiltinCall(right, [BuiltinCall(left, [me], me)]), True), Set(asked_7, 0, True), "
            "Set(passes_8, 0, True), "
            "Repeat(until, ((passes_8 >= BuiltinCall(size, [AllPlayers(1)])) or (asked_7 >= 9)), "
            "[Set(p_10, BuiltinCall(left, [p_10])), "
            "If((p_10 in BuiltinCall(others, [me], me)), [If((n_3 > 1), "
            "[Set(asked_7, (asked_7 + 1)), Set(passes_before_9, passes_8, True), Set(passes_8, 1), "
            "As(me_11, p_10, [If((n_3 = 3), [Set(passes_8, (passes_before_9 + 1))], [Leave()])], here/window1)], "
            "[Set(passes_8, (passes_8 + 1))])], [Set(passes_8, (passes_8 + 1))])])]"
        ),
    ),
    ("ask players at once: skip", "[Ask(here/ask1, AllPlayers(2), [], [])]"),
    (
        "ask [me] at once as said:\n    answer n\n    answer 3\nleft becomes size(said)",
        (
            "[Ask(here/ask1, Listing([me]), said_7, 0..9, [n_3], [Answer(here/ask1, n_3, me), Answer(here/ask1, 3, "
            "me)]), Set(VariableOf(left), Checked(BuiltinCall(size, [said_7], me), 0, 40, the new value))]"
        ),
    ),
    (
        "ask others(me) at once as said:\n    may choose d in my hand:\n        answer d\nif said[me] is none: skip",
        (
            "[Ask(here/ask1, BuiltinCall(others, [me], me), said_8, lantern, [], [Choose(here/2, title, [Branch(1, "
            '"{d_7}", [d_7 in ZoneOf(hand, me)], [Answer(here/ask1, d_7, me)]), Branch(no, "none of these", [], [], '
            "True)], me, True)]), If(((said_8 item Operation(place, [me])) = None), [], [])]"
        ),
    ),
]
WRONG = [
    ("let x = deal(1)", [("no-result", 8, 12)]),
    ("left becomes deal(1)", [("no-result", 13, 17)]),
    ("left becomes draw(red)", [("wrong-type", 18, 21)]),
    ("let x = draw()", [("wrong-arguments", 8, 14)]),
    ("c.dim becomes draw(1)", [("wrong-type", 14, 21)]),
    ("left += draw(1)", [("no-result", 8, 12)]),
    ("let n = 1", [("hides-name", 4, 5)]),
    ("let me = 1", [("hides-name", 4, 6)]),
    ("n becomes 1", [("not-assignable", 0, 1)]),
    ("c.printed becomes 1", [("not-assignable", 0, 9)]),
    ("1 becomes 2", [("not-assignable", 0, 1)]),
    ("me becomes 2", [("not-assignable", 0, 2)]),
    ("me gets glow 2", [("wrong-type", 0, 2)]),
    ("c gets dim", [("unknown-name", 7, 10)]),
    ("c gets glov 2", [("unknown-name", 7, 11)]),
    ("c gets glow", [("missing-value", 7, 11)]),
    ("c gets glow red", [("wrong-type", 12, 15)]),
    ("c gets glow 2 until turn begins", [("wrong-value", 20, 24)]),
    ("c gets glow 2 until dusk ends", [("unknown-name", 20, 24)]),
    ("nix becomes nix", [("unknown-name", 0, 3), ("unknown-name", 12, 15)]),
    ("left becomes red", [("wrong-type", 13, 16)]),
    ("left += red", [("wrong-type", 8, 11)]),
    ("c.numbers += [red]", [("wrong-type", 0, 9)]),
    ("ns += 1", [("not-assignable", 0, 2)]),
    ("my coins becomes 100", [("wrong-type", 17, 20)]),
    ("let x = lit", [("unknown-name", 8, 11)]),
    ("watch lit as x until turn ends: x.card becomes c", [("not-assignable", 32, 38)]),
    ("move n to my row", [("wrong-type", 5, 6)]),
    ("move c to me", [("wrong-type", 10, 12)]),
    ("move c to my row at red", [("wrong-type", 20, 23)]),
    ("move c to my row facing red", [("wrong-type", 24, 27)]),
    ("move c to my row facing nix", [("unknown-name", 0, 27)]),
    ("move [2] to my row", [("wrong-type", 5, 8)]),
    ("show n to everyone", [("wrong-type", 5, 6)]),
    ("show c to n", [("wrong-type", 10, 11)]),
    ("show c to my hand", [("wrong-type", 10, 17)]),
    ("shuffle c", [("wrong-type", 8, 9)]),
    ("n gains w", [("wrong-type", 0, 1)]),
    ("c gains n", [("wrong-type", 8, 9)]),
    ("n gains w as x: skip", [("wrong-type", 0, 1)]),
    ("random x in n", [("wrong-type", 12, 13)]),
    ("random x using rolled(n)", [("bad-syntax", 9, 14)]),
    ("random x by nix(n)", [("unknown-name", 12, 15)]),
    ("random x by half(n, yes)", [("unknown-name", 12, 16)]),
    ("random x by size(box)", [("unknown-name", 12, 16)]),
    ("random x by rolled()", [("wrong-arguments", 12, 20)]),
    ("random x by rolled(red)", [("wrong-type", 19, 22)]),
    ("random x by rolled(10)", [("wrong-type", 19, 21)]),
    ("random n by rolled(1)", [("hides-name", 7, 8)]),
    ("random x by nix()\nleft becomes x", [("unknown-name", 12, 15)]),
    ("if n: skip", [("wrong-type", 3, 4)]),
    ("for x in n: skip", [("wrong-type", 9, 10)]),
    ("for x in ns, y in ns: stop", [("wrong-arguments", 0, 26)]),
    ("repeat n + yes times: skip", [("wrong-type", 11, 14)]),
    ("repeat while n: skip", [("wrong-type", 13, 14)]),
    ("stop", [("no-loop", 0, 4)]),
    ("stop watching", [("no-watch", 0, 13)]),
    ("as n: skip", [("wrong-type", 3, 4)]),
    ("require n", [("wrong-type", 8, 9)]),
    ('say "{"', [("bad-syntax", 5, 6)]),
    ('say "}"', [("bad-syntax", 5, 6)]),
    ('say "{}"', [("bad-syntax", 5, 7)]),
    ('say "{my hand}"', [("wrong-type", 6, 13)]),
    ('say "{1 +}"', [("bad-syntax", 8, 9)]),
    ('say "{nix}"', [("unknown-name", 6, 9)]),
    ("nix()", [("unknown-name", 0, 3)]),
    ("shown(me)", [("unknown-name", 0, 5)]),
    ("draw()", [("wrong-arguments", 0, 6)]),
    ("draw(10)", [("wrong-type", 5, 7)]),
    ("announce nix()", [("unknown-name", 9, 12)]),
    ("announce lit(card: c)", [("wrong-arguments", 0, 21)]),
    ("announce lit(card: c, by: me, by: me)", [("name-twice", 30, 32)]),
    ("announce lit(card: c, by: me, nix: 1)", [("unknown-name", 30, 33)]),
    ("watch nix as x until turn ends: skip", [("unknown-name", 6, 9)]),
    ("watch lit as x until next_turn ends: skip", [("wrong-value", 21, 30)]),
    ("watch lit as x until turn begins: skip", [("wrong-value", 21, 25)]),
    ("at end of nix: skip", [("unknown-name", 10, 13)]),
    ("at start of my buy: skip", [("bad-owner", 3, 18)]),
    ("at every end of turn until nix ends: skip", [("unknown-name", 27, 30)]),
    ("watch lit as x until nix ends: skip", [("unknown-name", 21, 24)]),
    ("watch every 0 lit as x until turn ends: skip", [("wrong-value", 0, 44)]),
    ("watch lit as x where n until turn ends: skip", [("wrong-type", 21, 22)]),
    ("watch lit as x until turn ends: n += 1", [("not-assignable", 32, 33)]),
    ("let x = 1\nwatch lit as y until turn ends: x += 1", [("not-assignable", 42, 43)]),
    ("watch lit as x until turn ends: stop", [("no-loop", 32, 36)]),
    ("ask n at once: skip", [("wrong-type", 4, 5)]),
    ("ask players at twice: skip", [("wrong-value", 15, 20)]),
    ("ask players at once as said: skip", [("no-answer", 23, 27)]),
    ("ask players at once: answer 1", [("no-answer", 21, 29)]),
    ("ask players at once as said:\n    answer 1\n    answer red", [("wrong-type", 53, 56)]),
    ("ask players at once as n: answer 1", [("hides-name", 23, 24)]),
    ("let x = 1\nask players at once: x += 1", [("not-assignable", 31, 32)]),
    ("ask players at once: stop", [("no-loop", 21, 25)]),
    ("ask players at once: stop watching", [("no-watch", 21, 34)]),
    ("answer 1", [("no-answer", 0, 8)]),
    ("ask from n until all pass, at most 9: pass", [("wrong-type", 9, 10)]),
    ("ask from first(q in players) until all pass, at most 9: pass", [("maybe-none", 9, 28)]),
    ("ask k in colour from me until all pass, at most 9: pass", [("wrong-type", 9, 15)]),
    ("ask p in players where n from me until all pass, at most 9: pass", [("wrong-type", 23, 24)]),
    ("ask n in players from me until all pass, at most 9: pass", [("hides-name", 4, 5)]),
    ("ask from me until nobody acts, at most 9: pass", [("wrong-value", 18, 29)]),
    ("ask from me until all pass, at most 0: pass", [("wrong-value", 18, 26)]),
    ("ask from me until all pass, at most 9: skip", [("no-pass", 18, 26)]),
    ("ask from me until all pass, at most 9:\n    ask from me until all pass, at most 9: pass", [("no-pass", 18, 26)]),
    ("pass", [("no-pass", 0, 4)]),
    ("ask p in players from me until all pass, at most 9:\n    p becomes me\n    pass", [("not-assignable", 56, 57)]),
    (
        "ask from me until all pass, at most 9:\n    pass\n    watch lit as x until turn ends: pass",
        [("no-pass", 84, 88)],
    ),
    (
        "ask from me until all pass, at most 9:\n    pass\n    ask players at once: pass",
        [("no-pass", 73, 77)],
    ),
    (
        "ask players at once as said:\n    answer 1\n    watch lit as x until turn ends: answer 2",
        [("no-answer", 78, 86)],
    ),
    ("choose x in n", [("wrong-type", 12, 13)]),
    ("choose from nix", [("unknown-name", 12, 15)]),
    ('choose one:\n    "a" limit nix: skip', [("unknown-name", 26, 29)]),
    ('choose one:\n    "a" if n: skip', [("wrong-type", 23, 24)]),
    ('may "a {nix}": skip', [("unknown-name", 8, 11)]),
    ("may use n", [("wrong-type", 8, 9)]),
    ('may "a": skip\nelse "keep {nix}": skip', [("unknown-name", 26, 29)]),
    ("use n", [("wrong-type", 4, 5)]),
    ('collect red:\n    "a" for x in box worth 1: skip', [("wrong-type", 8, 11)]),
    ('collect 3:\n    "a" for x in box worth 0: skip', [("wrong-type", 38, 39)]),
    ('collect 3:\n    "a" for x in box worth 1: skip\n    "b" for x in ns worth 1: skip', [("wrong-type", 0, 79)]),
    ('collect 3:\n    "a" for x in nix worth 1: skip', [("unknown-name", 28, 31)]),
]
WITHOUT_PLAYER = [
    ("choose x in 1..2", [("no-player", 0, 16)]),
]


@pytest.mark.parametrize(("text", "ir"), RIGHT, ids=[text for text, _ in RIGHT])
def test_right(text: str, ir: str) -> None:
    found = effect(text)
    assert found.said == []
    assert shape(found.made) == ir


@pytest.mark.parametrize(("text", "said"), WRONG, ids=[text for text, _ in WRONG])
def test_wrong(text: str, said: list[tuple[str, int, int]]) -> None:
    assert effect(text).said == said


@pytest.mark.parametrize(("text", "said"), WITHOUT_PLAYER, ids=[text for text, _ in WITHOUT_PLAYER])
def test_without_player(text: str, said: list[tuple[str, int, int]]) -> None:
    assert effect(text, me=False).said == said
    assert effect(text).said == []


def test_no_form_is_left_out() -> None:
    """What the examples of the pages become is in a golden dump, `tests/model/ir/dumps/examples.ir.txt`."""
    others = ["c copies d", "create stars to my row as s"]  # tests/play/game/test_created_cards.py
    used = {type(node) for text in (*dict(RIGHT), *CODE, *others) for node in walk(parse_effect(text))}
    assert set(get_args(ast.Statement)) <= used


@pytest.mark.parametrize("text", [text for text, _ in RIGHT])
def test_sequences_are_tuples(text: str) -> None:
    """A node of the IR can't be changed: not even what it holds several of."""
    for node in walk_ir(effect(text).made):
        held = [getattr(node, name) for kind in type(node).__mro__ for name in getattr(kind, "__slots__", ())]
        assert not any(isinstance(value, list) for value in held)


def test_collect() -> None:
    """A requirement that all together is enough, then a loop around a choice that always offers something."""
    found = effect('collect n:\n    "a {x}" for x in box where x.dim worth x.printed: draw(1)')
    assert found.said == []
    cost, left, used, enough, loop = found.made
    assert (shape(cost), shape(left)) == ("Set(cost_7, n_3, True)", "Set(left_8, cost_7, True)")
    assert shape(used) == "Set(used_9, (), True)"
    assert isinstance(enough, Require) and shape(enough.condition).endswith(" >= left_8)")
    assert isinstance(loop, Repeat) and (loop.kind, shape(loop.limit)) == ("while", "(left_8 > 0)")
    together, choose = loop.body
    assert isinstance(together, Set) and shape(together.place) == "together_10"
    assert isinstance(choose, Choose) and (choose.site, choose.never_empty) == ("here/1", True)
    assert choose.cost is not None and choose.left is not None
    assert (choose.cost.name, choose.left.name) == ("cost_7", "left_8")
    (branch,) = choose.branches
    local = branch.binders[0].local.name
    assert shape(branch.label) == f'"a {{{local}}}"'
    assert [shape(statement) for statement in branch.body] == [
        f"Set(left_8, (left_8 - AttributeOf(printed, {local})))",
        f"Set(used_9, (used_9 join Listing([{local}])))",
        "Perform(draw, [1], me)",
    ]


def test_decisions_are_numbered_in_the_order_of_the_text() -> None:
    """Options and saved games refer to these numbers: an outer decision comes before those in its suites."""
    text = (
        'choose one:\n    "a": choose x in 1..2\n    "b":\n        may "c": skip\n'
        "watch lit as y until turn ends: skip\nchoose z in 1..2"
    )
    nodes = list(walk_ir(effect(text).made))
    sites = [node.site for node in nodes if isinstance(node, Choose)]
    assert sites == ["here/1", "here/2", "here/3", "here/5"]
    assert [node.identity for node in nodes if isinstance(node, Watch)] == ["here/watch4"]


def test_suites_may_be_nested_only_so_deep() -> None:
    lines = [" " * level + "if yes:" for level in range(60)]
    found = effect("\n".join([*lines, " " * 60 + "nix()"]))
    assert [slug for slug, _, _ in found.said] == ["code-too-deep"]
