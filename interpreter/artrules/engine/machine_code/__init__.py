"""The language of the machine as nodes: what `lower/` produces and `machine/` is written in. Start with `nodes.py`.

In come functions that `lower/` has made of content, and the text of the modules of `machine/`. What comes out is the
same functions as nodes or as Python text. `docs/inside/machine.md` defines the language.

- `nodes.py`: functions as nodes; `read.py`: text to nodes; `printer.py`: nodes to text
- `machine.py`: what the machine's modules define: functions, numbers and regions
- `program.py`: what an executor needs of a program, with counters of coverage
- `signatures.py`: what names mean, and which values may need 64 bits
"""
