"""Content near every limit: each of these is Kiln with as much of one thing as there may be, right or full of mistakes.

How large each is follows from the engine's own bounds, so that it stays near them when they change. What a content is
dear in stands in its name; `docs/inside/performance.md` says what judging each costs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import count
from random import Random

from artrules.check.checks.rules.pieces import MOST_CARDS
from artrules.model.catalogue.scan import LARGEST
from artrules.model.declare.declarator import MOST_NAMES
from artrules.model.declare.ruleset_files import MOST_NODES, WIDEST
from artrules.model.elaborate.events import MOST_LATER
from artrules.text.diagnostics.report import KEYS, WORDS
from artrules.text.syntax.parse import MAX_LENGTH, size
from tools.hostile.subject import FILES

Texts = dict[str, str]
MAIN, SET = FILES["ruleset.yaml"], FILES["plain.yaml"]
OWN = 1200
"""Words and signs, and about as many keys and values, that Kiln has itself."""
NEAR = 0.97
"""How near the bounds are gone to."""
DEEP = 38
"""Calls in one another."""

LARGE: dict[str, Callable[[], Texts]] = {}


def large(make: Callable[[], Texts]) -> Callable[[], Texts]:
    """Enter a content, by its function's name."""
    LARGE[make.__name__] = make
    return make


def contents(name: str) -> Texts:
    """The files of one of them."""
    return {"ruleset.yaml": MAIN, "plain.yaml": SET, **LARGE[name]()}


def drawn(random: Random) -> dict[str, bytes]:
    """One of them, as a source of hostile input."""
    return {name: text.lstrip("\n").encode() for name, text in contents(random.choice(list(LARGE))).items()}


# -- building


def lines(code: Iterable[str], indent: int = 4) -> str:
    return "".join(f"{' ' * indent}{line}\n" for line in code)


def procedure(name: str, code: Iterable[str]) -> str:
    return f"  {name}: |\n{lines(code)}"


def part(text: str) -> Texts:
    return {"part.yaml": f"part_of: kiln\n{text}"}


def section(name: str, items: Iterable[str], times: int = 1) -> Texts:
    """A part that fills a section with items, as many as may be judged so many times."""
    return part(f"{name}:\n{''.join(enough(items, times))}")


def enough(items: Iterable[str], times: int = 1) -> Iterator[str]:
    """As many items as may be judged: by their words and signs, their keys and values, their names."""
    words = int(WORDS.most * NEAR) // times - OWN
    names = int(MOST_NAMES * NEAR) - 200
    for text in items:
        words, names = words - size(text), names - 1
        if words < 0 or names < 0:
            break
        yield text


def several(make: Callable[[int], list[str]]) -> Iterator[str]:
    """Procedures without end, each made of lines by its number, and not longer than a text may be."""
    for number in count():
        code, length = [], 0
        for line in make(number):
            length += len(line) + 1
            if length > MAX_LENGTH:
                break
            code.append(line)
        yield procedure(f"p{number}", code)


def nested(heads: Iterable[str], inner: list[str]) -> list[str]:
    """Suites in one another."""
    code = []
    depth = 0
    for depth, head in enumerate(heads, 1):
        code.append("  " * (depth - 1) + head)
    return [*code, *("  " * depth + line for line in inner)]


def chain(calls: Callable[[int], list[str]], last: list[str], parameters: str = "") -> str:
    """Procedures each of which calls the next in the ways that are given."""
    return "".join(procedure(f"q{n}{parameters}", calls(n + 1)) for n in range(DEEP)) + procedure(
        f"q{DEEP}{parameters}", last
    )


FAILS = ["shuffle my deck", "move top of my deck to my hand"]


def together(code: str) -> str:
    """The ruleset with other code in the phase that all play at once."""
    return MAIN.replace('may "rest": my y becomes 1', code)


# -- code


@large
def plain_statements() -> Texts:
    return section(
        "procedures", several(lambda n: [f"my x += {(n + i) % 97} + size(my row) - {i % 7}" for i in range(480)])
    )


@large
def short_statements() -> Texts:
    return section("procedures", several(lambda n: [f"my x += {(n + i) % 97}" for i in range(480)]))


@large
def one_text_each() -> Texts:
    return section("functions", (f"  f{n}: {n}\n" for n in count()))


@large
def sums_in_sums() -> Texts:
    return section("functions", (f"  f{n}(0..99 n): {' + '.join([f'{n} * n'] * 40)}\n" for n in count()))


