"""The chapter "In the box": the pieces of each batch, their kind, their number, and what is printed on them."""

from __future__ import annotations

from collections.abc import Iterator

from artrules.booklet.document import Block, Heading, Line, Paragraph, Rows
from artrules.booklet.remarks import provenance, remark
from artrules.booklet.selection import Subject
from artrules.booklet.words import display_text, join_words, title_of, value_in_words
from artrules.ir.declarations import Pieces
from artrules.ir.model import Model

_MOST_VALUES = 24
"""An attribute with more different values than this is summed up instead of listed."""


def chapter(subject: Subject) -> Iterator[Block]:
    model = subject.model
    if not model.pieces:
        return
    yield Heading(2, "In the box")
    rows: list[tuple[Line, ...]] = []
    totals: dict[str, int] = {}
    for batch in model.pieces.values():
        count = sum(number for number, _, _ in batch.rows)
        totals[batch.kind] = totals.get(batch.kind, 0) + count
        rows.append(((title_of(batch.name),), (display_text(batch.kind),), (str(count),), (_printed(model, batch),)))
    yield Rows(("Pieces", "Kind", "How many", "What is printed on them"), tuple(rows))
    yield Paragraph((f"In all: {join_words(f'{display_text(kind)} {count}' for kind, count in totals.items())}.",))
    batches: dict[tuple[str, str], list[str]] = {}
    for name in model.pieces:
        remarks = remark(model, f"pieces.{name}", "source"), remark(model, f"pieces.{name}", "assumed")
        batches.setdefault(remarks, []).append(title_of(name))
    for (source, assumed), names in batches.items():
        of = f"{', '.join(names)}: " if len(model.pieces) > 1 else ""
        yield from provenance(source and of + source, assumed and of + assumed)


def _printed(model: Model, batch: Pieces) -> str:
    """The printed attributes of a batch: their values, each with the number of cards that have it."""
    kind = model.kinds[batch.kind]
    texts = []
    for attribute in kind.attributes.values():
        counts: dict[str, int] = {}
        for number, values, _ in batch.rows:
            if attribute.name in values:
                text = value_in_words(model, values[attribute.name], attribute.type)
                counts[text] = counts.get(text, 0) + number
        if len(counts) > _MOST_VALUES:
            texts.append(f"{display_text(attribute.name)}: {len(counts)} different")
        elif counts:
            texts.append(
                f"{display_text(attribute.name)}: {', '.join(f'{value} ({n})' for value, n in counts.items())}"
            )
    return "; ".join(texts)
