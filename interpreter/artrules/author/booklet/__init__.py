"""The booklet of a ruleset: what is in the box, what each power does and how often, rulings, tables, variants.

In: a `Ruleset` and a `BookletRequest` (`selection.py`). Out: the text of a Markdown or HTML file. Start with `make.py`:
it collects the blocks of all chapters (`chapters/`) in a `Document` (`document.py`), which knows no file format.
`markdown.py` and `page.py` each write a document in one format. So both formats say the same, and a text of the content
is never taken for markup.
"""
