"""The layout: figures and sentences of the story that would tell secrets or may fail, short titles that are long, and
titles and pictures that aren't printed on cards."""

import re
from collections.abc import Iterator, Set
from itertools import chain

from artrules.check.checks.check import model_check
from artrules.model.analyses.calls import CodeSearch, UsesOfMe, every
from artrules.model.analyses.dependence import Origin, Situation, Source, shows_on_card
from artrules.model.analyses.failures import FailingCalls, failures
from artrules.model.analyses.information import InformationFlow
from artrules.model.analyses.information_flow import information_flow
from artrules.model.analyses.option_looks import refers_to_cards
from artrules.model.facts.knowledge import StateReads
from artrules.model.ir import nodes as k
from artrules.model.ir.declarations import Declaration, ZoneDeclaration
from artrules.model.ir.layout import Figure, Titled
from artrules.model.ir.model import Model
from artrules.model.ir.nodes import Expression, Label
from artrules.model.ir.types import (
    PLAYER,
    Bool,
    Member,
    Number,
    Player,
    Unknown,
)
from artrules.text.diagnostics.diagnostic import Span
from artrules.text.diagnostics.kinds import BAD_LOOK, declare
from artrules.text.diagnostics.report import Report

# Figures of the layout that would tell secrets, or that may fail.

FIGURE_REVEALS = declare(4174, "figure-reveals", "a figure tells what not everyone who sees it may know")
FIGURE_FAILS = declare(4175, "figure-fails", "a figure may have no value")


@model_check(FIGURE_REVEALS, FIGURE_FAILS)
def figures(model: Model, report: Report) -> None:
    if not model.layout.figures:
        return
    flow, failing_calls, uses = information_flow(model), FailingCalls(), UsesOfMe(model)
    refers = CodeSearch(model, refers_to_cards)
    for figure in model.layout.figures.values():
        seers = {"me"} if figure.seen_by != "owner" or figure.binder is None else {"me", figure.binder.name}
        hidden = list(_hidden(figure.value, flow, seers))
        if figure.attribute is not None:
            if hidden:
                _attribute_reveals(figure, hidden[0], model, flow, report)
            continue
        if hidden or refers.among((figure.value,)):
            looks = "each player" if uses.first(figure.value) is not None else "everyone"
            who = "its owner" if figure.seen_by == "owner" else looks
            report.add(
                FIGURE_REVEALS,
                f"the figure `{figure.name}`, which {who} sees, tells what may be hidden",
                figure.value.at,
                expected="what all who see it may know, such as how many cards lie somewhere",
                related=hidden[:1] if hidden else [("it isn't known who sees this card", figure.value.at)],
            )
        for failure in failures(figure.value, False, model, failing_calls):
            report.add(FIGURE_FAILS, f"the figure `{figure.name}` may fail: {failure.why}", failure.at)


def _attribute_reveals(
    figure: Figure, hidden: tuple[str, Span], model: Model, flow: InformationFlow, report: Report
) -> None:
    """Report that what an attribute comes to tells something hidden: where a power gives it, or at the attribute."""
    gifts = [gift for gift in model.gifts.values() if figure.attribute in gift.values]
    functions = [function for gift in gifts for function in gift.functions if function in model.values]
    giver = k.Local(figure.at, PLAYER, "me")
    calls = [k.Call(f.at, model.values[f].type, f, tuple(model.locals[f]), giver) for f in functions]
    revealing = [(call.at, own[0]) for call in calls if (own := list(_hidden(call, flow, {"whoever looks"})))]
    for at, related in revealing or [(figure.at, hidden)]:
        report.add(
            FIGURE_REVEALS,
            f"what `{figure.attribute}` comes to, which everyone sees who sees the card, tells what may be hidden",
            at,
            expected="what everyone may know, such as how many cards lie somewhere",
            related=[related],
        )


def _hidden(e: Expression, flow: InformationFlow, seers: Set[str]) -> Iterator[tuple[str, Span]]:
    """What an expression tells that may be hidden from some of those who read it, who are called so in code; what is
    told by naming cards is no matter. Gives words, and a place."""
    for source in sorted(flow.resolved(flow.analysis.of(e, Situation()).value), key=_place_of):
        if not any(map(source.is_seen_by, seers)):
            match source.what:
                case ZoneDeclaration(name=name, at=at):
                    yield f"not everyone sees all that lies in `{name}`", at
                case Declaration(name=name, at=at):
                    yield f"not everyone sees `{name}`", at
                case Origin():
                    yield "not everyone may know this", e.at


def _place_of(source: Source) -> tuple[str, int, int]:
    at = source.what.at if isinstance(source.what, Declaration) else None
    return (at.file, at.line, at.column) if at is not None else ("", 0, 0)


