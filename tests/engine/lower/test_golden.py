"""The machine code of a small ruleset. `RENEW_CODE=1 pytest tests/engine/lower/test_golden.py` writes it anew."""

from __future__ import annotations

import os
from pathlib import Path

import artrules
from artrules.engine.lower.lower import lower_model
from artrules.engine.machine_code.printer import print_functions
from ir_models import LANTERNS

FILE = Path(__file__).parent / "golden" / "lanterns.txt"


def test_lowering_makes_what_it_made() -> None:
    model, configuration, _ = artrules.load(LANTERNS).configured(2, {})
    text = print_functions(lower_model(model, configuration).functions)
    if os.environ.get("RENEW_CODE"):
        FILE.write_text(text, encoding="utf-8")
    assert text == FILE.read_text(encoding="utf-8"), "renew it with RENEW_CODE=1 and read the difference"
