"""The types of what hooks take and return (`hooks.py`): for checks and exporters, a view of a ruleset; for reporters, a
simulation; for listeners, what happens in a game; functions and ways to draw by chance.

Plugins import them from here. All are plain data or small protocols, never the engine's own objects.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from artrules.text.diagnostics.diagnostic import Edit, Fix, Span
from artrules.text.diagnostics.kinds import Severity

if TYPE_CHECKING:
    from artrules.text.source.node import Scalar


# The view of a ruleset for plugins: the contents of its files, as read-only data with places.
#
# Plugins rely on these types. They describe the text of the files (see `docs/write/index.md`), and nothing that the
# engine derives from it.

CodeKind = Literal["effect", "expression", "bindings", "table", "type", "signature", "label"]
"""The kinds of code that a text can hold (`docs/write/files.md`, Which strings are code)."""


@dataclass(frozen=True, slots=True)
class Word:
    """A scalar of a file: a text, a whole number, a truth value, or `None`."""

    text: str
    """The text as the author wrote it, without quotes; for a block, its lines."""
    value: str | int | bool | None
    span: Span
    code: CodeKind | None = None
    """The kind of code that it holds; None if it isn't code."""
    _scalar: Scalar | None = field(default=None, repr=False, compare=False)

    def part(self, start: int, end: int) -> Span:
        """The span in the file of the characters `text[start:end]`."""
        return self._scalar.span_of(start, end) if self._scalar is not None else self.span


@dataclass(frozen=True, slots=True)
class Items:
    """A list."""

    items: tuple[Value, ...]
    span: Span

    def __iter__(self) -> Iterator[Value]:
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)


@dataclass(frozen=True, slots=True)
class Fields:
    """A mapping: keys with values, in the order of the file."""

    keys: tuple[Word, ...]
    values: Mapping[str, Value]
    span: Span

    def get(self, key: str) -> Value | None:
        """The value under a key; None if the key is absent."""
        return self.values.get(key)

    def word(self, key: str) -> str:
        """The text under a key; empty if there is none."""
        value = self.values.get(key)
        return value.text if isinstance(value, Word) else ""


Value: TypeAlias = Word | Items | Fields


@dataclass(frozen=True, slots=True)
class Document:
    """A YAML file. `kind` is its first key (`ruleset`, `part_of`, `set`, `overlay`, `library` …), `name` its value."""

    kind: str
    name: str
    file: str
    """The name of the file in diagnostics."""
    content: Fields


@dataclass(frozen=True, slots=True)
class Declaration:
    """A name that a section of a document declares: a zone, a variable, a function, a phase."""

    section: str
    """The key of the section: `zones`, `functions`. Inside `flow` it has two parts: `flow.setup`."""
    name: str
    """The name; for functions and procedures with the parameters: `draw(0..9 n)`."""
    span: Span
    """The span of the name."""
    content: Value
    document: Document


@dataclass(frozen=True, slots=True)
class Power:
    """One power of a set. `title` and `text` belong to the key under which the power stands."""

    set: str
    group: str
    key: str
    number: int
    """The number of the power, counted from 1 among the powers of its key."""
    title: str
    text: Word | None
    span: Span
    content: Fields
    code: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class RulesetContent:
    """The contents of all files of a ruleset, including those from outside its folder."""

    name: str
    title: str
    players: tuple[int, ...]
    """The numbers of players that it can be played with."""
    hash: str
    """The hash of all files that hold rules."""
    documents: tuple[Document, ...]

    def declarations(self, section: str | None = None) -> Iterator[Declaration]:
        """All declarations, or those of one section, in the order of the files; without those in scenarios."""
        for document in self.documents:
            if document.kind != "scenarios":
                for declaration in _declarations(document):
                    if section in (None, declaration.section):
                        yield declaration

    def powers(self) -> Iterator[Power]:
        """All powers of all sets, in the order of the files."""
        for document in self.documents:
            if document.kind == "set":
                yield from _powers(document)

    def code(self, *kinds: CodeKind) -> Iterator[Word]:
        """All words that hold code, or code of some kinds, in the order of the files; without those in scenarios."""
        for document in self.documents:
            if document.kind != "scenarios":
                for word in words(document.content):
                    if word.code is not None and (not kinds or word.code in kinds):
                        yield word


