"""Diagnostics: messages to authors about their files, each with a place.

Every stage adds to a `Report` and goes on; out of it come `Diagnostic` objects, rendered as text or JSON.

- `diagnostic.py`, `report.py`: one message, and collecting them: start there
- `kinds.py`, `pages/`: all kinds of diagnostic, and a page that explains each; `checks/rules/` declares those of checks
- `render.py`, `suggest.py`: text and JSON; names that an author may have meant
- `references.py`: what names stand for, noted beside the diagnostics for whoever asks
- `earlier.py`: steps whose results, diagnostics among them, are kept
"""
