"""`python -m tests.tools.hostile [N]`: N inputs of each source (default 500), and what came of them; then N edited
saves."""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[2]))

from tools.hostile.edited_saves import try_edits
from tools.hostile.oracle import Violation, judge
from tools.hostile.paths import Base, any_path, try_path
from tools.hostile.sources import SOURCES
from tools.hostile.subject import write


def main() -> int:
    """Run them all; 1 when the engine did what it may not."""
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    broken = 0
    for source, make in SOURCES.items():
        counts: Counter[str] = Counter()
        with tempfile.TemporaryDirectory() as folder:
            for number in range(wanted):
                files = make(Random(f"{source} {number}"))
                try:
                    verdict = judge(write(Path(folder) / "input", files), seed=number, scenarios=True)
                except Violation as problem:
                    broken += 1
                    print(f"BROKEN: {source} {number}: {problem}")
                    continue
                counts["accepted" if verdict.clean else "refused"] += 1
                counts["choices"] += verdict.chosen
                counts["stopped by a fault"] += len(verdict.faults)
        print(
            f"{source}: {wanted} inputs, " + ", ".join(f"{n} {what}" for what, n in sorted(counts.items())), flush=True
        )
    broken += try_paths(wanted)
    broken += try_edits(wanted)
    return 1 if broken else 0


def try_paths(wanted: int) -> int:
    """Give commands so many paths that lead to anything; how often one did what it may not."""
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        base = Base(Path(folder))
        for number in range(wanted):
            kind, use, name = any_path(Random(f"paths {number}"))
            try:
                counts[try_path(base, Path(folder) / "here", kind, use, name)] += 1
            except Violation as problem:
                counts["broken"] += 1
                print(f"BROKEN: paths {number} ({kind}: {use.call}): {problem}")
    print(f"paths: {wanted} inputs, " + ", ".join(f"{n} {what}" for what, n in sorted(counts.items())), flush=True)
    return counts["broken"]


if __name__ == "__main__":
    sys.exit(main())
