"""Elaborates hints, when all options of the rules are known."""

from __future__ import annotations

from artrules.model.declare.declarator import author_text
from artrules.model.declare.symbol_table import AuthorHints, AuthorOptionHint
from artrules.model.elaborate.code import CodeStrings
from artrules.model.elaborate.elaborator import Context, OfferedOption
from artrules.model.ir.model import Hints, OptionHint
from artrules.model.ir.types import ANY_NUMBER
from artrules.text.diagnostics import kinds
from artrules.text.diagnostics.suggest import closest
from artrules.text.syntax.parse import parse_expression


def elaborate_hints(hints: AuthorHints, strings: CodeStrings) -> Hints:
    """The hints of a game. `strings` has elaborated all code in which options stand."""
    title = "how much one likes a position"
    position = strings.expression(hints.position, Context("hints", "hints"), ANY_NUMBER, title)
    offered: dict[str, list[OfferedOption]] = {}
    for option in strings.offered:
        offered.setdefault(option.label, []).append(option)
    laid = strings.symbols.overlay_files
    options: list[OptionHint] = []
    for hint in hints.options:
        found = offered.get(hint.name, [])
        # Where code couldn't be read, an option that is missing isn't another mistake; and an overlay may take the
        # options away of which a hint of the game speaks.
        if not found and not strings.report.errors and (not laid or hint.at.file in laid):
            strings.report.add(
                kinds.UNKNOWN_NAME,
                f"no option has the label `{hint.name}`",
                hint.at,
                expected="the label of an option, as the rules write it",
                found=f"`{hint.name}`",
                suggestions=closest(hint.name, list(offered)),
            )
        for number, option in enumerate(found):
            name = hint.name if number == 0 else f"{hint.name} at {option.site}/{option.branch}"
            if (made := _option(hint, name, option, strings)) is not None:
                options.append(made)
    return Hints(position, tuple(options), author_text(hints.position))


def _option(hint: AuthorOptionHint, name: str, option: OfferedOption, strings: CodeStrings) -> OptionHint | None:
    """The hint for the options of one branch; None where its code can't be parsed."""
    tree = strings.tree(parse_expression, hint.value) if hint.value is not None else None
    if hint.value is None or tree is None:
        return None
    elaborator = strings.elaborator(hint.value, Context(f"hint {name}", hint.name))
    locals_ = tuple(elaborator.scope.bind(bound, type_, at) for bound, type_, at in option.binders)
    value = elaborator.demand(tree, ANY_NUMBER, "how much one likes an option")
    return OptionHint(name, hint.at, hint.name, option.site, option.branch, locals_, value, owner=option.owner)
