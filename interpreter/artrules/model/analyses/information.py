"""What is found out about the information that code gives away. `information_flow.py` finds it for a model."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum

from artrules.model.analyses.dependence import (
    NO_SOURCES,
    OPEN,
    Dependence,
    DependenceAnalysis,
    Parameter,
    Shown,
    Source,
    Sources,
)
from artrules.model.ir import nodes as k
from artrules.model.ir.declarations import Event, Field, Procedure, Variable, ZoneDeclaration
from artrules.model.ir.model import Model
from artrules.text.diagnostics.diagnostic import Span
from artrules.text.record import dataclass as record

LOOPS = "*"
"""Stands for all locals that lowering adds for a loop: the items and turns that are left."""


class Act(Enum):
    """What all players notice. The values are the words for it."""

    CHOICE = "whether this is asked"
    SAY = "what this text says"
    VARIABLE = "the value that everybody sees here"
    ATTRIBUTE = "the value that everybody sees here on a card"
    CHANCE = "from what this draws"
    CALL = "what everybody notices of this"
    FLOW = "how the game goes on here"
    END = "whether the game ends here"


@record(frozen=True, slots=True)
class Disclosure:
    """A statement, or a rule of the game, by which everybody learns something that depends on sources.

    `because` is the condition, domain or count that decides whether the statement is reached, if they are its sources.
    """

    act: Act
    at: Span
    sources: Sources
    because: Span | None


Tested = k.Node


@record(frozen=True, slots=True)
class Test:
    """What an option or a requirement asks for: who is offered something, or refused it, learns that.

    `unseen` is what the one who learns it doesn't see, and others at most; `of_others` what certainly only another
    player sees. `of_domain` says whether it is only read off the things that a binder goes through: a blind choice.
    `within` is the form of option, the requirement, or the call of a procedure that has it.
    """

    within: Tested
    node: k.Node
    unseen: Sources
    of_others: Sources
    of_domain: bool = False


@dataclass(slots=True)
class Summary:
    """What a procedure does, for those that call it; players are called as they are in its code."""

    result: Dependence = OPEN
    acts: bool = False
    """Whether everybody notices that it runs, and not only from its asking its `me`."""
    asks_me: bool = False
    asks_by_own: Sources = NO_SOURCES
    """What decides whether it asks its `me`, and only `me` sees: if all know whom it may ask, that tells nothing."""
    makes_public: frozenset[Parameter] = frozenset()
    offers_by: frozenset[tuple[Source, str]] = frozenset()
    """What its options and requirements ask for that callers give or say whose it is; and who learns it."""
    arguments: dict[str, Dependence] = field(default_factory=dict)
    """What its parameters depend on in the end, where it has moved or shown their cards."""
    shown: frozenset[Shown] = frozenset()
    disturbed: frozenset[ZoneDeclaration] = frozenset()
    """The zones of which it may have moved or shown cards."""
    filled: frozenset[ZoneDeclaration] = frozenset()
    """The zones to which it may have moved cards."""


@dataclass(slots=True)
class InformationFlow:
    """What was found out about a model."""

    model: Model
    analysis: DependenceAnalysis
    depends: dict[tuple[str, str], Sources] = field(default_factory=dict)
    """By code and name, whatever value the name has. A loop's own locals are called LOOPS."""
    fields: dict[Field, Sources] = field(default_factory=dict)
    parameters: dict[Parameter, Sources] = field(default_factory=dict)
    offers: dict[k.Choose | k.Require, Sources] = field(default_factory=dict)
    """What the options of a decision, or whether a requirement is met, may depend on."""
    tests: list[Test] = field(default_factory=list)
    disclosures: list[Disclosure] = field(default_factory=list)
    marks: dict[k.Set, Sources] = field(default_factory=dict)
    """What the marks that code sets on cards tell of these cards, by the statement that sets them."""
    awaited: frozenset[Event] = frozenset()
    """The events that some code waits for, or that are remembered."""
    shown_before: dict[Procedure, frozenset[Shown]] = field(default_factory=dict)
    """What has been shown wherever a procedure is called."""

    def resolved(self, sources: Iterable[Source]) -> Sources:
        """The sources with those of parameters and fields put in the place of these."""
        result, waiting, seen = set[Source](), list(sources), set[Source]()
        while waiting:
            source = waiting.pop()
            if source in seen:
                continue
            seen.add(source)
            match source.what:
                case Parameter() as parameter:
                    waiting += self.parameters.get(parameter, ())
                case Field() as field_:
                    waiting += self.fields.get(field_, ())
                case _:
                    result.add(source)
        return frozenset(result)


def is_hidden(source: Source) -> bool:
    """Whether somebody certainly doesn't see it."""
    return source.certain and isinstance(source.what, (ZoneDeclaration, Variable))
