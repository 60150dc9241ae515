"""Phases that all players play at the same time, and questions that several are asked at once: what one does may not
depend on who was quicker.

So each player may change only what is theirs, and may read nothing of another player's that can change meanwhile. The
check follows all code that a phase or question can reach and keeps track of whose each name is: `me`'s, another
player's, or the table's (`analyses/ownership.py`). It follows a power where conditions before it tell which powers can
be meant (`w.when is as_played`). Powers used without such a condition are left out, since most of them may belong to
other phases. It follows a watch if its event is announced there, and the watch may be set: in the phase or for the
whole game; for a question anywhere.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from artrules.check.checks.check import model_check
from artrules.model.analyses.calls import every
from artrules.model.analyses.ownership import (
    MINE,
    OTHERS,
    UNKNOWN,
    Names,
    Ownership,
    OwnershipAnalysis,
    StateAccess,
    Value,
)
from artrules.model.analyses.power_tests import Powers, SelectingParameters
from artrules.model.ir import nodes as k
from artrules.model.ir.declarations import Event
from artrules.model.ir.model import Model
from artrules.model.ir.types import PLAYER, Card, Power
from artrules.text.diagnostics.diagnostic import Span
from artrules.text.diagnostics.kinds import declare
from artrules.text.diagnostics.report import STEPS, Report

NOT_THEIRS = declare(4005, "not-theirs", "a player changes something that isn't theirs")
READS_OTHERS = declare(4006, "reads-others", "a player reads something of another's while it may change")


ASKED_TWICE = declare(4020, "asked-twice", "a question where all act at once already")
PAUSED_AT_ONCE = declare(4025, "paused-at-once", "a pause where players act at the same time")

MOST_CALLS = 3
"""So many calls are told of that lead to a mistake."""


@model_check(NOT_THEIRS, READS_OTHERS, ASKED_TWICE, PAUSED_AT_ONCE)
def simultaneous_access(model: Model, report: Report) -> None:
    follower = OwnershipAnalysis(model, Powers(model.powers, report), SelectingParameters(model))
    for phase in model.flow.phases:
        if phase.who == "all_at_once":
            lasting = [watch for watch in _watches(model) if watch.life == "game"]
            part = _Part(model, f"the phase `{phase.name}`", report, follower, StateAccess(follower))
            part.run(phase.body, {"me": MINE}, lasting)
    for _, ask in every(model, k.Ask):
        names = {local.name: _kept(local, ask.players) for local in ask.captured}
        part = _Part(model, "this question", report, follower, StateAccess(follower))
        part.run(ask.body, {**names, "me": MINE}, _watches(model))


def _watches(model: Model) -> list[k.Watch]:
    return [watch for _, watch in every(model, k.Watch)]


def _kept(local: k.Local, asked: k.Expression) -> Value:
    """What is known of a value that a question keeps: it is the same for all who are asked."""
    match asked:
        case k.Listing(items=[k.Local(name=name)]):
            return MINE if name == local.name else OTHERS if local.type == PLAYER else UNKNOWN
    if local.type == PLAYER:
        return OTHERS
    return Value(Ownership.TABLES) if isinstance(local.type, Card | Power) else UNKNOWN


@dataclass
class _Part:
    """Follows what one player can do in a phase, or when asked: `where` says which."""

    model: Model
    where: str
    report: Report
    follower: OwnershipAnalysis
    touched: StateAccess
    announced: set[Event] = field(default_factory=set)
    watches: list[tuple[k.Watch, Names]] = field(default_factory=list)
    done: set[tuple[object, ...]] = field(default_factory=set)
    calls: list[Span] = field(default_factory=list)
    """Where what is being followed was called, from the phase on."""
    complained: set[tuple[str, Span]] = field(default_factory=set)

    def run(self, body: k.Body, names: Names, watches: list[k.Watch]) -> None:
        """Follow a suite, with what is known of names in it, and the watches that may have been set before."""
        self.watches = [(watch, {}) for watch in watches]
        self.body(body, names)
        followed = -1
        while followed != len(self.done):
            followed = len(self.done)
            for watch, names in list(self.watches):
                if watch.event in self.announced:
                    self._once(watch, [*watch.body, watch.condition], {**names, "me": MINE}, watch.at)
        for declaration, at in self.touched.read:
            if declaration in self.touched.changed:
                self.report.add(
                    READS_OTHERS,
                    f"{self.where} reads another player's `{declaration.name}`, which it can change",
                    at,
                    expected="only what is `my` own",
                    related=[(f"`{declaration.name}` is declared here", declaration.at)],
                )

    def _once(self, key: object, nodes: Sequence[k.Node | None], names: Names, called: Span) -> None:
        """Follow code that is called somewhere, unless it has been followed with the same names."""
        whole = (key, *sorted(names.items(), key=lambda item: item[0]))
        if whole not in self.done:
            self.done.add(whole)
            self.calls.append(called)
            self.body([node for node in nodes if node is not None], dict(names))
            self.calls.pop()

    def _complain(self, complaint: str, at: Span) -> None:
        """Report that something changes what isn't theirs, with the calls that lead there: the mistake may be one of
        them."""
        if (complaint, at) not in self.complained:
            self.complained.add((complaint, at))
            message = f"in {self.where} all act at once: {complaint}"
            related = [("this leads there", call) for call in reversed(self.calls[-MOST_CALLS:])]
            self.report.add(NOT_THEIRS, message, at, related=related)

    def body(self, nodes: list[k.Node] | k.Body, names: Names) -> None:
        for node in nodes:
            self.node(node, names)

    def node(self, node: k.Node, names: Names) -> None:
        """Follow one node and what is in it. Names that it binds are added to `names`."""
        self.report.spend(STEPS, 1, node.at)
        for complaint, at in self.touched.changes(node, names):
            self._complain(complaint, at)
        self.touched.reads(node, names)
        if isinstance(node, k.Announce):
            self.announced.add(node.event)
        match node:
            case k.Binder(local=local):
                self.node(node.domain, names)
                names[local.name] = self.follower.element(node, names)
                if node.condition is not None:
                    self.node(node.condition, names)
                return
            case k.Set(place=k.Local(name=name), value=value):
                names[name] = self.follower.value(value, names)
            case k.As(local=local, player=player):
                names[local.name] = self.follower.value(player, names)
            case k.If(condition=condition, then=then, otherwise=otherwise):
                self.node(condition, names)
                self.body(then, self._where(condition, names, True))
                self.body(otherwise, self._where(condition, names, False))
                return
            case k.Call(function=function) if (called := self.model.values.get(function)) is not None:
                self._once(function, [called], self.follower.call(node, function, names), node.at)
            case k.Perform(procedure=procedure):
                body = [*self.model.bodies[procedure]]
                self._once(procedure, body, self.follower.call(node, procedure, names), node.at)
            case k.ScoreOf(player=player):
                for part in self.model.flow.score:
                    self._once(part, [part.value], {"me": self.follower.value(player, names)}, node.at)
            case k.UsePower(power=power):
                used = self.follower.value(power, names)
                self._powers(used, self.follower.value(node.me, names), node)
            case k.Ask():
                self.report.add(ASKED_TWICE, f"in {self.where} all act at once already", node.at)
                return
            case k.Choose(me=me) if self.follower.value(me, names).whose is Ownership.OTHERS:
                message = f"another player is asked here, and in {self.where} all act at once already"
                self.report.add(ASKED_TWICE, message, node.at)
            case k.Pause():
                message = f"in {self.where} all act at once: there is no moment that all of them have in common"
                self.report.add(PAUSED_AT_ONCE, message, node.at, expected="a pause before it or after it")
            case k.Watch():
                self.watches.append((node, {**names, node.happening.name: UNKNOWN}))
                return
        # What is changed is complained of in `changes`; only what says whose it is is read.
        target = node.place if isinstance(node, k.Set) else node.zone if isinstance(node, (k.Move, k.Shuffle)) else None
        for child in k.children(node):
            self.body([*k.children(child)] if child is target else [child], names)

    def _powers(self, used: Value, me: Value, node: k.Node) -> None:
        """Follow each power that a value may be, as used by a player."""
        key = (used.powers, used.whose, me)
        if key not in self.done:
            self.done.add(key)
            for definition in used.powers or ():
                self.report.spend(STEPS, 1, node.at)
                body = [*self.model.bodies[definition]]
                self._once(definition, body, {"me": me, "self": Value(used.whose)}, node.at)

    def _where(self, condition: k.Expression, names: Names, truth: bool) -> Names:
        inner = dict(names)
        for local in k.walk(condition):
            if isinstance(local, k.Local) and local.name in names:
                inner[local.name] = self.follower.tested(names[local.name], local, condition, names, truth)
        return inner
