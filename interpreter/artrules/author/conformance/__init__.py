"""Tests what the engine promises on randomly played games: `python -m artrules.author.conformance`
(`docs/inside/properties.md`).

In: a ruleset. Out: how much was tried, and each violation of a promise. Start with `registry.py`, which lists the
properties; each is one file. Authors run them on their own rulesets, the tests on all that there are.
"""
