"""What the verifier finds: a rule of the IR that some code breaks."""

from __future__ import annotations

from dataclasses import dataclass

from artrules.text.diagnostics.diagnostic import Span


@dataclass(frozen=True, slots=True)
class Violation:
    """`where` names the piece of code, such as `procedure draw`; `node` is the offending node as text, where there is
    one. A violation is a mistake of the engine, never of the content."""

    where: str
    message: str
    at: Span | None = None
    node: str = ""

    def __str__(self) -> str:
        place = f" ({self.at.file}:{self.at.line}:{self.at.column})" if self.at is not None else ""
        return f"{self.where}{place}: {self.message}{f': {self.node}' if self.node else ''}"
