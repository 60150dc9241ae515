"""The chapters on what a game has: components, tables, variants (settings and overlays), terms, what plugins bring, and
what had to be assumed.
"""

from collections.abc import Iterator
from typing import Any

from artrules.author.booklet.document import Block, Code, Figure, Heading, Line, Paragraph, Points, Rows, Strong
from artrules.author.booklet.selection import (
    Subject,
    as_line,
    display_text,
    join_words,
    member_in_words,
    provenance,
    provenance_within,
    remark,
    title_of,
    value_in_words,
    with_full_stop,
)
from artrules.model.analyses.telling import says_at
from artrules.model.declare.overlay_documents import additions_of, changes_of, head_of, name_of
from artrules.model.ir.declarations import Enum, Pieces, Setting, Table
from artrules.model.ir.model import Model
from artrules.model.ir.types import Bool, Member
from artrules.play.settings import choices_of, choose_settings
from artrules.text.source.node import Mapping, Node, Scalar, entries, get, items, word

# The chapter of components: the pieces of each batch, their number, and what content says of them, else what is printed
# on them.

_MOST_VALUES = 24
"""An attribute with more different values than this is summed up instead of listed."""


def components_chapter(subject: Subject) -> Iterator[Block]:
    model = subject.model
    if not model.pieces:
        return
    yield Heading(2, "Components")
    rows: list[tuple[Line, ...]] = []
    for batch in model.pieces.values():
        count = sum(number for number, _, _ in batch.rows)
        sentences = " ".join(says_at(model, f"pieces.{batch.name}"))
        number = f"{count} tokens" if batch.exists_in else str(count)
        rows.append(((batch.title or title_of(batch.name),), (number,), (sentences or _printed(model, batch),)))
    head: tuple[str, ...] = ("Pieces", "How many", "What they are")
    if not any(cells[2][0] for cells in rows):
        head, rows = head[:2], [cells[:2] for cells in rows]
    yield Rows(head, tuple(rows))
    of_kinds = subject.pictures.of_kinds
    kinds = dict.fromkeys(batch.kind for batch in model.pieces.values())
    if pictures := tuple(picture for kind in kinds for picture in of_kinds.get(kind, ())):
        yield Figure(pictures)
    for kind in model.kinds:
        yield from _tell(model, f"cards.{kind}")
    if subject.code:
        yield from _sources_of_pieces(model)


def _sources_of_pieces(model: Model) -> Iterator[Block]:
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
            if attribute.name in values and values[attribute.name] is not None:
                text = value_in_words(model, values[attribute.name], attribute.type)
                counts[text] = counts.get(text, 0) + number
        if counts:
            texts.append(f"{display_text(attribute.name)}: {_counted(counts)}")
    return "; ".join(texts)


def _counted(counts: dict[str, int]) -> str:
    """Values with the number of cards that have each; said once where it is the same for all."""
    if len(counts) > _MOST_VALUES:
        return f"{len(counts)} different"
    numbers = set(counts.values())
    if len(counts) == 1 or numbers == {1}:
        return ", ".join(counts)
    if len(numbers) == 1:
        return f"{', '.join(counts)} ({numbers.pop()} of each)"
    return ", ".join(f"{value} ({number})" for value, number in counts.items())


def _tell(model: Model, place: str) -> Iterator[Block]:
    """What content says at a place: a paragraph, or points."""
    texts = says_at(model, place)
    if len(texts) == 1:
        yield Paragraph(as_line(texts[0]))
    elif texts:
        yield Points(tuple(map(as_line, texts)))


# The chapter of tables: step functions of a number, with a row for each step, and the members of enums of which content
# says something, with their properties.


