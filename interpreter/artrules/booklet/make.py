"""Makes the document of a booklet: all chapters, in reading order."""

from __future__ import annotations

from artrules.booklet.chapters import assumptions, box, flow, plugins, powers, rulings, settings, tables, variants
from artrules.booklet.document import Code, Document, Paragraph
from artrules.booklet.remarks import provenance, remark
from artrules.booklet.selection import BookletRequest, Subject, subject_of
from artrules.ruleset import Ruleset


def make_booklet(ruleset: Ruleset, request: BookletRequest) -> Document:
    """The booklet of a ruleset.

    Raises ValueError for a number of players or for settings with which the game can't be set up.
    """
    subject = subject_of(ruleset, request)
    model = subject.model
    document = Document(model.title)
    document.blocks += [
        Paragraph((f"For {_players(subject)}.",)),
        *provenance(remark(model, "", "source"), remark(model, "", "assumed")),
        *box.chapter(subject),
        *settings.chapter(subject),
        *flow.chapter(subject),
        *flow.scoring(subject),
        *tables.chapter(subject),
        *plugins.chapter(subject),
        *powers.chapters(subject),
        *variants.chapter(subject),
        *rulings.chapter(model, powers.rulings_of_powers(model)),
        *assumptions.chapter(subject),
    ]
    return document


def make_rulings(ruleset: Ruleset) -> Document:
    """A document of all rulings of a ruleset, under their headings."""
    document = Document(f"{ruleset.title}: rulings")
    made_by = f"artrules doc {ruleset.name} --rulings"
    document.blocks.append(Paragraph(("Made from the ruleset by ", Code(made_by), ".")))
    document.blocks += rulings.headings(ruleset.model, 2)
    return document


def _players(subject: Subject) -> str:
    counts = subject.player_counts
    if len(counts) > 2 and list(counts) == list(range(counts[0], counts[-1] + 1)):
        return f"{counts[0]} to {counts[-1]} players"
    return f"{' or '.join(map(str, counts))} {'player' if counts == (1,) else 'players'}"
