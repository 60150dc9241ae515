"""What elaboration finds wrong in a whole ruleset, where, and that one mistake gives one diagnostic."""

from __future__ import annotations

from pathlib import Path

import pytest

import artrules
from lantern_examples import FIRST_LINE, diagnose
from play.game.tiny import offered, tiny

WRONG = [
    ("my coins becomes yes", "wrong-type", "1:18", "a number from 0 to 99", "`yes` or `no`"),
    ("my coinz becomes 1", "unknown-name", "1:4", None, "`coinz`"),
    ("coins becomes 1", "unknown-name", "1:1", "`my coins`, `p.coins` or `coins[n]`", None),
    ("my coins becomes 100", "wrong-type", "1:18", "a number from 0 to 99", "the number 100"),
    ("let x = c.shade + 1", "wrong-type", "1:9", "a number", "a `colour`"),
    ("require maybe.shade is red", "maybe-none", "1:9", "a `lantern`", "a `lantern`, or `none`"),
    ("require maybe is none or maybe.printed = 1 and c.shade is up", "wrong-type", "1:48", "a `colour`", "a `face`"),
    ("n becomes 3", "not-assignable", "1:1", "a name given by `let`", None),
    ("play(c, c)", "wrong-arguments", "1:1", "lantern c", "2"),
    ("plya(c)", "unknown-name", "1:1", None, "`plya`"),
    ("shown(me)", "unknown-name", "1:1", None, "`shown`"),
    ("let x = deal(1)", "no-result", "1:9", "`gives` and a type in the signature of `deal`", None),
    ("if draw(1) = 1: skip", "no-result", "1:4", "a name for it, `let x = draw(…)`, and then `x`", None),
    ("let x = left(1)", "wrong-type", "1:9", "a player", "the number 1"),
    ("move n to my hand", "wrong-type", "1:6", "a card or cards", "a number from 0 to 9"),
    ("move c to me", "wrong-type", "1:11", "a zone", "a player"),
    ("stop", "no-loop", "1:1", None, None),
    ("stop watching", "no-watch", "1:1", None, None),
    (
        "for x in n:\n    skip",
        "wrong-type",
        "1:10",
        "a zone, list, set, range, an enum, a kind of card or players",
        "a number from 0 to 9",
    ),
    ("for c in my hand:\n    skip", "hides-name", "1:5", "another name", None),
    ("announce lit(card: c)", "wrong-arguments", "1:1", "card, by", None),
    ("announce lit(card: c, by: me, far: me)", "unknown-name", "1:31", None, None),
    ("announce lot(card: c, by: me)", "unknown-name", "1:10", None, "`lot`"),
    ("choose from markt", "unknown-name", "1:13", None, None),
    ("watch lit as e until dawn ends:\n    skip", "unknown-name", "1:22", "game, round, next_turn, turn", None),
    ("use c", "wrong-type", "1:5", "a power", "a `lantern`"),
    ("c gains c", "wrong-type", "1:9", "a power", "a `lantern`"),
    ('say "{my hand}"', "wrong-type", "1:7", None, "the zone `hand`"),
    ('say "{c.nothing}"', "unknown-name", "1:8", None, "`nothing`"),
    ('say "{"', "bad-syntax", "1:6", "`}`", None),
    ("if true:\n    skip", "unknown-name", "1:4", "`yes`", "`true`"),
    ("let x = null", "unknown-name", "1:9", "`none`", "`null`"),
    ("if my hand is empty:\n    skip", "unknown-name", "1:15", "`size(…) = 0`", "`empty`"),
    ('say "{n == 3}"', "bad-syntax", "1:9", "`=`", "`==`"),
    ("let x = len(my hand)", "unknown-name", "1:9", "`size(…)`", "`len`"),
    ("let x = (my hand).length", "unknown-name", "1:18", "`size(…)`", "`length`"),
    ("let x = c.length", "unknown-name", "1:10", None, "`length`"),
    ("for x in range(5):\n    skip", "unknown-name", "1:10", "a range such as `1..5`", "`range`"),
    ("print(n)", "unknown-name", "1:1", 'a text for the log: `say "… {n} …"`', "`print`"),
    ("let x = [1, red]", "wrong-type", "1:9", None, "the number 1, a `colour`"),
    ("let x = self", "no-self", "1:9", None, None),
    ("let x = max(k for k in colour)", "wrong-type", "1:13", "a number", "a `colour`"),
    ("let x = top of c", "wrong-type", "1:16", "a zone", "a `lantern`"),
    ("require c.kind is latern", "wrong-type", "1:19", "lantern", None),
    ("if n in my hand:\n    skip", "wrong-type", "1:4", "a `lantern`", "a number from 0 to 9"),
    ("let x = 3\nx becomes red", "wrong-type", "2:11", "a number", "a `colour`"),
    ("let x = 99999999999", "wrong-value", "1:9", "at most a billion", "`99999999999`"),
    ("watch lit as e until turn ends:\n    n += 1", "not-assignable", "2:5", "a name given by `let`", None),
]


