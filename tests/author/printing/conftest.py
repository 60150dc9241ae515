"""Without Chromium nothing of this folder is collected, but for what is said then."""

from __future__ import annotations

from table.browser.chromium import missing

collect_ignore_glob = ["test_printing.py"] if missing() else []
