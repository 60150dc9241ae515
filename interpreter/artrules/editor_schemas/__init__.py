"""JSON Schemas for editors and other tools that know nothing of artrules.

In come the schemas of all kinds of file (`schemas/`) and, if wanted, a `Ruleset`; out goes one JSON Schema as data, in
the dialect that most tools understand. It refers to nothing outside itself.

Start reading with `make.py`. `translate.py` rewrites schemas for other tools, `of_game.py` narrows them down to one
game.
"""
