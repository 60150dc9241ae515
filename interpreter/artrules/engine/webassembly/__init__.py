"""WebAssembly: makes the bytes of a module of the machine and a program. Start with `module.py`.

In come the machine's modules as nodes (`machine_code/`) and a program (`lower/`). What comes out is a module that
imports nothing: everything that runs is in it, and all memory is its own. It is translation alone: no rule of the run
time is written here. `docs/inside/machine.md` says what the code means.

- `opcodes.py`, `binary.py`: the binary format of WebAssembly
- `code.py`: the code of one function in the making, and what it refers to
- `translate.py`, `conditions.py`, `expressions.py`, `arithmetic.py`, `calls.py`: functions as nodes to such code;
  `meanings.py`: what names mean there; `inlining.py`: which functions are translated where others call them;
  `dispatch.py`: function tables
- `intrinsics.py`, `memo.py`, `digest.py`, `positions.py`, `rows.py`, `slots.py`: functions that no module of the
  machine has; `invocation.py`: those by which a host calls all others
- `memory_map.py`: where everything lies in memory
- `library.py`, `template.py`: translated functions put together; those of the machine, made once for all programs
- `linking.py`, `sections.py`, `module.py`: the functions of both become a module
"""
