"""Makes the document of a booklet: its chapters in reading order, except for those of powers (`powers.py`)."""

from collections.abc import Iterator, Sequence
from typing import Any, assert_never

from artrules.author.booklet import powers
from artrules.author.booklet import powers as rulings
from artrules.author.booklet.document import (
    Block,
    Code,
    Document,
    Emphasis,
    Heading,
    Line,
    Paragraph,
    Points,
    Rows,
    Strong,
    join_lines,
)
from artrules.author.booklet.selection import (
    BookletRequest,
    Subject,
    display_text,
    join_words,
    provenance,
    provenance_within,
    remark,
    subject_of,
    title_of,
    value_in_words,
)
from artrules.model.ir.declarations import Pieces, Setting, Table
from artrules.model.ir.model import AGAIN, FROM, IF, PHASE_RULES, STOP_IF, Model, Phase, PhaseRule, ScorePart, Step
from artrules.play.ruleset import Ruleset
from artrules.play.settings import choices_of, choose_settings
from artrules.text.content.documents import OverlayHead
from artrules.text.content.section import read
from artrules.text.source.node import Mapping, Node, Scalar, entries, get, items, word

# The chapter "In the box": the pieces of each batch, their kind, their number, and what is printed on them.

_MOST_VALUES = 24
"""An attribute with more different values than this is summed up instead of listed."""


def box_chapter(subject: Subject) -> Iterator[Block]:
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


# The chapter of settings: what people choose when they set up a game, and the possible values.


def settings_chapter(subject: Subject) -> Iterator[Block]:
    model = subject.model
    if not model.settings:
        return
    values = subject.chosen or choose_settings(model, subject.configuration.players, {})[0]
    yield Heading(2, "Settings")
    rows: list[tuple[Line, ...]] = []
    for setting in model.settings.values():
        title = setting.title or title_of(setting.name)
        rows.append(((title,), (", ".join(_choices(subject, setting)),), (_value(subject, setting, values),)))
    yield Rows(("Setting", "Can be", "Default" if subject.chosen is None else "Chosen"), tuple(rows))
    for setting in model.settings.values():
        for kind in ("source", "assumed"):
            if text := remark(model, f"settings.{setting.name}", kind):
                about = f"{setting.title or title_of(setting.name)}, {kind}:"
                yield Paragraph((Emphasis(about), f" {text}"))


def _choices(subject: Subject, setting: Setting) -> list[str]:
    names = choices_of(subject.model, setting)
    return [_titled(subject, name) for name in names] if setting.group is not None else [display_text(n) for n in names]


def _value(subject: Subject, setting: Setting, values: dict[str, Any]) -> str:
    value = values.get(setting.name)
    if setting.group is None:
        return {True: "yes", False: "no"}[value] if isinstance(value, bool) else display_text(str(value))
    by_key = {k.partition(".")[2]: v for k, v in values.items() if k.startswith(f"{setting.name}.")}
    texts = [] if value is None else [_titled(subject, str(value))]
    return ", ".join(texts + [f"{key}: {_titled(subject, str(name))}" for key, name in by_key.items()]) or "nothing"


def _titled(subject: Subject, name: str) -> str:
    return subject.model.sets[name].title


# The chapters on the course of a game (setup, the phases of a round, the end) and on scoring (points, winners).


def flow_chapter(subject: Subject) -> Iterator[Block]:
    """The chapter "The course of the game"."""
    model = subject.model
    flow = model.flow
    yield Heading(2, "The course of the game")
    if flow.setup:
        yield Paragraph((Strong("Setup:"), f" {_steps(flow.setup)}."))
    if flow.phases:
        yield Paragraph((Strong("Each round"), " has these phases:"))
        rows = [((_title(model, phase.name),), _who(model, phase), _only(phase)) for phase in flow.phases]
        yield Rows(("Phase", "Who", "Unless it is passed over"), tuple(rows))
    yield from _end(model)
    yield from provenance_within(model, "flow")


def scoring_chapter(subject: Subject) -> Iterator[Block]:
    """The chapter "Scoring"."""
    flow = subject.model.flow
    yield Heading(2, "Scoring")
    if flow.final:
        yield Paragraph((Strong("Before scores are counted:"), f" {_steps(flow.final)}."))
    if flow.score:
        rows: list[tuple[Line, ...]] = [((part.label or title_of(part.name),), _points(part)) for part in flow.score]
        yield Rows(("Part of the score", "What each player gets"), tuple(rows))
    if flow.sides_text:
        yield Paragraph((Strong("Sides:"), " players of one side have the same ", *_code(flow.sides_text), "."))
    if flow.winners_text:
        yield Paragraph((Strong("Who wins:"), " ", *_code(flow.winners_text)))


def _points(part: ScorePart) -> Line:
    each = _code(part.each_text)
    return (*each, " for each ", *_code(part.binders_text)) if part.binders_text else each


def _end(model: Model) -> Iterator[Block]:
    """A paragraph on when the game ends; nothing if the flow doesn't say."""
    flow = model.flow
    ends: list[Line] = []
    if flow.until_text:
        ends.append(("after a round in which this holds: ", *_code(flow.until_text)))
    stops = [(_title(model, phase.name), _text(phase, STOP_IF)) for phase in flow.phases if _text(phase, STOP_IF)]
    ends += [(f"in {title}, when this holds: ", *_code(text)) for title, text in stops]
    if flow.last_round is not None:
        ends.append((f"at the latest after round {flow.last_round}",))
    if ends:
        yield Paragraph((Strong("The game ends"), " ", *join_lines(ends, "; "), "."))


def _steps(steps: Sequence[Step]) -> str:
    return join_words(display_text(step.name) for step in steps)


