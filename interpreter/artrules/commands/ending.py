"""How every command ends: which code it exits with, and what is said when it can't go on.

0 nothing is wrong, or nothing but warnings; 1 errors were found in content; 2 the command was used wrongly, or failed
itself. What is wrong is said on one line; a traceback is shown only to those who ask for it with ARTRULES_DEBUG=1.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import click

from artrules.diagnostics.suggest import closest

FOUND_ERRORS = 1
USED_WRONGLY = 2
INTERRUPTED = 130
READER_GONE = 141
"""What a shell reports for a program that was ended because nobody reads its output."""

EXPLAINED = {"PluginProblem", "ContentChanged"}
"""Exceptions that say all there is to say; known by name, so that their modules need not be imported."""

_LONGEST = 1000
"""Characters of a message: what it quotes may be of any length."""

Table = dict[str, tuple[str, str]]


class Misuse(click.UsageError):
    """A wrong use of a command whose message says all there is to say."""


class Commands(click.Group):
    """A group whose commands are imported when they are called."""

    def __init__(self, *arguments: Any, table: Table, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.table = table

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(self.table)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.table:
            return None
        module, _, attribute = self.table[cmd_name][0].partition(":")
        command: click.Command = getattr(import_module(module), attribute)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, self.table[name][1]) for name in self.list_commands(ctx)])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name not in self.table and not name.startswith("-") and not ctx.resilient_parsing:
            near = did_you_mean(name, self.table)
            raise Misuse(f"there is no command `{name}`{near} (there are: {', '.join(sorted(self.table))})")
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
            return result
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise click.exceptions.Exit(READER_GONE) from None
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except Exception as problem:
            if type(problem).__name__ in EXPLAINED:
                raise Misuse(str(problem)) from None
            if os.environ.get("ARTRULES_DEBUG"):
                raise
            raise click.exceptions.Exit(_own_fault(problem)) from None

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        if not standalone_mode:
            return super().main(args, prog_name, complete_var, False, **extra)
        try:
            code = super().main(args, prog_name, complete_var, False, **extra)
        except click.ClickException as problem:
            click.echo(f"artrules: {_one_line(problem)}", err=True)
            code = USED_WRONGLY
        except click.Abort:
            click.echo("artrules: interrupted", err=True)
            code = INTERRUPTED
        sys.exit(code if isinstance(code, int) else 0)


def did_you_mean(word: str, known: Sequence[str] | Table) -> str:
    """What may have been meant, as the end of a sentence; nothing when no word comes near."""
    near = closest(word, list(known))
    return f"; did you mean `{near[0]}`?" if near else ""


def _one_line(problem: click.ClickException) -> str:
    message = " ".join(problem.format_message().split())
    message = message if len(message) <= _LONGEST else f"{message[: _LONGEST - 1]}…"
    context = None if isinstance(problem, Misuse) else getattr(problem, "ctx", None)
    return message if context is None else f"{message} (see {context.command_path} --help)"


def _own_fault(problem: Exception) -> int:
    what = " ".join(f"{type(problem).__name__}: {problem}".split())
    click.echo(
        f"artrules: internal-error: {what[:300]}\n"
        "This is a mistake in artrules, not in your files. Please report it, with the output under ARTRULES_DEBUG=1.",
        err=True,
    )
    return USED_WRONGLY
