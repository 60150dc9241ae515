"""Plants one slip of the pen at a time in a ruleset, and says how well `artrules check` speaks of it.

`python -m tests.tools.mutation names [RULESET ...]` prints for each kind of slip how many are found, how many on their
line, for how many the right word is suggested, and how many diagnostics there are for one slip.
"""

from __future__ import annotations

import argparse
import re
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from artrules.model.catalogue.locations import shipped_folder, shipped_rulesets
from artrules.play.pipeline import read_content
from artrules.text.diagnostics.diagnostic import Diagnostic, Span
from artrules.text.diagnostics.report import Report
from artrules.text.schema.load import SCHEMA_OF, code_strings, walk
from artrules.text.source.node import Mapping, Node, Scalar
from artrules.text.source.read import read
from artrules.text.syntax.words import TOKEN_WORDS

_NAME = re.compile(r"(?<![\w.\"'])[a-z][a-z0-9_]{2,}(?!\w)")
_TEXT = re.compile(r'"[^"\n]*"|#.*')
_OWNERS = ("part_of", "of", "set", "overlay", "scenarios")
MUST_BE_FOUND = ("use", "key", "owner", "declared twice", "code", "yaml")
"""Kinds of slips that always leave something wrong. A declaration that nothing uses may have any name."""


@dataclass(frozen=True)
class Slip:
    """Text that is put into a file in the place of other text; `right` is the word that a slip was made in."""

    kind: str
    file: str
    line: int
    start: int
    end: int
    text: str
    right: str = ""

    def planted(self, content: str) -> str:
        return content[: self.start] + self.text + content[self.end :]

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.kind}: {self.right or '…'} -> {self.text.strip()[:40] or 'nothing'}"


@dataclass(frozen=True)
class Outcome:
    """What `check` says about a slip."""

    slip: Slip
    diagnostics: tuple[Diagnostic, ...]
    error: str = ""

    @property
    def found(self) -> bool:
        return bool(self.diagnostics)

    @property
    def on_line(self) -> bool:
        return any(
            d.span is not None and d.span.file.endswith(self.slip.file) and d.span.line == self.slip.line
            for d in self.diagnostics
        )

    @property
    def suggested(self) -> bool:
        return any(self.slip.right in d.suggestions for d in self.diagnostics)


def misspelt(word: str, random: Random) -> str:
    """A word with one slip: two letters swapped, one dropped, doubled or wrong."""
    for _ in range(20):
        at = random.randrange(1, len(word) - 1)
        slips = [
            word[:at] + word[at + 1] + word[at] + word[at + 2 :],
            word[:at] + word[at + 1 :],
            word[:at] + word[at] + word[at:],
            word[:at] + random.choice("aeinorst") + word[at + 1 :],
        ]
        found = random.choice(slips)
        if found != word and re.fullmatch(r"[a-z][a-z0-9_]*", found):
            return found
    return f"{word}q"


def slips_in(folder: Path, random: Random) -> list[Slip]:
    """All slips of a ruleset."""
    texts = {p.relative_to(folder).as_posix(): p.read_text(encoding="utf-8") for p in sorted(folder.rglob("*.yaml"))}
    words = set(re.findall(r"\w+", " ".join(texts.values())))
    found: list[Slip] = []
    for file, text in texts.items():
        node = read(text, file, Report())
        kind = next(iter(node)).key.text if isinstance(node, Mapping) and node.entries else ""
        if kind in SCHEMA_OF and isinstance(node, Mapping):
            found += _File(file, text, kind, node, words, random).slips()
    return found


