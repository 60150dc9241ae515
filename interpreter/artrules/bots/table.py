"""The table of bots in `docs/bots.md`, from the registry."""

from __future__ import annotations

from collections.abc import Iterator

from artrules.bots.kind import BotKind
from artrules.bots.registry import BOTS


def table_of_bots() -> str:
    """The table as Markdown: each bot, what it does, and what can be set of it."""
    rows = [f"| `{name}` | {kind.about} | {'; '.join(_options(kind)) or 'none'} |" for name, kind in BOTS.items()]
    return "\n".join(["| bot | what it does | options |", "|---|---|---|", *rows]) + "\n"


def _options(kind: BotKind) -> Iterator[str]:
    for option in kind.options:
        usual = f" ({option.usual})" if option.usual else ""
        yield f"`{option.name}`: {option.about}, {option.least:,} to {option.most:,}{usual}"
