"""What the tests of the checks share."""

from __future__ import annotations

import pytest

from check.checks.trying import diagnostics, written


@pytest.fixture(scope="session")
def usual(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The messages about Lanterns as it is; all of them are warnings."""
    found = diagnostics(written(tmp_path_factory.mktemp("lanterns")))
    assert all(d.severity == "warning" for d in found)
    return {d.message for d in found}
