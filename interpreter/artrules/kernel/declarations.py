"""What a ruleset declares, once its structure is known: the symbols that code refers to.

These are filled by the resolve stage; code in them (start values, conditions, bodies) is still the author's text there
(`Scalar`s), and becomes kernel nodes in the types stage.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from artrules.diagnostics.span import Span
from artrules.kernel.type import Type
from artrules.source.node import Node as SourceNode
from artrules.source.node import Scalar

if TYPE_CHECKING:
    from artrules.kernel.nodes import Binder, Body, Expression, Label, Local


@dataclass(slots=True, eq=False)
class Declaration:
    """Anything with a name. `owner` is the set that declares it, None for the game itself."""

    name: str
    at: Span
    owner: str | None = None

    @property
    def key(self) -> str:
        """The name, told apart from the same name in other sets."""
        return f"{self.owner}/{self.name}" if self.owner else self.name


@dataclass(slots=True, eq=False)
class Enum(Declaration):
    members: list[str] = field(default_factory=list)
    properties: dict[str, Type] = field(default_factory=dict)
    values: dict[str, dict[str, Any]] = field(default_factory=dict)
    """Property -> member -> value, as the author's scalar; constants after the types stage."""


@dataclass(slots=True, eq=False)
class Setting(Declaration):
    type: Type | None = None
    group: str | None = None
    starts: Any = None
    starts_at: Scalar | None = None
    title: str | None = None


@dataclass(slots=True, eq=False)
class Life(Declaration):
    each_player: bool = False


@dataclass(slots=True, eq=False)
class Limit(Declaration):
    per_card: bool = True
    life: str = "game"
    at_most_code: Scalar | None = None
    default: bool = False
    at_most: Expression | None = None
    index: int = 0


@dataclass(slots=True, eq=False)
class PowerAttribute(Declaration):
    type: Type | None = None
    starts: Any = None
    required: bool = True


@dataclass(slots=True, eq=False)
class Group(Declaration):
    by_number: tuple[int, int] | None = None
    chosen_by: str | None = None


@dataclass(slots=True, eq=False)
class Attribute(Declaration):
    kind: str = ""
    type: Type | None = None
    starts_code: Scalar | None = None
    starts: Expression | None = None
    back_when_leaving: str | None = None
    lasts: str = "game"
    printed: bool = True
    """It has neither a start nor a life: pieces give its value, and no code changes it."""


@dataclass(slots=True, eq=False)
class PowerSource:
    """Where a kind's cards get their powers."""

    group: str
    by: str
    back_when_leaving: str | None
    lasts: str
    at: Span


@dataclass(slots=True, eq=False)
class Kind(Declaration):
    label_code: Scalar | None = None
    label: Label | None = None
    attributes: dict[str, Attribute] = field(default_factory=dict)
    powers: PowerSource | None = None


@dataclass(slots=True, eq=False)
class ZoneDeclaration(Declaration):
    per: Type | None = None
    kinds: frozenset[str] = frozenset()
    order: str = "loose"
    seen_by: str = "everyone"
    shows_top_only: bool = False
    face_up: bool = True
    face_down_seen_by: str = "nobody"


@dataclass(slots=True, eq=False)
class Variable(Declaration):
    of: Type | None = None
    type: Type | None = None
    starts_code: Scalar | None = None
    starts: Expression | None = None
    lasts: str = "game"
    seen_by: str = "everyone"


@dataclass(slots=True, eq=False)
class Field(Declaration):
    type: Type | None = None
    index: int = 0


@dataclass(slots=True, eq=False)
class Event(Declaration):
    fields: dict[str, Field] = field(default_factory=dict)
    kept: str | None = None


@dataclass(slots=True, eq=False)
class Table(Declaration):
    code: Scalar | None = None
    steps: list[tuple[int, int]] = field(default_factory=list)
    slope: tuple[int, int] | None = None


@dataclass(slots=True, eq=False)
class Parameter:
    name: str
    type: Type
    at: Span


@dataclass(slots=True, eq=False)
class Function(Declaration):
    parameters: list[Parameter] = field(default_factory=list)
    code: Scalar | None = None
    locals: list[Local] = field(default_factory=list)
    value: Expression | None = None


