"""Values that nothing asks for or that never change, and assignments and moves that change nothing."""

import re
from collections.abc import Iterator, Sequence

from artrules.check.checks.check import ruleset_check
from artrules.model.analyses.calls import every, every_body
from artrules.model.analyses.certainties import certain_in_all, overwritten, suites
from artrules.model.analyses.judging import Sort
from artrules.model.analyses.reads import Key, Values, enums_in_use, kinds_in_use
from artrules.model.facts.knowledge import StateReads
from artrules.model.facts.same_value import key_of
from artrules.model.ir import nodes as k
from artrules.model.ir.declarations import Variable
from artrules.model.ir.model import Model
from artrules.model.ir.types import PLAYER, Number
from artrules.text.diagnostics.diagnostic import Span
from artrules.text.diagnostics.kinds import declare
from artrules.text.diagnostics.report import Report

# Values that a game keeps and never asks for: of variables, attributes of cards, properties, fields of events.
#
# A variable that nothing mentions at all is `never-used`. Here are those that code changes, counts up or announces
# without any code that reads them, in any combination of overlays. The label of a card and the score are code like any
# other. Numbers of players that last for the game may go unread, if players see them: such is a track on the table.
#
# A game with groups offers what it keeps to sets from elsewhere: attributes that are printed on cards with powers, and
# the fields of its events. These may go unread.

_COMMENT = re.compile(r"(?:^|\s)#.*$", re.MULTILINE)
UNREAD_VALUE = declare(4154, "unread-value", "the game keeps a value that nothing reads", severity="warning")


@ruleset_check(UNREAD_VALUE, asks_for_uses=True, in_libraries="never", reads_words=True)
def unread_values(models: Sequence[Model], report: Report) -> None:
    values = Values()
    awaited: set[str] = set()
    announced: set[str] = set()
    for model in models:
        values.add(model)
        awaited |= {node.event.key for _, node in every(model, k.Watch)}
        awaited |= {node.event.key for _, node in every(model, k.Happenings)}
        announced |= {node.event.key for _, node in every(model, k.Announce)}
        for _, node in every(model, k.PropertyOf):
            values.read.add(("property", node.enum, node.property))
        for kind in model.kinds.values():
            if kind.powers is not None:
                values.read.add(("attribute", kind.name, kind.powers.by))
    changed = {key[-1] for key in values.changed if key[0] == "variable"}
    for model in models:
        for key, what, at in _kept(model, changed, awaited & announced):
            if key not in values.read and not (key[0] == "property" and _in_piece_rules(model, key[-1])):
                but = ", although rules change it" if key in values.changed else ""
                report.add(UNREAD_VALUE, f"nothing reads {what}{but}", at)


def _kept(model: Model, changed: set[str], events: set[str]) -> Iterator[tuple[Key, str, Span]]:
    """The values that may not go unread: for each its key, what it is, and its place."""
    for variable in model.variables.values():
        if variable.key in changed and not _is_track(variable):
            yield ("variable", variable.key), f"the variable `{variable.name}`", variable.at
    kinds, enums = kinds_in_use(model), enums_in_use(model)
    for kind in model.kinds.values():
        for attribute in kind.attributes.values():
            is_for_rules = not attribute.is_mark and (kind.powers is None or not attribute.printed)
            if kind.name in kinds and is_for_rules:  # a mark is there for players
                yield ("attribute", kind.name, attribute.name), f"`{attribute.name}` of a {kind.name}", attribute.at
    for enum in model.enums.values():
        for name in enum.properties if enum.name in enums else ():
            yield ("property", enum.name, name), f"`{name}` of {enum.name}", enum.at
    for event in model.events.values():
        if event.key in events and (event.owner is not None or not model.awaits_sets):
            for field in event.fields.values():
                yield ("field", event.key, field.name), f"`{field.name}` of `{event.name}`", field.at


def _is_track(variable: Variable) -> bool:
    """Whether players may read a variable on the table without any rule that asks for it."""
    seen = variable.seen_by != "nobody" and variable.of == PLAYER
    return seen and isinstance(variable.type, Number) and variable.lasts == "game"


def _in_piece_rules(model: Model, name: str) -> bool:
    """Whether files with pieces mention a property. Rules for pieces are applied before there is a model."""
    files = {at.file for pieces in model.pieces.values() for _, _, at in pieces.rows}
    texts = (_COMMENT.sub("", model.source_text(file) or "") for file in files)
    return any(re.search(rf"\.{name}\b", text) for text in texts)


# Variables that code reads and nothing ever changes, so that they keep their start for the whole game.
#
# With them are attributes of cards that return to their start when something ends, but never have another value. An
# attribute with `starts` alone may stay as it is: it is worked out from others.
#
# A variable that holds a player and starts with the first one may stay, too: it says who begins.
#
# A game with groups offers its variables and attributes to sets from elsewhere, which may change them. So those of the
# game may stay; those of sets may not.

NEVER_CHANGED = declare(4155, "never-changed", "a value that rules ask for and nothing changes", severity="warning")


