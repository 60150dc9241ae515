"""What tests of screens share: a session talked to line by line, and golden files.

A golden file holds what a person would see. After a wanted change, `RENEW_SCREENS=1 pytest tests/table/terminal` writes
them anew; read the difference before you keep it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from artrules.table.session.session import Session
from artrules.table.terminal.loop import Speaker
from artrules.table.terminal.session import Files, TerminalSession
from artrules.text.plain_text import Style

SCREENS = Path(__file__).parent / "screens"
STYLE = Style(False, 80)


class Disk:
    """Files that are only counted: `kept` holds the choices each time the game was kept."""

    def __init__(self, table: Session) -> None:
        self.table = table
        self.kept: list[list[str]] = []
        self.saved: list[str] = []
        self.trouble: str | None = None

    def keep(self) -> str | None:
        self.kept.append(list(self.table.game.choices))
        return self.trouble

    def save(self, name: str) -> str:
        self.saved.append(name)
        return f"written to {name}"


def session_of(table: Session, style: Style = STYLE) -> tuple[TerminalSession, Disk]:
    disk = Disk(table)
    return TerminalSession(table, table.game.description, Files(disk.keep, disk.save), style), disk


def talk(speaker: Speaker, typed: Sequence[str]) -> str:
    """All that is seen when these lines are typed."""
    reply = speaker.start()
    seen: list[str] = []
    for line in [*typed, None]:
        seen += ["", "=== the screen is cleared ==="] if reply.clear else []
        seen += reply.lines
        if reply.ended:
            return "\n".join([*seen, "=== it is over ===", ""])
        if line is None:
            break
        seen.append(f"{reply.prompt}{line}")
        reply = speaker.answer(line)
    return "\n".join([*seen, reply.prompt, ""])


def same_as_golden(name: str, seen: str) -> None:
    """Compare with a golden file, or write it where that is asked for."""
    path = SCREENS / f"{name}.txt"
    lines = [line.rstrip() for line in seen.splitlines()]
    assert max(map(len, lines)) <= 80
    text = "\n".join(lines) + "\n"
    if os.environ.get("RENEW_SCREENS"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert path.is_file(), f"there is no {path}: RENEW_SCREENS=1 writes it"
    assert text == path.read_text(encoding="utf-8")
