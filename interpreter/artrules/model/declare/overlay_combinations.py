"""Finds which overlays can apply together, by trying all numbers of players and all values of the settings."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product
from typing import Any

from artrules.model.declare.overlay_conditions import (
    ApplicableOverlays,
    Condition,
    Members,
    Names,
    OverlaySetups,
    with_required,
)
from artrules.model.declare.overlay_documents import (
    additions_of,
    changes_of,
    choosing_settings,
    head_of,
    is_expansion,
    is_of_set,
    name_of,
    required_by,
    title_of_overlay,
)
from artrules.model.declare.symbol_table import report_syntax
from artrules.model.ir.declarations import Setting
from artrules.model.ir.model import Model
from artrules.model.ir.types import Bool, Member, Number
from artrules.text.content.section import every_key
from artrules.text.diagnostics import kinds
from artrules.text.diagnostics.report import Report
from artrules.text.source.node import Mapping, Scalar, every_node, number
from artrules.text.source.node import Sequence as Items
from artrules.text.syntax.ast import expressions as ast
from artrules.text.syntax.parse import parse_expression, size
from artrules.text.syntax.problem import SyntaxProblem

MOST_COMBINATIONS = 4096
"""Combinations of values of the settings in conditions of overlays."""
MOST_MODELS = 64
MOST_PLAYERS = 16
MOST_CODE = 8 * 1024 * 1024
"""Bytes of rules that are elaborated and checked in all: the rules once for each combination of overlays."""


def added_player_counts(overlay: Mapping) -> range:
    """The numbers of players that an overlay adds to those of the game."""
    node = head_of(overlay).players
    if node is None:
        return range(0)
    low, _, high = node.text.partition("..")
    single = number(node)
    if single is not None:
        return range(single, single + 1)
    if not (low.strip().isdigit() and high.strip().isdigit()):
        return range(0)
    return range(int(low), min(int(high), MOST_PLAYERS) + 1)


def overlay_combinations(
    model: Model, overlays: list[Mapping], size: int, report: Report
) -> tuple[dict[Names, OverlaySetups], list[Names]]:
    """Every combination of overlays that can apply, by their names, with its setups; and those to judge.

    `model` is the game without overlays, `size` the size of the rules in bytes. When too many would have to be judged,
    that is reported, and none are returned.
    """
    trials = [
        Trial(overlay, read_condition(overlay, model.members, report, [*model.settings], model.sets))
        for overlay in overlays
    ]
    required = requirements(overlays)
    values = _values_to_try(model, trials, report)
    if values is None:
        return {}, []
    own_counts = range(model.players[0], model.players[1] + 1)
    setup_count = 0
    combinations: dict[Names, OverlaySetups] = {}
    for players in sorted({*own_counts, *(count for trial in trials for count in trial.added_counts)}):
        for chosen_values in product(*values.values()):
            settings = dict(zip(values, chosen_values, strict=True))
            holding = {name_of(trial.overlay): trial for trial in trials if trial.condition.holds(players, settings)}
            applying = [holding[name] for name in with_required(holding, required)]
            adding = [trial for trial in applying if players in trial.added_counts]
            for trial in adding:
                trial.useless_counts.discard(players)
            if players not in own_counts and not adding:
                continue
            setup_count += 1
            for trial in applying:
                trial.setup_count += 1
            names = tuple(name_of(trial.overlay) for trial in applying)
            combinations.setdefault(names, OverlaySetups((players, settings))).counts.add(players)
    most = max(1, min(MOST_MODELS, MOST_CODE // max(1, size)))
    to_judge = combinations_to_judge(combinations, overlays, model)
    if len(to_judge) > most:
        message = "overlays that change something can apply in too many combinations"
        _too_many(report, trials[-1].condition, message, len(to_judge), most)
        return {}, []
    for trial in trials:
        _report_useless_counts(trial, report)
        if not trial.useless_counts:
            _report_useless(trial, setup_count, report)
    return combinations, to_judge


def combinations_to_judge(
    combinations: Iterable[Names], overlays: Sequence[Mapping], model: Model, *, each_alone: bool = False
) -> list[Names]:
    """Those of the combinations in which a ruleset is judged. `model` is the game without overlays.

    An expansion that changes nothing takes nothing from anybody. So those are judged many together, with each
    combination of what does change something. One that may lean on another is also judged alone, with what it requires;
    with `each_alone` all of them are, so that what is wrong is shown in the one that brings it about.
    """
    adding = {name_of(overlay) for overlay in overlays if is_expansion(overlay) and not changes_of(overlay).entries}
    by_change: dict[frozenset[str], list[Names]] = {}
    for names in sorted(combinations, key=len):
        by_change.setdefault(frozenset(names) - adding, []).append(names)
    judged: dict[Names, None] = {}
    for alike in by_change.values():
        judged.update(dict.fromkeys(_covering([alike[0], *reversed(alike)])))
    alone = None if each_alone else {name_of(each) for each in overlays} - adding | _leaning(overlays, model)
    judged.update(dict.fromkeys(_covering(sorted(combinations, key=len), alone)))
    return sorted(judged, key=len)


def _covering(combinations: Iterable[Names], wanted: Collection[str] | None = None) -> Iterator[Names]:
    """The first combination, and each that holds an overlay, one that is wanted, that none before it holds."""
    covered: set[str] | None = None
    for names in combinations:
        added = names if wanted is None else [name for name in names if name in wanted]
        if covered is None or not covered.issuperset(added):
            covered = {*(covered or ()), *names}
            yield names


_WORD = re.compile(r"[a-z]\w*")
_SEEN_BY_ALL = ("enums", "lives", "limits", "cards", "requires")
"""The sections of an expansion whose keys the code of others may say, or rely on."""


def _leaning(overlays: Sequence[Mapping], model: Model) -> set[str]:
    """The names of the expansions that may need what another one adds, without requiring it: they say a word that all
    see when that is there. So does one with totals, which hold only where no other is."""
    required = requirements(overlays)
    seen_by_all = {name_of(each): _names_for_all(each, model) for each in overlays if is_expansion(each)}
    leaning = set()
    for overlay in overlays:
        name, additions = name_of(overlay), additions_of(overlay)
        nodes = every_node(additions)
        words = {word for node in nodes if isinstance(node, Scalar) for word in _WORD.findall(node.text)}
        others = (names for other, names in seen_by_all.items() if other != name and other not in required[name])
        if additions.get("totals") is not None or any(not words.isdisjoint(names) for names in others):
            leaning.add(name)
    return leaning


def _names_for_all(expansion: Mapping, model: Model) -> set[str]:
    """The names that an expansion adds for all to see, but for those that are there without it: settings, and enums of
    its own; and the zones whose order it settles."""
    there = {*model.enums, *model.members, *model.kinds} | every_key()
    names: set[str] = set()
    for key in _SEEN_BY_ALL:
        section = additions_of(expansion).get(key)
        for node in every_node(section) if section is not None else ():
            parts = [entry.key for entry in node] if isinstance(node, Mapping) else []
            parts += [item for item in node if isinstance(item, Scalar)] if isinstance(node, Items) else []
            names.update(part.text for part in parts if key == "requires" or part.text not in there)
    return names


@dataclass(slots=True)
class Trial:
    """An overlay that is tried with all setups."""

    overlay: Mapping
    condition: Condition
    added_counts: range = field(init=False)
    """The numbers of players that it adds."""
    useless_counts: set[int] = field(init=False)
    """Those of them with which it hasn't applied yet."""
    setup_count: int = 0
    """The number of possible setups for which it applies."""

    def __post_init__(self) -> None:
        self.added_counts = added_player_counts(self.overlay)
        self.useless_counts = set(self.added_counts)