def words(value: Value) -> Iterator[Word]:
    """All words in a value, including keys, in the order of the file."""
    if isinstance(value, Word):
        yield value
    elif isinstance(value, Items):
        for item in value:
            yield from words(item)
    else:
        for key in value.keys:
            yield key
            yield from words(value.values[key.text])


def data(value: Value) -> Any:
    """A value as plain data: lists, dictionaries, texts, numbers, truth values and None."""
    if isinstance(value, Word):
        return value.value
    if isinstance(value, Items):
        return [data(item) for item in value]
    return {key: data(child) for key, child in value.values.items()}


_OF_FLOW = ("setup", "final", "score")


def _declarations(document: Document) -> Iterator[Declaration]:
    for key in document.content.keys:
        section = document.content.values[key.text]
        if key.text == "flow" and isinstance(section, Fields):
            for name in _OF_FLOW:
                yield from _named(document, f"flow.{name}", section.get(name))
            phases = section.get("rounds")
            for phase in phases if isinstance(phases, Items) else ():
                if isinstance(phase, Fields) and isinstance(name_of := phase.get("name"), Word):
                    yield Declaration("flow.rounds", name_of.text, name_of.span, phase, document)
        elif isinstance(section, Fields):
            yield from _named(document, key.text, section)


def _named(document: Document, section: str, content: Value | None) -> Iterator[Declaration]:
    if isinstance(content, Fields):
        for key in content.keys:
            yield Declaration(section, key.text, key.span, content.values[key.text], document)


def _powers(document: Document) -> Iterator[Power]:
    for declaration in _declarations(document):
        content = declaration.content
        powers = content.get("powers") if isinstance(content, Fields) else None
        if not isinstance(content, Fields) or not isinstance(powers, Items):
            continue
        text = content.get("text")
        for number, power in enumerate(powers, 1):
            if isinstance(power, Fields):
                yield Power(
                    document.name,
                    declaration.section,
                    declaration.name,
                    number,
                    content.word("name"),
                    text if isinstance(text, Word) else None,
                    power.span,
                    power,
                    tuple(word for word in words(power) if word.code is not None),
                )


def as_data(ruleset: RulesetContent) -> dict[str, Any]:
    """A ruleset with all places, as data for JSON. Programs rely on the keys."""
    return {
        "name": ruleset.name,
        "title": ruleset.title,
        "players": list(ruleset.players),
        "hash": ruleset.hash,
        "documents": [
            {"kind": d.kind, "name": d.name, "file": d.file, "content": _placed(d.content)} for d in ruleset.documents
        ],
    }


def _placed(value: Value) -> dict[str, Any]:
    span = value.span
    at = [span.line, span.column, span.end_line, span.end_column]
    if isinstance(value, Word):
        return {"value": value.value, "at": at, **({"code": value.code} if value.code is not None else {})}
    if isinstance(value, Items):
        return {"items": [_placed(item) for item in value], "at": at}
    return {"fields": [[_placed(key), _placed(value.values[key.text])] for key in value.keys], "at": at}


# The types with which a plugin contributes checks of content.

