"""Executors: they run the machine with a program. Start with `instance.py`.

In comes a program (`lower/`); an executor links its functions with the modules of `machine/` and gives them memory.
What comes out is an `Instance`, whose functions a host calls, and immutable positions.

- `instance.py`, `position.py`: what every executor gives a host; positions as values and as bytes
- `cpython.py`: the executor that runs Python functions: memory as lists, intrinsics, the namespace of all functions
- `snapshots.py`: how positions go into its lists and out of them
- `guarded.py`: memory with stand-ins for what somebody can't know
- `wasm.py`, `native.py`: the executor that runs modules of WebAssembly, and how wasmtime does that
- `foreign.py`: functions that aren't machine code
"""
