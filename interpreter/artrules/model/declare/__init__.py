"""From files to a symbol table: everything that a ruleset names, and its code as the author wrote it.

In come the YAML trees of a ruleset's files, judged by the schemas. Out goes the `SymbolTable` of `symbol_table.py`,
made by `declare.py`: start reading there.

- `files.py`, `required_plugins.py`: which documents there are, and whether what they need is there
- `overlay_documents.py`, `overlays.py`, `overlay_clashes.py`, `overlay_conditions.py`, `overlay_combinations.py`,
  `overlay_faults.py`: what overlays and expansions say of themselves; the parts of the rules joined, with the overlays
  that apply together laid over them; in what these don't go together; which apply to a setup; which can apply together;
  and what is wrong with them
- `declarator.py`, `constants.py`: what all declaring functions share
- `zones.py`, `cards.py`, `pieces.py`, `piece_tables.py`, `flow.py`, `layout.py`, `prose.py`: the sections, mostly
  those of the module in `content/` that has the same name
"""
