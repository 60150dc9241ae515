"""Serves tables: games that people and bots play in their browsers.

In: rulesets, and messages of browsers. Out: what each seat may know, and a file that keeps all games. Needs the extra
`serve`. Start with `app.py`.

- `app.py`, `static_files.py`, `api.py`, `requests.py`: the addresses, and what may be asked there
- `addresses.py`: where others reach the server
- `server.py`, `shelf.py`, `table.py`: all tables, their rulesets, and one table
- `engine.py`: the thread that works with games
- `room.py`, `connection.py`: who is connected, and what each page still has to be sent
- `seating.py`: who comes to which seat by which link
- `renewal.py`: games of rules that were edited
- `editing.py`, `edit_api.py`, `judging.py`: rules that are edited while tables play
- `workers.py`, `worker.py`: bots and questions, in processes of their own
- `store.py`, `database.py`, `links.py`: the file of games
- `run.py`: running all of it until a signal comes
"""
