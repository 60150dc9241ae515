"""Phases that all players play at once: what one does there may not depend on who was quicker.

So a player's part may change only what is theirs, and read nothing of another's that the phase can change. The code
that a phase can reach is followed with what is known of each name: `me`'s, another's, the table's (`whose.py`). Powers
are followed where conditions on the way tell which of them can be meant (`w.when is as_played`); powers used without
such a condition are left out, since most of them may belong to other phases. Watches are followed if the phase
announces their event and they are set in it or last for the whole game.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from artrules.checks.calls import every_body
from artrules.checks.power_tests import Powers
from artrules.checks.theirs import Touched
from artrules.checks.whose import MINE, UNKNOWN, Follower, Names, Value
from artrules.diagnostics.effort import STEPS
from artrules.diagnostics.kinds.checks import NOT_THEIRS, READS_OTHERS
from artrules.diagnostics.report import Report
from artrules.kernel import nodes as k
from artrules.kernel.declarations import Event, Phase
from artrules.resolve.model import Model


def check(model: Model, report: Report) -> None:
    follower = Follower(Powers(model.powers, report))
    for phase in model.flow.phases:
        if phase.who == "all_at_once":
            _Part(model, phase, report, follower, Touched(follower)).run()


@dataclass
class _Part:
    """One player's part of a phase."""

    model: Model
    phase: Phase
    report: Report
    follower: Follower
    touched: Touched
    announced: set[Event] = field(default_factory=set)
    watches: list[tuple[k.Watch, Names]] = field(default_factory=list)
    done: set[tuple[object, ...]] = field(default_factory=set)

    def run(self) -> None:
        for code in every_body(self.model):
            for node in code.every_node:
                if isinstance(node, k.Watch) and node.life == "game":
                    self.watches.append((node, {}))
        self.body(self.phase.body or [], {"me": MINE})
        followed = -1
        while followed != len(self.done):
            followed = len(self.done)
            for watch, names in list(self.watches):
                if watch.event in self.announced:
                    self._once(watch, [*watch.body, watch.condition], {**names, "me": MINE})
        for declaration, at in self.touched.read:
            if declaration in self.touched.changed:
                self.report.add(
                    READS_OTHERS,
                    f"the phase `{self.phase.name}` reads another player's `{declaration.name}`, which it can change",
                    at,
                    expected="only what is `my` own",
                    related=[(f"`{declaration.name}` is declared here", declaration.at)],
                )

    def _once(self, key: object, nodes: list[k.Node | None], names: Names) -> None:
        """Follow code unless it has been followed with the same names."""
        whole = (key, *sorted(names.items(), key=lambda item: item[0]))
        if whole not in self.done:
            self.done.add(whole)
            self.body([node for node in nodes if node is not None], dict(names))

    def body(self, nodes: list[k.Node] | k.Body, names: Names) -> None:
        for node in nodes:
            self.node(node, names)

    def node(self, node: k.Node, names: Names) -> None:
        """Follow one node, and what is in it; names that it binds are added."""
        self.report.spend(STEPS, 1, node.at)
        for complaint, at in self.touched.changes(node, names):
            self.report.add(NOT_THEIRS, f"in the phase `{self.phase.name}` all play at once: {complaint}", at)
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
            case k.Call(function=function) if isinstance(function.value, k.Expression):
                self._once(function, [function.value], self.follower.call(node, function, names))
            case k.Perform(procedure=procedure):
                self._once(procedure, [*(procedure.body or [])], self.follower.call(node, procedure, names))
            case k.ScoreOf(player=player):
                for part in self.model.flow.score:
                    self._once(part, [part.value], {"me": self.follower.value(player, names)})
            case k.UsePower(power=power):
                used = self.follower.value(power, names)
                self._powers(used, self.follower.value(node.me, names), node)
            case k.Watch():
                self.watches.append((node, {**names, node.happening.name: UNKNOWN}))
                return
        # What is changed is complained of in `changes`; only what says whose it is is read.
        target = node.place if isinstance(node, k.Set) else node.zone if isinstance(node, (k.Move, k.Shuffle)) else None
        for child in k.children(node):
            self.body([*k.children(child)] if child is target else [child], names)

    def _powers(self, used: Value, me: Value, node: k.Node) -> None:
        """Follow the powers that a value may be, for a player."""
        key = (used.powers, used.whose, me)
        if key not in self.done:
            self.done.add(key)
            for definition in used.powers or ():
                self.report.spend(STEPS, 1, node.at)
                self._once(definition, [*(definition.body or [])], {"me": me, "self": Value(used.whose)})

    def _where(self, condition: k.Expression, names: Names, truth: bool) -> Names:
        inner = dict(names)
        for local in k.walk(condition):
            if isinstance(local, k.Local) and local.name in names:
                inner[local.name] = self.follower.tested(names[local.name], local, condition, names, truth)
        return inner
