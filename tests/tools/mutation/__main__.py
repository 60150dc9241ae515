"""`python -m tests.tools.mutation`: seeds faults into rulesets, and says which of them nothing finds.

`docs/write/scenarios.md` (Mutation) says how to use it."""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from artrules.model.catalogue.locations import shipped_folder, shipped_rulesets

from . import names
from .judge import Judge, Verdict
from .report import table
from .results import Result, Results, hash_of
from .sample import all_mutants, sample
from .source import Mutant
from .survivors import complaints, known_survivors


def main(arguments: Sequence[str] | None = None) -> int:
    given = list(sys.argv[1:] if arguments is None else arguments)
    if given[:1] == ["names"]:
        return names.main(given[1:])
    parser = argparse.ArgumentParser(prog="python -m tests.tools.mutation", description=__doc__)
    parser.add_argument("rulesets", nargs="*", metavar="RULESET", help="names or folders (default: all shipped ones)")
    parser.add_argument("--kinds", nargs="+", default=[], metavar="KIND", help="only these groups or kinds of faults")
    parser.add_argument("--seed", type=int, default=0, help="decides which faults are taken (default: 0)")
    parser.add_argument("--most", type=int, default=500, metavar="N", help="faults of each ruleset (default: 500)")
    parser.add_argument(
        "--games",
        type=int,
        default=200,
        metavar="N",
        help="games to compare (default: 200; 0: survivors may be unchanged)",
    )
    parser.add_argument("--jobs", type=int, default=1, help="in how many processes (default: 1)")
    parser.add_argument("--resume", type=Path, metavar="FILE", help="keeps verdicts, and takes over those that hold")
    parser.add_argument("--list", action="store_true", help="only list the faults")
    chosen = parser.parse_args(given)
    complaints = 0
    for name in chosen.rulesets or shipped_rulesets():
        folder = shipped_folder() / name if name in shipped_rulesets() else Path(name)
        if not (folder / "ruleset.yaml").is_file():
            parser.error(f"no ruleset: {name}")
        complaints += run(folder, chosen)
    return 1 if complaints else 0


def run(folder: Path, chosen: argparse.Namespace) -> int:
    """Judge the mutants of a ruleset; how many of them are not as they should be."""
    files, found = all_mutants(folder)
    mutants = sample(found, chosen.seed, chosen.most, chosen.kinds)
    if chosen.list:
        print(f"{folder.name}: {len(mutants)} of {len(found)}")
        print(*(f"  {mutant.group} | {mutant.kind} | {mutant.name}" for mutant in mutants), sep="\n")
        return 0
    kept = Results(chosen.resume)
    rules = hash_of(file.path for file in files.values())
    scenarios = hash_of((folder / "scenarios").rglob("*.yaml"))
    new = [mutant for mutant in mutants if kept.find(folder.name, rules, scenarios, mutant, chosen.games) is None]
    for mutant, verdict in judged(folder, new, chosen):
        kept.add(Result.of(folder.name, rules, scenarios, mutant, verdict))
        print(f"{verdict.outcome:<9} {mutant.name}  [{verdict.by}]", file=sys.stderr, flush=True)
    results = [r for m in mutants if (r := kept.find(folder.name, rules, scenarios, m)) is not None]
    listed = known_survivors().get(folder.name, {})
    print(table(folder.name, results, listed))
    told = complaints(folder.name, results, listed)
    print(*told, sep="\n", flush=True)
    return len(told)


def judged(folder: Path, mutants: list[Mutant], chosen: argparse.Namespace) -> Iterator[tuple[Mutant, Verdict]]:
    """The verdict of each mutant. Each process judges a share."""
    shares = [mutants[first :: chosen.jobs] for first in range(chosen.jobs)]
    if chosen.jobs == 1:
        yield from judged_here(folder, shares[0], chosen.games, chosen.seed)
        return
    with ProcessPoolExecutor(chosen.jobs, get_context("spawn")) as processes:
        parts = [each for share in shares for each in (share[n : n + 20] for n in range(0, len(share), 20))]
        for result in processes.map(
            _judge_part, *zip(*[(folder, p, chosen.games, chosen.seed) for p in parts], strict=True)
        ):
            yield from result


def _judge_part(folder: Path, mutants: list[Mutant], games: int, seed: int) -> list[tuple[Mutant, Verdict]]:
    return list(judged_here(folder, mutants, games, seed))


def judged_here(folder: Path, mutants: list[Mutant], games: int, seed: int) -> Iterator[tuple[Mutant, Verdict]]:
    """The verdict of each mutant, in this process."""
    if not mutants:
        return
    files, _ = all_mutants(folder)
    with tempfile.TemporaryDirectory() as scratch:
        judge = Judge(folder, Path(scratch), files, games, seed)
        for mutant in mutants:
            yield mutant, judge.judge(mutant)


if __name__ == "__main__":
    sys.exit(main())
