"""Games for research on learning: environments of PettingZoo, games of OpenSpiel (`docs/research.md`).

In: the name of a ruleset. Out: what these libraries expect. `pip install pettingzoo gymnasium numpy` brings
PettingZoo, and `pip install open_spiel numpy` OpenSpiel.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from artrules.research.aec import RulesetEnv

__all__ = ["aec_env", "open_spiel_game"]


def aec_env(ruleset: Any, players: int | None = None, **options: Any) -> RulesetEnv:
    """A PettingZoo environment for a ruleset: `RulesetEnv(ruleset, players, …)`, with the same options.

    Raises MissingExtra where PettingZoo isn't installed.
    """
    from artrules.research.extras import need

    need("pettingzoo", "pettingzoo gymnasium numpy")
    from artrules.research.aec import RulesetEnv

    return RulesetEnv(ruleset, players, **options)


def open_spiel_game(ruleset: str, players: int | None = None, **options: Any) -> Any:
    """A `pyspiel.Game` for a ruleset, with the options of `game_for` (`open_spiel.py`).

    Raises MissingExtra where OpenSpiel isn't installed.
    """
    from artrules.research.extras import need

    need("pyspiel", "open_spiel numpy")
    from artrules.research.open_spiel import game_for

    return game_for(ruleset, players, **options)
