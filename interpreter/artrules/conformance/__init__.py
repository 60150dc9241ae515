"""What the engine promises, tried on games played by chance: `python -m artrules.conformance` (`docs/properties.md`).

One property, one file; `registry.py` lists them. Authors run them on their own rulesets, the tests on all there are.
"""
