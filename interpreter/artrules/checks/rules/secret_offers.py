"""Options that depend on what another player alone may see.

`hidden-read` finds what nobody sees. This check finds what only its owner sees: cards in a zone of another player, and
values of another player's variables. It judges only what is certainly another player's: `left(me)`, `right(me)`, and a
name that runs over `others(me)` in the same decision. To choose a card blindly from such a zone is no fault, and what
is shown to somebody anywhere in the game isn't judged.
"""

from __future__ import annotations

from collections.abc import Iterator

from artrules.analyses.calls import every
from artrules.analyses.disclosure import DisclosureAnalysis, Names, scoped_names
from artrules.analyses.information import CardsIn, Fact, VariableFact
from artrules.checks.check import model_check
from artrules.diagnostics.example import Example, Examples
from artrules.diagnostics.registry import declare
from artrules.diagnostics.report import Report
from artrules.ir import nodes as k
from artrules.ir.declarations import Variable, ZoneDeclaration
from artrules.ir.model import Model
from artrules.ir.types import Card

SECRET_OFFER = declare(
    4173,
    "secret-offer",
    "an option depends on what another player alone may see",
    """
    A player who is offered something learns what the offer depends on. Here it depends on cards or values that only
    another player may see, such as those of a neighbour's hand. Let the other player decide, or offer it in any case
    and let the condition decide what happens afterwards.
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
                    my coins += 1
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


@model_check(SECRET_OFFER, without_errors=True)
def secret_offers(model: Model, report: Report) -> None:
    if model.players[0] < 2:
        return  # the player on the left may be the same one
    shown = {zone.declaration for _, show in every(model, k.Show) for zone in _zones(show.cards)}
    reading = _OfOthers(model, shown)
    for _, choose in every(model, k.Choose):
        if not isinstance(choose.me, k.Local):
            continue
        for branch in choose.branches:
            reading.begin(choose.me.name, branch)
            for tested in _tells(branch):
                if reading.tells(tested):
                    report.add(
                        SECRET_OFFER,
                        "what is offered here depends on what another player alone may see",
                        tested.at,
                        related=[(f"only its owner sees `{each.name}`", each.at) for each in reading.found[:1]],
                    )
                    break


def _zones(e: k.Expression) -> Iterator[k.ZoneOf]:
    return (node for node in k.walk(e) if isinstance(node, k.ZoneOf))


def _tells(branch: k.Branch) -> Iterator[k.Node]:
    """What a player learns from whether an option is offered, and what its suite demands before it does anything."""
    yield from branch.binders
    yield branch.label
    if branch.guard is not None:
        yield branch.guard
    for statement in branch.body:
        if not isinstance(statement, k.Require):
            break
        yield statement.condition


class _OfOthers(DisclosureAnalysis):
    """Takes for secret only what certainly belongs to another player than the one who chooses."""

    def __init__(self, model: Model, shown: set[ZoneDeclaration]) -> None:
        super().__init__(model, frozenset())
        self._shown = shown
        self._chooser = ""
        self._others: set[str] = set()
        self._names: Names = scoped_names({})
        self.found: list[ZoneDeclaration | Variable] = []
        """What is read of another player's in what was judged last."""

    def begin(self, chooser: str, branch: k.Branch) -> None:
        """Judge what follows for a branch of a decision of the player whom a name stands for."""
        self._chooser = chooser
        self._others = {binder.local.name for binder in branch.binders if self._is_others(binder.domain)}
        secret = {
            binder.local.name: (DisclosureAnalysis.reveals(self, binder.domain, scoped_names({})), False)
            for binder in branch.binders
        }
        self._names = scoped_names(secret)

    def tells(self, tested: k.Node) -> bool:
        self.forget()
        self.found = []
        return self.reveals(tested, self._names)

    def reveals(self, e: k.Node, names: Names) -> bool:
        match e:
            case k.Binder(local=local, domain=domain, condition=condition):
                return (not isinstance(local.type, Card) and self.reveals(domain, names)) or (
                    condition is not None and self.reveals(condition, names)
                )
            case k.ScoreOf(player=player):
                return self.reveals(player, names)
            case k.Label(parts=parts):
                told = (part for part in parts if not isinstance(part, str) and not isinstance(part.type, Card))
                return any(self.reveals(part, names) for part in told)
        return super().reveals(e, names)

    def _call(self, e: k.Call, names: Names) -> bool:
        """In a function other names stand for the player who chooses and for others."""
        value = self.model.values.get(e.function)
        if value is None:
            return False
        given = list(zip(self.model.locals[e.function], e.arguments, strict=False))
        inner = {local.name: (self.reveals(argument, names), False) for local, argument in given}
        others = {local.name for local, argument in given if self._is_other(argument)}
        chooser = "me" if isinstance(e.me, k.Local) and e.me.name == self._chooser else ""
        key = (e.function, chooser, *sorted(others), *sorted(inner.items()))
        if key not in self._known:
            outside = self._chooser, self._others
            self._chooser, self._others = chooser, others
            self._known[key] = self.reveals(value, scoped_names(inner))
            self._chooser, self._others = outside
        return self._known[key]

    def _secret(self, fact: Fact, names: Names) -> bool:
        match fact:
            case CardsIn(zone=zone, owner=owner) if zone.seen_by == "owner" and zone not in self._shown:
                read: ZoneDeclaration | Variable = zone
            case VariableFact(variable=variable, owner=owner) if variable.seen_by == "owner":
                read = variable
            case _:
                return False
        if not self._is_other(owner):
            return False
        self.found.append(read)
        return True

    def _is_other(self, owner: k.Expression | None) -> bool:
        """Whether an expression is certainly another player than the one who chooses."""
        match owner:
            case k.Local(name=name):
                return name in self._others
            case k.BuiltinCall(builtin=builtin, arguments=[k.Local(name=name)]):
                return builtin.name in ("left", "right") and name == self._chooser
        return False

    def _is_others(self, domain: k.Expression) -> bool:
        match domain:
            case k.BuiltinCall(builtin=builtin, arguments=[k.Local(name=name)]):
                return builtin.name == "others" and name == self._chooser
        return False
