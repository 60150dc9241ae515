"""The verifier: finds where a model breaks a rule of the IR. A finding is a mistake of the engine, never of content.

In comes a model of a ruleset without errors; out come violations (`violation.py`), none if all is well. Begin with
`verify.py`, which goes through the model; `statements.py` and `expressions.py` have the rules of code, `shape.py` those
that follow from the fields of the node classes. The tests run it after each pass; a program that plays a game doesn't.
"""
