"""Games: what a program offers to people, bots and tools.

In: a folder or a name. Out: a `Ruleset`, and games: decisions and their options, views, logs, saves, reasons.

Begin with `ruleset.py` (what `artrules.load` gives) and `game/game.py`.

- `content_search.py`, `pipeline.py`, `models.py`, `content.py`, `workspace.py`: which ruleset a name means; from its
  folder to checked models; each of them; what was read, also from the cache; again and again while somebody edits
- `settings.py`, `setups.py`: how a game is set up
- `ruleset.py`, `game/`: rulesets and games
- `position/`, `explain/`: positions by names; labels, faults, why an option isn't offered
- `presentation/`: what a table shows; `standalone/`: modules for other hosts
- `plugins/`, `stored/`: what plugins bring; the cache

It imports `text`, `model`, `check` and `engine`.
"""
