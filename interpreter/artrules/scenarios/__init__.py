"""Scenarios: examples of a game that prove its rules (`docs/scenarios.md`). A client of the engine, after all its stages.

    scenario.py  what a file says            position.py, placing.py  `given` to a state
    run.py       running them                steps.py, options.py     what is done and what must be offered
    removal.py   what nobody would miss      compare.py, sight.py     `expect` and `sees`
    places.py, values.py                     names and values in a file to those of the engine
"""
