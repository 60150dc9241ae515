"""Executors: they run the machine with a program. Start with `cpython.py`.

In comes a program (`lower/`); an executor links its functions with the modules of `machine/` and gives them memory.
What comes out is an `Instance`, whose functions a host calls, and immutable positions.

- `program.py`: what an executor needs of a program; `verify.py`: whether it keeps to the language
- `machine.py`, `link.py`: what the machine's modules define, and one namespace for them and a program
- `memory.py`, `guarded.py`: regions as lists: plain, checked, or with stand-ins for what somebody can't know
- `intrinsics.py`, `snapshots.py`: the machine's intrinsics; how positions go into memory and out of it
- `position.py`: positions as values and as bytes
"""
