"""Executors: they run the machine with a program. Start with `instance.py`.

In comes a program (`lower/`); an executor links its functions with the modules of `machine/` and gives them memory.
What comes out is an `Instance`, whose functions a host calls, and immutable positions.

- `instance.py`: what every executor gives a host; `position.py`, `packing.py`: positions as values and as bytes
- `cpython.py`, `link.py`: the executor that runs Python functions, and the one namespace in which they run
  - `memory.py`, `guarded.py`: regions as lists: plain, checked, or with stand-ins for what somebody can't know
  - `intrinsics.py`, `snapshots.py`: the machine's intrinsics; how positions go into lists and out of them
- `wasm.py`, `compiled.py`, `native.py`: the executor that runs modules of WebAssembly, and how wasmtime does that
- `verify.py`: whether a program keeps to the language
"""
