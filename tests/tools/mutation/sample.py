"""All mutants of a ruleset, and a sample of them that stays the same while the files do."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path

from .code import mutate_code
from .data import mutate_data
from .declarations import mutate_declarations
from .declared import declared_in
from .source import Mutant, SourceFile, read_files

GROUPS = ("code", "declarations", "data")


def all_mutants(folder: Path) -> tuple[dict[str, SourceFile], list[Mutant]]:
    """The files of a ruleset by name, and every fault that can be seeded."""
    files = read_files(folder)
    declared = declared_in(files)
    for file in files:
        if file.document is not None:
            mutate_code(file, declared)
        mutate_declarations(file, declared)
        mutate_data(file, declared)
    return {file.name: file for file in files}, [m for file in files for m in _counted(file.mutants)]


def _counted(mutants: Iterable[Mutant]) -> Iterator[Mutant]:
    """Mutants with names of their own, each change once, by whatever kind it was made first."""
    named: Counter[str] = Counter()
    changes = set()
    for mutant in mutants:
        change = (mutant.start, mutant.end, mutant.text)
        if change not in changes:
            changes.add(change)
            named[mutant.name] += 1
            yield replace(mutant, nth=named[mutant.name])


def sample(mutants: Iterable[Mutant], seed: int, most: int, kinds: Collection[str] = ()) -> list[Mutant]:
    """At most so many mutants: half of them of code, a quarter each of declarations and data, as far as there are so
    many. Which are taken depends on the seed and on the mutants' own texts, so an edit elsewhere changes little."""
    by_group: dict[str, list[Mutant]] = defaultdict(list)
    for mutant in mutants:
        if not kinds or mutant.group in kinds or mutant.kind in kinds:
            by_group[mutant.group].append(mutant)
    for group in by_group.values():
        group.sort(key=lambda mutant: _order(seed, mutant))
    taken: list[Mutant] = []
    left, shares = most, Counter({"code": 2, "declarations": 1, "data": 1})
    while left > 0 and any(by_group.values()):
        for group in GROUPS:
            few = by_group[group][: min(shares[group], left)]
            taken += few
            left -= len(few)
            by_group[group] = by_group[group][len(few) :]
    return sorted(taken, key=lambda mutant: (mutant.file, mutant.start, mutant.end, mutant.text))


def _order(seed: int, mutant: Mutant) -> bytes:
    return blake2b(f"{seed} {mutant.kind} {mutant.name}".encode(), digest_size=8).digest()
