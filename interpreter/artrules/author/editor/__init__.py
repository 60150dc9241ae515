"""The language server: what editors ask about content, answered while somebody writes it.

In: a client of the Language Server Protocol, and a `Judge`, which reads the rulesets of files. Out: diagnostics with
their fixes, names with their types and places, completion, renaming, colours, and scenarios run on request. Needs the
extra `editor`.

Begin with `server.py`.

- `server.py`: the process to which the editor speaks; it never reads a ruleset itself, so it answers at once
- `worker.py`: the process that reads and judges, with the texts as they are in the editor; a run that is out of date
  is left, and what it gave dropped
- `judging.py`, `index.py`: what that process does, and what it hands over: findings, and where names stand
- `problems.py`, `answers.py`: diagnostics and repairs; definitions, uses, explanations, renaming
- `suggesting.py`, `completing.py`, `keys.py`: completion; code is elaborated up to the cursor, keys come from schemas
- `colours.py`, `outlines.py`, `lenses.py`: colours of code, outlines of files, scenarios run from an editor
- `texts.py`: places as the protocol counts them, and as they were before an edit
"""
