"""`artrules vocabulary`: what an author may write in a set of a game."""

from __future__ import annotations

import json

import click

from artrules.commands.content_loading import open_ruleset
from artrules.commands.exit import Misuse, did_you_mean
from artrules.commands.options import format_option
from artrules.commands.with_option import OutsidePaths, with_option
from artrules.terminal.colour import output as put


@click.command("vocabulary")
@click.argument("ruleset_name", metavar="NAME")
@click.argument("word", metavar="[WORD]", required=False)
@with_option
@format_option
def command(ruleset_name: str, word: str | None, outside: OutsidePaths, output: str) -> None:
    """List what may be written in a set of a game.

    The keys of a power, limits, attributes of cards, zones, variables, events, functions and procedures, each with the
    place where it is declared. With WORD, only that in which it stands, with its code.
    """
    from artrules.vocabulary.collect import matching, vocabulary
    from artrules.vocabulary.render import render_vocabulary, vocabulary_as_data

    ruleset = open_ruleset(ruleset_name, outside)
    sections = vocabulary(ruleset.model)
    if word is not None:
        known = [entry.name for section in sections for entry in section.entries]
        sections = matching(sections, word)
        if not sections:
            raise Misuse(f"nothing in the vocabulary of {ruleset.title} matches `{word}`{did_you_mean(word, known)}")
    if output == "json":
        put(json.dumps(vocabulary_as_data(ruleset.name, ruleset.title, sections), indent=2))
    else:
        folder = ruleset.content.files.shown_as
        put(render_vocabulary(ruleset.title, folder, sections, code=word is not None))
