"""`docs/checks.md` says what the checks' files say."""

from __future__ import annotations

from artrules.check.checks.page import page
from artrules.check.checks.registry import all_checks


def test_the_page_has_every_kind() -> None:
    for check in all_checks():
        for kind in check.kinds:
            assert page().count(f"\n## {kind.name} {kind.slug}\n") == 1
