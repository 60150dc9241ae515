"""Every statement and expression of the language, in options that can fail and wherever else code stands: it is played,
and what is offered agrees with an exhaustive search.

`PYTHONPATH=tests:interpreter python -m play.game.test_all_node_kinds` tries every statement in every place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import indent
from typing import Any

import pytest

import artrules
from artrules.engine.chance import Stream
from artrules.model.analyses.calls import every_body
from artrules.model.ir import nodes as k
from artrules.play.game.inspection.exhaustive_search import ExhaustiveSearch, TooManyPositions, appearance
from play.game.tiny import tiny

ONE_OR_TWO = '    choose one:\n        "one": my y += 1\n        "two": my y += 2'
STATEMENTS: dict[str, tuple[str, str]] = {
    # name: (statements, what is then asked of what they have changed)
    "let and becomes": ("let a = n\na becomes a + 1\na -= 1", "a > 1"),
    "variable": ("my y becomes n", "my y > 1"),
    "variable of the game": ("total += n", "total > 1"),
    "attribute": ("for d in pool: d.mark becomes n", "any(d in tile where d.mark > 1)"),
    "shared attribute": ("for d in tray: d.mark becomes n", "any(d in tray where d.mark > 1)"),
    "face": ("for d in my row: d.face becomes down", "no(d in my row where d.face is up) and n > 1"),
    "field of a kept event": ("for e in kept: e.amount becomes n", "no(e in kept where e.amount = 1)"),
    "move one": ("for d in pool where d.n = n: move d to my row", "n > 1"),
    "move first": ("let d = first(d in pool)\nif d is not none: move d to my row", "n > 1"),
    "move several": ("move those(d in pool where d.n = n) to my row", "n > 1"),
    "move to an end": ("move pool to bottom of heap\nmove my row to top of heap", "(top of heap).n > 0 and n > 1"),
    "move to a position": ("move pool to my row at n", "n > 1"),
    "move facing down": ("move pool to my row facing down", "n > 1 and any(d in my row where d.face is down)"),
    "move back": ("move my row to pool\nmove pool to my row", "n > 1"),
    "shuffle": ("move pool to heap\nshuffle heap", ""),
    "random": ("require n > 1\nrandom r in 1..n\nmy y += r", ""),
    "if": ("if n = 1: total += 1\nelif n = 2:\n    my y += 1\nelse: skip", "total = 0"),
    "for": ("for m in 1..n where m > 1: my y += m", "my y > 1"),
    "for over powers": ("for d in tile:\n    for w in d.powers where w.when is now: my y += 1", "n > 1"),
    "repeat times": ("repeat n times: my y += 1", "my y > 1"),
    "repeat until": (f"repeat until my y >= n:\n{ONE_OR_TWO}", ""),
    "repeat while": (f"repeat while my y < n:\n{ONE_OR_TWO}", ""),
    "repeat and stop": (
        'repeat:\n    choose one:\n        "on": my y += 1\n        "off": stop\n    if my y > n: stop',
        "",
    ),
    "stop in a loop": ("for m in 1..9:\n    my y += 1\n    if m = n: stop", "my y > 1"),
    "call": ("raise(n)", "my x > 1"),
    "call that asks": ("pick(n)", "my y > 1"),
    "call with a result": ("let a = doubled(n)\nmy y += a", "my y > 2"),
    "call with a result that asks": ("let a = picked(n)\nmy y += a", "my y > 1"),
    "show": ("show pile[1] to left(me)", ""),
    "show all of a zone": ("show my row to everyone", ""),
    "ask at once": ('ask players at once as said:\n    may "yes": answer n\nif said[me] is not none: my y += 1', ""),
    "at the end of a round": ("at end of round: my y += n", "n > 1"),
    "at every end of a turn": ("at every end of my turn until round ends: my y becomes n", "n > 1"),
    "as": ("as left(me):\n    my x += n", "left(me).x > 1"),
    "as another who decides": ('as left(me):\n    choose one:\n        "yes": my y += 1\n        "no": skip', ""),
    "require": ("require n > 1", ""),
    "require with a reason": ('require n > 1 else "it is {n}"', ""),
    "announce": ("announce seen(card: pile[1], by: me)", "n > 1"),
    "announce what is kept": ("announce kept(card: pile[1], by: me, amount: n)", "any(e in kept where e.amount > 1)"),
    "announce what is watched": ("announce rung(n: n, by: me)", "any(p in players where p.x > 1)"),
    "watch": ("watch seen as s where s.by is me until turn ends:\n    total += n", "n > 1"),
    "watch and stop": (
        "watch seen as s until turn ends:\n    stop watching\nannounce seen(card: pile[1], by: me)",
        "n > 1",
    ),
    "gains": ("for w in pile[1].powers:\n    pile[2] gains w", "size(pile[2].powers) > 1 and n > 1"),
    "gains as": ("for w in pile[1].powers:\n    pile[2] gains w as v:\n        my y += n", "my y > 1"),
    "gains as, used": ("for w in pile[1].powers:\n    pile[2] gains w as v:\n        may use v", "n > 1"),
    "gains as, one": ("let w = pile[1].powers[1]\npile[2] gains w as v:\n    my y += n", "my y > 1"),
    "gains as, one, used": ("let w = pile[1].powers[1]\npile[2] gains w as v:\n    use v", "my x > 0"),
    "gains as, in a loop of its own": (
        "for w in pile[1].powers:\n    pile[2] gains w as v:\n        for u in pile[2].powers: my y += n",
        "my y > 2",
    ),
    "use": ("for w in pile[1].powers where usable(w): use w", "my x > 0 and n > 1"),
    "may use": ("for w in pile[1].powers:\n    may use w\n    else: total += 1", "n > 1"),
    "pause": ('pause "{n} cards"', "n > 1"),
    "say": ('say "{n} {pile[1]} {list_of(n)}"', "n > 1"),
    "end game": ("if n = 3: end game", "n > 1"),
    "skip": ("skip", "n > 1"),
    "choose": ("choose m in 1..3 where m > n", ""),
    "choose with a label": ('choose "number {m}" for m in 1..3 where m > n', ""),
    "choose one": (
        'choose one:\n    "a {m}" for m in 1..2 if m < n: my y += m\n    "b" if n = 3 limit once: total += 1',
        "",
    ),
    "choose from": ("choose from market", "n > 1"),
    "may": ('may "up {m}" for m in 1..2 if n > 1: my y += m\nelse: my y += 3', "my y > 1"),
    "may choose": ("may choose d in pool: d.mark becomes n\nelse: total += 1", "total > 0 or n > 1"),
    "collect": ('collect n:\n    "give {d}" for d in pool worth d.n:\n        move d to my row', "n > 1"),
    "collect units": (
        "collect 1 for k in colour, at most n:\n    for d in tray where d.n < 2 covers colour\n"
        '    "give {d}" for d in pool covers d.shade costs 1: d.mark becomes n',
        "n > 1",
    ),
}
EXPRESSIONS = [
    "not (n = 1) and (n > 1 or n != 2) and n >= 1 and n <= 3 and n < 9",
    "n + 1 - 2 * 3 / n % 4 >= -n",
    "(n if n > 1 else 5) < 4",
    "n in 2..3 and n not in [1] and n in [2, 3] and n in list_of(n)",
    "blue in my shades + [red] - [blue] or n > 1",
    "my shades shares [red] and my shades has red and my shades = [red] and n > 1",
    "list_of(n) shares [2] and list_of(n) has 2 and list_of(n) + [4] = [2, 4] and [1, 2] - list_of(n) = [1] or n = 3",
    "list_of(n)[1] = 2 and size(list_of(n)) > 0",
    "(top of heap).n < 9 and (bottom of heap).n < 9 and size(top n of heap) > 1 and size(bottom n of heap) > 1",
    "count(d in pool where d.n = n) < 9 and size(those(d in pool where d.n = n)) < 3",
    "any(d in pool where d.n = n and d.shade is blue) or no(d in pool where d.n < n)",
    "first(d in pool where d.n = n) is not none and last(d in pool where d.n < n) is none or n > 1",
    "sum(d.n for d in pool, m in 1..n where m = d.n) > 0 and n > 1",
    "max(d.n for d in pool where d.n > n else 8) < 9 and min(m for m in 1..n) = 1 and n > 1",
    "max(m for m in 1..3 where m < n) > 0 and list(m for m in 1..n) = sorted(n + 1 - m for m in 1..n)",
    "max(n, 2) = min(n, 2) + 1",
    "best(d in pool, most d.n, least size(d.powers)) = best(d in pool, most list(m for m in 1..d.n)) or n > 1",
    "fits(n, me) and stepped(n) > 1 and length is short and red.warm and price_of(red) = 3",
    "left(me) is right(me) and me in others(left(me)) and from_seat(me)[1] is me and n > 1 and size(players) = 2",
    "position(pile[1]) < 9 and size(before(pile[1])) < 9 and n > 1",
    "any(w in pile[1].powers where usable(w) and w.when is now) and n > 1",
    "round_number = 1 and score(me) < 50 and size(tile) > 5 and size(colour) = 2 and n > 1",
    "(pile[1].kind is tile) and pile[1].face is up and pile[1].flag or n > 1",
    "any(e in kept where e.card.n = n and e.amount > 0 and e.by in players) or n = 2",
    "red.price + n > 4",
    "sum(d.n + d.mark for d in tray) > 2 and n > 1",
    "my favourite is none or n > 1",
    "(the best d in pool, most d.n).n > 1 and n > 1",
    "pool holds d where d.n = n",
    "list(p.x + 1 for p in players)[me] > 0 and [1, 2][blue] = 2 and n > 1",
]
PLACES: dict[str, str] = {
    "a plain choose": "choose n in 1..3\nBODY\n",
    "a branch": 'choose one:\n    "take {n}" for n in 1..3:\n        BODY\n    "go": my y += 1\n',
    "a may": "may choose n in 1..3:\n    BODY\nelse: my y += 1\n",
    "a procedure": "choose n in 1..3\nprocedure(n)\n",
    "a power": (
        "choose n in 1..3\nmy z becomes n\nfor w in heap[1].powers where w.when is now: use w\nrequire my y < 50\n"
    ),
    "another's name": "choose n in 1..3\nas left(me):\n    BODY\n",
    "a loop": "choose n in 1..3\nfor i in 1..2:\n    BODY\n",
    "loops in one another": "choose n in 1..3\nfor i in 1..2:\n    for j in 1..i:\n        BODY\n",
    "a loop that asks": 'choose n in 1..3\nfor i in 1..2:\n    may "more": total += 1\n    BODY\n',
    "a choice in a watch": (
        'choose n in 1..3\nwatch struck as s until turn ends:\n    may "do it":\n        BODY\n'
        "announce struck(by: me)\nrequire n > 1\n"
    ),
    "a watch": (
        "choose n in 1..3\nwatch struck as s until turn ends:\n    BODY\nannounce struck(by: me)\nrequire n > 1\n"
    ),
}
MORE = """
settings: {length: {type: speed, starts: short}}
enums: {speed: [short, long]}
events: {struck: {has: {by: player}}}
limits: {once: {counts_for: player, lasts: turn, at_most: 1}}
tables:
  steps: |
    1 -> 1
    2 -> 2
    every 2 more -> 1 more
