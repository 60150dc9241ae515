"""A game as one file for hosts that aren't written in Python (`docs/extend/modules.md`).

In comes the program of a configuration. Out comes a WebAssembly module that holds, beside the code, a description of
itself as JSON: where everything lies in memory, and the texts and names that a host shows.

- `description.py`: what a description holds, and its schema
- `decisions.py`: what it says of decisions and options
- `build.py`: the description is filled in, and the file made
"""
