"""Renders how a game is set up: the settings that mean something at this table, as one would choose them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from artrules.ir.model import Model


def render_settings(settings: Mapping[str, Any], model: Model) -> str:
    """Settings as plain data in the words of `--setting`. The model is that of the game, with its overlays."""
    meant = {key: value for key, value in settings.items() if model.has_meaning(key.partition(".")[0])}
    return ", ".join(f"{key}={_word(value)}" for key, value in meant.items())


def _word(value: Any) -> Any:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else value
