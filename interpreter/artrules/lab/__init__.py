"""Many games: who plays better, what is unbalanced, what programs can learn.

In: a `Ruleset` and a number of games. Out: figures with their uncertainty, and environments for learning.

Begin with `simulation.py`. `bots/` has the strategies, `matches/` compares bots, `balance/` sets, powers and seats,
`parallel/` spreads work over processes and takes it up again, `research/` is for programs that learn.

Of `play` it uses what `docs/extend/api.md` describes.
"""
