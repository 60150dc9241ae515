"""The booklet of a ruleset: what is in the box, what each power does and how often, rulings, tables, variants.

Chapters make a small document (`document.py`) from a model's declarations; one writer makes Markdown of it
(`markdown.py`), one a page that can be printed (`page.py`). So both say the same, and no
text of content is ever markup.
"""