def _values_to_try(model: Model, trials: Sequence[Trial], report: Report) -> dict[str, list[Any]] | None:
    """The values of each setting in conditions of overlays. None, after a diagnostic, if there are too many."""
    asked_sets = {name for trial in trials for name in trial.condition.names if name in model.sets}
    values: dict[str, list[Any]] = {}
    combination_count = 1
    for trial in trials:
        names = trial.condition.names
        asked = (setting for name, setting in model.settings.items() if name in names and name not in values)
        for setting in asked:
            combination_count *= _how_many(model, setting, asked_sets)
            if combination_count > MOST_COMBINATIONS:
                message = "settings have too many combinations"
                _too_many(report, trial.condition, message, combination_count, MOST_COMBINATIONS)
                return None
            values[setting.name] = _values(model, setting, asked_sets)
    return values


def _report_useless(trial: Trial, setup_count: int, report: Report) -> None:
    """Report an overlay that applies in none or in all of the setups."""
    condition = trial.condition
    if condition.scalar is None or condition.tree is None or condition.faulty or is_of_set(trial.overlay):
        return
    title, at, written = title_of_overlay(trial.overlay), condition.scalar.span, f"`{condition.scalar.text}`"
    if not trial.setup_count:
        message = f"the {title} applies in no game, so it changes nothing"
        report.add(kinds.NEVER_APPLIES, message, at, expected="a condition that can hold", found=written)
    elif trial.setup_count == setup_count and condition.names:
        message = f"the {title} applies in every game"
        report.add(kinds.ALWAYS_APPLIES, message, at, expected="a condition that can be false", found=written)


