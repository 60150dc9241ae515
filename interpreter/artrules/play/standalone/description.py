"""What a host must know of a module: where everything lies in its memory, and the names and texts of its game.

The classes here are the form of the JSON that stands in the module; `schemas/module.schema.json` is derived from them.
All players, cards and zones count from 0.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from artrules.model.ir.json_form import Schema, document_schema
from artrules.model.ir.types import Type
from artrules.text.record import dataclass

FORMAT = 1
"""Counted up with every change after which an older host would go wrong."""


@dataclass(frozen=True, slots=True)
class RegisterPlace:
    """Where a register is while no code runs: eight bytes, of which one that isn't wide uses four."""

    address: int
    wide: bool


@dataclass(frozen=True, slots=True)
class RegionPlace:
    """Where a region is. `used` is the register that says how many of its elements are in use, if there is one; it has
    room for `room`."""

    address: int
    element: str
    room: int
    kept: str
    used: str | None


@dataclass(frozen=True, slots=True)
class FunctionForm:
    """A function that a host may call: its number, which `invoke_N` takes, and what its N parameters mean."""

    number: int
    parameters: Sequence[str]
    gives: bool


@dataclass(frozen=True, slots=True)
class ZoneName:
    """A zone: the name that content gives it, and its owner's index among those who have one like it; for a zone with
    two owners also the second one's index."""

    name: str
    owner: int
    second: int


@dataclass(frozen=True, slots=True)
class CardPrint:
    """A card: its kind, and the values printed on it."""

    kind: str
    printed: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class VariablePlace:
    """The words of a variable in the region `variables`: from `first` on, one for each of so many owners."""

    name: str
    type: Type
    first: int
    owners: int
    seen_by: str


@dataclass(frozen=True, slots=True)
class AttributePlace:
    """The words of an attribute that isn't printed: that of a card is in the region `attributes`, at the card's number
    plus `plus`."""

    kind: str
    name: str
    type: Type
    plus: int


@dataclass(frozen=True, slots=True)
class PowerText:
    """A power: its title, and its text where it has one of its own."""

    key: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class PhaseName:
    """A phase of a round, what players read for it, and who acts in it."""

    name: str
    title: str
    who: str


@dataclass(frozen=True, slots=True)
class BranchForm:
    """A branch of a decision. `types` are those of its binders' values, which stand in a candidate's row."""

    key: str
    declines: bool
    types: Sequence[Type]


@dataclass(frozen=True, slots=True)
class DecisionForm:
    """A decision: where it is in content's code, the question in words, and its branches."""

    site: str
    prompt: str
    branches: Sequence[BranchForm]


@dataclass(frozen=True, slots=True)
class ScorePartForm:
    """A part of a score. One with `lines` says in its own words what makes up its points."""

    label: str
    lines: bool
    at: str


@dataclass(frozen=True, slots=True)
class FigureForm:
    """A figure of the layout: the type of its owners, None for one of the table, the type of its values, who sees it,
    and whether it has another value for each player who looks."""

    name: str
    of: Type | None
    type: Type
    seen_by: str
    uses_me: bool


@dataclass(frozen=True, slots=True)
class FaultText:
    """What a fault says. In braces stand registers of the fault, and words for them."""

    code: str
    message: str
    expected: str
    found: str


@dataclass(frozen=True, slots=True)
class SiteText:
    """A place in content that may fail: file and line, and what the message begins with."""

    at: str
    words: str


@dataclass(frozen=True, slots=True)
class ThinkingForm:
    """What bots that think need: what goes into the regions `usual` and `weights`, and the horizon of playouts."""

    usual: Sequence[int]
    weights: Sequence[int]
    horizon: int


@dataclass(frozen=True, slots=True)
class Description:
    """Everything that a host needs beside the module itself. Sequences are by number."""

    format: int
    name: str
    title: str
    players: int
    settings: Mapping[str, Any]
    content: str
    """A hash of the files that hold the rules."""

    numbers: Mapping[str, int]
    """All constants of the machine and numbers of the program (`machine/numbers.py`)."""
    registers: Mapping[str, RegisterPlace]
    regions: Mapping[str, RegionPlace]
    areas: Mapping[str, int]
    """Addresses of what else lies in memory."""
    functions: Mapping[str, FunctionForm]

    entry_kinds: Mapping[str, str]
    """By number: the kinds of entries of the log."""
    texts: Sequence[str]
    longest_text: int
    """The most characters of a text; a longer one is cut, and ends in `…`."""
    members: Sequence[Sequence[str]]
    """By enum: the names of its members."""
    zones: Sequence[ZoneName]
    cards: Sequence[CardPrint]
    kinds: Sequence[str]
    variables: Sequence[VariablePlace]
    attributes: Sequence[AttributePlace]
    powers: Sequence[PowerText]
    phases: Sequence[PhaseName]
    decisions: Mapping[str, DecisionForm]
    """By the number of the decision's block."""
    score: Sequence[ScorePartForm]
    figures: Sequence[FigureForm]
    winning_keys: Sequence[str]
    """The keys that decide who wins, one after another, in words; empty where the rules say it otherwise."""
    faults: Mapping[str, FaultText]
    sites: Sequence[SiteText]
    thinking: ThinkingForm | None
    """What was learned of the game; none where its bots can't think."""


# The JSON Schema of a module's description, derived from its classes. `python -m artrules.author.derive` writes it to
# `schemas/module.schema.json`.


def json_schema() -> Schema:
    """The schema, with a definition for each class."""
    about = "What hosts must know of a game that `artrules build` has made: see docs/extend/modules.md."
    return document_schema("module.schema.json", "Description of a module", about, Description, {"format": FORMAT})