# Sentences of the story that would tell secrets, or that may fail. Cards that an option binds are no matter: whoever
# doesn't see one reads "a card", and "something" in place of what is read off it. What is read off other hidden cards
# would be "something" to most who read it.

STORY_REVEALS = declare(4231, "story-reveals", "a sentence of the story tells what not everyone may know")
STORY_FAILS = declare(4232, "story-fails", "a sentence of the story may fail")


@model_check(STORY_REVEALS, STORY_FAILS)
def story(model: Model, report: Report) -> None:
    if not model.layout.story:
        return
    flow, failing_calls = information_flow(model), FailingCalls()
    hidden_kinds = {kind for zone in model.zones.values() if flow.analysis.hidden_in(zone) for kind in zone.kinds}
    reads_all = CodeSearch(model, lambda node: _reads_all_cards(node, hidden_kinds))
    for told in model.layout.story:
        parts = [part for part in told.sentence.parts if not isinstance(part, str)]
        for part in parts:
            hidden = list(_hidden(part, flow, set()))
            if hidden or reads_all.among(k.walk(part)):
                report.add(
                    STORY_REVEALS,
                    f"what is told of `{told.label}` tells what may be hidden",
                    part.at,
                    expected="what everyone may know, such as the names that the option binds",
                    related=hidden[:1] if hidden else [("not everyone sees all of these cards", part.at)],
                )
                break
        for part in parts:
            for failure in failures(part, False, model, failing_calls):
                report.add(STORY_FAILS, f"what is told of `{told.label}` may fail: {failure.why}", failure.at)


def _reads_all_cards(node: k.Node, kinds: Set[str]) -> bool:
    """Whether a node goes through all cards of one of some kinds, and reads off them what isn't a mark."""
    match node:
        case k.Fold(binders=binders):
            pass
        case k.Best(binder=binder):
            binders = (binder,)
        case _:
            return False
    names = {each.local.name for each in binders if isinstance(each.domain, k.AllCards) and each.domain.kind in kinds}
    return any(
        isinstance(each.card, k.Local) and each.card.name in names and not shows_on_card(each)
        for each in k.walk(node)
        if isinstance(each, k.AttributeOf | k.SharedAttribute | k.IsKind | k.PowersOf)
    )


# What is free and is asked about at the end must be one of several things that a player may do.

IDLE_GAIN = declare(4235, "idle-gain", "a gain that nobody could be asked about")


@model_check(IDLE_GAIN)
def gains(model: Model, report: Report) -> None:
    looks = {(look.site, look.owner, look.branch): look for look in model.layout.options if look.gain}
    for _, choose in every(model, k.Choose) if looks else ():
        said = [(branch, looks.get((choose.site, branch.owner, branch.key))) for branch in choose.branches]
        others = any(look is None for _, look in said)
        for branch, look in said:
            if look is not None and (branch.declines or not others):
                message = f"`{look.label}` can't be a gain: " + (
                    "it declines" if branch.declines else "nobody can do anything else there"
                )
                report.add(IDLE_GAIN, message, look.at)


# Short titles that aren't short.

LONG_SHORT = declare(4238, "long-short", "a short title is longer than the title", severity="warning")


@model_check(LONG_SHORT, reads_words=True)
def short_titles(model: Model, report: Report) -> None:
    layout = model.layout
    members = (each for of_enum in layout.members.values() for each in of_enum.values())
    things: Iterator[Titled] = chain(
        layout.areas, layout.zones.values(), layout.variables.values(), layout.figures.values(), members
    )
    for each in things:
        if each.short is None:
            continue
        name = re.split("[./]", each.name)[-1].replace("_", " ")
        title = each.title.text if each.title is not None else name
        if len(each.short.text) > len(title):
            report.add(
                LONG_SHORT,
                f"`{each.short.text}` is longer than the title `{title}`",
                each.short.at,
                expected=f"at most {len(title)} characters",
            )


# Titles and pictures of cards that depend on more than what is printed on them.


@model_check(BAD_LOOK)
def drawn_texts(model: Model, report: Report) -> None:
    cards = model.layout.cards.values()
    if not any(card.title or card.picture for card in cards):
        return
    reads = StateReads(model.values)
    for card in cards:
        for what, label in (("title", card.title), ("picture", card.picture)):
            for part in label.parts if isinstance(label, Label) else ():
                if isinstance(part, Expression) and (reads.of(part) or not _is_plain(part)):
                    report.add(
                        BAD_LOOK,
                        f"the {what} of a `{card.name}` depends on more than what is printed on it",
                        part.at,
                        expected="an attribute that nothing changes, such as `{self.NAME}`",
                    )


def _is_plain(part: Expression) -> bool:
    """Whether a part of a text is a plain value, and not the label of a card."""
    return isinstance(part.type, Bool | Member | Number | Player | Unknown)