@large
def brackets_in_brackets() -> Texts:
    return section("functions", (f"  f{n}(0..99 n): {'(' * 24}n{f' + {n % 90})' * 24}\n" for n in count()))


@large
def binders_in_binders() -> Texts:
    return section(
        "functions",
        (f"  f{n}: {''.join(f'any(c{i} in 1..2 where ' for i in range(11))}{n} > c1{')' * 11}\n" for n in count()),
    )


@large
def suites_in_suites() -> Texts:
    return section(
        "procedures",
        several(
            lambda n: [
                line
                for s in range(9)
                for line in nested((f"if my x > {(i + n + s) % 90}:" for i in range(34)), ['may "rest": skip'])
            ]
        ),
    )


@large
def long_rows_of_elif() -> Texts:
    return section(
        "procedures",
        several(
            lambda n: (
                ["if my x = 0: skip", *(f"elif my x = {(k + n) % 90}: choose from market" for k in range(34))] * 10
            )
        ),
    )


@large
def many_decisions() -> Texts:
    return section(
        "procedures",
        several(
            lambda n: [
                line for s in range(100) for line in ("choose one:", f'    "a {s}": my x += {n % 90}', '    "b": skip')
            ]
        ),
    )


@large
def many_branches() -> Texts:
    return section(
        "procedures",
        several(
            lambda n: [
                "choose one:",
                *(
                    f'    "t {{c}} {i}" for c in my hand where c.n = {i % 9 + 1} if my x > {(i + n) % 90}: my x += 1'
                    for i in range(150)
                ),
            ]
        ),
    )


@large
def many_entries_of_a_menu() -> Texts:
    head = "menus:\n  bazaar:\n    prompt: x\n    entries:\n"
    items = (
        f"      e{i}: {{label: 'buy {i} {{n}}', for: 'n in 1..2 where my x > n', if: my x > {i % 90}, do: 'my x += {i % 50}'}}\n"
        for i in count()
    )
    return part(head + "".join(enough(items)))


HOLES = "{my x}" * 120


def holes(first: int) -> str:
    return "".join(f"{{{first + i}}}" for i in range(60))


@large
def long_labels() -> Texts:
    return section(
        "procedures",
        several(lambda n: ["choose one:", *(f'    "{HOLES} {n} {j}": my x += {n % 90}' for j in range(18))]),
    )


@large
def different_holes_in_labels() -> Texts:
    return section(
        "procedures",
        several(lambda n: ["choose one:", *(f'    "{holes(n * 1000 + j * 60)}": skip' for j in range(18))]),
    )


@large
def watches_in_watches() -> Texts:
    heads = [f"watch kept as k{i} where k{i}.by is me until turn ends:" for i in range(MOST_LATER)]
    return section(
        "procedures",
        several(
            lambda n: nested(heads, [f"my x += {n % 9} + " + " + ".join(f"k{i}.card.n" for i in range(MOST_LATER))])
        ),
    )


@large
def many_watches() -> Texts:
    return section(
        "procedures",
        several(
            lambda n: [
                line
                for i in range(60)
                for line in (f"watch kept as k where k.card.n = {(n + i) % 9 + 1} until turn ends:", f"    my x += {i}")
            ]
        ),
    )


@large
def loops_with_decisions() -> Texts:
    return section(
        "procedures",
        several(lambda n: nested(["repeat until my x > 3:"] * 12, ["choose from market", f"my x += {n % 90}"]) * 8),
    )


@large
def endless_loops() -> Texts:
    text = chain(lambda n: [f"q{n}()"] * 12, ["choose from market"])
    return part(
        "procedures:\n"
        + text
        + "".join(enough(several(lambda n: ["repeat:", "    q2()", f"    my x += {n % 90}"] * 40)))
    )


# -- calls


@large
def calls_of_calls() -> Texts:
    return part(
        "procedures:\n" + chain(lambda n: [f"q{n}()"] * 12, ["choose one:", '    "a": skip', '    "b": my x += 1'])
    )


@large
def calls_that_may_fail() -> Texts:
    return part("procedures:\n" + chain(lambda n: ["shuffle my deck"] + [f"q{n}()"] * 12, FAILS))


@large
def calls_with_constants() -> Texts:
    def calls(n: int) -> list[str]:
        return [f"q{n}(n, {i})" if i % 2 else f"q{n}({i}, m)" for i in range(12)]

    return part("procedures:\n" + chain(calls, FAILS, "(0..99 n, 0..99 m)"))