@dataclass
class _File:
    file: str
    text: str
    kind: str
    root: Mapping
    words: set[str]
    random: Random

    def slips(self) -> list[Slip]:
        return [*self.in_keys(), *self.in_code(), *self.in_owners(), *self.in_yaml()]

    def offset(self, line: int, column: int) -> int:
        return sum(len(each) + 1 for each in self.text.split("\n")[: line - 1]) + column - 1

    def slip(self, kind: str, span: Span, text: str, right: str = "") -> Slip:
        start, end = self.offset(span.line, span.column), self.offset(span.end_line, span.end_column)
        return Slip(kind, self.file, span.line, start, end, text, right)

    def wrong(self, word: str) -> str:
        """A misspelt word that stands nowhere else."""
        for _ in range(30):
            found = misspelt(word, self.random)
            if found not in self.words and found not in TOKEN_WORDS:
                return found
        return f"{word}q"

    def in_keys(self) -> Iterator[Slip]:
        """Misspelt keys and misspelt names of declarations; a declaration a second time."""
        lines = self.text.split("\n")
        for place, schema, _ in walk(self.root, self.kind):
            if not isinstance(place, Mapping):
                continue
            fixed = {name for part in schema.parts() for name in part.content.get("properties", {})}
            for entry in place:
                key = entry.key
                if key.style != "plain" or len(word := key.text.partition("(")[0]) < 3 or not word.isidentifier():
                    continue
                span = Span(key.span.file, key.span.line, key.span.column, key.span.line, key.span.column + len(word))
                if key.text in fixed:
                    if place is not self.root or key.text not in _OWNERS:
                        yield self.slip("key", span, self.wrong(word), word)
                elif self.kind != "scenarios":
                    yield self.slip("declaration", span, self.wrong(word), word)
                    end = self.last_line(entry.value, key.span.line)
                    again = "\n".join(["", *lines[key.span.line - 1 : end]])
                    if (
                        not place.in_flow
                        and "- " not in lines[key.span.line - 1][: key.span.column]
                        and key.span.line > 1
                    ):
                        at = self.offset(end, len(lines[end - 1]) + 1)
                        yield Slip("declared twice", self.file, end + 1, at, at, again)

    def last_line(self, value: Node, line: int) -> int:
        return max(line, value.span.end_line)

    def in_code(self) -> Iterator[Slip]:
        """Misspelt names in code; code that can't be read."""
        for string in code_strings(self.root, self.kind):
            if string.scalar.text.startswith("{"):
                continue
            if string.code == "label":
                continue
            bare = _TEXT.sub(lambda text: " " * len(text[0]), string.scalar.text)
            for match in _NAME.finditer(bare):
                if match[0] in TOKEN_WORDS:
                    continue
                span = string.scalar.span_of(match.start(), match.end())
                if span.line == span.end_line and span.end_column - span.column == len(match[0]):
                    yield self.slip("use", span, self.wrong(match[0]), match[0])
            for sign in re.finditer(r"[()]|(?<=\w):$|(?<= )[=<>+](?= )", bare, re.MULTILINE):
                span = string.scalar.span_of(sign.start(), sign.end())
                if span.line == span.end_line and span.end_column - span.column == 1:
                    yield self.slip("code", span, " ")

    def in_owners(self) -> Iterator[Slip]:
        """A misspelt name of the game to which a file belongs, or of what the file is."""
        for entry in self.root:
            value = entry.value
            if entry.key.text in _OWNERS and isinstance(value, Scalar) and value.style == "plain":
                if entry.key.text not in ("set", "overlay"):
                    yield self.slip("owner", value.span, self.wrong(value.text), value.text)
                yield self.slip("owner", entry.key.span, self.wrong(entry.key.text + "_")[:-1], entry.key.text)

    def in_yaml(self) -> Iterator[Slip]:
        """A tab, a missing colon, a bracket or a quote that isn't closed."""
        at = 0
        for number, line in enumerate(self.text.split("\n"), 1):
            indent = len(line) - len(line.lstrip())
            key = re.match(r"\s*(\w+):(?= |$)", line)
            if key is not None and indent < 8 and not line.rstrip().endswith(("|", ">")):
                if indent:
                    yield Slip("yaml", self.file, number, at, at + indent, "\t")
                yield Slip("yaml", self.file, number, at + key.end() - 1, at + key.end(), "")
            for sign in re.finditer(r"[\]}\"]\s*$", line):
                if key is not None:
                    yield Slip("yaml", self.file, number, at + sign.start(), at + sign.start() + 1, "")
            at += len(line) + 1


def judge(folder: Path, copy: Path, slip: Slip) -> Outcome:
    """Plant a slip in a copy of a ruleset and check it."""
    path = copy / slip.file
    path.write_text(slip.planted((folder / slip.file).read_text(encoding="utf-8")), encoding="utf-8")
    try:
        return Outcome(slip, tuple(read_content(copy).report.diagnostics))
    except Exception as error:  # whatever it is, it is what this command looks for
        return Outcome(slip, (), repr(error))
    finally:
        shutil.copyfile(folder / slip.file, path)


