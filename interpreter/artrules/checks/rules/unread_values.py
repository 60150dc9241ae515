"""Values that a game keeps and never asks for: of variables, attributes of cards, properties, fields of events.

A variable that nothing mentions at all is `never-used`. Here are those that code changes, counts up or announces
without any code that reads them, in any combination of overlays. The label of a card and the score are code like any
other. Numbers of players that last for the game may go unread, if players see them: such is a track on the table.

A game with groups offers what it keeps to sets from elsewhere: attributes that are printed on cards with powers, and
the fields of its events. These may go unread.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from artrules.analyses.calls import every
from artrules.analyses.type_uses import enums_in_use, kinds_in_use
from artrules.analyses.value_reads import Key, Values
from artrules.checks.check import ruleset_check
from artrules.diagnostics.example import Example, Examples
from artrules.diagnostics.registry import declare
from artrules.diagnostics.report import Report
from artrules.diagnostics.span import Span
from artrules.ir.declarations import Variable
from artrules.ir.model import Model
from artrules.ir.nodes import Announce, Happenings, PropertyOf, Watch
from artrules.ir.types import PLAYER, Number

_COMMENT = re.compile(r"(?:^|\s)#.*$", re.MULTILINE)
UNREAD_VALUE = declare(
    4154,
    "unread-value",
    "the game keeps a value that nothing reads",
    """
    Code may change this value or count it up, but no rule asks for it, so it makes no difference. Perhaps a rule is
    missing, or asks for another value by a slip. Otherwise remove it.
    """,
    severity="warning",
    examples=Examples(
        fails=Example(
            "sections",
            """
            variables:
              lost: {of: player, type: 0..99, lasts: turn}  #!
            procedures:
              lose: |
                move my hand to my discard
                my lost += 1
            """,
        ),
        repaired=Example(
            "sections",
            """
            variables:
              lost: {of: player, type: 0..99, lasts: turn}
            procedures:
              lose: |
                move my hand to my discard
                my lost += 1
                my coins += my lost
            """,
        ),
        near_misses=(
            Example(
                "sections",
                """
                variables:
                  lost: {of: player, type: 0..99, starts: 0}
                flow:
                  score:
                    lost: {label: lost, is: 9 - my lost}
                procedures:
                  lose: my lost += 1
                """,
            ),
            Example(
                "overlay",
                """
                overlay: storm
                of: lanterns
                applies: size(players) = 2
                procedures:
                  hand_out_bonus: |
                    for p in players:
                        p.coins += p.lost
                """,
                with_sections="""
                variables:
                  lost: {of: player, type: 0..9, lasts: turn}
                procedures:
                  lose: my lost += 1
                """,
            ),
            Example(
                "sections",
                """
                variables:
                  track: {of: player, type: 0..99, starts: 0}
                procedures:
                  lose: my track += 1
                """,
            ),
            Example(
                "sections",
                """
                enums:
                  wind:
                    has: {calm: bool}
                    members: {north: {calm: no}, south: {calm: yes}}
                cards:
                  sail: {label: "{self.side}", attributes: {side: {type: wind}}}
                zones:
                  mast: {holds: sail, seen_by: everyone}
                pieces:
                  sails: {kind: sail, start: mast, for: "w in wind where w.calm", has: {side: w}}
                """,
            ),
        ),
    ),
)


@ruleset_check(UNREAD_VALUE, asks_for_uses=True)
def unread_values(models: Sequence[Model], report: Report) -> None:
    values = Values()
    awaited: set[str] = set()
    announced: set[str] = set()
    for model in models:
        values.add(model)
        awaited |= {node.event.key for _, node in every(model, Watch)}
        awaited |= {node.event.key for _, node in every(model, Happenings)}
        announced |= {node.event.key for _, node in every(model, Announce)}
        for _, node in every(model, PropertyOf):
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
            if kind.name in kinds and (kind.powers is None or not attribute.printed):
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
