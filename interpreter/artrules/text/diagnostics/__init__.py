"""Diagnostics: messages to authors about their files, each with a place.

Every stage adds to a `Report` and goes on; out of it come `Diagnostic` objects, rendered as text or JSON. Start reading
with `diagnostic.py` and `report.py`. `kinds.py` is the catalogue of all kinds of diagnostic, and declares those of the
stages; `checks/rules/` declares those of the checks. `pages/` explains each kind.
"""
