"""What need not end, or never does: loops, phases, games and lives."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from artrules.check.checks.check import model_check, ruleset_check
from artrules.model.analyses.calls import CodeSearch, decisions, every
from artrules.model.ir import nodes as k
from artrules.model.ir.declarations import OWN_LIVES, Life, Procedure
from artrules.model.ir.model import AGAIN, NEXT, STOP_IF, TAKES_PART, UNTIL, Model, Phase
from artrules.model.ir.types import PLAYER
from artrules.text.diagnostics.kinds import declare
from artrules.text.diagnostics.report import Report

# Loops that need not end.
#
# `repeat until`, `repeat while` and a bare `repeat` go round until something changes. So each must hold a decision:
# without one, the engine could go round for ever while no player can act. A decision counts if it is in the loop's own
# suite or in a procedure called there. Powers don't count, because it isn't known which of them are used.
#
# A bare `repeat` gets a warning if nothing leaves it, or if it has no `stop` and can go round without a decision.

UNBOUNDED_LOOP = declare(4001, "unbounded-loop", "a loop without a decision")
ENDLESS_LOOP = declare(4002, "endless-loop", "a loop that may go on for ever", severity="warning")


@model_check(UNBOUNDED_LOOP, ENDLESS_LOOP, without_errors=True)
def unbounded_loop(model: Model, report: Report) -> None:
    deciding, passing = decisions(model), _Passing(model)
    # A power may end the game, because its code is not known.
    ending = CodeSearch(model, lambda node: isinstance(node, k.EndGame | k.UsePower))
    for _, loop in every(model, k.Repeat):
        if loop.kind != "times":
            _loop(loop, deciding, ending, passing, report)


def _loop(loop: k.Repeat, deciding: CodeSearch, ending: CodeSearch, passing: _Passing, report: Report) -> None:
    if not deciding.among(loop.body):
        report.add(
            UNBOUNDED_LOOP,
            "no player decides anything in this loop, so it may go round for ever",
            loop.at,
            expected="a decision in it, `repeat n times` or `for`",
        )
    elif loop.kind == "ever" and not any(isinstance(node, k.Leave) for node in _own(loop.body)):
        if not ending.among(loop.body):
            report.add(ENDLESS_LOOP, "nothing leaves this loop", loop.at, expected="`stop` in one of its branches")
        elif passing.through(loop.body):
            report.add(
                ENDLESS_LOOP,
                "this loop has no `stop`, and it can go round without a decision",
                loop.at,
                expected="a decision on each way through it",
            )


def _own(nodes: Iterable[k.Node]) -> Iterator[k.Node]:
    """The nodes in which `stop` leaves this loop, and not another loop inside it."""
    for node in nodes:
        yield node
        if not isinstance(node, (k.Ask, k.ForEach, k.Repeat, k.Watch)):
            yield from _own(k.children(node))


class _Passing:
    """Whether some path through a suite, from its beginning to its end, holds no decision."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._known: dict[Procedure, bool] = {}

    def through(self, body: k.Body) -> bool:
        for statement in body:
            match statement:
                case k.Choose() | k.EndGame() | k.Leave():
                    return False
                case k.If(then=then, otherwise=otherwise):
                    if not self.through(then) and not self.through(otherwise):
                        return False
                case k.As(body=inner):
                    if not self.through(inner):
                        return False
                case k.Ask(players=k.AllPlayers() | k.BuiltinCall(), body=inner):
                    if not self.through(inner):
                        return False
                case k.Perform(procedure=procedure):
                    if procedure not in self._known:
                        self._known[procedure] = False  # for circles, which are found elsewhere
                        self._known[procedure] = self.through(self._model.bodies[procedure])
                    if not self._known[procedure]:
                        return False
        return True


# Phases that need not end, and games that can't.
#
# A phase played in turn with `next` or `until` goes on until one of them ends it, and phases with `again` are entered
# again while that holds. So somebody must decide something in them: without a decision, the engine could go round for
# ever while no player can act. A phase gets an error, too, if nothing at all can end it. A game that nothing ends goes
# on round after round: players can only stop playing, and games of bots stop at a bound.

ENDLESS_PHASE = declare(4030, "endless-phase", "a phase that may go on for ever")

ENDLESS_GAME = declare(4186, "endless-game", "a game that nothing ends", severity="warning")


