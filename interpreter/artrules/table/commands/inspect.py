"""The commands that tell what there is: `show`, `info` and `vocabulary` of a ruleset, `explain` of diagnostics,
`plugins` of plugins.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, assert_never

import click
from click.shell_completion import CompletionItem

from artrules.table.commands.content_loading import open_ruleset, prepare_game
from artrules.table.commands.exit import Misuse, did_you_mean
from artrules.table.commands.named_files import OutputPath, write_or_refuse
from artrules.table.commands.options import OutsidePaths, format_option, players_option, settings_option, with_option
from artrules.text.plain_text import output as put

if TYPE_CHECKING:
    from artrules.model.declare.symbol_table import CodeText
    from artrules.model.ir.model import Model
    from artrules.play.content import Content
    from artrules.text.diagnostics.diagnostic import Span


# Finds what a word of a command means in a model: a declaration, or the powers of a key of a set.

MOST_LISTED = 8
"""The most things that one word may mean, and that a message about it lists."""


def every_name(model: Model) -> list[str]:
    """All full names, such as `procedure draw`, in the order of the model's tables; none of what is a part of something
    else, with which it is shown."""
    from artrules.model.ir.code import every_code, every_declaration, is_written

    parts = {f"function {function.key}" for function in model.functions.values() if function.part_of is not None}
    parts |= {f"procedure {procedure.key}" for procedure in model.procedures.values() if procedure.part_of is not None}
    parts |= {f"setup {step.key}" for step in model.flow.setup if not is_written(step)}
    parts |= {f"power attribute {each.name}" for each in model.power_attributes.values() if not each.is_written}
    parts |= {f"figure {each.name}" for each in model.layout.figures.values() if each.attribute is not None}
    names = dict.fromkeys([*every_declaration(model), *(code.name for code in every_code(model))])
    return [name for name in names if name not in parts]


def find_named(model: Model, word: str) -> list[str]:
    """The full names of everything that a word means, in the order of the model's tables.

    A word is a full name, a name (`draw`), a key (`river/draw`), the title of powers (`The Ferryman`), or a set with a
    key of it (`river/3`). Letters may be small or large. A procedure and a phase of one name are both meant. Raises
    Misuse for a word that means nothing, or more than `MOST_LISTED` things.
    """
    spellings = _spellings(model)
    wanted = word.strip().casefold()
    names = [name for name in spellings if name.casefold() == wanted]
    names = names or [name for name, words in spellings.items() if wanted in map(str.casefold, words)]
    if not names:
        all_words = list(dict.fromkeys(each for words in spellings.values() for each in words))
        raise Misuse(f"nothing in {model.title} is called `{word}`{did_you_mean(word, all_words)}")
    # Powers of one key are shown together: the last spelling of each is that key.
    meant = list(dict.fromkeys(spellings[name][-1] for name in names))
    if len(meant) > MOST_LISTED:
        listed = [f"`{each}`" for each in meant[:MOST_LISTED]]
        raise Misuse(f"`{word}` may be {', '.join(listed)}, or one of {len(meant) - MOST_LISTED} more: say which")
    return names


def _spellings(model: Model) -> dict[str, list[str]]:
    """Full name → all words for it. The last word is the same for all powers of a key; for others it is the full
    name."""
    from artrules.model.ir.code import every_declaration
    from artrules.model.ir.declarations import PowerDefinition

    declarations = every_declaration(model)
    spellings: dict[str, list[str]] = {}
    for name in every_name(model):
        match declarations.get(name):
            case None:
                spellings[name] = [name]
            case PowerDefinition(key=key, title=title, owner=owner, group_key=group_key):
                spellings[name] = [name, key, title, f"{owner}/{group_key}"]
            case declaration:
                spellings[name] = [declaration.name, declaration.key, name]
    return spellings


# `artrules show`: a piece of a ruleset as its author wrote it, as syntax trees, as IR, or as machine code.


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
def show_command(
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
    from artrules.model.ir.print_model import print_named
    from artrules.play.game.inspection.machine_game import print_machine_code

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
            texts = _author_texts(content, model.overlays)
            with_code = [name for name in names if texts.get(name)]
            if not with_code:
                raise Misuse(f"`{names[0]}` has no code (`--as source` and `--as ir` show it)")
            parts = [_syntax_trees(name, texts[name]) for name in with_code]
        case _:
            parts = [_source(content, model, name) for name in names]
    put("\n\n".join("\n".join(lines) for lines in parts))


def _model(content: Content, overlays: tuple[str, ...]) -> Model:
    """The model of the content under some overlays, and the expansions that always apply."""
    for names in content.setups or content.models:
        if set(names) == {*overlays, *content.always}:
            return content.model(names)
    overlay_options = [" ".join(f"--overlay {name}" for name in names) for names in content.models if names]
    there_are = f"there are: {', '.join(overlay_options)}" if overlay_options else "there are no overlays"
    never = f"{overlays[0]} never applies" if len(overlays) == 1 else f"{', '.join(overlays)} never apply together"
    raise Misuse(f"{never} ({there_are})")


def _source(content: Content, model: Model, name: str) -> list[str]:
    """The lines of a declaration in its file, and after them code of it in other files, such as overlays."""
    from artrules.model.ir.code import every_code, every_declaration
    from artrules.text.source.comments import lines_of

    texts = _author_texts(content, model.overlays).get(name, ())
    declaration = every_declaration(model).get(name)
    at = declaration.at if declaration is not None else next(c.at for c in every_code(model) if c.name == name)
    lines = []
    shown: tuple[str, range] = ("", range(0))
    if declaration is not None:
        source = (content.source_text(at.file) or "").split("\n")
        shown = (at.file, range(at.line, at.line + len(lines_of(source, at.line))))
        there = {text.scalar.span for text in texts}
        before = _author_texts(content, ()).get(name, ()) if model.overlays else ()
        replaced = [text.scalar.span for text in before if text.scalar.span not in there]
        _leave_out(source, [span for span in replaced if span.file == at.file and span.line in shown[1]])
        lines += [f"{name}, {at.file}:{at.line}", *lines_of(source, at.line)]
    for text in texts:
        place = text.scalar.span
        if place.file != shown[0] or place.line not in shown[1]:
            lines += [f"{name}, {text.role}, {place.file}:{place.line}", *text.scalar.text.rstrip().split("\n")]
    return lines


def _leave_out(lines: list[str], spans: Sequence[Span]) -> None:
    """Put `…` in the place of what stands at some spans of a file."""
    for span in sorted(spans, key=lambda span: (span.line, span.column), reverse=True):
        first, last = span.line - 1, span.end_line - 1
        rest = lines[last][span.end_column - 1 :] if last == first else ""
        lines[first] = f"{lines[first][: span.column - 1]}…{rest}"
        del lines[first + 1 : last + 1]


def _syntax_trees(name: str, texts: list[CodeText]) -> list[str]:
    """The ASTs of a declaration's code strings, as lines."""
    from artrules.text.syntax.ast.node import print_ast
    from artrules.text.syntax.parse import Hole, parse_bindings, parse_effect, parse_expression, parse_trigger, split

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
            case "trigger":
                trees = [print_ast(parse_trigger(code))]
            case "template":
                trees = [
                    print_ast(parse_expression(part.text)) if isinstance(part, Hole) else f"text {part!r}"
                    for part in split(code)
                ]
            case _:
                assert_never(text.grammar)
        lines += [f"    {line}" for tree in trees for line in tree.rstrip().split("\n")]
    return lines


