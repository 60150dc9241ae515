"""The rulebook of a game: what its content says of its rules, in chapters that people can learn the game from.

In: a `Ruleset` and a `BookletRequest`. Out: the text of a Markdown or HTML file. Start with `make.py`.

- `make.py`: the chapters in their order, numbers, the index
- `things.py`, `course.py`, `powers.py`: the chapters, as blocks
- `selection.py`: what is to be shown, the author's remarks about it, values in words
- `pictures.py`: pictures of cards, where a Chromium draws them
- `document.py`: the document that holds the blocks and knows no file format; `markdown.py`, `page.py`: how it is
  written in each of them, so that both say the same, and a text of the content is never taken for markup
"""
