"""Builds nodes from the events of YAML's parser, and refuses the parts of YAML that rulesets may not use."""

import re
from dataclasses import dataclass, field
from typing import Any

from yaml import events

from artrules.text.diagnostics import kinds
from artrules.text.diagnostics.diagnostic import Edit, Fix, Span
from artrules.text.diagnostics.kinds import Kind
from artrules.text.diagnostics.report import Report
from artrules.text.source.decode import HIDDEN
from artrules.text.source.node import Entry, Mapping, Node, Scalar, Sequence, Style, every_node
from artrules.text.source.text import SourceText

DEEPEST = 64
MOST_NODES = 100_000
_OLD_TRUTH_WORDS = {"true": "yes", "on": "yes", "false": "no", "off": "no"}
_KEY_AND_BRACKET = re.compile(r"\w+(?= *(?:{[^}]*|\[[^\]]*)\Z)")
"""The key before a bracket that is still open where the parser saw a `:`, as in `deck {per: player}`. A text such as
`pick {c}` is a key of its own."""
_STYLES: dict[str | None, Style] = {"|": "literal", ">": "folded", "'": "quoted", '"': "quoted"}


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
    repeated: Entry | None = None
    """The entry whose key the present one repeats."""
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
            self._nodes += 1
            if self._nodes > MOST_NODES:
                self._too_many(event)
            if event.anchor is not None or getattr(event, "tag", None) is not None:
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

    def _too_many(self, event: Any) -> None:
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
        written = event.style
        style = _STYLES.get(written, "plain")
        read = self._read_span(event)
        if style == "plain" or style == "quoted":
            folded = read.line != read.end_line
        else:
            read, folded = self._block_span(read), style == "folded"
        span = self.source.in_file(read)
        in_flow = bool(self._open) and self._open[-1].in_flow
        scalar = Scalar(event.value, span, self._path(), style, folded=folded, in_flow=in_flow, source=self.source)
        # An escape alone can have put one here: the text of the file has none.
        if written == '"' and (hidden := HIDDEN.search(scalar.text)):
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
        if parent.key is not None:
            return parent.key.path
        return f"{parent.path}.?" if parent.path else "?"

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
            elif parent.repeated is not None:
                self._join(parent.repeated.value, node)
            parent.key, parent.repeated, parent.key_given = None, None, False

    def _join(self, first: Node, again: Node) -> None:
        """Add to a mapping what only its repetition has, so that mistakes in both are found. Of anything else the
        repetition isn't read."""
        if isinstance(first, Mapping) and isinstance(again, Mapping):
            for name, entry in again.entries.items():
                if name in first.entries:
                    self._join(first.entries[name].value, entry.value)
                else:
                    first.entries[name] = entry
        else:
            self.report.leave_unread(node.text for node in every_node(again) if isinstance(node, Scalar))

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
        if match := _KEY_AND_BRACKET.match(node.text) if node.style == "plain" else None:
            span, end = node.span_of(0, match.end()), node.span_of(match.end(), match.end())
            fix = Fix("write the `:` behind the key", (Edit(end, ":"),))
            self.report.add(kinds.SYNTAX, "a key without `:`", span, expected=f"`{match[0]}:`", fix=fix)
            self.source.unread |= {span.line}
            self.report.leave_unread([node.text])
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
            parent.repeated = earlier
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
        return self.source.in_file(self._read_span(event))

    def _read_span(self, event: Any) -> Span:
        """The span in the text as it is read."""
        start, end = event.start_mark, event.end_mark
        return Span(self.source.file, start.line + 1, start.column + 1, end.line + 1, end.column + 1)

    def _block_span(self, span: Span) -> Span:
        """The span of a block scalar, up to its last line that isn't blank.

        For the parser, a block scalar ends where the next node begins.
        """
        last = span.end_line
        if not self.source.line(last)[: span.end_column - 1].strip():
            last -= 1
        while last > span.line and not self.source.line(last).strip():
            last -= 1
        last = max(last, span.line)
        return Span(span.file, span.line, span.column, last, len(self.source.line(last)) + 1)