__all__ = ["Check", "Edit", "Finding", "Fix"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding of a check.

    `message` is one sentence in lower case without a full stop, with the author's own words in backticks. `fix` is a
    safe edit that repairs the fault, if there is one.
    """

    message: str
    span: Span
    expected: str | None = None
    found: str | None = None
    suggestions: tuple[str, ...] = ()
    fix: Fix | None = None


@dataclass(frozen=True, slots=True)
class Check:
    """A kind of diagnostic, and the function that finds it.

    `code` is two to eight capital letters that the plugin chooses, not ART, and a number of up to four digits: `TIDY1`.
    `slug` is lower-case words joined by hyphens. `explanation` is what `artrules explain CODE` prints: why this is a
    fault, and how to repair it, in Markdown if it is long; `example` is content with this fault, which it shows, too.
    `find` takes the ruleset and returns findings, always the same for the same ruleset.
    """

    code: str
    slug: str
    summary: str
    explanation: str
    find: Callable[[RulesetContent], Iterable[Finding]]
    severity: Severity = "warning"
    example: str = ""


# The type of an exporter, which a plugin contributes.

Exporter = Callable[[RulesetContent], str | bytes]
"""Makes the content of a file from a ruleset."""


# The type of a reporter, which a plugin contributes, and of the simulation that it gets.


@dataclass(frozen=True, slots=True)
class SimulatedGame:
    """One game of a simulation. Winners are players counted from 1; `scores` has a score for each player, in order."""

    index: int
    """The number of the game, counted from 0."""
    seed: int
    decisions: int
    rounds: int
    stalled: bool
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    sides: tuple[tuple[int, ...], ...] = ()
    """The players of each side; each alone where content doesn't say who plays together. Empty only where a plugin's
    tests make one without sides."""


@dataclass(frozen=True, slots=True)
class Simulation:
    """The results of many games of one configuration, played by bots."""

    ruleset: str
    title: str
    content: str
    """The hash of all files that hold rules."""
    players: int
    settings: Mapping[str, Any]
    bots: tuple[str, ...]
    seed: int
    games: tuple[SimulatedGame, ...]


Reporter = Callable[[Simulation], str]
"""Makes a report from a simulation: a text that ends with a line break."""


# The types with which a plugin listens to games: the listener, and what it hears.


@dataclass(frozen=True, slots=True)
class GameInfo:
    """A game that begins or continues. Players are counted from 1."""

    ruleset: str
    title: str
    content: str
    """The hash of all files that hold rules."""
    players: int
    settings: Mapping[str, Any]
    seed: int
    bots: tuple[str, ...]
    """For each player the bot as text, such as `uniform` or `search:time=0.5`; empty for a person."""
    how: Literal["played", "simulated"]
    choices: int
    """The number of choices made before; more than 0 for a game that continues."""


@dataclass(frozen=True, slots=True)
class Happening:
    """An entry of a game's log, redacted for a seat. `kind` and `text` are those of `Game.log`."""

    kind: str
    round: int
    phase: str
    player: int | None
    text: str


@dataclass(frozen=True, slots=True)
class Score:
    """The score of a player. `parts` has the points of each part, by the label that the content gives it."""

    player: int
    total: int
    parts: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class GameResult:
    """How a game ended."""

    winners: tuple[int, ...]
    scores: tuple[Score, ...]
    rounds: int
    stalled: bool
    """Whether the game ended only because it reached the last round that it may have."""
    digest: str
    """A hash of the last position, the same on every machine."""
    sides: tuple[tuple[int, ...], ...] = ()
    """The players of each side; each alone where content doesn't say who plays together. Empty only where a plugin's
    tests make one without sides."""


class Listener:
    """Listens to one game. A plugin derives a class from this one, and overrides the methods it needs."""

    seat: int | None = None
    """The seat for which it hears, counted from 1; None to hear only what everybody may know."""

    def hear(self, happenings: Sequence[Happening]) -> None:
        """Called with the new entries of the log. It isn't called for simulated games."""

    def end(self, result: GameResult) -> None:
        """Called when the game is over."""


# The types with which a plugin adds functions, and ways to draw by chance, to the language.

Below = Callable[[int], int]
"""Gives a random number from 0 up to but not including the one that it is given, all equally likely."""


@dataclass(frozen=True, slots=True)
class PureFunction:
    """A function that gives one value for some values.

    `signature` is its name with its parameters, and `gives` the type of its result, as content writes them:
    `nearest(0..99 n, 1..9 step)`, `0..99`. A type is `bool` or a range of numbers. `compute` takes the values in that
    order and gives a `bool` or an `int`. It must be quick, give the same whenever it is asked, and change nothing.
    """

    signature: str
    gives: str
    compute: Callable[..., int | bool]
    about: str = ""
    """What it gives, in a few words, for authors."""
    work: int = 100
    """What a call counts, in units of work: one is about an operation on a value."""


@dataclass(frozen=True, slots=True)
class WayToDraw:
    """A way to draw a value by chance.

    As a `PureFunction`, but `draw` takes a function `below` before the values. `below(n)` gives a random number from 0
    to n - 1 from a stream of the game; `draw` may call it up to 1,000 times, and has no other chance.
    """

    signature: str
    gives: str
    draw: Callable[..., int | bool]
    about: str = ""
    work: int = 100
