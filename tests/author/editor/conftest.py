"""One server for all tests: it takes a second to begin."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from author.editor.client import Client, client_in

LANTERNS = Path(__file__).parents[2] / "rulesets" / "lanterns"


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("games")
    shutil.copytree(LANTERNS, folder / "lanterns")
    return folder


@pytest.fixture(scope="session")
def shared_client(folder: Path) -> Iterator[Client]:
    """A client with its server."""
    with client_in(folder) as client:
        yield client


@pytest.fixture
def client(shared_client: Client, folder: Path) -> Client:
    """The client with the ruleset open, as it lies on the disk."""
    uri = (folder / "lanterns" / "ruleset.yaml").as_uri()
    if uri in shared_client.texts:
        shared_client.write(uri, (folder / "lanterns" / "ruleset.yaml").read_text(encoding="utf-8"))
    else:
        shared_client.open(folder / "lanterns" / "ruleset.yaml")
    return shared_client


@pytest.fixture
def main(folder: Path) -> str:
    return (folder / "lanterns" / "ruleset.yaml").as_uri()
