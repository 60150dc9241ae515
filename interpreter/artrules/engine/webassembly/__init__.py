"""WebAssembly: makes the bytes of a module of the machine and a program. Start with `module.py`.

In come the machine's modules as nodes (`machine_code/`) and a program (`lower/`). What comes out is a module in which
everything is that runs, with all memory of its own. It imports nothing but the function through which functions of
plugins are called, if there are any. It is translation alone: no rule of the run time is written here.
`docs/inside/machine.md` says what the code means.

- `code.py`: instructions, the code of one function in the making, and the binary format
- `translate.py`, `expressions.py`: functions as nodes to such code; `meanings.py`: what names mean there
- `memory_map.py`: where everything lies in memory
- `intrinsics.py`, `memo.py`, `positions.py`: functions that no module of the machine has
- `invocation.py`: those by which a host calls all others
- `module.py`: the functions of machine and program become a module
"""
