"""What players learn of cards and values that they can't see, and what content says of the values that hidden variables
may have.
"""

from __future__ import annotations

from collections.abc import Iterable

from artrules.check.checks.check import model_check
from artrules.model.analyses.calls import NodeSearch
from artrules.model.analyses.dependence import Origin, Situation, Source
from artrules.model.analyses.information import Test
from artrules.model.analyses.information_flow import information_flow
from artrules.model.ir import nodes as k
from artrules.model.ir.declarations import Declaration, Variable, ZoneDeclaration
from artrules.model.ir.model import Model
from artrules.model.ir.types import Bool, Card, Happening, ListOf, Member, Number, Optional, Player, Power, Type, Zone
from artrules.text.diagnostics.example import Example, Examples
from artrules.text.diagnostics.registry import declare
from artrules.text.diagnostics.report import Report

# What players learn of cards and values that they can't see.
#
# An option or a requirement tells the player who is offered something, or refused it, what it depends on: cards that
# nobody sees (`hidden-read`), or what is hidden from this player otherwise (`secret-offer`). To choose a card blindly
# is no fault. A statement that everybody notices tells everybody what it depends on (`depends-on-hidden`). All of them
# come from `analyses/information_flow.py`; what may be public after all, such as a card that was moved, isn't judged.

HIDDEN_READ = declare(
    4016,
    "hidden-read",
    "an option depends on cards that nobody sees",
    """
    A player who is offered something learns what the offer depends on. Everybody knows how many cards lie in a zone,
    but nobody sees which cards lie in this one, so an option may not ask for them. Let the card be drawn or shown
    first, and offer the option afterwards.
    """,
    examples=Examples(
        fails=Example(
            "procedure",
            """
            choose "take {c}" for c in my deck  #!
            move c to my hand
            """,
        ),
        repaired=Example(
            "procedure",
            """
            may "draw" if size(my deck) > 0:
                move top 1 of my deck to my hand
            """,
        ),
        near_misses=(
            Example(
                "procedure",
                """
                for c in my deck where c.shade is red:
                    move c to my hand
                """,
            ),
            Example(
                "procedure",
                """
                show top 2 of my deck to me
                may choose c in top 2 of my deck where c.shade is red:
                    move c to my hand
                """,
            ),
        ),
    ),
)
SECRET_OFFER = declare(
    4173,
    "secret-offer",
    "an option depends on what is hidden from who is offered it",
    """
    A player who is offered something learns what the offer depends on. Here it depends on cards or values that only
    another player may see, such as those of a neighbour's hand, or on a value that nobody sees. Let the other player
    decide, or offer it in any case and let the condition decide what happens afterwards.
    """,
    severity="warning",
    examples=Examples(
        fails=Example(
            "procedure",
            """
            may "call it" if any(c in left(me).hand where c.shade is red):  #!
                my coins += 1
            """,
        ),
        repaired=Example(
            "procedure",
            """
            may "call it":
                if any(c in left(me).hand where c.shade is red):
                    draw(1)
            """,
        ),
        near_misses=(
            Example(
                "sections",
                """
                functions:
                  glows(player p): any(c in p.hand where c.shade is red)
                procedures:
                  call: |
                    may choose p in others(me) where glows(me):
                        p.coins += 1
                """,
            ),
            Example(
                "procedure",
                """
                may choose c in left(me).hand:
                    move c to my hand
                """,
            ),
            Example(
                "procedure",
                """
                may choose p in others(me) where count(c in p.hand) > 2 and any(c in my hand where c.shade is red):
                    p.coins += 1
                """,
            ),
            Example(
                "procedure",
                """
                show left(me).hand to me
                may "call it" if any(c in left(me).hand where c.shade is red):
                    my coins += 1
                """,
            ),
        ),
    ),
)
DEPENDS_ON_HIDDEN = declare(
    4178,
    "depends-on-hidden",
    "everybody learns something of what not everybody sees",
    """
    Everybody notices this: that somebody is asked or isn't, a text, an open value, what is drawn from, whose turn it
    is, that the game ends. It depends on cards or values that not everybody sees, so everybody learns something of
    them. Show them first, or ask in any case and let the answer decide. Where the rules mean it, say so in a comment:
    `# artrules: ignore depends-on-hidden: whoever holds it must lead`.
    """,
    severity="warning",
    examples=Examples(
        fails=Example(
            "procedure",
            """
            if any(c in left(me).hand where c.shade is red):
                as left(me):
                    choose n in 1..2  #!
                    my coins becomes n
            """,
        ),
        repaired=Example(
            "procedure",
            """
            as left(me):
                choose n in 1..2
                my coins becomes n
            """,
        ),
        near_misses=(
            Example(
                "procedure",
                """
                if any(c in my hand where c.shade is red):
                    choose c in my hand where c.shade is red
                    move c to my row
                """,
            ),
            Example(
                "procedure",
                """
                for p in players:
                    show p.hand to everyone
                for p in players:
                    p.coins becomes sum(c.printed for c in p.hand)
                """,
            ),
            Example(
                "procedure",
                """
                let c = top of my deck
                move c to my row
                my coins becomes c.printed
                """,
            ),
        ),
    ),
)


