"""The fixture by which pytest examines a plugin. pytest loads this file in every run: it imports nothing else."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from artrules.testing.examine import Examination


@pytest.fixture
def examine_plugin() -> Callable[..., Examination]:
    """Examines a plugin: a function of the plugin's name (`artrules.testing.examine.examine`)."""
    from artrules.testing.examine import examine

    return examine
