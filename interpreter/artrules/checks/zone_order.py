"""Words about order, said of zones that don't have it.

Only a pile has a top and a bottom, can be shuffled, and can show its top card alone; a loose zone has no positions
either. Cards of other zones lie in some order inside the engine, but it means nothing in the game, and a rule that used
it would play differently for no reason anybody at the table could see. `orderless.py` finds out which lists and cards
come from such a zone. Whose condition says by what is printed which card it is may be the first of those for which it
holds.
"""

from __future__ import annotations

from artrules.checks.calls import every_body
from artrules.checks.orderless import Orderless
from artrules.diagnostics.kinds.checks import LOOSE_ORDER, NO_POSITIONS, NOT_A_PILE
from artrules.diagnostics.report import Report
from artrules.diagnostics.span import Span
from artrules.kernel.declarations import ZoneDeclaration
from artrules.kernel.nodes import (
    Binder,
    BuiltinCall,
    Expression,
    Fold,
    Local,
    Move,
    Node,
    Operation,
    Shuffle,
    TopOf,
    walk,
)
from artrules.kernel.type import Card, Zone
from artrules.kernel.type import Optional as Maybe
from artrules.resolve.model import Model


def check(model: Model, report: Report) -> None:
    for zone in model.zones.values():
        if zone.shows_top_only and zone.order != "pile":
            what = f"the zone `{zone.name}` shows its top, but has none"
            report.add(NOT_A_PILE, what, zone.at, expected="`order: pile`")
    for code in every_body(model):
        values = Orderless(code.nodes, model)
        loose = _cards(code.nodes, values)
        for node in code.every_node:
            match node:
                case TopOf(zone=zone_, from_bottom=from_bottom):
                    word = "bottom" if from_bottom else "top"
                    _pile(zone_, f"has no {word}", node.at, model, report)
                case Shuffle(zone=zone_):
                    _pile(zone_, "can't be shuffled", node.at, model, report)
                case Move(zone=zone_, end=str(end)):
                    _pile(zone_, f"has no {end}", node.at, model, report)
                case Move(zone=zone_, position=Expression()):
                    found = _declared(zone_, model)
                    if found is not None and found.order == "loose":
                        _no_positions(found, node.at, report)
                case BuiltinCall(builtin=builtin, arguments=[card]) if builtin.name in ("position", "before"):
                    found = loose.get(card.name) if isinstance(card, Local) else values.zone_of(card, any_order=True)
                    if found is not None:
                        _no_positions(found, node.at, report)
                case Fold(kind="first" | "last") | Operation(operator="item"):
                    inner = node.operands[0] if isinstance(node, Operation) else node
                    found = values.zone_of(inner)
                    if found is not None:
                        _loose_order(found, node.at, report)


def _declared(zone: Expression, model: Model) -> ZoneDeclaration | None:
    return model.zones.get(zone.type.name) if isinstance(zone.type, Zone) else None


def _pile(zone: Expression, what: str, at: Span, model: Model, report: Report) -> None:
    found = _declared(zone, model)
    if found is not None and found.order != "pile":
        report.add(
            NOT_A_PILE,
            f"the zone `{found.name}` {what}: it is no pile",
            at,
            expected="a zone with `order: pile`",
            found=f"`order: {found.order}`",
            related=[(f"`{found.name}` is declared here", found.at)],
        )


def _no_positions(zone: ZoneDeclaration, at: Span, report: Report) -> None:
    report.add(
        NO_POSITIONS,
        f"cards in `{zone.name}` lie in no order",
        at,
        expected="`order: pile` or `order: row`",
        found="`order: loose`",
        related=[(f"`{zone.name}` is declared here", zone.at)],
    )


def _loose_order(zone: ZoneDeclaration, at: Span, report: Report) -> None:
    report.add(
        LOOSE_ORDER,
        f"the cards in `{zone.name}` lie in no order: it means nothing which one this is",
        at,
        expected="`order: pile` or `order: row`, a choice, or a condition that says which card, such as `c.name is …`",
        found="`order: loose`",
        related=[(f"`{zone.name}` is declared here", zone.at)],
    )


def _cards(nodes: list[Node], values: Orderless) -> dict[str, ZoneDeclaration]:
    """Names bound to cards of a loose zone that the code doesn't move."""
    found: dict[str, ZoneDeclaration] = {}
    moved: set[str] = set()
    for node in walk(nodes):
        if isinstance(node, Binder) and (zone := values.zone_of(node.domain, any_order=True)) is not None:
            found[node.local.name] = zone
        elif isinstance(node, Move):
            moved |= {n.name for n in walk(node.cards) if isinstance(n, Local)}
    for name, value in values.lets.items():
        if isinstance(value.type, Card | Maybe) and (zone := values.zone_of(value, any_order=True)) is not None:
            found[name] = zone
    return {name: zone for name, zone in found.items() if name not in moved}
