"""Texts that people type: names, notes, questions. They are bounded, and nothing in them is invisible."""

from __future__ import annotations

from itertools import groupby
from typing import Any
from unicodedata import category, normalize

from artrules.serve.refusal import Refused
from artrules.source.decode import HIDDEN

_JOINERS = "\u200c\u200d"
"""Some scripts need them between letters, and some emoji between their parts. Elsewhere nobody sees them."""
_BLANKS = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
"""What counts as a letter, a mark or a sign, and can't be seen either."""
_VARIANTS = "".join(map(chr, range(0xFE00, 0xFE10)))
"""They say only how the character before is drawn."""
_MOST_MARKS = 5
"""Marks at one letter: more of them cover the lines around."""


def text_of(value: Any, called: str, longest: int) -> str:
    """A text of one line that a person has typed, without the spaces around it. `called` begins sentences about it,
    such as "A name". Raises Refused."""
    if not isinstance(value, str):
        raise Refused(f"{called} must be a text.")
    text = value.strip()
    if not text:
        raise Refused(f"{called} can't be empty.")
    if len(text) > longest:
        raise Refused(f"{called} has at most {longest} characters, and this one has {len(text):,}.")
    if HIDDEN.search(text) or any(map(_is_invisible, text)) or all(_is_mark(c) or c in _JOINERS for c in text):
        raise Refused(f"{called} can't have characters that nobody can see.")
    if any(marks and len(list(run)) > _MOST_MARKS for marks, run in groupby(text, _is_mark)):
        raise Refused(f"{called} can't have so many marks at one letter.")
    return text


def looks_of(text: str) -> str:
    """What texts have in common that look alike: written large or small, with other blanks, with joiners."""
    plain = normalize("NFKC", text).translate(dict.fromkeys(map(ord, _JOINERS + _VARIANTS)))
    return " ".join(plain.casefold().split())


def _is_invisible(character: str) -> bool:
    if character in "\n\t" or character in _BLANKS:
        return True
    return character not in _JOINERS and category(character) in ("Cc", "Cf", "Cs")


def _is_mark(character: str) -> bool:
    return category(character) in ("Mn", "Me")
