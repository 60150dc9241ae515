"""What players learn of cards and values that they can't see.

An option or a requirement tells the player who is offered something, or refused it, what it depends on: cards that
nobody sees (`hidden-read`), or what is hidden from this player otherwise (`secret-offer`). To choose a card blindly is
no fault. A statement that everybody notices tells everybody what it depends on (`depends-on-hidden`). All of them come
from `analyses/information_flow.py`; what may be public after all, such as a card that was moved, isn't judged.
"""

from __future__ import annotations

from collections.abc import Iterable

from artrules.analyses.dependence import Source
from artrules.analyses.information import Test
from artrules.analyses.information_flow import information_flow
from artrules.checks.check import model_check
from artrules.diagnostics.example import Example, Examples
from artrules.diagnostics.registry import declare
from artrules.diagnostics.report import Report
from artrules.ir import nodes as k
from artrules.ir.declarations import Declaration, ZoneDeclaration
from artrules.ir.model import Model

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