@ruleset_check(NEVER_CHANGED, asks_for_uses=True, in_libraries="never")
def unchanging_values(models: Sequence[Model], report: Report) -> None:
    values = Values()
    starts: dict[str, set[str]] = {}
    for model in models:
        values.add(model)
        for variable in model.variables.values():
            starts.setdefault(variable.key, set()).add(variable.starts_text)
    for model in models:
        for variable in model.variables.values():
            key: Key = ("variable", variable.key)
            is_offered = variable.key in model.expected or (model.awaits_sets and variable.owner is None)
            if key in values.changed or key not in values.read or is_offered:
                continue
            if (variable.type == PLAYER and variable.of is None) or len(starts[variable.key]) > 1:
                continue  # the latter differ from variant to variant
            is_always = f"it is always {variable.starts_text}" if variable.starts_text else "it stays as it starts"
            report.add(NEVER_CHANGED, f"nothing changes `{variable.name}`: {is_always}", variable.at)
        for kind in model.kinds.values() if not model.awaits_sets else ():
            for attribute in kind.attributes.values():
                key = ("attribute", kind.name, attribute.name)
                returns = attribute.back_when_leaving is not None or attribute.lasts != "game"
                if returns and key in values.read and key not in values.changed:
                    what = f"nothing changes `{attribute.name}` of a {kind.name}, so it need not return to its start"
                    report.add(NEVER_CHANGED, what, attribute.at)


# Assignments and moves that change nothing, and values that nothing ever reads because others replace them at once.
#
# A value is replaced at once if another one is assigned to the same place with nothing in between that could read it:
# no condition, no call, no decision. Cards that are moved to where they lie already stay as they are in a zone without
# order, and so do all cards of a row; in a pile, or if they are some of a row, they come to lie at another place.

NO_EFFECT = declare(4103, "no-effect", "a statement that changes nothing", severity="warning")
OVERWRITTEN = declare(4104, "overwritten", "a value that another one replaces at once", severity="warning")


@ruleset_check(NO_EFFECT, OVERWRITTEN, in_libraries="alone")
def assignments_without_effect(models: Sequence[Model], report: Report) -> None:
    for certainty in certain_in_all(models, Sort.ASSIGNED):
        report.add(
            NO_EFFECT, "this changes nothing: the value is there already", certainty.at, related=certainty.because
        )
    for model in models:
        _moves_in_place(model, report)
        _empty_suites(model, report)
        _overwritten_values(model, report)


def _moves_in_place(model: Model, report: Report) -> None:
    if any(isinstance(s.place, k.FaceOf) for _, s in every(model, k.Set)) or any(
        m.face for _, m in every(model, k.Move)
    ):
        return  # a card that arrives may be turned over
    from_loops = {id(move): zone for _, loop in every(model, k.ForEach) for move, zone in _moves_in(loop)}
    for _, move in every(model, k.Move):
        source = from_loops.get(id(move)) or _zone_of(move.cards)
        if source is not None and move.end is None and move.position is None and _stays(move, source, model):
            report.add(
                NO_EFFECT,
                f"this changes nothing: the cards are in `{source.declaration.name}` already",
                move.at,
                related=[("they are taken from here", source.at)],
            )


def _overwritten_values(model: Model, report: Report) -> None:
    reads = StateReads(model.values)
    for code in every_body(model):
        for suite in suites(code.nodes):
            for first, second in overwritten(suite, reads):
                report.add(
                    OVERWRITTEN,
                    "nothing ever reads this value: another one replaces it at once",
                    first.at,
                    related=[("it is replaced here", second.at)],
                )


def _zone_of(cards: k.Expression) -> k.ZoneOf | None:
    """The zone that cards lie in for sure, as the expression that names them says it."""
    match cards:
        case k.ZoneOf():
            return cards
        case k.Fold(kind="those" | "first" | "last", binders=(binder,)):
            return _zone_of(binder.domain)
    return None


def _moves_in(loop: k.ForEach) -> Iterator[tuple[k.Move, k.ZoneOf]]:
    """The move of the loop's card that comes first in a loop, with the zone that the loop goes through."""
    zone = _zone_of(loop.binder.domain)
    match loop.body:
        case (k.Move(cards=k.Local(name=name)) as move, *_) if zone is not None and name == loop.binder.local.name:
            yield move, zone


def _stays(move: k.Move, source: k.ZoneOf, model: Model) -> bool:
    """Whether cards that are moved from a zone to the same one stay as they are."""
    zone = source.declaration
    leaving = {a.back_when_leaving for kind in zone.kinds for a in model.kinds[kind].attributes.values()}
    in_order = zone.order == "loose" or (zone.order == "row" and move.cards is source)
    return in_order and zone.name not in leaving and key_of(move.zone) == key_of(source)


def _empty_suites(model: Model, report: Report) -> None:
    for of_sort in (every(model, k.ForEach), every(model, k.Repeat), every(model, k.As), every(model, k.Watch)):
        for _, statement in of_sort:
            if not statement.body:
                report.add(NO_EFFECT, "this changes nothing: nothing stands below it but `skip`", statement.at)
