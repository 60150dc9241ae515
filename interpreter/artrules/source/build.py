"""Builds nodes from the events of YAML's parser, and refuses the parts of YAML that rulesets may not use."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from yaml import events

from artrules.diagnostics.kinds import yaml as kinds
from artrules.diagnostics.registry import Kind
from artrules.diagnostics.report import Report
from artrules.diagnostics.span import Span
from artrules.source.decode import HIDDEN
from artrules.source.node import Entry, Mapping, Node, Scalar, Sequence, Style
from artrules.source.text import SourceText

DEEPEST = 64
MOST_NODES = 100_000
_OLD_TRUTH_WORDS = {"true": "yes", "on": "yes", "false": "no", "off": "no"}
_STYLES: dict[str, Style] = {"|": "literal", ">": "folded", "'": "quoted", '"': "quoted"}


class TreeTooLarge(Exception):
    """The rest of the file isn't read; the reason is in the report."""


@dataclass(slots=True)
class _Open:
    """A mapping or sequence whose end hasn't been parsed yet."""

    is_mapping: bool
    in_flow: bool
    path: str
    start: tuple[int, int]
    entries: dict[str, Entry] = field(default_factory=dict)
    items: list[Node] = field(default_factory=list)
    key: Scalar | None = None
    last: Span | None = None
    key_given: bool = False
    """Whether the next node is a value. It is also true after a key that was refused."""


