"""What is told of a ruleset that has been judged: its diagnostics, and what its files hold.

It is all that `check` shows, and takes no model, so it can be kept and read in no time.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from artrules.diagnostics.registry import Kind

if TYPE_CHECKING:
    from artrules.diagnostics.diagnostic import Diagnostic
    from artrules.pipeline import Content


class Held(NamedTuple):
    """A set, an overlay or some scenarios: the file that holds it, and the number of scenarios."""

    kind: str
    file: str
    scenarios: int = 0


class Summary(NamedTuple):
    """What a ruleset's files hold, as far as it is told."""

    name: str
    is_game: bool
    """Whether there is a game: files that are for no known one have none."""
    held: tuple[Held, ...]


@dataclass(slots=True)
class Verdict:
    """What judging a ruleset gave. Files are given by their names in diagnostics."""

    folder: Path
    summary: Summary
    found: tuple[Diagnostic, ...]
    """All diagnostics, also those that comments ignore."""
    texts: Mapping[str, bytes]
    paths: Mapping[str, Path]
    """The paths of the files, without tables from outside."""
    _decoded: dict[str, str] = field(default_factory=dict, repr=False)

    def diagnostics(self, kinds_of_plugins: Iterable[Kind] = ()) -> list[Diagnostic]:
        """What was found, without the warnings that comments in the files ignore."""
        from artrules.checks.ignoring import without_ignored
        from artrules.source.decode import plain_text

        texts = {shown: plain_text(text) for shown, text in self.texts.items() if text}
        return without_ignored(self.found, texts, kinds_of_plugins)

    def source_text(self, shown: str) -> str | None:
        """The text of a file; None if there is no such file. It is decoded once."""
        if shown not in self._decoded:
            if shown not in self.texts:
                return None
            self._decoded[shown] = self.texts[shown].decode("utf-8", "replace")
        return self._decoded[shown]


def verdict_of(content: Content) -> Verdict:
    """What is told of content as it is now."""
    from artrules.source.node import Mapping as MappingNode

    files = content.files
    lists = [(document, document.get("list")) for document in files.scenarios]
    held = (
        *(Held("set", document.span.file) for document in files.sets),
        *(Held("overlay", document.span.file) for document in files.overlays),
        *(Held("scenarios", d.span.file, len(each.entries)) for d, each in lists if isinstance(each, MappingNode)),
    )
    texts = {f"{files.shown_as}/{name}": text for name, text in files.texts.items()} | files.extra_texts
    summary = Summary(files.name, files.main is not None, held)
    return Verdict(files.folder, summary, tuple(content.report.diagnostics), texts, files.paths())


def dump(data: object) -> bytes:
    """A pickle, in which kinds of diagnostic are codes."""
    _Pickler(file := BytesIO(), pickle.HIGHEST_PROTOCOL).dump(data)
    return file.getvalue()


def load(pickled: bytes) -> Any:
    """What `dump` was given."""
    return _Unpickler(BytesIO(pickled)).load()


class _Pickler(pickle.Pickler):
    def persistent_id(self, obj: object) -> str | None:
        return obj.name if isinstance(obj, Kind) else None


class _Unpickler(pickle.Unpickler):
    def persistent_load(self, name: str) -> Kind:
        # Here, because all checks are imported to know all kinds, and most rulesets have no diagnostics.
        from artrules.checks.catalogue import find

        kind = find(name)
        if kind is None:
            raise pickle.UnpicklingError(f"there is no kind {name}")
        return kind
