"""Code that asks for an order in zones that have none.

Only a pile has a top and a bottom, can be shuffled, and can show its top card alone. A loose zone has no positions
either. The engine keeps the cards of every zone in some order, but in a loose zone that order means nothing in the
game: a rule that used it would depend on something that nobody at the table can see. `analyses/order.py` finds which
lists and cards come from such a zone. Taking the first card is allowed if its condition names the card by what is
printed on it, because then all cards that fit are alike.
"""

from artrules.check.checks.check import model_check
from artrules.model.analyses.calls import every_body
from artrules.model.analyses.order import OrderAnalysis
from artrules.model.ir import nodes as k
from artrules.model.ir.code import Code
from artrules.model.ir.declarations import ZoneDeclaration, ZoneOrder
from artrules.model.ir.model import Model
from artrules.model.ir.node import traits_of
from artrules.model.ir.types import Card
from artrules.model.ir.types import Optional as Maybe
from artrules.text.diagnostics.diagnostic import Span
from artrules.text.diagnostics.kinds import declare
from artrules.text.diagnostics.report import Report

NOT_A_PILE = declare(4007, "not-a-pile", "top or bottom of a zone that has none")
NO_POSITIONS = declare(4008, "no-positions", "a position in a zone without order")
LOOSE_ORDER = declare(4062, "loose-order", "a card is taken by an order that means nothing", severity="warning")


@model_check(NOT_A_PILE, NO_POSITIONS, LOOSE_ORDER)
def zone_order(model: Model, report: Report) -> None:
    for zone in model.zones.values():
        if zone.sight.covers_cards and zone.order != "pile":
            what = f"the zone `{zone.name}` shows its {zone.sight.shows}, but has none"
            report.add(NOT_A_PILE, what, zone.at, expected="`order: pile`")
    for code in every_body(model):
        for owner, nodes in _by_owner(code).items():
            _look(nodes, owner, code.nodes, model, report)


def _is_of_a_part(binder: k.Binder) -> bool:
    """Whether a part of a zone or list, such as `hand[1..2]`, binds a name for itself: both stand at one place."""
    return binder.local.at == binder.at


def _by_owner(code: Code) -> dict[str | None, list[k.Node]]:
    """The nodes of code, by the set that they belong to: sets add entries to a menu of the game."""
    nodes_by_owner: dict[str | None, list[k.Node]] = {}
    entries = [node for node in code.every_node if isinstance(node, k.Branch) and node.owner is not None]
    owners = {id(node): entry.owner for entry in entries for node in k.walk(entry)}
    for node in code.every_node:
        nodes_by_owner.setdefault(owners.get(id(node), code.owner), []).append(node)
    return nodes_by_owner


def _look(nodes: list[k.Node], owner: str | None, body: list[k.Node], model: Model, report: Report) -> None:
    """Report what is wrong with the order that some nodes of a body ask for, as code of their owner."""
    values = OrderAnalysis(body, model, owner)
    loose = _cards(body, values)
    for node in nodes:
        match node:
            case k.TopOf(zone=zone_, from_bottom=from_bottom):
                word = "bottom" if from_bottom else "top"
                _pile(values.declared(zone_), f"has no {word}", node.at, report, _IN_A_ROW)
            case k.Shuffle(zone=zone_):
                _pile(values.declared(zone_), "can't be shuffled", node.at, report)
            case k.Move(zone=zone_, end=str(end)):
                _pile(values.declared(zone_), f"has no {end}", node.at, report)
            case k.Move(zone=zone_, position=k.ExpressionNode()):
                zone, order = values.declared(zone_)
                if zone is not None and order == "loose":
                    _no_positions(zone, node.at, report)
            case k.BuiltinCall(builtin=builtin, arguments=[card]) if builtin.traits.reads_order:
                card_zone = loose.get(card.name) if isinstance(card, k.Local) else values.zone_of(card, any_order=True)
                if card_zone is not None:
                    _no_positions(card_zone, node.at, report)
            case k.Fold(kind="first" | "last") | k.Operation(operator="item"):
                inner = node.operands[0] if isinstance(node, k.Operation) else node
                card_zone = values.zone_of(inner)
                if card_zone is not None:
                    _loose_order(card_zone, node.at, report)


_IN_A_ROW = "; in a row the first card is that at `[1]`, and the first n are `…[1..n]`"
"""How cards are named in a row that would be named from the top of a pile."""


def _pile(
    declared: tuple[ZoneDeclaration | None, ZoneOrder], what: str, at: Span, report: Report, in_a_row: str = ""
) -> None:
    """Report that a zone is no pile; `in_a_row` is what is written instead where it is a row."""
    zone, order = declared
    if zone is not None and order != "pile":
        report.add(
            NOT_A_PILE,
            f"the zone `{zone.name}` {what}: it is no pile",
            at,
            expected=_expected(zone, "a zone with `order: pile`", "pile") + (in_a_row if order == "row" else ""),
            found=f"`order: {zone.order}`",
            related=[(f"`{zone.name}` is declared here", zone.at)],
        )


def _no_positions(zone: ZoneDeclaration, at: Span, report: Report) -> None:
    report.add(
        NO_POSITIONS,
        f"cards in `{zone.name}` lie in no order",
        at,
        expected=_expected(zone, "`order: pile` or `order: row`", "row"),
        found=f"`order: {zone.order}`",
        related=[(f"`{zone.name}` is declared here", zone.at)],
    )


def _loose_order(zone: ZoneDeclaration, at: Span, report: Report) -> None:
    expected = "`order: pile` or `order: row`, a choice, or a condition that says which card, such as `c.name is …`"
    report.add(
        LOOSE_ORDER,
        f"the cards in `{zone.name}` lie in no order: it means nothing which one this is",
        at,
        expected=_expected(zone, expected, "row"),
        found=f"`order: {zone.order}`",
        related=[(f"`{zone.name}` is declared here", zone.at)],
    )


def _expected(zone: ZoneDeclaration, otherwise: str, order: ZoneOrder) -> str:
    """What would do; where the game leaves the order open, a set can ask for it."""
    return f"`requires: {{{zone.name}: {order}}}` in a set, and this code there" if zone.order == "open" else otherwise


def _cards(nodes: list[k.Node], values: OrderAnalysis) -> dict[str, ZoneDeclaration]:
    """Names that stand for cards of a loose zone, each with the zone, except those whose cards the code moves."""
    zones: dict[str, ZoneDeclaration] = {}
    moved: set[str] = set()
    for node in k.walk(nodes):
        if isinstance(node, k.Binder) and (zone := values.zone_of(node.domain, any_order=True)) is not None:
            zones[node.local.name] = zone
        elif isinstance(node, k.StatementNode):
            parts = list(k.walk([getattr(node, name) for name, _ in traits_of(node).moves]))
            moved |= {part.name for part in parts if isinstance(part, k.Local)}
            moved -= {part.local.name for part in parts if isinstance(part, k.Binder) and _is_of_a_part(part)}
    for name, value in values.lets.items():
        if isinstance(value.type, Card | Maybe) and (zone := values.zone_of(value, any_order=True)) is not None:
            zones[name] = zone
    return {name: zone for name, zone in zones.items() if name not in moved}
