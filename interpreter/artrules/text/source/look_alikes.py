"""Characters that look like those of keys, names, numbers and code, but are others.

They come from other keyboards, word processors and web pages. They are looked for only where something is wrong
already, so texts for people may hold them.
"""

import re
import unicodedata

from artrules.text.diagnostics.diagnostic import Edit, Fix
from artrules.text.diagnostics.kinds import LOOK_ALIKE
from artrules.text.diagnostics.report import Report
from artrules.text.record import dataclass
from artrules.text.source.node import Scalar, Style

_LETTERS = {
    "a Cyrillic letter": (
        "\u0430\u0441\u0501\u0435\u04bb\u0456\u0458\u043a\u04cf\u043e\u0440\u051b\u0455\u0443\u051d\u0445"
        "\u0410\u0412\u0421\u0415\u041d\u0406\u0408\u041a\u041c\u041e\u0420\u0405\u0422\u0425\u0423",
        "acdehijklopqsywxABCEHIJKMOPSTXY",
    ),
    "a Greek letter": (
        "\u03b1\u03b5\u03b9\u03ba\u03bf\u03c1\u03c5\u03bd\u03c7\u03b3"
        "\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7",
        "aeikopuvxyABEZHIKMNOPTYX",
    ),
    "a letter without its dot": ("\u0131", "i"),
    "a curly quote": ("\u201c\u201d\u201e\u201f\u2018\u2019\u201a\u201b", "\"\"\"\"''''"),
    "a quote of another kind": ("\u00ab\u00bb", '""'),
    "a dash": ("\u2010\u2011\u2012\u2013\u2014\u2212\ufe63", "-------"),
}
_SIGNS = {"\u2026": "..", "\u2192": "->", "\u2264": "<=", "\u2265": ">=", "\u00d7": "*"}
_INVISIBLE = frozenset("\u00ad\u200b\u200c\u200d\u2060")
_KNOWN = {
    character: (what, meant)
    for what, (found, plainly) in _LETTERS.items()
    for character, meant in zip(found, plainly, strict=True)
}
_TEXT_OR_COMMENT = re.compile(
    r'"[^"\n]*"|(?<!\w)\'[^\'\n]*\'|#[^\n]*|(?<=[\u201c\u201e\u00ab])[^\u201c\u201d\u00bb\n]*(?=[\u201c\u201d\u00bb])'
)
"""What code holds for people; inside curly quotes, too."""


_MEANS_SOMETHING: dict[Style, str] = {"plain": "#:{}[],", "quoted": "\"'", "literal": "", "folded": ""}
"""The characters that may mean something to YAML inside a text of a style; no fix writes them there."""


@dataclass(frozen=True, slots=True)
class LookAlike:
    """What a character is, and the plain one that is meant; an empty text if it should not be there."""

    what: str
    meant: str


def look_alike(character: str) -> LookAlike | None:
    """What a character is if it looks like another one that belongs into keys, names and code."""
    if character.isascii():
        return None
    if character in _KNOWN:
        return LookAlike(*_KNOWN[character])
    if character in _SIGNS:
        return LookAlike("no sign of the language", _SIGNS[character])
    if character in _INVISIBLE:
        return LookAlike("a character that can't be seen", "")
    if unicodedata.category(character) == "Zs":
        return LookAlike("a blank of another kind", " ")
    if 0xFF01 <= ord(character) <= 0xFF5E:
        return LookAlike("a full-width character", chr(ord(character) - 0xFEE0))
    digit = unicodedata.decimal(character, None)
    return LookAlike("a digit of another script", str(digit)) if digit is not None else None


def plain(text: str) -> str:
    """A text with plain characters in place of those that only look like them."""
    return "".join(alike.meant if (alike := look_alike(character)) else character for character in text)


def report_look_alikes(scalar: Scalar, report: Report) -> bool:
    """Report the first character of a key, a name or another plain value that only looks right; whether there is one.

    Not where the rest is no plain text either: then the author writes another script, and means what stands there.
    """
    return plain(scalar.text).isascii() and _report(scalar, 0, scalar.text, report)


def report_look_alikes_in_code(scalar: Scalar, start: int, report: Report) -> bool:
    """The same for a character of code, at an offset of its text, that can't be read."""
    return look_alike(scalar.text[start : start + 1]) is not None and _report(
        scalar, start, _TEXT_OR_COMMENT.sub(lambda part: " " * len(part[0]), scalar.text), report
    )


def _report(scalar: Scalar, start: int, text: str, report: Report) -> bool:
    """Report the first look-alike of a text from an offset on. The fix writes all of them plainly."""
    alikes = [(at, alike) for at, character in enumerate(text) if (alike := look_alike(character))]
    first = next(((at, alike) for at, alike in alikes if at >= start), None)
    if first is None:
        return False
    at, alike = first
    character = scalar.text[at]
    edits = tuple(Edit(scalar.span_of(n, n + 1), other.meant) for n, other in alikes)
    is_safe = not any(other.meant in _MEANS_SOMETHING[scalar.style] for _, other in alikes if other.meant)
    report.leave_unread([scalar.text, plain(scalar.text)])
    report.add(
        LOOK_ALIKE,
        _message(character, alike),
        scalar.span_of(at, at + 1),
        expected={"": "nothing", " ": "a blank"}.get(alike.meant, f"`{alike.meant}`"),
        found=f"`{character}`, U+{ord(character):04X}" if alike.meant.strip() else f"U+{ord(character):04X}",
        fix=Fix("write plain characters", edits) if is_safe else None,
    )
    return True


def _message(character: str, alike: LookAlike) -> str:
    match alike.meant:
        case "":
            return f"{alike.what} stands here; delete it"
        case " ":
            return f"{alike.what} stands here; write an ordinary one"
    return f"`{character}` here is {alike.what}; write `{alike.meant}`"
