"""What took long to make, kept for the next start: rulesets that were read, programs, compiled modules.

In: bytes and a key that names everything that they were made of. Out: the same bytes, in any later process of the same
engine. Start with `store.py`. Whether a folder may be trusted is decided in `folder.py`.
"""
