"""Without Chromium what is printed isn't tried."""

from __future__ import annotations

from table.browser.chromium import missing

collect_ignore_glob = ["test_printed_*.py"] if missing() else []
