"""The booklet of a ruleset: what is in the box, what each power does and how often, rulings, tables, variants.

In: a `Ruleset` and a `BookletRequest`. Out: the text of a Markdown or HTML file. Start with `make.py`.

- `selection.py`: what is to be shown, the author's remarks about it, values in words
- `powers.py`, `make.py`: the chapters, as blocks
- `document.py`: the document that holds the blocks and knows no file format, and how it is written in each of them; so
  both formats say the same, and a text of the content is never taken for markup
"""