def tables_chapter(subject: Subject) -> Iterator[Block]:
    model = subject.model
    shown = [t for t in model.tables.values() if t.owner is None or t.owner in subject.sets]
    enums = [enum for enum in model.enums.values() if enum.properties and says_at(model, f"enums.{enum.name}")]
    if not shown and not enums:
        return
    yield Heading(2, "Tables")
    for enum in enums:
        yield Heading(3, enum.title or title_of(enum.name))
        yield from _tell(model, f"enums.{enum.name}")
        yield _members(model, enum)
    for table in shown:
        of_set = f" ({model.sets[table.owner].title})" if table.owner else ""
        yield Heading(3, (table.title or title_of(table.name)) + of_set)
        place = f"{table.owner}.tables.{table.name}" if table.owner else f"tables.{table.name}"
        yield from _tell(model, place)
        yield Rows(("From", "Gives"), tuple(_rows(table)))
        if subject.code:
            yield from provenance_within(model, place)


def _members(model: Model, enum: Enum) -> Rows:
    """The members of an enum, with the values of their properties."""
    rows = [
        (
            (title_of(member_in_words(model, enum.name, name)),),
            *((value_in_words(model, enum.values[of][name], type_),) for of, type_ in enum.properties.items()),
        )
        for name in enum.members
    ]
    return Rows(("", *map(title_of, enum.properties)), tuple(rows))


def _rows(table: Table) -> Iterator[tuple[Line, ...]]:
    if table.steps and table.steps[0][0] > 0:
        yield (f"below {table.steps[0][0]}",), ("0",)
    for start, value in table.steps:
        yield (str(start),), (str(value),)
    if table.slope is not None:
        every, more = table.slope
        yield (f"every {every} more",), (f"{more} more",)


# The chapter of variants: settings, which people choose when they set up a game, and overlays.


def variants_chapter(subject: Subject) -> Iterator[Block]:
    settings = list(subject.model.settings.values())
    if not settings and not subject.overlays:
        return
    yield Heading(2, "Variants" if subject.chosen is None else "This game")
    if settings:
        if subject.overlays:
            yield Heading(3, "What you can choose" if subject.chosen is None else "What was chosen")
        yield Points(tuple(_setting(subject, setting) for setting in settings))
    if subject.code:
        yield from provenance_within(subject.model, "settings")
    for overlay in subject.overlays:
        yield from _overlay(subject, overlay)


def _setting(subject: Subject, setting: Setting) -> Line:
    """A setting in a line: its title, what is said of it, and its values, or what was chosen."""
    values = subject.chosen or choose_settings(subject.model, subject.configuration.players, {})[0]
    title = setting.title or title_of(setting.name)
    sentences = " ".join(says_at(subject.model, f"settings.{setting.name}"))
    value, choices = _value(subject, setting, values), _choices(subject, setting)
    if subject.chosen is not None:
        choice = f"In this game: {value}."
    else:
        choice = f"{title_of(join_words(choices, 'or'))}{'' if choices == [value] else f'; usually {value}'}."
    return Strong(with_full_stop(title)), f" {sentences} " if sentences else " ", choice


def _choices(subject: Subject, setting: Setting) -> list[str]:
    names = choices_of(subject.model, setting)
    if setting.group is not None:
        return [subject.model.sets[name].title for name in names]
    if isinstance(setting.type, Member):
        return [member_in_words(subject.model, setting.type.enum, name) for name in names]
    return [display_text(name).replace("..", " to ") for name in names]


def _value(subject: Subject, setting: Setting, values: dict[str, Any]) -> str:
    model, value = subject.model, values.get(setting.name)
    if setting.group is None:
        if isinstance(setting.type, Bool):
            return "yes" if value else "no"
        name = str(value)
        return member_in_words(model, setting.type.enum, name) if isinstance(setting.type, Member) else name
    by_key = {k.partition(".")[2]: v for k, v in values.items() if k.startswith(f"{setting.name}.")}
    texts = [] if value is None else [model.sets[str(value)].title]
    return ", ".join(texts + [f"{key}: {model.sets[str(name)].title}" for key, name in by_key.items()]) or "nothing"


