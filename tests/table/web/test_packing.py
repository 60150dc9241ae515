"""What is packed here is unpacked by the script of the page."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from random import Random

import pytest

from artrules.table.web.game_file import pack
from play.standalone.node import node
from waiting import PATIENCE

UNPACK = Path(__file__).with_name("unpack.mjs")


def unpacked(text: str) -> dict[str, bytes]:
    done = subprocess.run([node(), str(UNPACK)], input=text, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    return {name: bytes.fromhex(content) for name, content in json.loads(done.stdout).items()}


def similar(seed: int) -> dict[str, bytes]:
    """Contents that differ at some places, some longer than what browsers look back to by themselves."""
    random = Random(seed)
    base = random.randbytes(random.randrange(1, 100_000))
    contents = {"base": base, "": b"", "ö": "ö".encode()}
    for number in range(4):
        other = bytearray(base)
        for _ in range(random.randrange(50)):
            at = random.randrange(len(other))
            other[at : at + random.randrange(9)] = random.randbytes(random.randrange(9)) or b"x"
        contents[f"other {number}"] = bytes(other)
    return contents


@pytest.mark.parametrize("seed", range(5))
def test_contents_come_back(seed: int) -> None:
    contents = similar(seed)
    text = pack(contents)
    assert unpacked(text) == contents
    assert len(text) < 1.4 * len(contents["base"]) + 8_000


def test_long_runs_and_texts_come_back() -> None:
    words = " ".join(f"word {n * n % 977}" for n in range(30_000)).encode()
    contents = {"zeros": bytes(300_000), "words": words, "again": words[5:] + words[:5]}
    assert unpacked(pack(contents)) == contents


def test_nothing_at_all() -> None:
    assert unpacked(pack({})) == {}
