"""`python -m tests.tools.lockstep.bridge_scores` compares what contracts of Bridge come to with `endplay`.

These are the 35 contracts, doubled and redoubled too, vulnerable or not, with any number of tricks.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from itertools import product

from artrules.play.game.inspection.position import Position, Zone

from .games import Bridge
from .play import loaded

STAKES = {1: "passed", 2: "doubled", 4: "redoubled"}
"""Theirs of each of our stakes."""
BOOK, TRICKS, CARDS_IN_TRICK = 6, 13, 4
DECLARER, OPPONENT = 0, 1


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.lockstep.bridge_scores", description=__doc__)
    parser.parse_args(arguments)
    if not find_spec("endplay"):
        parser.error("endplay isn't installed: pip install -e '.[benchmarks]'")
    compared = differing = 0
    for level, trumps, stake, vulnerable, tricks in product(
        range(1, 8), Bridge.trumps, STAKES, (False, True), range(TRICKS + 1)
    ):
        result = level, trumps, stake, vulnerable, tricks
        ours, theirs = ours_of(*result), theirs_of(*result)
        compared += 1
        if ours != theirs:
            differing += 1
            print(f"{level} {trumps} by {stake}, vulnerable {vulnerable}, {tricks} tricks: {ours} here, {theirs} there")
    print(f"{compared} results compared, {differing} differ")
    return 1 if differing else 0


def ours_of(level: int, trumps: str, stake: int, vulnerable: bool, tricks: int) -> int:
    """What the first player's side gets for a contract of the first player, less what the other side gets."""
    ruleset = loaded("bridge")
    phases = [phase.name for phase in ruleset.model.flow.phases]

    def prepare(position: Position) -> None:
        position.run_setup()
        cards = [*position.cards]
        taken = cards[: tricks * CARDS_IN_TRICK], cards[tricks * CARDS_IN_TRICK :]
        sides = {Zone("taken", seat): taken[seat] for seat in (DECLARER, OPPONENT)}
        position.arrange({Zone("pack", 0): [], **sides}, [])
        position.set_variable("contract", 0, (level - 1) * len(Bridge.trumps) + Bridge.trumps.index(trumps))
        position.set_variable("declarer", 0, DECLARER)
        position.set_variable("stake", 0, stake)
        position.go_on_from(round_number=1, phase=phases.index("count"))

    settings = {"deals": 1, "vulnerability": "both" if vulnerable else "nobody"}
    game = ruleset.fresh_game(4, seed=1, settings=settings)
    game.inspect.begin(prepare)
    assert game.result is not None
    points = [score["total"] for score in game.result["scores"]]
    return int(points[DECLARER] - points[OPPONENT])


def theirs_of(level: int, trumps: str, stake: int, vulnerable: bool, tricks: int) -> int:
    types = import_module("endplay.types")
    contract = types.Contract(
        level=level,
        denom=types.Denom.nt if trumps == "no trump" else types.Denom[f"{trumps}s"],
        declarer=types.Player.north,
        penalty=types.Penalty[STAKES[stake]],
        result=tricks - level - BOOK,
    )
    return int(contract.score(types.Vul.both if vulnerable else types.Vul.none))


if __name__ == "__main__":
    sys.exit(main())
