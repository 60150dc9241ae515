"""Serves tables: games that people and bots play in their browsers.

In: a ruleset, and messages of browsers. Out: what each seat may know, and a file that keeps all games. Needs the extra
`serve`. Start with `app.py`.

- `app.py`, `api.py`, `requests.py`: the addresses, and what may be asked there
- `server.py`, `table.py`: all tables, and one of them, with the thread that works with games
- `room.py`, `connection.py`: who is connected, and what each page still has to be sent
- `bots.py`, `bot_process.py`: bots in processes of their own
- `store.py`, `database.py`: the file of games
- `run.py`: running all of it until a signal comes
"""
