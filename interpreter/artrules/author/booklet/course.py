"""The chapters on the course of a game: setup, a round and its phases, the end, the score and who wins.

They tell what content says (`says`). Where it says nothing they give titles, or are silent. What the code says is
printed only for who asks for it.
"""

from collections.abc import Iterator, Sequence

from artrules.author.booklet.document import Block, Code, Emphasis, Heading, Line, Paragraph, Points, Strong
from artrules.author.booklet.selection import (
    Subject,
    as_line,
    display_text,
    join_words,
    provenance_within,
    title_of,
    with_full_stop,
)
from artrules.model.analyses.telling import performed, says_at, says_of, says_of_entries
from artrules.model.ir import nodes as k
from artrules.model.ir.code import is_written
from artrules.model.ir.model import MENU, PHASE_RULES, STOP_IF, Model, Phase, ScorePart, Step

# What is told of procedures and menus, where the code that is told of performs them.


def _tell_performed(subject: Subject, body: k.Body, *, is_told: bool) -> Iterator[Block]:
    """What content says of the procedures and menus that some code performs, in the order of the code, below their
    titles. Where it says nothing of any, and the code isn't told of otherwise, the titles alone."""
    model = subject.model
    blocks: list[Block] = []
    titles: list[Block] = []
    for procedure in performed(model, body):
        menu = model.menus[procedure.name.removeprefix(MENU)] if procedure.name.startswith(MENU) else None
        entitled = model.layout.decisions.get(procedure.key if menu is None else menu.name)
        title = entitled.text if entitled is not None else menu.prompt if menu is not None else ""
        heading: list[Block] = [Heading(4, title)] if title else []
        titles += heading
        texts = says_of(model, procedure)
        if menu is None:
            blocks += [*heading, *_paragraphs(texts, numbered=True)] if texts else []
        elif texts:
            entries = says_of_entries(model, menu.name)
            blocks += [*heading, *_paragraphs(says_at(model, f"menus.{menu.name}"))]
            blocks += [Points(tuple(map(_action, entries)))] if entries else []
    yield from _join_lists(blocks) if blocks else [] if is_told else titles


def _join_lists(blocks: Sequence[Block]) -> list[Block]:
    """The blocks, with numbered points that follow one another as one list."""
    joined: list[Block] = []
    for block in blocks:
        last = joined[-1] if joined else None
        if isinstance(block, Points) and isinstance(last, Points) and block.numbered and last.numbered:
            joined[-1] = Points((*last.lines, *block.lines), numbered=True)
        else:
            joined.append(block)
    return joined


def _action(text: str) -> Line:
    """What is said of an entry of a menu: what stands before the first colon is what the action is called."""
    name, colon, more = text.partition(": ")
    return (Strong(f"{name}:"), f" {more}") if colon else (text,)


def _paragraphs(texts: Sequence[str], *, numbered: bool = False) -> Iterator[Block]:
    """A paragraph for each text; where several are told in order, they are points with numbers."""
    if numbered and len(texts) > 1:
        yield Points(tuple(map(as_line, texts)), numbered=True)
    else:
        yield from (Paragraph(as_line(text)) for text in texts)


# Setup.


def setup_chapter(subject: Subject) -> Iterator[Block]:
    steps = list(filter(is_written, subject.model.flow.setup))
    if not steps:
        return
    blocks = _steps(subject, "flow.setup", steps)
    if blocks or subject.code:
        yield Heading(2, "Setup")
        yield from blocks
        if subject.code:
            yield from provenance_within(subject.model, "flow.setup")


def _steps(subject: Subject, place: str, steps: Sequence[Step]) -> list[Block]:
    """What is said of steps, one after the other, and of the procedures that only they perform."""
    model = subject.model
    later = {procedure for phase in model.flow.phases for procedure in performed(model, phase.body)}
    texts: list[str] = []
    for step in steps:
        texts += says_at(model, f"{place}.{step.name}")
        here = (procedure for procedure in performed(model, step.body) if procedure not in later)
        texts += [text for procedure in here for text in says_of(model, procedure)]
    if not texts and subject.code:
        texts = [with_full_stop(title_of(join_words(display_text(step.name) for step in steps)))]
    return list(_paragraphs(texts, numbered=True))


# A round, and its phases.


