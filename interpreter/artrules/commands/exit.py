"""How every command ends: which code it exits with, and what is said when it can't go on.

0 nothing is wrong, or nothing but warnings; 1 errors were found in content; 2 the command was used wrongly, or failed
itself, or couldn't read or write. 129, 130, 141 and 143 say that it was stopped: the terminal is gone, it was
interrupted, nobody reads its output, it was terminated. What is wrong is said on one line; a traceback is shown only to
those who ask for it with ARTRULES_DEBUG=1.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from threading import Timer
from types import FrameType
from typing import Any

import click

from artrules.diagnostics.suggest import closest
from artrules.terminal.streams import let_go, let_go_at_once

FOUND_ERRORS = 1
USED_WRONGLY = 2
INTERRUPTED = 130
TERMINATED = 143
HUNG_UP = 129
STOPPED = {INTERRUPTED: "interrupted", TERMINATED: "terminated", HUNG_UP: "hung up"}
"""What a shell reports for programs that such signals ended."""
READER_GONE = 141
"""What a shell reports for a program that was ended because nobody reads its output."""

EXPLAINED = {"PluginProblem", "ContentChanged"}
"""Exceptions that say all there is to say; known by name, so that their modules need not be imported."""

PATIENCE = 3.0
"""Seconds in which a command that was told to end may do so by itself."""
_LONGEST = 1000
"""Characters of a message: what it quotes may be of any length."""

Table = dict[str, tuple[str, str]]
More = Callable[[], dict[str, click.Command]]


class Misuse(click.UsageError):
    """A wrong use of a command whose message says all there is to say."""


class Commands(click.Group):
    """A group whose commands are imported when they are called. `more` gives the commands that plugins add; it is
    asked only for a name that isn't in the table, and for the list of all."""

    def __init__(self, *arguments: Any, table: Table, more: More, **rest: Any) -> None:
        super().__init__(*arguments, **rest)
        self.table = table
        self.more = more

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted([*self.table, *self.more()])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.table:
            return self.more().get(cmd_name)
        module, _, attribute = self.table[cmd_name][0].partition(":")
        command: click.Command = getattr(import_module(module), attribute)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, self.table[name][1]) for name in sorted(self.table)])
        try:
            added = self.more()
        except Exception as problem:  # a broken plugin must not take the help away
            added = {}
            formatter.write_paragraph()
            formatter.write_text(str(problem))
        if added:
            with formatter.section("Commands of plugins"):
                formatter.write_dl([(name, command.get_short_help_str()) for name, command in added.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name not in self.table and not name.startswith("-") and not ctx.resilient_parsing:
            known = self.list_commands(ctx)
            if name not in known:
                near = did_you_mean(name, known)
                raise Misuse(f"there is no command `{name}`{near} (there are: {', '.join(known)})")
        return super().resolve_command(ctx, args)

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        with _ended():
            return super().make_context(info_name, args, parent, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        with _ended():
            result = super().invoke(ctx)
            sys.stdout.flush()
            return result

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
            _say(f"artrules: {_one_line(problem)}")
            code = USED_WRONGLY
        except (click.Abort, KeyboardInterrupt):
            code = INTERRUPTED
        except Ended as ended:
            code = ended.code
        if code in STOPPED:
            _say(f"artrules: {STOPPED[code]}")
        sys.exit(code if isinstance(code, int) else 0)


class Ended(BaseException):
    """A signal has ended the command. No `Exception`, so that nothing on the way takes it for a mistake of its own."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


def heed_signals() -> None:
    """From now on signals that ask to end raise Ended, so that nothing is left lying about; a second one ends at once.
    What whoever started the command has told it to ignore stays ignored.

    What is raised may be lost: where a library calls back, Python or C drops it. So a command that goes on for PATIENCE
    all the same is ended from outside of what it does.
    """

    def end(number: int, _frame: FrameType | None) -> None:
        signal.signal(number, signal.SIG_DFL)
        late = Timer(PATIENCE, _end_late, [128 + number])
        late.daemon = True
        late.start()
        raise Ended(128 + number)

    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, end)


def _end_late(code: int) -> None:
    with suppress(OSError):
        os.write(2, f"artrules: {STOPPED[code]}\n".encode())
    os._exit(code)


@contextmanager
def _ended() -> Iterator[None]:
    """Whatever is raised inside comes out as what click knows, or is told."""
    try:
        yield
    except BrokenPipeError:
        let_go()
        raise click.exceptions.Exit(READER_GONE) from None
    except KeyboardInterrupt:
        let_go_at_once()
        raise click.exceptions.Exit(INTERRUPTED) from None
    except Ended as ended:
        let_go_at_once()
        raise click.exceptions.Exit(ended.code) from None
    except (click.ClickException, click.exceptions.Exit, click.Abort):
        raise
    except Exception as problem:
        if type(problem).__name__ in EXPLAINED:
            raise Misuse(str(problem)) from None
        if os.environ.get("ARTRULES_DEBUG"):
            raise
        if isinstance(problem, OSError):
            let_go()
            raise Misuse(_what_failed(problem)) from None
        if isinstance(problem, MemoryError):
            raise Misuse("there isn't enough memory for this") from None
        raise click.exceptions.Exit(_own_fault(problem)) from None


def _what_failed(problem: OSError) -> str:
    reason = problem.strerror or str(problem)
    return reason if problem.filename is None else f"{problem.filename}: {reason}"


def _say(text: str) -> None:
    """Tell something on standard error, if anybody is there."""
    from artrules.terminal.colour import output

    try:
        output(text, to_error=True)
    except (OSError, ValueError):
        let_go()


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
    _say(
        f"artrules: internal-error: {what[:300]}\n"
        "This is a mistake in artrules, not in your files. Please report it, with the output under ARTRULES_DEBUG=1."
    )
    return USED_WRONGLY
