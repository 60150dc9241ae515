"""Where no browser can be driven, pytest says what is missing."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

from table.browser import chromium


def test_the_program_is_the_one_that_the_environment_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(chromium.VARIABLE, sys.executable)
    assert chromium.chromium() == sys.executable
    monkeypatch.setenv(chromium.VARIABLE, "/no/such/program")
    assert chromium.chromium() is None
    assert chromium.missing() == f"{chromium.VARIABLE} names no program: /no/such/program"


def test_it_is_found_on_the_search_path(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv(chromium.VARIABLE, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert chromium.missing() == f"install Chromium, or name it in {chromium.VARIABLE}"
    program = tmp_path / "chromium-browser"
    program.write_text("#!/bin/sh\n", encoding="utf-8")
    program.chmod(0o755)
    assert chromium.chromium() == str(program)


def test_it_names_the_packages_that_are_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "PIL" else object())
    assert chromium.missing() == "install pillow (the extra `browser`)"
