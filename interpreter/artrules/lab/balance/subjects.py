"""What a report compares: powers, cards and kinds of option; and which of one version is which of another."""

from collections.abc import Callable, Container, Hashable, Iterator, Mapping, Sequence
from typing import Any, Literal, TypeAlias

from artrules.model.analyses.calls import every
from artrules.model.ir.model import Model
from artrules.model.ir.nodes import Choose, Label
from artrules.play.game.inspection.counting import cards_by_label
from artrules.play.ruleset import Ruleset
from artrules.play.settings import RANDOM
from artrules.text.diagnostics.diagnostic import Span
from artrules.text.record import dataclass

# What a report compares: the powers of a game, key by key of the sets in play, or its cards.

Kind = Literal["power", "card"]


@dataclass(frozen=True, slots=True)
class Subject:
    """Something whose worth is asked.

    A power has the key `SET/GROUP.KEY`, and stands for all powers of that key; a card has its label, and stands for all
    cards that are called so at first (`cards`, by number). `group` is what it is compared with: the group of powers, or
    all cards.
    """

    key: str
    kind: Kind
    title: str
    group: str
    cards: tuple[int, ...] = ()


CARDS = "cards"
"""The group of all subjects that are cards."""


def powers_in_play(ruleset: Ruleset, players: int, settings: Mapping[str, Any]) -> list[Subject]:
    """The powers that games with these settings may have in play. A setting that is drawn may bring any set."""
    model, configuration, _ = ruleset.configured(players, ruleset.settle(settings, 0))
    drawn = any(value == RANDOM for value in settings.values())
    subjects = []
    for group, chosen in configuration.chosen.items():
        for key, name in chosen.items():
            for power_set in model.sets.values() if drawn else [model.sets[name]]:
                keyed = power_set.fills.get(group, {}).get(key)
                if keyed is not None and keyed.powers:
                    title = f"{_title(key)}, {keyed.title}" + (f" ({power_set.title})" if drawn else "")
                    subjects.append(Subject(f"{power_set.name}/{group}.{key}", "power", title, group))
    return subjects


def keys_in_play(ruleset: Ruleset, players: int, settled: Mapping[str, Any]) -> frozenset[str]:
    """The keys of the powers in play with settings of which none is left to be drawn."""
    _, configuration, _ = ruleset.configured(players, settled)
    return frozenset(_keys(configuration.chosen))


def _keys(chosen: Mapping[str, Mapping[Any, str]]) -> Iterator[str]:
    for group, names in chosen.items():
        for key, name in names.items():
            yield f"{name}/{group}.{key}"


def cards_in_play(ruleset: Ruleset, players: int, settings: Mapping[str, Any]) -> list[Subject]:
    """The cards of games with these settings, in the order of the pieces."""
    game = ruleset.new_game(players, 0, settings, log=False)
    return [Subject(label, "card", label, CARDS, tuple(cards)) for label, cards in cards_by_label(game).items()]


def _title(key: object) -> str:
    """The key of a group as people read it."""
    return str(key).replace("_", " ")


# What kinds of option a game has, as its author wrote them.


@dataclass(frozen=True, slots=True)
class Branch:
    """A kind of option: its label as it is written in the rules, and where."""

    label: str
    at: Span


def branches(model: Model, sets: Container[str]) -> dict[str, Branch]:
    """By key, as `deal.py` counts them: the kinds of option of a game with some sets in play."""
    branches_by_key = {}
    for code, choose in every(model, Choose):
        for branch in choose.branches:
            if any(owner is not None and owner not in sets for owner in (code.owner, branch.owner)):
                continue
            branches_by_key[f"{choose.site}.{branch.key}"] = Branch("".join(_written(model, branch.label)), branch.at)
    return branches_by_key


def _written(model: Model, label: Label) -> Iterator[str]:
    for part in label.parts:
        yield part if isinstance(part, str) else f"{{{_text(model, part.at)}}}"


def _text(model: Model, at: Span) -> str:
    """What stands at a place on one line of content."""
    lines = (model.source_text(at.file) or "").replace("\r\n", "\n").split("\n")
    if at.line == at.end_line and at.line <= len(lines):
        return lines[at.line - 1][at.column - 1 : at.end_column - 1]
    return "…"


# Which power, card or kind of option of one version is which of another.

Pair: TypeAlias = tuple[Subject | None, Subject | None]
"""A subject here and the same there; None where a version has none."""


def _place(subject: Subject) -> Hashable:
    return subject.kind, subject.key.rpartition("/")[2]


_SAME: tuple[Callable[[Subject], Hashable], ...] = (
    lambda subject: (subject.key, subject.title),
    lambda subject: (subject.kind, subject.group, subject.title.partition(", ")[2] or subject.title),
    lambda subject: subject.key,
    lambda subject: (subject.kind, subject.cards) if subject.kind == "card" else _place(subject),
)
"""By what subjects are the same, the surest first: unchanged; moved to another key; renamed; another one in its
place."""


def pairs(here: Sequence[Subject], there: Sequence[Subject]) -> list[Pair]:
    """All subjects of two versions, paired: those of here in their order, then those that are only there."""
    partners: dict[int, int] = {}
    for same in _SAME:
        candidates = {same(subject): i for i, subject in reversed([*enumerate(there)]) if i not in partners.values()}
        for i, subject in enumerate(here):
            if i not in partners and same(subject) in candidates:
                partners[i] = candidates.pop(same(subject))
    return [
        *((subject, there[partners[i]] if i in partners else None) for i, subject in enumerate(here)),
        *((None, subject) for i, subject in enumerate(there) if i not in partners.values()),
    ]


def title_of(pair: Pair) -> str:
    """What a pair is called: both names where there are two."""
    here, there = pair
    if here is None or there is None:
        return (here or there or Subject("", "power", "", "")).title
    return here.title if here.title == there.title else f"{here.title} (there: {there.title})"


def labels_of(*versions: Mapping[str, Branch]) -> Iterator[tuple[str, list[list[str]]]]:
    """By label, the keys of the kinds of option that are so called, for each version: lines move when rules change."""
    by_label = [
        {label: [key for key, branch in version.items() if branch.label == label] for label in _labels(version)}
        for version in versions
    ]
    for label in dict.fromkeys(label for version in by_label for label in version):
        yield label, [version.get(label, []) for version in by_label]


def _labels(branches_by_key: Mapping[str, Branch]) -> list[str]:
    return list(dict.fromkeys(branch.label for branch in branches_by_key.values()))