@pytest.mark.parametrize(("effect", "slug", "place", "expected", "found"), WRONG, ids=[w[0] for w in WRONG])
def test_one_mistake_one_diagnostic(
    effect: str, slug: str, place: str, expected: str | None, found: str | None, tmp_path: Path
) -> None:
    errors = [d for d in diagnose(tmp_path, effect=effect) if d.severity == "error"]
    assert [d.slug for d in errors] == [slug]
    line, column = map(int, place.split(":"))
    span = errors[0].span
    assert span is not None
    assert (span.line, span.column) == (FIRST_LINE + line - 1, column + 4)
    assert expected is None or errors[0].expected == expected
    assert found is None or errors[0].found == found


@pytest.mark.parametrize(
    ("effect", "near"),
    [
        ("my coinz becomes 1", "coins"),
        ("plya(c)", "play"),
        ("choose from markt", "market"),
        ("let x = c.shad", "shade"),
    ],
)
def test_near_misses_are_suggested(effect: str, near: str, tmp_path: Path) -> None:
    assert near in diagnose(tmp_path, effect=effect)[0].suggestions


@pytest.mark.parametrize(
    "effect",
    [
        'if maybe is not none:\n    say "{maybe.shade}"',
        'require maybe is not none\nsay "{maybe.shade}"',
        "let k = red if maybe is none else maybe.shade",
        "let x = n\nx becomes 5000\nmy coins becomes min(99, x)",
        "require not (maybe is none) and maybe.shade is red",
        "for d in my hand where d is not c and d.numbers has 1:\n    d.numbers -= [1]",
        "c.numbers becomes [n] if n > 0 else [1, 2]",
    ],
)
def test_what_is_right_is_let_be(effect: str, tmp_path: Path) -> None:
    assert [d.message for d in diagnose(tmp_path, effect=effect) if d.severity == "error"] == []


@pytest.mark.parametrize(
    ("sections", "slug"),
    [
        ("variables:\n  red: {type: 0..9}\n", "name-twice"),
        ("variables:\n  watch: {type: 0..9}\n", "reserved-name"),
        ("functions:\n  first: 1\n", "reserved-name"),
        ("procedures:\n  last: skip\n", "reserved-name"),
        ("tables:\n  last: |\n    1 -> 1\n", "reserved-name"),
        ("variables:\n  odd: {type: 9..2}\n", "bad-type"),
        ("variables:\n  odd: {type: some of lantern}\n", "bad-type"),
        ("variables:\n  odd: {type: lantren}\n", "unknown-name"),
        ("variables:\n  odd: {of: lantern, type: bool}\n", "bad-owner"),
        ("variables:\n  odd: {type: -1..1}\n", "missing-value"),
        ("variables:\n  odd: {of: player, type: -9..0}\n", "missing-value"),
        ("functions:\n  odd(0..9 n) gives bool: n = 3\n", "no-result"),
        ("procedures:\n  odd gives lantern: skip\n", "bad-type"),
        ("procedures:\n  odd(bool result) gives bool: skip\n", "name-twice"),
        ("variables:\n  odd: {type: 0..9, starts: 10}\n", "wrong-type"),
        ("functions:\n  a: b()\n  b: a()\n", "circle"),
        ("tables:\n  odd: |\n    6 -> 1\n    5 -> 2\n", "bad-table"),
        ("flow:\n  setup:\n    odd: draw(1)\n", "no-player"),
        ("menus:\n  market:\n    entries:\n      odd: {label: odd, do: stop}\n", "no-loop"),
        ("procedures:\n  tidi: skip\n  draw(0..3 n, 0..3 m): skip\n", "wrong-arguments"),
        ("flow:\n  rounds:\n    - {name: nap, who: nobody}\n", "nothing-to-replace"),
    ],
)
def test_declarations(sections: str, slug: str, tmp_path: Path) -> None:
    assert slug in [d.slug for d in diagnose(tmp_path, sections=sections)]


@pytest.mark.parametrize("type_", ["-9..9, starts: 0", "-9..-1", "0..9", "-3..0, starts: -3"])
def test_numbers_that_may_start_as_they_are(type_: str, tmp_path: Path) -> None:
    found = diagnose(tmp_path, sections=f"variables:\n  odd: {{type: {type_}}}\n")
    assert [d.message for d in found if d.severity == "error"] == []


def test_a_setting_may_have_the_name_of_its_enum(tmp_path: Path) -> None:
    act = """
    choose one:
        "{k}" for k in pace if pace is fast and pace != k and k in pace: skip
        "rest" if pace has slow and count(k in pace) = 2: skip
    """
    more = "enums: {pace: [slow, fast], other: [odd]}\nsettings: {pace: {type: pace, starts: fast}}\n"
    assert offered(tiny(tmp_path / "1", act, more=more).new_game()) == ["slow", "rest"]
    for wrong in ("enums: {pace: [slow]}\nsettings: {pace: {type: bool}}\n", "settings: {tile: {type: colour}}\n"):
        with pytest.raises(artrules.ContentError) as refused:
            tiny(tmp_path / "2", "skip", more=wrong)
        assert "name-twice" in [d.slug for d in refused.value.diagnostics]
