"""Makes the document of a rulebook: its chapters in reading order, its numbers, and its index."""

from collections.abc import Iterator
from typing import Any

from artrules.author.booklet.course import end_chapter, round_chapter, setup_chapter
from artrules.author.booklet.document import (
    Block,
    Code,
    Document,
    Entry,
    Heading,
    Index,
    Paragraph,
    document_data,
    number_parts,
    texts_of,
)
from artrules.author.booklet.powers import power_chapters, ruling_headings, rulings_chapter, rulings_of_powers
from artrules.author.booklet.selection import (
    BookletRequest,
    CardPictures,
    Subject,
    provenance,
    remark,
    subject_of,
    title_of,
)
from artrules.author.booklet.things import (
    assumptions_chapter,
    components_chapter,
    plugins_chapter,
    tables_chapter,
    terms_chapter,
    variants_chapter,
)
from artrules.play.game.description import players_in_words
from artrules.play.ruleset import Ruleset

NO_PICTURES = CardPictures()


def make_booklet(ruleset: Ruleset, request: BookletRequest, pictures: CardPictures = NO_PICTURES) -> Document:
    """The rulebook of a ruleset, with pictures of its cards if somebody has drawn them.

    Raises ValueError for a number of players or for settings with which the game can't be set up.
    """
    subject = subject_of(ruleset, request, pictures)
    model = subject.model
    variants = list(variants_chapter(subject))
    chapters: list[Block] = [
        *_about(subject),
        *(variants if subject.chosen is not None else ()),
        *components_chapter(subject),
        *setup_chapter(subject),
        *round_chapter(subject),
        *power_chapters(subject),
        *tables_chapter(subject),
        *end_chapter(subject),
        *(variants if subject.chosen is None else ()),
        *plugins_chapter(subject),
        *terms_chapter(subject),
        *rulings_chapter(subject, rulings_of_powers(model)),
        *assumptions_chapter(subject),
    ]
    blocks = list(number_parts([*chapters, *_index(subject, chapters)]))
    subtitle = f"For {players_in_words(subject.player_counts)}"
    return Document(model.title, blocks, subtitle, model.layout.theme, pictures.cover)


def round_and_end(ruleset: Ruleset, request: BookletRequest) -> list[dict[str, Any]]:
    """What helps players, for a page of it: a round step by step and how the game ends, as blocks
    (`docs/inside/page.md`). Raises ValueError if a game can't be set up so."""
    subject = subject_of(ruleset, request, NO_PICTURES)
    document = Document(ruleset.title, [*round_chapter(subject), *end_chapter(subject)])
    blocks: list[dict[str, Any]] = document_data(document)["blocks"]
    return blocks


def make_rulings(ruleset: Ruleset) -> Document:
    """A document of all rulings of a ruleset, under their headings."""
    document = Document(f"{ruleset.title}: rulings")
    made_by = f"artrules doc {ruleset.name} --rulings"
    document.blocks.append(Paragraph(("Made from the ruleset by ", Code(made_by), ".")))
    document.blocks += ruling_headings(ruleset.model, 2)
    return document


def _about(subject: Subject) -> Iterator[Block]:
    """What the game is about, before everything else."""
    model = subject.model
    about = model.layout.about
    if about is not None:
        yield Heading(2, "The game")
        yield Paragraph((about.text,), is_lead=True)
    if subject.code:
        yield from provenance(remark(model, "", "source"), remark(model, "", "assumed"))


# The index: terms, and what has a heading of its own, with the numbers of the parts that speak of them.

_MOST_PLACES = 6
"""A word that stands in more parts than this is found by the first ones."""


def _index(subject: Subject, chapters: list[Block]) -> Iterator[Block]:
    parts: dict[str, list[str]] = {}
    number = ""
    entries: dict[str, dict[str, None]] = {}
    for block in number_parts(chapters):
        if isinstance(block, Heading):
            number = block.number or number
            if block.level == 3:
                entries.setdefault(block.text, {})[number] = None
        if isinstance(block, Entry):
            entries.setdefault(block.title, {})[number] = None
        parts.setdefault(number, []).extend(text.casefold() for text in texts_of(block))
    for term in subject.model.terms.values():
        if term.owner is None or term.owner in subject.sets:
            words = [word.casefold() for word in term.words]
            named = [part for part, texts in parts.items() if any(_has(text, word) for text in texts for word in words)]
            entries.setdefault(title_of(term.name), {}).update(dict.fromkeys(named[:_MOST_PLACES]))
    if entries:
        yield Heading(2, "Index")
        listed = sorted(entries.items(), key=lambda entry: entry[0].casefold())
        yield Index(tuple((word, tuple(numbers)) for word, numbers in listed))


def _has(text: str, word: str) -> bool:
    """Whether a word stands in a text, and not only as a part of another."""
    start = text.find(word)
    while start >= 0:
        end = start + len(word)
        if not (text[start - 1 : start].isalnum() or text[end : end + 1].isalnum()):
            return True
        start = text.find(word, start + 1)
    return False
