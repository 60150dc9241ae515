"""`artrules show`: a piece of a ruleset as its author wrote it, as syntax trees, as IR, or as machine code."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

import click
from click.shell_completion import CompletionItem

from artrules.commands.content_loading import open_ruleset, prepare_game
from artrules.commands.declaration_lookup import every_name, find_named
from artrules.commands.exit import Misuse
from artrules.commands.options import players_option, settings_option
from artrules.commands.with_option import OutsidePaths, with_option
from artrules.terminal.colour import output as put

if TYPE_CHECKING:
    from artrules.declare.author_code import AuthorText
    from artrules.ir.model import Model
    from artrules.pipeline import Content


def _complete(context: click.Context, _parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """The completions of the argument WHAT, for a shell; none if the ruleset can't be opened."""
    try:
        model = open_ruleset(str(context.params.get("ruleset_name"))).model
    except (click.ClickException, click.exceptions.Exit):
        return []
    return [CompletionItem(name) for name in every_name(model) if name.startswith(begun)]


@click.command("show")
@click.argument("ruleset_name", metavar="NAME")
@click.argument("what", metavar="[WHAT]", required=False, shell_complete=_complete)
@click.option(
    "--as",
    "form",
    type=click.Choice(["source", "ast", "ir", "code"]),
    default="source",
    help="As its author wrote it (default), as syntax trees, as the engine understands it, or as machine code.",
)
@click.option("--overlay", "overlays", metavar="OVERLAY", multiple=True, help="Lay an overlay over the game first.")
@players_option
@settings_option
@with_option
def command(
    ruleset_name: str,
    what: str | None,
    form: str,
    overlays: tuple[str, ...],
    players: int | None,
    settings: dict[str, str],
    outside: OutsidePaths,
) -> None:
    """Show a piece of a ruleset at a stage on its way from text to play.

    WHAT is a name such as `draw`, a full name such as `procedure draw`, the title of powers such as `The Ferryman`, or
    a key of a set such as `river/3`. Everything of that name is shown. Without WHAT, the full names of all that can be
    shown. Machine code is that of games with so many players and these settings, from which the overlays follow.
    """
    from artrules.game.inspection.machine_code import print_machine_code
    from artrules.ir.print_model import print_named

    ruleset = open_ruleset(ruleset_name, outside)
    content = ruleset.content
    if form == "code":
        if overlays:
            raise Misuse("with `--as code`, the overlays follow from `--players` and `--setting`")
        number = prepare_game(ruleset, players, settings)
        runtime = ruleset.runtime(number, ruleset.settle(settings, 0))[0]
        model = ruleset.configured(number, ruleset.settle(settings, 0))[0]
    else:
        if players is not None or settings:
            raise Misuse("`--players` and `--setting` are for `--as code`")
        model, runtime = _model(content, overlays), None
    if what is None:
        put("\n".join(every_name(model)))
        return
    names = find_named(model, what)
    if runtime is not None:
        functions = [text for name in names for text in print_machine_code(runtime, name)]
        if not functions:
            raise Misuse(f"`{names[0]}` has no machine code of its own in these games (`--as ir` shows it)")
        put("\n".join(functions).rstrip())
        return
    match form:
        case "ir":
            parts = [print_named(model, name) for name in names]
        case "ast":
            texts = _author_texts(content, model)
            with_code = [name for name in names if texts.get(name)]
            if not with_code:
                raise Misuse(f"`{names[0]}` has no code (`--as source` and `--as ir` show it)")
            parts = [_syntax_trees(name, texts[name]) for name in with_code]
        case _:
            parts = [_source(content, model, name) for name in names]
    put("\n\n".join("\n".join(lines) for lines in parts))


def _model(content: Content, overlays: tuple[str, ...]) -> Model:
    """The model of the content under some overlays."""
    for names, model in content.models.items():
        if set(names) == set(overlays):
            return model
    known = [" ".join(f"--overlay {name}" for name in names) for names in content.models if names]
    there_are = f"there are: {', '.join(known)}" if known else "there are no overlays"
    never = f"{overlays[0]} never applies" if len(overlays) == 1 else f"{', '.join(overlays)} never apply together"
    raise Misuse(f"{never} ({there_are})")


def _source(content: Content, model: Model, name: str) -> list[str]:
    """The lines of a declaration in its file, and after them code of it in other files, such as overlays."""
    from artrules.ir.code import every_code, every_declaration
    from artrules.source.comments import lines_of

    declaration = every_declaration(model).get(name)
    at = declaration.at if declaration is not None else next(c.at for c in every_code(model) if c.name == name)
    lines = []
    shown: tuple[str, range] = ("", range(0))
    if declaration is not None:
        block = lines_of((content.source_text(at.file) or "").split("\n"), at.line)
        shown = (at.file, range(at.line, at.line + len(block)))
        lines += [f"{name}, {at.file}:{at.line}", *block]
    for text in _author_texts(content, model).get(name, ()):
        place = text.scalar.span
        if place.file != shown[0] or place.line not in shown[1]:
            lines += [f"{name}, {text.role}, {place.file}:{place.line}", *text.scalar.text.rstrip().split("\n")]
    return lines


def _syntax_trees(name: str, texts: list[AuthorText]) -> list[str]:
    """The ASTs of a declaration's code strings, as lines."""
    from artrules.syntax.parse import parse_bindings, parse_effect, parse_expression
    from artrules.syntax.print import print_ast
    from artrules.syntax.template import Hole, split

    lines = [name]
    for text in texts:
        code, place = text.scalar.text, text.scalar.span
        lines.append(f"  {text.role}, {place.file}:{place.line}")
        match text.grammar:
            case "effect":
                trees = [print_ast(parse_effect(code))]
            case "expression":
                trees = [print_ast(parse_expression(code))]
            case "bindings":
                trees = [print_ast(parse_bindings(code))]
            case "template":
                trees = [
                    print_ast(parse_expression(part.text)) if isinstance(part, Hole) else f"text {part!r}"
                    for part in split(code)
                ]
            case _:
                assert_never(text.grammar)
        lines += [f"    {line}" for tree in trees for line in tree.rstrip().split("\n")]
    return lines


def _author_texts(content: Content, model: Model) -> dict[str, list[AuthorText]]:
    """Full name → the author's code strings. Mistakes in them were reported when the model was made."""
    from artrules.declare.author_code import author_code
    from artrules.diagnostics.report import Report
    from artrules.pipeline import declare_content

    return author_code(declare_content(replace(content, report=Report()), model.overlays))
