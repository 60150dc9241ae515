"""The language of the machine as nodes: what `lower/` produces and `machine/` is written in. Start with `nodes.py`.

In come functions that `lower/` has made of content, and the text of the modules of `machine/`. What comes out is the
same functions as Python text, or what is wrong with them. `docs/inside/machine.md` defines the language.

- `nodes.py`, `walk.py`: functions as nodes
- `printer.py`, `counters.py`: nodes to text, with or without code that counts for coverage
- `read.py`: text to nodes
- `program.py`, `functions.py`: what must be known of a program; `machine.py`: what the machine's modules define
- `lengths.py`, `kept_regions.py`, `element_bytes.py`: how long regions are, which are kept together, their bytes
- `signatures.py`: what names mean; `widths.py`: which values may need 64 bits
"""
