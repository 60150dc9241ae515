"""Answers a question in these steps:

    position     make the position as the asker knows it                        observed_position.py
    candidates   list what the content could offer, find the most similar       hypothetical_options.py, similarity.py
    tests        find the first test that fails, in the engine's order          branch_tests.py, membership.py
    conditions   find the part of the test that fails, and its values           conditions.py, powers.py
    completion   if all tests hold, find what fails later in the action         completion.py
    answer       put the answer into words                                      render.py, answer.py

An answer depends on the observed position, and on the options offered to the asker, who sees them anyway. It depends on
nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from artrules.run.decision import Decision, Option
from artrules.run.why_not.answer import WhyNot
from artrules.run.why_not.author import Author
from artrules.run.why_not.branch_tests import BranchTests
from artrules.run.why_not.completion import Completion
from artrules.run.why_not.conditions import Conditions
from artrules.run.why_not.evaluate import Evaluator
from artrules.run.why_not.finding import Finding
from artrules.run.why_not.hypothetical_options import HypotheticalOption, HypotheticalOptions
from artrules.run.why_not.observed_position import observed_position
from artrules.run.why_not.other_decisions import elsewhere
from artrules.run.why_not.render import AnswerRenderer
from artrules.run.why_not.similarity import ENOUGH, likeness, numbers_in, words_of
from artrules.run.why_not.stand_ins import Hidden

if TYPE_CHECKING:
    from artrules.run.game import Game

MOST_COMPARED = 600
MOST_EXAMINED = 60
CLEARLY = 0.1
"""How much more similar to the question an option of another decision must be than those of the present one."""


def why_not(game: Game, player: int, text: str) -> WhyNot:
    """Why a player (counted from 1) can't do now what a text says, or that they can."""
    decision = next((d for d in game.decisions if d.player == player), None)
    if decision is None:
        return AnswerRenderer(text).not_theirs(game, player)
    for option in decision.options:
        if option.label == text:
            return AnswerRenderer(text).possible(option)
    return _Question(game, decision, text).answer()


class _Question:
    """A question by a player who must decide now."""

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
        wording = AnswerRenderer(self.text)
        completion = Completion(self.conditions)
        frame = completion.names(self.state.stack[-1])
        imagination = HypotheticalOptions(self.state, self.evaluator, self.words, numbers_in(self.words))
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
        best, finding = self._most_useful(tests, meant[:MOST_COMPARED])
        if finding.candidate is not None:
            alike = self._option_like(best, finding)
            if alike is not None:
                return wording.possible(alike)
            if not finding.unknown:
                finding = completion.find(self.state, finding.candidate)
        return wording.impossible(best, finding, self.table, self._nearest(best))

    def _offered(self) -> tuple[Option, float]:
        """The option most similar to the question, and the similarity. Among options with the same words, the one with
        the words in the question's order."""
        options, read = self.decision.options, [words_of(label) for label in self.labels]
        like, _, place = max((likeness(self.words, r), r == self.words, -i) for i, r in enumerate(read))
        return options[-place], like

    def _most_useful(self, tests: BranchTests, meant: list[HypotheticalOption]) -> tuple[HypotheticalOption, Finding]:
        """The candidate with the most useful answer, among several that the question may mean, with its first failing
        test. Candidates whose values lie in the right domains come first, then those that pass most tests."""
        in_place = {id(each): tests.in_place(each) for each in meant} if len(meant) > 1 else {}
        most = max(in_place.values(), default=0)
        examined = [each for each in meant if in_place.get(id(each), most) == most][:MOST_EXAMINED]
        found = [(each, tests.find(each)) for each in examined]
        return max(found, key=lambda pair: _usefulness(pair[1]))

    def _option_like(self, imagined: HypotheticalOption, finding: Finding) -> Option | None:
        """The offered option for a candidate, or for one with an indistinguishable card. None for cards that the player
        can't see, so that the answer doesn't reveal which option is about them."""
        hidden = any(isinstance(value, Hidden) for value in finding.candidate or ())
        for option, label in zip(self.decision.options, self.labels, strict=True):
            if not hidden and option.is_open and option.candidate == finding.candidate:
                return option
            if option.candidate[0] == imagined.branch and label == imagined.label:
                return option
        return None

    def _nearest(self, imagined: HypotheticalOption | None) -> Option | None:
        """The option most similar to the question, from the candidate's branch if this has one."""
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
