"""Answers a question in these steps:

    position     make the position as the asker knows it                        observed_position.py
    candidates   list what the content could offer, find the most similar       hypothetical_options.py, similarity.py
    tests        find the first test that fails, in the engine's order          branch_tests.py, membership.py
    conditions   find the part of the test that fails, and its values           conditions.py, limits.py
    completion   if all tests hold, find what fails later in the action         completion.py
    answer       put the answer into words                                      render.py, answer.py

An answer depends on the observed position, and on the options offered to the asker, who sees them anyway. It depends on
nothing else.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from artrules.engine.execute.guarded import Hidden
from artrules.model.ir.types import Player
from artrules.play.explain.why_not.answer import WhyNot
from artrules.play.explain.why_not.author import Author
from artrules.play.explain.why_not.branch_tests import BranchTests
from artrules.play.explain.why_not.completion import Completion
from artrules.play.explain.why_not.conditions import Conditions
from artrules.play.explain.why_not.describe import Describer
from artrules.play.explain.why_not.evaluate import Evaluator
from artrules.play.explain.why_not.finding import Finding
from artrules.play.explain.why_not.hypothetical_options import (
    HypotheticalOption,
    HypotheticalOptions,
    piles_meant,
)
from artrules.play.explain.why_not.known_machine import known_machine
from artrules.play.explain.why_not.meant import Meant
from artrules.play.explain.why_not.observed_position import observe
from artrules.play.explain.why_not.other_decisions import elsewhere, elsewhere_about, may_be_about
from artrules.play.explain.why_not.question import Asked, Offered, Question
from artrules.play.explain.why_not.render import AnswerRenderer
from artrules.play.explain.why_not.similarity import (
    ENOUGH,
    begins_with,
    likeness,
    names_one_of,
    numbers_in,
    telling_words,
    words_of,
)
from artrules.play.game.option_things import CardPlace, Thing, ZoneRef

MOST_COMPARED = 600
MOST_EXAMINED = 60
MOST_ABOUT = 120
CLEARLY = 0.1
"""How much more similar to the question an option of another decision must be than those of the present one."""


def why_not(question: Question) -> WhyNot:
    """Why a player can't do now what a text says, or that they can."""
    for decision, stack in zip(question.decisions, question.stacks, strict=True):
        if decision.player == question.player:
            for option in decision.options:
                if option.label == question.text:
                    return AnswerRenderer(question.text).possible(option)
            return _Search(question, decision, stack).answer()
    return AnswerRenderer(question.text).not_theirs(question)


def why_not_thing(question: Question, meant: Meant) -> WhyNot:
    """Why a player can't do anything now with a thing of their view, or what they can do. The text of the question is
    what the thing is called."""
    for decision, stack in zip(question.decisions, question.stacks, strict=True):
        if decision.player == question.player:
            for option in decision.options:
                if _is_about(option, meant.thing):
                    return AnswerRenderer(question.text).possible(option)
            return _Search(question, decision, stack).answer_about(meant)
    return AnswerRenderer(question.text).not_theirs(question, is_thing=True)


def _is_about(option: Offered, thing: Thing) -> bool:
    """Whether an option is about a thing, or about a card in a zone."""
    about = option.about
    if isinstance(thing, ZoneRef):
        zones = [(each.zone, each.player) for each in about if isinstance(each, CardPlace)]
        return thing in about or (thing.zone, thing.player) in zones
    return thing in about


