"""Serves tables: games that people and bots play in their browsers.

In: a ruleset, and messages of browsers. Out: what each seat may know, and a file that keeps all games. Start with
`app.py`; `server.py` has the tables, `table.py` is one of them. Needs the extra `serve`.
"""
