"""Texts for people: labels, the log, faults, why an option isn't offered.

In: tokens that the machine has written (`rules/texts.py`), and registers that say what has stopped it. Out: words,
and `Diagnostic`s with places in the content. Start with `text.py`.

- `text.py`: tokens to words, for a reader who may not know all cards
- `faults.py`, `kept.py`: what has stopped the machine; which part of a position holds most
- `why_not/`: why a player can't do something now
"""