class _Search:
    """The search for the answer to a player who must decide now."""

    def __init__(self, question: Question, decision: Asked, stack: int) -> None:
        seat = question.player - 1
        self.decision = decision
        self.text = question.text
        self.words = words_of(question.text)
        self.program = question.program
        machine = known_machine(question.program)
        observe(machine, question.instance, seat, stack)
        self.evaluator = Evaluator(machine, Describer(machine, seat, question.first_label))
        self.conditions = Conditions(self.evaluator, Author(self.program.model))
        self.table = self.program.decisions[machine.region("stack")[machine["stack_top"] - 1]]
        self.labels = [option.label for option in decision.options]
        self.things = question.things.analysis.of

    def answer(self) -> WhyNot:
        wording = AnswerRenderer(self.text)
        completion = Completion(self.conditions)
        frame = completion.names()
        imagination = HypotheticalOptions(self.evaluator, self.words, numbers_in(self.words))
        beginning = self._beginning()
        meant = imagination.best(self.table.choose, frame, beginning)
        like = meant[0].like if meant else 0.0
        option, offered_like = self._offered(beginning)
        clearly = max(ENOUGH, max(like, offered_like) + CLEARLY)
        other = elsewhere(self.program, self.table, imagination, beginning, clearly)
        if other is not None:
            return wording.elsewhere(other, self.decision, self._nearest(None))
        if offered_like >= max(ENOUGH, like):
            return wording.possible(option)
        if like >= ENOUGH:
            return self._told(wording, completion, frame, meant[:MOST_COMPARED])
        if beginning:
            kind = [label for label in dict.fromkeys(self.labels) if begins_with(label, beginning)]
            if kind:
                return wording.only(self.decision, kind)
        shared = self._shared_refusal(imagination, frame, beginning)
        if shared is not None:
            return wording.impossible(*shared, self.table, None, is_named=not beginning)
        return wording.unheard_of(self.decision, self._nearest(None))

    def _shared_refusal(
        self, imagination: HypotheticalOptions, frame: dict[str, Any], beginning: Sequence[str]
    ) -> tuple[HypotheticalOption, Finding] | None:
        """Why nothing of a branch is offered, if all of it lacks the same, and if the question begins like it or names
        what is lacking."""
        tests = BranchTests(self.table, frame, self.conditions)
        for number in sorted(
            {*range(len(self.table.branches))} - {option.candidate[0] for option in self.decision.options}
        ):
            every = imagination.beginning_with(beginning, self.table.choose, frame)
            meant = list(islice((each for each in every if each.branch == number), MOST_ABOUT))
            findings = self._findings(tests, meant)
            reasons = {finding.reason for _, finding in findings}
            if len(reasons) == 1 and (beginning or names_one_of(self.words, words_of(*reasons))):
                return findings[0]
        return None

    def _beginning(self) -> tuple[str, ...]:
        """The words with which the question and one of the labels begin, up to the label's first value: the most of
        them, very common ones left out."""
        asked = telling_words(self.words)
        beginnings = [
            telling_words(words_of(first))
            for branch in self.table.choose.branches
            if branch.label.parts and isinstance(first := branch.label.parts[0], str)
        ]
        return max((words for words in beginnings if asked[: len(words)] == words), key=len, default=())

    def answer_about(self, meant: Meant) -> WhyNot:
        """The answer to a question about a thing that nothing offered is about."""
        wording = AnswerRenderer(self.text)
        choose = self.table.choose
        if meant.upon is not None and any(
            True for branch in choose.branches for _ in piles_meant(self.evaluator, meant, self.things(choose, branch))
        ):
            return wording.below(self.decision, meant.upon)
        completion = Completion(self.conditions)
        frame = completion.names()
        imagination = HypotheticalOptions(self.evaluator, self.words, ())
        options = imagination.about(choose, frame, meant, self.things)
        if options:
            return self._told(wording, completion, frame, options[:MOST_ABOUT])
        own = self._own_zone(meant)
        if own is not None:
            return wording.only_own(self.decision, own)
        title = elsewhere_about(self.program, self.table, self.evaluator, meant, self.things)
        return wording.not_about(self.decision, title)

    def _own_zone(self, meant: Meant) -> str | None:
        """What the asker's own zone is called where they can use that alone, and somebody else's is meant."""
        describer = self.evaluator.describer
        if meant.zone is None:
            return None
        zone, owner, second = self.program.layout.zone_places[meant.zone]
        if not isinstance(zone.per, Player) or owner == describer.seat:
            return None
        number = next(
            n for n, place in enumerate(self.program.layout.zone_places) if place == (zone, describer.seat, second)
        )
        mine = replace(meant, zone=number)
        for branch in self.table.choose.branches:
            if may_be_about(self.evaluator, branch, mine, self.things(self.table.choose, branch)):
                return describer.zone(zone, describer.seat, second)
        return None

    def _told(
        self, wording: AnswerRenderer, completion: Completion, frame: dict[str, Any], meant: list[HypotheticalOption]
    ) -> WhyNot:
        """The answer about what a question means: the best of what it may mean, if that isn't offered as it is."""
        findings = self._findings(BranchTests(self.table, frame, self.conditions), meant)
        best, finding = max(findings, key=lambda pair: _usefulness(pair[1]))
        is_contradicted = best.is_contradicted_by(self.words)
        if finding.candidate is not None:
            possible = [o for pair in findings if pair[1].candidate and (o := self._option_like(*pair)) is not None]
            if possible and is_contradicted:
                return wording.only(self.decision, [option.label for option in possible])
            if possible:
                return wording.possible(possible[0])
            if not finding.unknown:
                finding = completion.find(finding.candidate)
        # A label may name several things by their places. The asker means the one that isn't offered.
        is_offered = best.label in self.labels
        nearest = None if is_offered else self._nearest(best)
        is_named = not (is_offered or is_contradicted)
        return wording.impossible(best, finding, self.table, nearest, is_named)

    def _offered(self, beginning: Sequence[str]) -> tuple[Offered, float]:
        """The option most similar to the question, of those that begin with some words, and the similarity. Among
        options with the same words, the one with the words in the question's order."""
        options, read = self.decision.options, [words_of(label) for label in self.labels]
        like, _, place = max(
            (likeness(self.words, words) if begins_with(label, beginning) else 0.0, words == self.words, -i)
            for i, (label, words) in enumerate(zip(self.labels, read, strict=True))
        )
        return options[-place], like

    def _findings(
        self, tests: BranchTests, meant: list[HypotheticalOption]
    ) -> list[tuple[HypotheticalOption, Finding]]:
        """The first failing tests of what a question may mean: of the candidates of which most values lie in the right
        domains."""
        in_place = {id(each): tests.in_place(each) for each in meant} if len(meant) > 1 else {}
        most = max(in_place.values(), default=0)
        examined = [each for each in meant if in_place.get(id(each), most) == most][:MOST_EXAMINED]
        return [(each, tests.find(each)) for each in examined]

    def _option_like(self, imagined: HypotheticalOption, finding: Finding) -> Offered | None:
        """The offered option for a candidate, or for one with an indistinguishable card. None for cards that the player
        can't see, so that the answer doesn't reveal which option is about them."""
        candidate = finding.candidate or ()
        types = self.table.branches[imagined.branch].types
        pairs = zip(candidate[1:], types, strict=True)
        values = tuple(value if isinstance(value, Hidden) else self.evaluator.plain(value, t) for value, t in pairs)
        hidden = _is_hidden(values)
        for option, label in zip(self.decision.options, self.labels, strict=True):
            if not hidden and option.is_open and option.candidate == (imagined.branch, *values):
                return option
            if option.candidate[0] == imagined.branch and label == imagined.label:
                return option
        return None

    def _nearest(self, imagined: HypotheticalOption | None) -> Offered | None:
        """The option most similar to the question, from the candidate's branch if this has one."""
        options = self.decision.options
        scored = []
        for i, (option, label) in enumerate(zip(options, self.labels, strict=True)):
            same = imagined is not None and option.candidate[0] == imagined.branch
            scored.append((same, likeness(self.words, words_of(label), exact=False), -i))
        same, score, place = max(scored)
        return options[-place] if same or score > 0.3 else None


def _usefulness(finding: Finding) -> tuple[object, ...]:
    """The more, the more useful an answer is. Candidates that pass most tests come first."""
    judged = finding.candidate is not None and not finding.unknown
    return judged, bool(finding.reason), finding.passed, finding.parts, finding.near, len(finding.because)


def _is_hidden(value: Any) -> bool:
    """Whether a value is a stand-in, or a list with one."""
    return isinstance(value, Hidden) or (isinstance(value, tuple) and any(map(_is_hidden, value)))
