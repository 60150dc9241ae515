"""How much work judging is: it grows with what there is to judge and no faster, and what is too much is refused.

Work is counted, never timed: steps, comparisons, nodes that are looked at.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from artrules.check.checks.rules import texts as code_numbers
from artrules.engine.lower.graphs import Block
from artrules.model.analyses.calls import DecisionAnalysis
from artrules.model.analyses.dependence import DependenceAnalysis
from artrules.model.elaborate.events import MOST_LATER
from artrules.play.content import Content
from artrules.play.pipeline import read_content
from artrules.play.ruleset import Ruleset
from artrules.text.diagnostics import suggest
from artrules.text.diagnostics.diagnostic import Diagnostic, Span
from artrules.text.diagnostics.kinds import UNKNOWN_NAME
from artrules.text.diagnostics.report import KEYS, MOST_SUGGESTED, STEPS, WORDS, Report
from artrules.text.diagnostics.suggest import closest
from artrules.text.syntax.parse import size
from tools.hostile import large
from tools.hostile.subject import FILES, write
from tools.hostile.trying import SHOWN_AS, errors, kiln

AT = Span("somewhere", 1, 1, 1, 1)
MUCH, MORE = 8, 16
"""Two sizes: what is linear costs twice as much of the second."""


def read(folder: Path, *edits: tuple[str, str], part: str = "") -> Content:
    return read_content(kiln(folder, *edits, part=part), SHOWN_AS)


def steps(folder: Path, *edits: tuple[str, str], part: str = "") -> int:
    return read(folder, *edits, part=part).report.budget.spent(STEPS)


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Callable[[object, str], Counter[str]]:
    """Counts the calls of a function or method."""

    def count(owner: object, name: str) -> Counter[str]:
        calls: Counter[str] = Counter()
        real = getattr(owner, name)

        def wrapped(*arguments: object, **named: object) -> object:
            calls[name] += 1
            return real(*arguments, **named)

        monkeypatch.setattr(owner, name, wrapped)
        return calls

    return count


# -- suggestions


def test_few_of_many_names_are_compared_letter_by_letter(counted: Callable[[object, str], Counter[str]]) -> None:
    calls = counted(suggest, "_likeness")
    assert len(closest("nome_of_0017_thing", [f"name_of_{i:04d}_thing" for i in range(1500)])) == 3
    assert calls["_likeness"] <= 10


def test_the_nearest_is_found_among_many_that_are_nearly_alike() -> None:
    names = [f"name_of_{i:04d}_thing" for i in range(1500)]
    assert closest("nam_of_1234_thing", names)[0] == "name_of_1234_thing"


def test_nothing_is_looked_for_after_so_many_mistakes(counted: Callable[[object, str], Counter[str]]) -> None:
    calls, report = counted(suggest, "_near"), Report()
    for i in range(3 * MOST_SUGGESTED):
        report.add(UNKNOWN_NAME, f"no {i}", AT, suggestions=closest("nme", ["name"]))
    assert calls["_near"] == MOST_SUGGESTED
    assert sum(d.suggestions == ("name",) for d in report.diagnostics) == MOST_SUGGESTED


def test_the_same_mistake_counts_once_whatever_is_suggested() -> None:
    report = Report()
    for _ in range(2 * MOST_SUGGESTED):
        report.add(UNKNOWN_NAME, "no", AT, suggestions=closest("nme", ["name"]))
    assert [d.suggestions for d in report.diagnostics] == [("name",)]


# -- ways through code


def calls(deep: int, wide: int, call: str = "q{n}()", last: str = "require my x > 3") -> str:
    """Procedures that call one another, after a shuffle."""
    text = "".join(f"  q{n}: |\n{large.lines([call.format(n=n + 1)] * wide)}" for n in range(deep))
    return f"procedures:\n  begin: |\n    shuffle my deck\n    q0()\n{text}  q{deep}: {last}\n"


def test_what_is_called_often_is_followed_once(tmp_path: Path) -> None:
    once, often = (steps(tmp_path, part=calls(MORE, wide)) for wide in (1, 6))
    assert often <= 8 * once
    assert steps(tmp_path, part=calls(MORE, 6)) <= 3 * steps(tmp_path, part=calls(MUCH, 6))


def test_a_failure_behind_many_calls_is_told_at_the_one_after_the_shuffle(tmp_path: Path) -> None:
    found = read(tmp_path, part=calls(MORE, 6)).report.errors
    assert [d.slug for d in found] == ["failure-after-commit"]


def test_constants_that_choose_no_power_are_not_told_apart(tmp_path: Path) -> None:
    def given(values: str) -> str:
        text = "".join(
            f"  q{n}(0..9 a, 0..9 b): |\n{large.lines([f'q{n + 1}({i % 2 * values[0] or 1}, b)' for i in range(6)])}"
            for n in range(MUCH)
        )
        return f"procedures:\n{text}  q{MUCH}(0..9 a, 0..9 b): my x += a\n"

    same = given([1])  # type: ignore[arg-type]
    other = same.replace("(1, b)", "(2, b)", 20)
    assert steps(tmp_path, part=same) == steps(tmp_path, part=other)


def test_options_share_what_was_followed(tmp_path: Path) -> None:
    def options(many: int) -> str:
        heavy = f"  heavy: |\n{large.lines([f'my x += {i}' for i in range(200)])}"
        return f"procedures:\n{heavy}  offer_it: |\n    choose one:\n" + "".join(
            f'        "{i}": heavy()\n' for i in range(many)
        )

    assert steps(tmp_path, part=options(60)) - steps(tmp_path, part=options(30)) < 30 * 10


def test_functions_behind_options_are_looked_at_once(
    tmp_path: Path, counted: Callable[[object, str], Counter[str]]
) -> None:
    def options(many: int) -> str:
        text = f"functions:\n  heavy(0..9 n): {' + '.join(['n'] * 40)}\nprocedures:\n  offer_it: |\n    choose one:\n"
        return text + "".join(f'        "{i}" for n in 1..9 where heavy(n) > 3: skip\n' for i in range(many))

    looked = counted(DependenceAnalysis, "of")
    read(tmp_path, part=options(30))
    before = looked["of"]
    assert before > 100
    read(tmp_path, part=options(60))
    assert looked["of"] - 2 * before < 30 * 20


def test_the_code_behind_powers_is_searched_for_numbers_once(
    tmp_path: Path, counted: Callable[[object, str], Counter[str]]
) -> None:
    looked = counted(code_numbers.Numbers, "_look_at")
    files = large.sets_of_powers(1, 20, "{{when: now, label: l{p}, do: 'heavy()'}}")
    files |= large.part("procedures: {heavy: draw(2)}")
    files["ruleset.yaml"] = files["ruleset.yaml"].replace("starts: plain", "starts: s0")
    content = read_content(write(tmp_path / "kiln", files), SHOWN_AS)
    assert not content.report.has_errors
    powers, declared = len(content.base.powers), len(content.base.procedures) + len(content.base.variables)
    assert 40 <= powers <= looked["_look_at"] <= powers + declared + len(content.base.limits)


def test_powers_alike_are_judged_together(tmp_path: Path) -> None:
    def asking(keys: int) -> int:
        files = large.sets_of_powers(1, keys, "{{when: now, free: {free}, label: l{p}, do: skip}}")
        many = "".join(large.ASKING.format(n=n, m=n) for n in range(40))
        files |= large.part(f"procedures:\n{many}")
        files["ruleset.yaml"] = FILES["ruleset.yaml"].replace("keyed_by: 1..3", f"keyed_by: 1..{keys}")
        return read_content(write(tmp_path / "kiln", files), SHOWN_AS).report.budget.spent(STEPS)

    assert asking(40) < 2 * asking(20)


def test_code_is_gone_through_once_for_all_checks(tmp_path: Path) -> None:
    from artrules.model.analyses.calls import every_body

    model = read(tmp_path).base
    assert every_body(model) is every_body(model)
    code = every_body(model)[0]
    assert code.every_node is code.every_node


# -- what code becomes


@pytest.mark.parametrize(
    ("owner", "name", "line"),
    [
        (Block, "successors", '    choose one:\n        "a": my x += {i}\n        "b": skip\n'),
        (DecisionAnalysis, "_asks", ""),
    ],
)
def test_code_that_is_twice_as_long_is_twice_the_work(
    owner: object, name: str, line: str, tmp_path: Path, counted: Callable[[object, str], Counter[str]]
) -> None:
    def text(many: int) -> str:
        if line:
            return "procedures:\n  offer_it: |\n" + "".join(line.format(i=i) for i in range(4 * many))
        return f"procedures:\n  offer_it: |\n{large.lines(large.nested(['if hot:'] * many, ['choose from market']))}"

    def lower(content: Content) -> None:
        assert not content.report.has_errors
        ruleset = Ruleset(content)
        ruleset.runtime(ruleset.fewest_players)

    looked = counted(owner, name)
    lower(read(tmp_path))
    plain = looked[name]
    counts = []
    for many in (MUCH, MORE):
        looked[name] = 0
        lower(read(tmp_path, part=text(many)))
        counts.append(looked[name] - plain)
    assert counts[0] > 0 and counts[1] < 3 * counts[0]


# -- bounds


def only(found: list[Diagnostic], slug: str) -> Diagnostic:
    assert [d.slug for d in found] == [slug]
    assert found[0].span is not None and found[0].expected
    return found[0]


def test_too_much_code_is_refused_where_it_is_too_much(tmp_path: Path) -> None:
    line = "my x += 1\n"
    texts = [f"  p{n}: |\n{large.lines([line.strip()] * 1000)}" for n in range(WORDS.most // 5000 + 1)]
    told = only(errors(kiln(tmp_path, part=f"procedures:\n{''.join(texts)}")), "too-much-to-judge")
    assert f"{WORDS.most:,} {WORDS.what}" in told.message
    assert told.span is not None and told.span.file.endswith("part.yaml") and told.span.line > 5000


def test_words_and_signs_are_counted() -> None:
    assert size("my x += 12 + size(my row)\n") == 11


@pytest.mark.parametrize("measure", [WORDS, KEYS])
def test_overlays_that_multiply_too_much_are_refused_at_their_condition(measure: object, tmp_path: Path) -> None:
    part = large.settings(6)
    if measure is WORDS:
        part += "procedures:\n" + "".join(f"  p{n}: |\n{large.lines(['my x += 1'] * 200)}" for n in range(2))
    else:
        part += "rulings:\n  H:\n" + "".join(f"    {n}: text\n" for n in range(900))
    overlays = {f"o{i}.yaml": f"overlay: ov{i}\nof: kiln\napplies: o{i}\ntitle: T{i}\nafter: [{', '.join(f'ov{j}' for j in range(i))}]\n" for i in range(6)}  # fmt: skip
    files = {name: FILES[name] for name in ("ruleset.yaml", "plain.yaml")}
    folder = write(tmp_path / "kiln", {**files, **overlays, "part.yaml": f"part_of: kiln\n{part}"})
    told = only(errors(folder), "too-much-to-judge")
    assert "64 combinations" in told.message and told.span is not None and told.span.file.endswith("o5.yaml")


def test_too_many_ways_are_refused(tmp_path: Path) -> None:
    files = large.contents("many_phases_together")
    told = only(errors(write(tmp_path / "kiln", files)), "too-many-ways")
    assert told.span is not None and told.span.line > 1


def test_watches_lie_in_one_another_to_a_bound(tmp_path: Path) -> None:
    def watches(many: int) -> str:
        heads = [f"watch kept as k{i} until turn ends:" for i in range(many)]
        return f"procedures:\n  wait: |\n{large.lines(large.nested(heads, ['skip']))}"

    assert not errors(kiln(tmp_path, part=watches(MOST_LATER)))
    only(errors(kiln(tmp_path, part=watches(MOST_LATER + 1))), "code-too-deep")