def _title(model: Model, phase: str) -> str:
    """What a phase is called, as a title."""
    return title_of(model.title_of_phase(phase))


def _who(model: Model, phase: Phase) -> Line:
    match phase.who:
        case "in_turn":
            first = _text(phase, FROM)
            start: Line = ("one after the other, from ", *_code(first)) if first else ("in turn",)
            return (*start, *_rules(model, phase))
        case "all_at_once":
            return ("all at once", *_rules(model, phase))
        case "nobody":
            return ("happens by itself", *_rules(model, phase))
        case who:
            assert_never(who)


def _rules(model: Model, phase: Phase) -> Line:
    """What else the phase's expressions say of who acts and when."""
    again = f"; again from {_title(model, phase.back_to)} if " if phase.back_to else "; again if "
    told = [(again if rule is AGAIN else rule.told, _text(phase, rule)) for rule in PHASE_RULES]
    return tuple(part for words, text in told if words and text for part in (words, *_code(text)))


def _only(phase: Phase) -> Line:
    return ("only if ", *_code(_text(phase, IF))) if _text(phase, IF) else ()


def _text(phase: Phase, rule: PhaseRule) -> str:
    """An expression as its author wrote it, empty for none."""
    return phase.code_text.get(rule.name, "")


def _code(text: str) -> Line:
    return (Code(text.strip()),) if text else ()


# The chapter of tables: step functions of a number, with a row for each step.


def tables_chapter(subject: Subject) -> Iterator[Block]:
    model = subject.model
    shown = [t for t in model.tables.values() if t.owner is None or t.owner in subject.sets]
    if not shown:
        return
    yield Heading(2, "Tables")
    for table in shown:
        of_set = f" ({model.sets[table.owner].title})" if table.owner else ""
        yield Heading(3, title_of(table.name) + of_set)
        yield Rows(("From", "Gives"), tuple(_rows(table)))
        place = f"{table.owner}.tables.{table.name}" if table.owner else f"tables.{table.name}"
        yield from provenance_within(model, place)


def _rows(table: Table) -> Iterator[tuple[Line, ...]]:
    if table.steps:
        yield (f"below {table.steps[0][0]}",), ("0",)
    for start, value in table.steps:
        yield (str(start),), (str(value),)
    if table.slope is not None:
        every, more = table.slope
        yield (f"every {every} more",), (f"{more} more",)


# The chapter of terms: words of the game, each with what it means.


def terms_chapter(subject: Subject) -> Iterator[Block]:
    model = subject.model
    shown = [term for term in model.terms.values() if term.owner is None or term.owner in subject.sets]
    if not shown:
        return
    yield Heading(2, "Words")
    of_set = {term: f" ({model.sets[term.owner].title})" if term.owner else "" for term in shown}
    yield Points(tuple((Strong(term.name), f"{of_set[term]}: {term.text}") for term in shown))


# The chapter of variants: for each overlay, when it applies and what it changes.


def variants_chapter(subject: Subject) -> Iterator[Block]:
    if not subject.overlays:
        return
    yield Heading(2, "Variants")
    for overlay in subject.overlays:
        head = read(OverlayHead, overlay)
        yield Heading(3, word(head.title, title_of(word(head.overlay))))
        yield Paragraph(("Applies when ", Code(word(head.applies).strip()), "."))
        if players := word(head.players):
            yield Paragraph((f"Adds games for {players.replace('..', ' to ')} {_players_of_range(players)}.",))
        changes = [(f"{title}: {join_words(names)}",) for title, names in _changes(overlay)]
        if changes:
            yield Points(tuple(changes))
        yield from provenance(word(head.source), word(head.assumed))


def _players_of_range(count: str) -> str:
    return "player" if count == "1" else "players"


def _changes(overlay: Mapping) -> Iterator[tuple[str, list[str]]]:
    """The title of each section that an overlay changes, with the names that it changes there."""
    for key, value in entries(overlay):
        if key.text == "flow":
            for part, inner in entries(value):
                yield title_of(part.text), _names(inner)
        elif key.text not in OverlayHead.declared.keys:
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


# The chapter of what plugins bring for the code of a game: functions, and ways to draw by chance.


def plugins_chapter(subject: Subject) -> Iterator[Block]:
    brought = subject.model.plugin_functions.values()
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
    if remarks:
        yield Heading(2, "What else is assumed")
        yield Points(tuple((Strong(r.place or "the game"), f" {r.text}") for r in remarks))


# Makes the document of a booklet: all chapters, in reading order.


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
        *box_chapter(subject),
        *settings_chapter(subject),
        *flow_chapter(subject),
        *scoring_chapter(subject),
        *tables_chapter(subject),
        *terms_chapter(subject),
        *plugins_chapter(subject),
        *powers.power_chapters(subject),
        *variants_chapter(subject),
        *rulings.rulings_chapter(model, powers.rulings_of_powers(model)),
        *assumptions_chapter(subject),
    ]
    return document


def make_rulings(ruleset: Ruleset) -> Document:
    """A document of all rulings of a ruleset, under their headings."""
    document = Document(f"{ruleset.title}: rulings")
    made_by = f"artrules doc {ruleset.name} --rulings"
    document.blocks.append(Paragraph(("Made from the ruleset by ", Code(made_by), ".")))
    document.blocks += rulings.ruling_headings(ruleset.model, 2)
    return document


def _players(subject: Subject) -> str:
    counts = subject.player_counts
    if len(counts) > 2 and list(counts) == list(range(counts[0], counts[-1] + 1)):
        return f"{counts[0]} to {counts[-1]} players"
    return f"{' or '.join(map(str, counts))} {'player' if counts == (1,) else 'players'}"
