"""From files to a symbol table: everything that a ruleset names, and its code as the author wrote it.

In come the YAML trees of a ruleset's files, judged by the schemas. `files.py` reads the files that `catalogue/` finds,
and tells rules, sets, overlays and scenarios apart; `merge.py` joins the parts of the rules, and `apply_overlays.py`
lays over them the overlays that apply together (`overlay_combinations.py` finds which can). Out goes the `SymbolTable`
of `symbol_table.py`, made by `declare.py`: start reading there. A module `declare_….py` takes the sections of the
module in `content/` that has the same name.
"""
