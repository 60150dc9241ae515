"""The chapter of settings: what people choose when they set up a game, and the possible values."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from artrules.booklet.document import Block, Emphasis, Heading, Line, Paragraph, Rows
from artrules.booklet.remarks import remark
from artrules.booklet.selection import Subject
from artrules.booklet.words import display_text, title_of
from artrules.ir.declarations import Setting
from artrules.settings import choices_of, choose_settings


def chapter(subject: Subject) -> Iterator[Block]:
    model = subject.model
    if not model.settings:
        return
    values = subject.chosen or choose_settings(model, subject.configuration.players, {})[0]
    yield Heading(2, "Settings")
    rows: list[tuple[Line, ...]] = []
    for setting in model.settings.values():
        title = setting.title or title_of(setting.name)
        rows.append(((title,), (", ".join(_choices(subject, setting)),), (_value(subject, setting, values),)))
    yield Rows(("Setting", "Can be", "Default" if subject.chosen is None else "Chosen"), tuple(rows))
    for setting in model.settings.values():
        for kind in ("source", "assumed"):
            if text := remark(model, f"settings.{setting.name}", kind):
                about = f"{setting.title or title_of(setting.name)}, {kind}:"
                yield Paragraph((Emphasis(about), f" {text}"))


def _choices(subject: Subject, setting: Setting) -> list[str]:
    names = choices_of(subject.model, setting)
    return [_titled(subject, name) for name in names] if setting.group is not None else [display_text(n) for n in names]


def _value(subject: Subject, setting: Setting, values: dict[str, Any]) -> str:
    value = values.get(setting.name)
    if setting.group is None:
        return {True: "yes", False: "no"}[value] if isinstance(value, bool) else display_text(str(value))
    by_key = {k.partition(".")[2]: v for k, v in values.items() if k.startswith(f"{setting.name}.")}
    texts = [] if value is None else [_titled(subject, str(value))]
    return ", ".join(texts + [f"{key}: {_titled(subject, str(name))}" for key, name in by_key.items()]) or "nothing"


def _titled(subject: Subject, name: str) -> str:
    return subject.model.sets[name].title