functions:
  list_of(1..3 a): list(m for m in 2..3 where m <= a + 1)
  fits(1..3 a, player p): a > 1 or p.x > 50
  stepped(1..3 a): steps(a)
  price_of(colour k): k.price
variables:
  z: {of: player, type: 1..9}
  price: {of: colour, type: 1..9, starts: 3}
  shades: {of: player, type: some of colour, starts: "[red]"}
  favourite: {of: player, type: tile or none}
cards:
  disc: {label: "disc {self.n}", attributes: {n: {type: 0..3}, mark: {type: 0..9, lasts: turn}}}
zones:
  pile: {holds: tile, seen_by: everyone, order: row}
  tray: {holds: [tile, disc], seen_by: everyone}
pieces:
  pile: {kind: tile, start: pile, columns: [n, shade], rows: [[1, red], [2, blue], [3, red]]}
  heap: {kind: tile, start: heap, columns: [n, shade], rows: [[3, red], [2, blue], [2, red]]}
  tray: {kind: tile, start: tray, columns: [n, shade], rows: [[2, red]]}
  discs: {kind: disc, start: tray, for: n in 0..1, has: {n: n}}
menus:
  market:
    prompt: Market
    entries:
      buy: {label: "buy {m}", for: "m in 1..3 where m > my y", do: "my y += m"}
      leave: {label: leave, do: skip}
