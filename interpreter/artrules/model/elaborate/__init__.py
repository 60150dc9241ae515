"""Turns a symbol table into a model: the author's code becomes typed nodes of the ir.

In comes the `SymbolTable` that `declare/` made, with the author's code as YAML scalars. Out comes the immutable
`ir.model.Model`; mistakes go to the report. A node of the type Unknown replaces code with a mistake. It fits
everywhere, so one mistake gives one diagnostic, and everything else is still checked.

Start reading with `elaborate.py`, which says what code each declaration has.

- `code.py`: one code string is parsed, and its AST given to an `Elaborator`
- `elaborator.py`: the state for one string: context, scopes, conversions
- `expressions.py`, `names.py`, `calls.py`, `folds.py`: expressions; the first maps every form to its function
- `statements.py`, `control.py`, `choices.py`, `events.py`: statements, in the same way; suites and texts, decisions,
  watches and questions
- `payments.py`, `payments_in_units.py`: `collect`
- `modified_attributes.py`, `modifiers.py`, `triggers.py`: what powers and statements give to attributes of cards, and
  powers that run by themselves
- `functions.py`, `layout.py`: functions and menus, figures and titles
"""
