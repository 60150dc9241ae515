"""The pytest fixture that examines a plugin.

pytest loads this file at the start of every run on a machine where artrules is installed. So it imports nothing of
artrules before the fixture is used.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from artrules.table.testing.examine import Examination


@pytest.fixture
def examine_plugin() -> Callable[..., Examination]:
    """The function `artrules.table.testing.examine.examine`, which takes the name of a plugin."""
    from artrules.table.testing.examine import examine

    return examine
