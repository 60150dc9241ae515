"""What content says of the values that hidden variables may have.

A game that a seat can't tell from another one has other values in the variables that the seat doesn't see. `may_be`
says which; without it they stay, and whoever thinks ahead in such a game knows them. The condition is tested while
values are dealt anew, after the cards: so it may not depend on cards that somebody doesn't see.
"""

from __future__ import annotations

from artrules.analyses.calls import NodeSearch
from artrules.analyses.dependence import Origin, Situation
from artrules.analyses.information_flow import information_flow
from artrules.checks.check import model_check
from artrules.diagnostics.example import Example, Examples
from artrules.diagnostics.registry import declare
from artrules.diagnostics.report import Report
from artrules.ir import nodes as k
from artrules.ir.declarations import Variable, ZoneDeclaration
from artrules.ir.model import Model
from artrules.ir.types import Bool, Card, Happening, ListOf, Member, Number, Optional, Player, Power, Type, Zone

UNDEALT_VARIABLE = declare(
    4076,
    "undealt-variable",
    "nothing says which values a hidden variable may have",
    """
    Not everybody sees this variable. When a game is dealt anew for a seat, as bots do that think ahead, its value stays
    unless `may_be` says which values it may have. Say what holds for it, such as how much all players have together, or
    `yes` for any value of its type.
    """,
    severity="warning",
    examples=Examples(
        fails=Example(
            "sections",
            """
            variables:
              oath: {of: player, type: 1..3, seen_by: owner}  #!
            totals:
              oaths: {count: sum(p.oath for p in players), is: 2}
            """,
        ),
        repaired=Example(
            "sections",
            """
            variables:
              oath: {of: player, type: 1..3, seen_by: owner, may_be: sum(p.oath for p in players) = 5}
            """,
        ),
        near_misses=(
            Example(
                "sections",
                """
                variables:
                  oath: {of: player, type: 1..3}
                totals:
                  oaths: {count: sum(p.oath for p in players), is: 2}
                """,
            ),
            Example(
                "sections",
                """
                variables:
                  marked: {type: lantern or none, seen_by: nobody}
                totals:
                  marked: {count: size(lantern) if marked is none else 0, is: 28}
                """,
            ),
        ),
    ),
)
UNDEALABLE_VARIABLE = declare(
    4044,
    "undealable-variable",
    "a value that can't be dealt anew",
    """
    `may_be` says which values a variable may have for those who don't see it. Everybody sees this one, or its type has
    values that aren't dealt so: only numbers, truth values, members of enums and players are, and `none`. Keep hidden
    cards in a zone instead.
    """,
    examples=Examples(
        fails=Example("sections", "variables: {oath: {type: 1..3, may_be: oath > 1}}  #!"),
        repaired=Example("sections", "variables: {oath: {type: 1..3, seen_by: nobody, may_be: oath > 1}}"),
        near_misses=(
            Example(
                "sections",
                "variables: {foe: {type: player or none, seen_by: nobody, may_be: foe is none or round_number > 1}}",
            ),
        ),
    ),
)
DEAL_READS_CARDS = declare(
    4045,
    "deal-reads-cards",
    "what hidden values may be depends on cards that not everybody sees",
    """
    Values are dealt anew after the cards. So what `may_be` says must hold however the cards lie that somebody doesn't
    see. It may ask how many cards lie in a zone, and which lie where everybody sees all of them; it may not ask about
    the cards that variables and kept events refer to, nor about powers.
    """,
    examples=Examples(
        fails=Example(
            "sections",
            """
            variables:
              oath:
                type: 1..9
                seen_by: nobody
                may_be: any(p in players, c in p.hand where c.printed = oath)  #!
            """,
        ),
        repaired=Example(
            "sections",
            """
            variables:
              oath: {type: 1..99, seen_by: nobody, may_be: oath > size(box)}
            """,
        ),
        near_misses=(
            Example(
                "sections",
                """
                variables:
                  oath: {of: player, type: 0..9, seen_by: owner, may_be: no(p in players where p.oath > size(p.hand))}
                """,
            ),
        ),
    ),
)


@model_check(UNDEALT_VARIABLE, UNDEALABLE_VARIABLE, DEAL_READS_CARDS)
def hidden_values(model: Model, report: Report) -> None:
    refers = NodeSearch(model, _refers_to_cards)
    for variable in model.variables.values():
        condition = model.may_be.get(variable)
        if condition is None:
            if variable.seen_by != "everyone" and _can_be_dealt(variable.type):
                message = f"nothing says which values `{variable.name}` may have for those who don't see it"
                report.add(UNDEALT_VARIABLE, message, variable.at, expected="`may_be: …`, or `may_be: yes` for any")
            continue
        if (reason := _why_not_dealt(variable)) is not None:
            report.add(UNDEALABLE_VARIABLE, f"`{variable.name}` can't be dealt anew: {reason}", variable.at)
        read = information_flow(model).analysis.of(condition, Situation()).all
        reads_cards = any(isinstance(source.what, (ZoneDeclaration, Origin)) for source in read)
        if reads_cards or refers.among(condition):
            message = f"what `{variable.name}` may be depends on cards that not everybody sees"
            expected = "a condition on values, on how many cards there are, or on cards that everybody sees"
            report.add(DEAL_READS_CARDS, message, condition.at, expected=expected)


def _why_not_dealt(variable: Variable) -> str | None:
    if variable.seen_by == "everyone":
        return "everybody sees it"
    if not _can_be_dealt(variable.type):
        return f"its type is {variable.type}"
    return None


def _can_be_dealt(type_: Type) -> bool:
    if isinstance(type_, Optional):
        type_ = type_.of
    return isinstance(type_, (Number, Bool, Member, Player))


def _refers_to_cards(node: k.Node) -> bool:
    """Whether a node gives a card that a value refers to, or tells the powers of one."""
    match node:
        case k.PowersOf():
            return True
        case k.VariableOf() | k.FieldOf():
            return _refers(node.type)
    return False


def _refers(type_: Type) -> bool:
    """Whether values of a type are or hold cards, powers or happenings."""
    while isinstance(type_, (Optional, ListOf)):
        type_ = type_.of
    return isinstance(type_, (Card, Power, Happening, Zone))