def round_chapter(subject: Subject) -> Iterator[Block]:
    """The chapter on a round; on a turn, where a round is nothing but everybody's turn."""
    model = subject.model
    phases = [(phase, list(_phase(subject, phase))) for phase in model.flow.phases]
    if not phases:
        return
    shown = [(phase, blocks) for phase, blocks in phases if blocks or phase.who != "nobody"]
    alone = len(phases) == 1 and phases[0][0].who == "in_turn"
    yield Heading(2, "A turn" if alone else "A round")
    yield from _paragraphs(says_at(model, "flow"))
    if len(shown) > 1:
        titles = join_words(model.title_of_phase(phase.name).lower() for phase, _ in shown)
        yield Paragraph((f"A round has {len(shown)} parts, in this order: {titles}.",))
    for phase, blocks in shown:
        if not alone:
            yield Heading(3, title_of(model.title_of_phase(phase.name)))
        if not (alone and says_at(model, "flow")):
            yield from _who_acts(subject, phase)
        yield from blocks
    if subject.code:
        yield from provenance_within(model, "flow.rounds")


def _who_acts(subject: Subject, phase: Phase) -> Iterator[Block]:
    if subject.player_counts == (1,):
        return
    match phase.who:
        case "all_at_once":
            yield Paragraph((Emphasis("All players do this at the same time."),))
        case "in_turn" if not phase.is_open:
            yield Paragraph((Emphasis("One player after another has a turn, clockwise."),))


def _phase(subject: Subject, phase: Phase) -> Iterator[Block]:
    model = subject.model
    texts = says_at(model, f"flow.rounds[{phase.name}]")
    yield from _paragraphs(texts, numbered=True)
    title = model.layout.decisions.get(phase.name)
    blocks = list(_tell_performed(subject, phase.body, is_told=bool(texts) or title is not None))
    if not texts and not blocks and title is not None:
        yield Heading(4, title.text)
    yield from blocks
    if subject.code:
        for rule in PHASE_RULES:
            yield from _code_of(title_of(rule.name), phase.code_text.get(rule.name, ""))


# The end, the score, and who wins.


def end_chapter(subject: Subject) -> Iterator[Block]:
    """The chapter on the end of the game: when it comes, what is done then, what counts, and who wins."""
    model, flow = subject.model, subject.model.flow
    end = list(_end(subject))
    final = _steps(subject, "flow.final", flow.final)
    points = list(_points(subject))
    winners = [*_paragraphs(says_at(model, "flow.sides")), *_paragraphs(says_at(model, "flow.winners"))]
    if subject.code:
        winners += [*_code_of("Sides", flow.sides_text), *_code_of("Winners", flow.winners_text)]
    parts = {
        "When the game ends": end,
        "After the last round": final,
        "Points": points,
        "Who wins": winners,
    }
    shown = {title: blocks for title, blocks in parts.items() if blocks}
    if not shown:
        return
    yield Heading(2, "The end of the game")
    for title, blocks in shown.items():
        yield Heading(3, title)
        yield from blocks
    if subject.code:
        for place in ("flow.until", "flow.last_round", "flow.final", "flow.score", "flow.sides", "flow.winners"):
            yield from provenance_within(model, place)


def _end(subject: Subject) -> Iterator[Block]:
    flow = subject.model.flow
    yield from _paragraphs(says_at(subject.model, "flow.until"))
    for phase in flow.phases:
        yield from _paragraphs(says_at(subject.model, f"flow.rounds[{phase.name}].{STOP_IF.name}"))
    if subject.code:
        yield from _code_of("Until", flow.until_text)
        if flow.last_round is not None:
            yield Paragraph((f"At the latest after round {flow.last_round}.",))


def _points(subject: Subject) -> Iterator[Block]:
    model = subject.model
    lines = [_part(model, part) for part in model.flow.score]
    if lines:
        yield Points(tuple(lines))
    if subject.code:
        for part in model.flow.score:
            binders = f" for {part.binders_text}" if part.binders_text else ""
            yield from _code_of(part.label or title_of(part.name), part.each_text + binders)


def _part(model: Model, part: ScorePart) -> Line:
    title = title_of(part.label or part.name)
    texts = says_at(model, f"flow.score.{part.name}")
    return (Strong(with_full_stop(title)), f" {' '.join(texts)}") if texts else (title,)


def _code_of(title: str, text: str) -> Iterator[Block]:
    if text.strip():
        yield Paragraph((Emphasis(f"{title}:"), " ", Code(text.strip())))