def _report_useless_counts(trial: Trial, report: Report) -> None:
    """Report numbers of players that an overlay adds, and with which it never applies."""
    head = head_of(trial.overlay)
    node, applies = head.players, head.applies
    if trial.useless_counts and node is not None:
        counts = " or ".join(map(str, sorted(trial.useless_counts)))
        report.add(
            kinds.NUMBER_WITHOUT_OVERLAY,
            f"the {title_of_overlay(trial.overlay)} adds games for {counts}, but never applies to them",
            node.span,
            expected="numbers for which `applies` can hold",
            found=f"`{node.text}`",
            related=[("it applies here alone", applies.span)] if applies is not None else [],
        )


def _too_many(report: Report, condition: Condition, message: str, count: int, most: int) -> None:
    at = condition.scalar.span if condition.scalar is not None else condition.at
    report.add(kinds.TOO_MANY, message, at, expected=f"at most {most:,}", found=f"{count:,} or more")


def always_applying(overlays: Sequence[Mapping]) -> tuple[str, ...]:
    """The names of the expansions that apply whatever the setup is."""
    unconditional = [
        name_of(each)
        for each in overlays
        if is_expansion(each) and not is_of_set(each) and head_of(each).applies is None
    ]
    return tuple(with_required(unconditional, requirements(overlays)))


def requirements(overlays: Sequence[Mapping]) -> dict[str, frozenset[str]]:
    """By overlay: the names of those without which it doesn't apply."""
    return {name_of(overlay): frozenset(name.text for name in required_by(overlay)) for overlay in overlays}


def names_in_conditions(overlays: list[Mapping]) -> frozenset[str]:
    """The names in the conditions of overlays."""
    return frozenset(name for overlay in overlays for name in read_condition(overlay, {}, Report()).names)


def _how_many(model: Model, setting: Setting, asked_sets: Collection[str]) -> int:
    type_ = setting.type
    if setting.group is not None:
        return int(2 ** len(_choosable(model, setting.group, asked_sets)))
    return type_.high - type_.low + 1 if isinstance(type_, Number) else len(_values(model, setting, asked_sets))


def _choosable(model: Model, group: str, asked_sets: Collection[str]) -> list[str]:
    """Which of some sets can fill keys of a group."""
    return [each.name for each in model.sets.values() if group in each.fills and each.name in asked_sets]


def _values(model: Model, setting: Setting, asked_sets: Collection[str]) -> list[Any]:
    """The values of a setting. Sets can be mixed: of those that conditions ask for, any may be in play together."""
    if setting.group is not None:
        sets = _choosable(model, setting.group, asked_sets)
        return [frozenset(some) for count in range(len(sets) + 1) for some in combinations(sets, count)]
    match setting.type:
        case Bool():
            return [False, True]
        case Number(low, high):
            return list(range(low, high + 1))
        case Member(enum):
            return list(range(len(model.enums[enum].members)))
    return [None]


def read_condition(
    overlay: Mapping, members: Members, report: Report, settings: Sequence[str] = (), sets: Collection[str] = ()
) -> Condition:
    """When an overlay applies. `settings` are the names that are suggested in place of others, `sets` the names of all
    sets."""
    written = head_of(overlay).applies
    tree: ast.Expression | None = None
    if is_of_set(overlay):
        tree = _is_in_play(name_of(overlay), choosing_settings(overlay))
    elif written is not None:
        try:
            tree = parse_expression(written.text)
        except SyntaxProblem as problem:
            report_syntax(report, written, problem)
    steps = 1 + size(written.text) // 8 if written is not None else 0
    return Condition(tree, written, overlay.span, report, members, sets, settings, steps)


def _is_in_play(name: str, settings: Sequence[str]) -> ast.Expression:
    """The condition that one of some settings has put a set into play."""
    tree: ast.Expression = ast.Truth(0, 0, False)
    for setting in settings:
        tree = ast.Logic(0, 0, "or", tree, ast.Equality(0, 0, "=", ast.Name(0, 0, setting), ast.Name(0, 0, name)))
    return tree


def applicable_overlays(model: Model, overlays: Sequence[Mapping]) -> ApplicableOverlays:
    """Which of the overlays of a ruleset apply to a setup. `model` is the game without overlays."""
    by_name = {
        name_of(each): (added_player_counts(each), read_condition(each, model.members, Report(), (), model.sets))
        for each in overlays
    }
    return ApplicableOverlays(model, by_name, requirements(overlays), always_applying(overlays))
