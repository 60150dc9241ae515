"""*Avant Carde* with the New Yorkers, written by hand in plain Python: what artrules is compared with.

It is what one would write for this one game and no other: its rules are hard-wired, its look-ahead knows which cards
can change, its data are lists of card numbers. It shares nothing with artrules but the random numbers, as
`docs/inside/machine.md` specifies them. The same seed and the same choices give the same game in both, with the same
options in the same order; `agreement.py` shows it.
"""
