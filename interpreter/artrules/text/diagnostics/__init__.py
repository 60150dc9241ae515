"""Diagnostics: messages to authors about their files, each with a place.

Every stage adds to a `Report` and goes on; out of it come `Diagnostic` objects, rendered as text or JSON. Start reading
with `diagnostic.py` and `report.py`. `registry.py` is the catalogue of all kinds of diagnostic; `kinds/` declares those
of the stages, and `checks/rules/` those of the checks.
"""