@model_check(ENDLESS_PHASE, ENDLESS_GAME, without_errors=True, in_libraries="never")
def endless_phases(model: Model, report: Report) -> None:
    if not _can_end(model):
        report.add(
            ENDLESS_GAME,
            "nothing ends this game, so nobody ever wins",
            next((node.at for node in [model.flow.winners, *model.flow.phases] if node is not None), model.at),
            expected="`until` or `last_round` in `flow`, `stop_if` of a phase, or `end game` in code that is called",
        )
    deciding = decisions(model)
    for phase in model.flow.phases:
        if phase.is_open:
            _phase(phase, deciding, report)
        again = phase.rule(AGAIN)
        if again is not None and not _decide(model, phase, deciding):
            report.add(
                ENDLESS_PHASE,
                "no player decides anything before this phase is entered again, so it may go on for ever",
                again.at,
                expected="a decision in it, or an earlier phase with one in `back_to`",
            )


def _can_end(model: Model) -> bool:
    """Whether something may end the game. Conditions that never hold are found by other checks."""
    flow = model.flow
    ends = [flow.until, flow.last_round, *(phase.rule(STOP_IF) for phase in flow.phases)]
    if any(end is not None for end in ends):
        return True
    ending = CodeSearch(model, lambda node: isinstance(node, k.EndGame), k.walk)
    bodies = [*(model.bodies[power] for power in model.powers), *(step.body for step in flow.setup)]
    return any(map(ending.among, [*bodies, *(phase.body for phase in flow.phases)]))


def _decide(model: Model, last: Phase, deciding: CodeSearch) -> bool:
    """Whether somebody decides something in the phases that are entered again after one."""
    names = [phase.name for phase in model.flow.phases]
    repeated = model.flow.phases[names.index(last.back_to or last.name) : names.index(last.name) + 1]
    return any(deciding.among(phase.body) for phase in repeated)


def _phase(phase: Phase, deciding: CodeSearch, report: Report) -> None:
    next_, until = phase.rule(NEXT), phase.rule(UNTIL)
    at = next_.at if next_ is not None else until.at if until is not None else phase.at
    if not deciding.among(phase.body):
        report.add(
            ENDLESS_PHASE,
            "no player decides anything in the turns of this phase, so it may go on for ever",
            at,
            expected="a decision in its turns, or one turn for each player",
        )
    elif until is None and phase.rule(TAKES_PART) is None and next_ is not None and next_.type == PLAYER:
        report.add(ENDLESS_PHASE, "nothing ends this phase", at, expected="`until`, or a `next` that may be `none`")


# Lives that no phase ends, so that what has them lasts as long as the game, lives that nothing has, and lives that are
# called a turn and go on from one player's turn to the next.
#
# A game with groups offers the lives that end to sets from elsewhere, so nothing else need have them.

NEVER_ENDED = declare(4158, "never-ended", "a life that nothing has, or that no phase ends", severity="warning")
LIVES_ON = declare(4185, "lives-on", "a turn that doesn't end with a turn", severity="warning")


@ruleset_check(NEVER_ENDED, LIVES_ON, asks_for_uses=True, in_libraries="never")
def unended_lives(models: Sequence[Model], report: Report) -> None:
    ended = {life for model in models for phase in model.flow.phases for life in phase.ends}
    used = {life for model in models for life in _used(model)}
    for model in models:
        for life in model.lives.values():
            if life.name in OWN_LIVES:
                continue
            if life.name not in used and not (model.awaits_sets and life.name in ended):
                report.add(NEVER_ENDED, f"nothing lasts until `{life.name}` ends", life.at)
            elif life.name in used - ended:
                report.add(
                    NEVER_ENDED, f"no phase ends `{life.name}`", life.at, expected=f"a phase with `ends: {life.name}`"
                )
            elif life.ends_for == "everyone" and "turn" in life.name.split("_"):
                _lives_on(model, life, report)


def _lives_on(model: Model, life: Life, report: Report) -> None:
    for phase in model.flow.phases:
        until = phase.rule(UNTIL)
        has_one_turn = isinstance(until, k.Constant) and until.value
        if phase.who == "in_turn" and life.name in phase.ends and not has_one_turn:
            report.add(
                LIVES_ON,
                f"`{life.name}` doesn't end with a player's turn, but once, after the last turn of `{phase.name}`",
                life.at,
                expected="`each_player`, `every_turn`, or the name of what it lasts for",
                found="`everyone`",
                related=[("the phase is played in turn", phase.at)],
            )
            return


def _used(model: Model) -> Iterator[str]:
    """The lives that something has."""
    yield from (variable.lasts for variable in model.variables.values())
    yield from (limit.life for limit in model.limits.values())
    yield from (event.kept for event in model.events.values() if event.kept is not None)
    yield from (watch.life for _, watch in every(model, k.Watch))
    for kind in model.kinds.values():
        yield from (attribute.lasts for attribute in kind.attributes.values())
        if kind.powers is not None:
            yield kind.powers.lasts