@large
def calls_that_choose_powers() -> Texts:
    def calls(n: int) -> list[str]:
        return [f"q{n}(c, n, {i})" if i % 2 else f"q{n}(c, {i}, m)" for i in range(12)]

    last = ["for w in c.powers where w.rank = n or w.rank = m:", "    use w", *FAILS]
    files = part("procedures:\n" + chain(calls, last, "(pot c, 0..99 n, 0..99 m)"))
    return {**files, "ruleset.yaml": MAIN.replace("power_has:", "power_has:\n  rank: {type: 0..99, starts: 0}")}


@large
def calls_after_moves() -> Texts:
    zones = "".join(f"  z{i}: {{per: player, holds: pot, order: pile, seen_by: everyone}}\n" for i in range(DEEP))

    def calls(n: int) -> list[str]:
        return ["if hot:", f"    move my hand to my z{n - 1}", f"    q{n}()", "else:", f"    q{n}()", f"q{n}()"]

    last = ["shuffle my deck", *(f"move top of my z{i} to my hand" for i in range(DEEP))]
    return part(f"zones:\n{zones}procedures:\n" + chain(calls, last))


@large
def many_beginnings() -> Texts:
    """Every option is followed from its beginning, through all that it calls."""
    text = "".join(
        procedure(
            f"r{n}", ["shuffle my deck", *([f"r{n + 1}()"] if n < 30 else FAILS), *(f"my x += {i}" for i in range(90))]
        )
        for n in range(31)
    )
    rest = several(lambda n: ["choose one:", *(f'    "a {i}": r0()' for i in range(100))])
    return part("procedures:\n" + text + "".join(enough(rest, 2)))


@large
def functions_of_functions() -> Texts:
    text = "".join(f"  f{n}(0..99 n): {' + '.join([f'f{n + 1}(n)'] * 12)}\n" for n in range(20))
    return part(f"functions:\n{text}  f20(0..99 n): max(m for m in 1..n where m > n)\n")


@large
def functions_behind_options() -> Texts:
    """Each option asks for a function that reaches all others."""
    text = "".join(
        f"  f{n}(0..99 n): {' + '.join(f'f{i}(n)' for i in range(n + 1, min(n + 13, 20)))}{' + ' * (n < 19)}n\n"
        for n in range(20)
    )
    text += "".join(f"  g{n}(0..99 n): {' + '.join(['n'] * 40)} + f0(n)\n" for n in range(200))
    rest = several(
        lambda n: ["choose one:", *(f'    "x {j}" for n in 1..9 where g{j}(n) > {n % 50}: skip' for j in range(100))]
    )
    return part(f"functions:\n{text}procedures:\n{''.join(enough(rest, 2))}")


@large
def played_together() -> Texts:
    whose = ["m", "left(n)", "me", "players[1]", "n", "right(m)"]

    def calls(n: int) -> list[str]:
        return [f"q{n}(n, {w}, {i})" for i, w in enumerate(whose)] + [f"q{n}({w}, m, k)" for w in whose]

    files = part("procedures:\n" + chain(calls, ["n.x += k", "m.y += k"], "(player n, player m, 0..9 k)"))
    return {**files, "ruleset.yaml": together("q0(me, me, 1)")}


@large
def many_phases_together() -> Texts:
    phases = "".join(f"    - {{name: ph{n}, who: all_at_once, do: big()}}\n" for n in range(800))
    code = [f'may "rest {i}": my y becomes 1' for i in range(400)]
    files = part(f"procedures:\n{procedure('big', code)}")
    return {**files, "ruleset.yaml": MAIN.replace("    - name: together", f"{phases}    - name: together")}


@large
def watches_that_announce() -> Texts:
    """Each watch acts on what the one before it announces."""
    events = "".join(f"  e{n}: {{has: {{n: 0..9}}}}\n" for n in range(400))
    code = [
        line
        for n in range(399, 0, -1)
        for line in (f"watch e{n - 1} as e until game ends:", f"    announce e{n}(n: e.n)")
    ]
    files = part(
        f"events:\n{events}procedures:\n{procedure('w0', code[:400])}{procedure('w1', [*code[400:], 'announce e0(n: 1)'])}"
    )
    return {**files, "ruleset.yaml": together("w1()")}


# -- powers