def _author_texts(content: Content, overlays: tuple[str, ...]) -> dict[str, list[CodeText]]:
    """Full name → the author's code strings, with some overlays. Mistakes in them were reported when the model was
    made."""
    from artrules.model.declare.symbol_table import author_code
    from artrules.play.models import declare_content
    from artrules.text.diagnostics.report import Report

    return author_code(declare_content(replace(content, report=Report()), overlays))


# `artrules info`: what a ruleset holds, for those who will play, change or judge it.


@click.command("info")
@click.argument("ruleset_name", metavar="NAME")
@click.option(
    "--graph",
    metavar="FILE.svg",
    type=OutputPath(suffix=".svg"),
    help="Draw the phases, in their order, and what they call.",
)
@with_option
@format_option
def info_command(ruleset_name: str, graph: Path | None, outside: OutsidePaths, output: str) -> None:
    """Show what a ruleset holds, and what in it is assumed.

    Settings with their values, sets, components, zones, and every fact that had to be assumed, with its reason. With
    --graph, in place of that, the course of the game is drawn: setup, phases, end and score, the procedures, menus and
    powers that they call, and the functions that these ask. Pointing at a box tells its line.
    """
    from artrules.table.terminal.inventory import render_inventory, ruleset_inventory

    if graph is not None and output == "json":
        raise Misuse("--graph draws, and has no --format json")
    ruleset = open_ruleset(ruleset_name, outside)
    if graph is not None:
        from artrules.author.graph import call_graph, draw

        write_or_refuse(graph, draw(call_graph(ruleset.model)))
        return
    inventory = ruleset_inventory(ruleset)
    put(json.dumps(inventory, indent=2) if output == "json" else render_inventory(inventory))


