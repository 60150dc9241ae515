"""Puts answers into words."""

from collections.abc import Sequence

from artrules.engine.lower.program import DecisionTable
from artrules.play.explain.why_not.answer import Because, WhyNot
from artrules.play.explain.why_not.evaluate import UNTOLD
from artrules.play.explain.why_not.finding import Finding
from artrules.play.explain.why_not.hypothetical_options import HypotheticalOption
from artrules.play.explain.why_not.other_decisions import OtherDecision
from artrules.play.explain.why_not.phrases import DEPENDS_ON_HIDDEN
from artrules.play.explain.why_not.question import Asked, Offered, Question
from artrules.text.diagnostics.diagnostic import Span
from artrules.text.diagnostics.render import escape_control_characters

MOST_NAMED = 5
LONGEST_ASKED = 60


class AnswerRenderer:
    """Makes the answer to one question."""

    def __init__(self, asked: str) -> None:
        self.asked = asked
        shown = escape_control_characters(" ".join(asked.split()))
        self.shown = shown if len(shown) <= LONGEST_ASKED else f"{shown[:LONGEST_ASKED]}…"

    def possible(self, option: Offered) -> WhyNot:
        label = option.label
        return WhyNot(f"`{label}` is possible now.", self.asked, True, label, source=option.source, nearest=option)

    def not_theirs(self, question: Question, is_thing: bool = False) -> WhyNot:
        """The answer if the player has nothing to decide."""
        said = self._of_thing if is_thing else self._no
        if not question.decisions:
            return said("the game is over")
        if question.all_at_once:
            # Nobody may see who is still busy, or with what, before all are done.
            return said(f"player {question.player} has done their part, and waits for the others")
        # The answer doesn't say what the decision is about: it may reveal that its player holds a certain card.
        (decision,) = question.decisions
        return said(f"it is for player {decision.player} to decide now")

    def elsewhere(self, other: OtherDecision, decision: Asked, nearest: Offered | None) -> WhyNot:
        """The answer if only another decision could offer it."""
        # Quotation marks suit any title: a phrase, a sentence, a question.
        when = f' ("{other.title}"); now it is "{decision.title}"' if other.title != decision.title else ""
        reason = f"that is for another time{when}"
        return self._no(reason, matched=other.label, source=other.source, nearest=nearest)

    def unheard_of(self, decision: Asked, nearest: Offered | None) -> WhyNot:
        """The answer if nothing that the content could offer here is similar to the question."""
        labels = list(dict.fromkeys(option.label for option in decision.options))
        are = "is" if len(labels) == 1 else "are"
        reason = f"there is nothing like it here; possible {are} {_listed(labels)}"
        return self._no(reason, source=decision.source, nearest=nearest)

    def only(self, decision: Asked, labels: Sequence[str]) -> WhyNot:
        """The answer if the question has another value than those that there are for it."""
        return self._no(f"here it can only be {_listed(list(dict.fromkeys(labels)), ' or ')}", source=decision.source)

    def below(self, decision: Asked, upon: str) -> WhyNot:
        """The answer about a card of a pile of which only the top counts; `upon` is what that is called, if the asker
        sees it."""
        return self._of_thing(f"it lies under {upon}" if upon else "it doesn't lie on top", decision.source)

    def only_own(self, decision: Asked, own: str) -> WhyNot:
        """The answer about something of others, if one's own alone can be used."""
        return self._of_thing(f"only {own} can be used", decision.source)

    def not_about(self, decision: Asked, elsewhere: str | None) -> WhyNot:
        """The answer about a thing, if nothing that could be offered here is about it; `elsewhere` is the heading of
        another decision in which something could be."""
        if elsewhere is not None and elsewhere != decision.title:
            reason = f'that is for another time ("{elsewhere}"); now it is "{decision.title}"'
        else:
            reason = f'nothing can be done with it in "{decision.title}"'
        return self._of_thing(reason, decision.source)

    def _of_thing(self, reason: str, source: Span | None = None) -> WhyNot:
        return WhyNot(f"{self.shown}: {reason}.", self.asked, False, reason=reason, source=source)

    def impossible(
        self,
        imagined: HypotheticalOption,
        finding: Finding,
        table: DecisionTable,
        nearest: Offered | None,
        is_named: bool = True,
    ) -> WhyNot:
        """The answer if a test fails, or if the action can't be completed. `is_named` says whether the label names
        what is meant."""
        because, reason = finding.because, finding.reason
        if not reason:
            because, reason = finding.unknown, DEPENDS_ON_HIDDEN
        values: dict[str, str] = {}
        for each in because:
            values |= {key: value for key, value in each.values.items() if key not in values}
        source = because[0].source if because else finding.source or table.branches[imagined.branch].at
        condition = because[0].condition if because else None
        return self._no(reason, imagined.label, condition, values, source, because, nearest, is_named)

    def _no(
        self,
        reason: str,
        matched: str | None = None,
        condition: str | None = None,
        values: dict[str, str] | None = None,
        source: Span | None = None,
        because: tuple[Because, ...] = (),
        nearest: Offered | None = None,
        is_named: bool = True,
    ) -> WhyNot:
        meant = matched if matched is not None and is_named and UNTOLD not in matched else self.shown
        lines = [f"`{meant}` is not possible: {reason}."]
        if nearest is not None:
            lines.append(f"  The nearest that is possible: `{nearest.label}`.")
        text = "\n".join(lines)
        return WhyNot(text, self.asked, False, matched, reason, condition, values or {}, source, because, nearest)


def _listed(labels: Sequence[str], last: str = " and ") -> str:
    """Labels, of which the first few are named."""
    named = [f"`{label}`" for label in labels[:MOST_NAMED]]
    if len(labels) > MOST_NAMED:
        named.append(f"{len(labels) - MOST_NAMED} more")
    return last.join([", ".join(named[:-1]), named[-1]] if len(named) > 1 else named)