def _overlay(subject: Subject, overlay: Mapping) -> Iterator[Block]:
    head = head_of(overlay)
    yield Heading(3, word(head.title, title_of(name_of(overlay))))
    if (players := word(head.players)) and subject.chosen is None:
        noun = "player" if players == "1" else "players"
        yield Paragraph((f"This adds games for {players.replace('..', ' to ')} {noun}.",))
    texts = [word(text) for text in head.says]
    if len(texts) == 1:
        yield Paragraph(as_line(texts[0]))
    elif texts:
        yield Points(tuple(map(as_line, texts)))
    if subject.code:
        if head.applies is not None:
            yield Paragraph(("Applies when ", Code(word(head.applies).strip()), "."))
        changes = [(f"{title}: {join_words(names)}",) for title, names in _changes(overlay)]
        if changes:
            yield Points(tuple(changes))
        yield from provenance(word(head.source), word(head.assumed))


def _changes(overlay: Mapping) -> Iterator[tuple[str, list[str]]]:
    """The title of each section that an overlay changes or adds to, with the names of what it does there."""
    for key, value in (*entries(additions_of(overlay)), *entries(changes_of(overlay))):
        if key.text == "flow":
            for part, inner in entries(value):
                yield title_of(part.text), _names(inner)
        elif key.text not in head_of(overlay).declared.keys:
            yield title_of(key.text), _names(value)


def _names(node: Node) -> list[str]:
    """The names that a section of an overlay changes, adds or removes; `changed` where the section has no names."""
    if isinstance(node, Mapping):
        return [_change(key, value) for key, value in entries(node)]
    names = [word(get(item, "name")) for item in items(node)]
    return [display_text(name) for name in names if name] or ["changed"]


def _change(key: Scalar, value: Node) -> str:
    """The name of a changed or added entry, or `without NAME` for an entry that the overlay removes."""
    name = display_text(key.text.partition("(")[0].strip())
    return f"without {name}" if isinstance(value, Scalar) and value.value is None else name


# The chapter of terms: words of the game, each with what it means.


def terms_chapter(subject: Subject) -> Iterator[Block]:
    model = subject.model
    shown = [term for term in model.terms.values() if term.owner is None or term.owner in subject.sets]
    if not shown:
        return
    yield Heading(2, "Words")
    of_set = {term: f" ({model.sets[term.owner].title})" if term.owner else "" for term in shown}
    yield Points(tuple((Strong(term.name), f"{of_set[term]}: {term.text}") for term in shown))


# The chapter of what plugins bring for the code of a game: functions, and ways to draw by chance.


def plugins_chapter(subject: Subject) -> Iterator[Block]:
    brought = subject.model.plugin_functions.values() if subject.code else ()
    for title, draws in (("Functions of plugins", False), ("Ways to draw of plugins", True)):
        shown = [function for function in brought if function.draws is draws]
        if shown:
            yield Heading(2, title)
            rows = [((Code(f.signature),), (f.about,), (f"{f.plugin} {f.version}".rstrip(),)) for f in shown]
            yield Rows(("Name", "What it gives", "Plugin"), tuple(rows))


# The chapter of assumptions: every `assumed` of the ruleset that no other chapter shows.

_IN_OTHER_CHAPTERS = ("settings.", "pieces.", "flow", "limits.", "tables.", "rulings.")
"""The beginnings of places whose assumptions other chapters show."""


def assumptions_chapter(subject: Subject) -> Iterator[Block]:
    sets = tuple(f"{name}." for name in subject.model.sets)
    remarks = [
        remark
        for remark in subject.model.remarks
        if remark.kind == "assumed" and not remark.place.startswith((*_IN_OTHER_CHAPTERS, *sets))
    ]
    remarks = [remark for remark in remarks if remark.place not in subject.model.sets]
    if remarks and subject.code:
        yield Heading(2, "What else is assumed")
        yield Points(tuple((Strong(r.place or "the game"), f" {r.text}") for r in remarks))