def sets_of_powers(sets: int, keys: int, power: str) -> Texts:
    files = {"ruleset.yaml": MAIN.replace("glaze: {keyed_by: 1..3", f"glaze: {{keyed_by: 1..{keys}")}
    for s in range(sets):
        filled = "".join(
            f"  {n}:\n    name: N{n}\n    text: Draw two or three cards.\n    powers:\n"
            + "".join(f"      - {power.format(p=p, n=n, s=s, free=('no', 'yes')[p % 2])}\n" for p in range(2))
            for n in range(1, keys + 1)
        )
        files[f"set{s}.yaml"] = f"set: s{s}\nof: kiln\nglaze:\n{filled}"
    return files


ASKING = "  off{n}(pot c, timing t): |\n    for w in c.powers where w.when is t and w.free:\n        may use w\n    for w in c.powers where w.free and w.when is later:\n        my x += {m}\n"


@large
def sets_and_powers() -> Texts:
    files = sets_of_powers(30, 40, "{{when: now, free: {free}, label: l{p}, do: 'draw(2)', if: 'my x > {p}'}}")
    asking = [ASKING.format(n=n, m=n % 50) for n in range(WORDS.most // 125)]
    calls = ["for c in my hand:", *(f"    off{n}(c, {'now' if n % 2 else 'later'})" for n in range(len(asking)))]
    return {
        **files,
        **part(f"procedures:\n{''.join(asking)}{procedure('tog', calls)}"),
        "ruleset.yaml": files["ruleset.yaml"].replace('may "rest": my y becomes 1', "tog()"),
    }


@large
def powers_each_of_its_own() -> Texts:
    files = sets_of_powers(20, 40, "{{when: now, rank: {n}, free: {free}, label: l{p}, do: skip}}")
    asking = [
        f"  off{n}(pot c): |\n    for w in c.powers where w.rank = {n % 99} and w.free:\n        use w\n    my x += count(w in my hand where any(v in w.powers where v.rank = {n % 99}))\n"
        for n in range(500)
    ]
    calls = ["for c in my hand:", *(f"    off{n}(c)" for n in range(400))]
    main = files["ruleset.yaml"].replace('may "rest": my y becomes 1', "tog()")
    main = main.replace("power_has:", "power_has:\n  rank: {type: 0..99, starts: 0}")
    return {**files, **part(f"procedures:\n{''.join(asking)}{procedure('tog', calls)}"), "ruleset.yaml": main}


@large
def powers_that_reach_all() -> Texts:
    files = sets_of_powers(30, 40, "{{when: now, label: l{p}, do: 'r0()'}}")
    text = "".join(
        procedure(f"r{n}", [f"r{n + 1}()" if n < 30 else "skip", *(f"my x += {i + n}" for i in range(60))])
        for n in range(31)
    )
    return {**files, **part(f"procedures:\n{text}")}


# -- names


@large
def names_that_are_used() -> Texts:
    names = int(MOST_NAMES * NEAR) - 300
    text = "".join(f"  v{n}: {{type: 0..9}}\n" for n in range(names))
    code = "".join(procedure(f"p{p}", [f"v{n} += 1" for n in range(p, names, 12)]) for p in range(12))
    return part(f"variables:\n{text}procedures:\n{code}")


@large
def unknown_names_nearly_alike() -> Texts:
    names = int(MOST_NAMES * NEAR) - 300
    long = "of_a_rather_long_kind_with_many_letters"
    text = "".join(f"  name_{long}_{n:04d}: {{type: 0..9}}\n" for n in range(names))
    code = "".join(
        procedure(f"p{p}", [f"nome_{long}_{n:04d} += 1" for n in range(p * 100, p * 100 + 100)]) for p in range(12)
    )
    return part(f"variables:\n{text}procedures:\n{code}")


@large
def members_of_enums() -> Texts:
    enums = int(MOST_NAMES * NEAR) // 252
    text = "".join(
        f"  e{n}: {{has: {{p: bool, q: 0..9}}, members: {{{', '.join(f'e{n}m{i}: {{p: yes, q: {i % 9}}}' for i in range(250))}}}}}\n"
        for n in range(enums)
    )
    return part(f"enums:\n{text}")


@large
def members_that_are_unknown() -> Texts:
    members = ", ".join(f"member_number_{i:03d}" for i in range(250))
    table = (
        ",".join(f"a{i}" for i in range(9))
        + "\n"
        + "".join(",".join(f"membr_number_{(i * n) % 250:03d}" for n in range(9)) + "\n" for i in range(2000))
    )
    columns = ", ".join(f"a{i}: {{type: many}}" for i in range(9))
    text = f"enums: {{many: [{members}]}}\nzones: {{cellar: {{holds: thing, seen_by: nobody}}}}\ncards: {{thing: {{attributes: {{{columns}}}}}}}\n"
    return {**part(text + "pieces: {t: {kind: thing, start: cellar, table: t.csv}}\n"), "t.csv": table}


@large
def citations_of_nothing() -> Texts:
    keys = min(WIDEST, KEYS.most // 4) - 100
    rulings = "".join(f"    {n}: text\n" for n in range(keys))
    text = "".join(
        f"  v{n}: {{type: bool, source: 'rulings {9000 + n}, {8000 + n}-{8090 + n}'}}\n"
        for n in range(int(MOST_NAMES * NEAR) - 300)
    )
    return part(f"rulings:\n  H:\n{rulings}variables:\n{text}")


# -- overlays


def settings(many: int) -> str:
    return "settings:\n" + "".join(f"  o{i}: {{type: bool}}\n" for i in range(many))


@large
def combinations_of_overlays() -> Texts:
    overlays = {
        f"o{i}.yaml": f"overlay: ov{i}\nof: kiln\napplies: o{i}\nprocedures:\n{procedure(f'p{i}', [f'my x += {i}'])}"
        for i in range(4)
    }
    text = several(lambda n: [f"my x += {(n + i) % 97} + size(my row)" for i in range(20)])
    return {**part(settings(4) + f"procedures:\n{''.join(enough(text, 22))}"), **overlays}


@large
def small_in_all_combinations() -> Texts:
    overlays = {
        f"o{i}.yaml": f"overlay: ov{i}\nof: kiln\napplies: o{i}\nfunctions: {{'d{i}(0..99 n)': n * {i}}}\n"
        for i in range(5)
    }
    return {**part(settings(5)), **overlays}


@large
def conditions_of_overlays() -> Texts:
    asked = [f"o{i} and size(players) = {i + 2}" for i in range(11)]
    overlays = {
        f"o{i}.yaml": f"overlay: ov{i:03d}\nof: kiln\nplayers: 1..16\napplies: {' or '.join(asked[i % 11 :] + asked[: i % 11])} and size(players) > 90\nflow: {{setup: {{s{i}: skip}}}}\n"
        for i in range(300)
    }
    return {**part(settings(11)), **overlays}


@large
def an_overlay_that_changes_all() -> Texts:
    half = int(MOST_NAMES * NEAR) - 300
    own = "".join(enough((f"  f{n}(0..9 n): n\n" for n in range(half)), 2))
    new = "".join(f"  f{n}(0..9 n): n + 1\n" for n in range(own.count("\n")))
    return {**part(f"functions:\n{own}"), "o.yaml": f"overlay: ov\nof: kiln\napplies: hot\nfunctions:\n{new}"}


# -- files


@large
def long_prose() -> Texts:
    files = {}
    for n in range(LARGEST // (950 * 1024)):
        rulings = "".join(f"    {n * 900 + i}: {'word ' * 190}\n" for i in range(900))
        files[f"r{n}.yaml"] = f"part_of: kiln\nrulings:\n  H{n}:\n{rulings}"
    return files


SCENARIO = """  s{n}:
    source: the tests
    about: base
    players: 2
    given:
      phase: main
      turn: 1
      players: {{1: {{hand: [red 1], x: 1}}, 2: {{hand: [blue 2]}}}}
    steps:
      - options: [play red 1, count, pass]
      - choose: pass
      - {{by: 1, choose: count}}
      - expect: {{players: {{1: {{hand: [red 1]}}}}}}
"""


def scenarios(text: str) -> Texts:
    keys = 60  # of one scenario
    many = int(MOST_NODES * NEAR) // keys
    per_file = 1000
    return {
        f"s{f}.yaml": "scenarios: kiln\nlist:\n"
        + "".join(text.format(n=n) for n in range(f * per_file, min(many, (f + 1) * per_file)))
        for f in range(-(-many // per_file))
    }


@large
def many_scenarios() -> Texts:
    return scenarios(SCENARIO)


@large
def many_wrong_scenarios() -> Texts:
    return scenarios(SCENARIO.replace("choose: pass", "chose: pass").replace("players: 2", "players: two"))


@large
def many_small_files() -> Texts:
    return {f"p{n}.yaml": f"part_of: kiln\nrulings: {{H{n}: {{{n}: text}}}}\n" for n in range(480)}


# -- pieces


def table(rows: int, columns: int) -> str:
    heads = ",".join(f"a{i}" for i in range(columns))
    return heads + "\n" + "".join(",".join(str((r * c) % 1000) for c in range(columns)) + "\n" for r in range(rows))


def tabled(rows: int, columns: int) -> Texts:
    attributes = ", ".join(f"a{c}: {{type: 0..999}}" for c in range(columns))
    text = f"zones: {{cellar: {{holds: thing, seen_by: nobody}}}}\ncards: {{thing: {{attributes: {{{attributes}}}}}}}\n"
    return {
        **part(f"{text}pieces: {{t: {{kind: thing, start: cellar, table: t.csv}}}}\n"),
        "t.csv": table(rows, columns),
    }


ROWS = min(WIDEST, MOST_CARDS) - 50


@large
def a_large_table() -> Texts:
    return tabled(ROWS, int(KEYS.most * NEAR) // ROWS - 2)


@large
def a_large_table_full_of_mistakes() -> Texts:
    files = a_large_table()
    return {**files, "t.csv": files["t.csv"].replace("3", "thre")}


def placed(start: str, more: str = "", starts: str = "") -> Texts:
    rows = ", ".join(f"[{n % 900 + 1}, {MOST_CARDS // 4000}]" for n in range(3900))
    attributes = f"a: {{type: 1..900}}{starts}"
    text = f"zones: {{cellar: {{per: 1..900, holds: thing, seen_by: nobody}}}}\ncards: {{thing: {{attributes: {{{attributes}}}}}}}\n"
    return part(f"{text}pieces: {{t: {{kind: thing, start: '{start}', columns: [a, count], rows: [{rows}]}}}}\n{more}")


@large
def starts_of_pieces() -> Texts:
    return placed("cellar[1 + count(n in 1..99, m in 1..9 where n = self.a + m)]")


@large
def starts_of_attributes() -> Texts:
    return placed(
        "cellar[self.a]", starts=", b: {type: 0..99, starts: 'count(n in 1..99 where n > self.a)', lasts: round}"
    )


@large
def totals_over_pairs() -> Texts:
    totals = "".join(
        f"  t{n}: {{count: 'count(c in thing, d in thing where c.a = d.a + {n} and c.a > 899)', is: 0}}\n"
        for n in range(200)
    )
    return placed("cellar[self.a]", f"totals:\n{totals}")


@large
def totals_over_all() -> Texts:
    totals = "".join(
        f"  t{n}: {{count: 'count(c in thing where c.a = {n} and (c.a * c.a + 7) % 3 = 1)', is: 0}}\n"
        for n in range(800)
    )
    return placed("cellar[self.a]", f"totals:\n{totals}")


# -- full of mistakes


@large
def texts_that_end_too_soon() -> Texts:
    return section(
        "procedures", several(lambda n: [*(f"my x += {(n + i) % 97} + size(my row)" for i in range(480)), "my x +"])
    )


@large
def short_texts_that_end_too_soon() -> Texts:
    return section("procedures", (f"  p{n}: my x += ({n} +\n" for n in count()))


@large
def wrong_types() -> Texts:
    return section("procedures", several(lambda n: [f"my x += {'me' if i % 2 else 'yes'}" for i in range(400)]))


@large
def calls_of_nothing() -> Texts:
    return section("procedures", several(lambda n: [f"drow({i})" for i in range(400)]))


@large
def keys_that_do_not_belong() -> Texts:
    return part(
        "variables:\n" + "".join(f"  v{n}: {{tipe: bool, stats: 3, of: [player]}}\n" for n in range(WIDEST - 100))
    )


@large
def keys_that_stand_twice() -> Texts:
    return part("variables:\n" + "".join(f"  v{n % 10}: {{type: bool}}\n" for n in range(WIDEST - 100)))


@large
def mistakes_on_long_lines() -> Texts:
    one = ", ".join(f"v@_{n}: {{type: 0..9, starts: {'x' * 300}}}" for n in range(300))
    return {
        f"p{n}.yaml": f"part_of: kiln\nvariables: {{{one.replace('@', str(n))}}}\n{'# ' + 'x' * 600_000}\n"
        for n in range(3)
    }


@large
def powers_that_are_wrong() -> Texts:
    files = sets_of_powers(30, 40, "{{when: nowe, free: {free}, label: l{p}, do: 'drew(2)', iff: 'my x > {p}'}}")
    return {name: text.replace("iff:", "if:") if name == "set0.yaml" else text for name, text in files.items()}


@large
def circles_of_calls() -> Texts:
    return part(
        "procedures:\n" + "".join(procedure(f"p{n}", [f"p{(n + i) % 38}()" for i in range(1, 9)]) for n in range(38))
    )
