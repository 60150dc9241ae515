"""Where people sit: the terminal, the browser, the command line.

In: commands, keys, messages. Out: what people see.

Begin with `commands/main.py`, which lists all commands. `terminal/` draws a game as text, `serve/` is the server and
`page/` the page that it sends, `web/` makes files of that page which need no server; `ruleset_data.py` is what both
tell it of a ruleset. `session/` is a game that people leave and take up again, with undo, records and replay;
`testing/` tries plugins.

It may import every wing, and none imports it.
"""