@model_check(HIDDEN_READ, SECRET_OFFER, DEPENDS_ON_HIDDEN)
def hidden_information(model: Model, report: Report) -> None:
    flow = information_flow(model)
    judged: set[k.Node] = set()
    for test in flow.tests:
        if test.within not in judged and _judge_test(test, model, report):
            judged.add(test.within)
    for disclosure in flow.disclosures if model.players[1] > 1 else ():
        place = _first(disclosure.sources)
        deciding = [("this decides about it", disclosure.because)] if disclosure.because is not None else []
        report.add(
            DEPENDS_ON_HIDDEN,
            f"{disclosure.act.value} depends on {_what(place)}, which not everybody sees",
            disclosure.at,
            related=[*deciding, (f"not everybody sees {_what(place)}", place.at)],
        )


def _judge_test(test: Test, model: Model, report: Report) -> bool:
    """Report what an option or a requirement tells. Returns whether it tells anything."""
    # Of a pile that shows its top card, players may remember more.
    zones = [s for s in test.unseen if isinstance(s.what, ZoneDeclaration) and s.what.seen_by == "nobody"]
    if zones:
        place = _first(zones)
        expected = f"at most `size({place.name})`: nobody sees these cards"
        related = [("the zone that nobody sees", place.at)]
        message = f"what is offered here tells {_what(place)}"
        report.add(HIDDEN_READ, message, test.node.at, expected=expected, related=related)
    elif test.unseen and not test.of_domain:
        place = _first(test.unseen)
        message = f"what is offered here depends on {_what(place)}, which nobody sees"
        report.add(SECRET_OFFER, message, test.node.at, related=[("nobody sees all of this", place.at)])
    elif test.of_others and not test.of_domain and model.players[0] > 1:  # one player alone has no neighbour
        place = _first(test.of_others)
        message = "what is offered here depends on what another player alone may see"
        related = [(f"only its owner sees `{place.name}`", place.at)]
        report.add(SECRET_OFFER, message, test.node.at, related=related)
    else:
        return False
    return True


def _first(sources: Iterable[Source]) -> Declaration:
    """The one of the sources that a message names."""
    return min((each.what for each in sources if isinstance(each.what, Declaration)), key=lambda each: each.name)


def _what(place: Declaration) -> str:
    return f"what lies in `{place.name}`" if isinstance(place, ZoneDeclaration) else f"`{place.name}`"


# What content says of the values that hidden variables may have.
#
# A game that a seat can't tell from another one has other values in the variables that the seat doesn't see. `may_be`
# says which; without it they stay, and whoever thinks ahead in such a game knows them. The condition is tested while
# values are dealt anew, after the cards: so it may not depend on cards that somebody doesn't see.

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