class Builder:
    """Takes events one by one; after the last, `root` is the tree."""

    def __init__(self, source: SourceText, report: Report) -> None:
        self.source = source
        self.report = report
        self.root: Node | None = None
        self.refused_root = False
        """Whether there is no tree because the content was refused, rather than because the file is empty."""
        self._open: list[_Open] = []
        self._nodes = 0
        self._documents = 0

    def take(self, event: Any) -> None:
        """Take the next event. Raises TreeTooLarge when the rest of the file must not be read."""
        if isinstance(event, events.DocumentStartEvent):
            self._documents += 1
            if self._documents > 1:
                self._refuse(kinds.SEVERAL_DOCUMENTS, "another document begins here", self._span(event))
                raise TreeTooLarge
        elif isinstance(event, events.NodeEvent):
            self._count(event)
            self._refuse_anchor_and_tag(event)
            if isinstance(event, events.ScalarEvent):
                self._scalar(event)
            elif isinstance(event, events.AliasEvent):
                # An empty scalar stands for the refused alias, so that the mapping around it keeps its keys and values.
                span = self._span(event)
                self.refused_root = not self._open
                self._put(Scalar("", Span(span.file, span.line, span.column, span.line, span.column), self._path()))
            else:
                self._begin(event)
        elif isinstance(event, events.CollectionEndEvent):
            self._end(event)

    def _count(self, event: Any) -> None:
        self._nodes += 1
        if self._nodes > MOST_NODES:
            self._refuse(
                kinds.TOO_LARGE, "the file holds too much", self._span(event), f"at most {MOST_NODES:,} keys and values"
            )
            raise TreeTooLarge

    def _refuse_anchor_and_tag(self, event: Any) -> None:
        if isinstance(event, events.AliasEvent):
            self._refuse(
                kinds.ANCHOR, f"the alias `*{event.anchor}` is not used here", self._span(event), "the value itself"
            )
        elif event.anchor is not None:
            self._refuse(kinds.ANCHOR, f"the anchor `&{event.anchor}` is not used here", self._span(event))
        if getattr(event, "tag", None) is not None:
            self._refuse(kinds.TAG, "tags (`!…`) are not used here", self._span(event), "the value without a tag")

    def _scalar(self, event: Any) -> None:
        style = _STYLES.get(event.style or "", "plain")
        span = self._block_span(event) if style in ("literal", "folded") else self._span(event)
        parent = self._open[-1] if self._open else None
        scalar = Scalar(
            event.value,
            span,
            self._path(),
            style,
            folded=style == "folded" or (style != "literal" and span.line != span.end_line),
            in_flow=parent is not None and parent.in_flow,
            source=self.source,
        )
        if hidden := HIDDEN.search(scalar.text):
            at = scalar.span_of(hidden.start(), hidden.end())
            self._refuse(
                kinds.CONTROL_CHARACTER, f"the character U+{ord(hidden[0]):04X} can't be seen and is not allowed", at
            )
        self._put(scalar)

    def _begin(self, event: Any) -> None:
        span = self._span(event)
        if len(self._open) >= DEEPEST:
            self._refuse(kinds.TOO_DEEP, "the file is nested too deeply", span, f"at most {DEEPEST} levels")
            raise TreeTooLarge
        is_mapping = isinstance(event, events.MappingStartEvent)
        self._open.append(_Open(is_mapping, bool(event.flow_style), self._path(), (span.line, span.column)))

    def _end(self, event: Any) -> None:
        done = self._open.pop()
        line, column = done.start
        # For the parser, a block ends where the next node begins; for an author, it ends with its last part.
        end = self._span(event) if done.in_flow or done.last is None else done.last
        span = Span(self.source.file, line, column, end.end_line, end.end_column)
        if done.is_mapping:
            self._put(Mapping(done.entries, span, done.path, in_flow=done.in_flow))
        else:
            self._put(Sequence(done.items, span, done.path, in_flow=done.in_flow))

    def _path(self) -> str:
        if not self._open:
            return ""
        parent = self._open[-1]
        if not parent.is_mapping:
            return f"{parent.path}[{len(parent.items)}]"
        name = parent.key.text if parent.key is not None else "?"
        return f"{parent.path}.{name}" if parent.path else name

    def _put(self, node: Node) -> None:
        if not self._open:
            self._refuse_old_truth_word(node)
            # The parser gives an empty scalar for an empty document.
            empty = isinstance(node, Scalar) and node.style == "plain" and node.text == ""
            self.root = None if empty else node
            return
        parent = self._open[-1]
        parent.last = node.span
        if not parent.is_mapping:
            self._refuse_old_truth_word(node)
            parent.items.append(node)
        elif not parent.key_given:
            parent.key = self._key(node, parent)
            parent.key_given = True
        else:
            self._refuse_old_truth_word(node)
            if parent.key is not None:
                parent.entries[parent.key.text] = Entry(parent.key, node)
            parent.key, parent.key_given = None, False

    def _key(self, node: Node, parent: _Open) -> Scalar | None:
        """The node as a key of a mapping; None, with a diagnostic, if it can't be one."""
        if not isinstance(node, Scalar):
            what = "a mapping" if isinstance(node, Mapping) else "a list"
            self._refuse(kinds.BAD_KEY, f"{what} can't be a key", node.span, "one line of text")
            return None
        if node.style in ("literal", "folded") or node.folded or "\n" in node.text:
            self._refuse(kinds.BAD_KEY, "a key stands on one line", node.span, "one line of text")
            return None
        if not node.text.strip():
            self._refuse(kinds.BAD_KEY, "a key is missing", node.span, "a key before the `:`")
            return None
        if node.text == "<<" and node.style == "plain":
            self._refuse(kinds.ANCHOR, "merge keys (`<<`) are not used here", node.span)
            return None
        node.path = f"{parent.path}.{node.text}" if parent.path else node.text
        if earlier := parent.entries.get(node.text):
            self.report.add(
                kinds.DUPLICATE_KEY,
                f"the key `{node.text}` stands twice",
                node.span,
                related=[(f"`{node.text}` stands here first", earlier.key.span)],
            )
            return None
        return node

    def _refuse_old_truth_word(self, node: Node) -> None:
        if isinstance(node, Scalar) and node.style == "plain" and (word := _OLD_TRUTH_WORDS.get(node.text.lower())):
            self.report.add(
                kinds.OLD_TRUTH_WORD,
                f"`{node.text}` is not a truth value",
                node.span,
                expected="`yes` or `no`, or quotes around a text",
                found=f"`{node.text}`",
                suggestions=[word],
            )

    def _refuse(self, kind: Kind, message: str, span: Span, expected: str | None = None) -> None:
        self.report.add(kind, message, span, expected=expected)

    def _span(self, event: Any) -> Span:
        start, end = event.start_mark, event.end_mark
        return Span(self.source.file, start.line + 1, start.column + 1, end.line + 1, end.column + 1)

    def _block_span(self, event: Any) -> Span:
        """The span of a block scalar, up to its last line that isn't blank.

        For the parser, a block scalar ends where the next node begins.
        """
        span = self._span(event)
        last = span.end_line
        if not self.source.line(last)[: span.end_column - 1].strip():
            last -= 1
        while last > span.line and not self.source.line(last).strip():
            last -= 1
        last = max(last, span.line)
        return Span(span.file, span.line, span.column, last, len(self.source.line(last)) + 1)
