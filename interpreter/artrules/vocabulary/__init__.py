"""The vocabulary of a game: everything that an author can write in a set of it.

In: a `Model`. Out: sections of entries, as text or as data for JSON. Start with `collect.py`, which names all sections.
Every entry is derived from a declaration of the game or of the language; nothing is listed by hand.
"""
