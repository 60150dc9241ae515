"""The command line: `artrules` and its commands, a file for each.

In come the arguments of a command. Out go text or JSON on standard output, files, and an exit code. Start with
`main.py`: its table names the commands. `exit.py` turns errors and signals into exit codes and messages,
`options.py` says what they are asked, `content_loading.py` opens rulesets, `targets.py` resolves names and paths,
`game_files.py` handles files of games.
"""
