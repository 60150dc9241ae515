"""Games for research on learning: environments of PettingZoo, games of OpenSpiel (`docs/study/research.md`).

In: the name of a ruleset. Out: what these libraries expect. `pip install pettingzoo gymnasium numpy` brings PettingZoo
(`aec.py`), and `pip install open_spiel numpy` OpenSpiel (`open_spiel.py`). `episodes.py` has what both share.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from artrules.lab.research.aec import RulesetEnv


__all__ = ["aec_env", "open_spiel_game"]


def aec_env(ruleset: Any, players: int | None = None, **options: Any) -> RulesetEnv:
    """A PettingZoo environment for a ruleset: `RulesetEnv(ruleset, players, …)`, with the same options.

    Raises MissingExtra where PettingZoo isn't installed.
    """

    need("pettingzoo", "pettingzoo gymnasium numpy")
    from artrules.lab.research.aec import RulesetEnv

    return RulesetEnv(ruleset, players, **options)


def open_spiel_game(ruleset: str, players: int | None = None, **options: Any) -> Any:
    """A `pyspiel.Game` for a ruleset, with the options of `game_for` (`open_spiel.py`).

    Raises MissingExtra where OpenSpiel isn't installed.
    """

    need("pyspiel", "open_spiel numpy")
    from artrules.lab.research.open_spiel import game_for

    return game_for(ruleset, players, **options)


# Says what to install where an optional library is missing.


class MissingExtra(ImportError):
    """An optional library isn't installed."""


def need(module: str, libraries: str) -> None:
    """See that a library is there. Raises MissingExtra with a sentence that says how to install it."""
    if find_spec(module) is None:
        raise MissingExtra(f"this needs {module}, which isn't installed: pip install {libraries}")