@dataclass(slots=True, eq=False)
class Procedure(Declaration):
    parameters: list[Parameter] = field(default_factory=list)
    code: Scalar | None = None
    locals: list[Local] = field(default_factory=list)
    body: Body | None = None


@dataclass(slots=True, eq=False)
class MenuEntry(Declaration):
    source: SourceNode | None = None


@dataclass(slots=True, eq=False)
class Menu(Declaration):
    prompt: str = ""
    entries: list[MenuEntry] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class PowerDefinition(Declaration):
    """One power of one key of a set; `index` counts all powers of a ruleset."""

    group: str = ""
    group_key: Any = None
    number: int = 1
    title: str = ""
    label_text: str = ""
    attributes: dict[str, Any] = field(default_factory=dict)
    limits: list[Limit] = field(default_factory=list)
    condition_code: Scalar | None = None
    effect_code: Scalar | None = None
    condition: Expression | None = None
    body: Body | None = None
    index: int = 0
    text_at: Scalar | None = None
    not_in_code: dict[int, Scalar] = field(default_factory=dict)


@dataclass(slots=True, eq=False)
class KeyedPowers:
    """What a set holds for one key of a group: a title, a text, powers."""

    key: Any
    title: str
    text: str
    powers: list[PowerDefinition]
    at: Span
    text_at: Scalar | None = None
    """The text as it stands in the file."""
    not_in_code: dict[int, Scalar] = field(default_factory=dict)
    """Numbers of the text that are rightly not in the code; where each is named."""


@dataclass(slots=True, eq=False)
class PowerSet(Declaration):
    title: str = ""
    fills: dict[str, dict[Any, KeyedPowers]] = field(default_factory=dict)


@dataclass(slots=True, eq=False)
class Pieces(Declaration):
    """A batch of cards: each row gives the values of its columns."""

    kind: str = ""
    start_code: Scalar | None = None
    start: Expression | None = None
    rows: list[tuple[int, dict[str, Any], Span]] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class Total(Declaration):
    count_code: Scalar | None = None
    count: Expression | None = None
    expected: int = 0


@dataclass(slots=True, eq=False)
class RulingHeading(Declaration):
    """What rulings are about; `name` is prose, `about` holds for all of them."""

    about: str = ""
    rulings: list[Ruling] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class Ruling(Declaration):
    """What a rule means where it matters. `name` is its number, perhaps with letters before it."""

    question: str = ""
    text: str = ""
    source: str = ""
    assumed: str = ""


@dataclass(slots=True, eq=False)
class Step(Declaration):
    code: Scalar | None = None
    body: Body | None = None


@dataclass(slots=True, eq=False)
class Phase(Declaration):
    who: str = "nobody"
    from_code: Scalar | None = None
    do_code: Scalar | None = None
    if_code: Scalar | None = None
    stop_code: Scalar | None = None
    ends: list[str] = field(default_factory=list)
    from_: Expression | None = None
    body: Body | None = None
    condition: Expression | None = None
    stop: Expression | None = None


@dataclass(slots=True, eq=False)
class ScorePart(Declaration):
    """`value` is the part's sum; `lines` make it, each with `binders` and `each`, and are told as `line` says."""

    label: str = ""
    code: Scalar | None = None
    for_code: Scalar | None = None
    line_code: Scalar | None = None
    value: Expression | None = None
    binders: list[Binder] = field(default_factory=list)
    each: Expression | None = None
    line: Label | None = None


@dataclass(slots=True, eq=False)
class Flow:
    setup: list[Step] = field(default_factory=list)
    phases: list[Phase] = field(default_factory=list)
    until_code: Scalar | None = None
    last_round: int | None = None
    final: list[Step] = field(default_factory=list)
    score: list[ScorePart] = field(default_factory=list)
    winners_code: Scalar | None = None
    until: Expression | None = None
    winners: Expression | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Builtin:
    """A function of the language itself.

    `check` gets the arguments' types and gives the result's, or a sentence saying what is wrong; `python` gets
    the arguments' code and gives code.
    """

    name: str
    arguments: int
    check: Callable[[list[Type]], Type | str]
    python: Callable[..., str]
    summary: str
