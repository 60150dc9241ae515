"""The second layer of the API: for tools that look at everything in a game, or change it.

In: a `Game`, or a decision of one. Out: names, values and options, never the machine's memory; so these interfaces
don't depend on how a position is stored. Only what compares executors shows numbers as they lie in memory. Start with
`position.py`. Nothing here is for players: it shows everything.

- `position.py`: a position by names and values, to be read, or put together as scenarios do; and `game.inspect`
- `determinization.py`: determinizations of a game whose hidden cards are assigned in a certain way
- `exhaustive_search.py`: which options can be completed, found by trying everything
- `counting.py`: what decisions offer, who has which cards, and which code runs, as coverage needs it
- `machine_game.py`: a game call by call, on one executor or both, and what the content's code has become, as text
"""
