"""Where shipped content lies: in the installed package, or beside it in a checkout that is installed for editing."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from artrules.diagnostics.diagnostic import Diagnostic
from artrules.diagnostics.errors import ContentError
from artrules.diagnostics.kinds import names as kinds
from artrules.diagnostics.suggest import closest

PACKAGE = Path(__file__).parent


def shipped_folder() -> Path:
    """The folder of shipped rulesets."""
    inside = PACKAGE / "rulesets"
    return inside if inside.is_dir() else PACKAGE.parent.parent / "rulesets"


def shipped_rulesets() -> list[str]:
    """The names of all shipped rulesets, in order."""
    return sorted(p.parent.name for p in shipped_folder().glob("*/ruleset.yaml"))


def ruleset_folder(name_or_path: str | Path, more: Mapping[str, Path] | None = None) -> tuple[Path, str]:
    """The folder of a ruleset, given by name, by folder or by a file in it, and how to call it in diagnostics.

    `more` are folders of further rulesets by name. Raises ContentError when there is none.
    """
    text = str(name_or_path)
    shipped = shipped_folder() / text
    if isinstance(name_or_path, str) and text in shipped_rulesets():
        return shipped, f"rulesets/{text}"
    if more and isinstance(name_or_path, str) and text in more:
        return more[text], str(more[text])
    path = Path(name_or_path)
    # A text that can't be a path at all (too long, or with a zero in it) names no ruleset.
    with suppress(OSError, ValueError):
        for folder in [path, *path.parents]:
            if (folder / "ruleset.yaml").is_file() and path.exists():
                return folder, str(folder)
    known = sorted({*shipped_rulesets(), *(more or {})})
    message = (
        f"there is no ruleset `{text}`: no shipped one has this name, and no folder of this name holds a ruleset.yaml"
    )
    raise ContentError(
        [
            Diagnostic(
                kinds.NO_RULESET,
                message,
                None,
                f"one of {', '.join(known)}",
                f"`{text}`",
                tuple(closest(text, known)),
                (),
            )
        ]
    )
