"""`docs/checks.md` says what the checks' files say."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from artrules.checks.page import page
from artrules.checks.registry import all_checks

PAGE = Path(__file__).parent.parent.parent / "docs" / "checks.md"


def test_the_page_is_up_to_date() -> None:
    """If this fails, write the page anew: `python -m artrules.checks > docs/checks.md`."""
    assert PAGE.read_text(encoding="utf-8") == page()


def test_the_command_prints_the_page() -> None:
    done = subprocess.run([sys.executable, "-m", "artrules.checks"], capture_output=True, check=True)
    assert done.stdout.decode("utf-8") == page()


def test_the_page_has_every_kind() -> None:
    for check in all_checks():
        for kind in check.kinds:
            assert page().count(f"\n## {kind.name} {kind.slug}\n") == 1
