"""A saved document as text: JSON of one spelling, with a format number and a check sum.

A save (`game/saves.py`) is such a document, and the file of a session (`session/record.py`) is another, with a
save in it. Both are written, read and bounded here. The text may come from anybody: whatever it is, it becomes data of
the kinds that JSON has, or SaveRefused. The check sum finds damage; it proves nothing, for anybody can compute it.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

MOST_CHARACTERS = 64 * 1024 * 1024
DEEPEST = 64
"""Lists and mappings in one another."""
_SURROGATE = re.compile("[\ud800-\udfff]")


class SaveRefused(ValueError):
    """A saved game that can't be resumed: damaged, edited, of other content, or of a newer version."""


class CannotSave(ValueError):
    """A game that can't be saved; the message says what to do."""


def damaged(why: str) -> SaveRefused:
    """The exception for a document that no game has written so."""
    return SaveRefused(f"the saved game is damaged: {why}")


@dataclass(frozen=True, slots=True)
class DocumentFormat:
    """One kind of document: the key of its format number, the newest number, and the keys that it has."""

    tag: str
    newest: int
    keys: Mapping[int, frozenset[str]]
    """The required keys by format number, without the tag and `check`."""
    optional: frozenset[str] = frozenset()

    def check(self, data: Any) -> dict[str, Any]:
        """The data itself, if it is a whole and undamaged document of this kind. Raises SaveRefused.

        Its values may still be anything: whoever knows what they mean checks them.
        """
        if not isinstance(data, dict) or not whole(data.get(self.tag), 1):
            raise SaveRefused("this is no saved game")
        number = data[self.tag]
        if number > self.newest:
            raise SaveRefused(f"this game was saved by a newer version (format {number}; this one reads {self.newest})")
        if data.get("check") != check_sum(data):
            raise damaged("its check sum doesn't fit")
        keys = self.keys[number]
        if missing := sorted(keys - data.keys()):
            raise damaged(f"{', '.join(missing)} is missing")
        for key in data.keys() - {self.tag, "check"} - keys - self.optional:
            raise damaged(f"it holds something else, `{key[:40]}`")
        return data


def write_document(data: Mapping[str, Any]) -> str:
    """The text of a document: its data with the check sum."""
    return canonical_json({**data, "check": check_sum(data)})


def canonical_json(data: Any) -> str:
    """Data as JSON in its one spelling, so that equal data have equal texts."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def check_sum(data: Mapping[str, Any]) -> str:
    """A hash of a document's data, without the check sum in it, as 32 hexadecimal digits."""
    text = canonical_json({key: value for key, value in data.items() if key != "check"})
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def parse_json(text: str) -> Any:
    """The data in a text of JSON. Raises SaveRefused.

    It must have whole numbers only, no key twice, no lone surrogates, and stay within the bounds.
    """
    if not isinstance(text, str):
        raise SaveRefused("this is no saved game: it is no text")
    if len(text) > MOST_CHARACTERS:
        raise SaveRefused(f"this is no saved game: it is longer than {MOST_CHARACTERS:,} characters")
    try:
        data = json.loads(text, object_pairs_hook=_mapping, parse_float=_refuse_number, parse_constant=_refuse_number)
    except (ValueError, RecursionError) as problem:
        reason = "too deep" if isinstance(problem, RecursionError) else problem
        raise SaveRefused(f"this is no saved game, or a damaged one ({reason})") from None
    _check_depth_and_text(data)
    return data


def whole(value: Any, least: int | None = None, most: int | None = None) -> bool:
    """Whether a value is a whole number within bounds. A truth value is none."""
    if not isinstance(value, int) or isinstance(value, bool):
        return False
    return (least is None or value >= least) and (most is None or value <= most)


def _mapping(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    mapping = dict(pairs)
    if len(mapping) < len(pairs):
        raise ValueError("a key stands twice in it")
    return mapping


def _refuse_number(text: str) -> Any:
    raise ValueError(f"{text[:20]} is no whole number")


def _check_depth_and_text(data: Any) -> None:
    level: list[Any] = [data]
    for _ in range(DEEPEST):
        below: list[Any] = []
        for value in level:
            if isinstance(value, str):
                if _SURROGATE.search(value):
                    raise SaveRefused("this is no saved game, or a damaged one (a character in it is none)")
            elif isinstance(value, dict):
                below += value.keys()
                below += value.values()
            elif isinstance(value, list):
                below += value
        if not below:
            return
        level = below
    raise SaveRefused("this is no saved game, or a damaged one (too deep)")
