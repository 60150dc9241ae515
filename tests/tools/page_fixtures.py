"""The positions that tests of the page share: `python -m tests.tools.page_fixtures [NAME …]` makes them anew.

For each shipped ruleset, or for those named, it writes `tests/table/page/fixtures/NAME.json`: real messages of a game
with most players (`page_messages.py`), of which few states are kept: those in which most sorts of options are offered,
the states after them, and the last. Each state has the end of the log, so that it can be shown without the others.
"""

from __future__ import annotations

import json
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

from tests.tools.page_messages import messages

import artrules
from artrules.model.catalogue.locations import shipped_rulesets

FOLDER = Path(__file__).parents[1] / "table" / "page" / "fixtures"
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")
SPREAD = 60
"""So many states of a game are looked at."""
PAIRS = 6
"""So many of them are kept, each with the one after it."""
LINES = 30

Message = dict[str, Any]


def fixture(name: str) -> Message:
    """What is kept of a game of a ruleset."""
    kept = messages(name, artrules.load(name).player_counts[-1], spread=SPREAD)
    for seat in kept["welcome"]["seats"]:
        seat["name"] = NAMES[seat["seat"] - 1]
    log: list[Message] = []
    for state in kept["states"]:
        log = log[: state["from"]] + state["log"]
        state |= {"log": log[-LINES:], "from": 0}
    kept["states"] = _chosen(kept["states"])
    return kept


def _chosen(states: list[Message]) -> list[Message]:
    pairs = [pair for pair in pairwise(states) if pair[0]["offers"]]
    picked: list[tuple[Message, Message]] = []
    covered: set[tuple[str, int]] = set()
    while pairs and len(picked) < PAIRS:
        best = max(pairs, key=lambda pair: (len(_sorts(pair[0]) - covered), len(json.dumps(pair[0]["view"]))))
        covered |= _sorts(best[0])
        picked.append(best)
        pairs.remove(best)
    places = {states.index(state) for pair in picked for state in pair} | {len(states) - 1}
    return [states[place] for place in sorted(places)]


def _sorts(state: Message) -> set[tuple[str, int]]:
    return {(offer["prompt"], option["group"]) for offer in state["offers"] for option in offer["options"]}


def main() -> None:
    for name in sys.argv[1:] or shipped_rulesets():
        path = FOLDER / f"{Path(name).name}.json"
        path.write_text(json.dumps(fixture(name), ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")
        print(path)


if __name__ == "__main__":
    main()
