"""Finds what a word of a command means in a model: a declaration, or the powers of a key of a set."""

from __future__ import annotations

from typing import TYPE_CHECKING

from artrules.commands.exit import Misuse, did_you_mean

if TYPE_CHECKING:
    from artrules.ir.model import Model

MOST_TOLD = 8
"""Names that a refusal tells."""


def every_name(model: Model) -> list[str]:
    """The full names of all that can be asked for, such as `procedure draw`, in the order of the model's tables."""
    from artrules.ir.code import every_code, every_declaration

    return list(dict.fromkeys([*every_declaration(model), *(code.name for code in every_code(model))]))


def find_named(model: Model, word: str) -> list[str]:
    """The full names of what a word means: one declaration, or all powers of one key of a set.

    A word is a full name, a name (`draw`), a key (`river/draw`), the title of powers (`The Ferryman`), or a set with a
    key of it (`river/3`). Letters may be small or large. Raises Misuse for a word that means nothing, or several
    things, with what there is.
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
    if len(meant) > 1 and len(found) > 1:
        told = [f"`{each}`" for each in meant[:MOST_TOLD]]
        more = f", or one of {len(meant) - MOST_TOLD} more" if len(meant) > MOST_TOLD else ""
        raise Misuse(f"`{word}` may be {', '.join(told)}{more}: say which")
    return found


def _spellings(model: Model) -> dict[str, list[str]]:
    """All words that mean something, by its full name. The last is shared by powers of one key, else the full name."""
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