"""
PROCEDURES = """
raise(1..9 m): my x += m
pick(1..9 m): |
    may "one": my y += m
    else: my y += 1
doubled(1..9 m) gives 0..18: result becomes 2 * m
picked(1..9 m) gives 0..9: |
    may "one": result becomes m
    else: result becomes 1
"""
EDITS = [
    ("colour: [red, blue]", "colour: {has: {warm: bool}, members: {red: {warm: yes}, blue: {warm: no}}}"),
    ("kept: {has: {card: tile, by: player}, kept", "kept: {has: {card: tile, by: player, amount: 0..9}, kept"),
]
START = """\
watch rung as r until game ends:
    my x += r.n
announce kept(card: pile[1], by: me, amount: 1)
move pile[3] to my row
"""
REFUSED = {
    "failure-after-commit",
    "failing-watch",
}
"""What follows a shuffle may not fail, nor what a watch runs outside a choice."""
GIFTS = {1: "- {when: now, do: my x += 1}"}


def _statements(statements: str, asked: str) -> str:
    return statements + (f"\nrequire {asked}" if asked else "")


def ruleset(folder: Path, place: str, body: str) -> artrules.Ruleset:
    """Tiny, with some code at a place, and what the forms speak of around it."""
    template = PLACES[place]
    depth = next((len(line) - len(line.lstrip()) for line in template.splitlines() if line.strip() == "BODY"), 0)
    act = START + template.replace("BODY", indent(body, " " * depth).lstrip())
    gifts, procedures = dict(GIFTS), PROCEDURES
    if place == "a procedure":
        procedures += "procedure(1..3 n): |\n" + indent(body, "    ") + "\n"
    if place == "a power":
        gifts[3] = "- when: now\n  do: |\n" + indent(f"let n = min(3, my z)\n{body}", "    ")
    return tiny(folder, act, more=MORE, gifts=gifts, procedures=procedures, edits=EDITS)


def compare(game: artrules.Game, search: ExhaustiveSearch, counts: Counter[Any]) -> None:
    """See that exactly those options are offered which can be completed, where that is quick to find out."""
    for decision in game.decisions:
        try:
            found = search.options(decision)
        except TooManyPositions:
            continue
        assert {appearance(o) for o in decision.options} == {appearance(o) for o in found}
        counts["compared"] += 1


def play(rules: artrules.Ruleset, seeds: int) -> Counter[Any]:
    """Play a few games, comparing at each decision. Returns how many choices were made, how many decisions were
    compared, and how often a game was stopped."""
    counts: Counter[Any] = Counter()
    for seed in range(seeds):
        game = rules.new_game(players=2, seed=seed)
        stream, search = Stream(seed, 0, "test every form"), ExhaustiveSearch(game, 200)
        for _ in range(20):
            if not game.decisions:
                break
            compare(game, search, counts)
            counts["choices"] += 1
            decision = game.decisions[0]
            try:
                game.choose(decision.options[stream.below(len(decision.options))])
            except artrules.GameFault as fault:
                counts[fault.diagnostics[0].slug] += 1
    return counts


def assert_statements_play(place: str, names: Iterable[str], folder: Path) -> None:
    """At a place each of these statements is accepted and played; only a few are refused there, and for a reason."""
    refused, played = [], 0
    for name in names:
        statements, asked = STATEMENTS[name]
        try:
            rules = ruleset(folder / "t", place, _statements(statements, "" if place == "a watch" else asked))
        except artrules.ContentError as problem:
            slugs = {d.slug for d in problem.diagnostics if d.kind.severity == "error"}
            assert slugs <= REFUSED, (name, [(d.slug, d.message, d.span) for d in problem.diagnostics])
            refused.append(name)
            continue
        counts = play(rules, seeds=2)
        assert counts["choices"], name
        played += 1
    assert played > (played + len(refused)) * (0.5 if place == "a watch" else 0.85), refused


@pytest.mark.parametrize("place", PLACES)
def test_every_statement_in_some_places(place: str, tmp_path: Path) -> None:
    """Each statement in four of the places, and in each place a third of the statements. `python -m
    play.game.test_all_node_kinds` tries all in all."""
    first = list(PLACES).index(place)
    assert_statements_play(place, [name for n, name in enumerate(STATEMENTS) if (n + first) % 3 == 0], tmp_path)


@pytest.mark.parametrize("place", ["a plain choose", "a branch", "a power", "a choice in a watch"])
def test_every_expression_in_a_place_of_each_kind(place: str, tmp_path: Path) -> None:
    for expression in EXPRESSIONS:
        rules = ruleset(tmp_path / "t", place, f"require {expression}\nmy y += 1")
        assert play(rules, seeds=1)["choices"], expression


NOT_WRITTEN = {k.EndAction, k.Hear, k.StatementNode, k.ExpressionNode, k.Node, k.PluginCall, k.Draw, k.IsOfPieces}
"""Nodes that no code here is lowered to: what the compiler itself makes, what others are made from, and what needs a
plugin (`tests/play/plugins/test_functions_of_plugins.py`)."""


def test_no_form_is_left_out(tmp_path: Path) -> None:
    met: set[type] = set()
    bodies = [_statements(*both) for both in STATEMENTS.values()]
    bodies += [f"require {e}\nmy y += 1" for e in EXPRESSIONS]
    for body in bodies:
        model = ruleset(tmp_path / "t", "a plain choose", body).model
        met |= {type(node) for code in every_body(model) for each in code.nodes for node in k.walk(each)}
    every = {each for each in vars(k).values() if isinstance(each, type) and issubclass(each, k.Node)}
    assert every - met - NOT_WRITTEN == set()


def main() -> None:
    for place in PLACES:
        with TemporaryDirectory() as folder:
            assert_statements_play(place, STATEMENTS, Path(folder))
        print(f"{place}: {len(STATEMENTS)} statements")


if __name__ == "__main__":
    main()
