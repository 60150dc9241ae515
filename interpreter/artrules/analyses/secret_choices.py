"""Finds the decisions whose options may depend on what other players don't see.

When such a decision of a player who isn't on turn has one option, the player is asked all the same: otherwise others
could tell from not having to wait (docs/language.md, 9.3). Options depend on the domains and conditions of the
branches, and on whether what a branch's suite demands can be met. When in doubt they depend on secrets.
"""

from __future__ import annotations

from collections.abc import Iterator

from artrules.analyses.decision_points import DecisionAnalysis
from artrules.analyses.disclosure import Names, scoped_names
from artrules.analyses.secrets import SecretNames, bodies_of
from artrules.ir import nodes as k
from artrules.ir.declarations import Procedure
from artrules.ir.model import Model


def secret_choices(model: Model) -> frozenset[k.Choose]:
    """The decisions of a model whose options others can't foresee; none where only players on turn are ever asked."""
    return frozenset(_Search(model).found()) if _others_are_asked(model) else frozenset()


def _others_are_asked(model: Model) -> bool:
    """Whether some code may ask a player who isn't on turn."""
    asking = DecisionAnalysis(model, lambda owner: True)
    phases = [phase.body for phase in model.flow.phases if phase.who == "nobody"]
    steps = [step.body for step in [*model.flow.setup, *model.flow.final]]
    if any(asking.body(body) for body in [*phases, *steps]):
        return True
    nodes = (node for _, body in bodies_of(model) for statement in body for node in k.walk(statement))
    return any(isinstance(node, k.As | k.Watch) and asking.body(node.body) for node in nodes)


class _Search:
    def __init__(self, model: Model) -> None:
        self._model = model
        self._secrets = SecretNames(model, own=False)
        self._procedures: dict[Procedure, bool] = {}

    def found(self) -> Iterator[k.Choose]:
        for code, body in bodies_of(self._model):
            for statement in body:
                for node in k.walk(statement):
                    if isinstance(node, k.Choose) and self._depends(node, code):
                        yield node

    def _names(self, code: str) -> Names:
        return lambda name: ((code, name) in self._secrets.names, False)

    def _depends(self, choose: k.Choose, code: str) -> bool:
        """Whether the options of a decision in a code depend on secrets."""
        return any(self._branch(branch, code) for branch in choose.branches)

    def _branch(self, branch: k.Branch, code: str) -> bool:
        reveals, names = self._secrets.reading.reveals, self._names(code)
        for binder in branch.binders:
            secret = reveals(binder.domain, names)
            names = scoped_names({binder.local.name: (secret, False)}, names)
            if secret or (binder.condition is not None and reveals(binder.condition, names)):
                return True
        return (branch.guard is not None and reveals(branch.guard, names)) or self._demands(branch.body, code)

    def _demands(self, body: k.Body, code: str) -> bool:
        """Whether what some code demands may be secret."""
        for statement in body:
            for node in k.walk(statement):
                match node:
                    case k.Require(condition=condition) if self._secrets.reading.reveals(condition, self._names(code)):
                        return True
                    case k.Choose() if not any(branch.declines for branch in node.branches):
                        if self._depends(node, code):
                            return True
                    case k.Perform(procedure=procedure) if self._procedure(procedure):
                        return True
        return False

    def _procedure(self, procedure: Procedure) -> bool:
        if procedure not in self._procedures:
            self._procedures[procedure] = False  # ends a circle, which the checks refuse
            self._procedures[procedure] = self._demands(self._model.bodies[procedure], procedure.key)
        return self._procedures[procedure]