def sample(slips: Sequence[Slip], most: int, random: Random) -> list[Slip]:
    """So many slips of each kind."""
    found: list[Slip] = []
    for kind in dict.fromkeys(slip.kind for slip in slips):
        of_kind = [slip for slip in slips if slip.kind == kind]
        found += random.sample(of_kind, min(most, len(of_kind)))
    return found


def outcomes(folder: Path, most: int, seed: int, kinds: Sequence[str] = ()) -> Iterator[Outcome]:
    """Judge a sample of the slips of a ruleset."""
    random = Random(f"{seed} {folder.name}")
    slips = [slip for slip in slips_in(folder, random) if not kinds or slip.kind in kinds]
    with tempfile.TemporaryDirectory() as temporary:
        copy = Path(temporary) / folder.name
        shutil.copytree(folder, copy)
        usual = {d.message for d in read_content(copy).report.diagnostics}
        for slip in sample(slips, most, random):
            outcome = judge(folder, copy, slip)
            yield replace(outcome, diagnostics=tuple(d for d in outcome.diagnostics if d.message not in usual))


def table(judged: Sequence[Outcome]) -> str:
    """For each kind of slip: how many, found, on the line, with the right suggestion, diagnostics for one slip."""
    lines = [f"{'kind':<16}{'slips':>6}{'found':>8}{'on line':>9}{'suggested':>11}{'diagnostics':>13}{'errors':>8}"]
    for kind in dict.fromkeys(outcome.slip.kind for outcome in judged):
        of_kind = [outcome for outcome in judged if outcome.slip.kind == kind]
        found = [outcome for outcome in of_kind if outcome.found]
        named = [outcome for outcome in found if outcome.slip.right]
        lines.append(
            f"{kind:<16}{len(of_kind):>6}{_share(len(found), len(of_kind)):>8}"
            f"{_share(sum(o.on_line for o in found), len(found)):>9}"
            f"{_share(sum(o.suggested for o in named), len(named)):>11}"
            f"{sum(len(o.diagnostics) for o in found) / max(1, len(found)):>13.2f}"
            f"{sum(o.error != '' for o in of_kind):>8}"
        )
    return "\n".join(lines)


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f}%" if whole else "-"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.mutation names", description=__doc__)
    parser.add_argument("rulesets", nargs="*", metavar="RULESET", help="names or folders (default: all shipped ones)")
    parser.add_argument(
        "--most", type=int, default=50, metavar="N", help="slips of each kind and ruleset (default: 50)"
    )
    parser.add_argument("--seed", type=int, default=0, help="decides which slips are taken (default: 0)")
    parser.add_argument("--kinds", nargs="+", default=[], metavar="KIND", help="only these kinds of slips")
    parser.add_argument("--show", action="store_true", help="list what is said badly")
    chosen = parser.parse_args(arguments)
    judged: list[Outcome] = []
    for name in chosen.rulesets or shipped_rulesets():
        folder = shipped_folder() / name if name in shipped_rulesets() else Path(name)
        for outcome in outcomes(folder, chosen.most, chosen.seed, chosen.kinds):
            judged.append(outcome)
            if chosen.show and (text := _complaint(outcome)):
                print(text, flush=True)
    print(table(judged))
    return 1 if any(outcome.error for outcome in judged) else 0


def _complaint(outcome: Outcome) -> str:
    """What is said badly about a slip; empty if nothing is."""
    slip = outcome.slip
    wrong: list[Callable[[], bool] | bool] = [
        outcome.error != "",
        not outcome.found and slip.kind in MUST_BE_FOUND,
        outcome.found and not outcome.on_line,
        len(outcome.diagnostics) > 1,
        outcome.found and slip.right != "" and not outcome.suggested,
    ]
    if not any(wrong):
        return ""
    said = [f"    {d.span} {d.slug}: {d.message} {list(d.suggestions)}" for d in outcome.diagnostics[:6]]
    return "\n".join([f"{slip}  [{len(outcome.diagnostics)}] {outcome.error}", *said])


if __name__ == "__main__":
    raise SystemExit(main())
