"""Scenarios: examples that prove a game's rules (`docs/scenarios.md`). A client of the engine, after all its stages.

What a file says is read by `scenario`; `position` and `placing` make a state of what is given; `run` goes through the
`steps`, of which `options` looks at what is offered, and `compare`, `sight` and `matching` at the table. `places` and
`values` know the names and values in a file. `removal` finds what nobody would miss.
"""
