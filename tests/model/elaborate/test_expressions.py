"""Each form of expression, elaborated alone: the IR that it becomes, its type, and what is said when it is wrong."""

from __future__ import annotations

from typing import get_args

import pytest

from artrules.text.syntax.ast import expressions as ast
from artrules.text.syntax.ast.node import walk
from artrules.text.syntax.parse import parse_expression
from model.elaborate.fragments import expression, shape

RIGHT = [
    ("3", "3", "3"),
    ("yes", "bool", "True"),
    ("none", "none", "None"),
    ("[1, 2]", "list of 1..2", "Listing([1, 2])"),
    ("[] + ns", "list of 0..9", "(Listing([]) join ns_4)"),
    ("ns - []", "list of 0..9", "(ns_4 without Listing([]))"),
    ("[] if n > 1 else ns", "list of 0..9", "Either((n_3 > 1), Listing([]), ns_4)"),
    ("ns if n > 1 else []", "list of 0..9", "Either((n_3 > 1), ns_4, Listing([]))"),
    ("[] is my hand", "bool", "(Listing([]) = ZoneOf(hand, me))"),
    ("ns shares []", "bool", "(ns_4 shares Listing([]))"),
    ("[n, 300]", "list of 0..300", "Listing([n_3, 300])"),
    ("n", "0..9", "n_3"),
    ("me", "player", "me"),
    ("self", "lantern", "self"),
    ("players", "list of player", "AllPlayers(2)"),
    ("round_number", "1..1000000000", "RoundNumber()"),
    ("red", "colour", "0"),
    ("length", "speed", "SettingValue(length)"),
    ("left", "0..40", "VariableOf(left)"),
    ("first_player", "player", "VariableOf(first_player)"),
    ("box", "a zone (box)", "ZoneOf(box)"),
    ("lantern", "list of lantern", "AllCards(lantern)"),
    ("colour", "list of colour", "AllMembers(colour)"),
    ("sold", "list of sold", "Happenings(sold)"),
    ("my coins", "0..99", "VariableOf(coins, me)"),
    ("my hand", "a zone (hand)", "ZoneOf(hand, me)"),
    ("me.prizes", "0..99", "VariableOf(prizes, me)"),
    ("c.shade", "colour", "AttributeOf(shade, c_1)"),
    ("c.face", "face", "FaceOf(c_1)"),
    ("c.powers", "list of power", "PowersOf(c_1)"),
    ("red.warm", "bool", "PropertyOf(colour, warm, 0)"),
    ("red.price", "1..9", "VariableOf(price, 0)"),
    ("e.again", "bool", "FieldOf(sold, again, e_6)"),
    ("w.when", "timing", "PowerAttributeOf(when, w_5)"),
    ("stall[1]", "a zone (stall)", "ZoneOf(stall, 1)"),
    ("coins[me]", "0..99", "VariableOf(coins, me)"),
    ("ns[2]", "0..9", "(ns_4 item 2)"),
    ("my row[1]", "lantern", "(ZoneOf(row, me) item 1)"),
    (
        "my row[1..n]",
        "list of lantern",
        "Fold(those, [card_7 in ZoneOf(row, me) where (BuiltinCall(position, [card_7]) <= n_3)])",
    ),
    (
        "my row[n..3]",
        "list of lantern",
        "Fold(those, [card_7 in ZoneOf(row, me) where ((BuiltinCall(position, [card_7]) >= n_3) and "
        "(BuiltinCall(position, [card_7]) <= 3))])",
    ),
    (
        "ns[2..3]",
        "list of 0..9",
        "Fold(list, [list_7 in Listing([ns_4]), place_8 in Span_(2, Largest(min, [3, BuiltinCall(size, [list_7])]))], "
        "(list_7 item place_8))",
    ),
    ("c is maybe", "bool", "(c_1 = maybe_2)"),
    ("maybe is none", "bool", "(maybe_2 = None)"),
    ("c.kind is lantern", "bool", "IsKind(c_1, lantern)"),
    ("c.kind is not lantern", "bool", "Operation(not, [IsKind(c_1, lantern)])"),
    ("n < 3", "bool", "(n_3 < 3)"),
    ("n >= left", "bool", "(n_3 >= VariableOf(left))"),
    ("n in ns", "bool", "(n_3 in ns_4)"),
    ("c not in my hand", "bool", "(c_1 not in ZoneOf(hand, me))"),
    ("my hand has c", "bool", "(c_1 in ZoneOf(hand, me))"),
    ("ns shares [1, 2]", "bool", "(ns_4 shares Listing([1, 2]))"),
    ("1..n", "list of 1..9", "Span_(1, n_3)"),
    ("let first = first(k in ns)\nfirst = n", "bool", "(Fold(first, [k_9 in ns_4]) = n_3)"),
    ("let d = n + 1\nd * d", "1..100", "((n_3 + 1) * (n_3 + 1))"),
    ("let d = n\nlet e_ = d + 1\ne_ - d", "-8..10", "((n_3 + 1) - n_3)"),
    (
        "let free = those(k in box)\ncount(k in my hand where k in free)",
        "0..1000000",
        "Fold(count, [k_9 in ZoneOf(hand, me) where (k_9 in Fold(those, [k_10 in ZoneOf(box)]))])",
    ),
    (
        "let k = first(d in box)\nk is not none and k.dim",
        "bool",
        "((Fold(first, [d_9 in ZoneOf(box)]) != None) and AttributeOf(dim, Fold(first, [d_10 in ZoneOf(box)])))",
    ),
    ("n + 1", "1..10", "(n_3 + 1)"),
    ("n * 1000000000", "0..1000000000", "Checked((n_3 * 1000000000), -1000000000, 1000000000, this number)"),
    ("n / 2", "0..4", "(n_3 / 2)"),
    ("n % 4", "0..3", "(n_3 % 4)"),
    ("ns + [1]", "list of 0..9", "(ns_4 join Listing([1]))"),
    ("ns - [1]", "list of 0..9", "(ns_4 without Listing([1]))"),
    ("c.numbers + [1]", "some of 1..9", "(AttributeOf(numbers, c_1) join Listing([1]))"),
    ("my hand + my row", "list of lantern", "(ZoneOf(hand, me) join ZoneOf(row, me))"),
    ("-n", "-9..0", "Operation(negative, [n_3])"),
    ("-3", "-3", "-3"),
    ("top of my deck", "lantern", "TopOf(ZoneOf(deck, me))"),
    ("bottom n of stall[1]", "list of lantern", "TopOf(ZoneOf(stall, 1), n_3, True)"),
    ("top n - 1 of my deck", "list of lantern", "TopOf(ZoneOf(deck, me), (n_3 - 1))"),
    (
        "my hand holds k where k.dim and n = 1",
        "bool",
        "Fold(any, [k_7 in ZoneOf(hand, me) where (AttributeOf(dim, k_7) and (n_3 = 1))])",
    ),
    (
        "no(k in ns) or ns holds k where k = n",
        "bool",
        "(Fold(no, [k_7 in ns_4]) or Fold(any, [k_8 in ns_4 where (k_8 = n_3)]))",
    ),
    (
        "the best k in box, most k.printed",
        "lantern",
        "(Best(k_7 in ZoneOf(box), [[most, AttributeOf(printed, k_7)]]) item 1)",
    ),
    (
        "the best p in players, most p.coins",
        "player",
        "(Best(p_7 in AllPlayers(2), [[most, VariableOf(coins, p_7)]]) item 1)",
    ),
    (
        "the best k in box, least k.printed else none",
        "lantern or none",
        "Fold(first, [the_best_8 in Best(k_7 in ZoneOf(box), [[least, AttributeOf(printed, k_7)]])], None)",
    ),
    ("not n = 1", "bool", "Operation(not, [(n_3 = 1)])"),
    ("n = 1 and n < 2", "bool", "((n_3 = 1) and (n_3 < 2))"),
    ("maybe is not none and maybe.shade is red", "bool", "((maybe_2 != None) and (AttributeOf(shade, maybe_2) = 0))"),
    ("maybe is none or maybe.dim", "bool", "((maybe_2 = None) or AttributeOf(dim, maybe_2))"),
    ("red if maybe is none else maybe.shade", "colour", "Either((maybe_2 = None), 0, AttributeOf(shade, maybe_2))"),
    ("c.numbers if yes else [1]", "some of 1..9", "Either(True, AttributeOf(numbers, c_1), Listing([1]))"),
    (
        "count(k in my hand where k.dim)",
        "0..1000000",
        "Fold(count, [k_7 in ZoneOf(hand, me) where AttributeOf(dim, k_7)])",
    ),
    ("any(k in colour)", "bool", "Fold(any, [k_7 in AllMembers(colour)])"),
    ("no(k in 1..3, l in 1..k)", "bool", "Fold(no, [k_7 in Span_(1, 3), l_8 in Span_(1, k_7)])"),
    (
        "those(k in box where k.shade is red)",
        "list of lantern",
        "Fold(those, [k_7 in ZoneOf(box) where (AttributeOf(shade, k_7) = 0)])",
    ),
    ("first(k in ns)", "0..9 or none", "Fold(first, [k_7 in ns_4])"),
    ("last(k in box)", "lantern or none", "Fold(last, [k_7 in ZoneOf(box)])"),
    ("sum(k.printed for k in box)", "0..1000000000", "Fold(sum, [k_7 in ZoneOf(box)], AttributeOf(printed, k_7))"),
    (
        "sum(left * left for k in ns)",
        "0..1000000000",
        ("Checked(Fold(sum, [k_7 in ns_4], (VariableOf(left) * VariableOf(left))), -1000000000, 1000000000, this sum)"),
    ),
    ("max(k for k in ns else 3)", "0..9", "Fold(max, [k_7 in ns_4], k_7, 3)"),
    ("min(k.printed for k in box)", "1..9", "Fold(min, [k_7 in ZoneOf(box)], AttributeOf(printed, k_7))"),
    ("list(k.shade for k in box)", "list of colour", "Fold(list, [k_7 in ZoneOf(box)], AttributeOf(shade, k_7))"),
    ("sorted(k for k in ns)", "list of 0..9", "Fold(sorted, [k_7 in ns_4], k_7)"),
    ("max(n, 3)", "3..9", "Largest(max, [n_3, 3])"),
    ("min(1, 2, n)", "0..1", "Largest(min, [1, 2, n_3])"),
    (
        "best(k in box, most k.printed, least 1)",
        "list of lantern",
        "Best(k_7 in ZoneOf(box), [[most, AttributeOf(printed, k_7)], [least, 1]])",
    ),
    ("shown(me)", "list of lantern", "Call(shown, [me], me)"),
    ("half(n + 1, yes)", "0..5", "PluginCall(half, [Checked((n_3 + 1), 0, 9, `n` of `half`), True])"),
    ("prizes_for(n)", "-1000000000..1000000000", "Lookup(prizes_for, n_3)"),
    ("score(me)", "-1000000000..1000000000", "ScoreOf(me)"),
    ("size(my hand)", "0..100000", "BuiltinCall(size, [ZoneOf(hand, me)], me)"),
    ("left(me)", "player", "BuiltinCall(left, [me], me)"),
]
WRONG = [
    ("half(n)", [("wrong-arguments", 0, 7)]),
    ("half(n, n)", [("wrong-type", 8, 9)]),
    ("rolled(n)", [("unknown-name", 0, 6)]),
    ("99999999999", [("wrong-value", 0, 11)]),
    ("nix", [("unknown-name", 0, 3)]),
    ("self", [("no-self", 0, 4)]),
    ("true", [("unknown-name", 0, 4)]),
    ("coins", [("unknown-name", 0, 5)]),
    ("shown", [("unknown-name", 0, 5)]),
    ("[1, red]", [("wrong-type", 0, 8)]),
    ("[]", [("wrong-type", 0, 2)]),
    ("[[]]", [("wrong-type", 1, 3)]),
    ("[] = [] + []", [("wrong-type", 10, 12)]),
    ("[] if n > 1 else []", [("wrong-type", 17, 19)]),
    ("n in []", [("wrong-type", 5, 7)]),
    ("[] + n", [("wrong-type", 0, 2)]),
    ("nix = []", [("unknown-name", 0, 3)]),
    ("red + 1", [("wrong-type", 0, 3)]),
    ("1 - red", [("wrong-type", 4, 7)]),
    ("red * 2", [("wrong-type", 0, 3)]),
    ("-red", [("wrong-type", 1, 4)]),
    ("1..red", [("wrong-type", 3, 6)]),
    ("n and yes", [("wrong-type", 0, 1)]),
    ("not n", [("wrong-type", 4, 5)]),
    ("1 if n else 2", [("wrong-type", 5, 6)]),
    ("1 if yes else red", [("wrong-type", 0, 17)]),
    ("n = red", [("wrong-type", 0, 7)]),
    ("n.kind is lantern", [("wrong-type", 0, 6)]),
    ("c.kind is nix", [("wrong-type", 10, 13)]),
    ("c.kind is 3", [("wrong-type", 10, 11)]),
    ("n < red", [("wrong-type", 4, 7)]),
    ("n in c", [("wrong-type", 5, 6)]),
    ("red in ns", [("wrong-type", 0, 3)]),
    ("ns shares my hand", [("wrong-type", 0, 17)]),
    ("top of ns", [("wrong-type", 7, 9)]),
    ("top red of my deck", [("wrong-type", 4, 7)]),
    ("c.nix", [("unknown-name", 1, 5)]),
    ("maybe.shade", [("maybe-none", 0, 11)]),
    ("my nix", [("unknown-name", 3, 6)]),
    ("me.nix", [("unknown-name", 2, 6)]),
    ("w.nix", [("unknown-name", 1, 5)]),
    ("e.nix", [("unknown-name", 1, 5)]),
    ("n.nix", [("unknown-name", 1, 5)]),
    ("n[1]", [("wrong-type", 0, 4)]),
    ("coins[n]", [("wrong-type", 6, 7)]),
    ("ns[yes]", [("wrong-type", 3, 6)]),
    ("n[1..2]", [("wrong-type", 0, 7)]),
    ("ns[1..red]", [("wrong-type", 6, 9)]),
    ("n[me]", [("wrong-type", 0, 5)]),
    ("nix(1)", [("unknown-name", 0, 3)]),
    ("deal(1)", [("unknown-name", 0, 4)]),
    ("draw(1)", [("no-result", 0, 4)]),
    ("1 + draw(1)", [("no-result", 4, 8)]),
    ("shown(1)", [("wrong-type", 6, 7)]),
    ("shown()", [("wrong-arguments", 0, 7)]),
    ("prizes_for(1, 2)", [("wrong-arguments", 0, 16)]),
    ("score(1)", [("wrong-type", 6, 7)]),
    ("size(n)", [("wrong-type", 0, 7)]),
    ("size()", [("wrong-arguments", 0, 6)]),
    ("count(k in n)", [("wrong-type", 11, 12)]),
    ("count(n in ns)", [("hides-name", 6, 7)]),
    ("count(me in ns)", [("hides-name", 6, 8)]),
    ("count(k in ns where k)", [("wrong-type", 20, 21)]),
    ("those(k in ns, l in ns)", [("wrong-arguments", 0, 23)]),
    ("sum(k for k in colour)", [("wrong-type", 4, 5)]),
    ("list(k for k in ns else 1)", [("wrong-arguments", 0, 26)]),
    ("sorted(c for k in ns)", [("wrong-type", 7, 8)]),
    ("list(1, 2)", [("wrong-arguments", 0, 10)]),
    ("max(1, red)", [("wrong-type", 7, 10)]),
    ("best(k in box, most k.shade)", [("wrong-type", 20, 27)]),
    ("n holds k where yes", [("wrong-type", 0, 1)]),
    ("my hand holds k where k", [("wrong-type", 22, 23)]),
    ("n = 1 or ns holds n where n = 1", [("hides-name", 18, 19)]),
    ("the best k in n, most 1", [("wrong-type", 14, 15)]),
    ("the best k in box, most k", [("wrong-type", 24, 25)]),
    ("the best k in box, most k.printed else 3", [("wrong-type", 39, 40)]),
    ("let d = nix\nd + d", [("unknown-name", 8, 11)]),
    ("let n = 1\nn", [("hides-name", 4, 5)]),
    ("let d = 1\nlet d = d + 1\nd", [("hides-name", 14, 15)]),
    ("let left = left + 1\nleft", [("hides-name", 4, 8)]),
    ("let d = d\nd", [("unknown-name", 8, 9)]),
    ("let d = f\nlet f = d\nd + f", [("unknown-name", 8, 9)]),
    ("let d = left\nlet left = 1\nd + left", [("hides-name", 4, 5)]),
    ("let d = 1\n2", [("unread-name", 4, 5)]),
    ("let d = red\nd + 1", [("wrong-type", 8, 11)]),
    (f"let d = {'-' * 30}n\n{'-' * 30}d", [("code-too-deep", 0, 71)]),
    ("nix + nix.x", [("unknown-name", 0, 3), ("unknown-name", 6, 9)]),
]
WITHOUT_PLAYER = [
    ("me", [("no-player", 0, 2)]),
    ("my coins", [("no-player", 0, 8)]),
]


@pytest.mark.parametrize(("text", "type_", "ir"), RIGHT, ids=[text for text, _, _ in RIGHT])
def test_right(text: str, type_: str, ir: str) -> None:
    found = expression(text, own=True)
    assert found.said == []
    assert (str(found.made.type), shape(found.made)) == (type_, ir)


@pytest.mark.parametrize(("text", "said"), WRONG, ids=[text for text, _ in WRONG])
def test_wrong(text: str, said: list[tuple[str, int, int]]) -> None:
    assert expression(text).said == said


@pytest.mark.parametrize(("text", "said"), WITHOUT_PLAYER, ids=[text for text, _ in WITHOUT_PLAYER])
def test_without_player(text: str, said: list[tuple[str, int, int]]) -> None:
    assert expression(text, me=False).said == said
    assert expression(text).said == []


def test_no_form_is_left_out() -> None:
    used = {type(node) for text, _, _ in RIGHT for node in walk(parse_expression(text))}
    assert set(get_args(ast.Expression)) <= used
