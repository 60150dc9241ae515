"""The way from a question to its answer.

    position     the position as the asker knows it: answers come from nothing else        observed_position.py
    candidates   everything that the content could offer here, and what is most like it    imagine.py, similarity.py
    tests        the first test that fails, in the engine's order                          branch_tests.py,
    membership.py conditions   the part of the test that fails, with values, and functions that it calls conditions.py,
    powers.py completion   where all tests hold: what fails further on                               completion.py
    answer       the answer in words                                                       render.py, answer.py

Beside the observed position an answer depends on one more thing: what is offered to the asker, who sees it anyway.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from artrules.run.decision import Decision, Option
from artrules.run.why_not.answer import WhyNot
from artrules.run.why_not.author import Author
from artrules.run.why_not.branch_tests import BranchTests
from artrules.run.why_not.completion import Ahead
from artrules.run.why_not.conditions import Conditions
from artrules.run.why_not.elsewhere import elsewhere
from artrules.run.why_not.evaluate import Evaluator
from artrules.run.why_not.finding import Finding
from artrules.run.why_not.imagine import Imagination, Imagined
from artrules.run.why_not.observed_position import observed_position
from artrules.run.why_not.render import Wording
from artrules.run.why_not.similarity import ENOUGH, likeness, numbers_in, words_of
from artrules.run.why_not.stand_ins import Hidden

if TYPE_CHECKING:
    from artrules.run.game import Game

MOST_COMPARED = 600
MOST_EXAMINED = 60
CLEARLY = 0.1
"""How much better an option of another decision must match the question than those of the present one."""


def why_not(game: Game, player: int, text: str) -> WhyNot:
    """Why a player (counted from 1) can't do something now, or that they can; nothing that the player may not know."""
    decision = next((d for d in game.decisions if d.player == player), None)
    if decision is None:
        return Wording(text).not_theirs(game, player)
    for option in decision.options:
        if option.label == text:
            return Wording(text).possible(option)
    return _Question(game, decision, text).answer()


class _Question:
    """A question to a player who must decide now."""

    def __init__(self, game: Game, decision: Decision, text: str) -> None:
        self.decision = decision
        self.text = text
        self.words = words_of(text)
        seat = decision.player - 1
        self.state = observed_position(game._state, seat, decision._stack)
        self.runtime = game._runtime
        self.evaluator = Evaluator(self.runtime)
        self.conditions = Conditions(self.evaluator, Author(self.runtime.program.model), seat)
        self.table = decision._table
        self.labels = [option.label for option in decision.options]

    def answer(self) -> WhyNot:
        wording = Wording(self.text)
        ahead = Ahead(self.conditions)
        frame = ahead.names(self.state.stack[-1])
        imagination = Imagination(self.state, self.evaluator, self.words, numbers_in(self.words))
        meant = imagination.best(self.table.choose, frame)
        like = meant[0].like if meant else 0.0
        option, offered_like = self._offered()
        other = elsewhere(self.runtime, self.table, imagination, max(ENOUGH, max(like, offered_like) + CLEARLY))
        if other is not None:
            return wording.elsewhere(other, self.decision, self._nearest(None))
        if offered_like >= max(ENOUGH, like):
            return wording.possible(option)
        if like < ENOUGH:
            return wording.unheard_of(self.decision, self._nearest(None))
        tests = BranchTests(self.state, self.table, frame, self.conditions)
        best, finding = self._most_telling(tests, meant[:MOST_COMPARED])
        if finding.candidate is not None:
            alike = self._option_like(best, finding)
            if alike is not None:
                return wording.possible(alike)
            if not finding.unknown:
                finding = ahead.find(self.state, finding.candidate)
        return wording.impossible(best, finding, self.table, self._nearest(best))

    def _offered(self) -> tuple[Option, float]:
        """The option most like the question, and how much alike they are. Of options with the same words it is the one
        with the words in the same order."""
        options, read = self.decision.options, [words_of(label) for label in self.labels]
        like, _, place = max((likeness(self.words, r), r == self.words, -i) for i, r in enumerate(read))
        return options[-place], like

    def _most_telling(self, tests: BranchTests, meant: list[Imagined]) -> tuple[Imagined, Finding]:
        """Of several things that the question may mean: those that lie most nearly where they would have to, and of
        these the one that has passed most tests. Gives it with its first failing test."""
        in_place = {id(each): tests.in_place(each) for each in meant} if len(meant) > 1 else {}
        most = max(in_place.values(), default=0)
        examined = [each for each in meant if in_place.get(id(each), most) == most][:MOST_EXAMINED]
        found = [(each, tests.find(each)) for each in examined]
        return max(found, key=lambda pair: _usefulness(pair[1]))

    def _option_like(self, imagined: Imagined, finding: Finding) -> Option | None:
        """The option that is offered for something, or for a thing that nothing tells apart from it. Which of the
        options is about a card that the player can't see isn't revealed."""
        hidden = any(isinstance(value, Hidden) for value in finding.candidate or ())
        for option, label in zip(self.decision.options, self.labels, strict=True):
            if not hidden and option.is_open and option.candidate == finding.candidate:
                return option
            if option.candidate[0] == imagined.branch and label == imagined.label:
                return option
        return None

    def _nearest(self, imagined: Imagined | None) -> Option | None:
        """The option most like the question, from the same branch if there is one."""
        options = self.decision.options
        scored = []
        for i, (option, label) in enumerate(zip(options, self.labels, strict=True)):
            same = imagined is not None and option.candidate[0] == imagined.branch
            scored.append((same, likeness(self.words, words_of(label), exact=False), -i))
        same, score, place = max(scored)
        return options[-place] if same or score > 0.3 else None


def _usefulness(finding: Finding) -> tuple[object, ...]:
    judged = finding.candidate is not None and not finding.unknown
    return judged, bool(finding.reason), finding.passed, finding.near, len(finding.because)