# `artrules vocabulary`: what an author may write in a set of a game.


@click.command("vocabulary")
@click.argument("ruleset_name", metavar="NAME")
@click.argument("word", metavar="[WORD]", required=False)
@with_option
@format_option
def vocabulary_command(ruleset_name: str, word: str | None, outside: OutsidePaths, output: str) -> None:
    """List what may be written in a set or an expansion of a game.

    What an expansion may add, the keys of a power, limits, attributes of cards, zones, variables, events, functions and
    procedures, each with the place where it is declared. With WORD, only that in which it stands, with its code.
    """
    from artrules.author.vocabulary import matching, render_vocabulary, vocabulary, vocabulary_as_data

    ruleset = open_ruleset(ruleset_name, outside)
    sections = vocabulary(ruleset.model)
    if word is not None:
        names = [entry.name for section in sections for entry in section.entries]
        sections = matching(sections, word)
        if not sections:
            raise Misuse(f"nothing in the vocabulary of {ruleset.title} matches `{word}`{did_you_mean(word, names)}")
    if output == "json":
        put(json.dumps(vocabulary_as_data(ruleset.name, ruleset.title, sections), indent=2))
    else:
        folder = ruleset.content.files.shown_as
        put(render_vocabulary(ruleset.title, folder, sections, code=word is not None))


# `artrules explain`: what a kind of diagnostic means, at length; without a code, a list of all kinds.


@click.command("explain")
@click.argument("code", required=False)
def explain_command(code: str | None) -> None:
    """Explain what a diagnostic means and how to repair its cause.

    CODE is what stands in a diagnostic's brackets: ART2001, 2001 or unknown-name. Without it, all kinds of diagnostic
    are listed.
    """
    from artrules.check.checks.registry import find, kinds
    from artrules.play.plugins.run_checks import find_kind, plugin_kinds
    from artrules.table.commands.exit import Misuse, did_you_mean
    from artrules.text.diagnostics.render import explain, list_kinds

    if code is None:
        put(list_kinds([*kinds().values(), *plugin_kinds()]))
        return
    kind = find(code) or find_kind(code)
    if kind is None:
        every = [*kinds().values(), *plugin_kinds()]
        near = did_you_mean(code, [word for each in every for word in (each.slug, each.name)])
        raise Misuse(f"there is no diagnostic `{code}`{near}")
    put(explain(kind))


# `artrules plugins`: which plugins are active, and what each adds.


@click.command("plugins")
@format_option
def plugins_command(output: str) -> None:
    """List the active plugins and what each adds.

    Installed plugins are active by themselves. `artrules -p NAME` makes another one active, `artrules -p no:NAME`
    leaves one out, `artrules --no-plugins` leaves out all.
    """
    from artrules.table.commands.main import COMMANDS
    from artrules.table.commands.plugin_inventory import plugin_inventory

    inventory = plugin_inventory(COMMANDS)
    if output == "json":
        put(json.dumps({"plugins": inventory}, indent=2))
    elif not inventory:
        put("No plugin is active.")
    for plugin in inventory if output == "text" else ():
        package = f", from {plugin['package']}" if plugin["package"] else ""
        put(f"{plugin['name']} {plugin['version']}".rstrip() + package)
        for what, names in plugin["adds"].items():
            put(f"  {what}: {', '.join(names)}")
        if not plugin["adds"]:
            put("  adds nothing")
