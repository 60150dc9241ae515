"""What passes make of a small ruleset. `RENEW_DUMPS=1 pytest tests/model/ir/test_dumps.py` writes it anew."""

from __future__ import annotations

import os

from ir_dumps import FOLDER, dumps, elaborated, kept


def test_passes_make_what_they_made() -> None:
    found = dumps(elaborated())
    if os.environ.get("RENEW_DUMPS"):
        for name, text in found.items():
            (FOLDER / name).write_text(text, encoding="utf-8")
    before = kept()
    assert found.keys() == before.keys()
    for name, text in found.items():
        assert text == before[name], f"{name} has changed: renew it with RENEW_DUMPS=1 and read the difference"
