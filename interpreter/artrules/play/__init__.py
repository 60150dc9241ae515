"""Games: what a program offers to people, bots and tools.

In: a folder or a name. Out: a `Ruleset`, and games: decisions and their options, views, logs, saves, reasons.

Begin with `ruleset.py` (what `artrules.load` gives) and `game/game.py`. `pipeline.py` goes through the wings from a
folder to models; `explain/` says why an option isn't offered, `presentation/` what a table shows, `position/` reads
memory by names, `plugins/` asks plugins, `stored/` is the cache, `standalone/` makes modules for other hosts.

It imports `text`, `model`, `check` and `engine`.
"""
