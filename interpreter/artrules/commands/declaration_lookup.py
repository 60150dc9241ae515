"""Finds what a word of a command means in a model: a declaration, or the powers of a key of a set."""

from __future__ import annotations

from typing import TYPE_CHECKING

from artrules.commands.exit import Misuse, did_you_mean

if TYPE_CHECKING:
    from artrules.ir.model import Model

MOST_LISTED = 8
"""The most things that one word may mean, and that a message about it lists."""


def every_name(model: Model) -> list[str]:
    """All full names, such as `procedure draw`, in the order of the model's tables."""
    from artrules.ir.code import every_code, every_declaration

    return list(dict.fromkeys([*every_declaration(model), *(code.name for code in every_code(model))]))


def find_named(model: Model, word: str) -> list[str]:
    """The full names of everything that a word means, in the order of the model's tables.

    A word is a full name, a name (`draw`), a key (`river/draw`), the title of powers (`The Ferryman`), or a set with a
    key of it (`river/3`). Letters may be small or large. A procedure and a phase of one name are both meant. Raises
    Misuse for a word that means nothing, or more than `MOST_LISTED` things.
    """
    spellings = _spellings(model)
    wanted = word.strip().casefold()
    found = [name for name in spellings if name.casefold() == wanted]
    found = found or [name for name, words in spellings.items() if wanted in map(str.casefold, words)]
    if not found:
        known = list(dict.fromkeys(each for words in spellings.values() for each in words))
        raise Misuse(f"nothing in {model.title} is called `{word}`{did_you_mean(word, known)}")
    # Powers of one key are shown together: the last spelling of each is that key.
    meant = list(dict.fromkeys(spellings[name][-1] for name in found))
    if len(meant) > MOST_LISTED:
        listed = [f"`{each}`" for each in meant[:MOST_LISTED]]
        raise Misuse(f"`{word}` may be {', '.join(listed)}, or one of {len(meant) - MOST_LISTED} more: say which")
    return found


def _spellings(model: Model) -> dict[str, list[str]]:
    """Full name → all words for it. The last word is the same for all powers of a key; for others it is the full
    name."""
    from artrules.ir.code import every_declaration
    from artrules.ir.powers import PowerDefinition

    declarations = every_declaration(model)
    found: dict[str, list[str]] = {}
    for name in every_name(model):
        match declarations.get(name):
            case None:
                found[name] = [name]
            case PowerDefinition(key=key, title=title, owner=owner, group_key=group_key):
                found[name] = [name, key, title, f"{owner}/{group_key}"]
            case declaration:
                found[name] = [declaration.name, declaration.key, name]
    return found
