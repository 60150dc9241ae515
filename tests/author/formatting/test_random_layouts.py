"""However a file was laid out, it comes to the same, and formatting it again changes nothing."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from shutil import copytree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from artrules.author.formatting.style import format_text
from artrules.model.ir.print_model import print_model
from artrules.play.pipeline import read_content
from artrules.text.diagnostics.report import Report
from tools.random_content.ruleset import ruleset

ROOT = Path(__file__).parents[3]
FOLDERS = ("rulesets", "tests/rulesets")
RANDOM_RULESETS = 4
EXPRESSIONS = [
    "1 + 2 * (n - 3)",
    "count(c in my hand where c.rank.height >= 2 and not c.face is up)",
    "max(-1, size(stack[n]), my coins % 4) if any(k in suit) else -n",
    "[red, blue]",
    "best(c in p.hand, most c.worth, least size(c.marks))",
    "top (n + 1) of deck",
]
STATEMENTS = [
    "my coins += 2",
    "move top 2 of deck to my hand",
    'choose "take {c}, or  not" for c in my hand where c.n in 1..4',
    "announce sold(card: c, by: left(me))",
    "c gets attack -1, marks [flying] until turn ends",
]
OPENINGS = ["if my coins > 3:", "for c in my hand where c.n = 1:", "repeat 2 times:"]
MARKS = " \n:,-[]{}#'\"|>?&*%\\a1(.="
WORD = re.compile(r'"[^"]*"|\w+|\.\.|[-+]=|[<>!]=|\S')


class Writer:
    """Writes a part of a ruleset. What it holds and how it is laid out are decided by two sources of chance."""

    def __init__(self, content: Random, layout: Random) -> None:
        self.content = content
        self.layout = layout
        self.lines: list[str] = []
        self.comments = 0

    def part(self) -> str:
        """A whole file."""
        self.line("part_of: game")
        for section in self.content.sample([self.functions, self.procedures, self.zones, self.enums], 3):
            section()
        return "\n".join(self.lines) + self.layout.choice(["", "\n", "\n\n\n"])

    def functions(self) -> None:
        """Expressions, in quotes and in blocks."""
        self.entry("functions:", 0)
        step = self.step()
        for name in "fgh":
            expression = self.content.choice(EXPRESSIONS)
            if self.content.random() < 0.5:
                self.entry(f"{self.spaced(f'{name}(card c)')}: '{self.spaced(expression)}'", step)
            else:
                self.entry(f"{name}: |", step, ends=False)
                self.line(" " * (step + self.step()) + self.spaced(expression))

    def procedures(self) -> None:
        """Effects with suites."""
        self.entry("procedures:", 0)
        step = self.step()
        for name in "pqr":
            self.entry(f"{name}: |", step, ends=False)
            self.suite(step + self.step(), 0)

    def suite(self, indentation: int, depth: int) -> None:
        """A suite of statements, at some of which others begin."""
        for _ in range(self.content.randrange(1, 4)):
            self.entry(self.spaced(self.content.choice(STATEMENTS)), indentation)
            if depth < 3 and self.content.random() < 0.4:
                self.entry(self.spaced(self.content.choice(OPENINGS)), indentation)
                self.suite(indentation + self.step(), depth + 1)

    def zones(self) -> None:
        """Mappings in braces."""
        self.entry("zones:", 0)
        step = self.step()
        for name in ("hand", "deck"):
            self.entry(
                f"{name}{self.few()}:{self.some()}{{{self.few()}per:{self.some()}player{self.few()},"
                f"{self.some()}holds:{self.some()}card{self.few()}}}",
                step,
            )

    def enums(self) -> None:
        """Lists, with and without brackets, and a text of several lines."""
        self.entry("enums:", 0)
        step = self.step()
        self.entry("suit:", step, ends=False)
        # A list may stand as far to the left as its key.
        inside = step + self.layout.choice([0, 1, 2, 5])
        for name in ("red", "blue"):
            self.entry(f"-{self.some()}{name}", inside)
        self.entry(f"rank:{self.some()}[{self.few()}one{self.few()},{self.some()}two{self.few()}]", step)
        self.entry("says:", step, ends=False)
        self.lines[-1] += self.some() + '"some  words'
        self.line(" " * (step + self.step()) + 'and more"')

    def entry(self, text: str, indentation: int, ends: bool = True) -> None:
        """A line that may have comments, and blank lines before it. `ends` says whether one may stand behind it."""
        if self.content.random() < 0.2:
            self.comments += 1
            self.lines += [""] * self.layout.randrange(2)
            self.line(f"{' ' * indentation}# comment {self.comments}:  about {indentation and 'this'}")
        if ends and self.content.random() < 0.2:
            self.comments += 1
            text += f"{' ' * self.layout.choice([2, 2, 3, 9])}# comment {self.comments}"
        self.line(" " * indentation + text)

    def line(self, text: str) -> None:
        """A line, perhaps with blanks at its end."""
        self.lines.append(text + (" " * self.layout.randrange(3) if not text.endswith(("|", "words")) else ""))

    def step(self) -> int:
        """How far a block is indented."""
        return self.layout.randrange(1, 7)

    def some(self) -> str:
        """Blanks where one belongs."""
        return " " * self.layout.choice([1, 1, 2, 4])

    def few(self) -> str:
        """Blanks where none belong."""
        return " " * self.layout.choice([0, 0, 0, 1, 2])

    def spaced(self, code: str) -> str:
        """Code with other blanks."""
        words = WORD.findall(code)
        at, text = 0, ""
        for word in words:
            start = code.index(word, at)
            is_apart = start > at
            is_loose = word in (")", "]", ",", "..", ".", ":") or text.endswith(("(", "[", "..", "."))
            text += self.some() if is_apart else self.few() if is_loose else ""
            text += word
            at = start + len(word)
        return text.strip()


def essence(text: str) -> list[str]:
    """The lines of a formatted file without columns: how far each is indented, and its words."""
    lines = [line for line in text.split("\n") if line]
    return [line[: len(line) - len(line.lstrip())] + re.sub(" +", " ", line.strip()) for line in lines]


def written(content: int, layout: int) -> str:
    """A file, by the seeds of its content and of its layout."""
    return Writer(Random(content), Random(layout)).part()


@settings(max_examples=60, deadline=None)
@given(content=st.integers(0, 10_000), layout=st.integers(0, 10_000))
def test_layout_does_not_matter(content: int, layout: int) -> None:
    text = written(content, layout)
    report = Report()
    formatted = format_text(text, "part.yaml", report)
    assert report.errors == []
    assert format_text(formatted) == formatted
    assert "".join(formatted.split()) == "".join(text.split())
    assert essence(formatted) == essence(format_text(written(content, layout + 1)))


@settings(max_examples=80, deadline=None)
@given(
    content=st.integers(0, 100),
    edits=st.lists(st.tuples(st.integers(0, 2000), st.sampled_from(MARKS)), max_size=4),
)
def test_whatever_is_written_nothing_is_raised_and_nothing_is_lost(content: int, edits: list[tuple[int, str]]) -> None:
    text = written(content, content)
    for place, character in edits:
        at = place % len(text)
        text = text[:at] + character + text[at:]
    report = Report()
    formatted = format_text(text, "part.yaml", report)
    assert "".join(formatted.split()) == "".join(text.split())
    assert format_text(formatted) == formatted
    if report.has_errors:
        assert formatted == text


def row(random: Random) -> str:
    """A row of a table, in which columns may happen to be aligned."""
    values = [random.choice(["1", "22", "333", "x", "[]"]) for _ in "abc"]
    if random.random() < 0.5:
        return "[" + ",".join(" " * random.randrange(1, 5) + value for value in values) + "]"
    pairs = (f"{key}:{' ' * random.randrange(1, 4)}{value}" for key, value in zip("abc", values, strict=True))
    return "{" + ",".join(" " * random.randrange(3) + pair for pair in pairs) + "}"


def test_columns_that_happen_to_be_aligned_come_to_rest() -> None:
    random = Random(7)
    for _ in range(200):
        rows = "".join(f"      - {row(random)}\n" for _ in range(random.randrange(2, 7)))
        formatted = format_text(f"part_of: game\npieces:\n  pack:\n    rows:\n{rows}")
        assert format_text(formatted) == formatted


def laid_out_anew(text: str, random: Random) -> str:
    """A formatted file with other indentations, and more blank lines."""
    columns = [0]
    while len(columns) < 200:
        columns.append(columns[-1] + random.choice([1, 1, 2, 3]))
    lines = []
    for line in text.split("\n"):
        moved, at = "", 0
        while line.startswith("- ", len(line) - len(line[at:].lstrip(" "))):
            at = len(line) - len(line[at:].lstrip(" "))
            moved = f"{moved:<{columns[at]}}-"
            at += 1
        start = len(line) - len(line[at:].lstrip(" "))
        lines.append(f"{moved:<{columns[start]}}{line[start:]}" if line else "")
        if not line and random.random() < 0.5:
            lines.append("  ")
    return "\n".join(lines)


def rules_of(folder: Path, shown: str) -> list[str]:
    """The models of a ruleset as text, without places."""
    content = read_content(folder, shown, scenarios=False)
    assert not content.report.has_errors
    return [print_model(model) for model in content.models.values()]


def formatted_anew(text: str, seed: str) -> str:
    """A file that is formatted after it was laid out in another way."""
    other = laid_out_anew(format_text(text), Random(seed))
    formatted = format_text(other)
    assert formatted != other and "".join(formatted.split()) == "".join(text.split())
    assert format_text(formatted) == formatted
    return formatted


@pytest.mark.parametrize("name", ["lanterns", "whispers", "hearts", "avant_carde", "art_decko", "vintage", "moors"])
def test_the_rules_of_a_game_stay_the_same(name: str, tmp_path: Path) -> None:
    home = next(path for folder in FOLDERS if (path := ROOT / folder / name).is_dir())
    copytree(home, tmp_path / name)
    for path in sorted((tmp_path / name).rglob("*.yaml")):
        path.write_text(formatted_anew(path.read_text(encoding="utf-8"), path.name), encoding="utf-8")
    assert rules_of(tmp_path / name, name) == rules_of(home, name)


@pytest.mark.parametrize("seed", range(RANDOM_RULESETS))
def test_the_rules_of_a_random_game_stay_the_same(seed: int, tmp_path: Path) -> None:
    models = []
    for is_formatted in (False, True):
        folder = tmp_path / str(is_formatted)
        folder.mkdir()
        for name, text in ruleset(seed).items():
            (folder / name).write_text(formatted_anew(text, name) if is_formatted else text, encoding="utf-8")
        models.append(rules_of(folder, "random"))
    assert models[0] == models[1]
