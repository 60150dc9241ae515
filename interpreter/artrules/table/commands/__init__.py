"""The command line: `artrules` and its commands.

In come the arguments of a command. Out go text or JSON on standard output, files, and an exit code. Start with
`main.py`: its table names the commands and the modules that have them.

- `exit.py`, `options.py`, `long_work.py`: errors and signals, common options, work that takes its time
- `config.py`, `toml.py`: the configuration file
- `content_loading.py`, `targets.py`, `game_files.py`: rulesets, names and paths, files of games
- `check.py` and the modules whose names begin with it, `test.py`: what is wrong with content
- `play.py`, `play_at_terminal.py`, `replay.py`, `serve.py`: games for people
- `simulate.py`, `match.py`, `balance.py`, `against.py`, `listeners.py`: many games
- `inspect.py`, `plugin_inventory.py`, `write.py`: what there is, and files that are written
"""
