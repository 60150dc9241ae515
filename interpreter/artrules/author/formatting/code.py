"""The words of code, and how many blanks stand before each of them.

Code is laid out from its words, not from its tree, so that everything its author has written stays. Only where the
words don't tell, as in `gets attack -1` and `attack - 1`, the tree does.
"""

from collections.abc import Iterator
from functools import cached_property

from artrules.text.record import dataclass
from artrules.text.syntax.ast.expressions import Call, Index, Negative
from artrules.text.syntax.ast.node import Node, walk
from artrules.text.syntax.ast.statements import Announce
from artrules.text.syntax.parse import parse, words_of

SUITE = 4
"""Blanks by which a suite is indented more than the line above it."""
_LINE_BREAK = "_NL"
_MEMBER = "MEMBER"
_NAME = "NAME"
_BEFORE_BRACKET = frozenset(
    ("COUNT", "THOSE", "FIRST", "LAST", "ANY", "NO", "SUM", "MAX", "MIN", "LIST", "SORTED", "BEST")
)
"""Words of the language that stand before a bracket like the name of a function."""
_SIGNED = frozenset(("type", "signature", "table"))
"""Kinds of code in which every `-` is the sign of a number."""
_NONE_BEFORE = frozenset((")", "]", ",", ":", "..", "."))
_NONE_BEHIND = frozenset(("(", "[", "..", "."))


@dataclass(frozen=True, slots=True)
class Word:
    """A word or sign of code: where it stands in the text, and how many blanks belong before it in the same line."""

    start: int
    end: int
    blanks: int


def code_words(kind: str, text: str) -> list[list[Word]]:
    """The words of a code string of this kind, line by line. Raises SyntaxProblem for what isn't code."""
    facts = _Facts(parse(kind, text))
    lines: list[list[Word]] = [[] for _ in range(text.count("\n") + 1)]
    line, searched = 0, 0
    before = ("", "", 0)
    is_sign = False
    for name, written, start, end in _signs(kind, text):
        line += text.count("\n", searched, start)
        searched = start
        if not lines[line] or is_sign or written in _NONE_BEFORE or before[1] in _NONE_BEHIND:
            blanks = 0
        elif written in ("(", "["):
            blanks = int(kind != "signature" and not facts.belongs_to_name(written, before))
        else:
            blanks = 1
        lines[line].append(Word(start, end, blanks))
        is_sign = written == "-" and (kind in _SIGNED or start in facts.signs)
        before = (name, written, end)
    return lines


def same_words(kind: str, text: str, other: str) -> bool:
    """Whether two right code strings have the same words, in lines and suites that are nested alike."""
    return [*_nested(kind, text)] == [*_nested(kind, other)]


def _nested(kind: str, text: str) -> Iterator[str | int]:
    """The words of code; where a line ends outside of brackets, how deep the next one is nested."""
    depth, widths, is_first = 0, [0], True
    for name, written, _, _ in _signs(kind, text, with_breaks=True):
        if name != _LINE_BREAK:
            depth += (written in ("(", "[")) - (written in (")", "]"))
            is_first = False
            yield written
        elif depth == 0 and not is_first:
            width = len(written.rpartition("\n")[2]) if kind == "effect" else 0
            while width < widths[-1]:
                widths.pop()
            if width > widths[-1]:
                widths.append(width)
            yield len(widths)


def _signs(kind: str, text: str, with_breaks: bool = False) -> Iterator[tuple[str, str, int, int]]:
    """The tokens of code, with `.` and the name behind it as two."""
    for name, written, start, end in words_of(kind, text):
        if name == _MEMBER:
            yield "", ".", start, start + 1
            member = written[1:].lstrip()
            yield _NAME, member, end - len(member), end
        elif name != _LINE_BREAK or with_breaks:
            yield name, written, start, end


class _Facts:
    """What only the tree of code tells about its words. It is walked when somebody asks."""

    def __init__(self, tree: Node) -> None:
        self._tree = tree

    @cached_property
    def signs(self) -> set[int]:
        """Where a `-` stands that is a sign, not a subtraction."""
        return {node.start for node in walk(self._tree) if isinstance(node, Negative)}

    @cached_property
    def _called(self) -> set[int]:
        """Where the names end to which the brackets of calls and events belong."""
        ends = {node.name.end for node in walk(self._tree) if isinstance(node, Call)}
        return ends | {node.event.end for node in walk(self._tree) if isinstance(node, Announce)}

    @cached_property
    def _indexed(self) -> set[int]:
        """Where what is indexed ends."""
        return {node.base.end for node in walk(self._tree) if isinstance(node, Index)}

    def belongs_to_name(self, bracket: str, before: tuple[str, str, int]) -> bool:
        """Whether an opening bracket belongs to what stands before it, as a call or as an index. `before` is the name
        of that token, what is written, and where it ends."""
        name, written, end = before
        if name != _NAME:
            return name in _BEFORE_BRACKET if bracket == "(" else written in (")", "]")
        return end in (self._called if bracket == "(" else self._indexed)
