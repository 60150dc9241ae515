"""How every command ends: its exit code, and its message when it fails.

0: nothing is wrong, or only warnings. 1: the content has errors. 2: the command was used wrongly, failed itself, or
couldn't read or write. 129, 130, 141, 143: it was stopped, because the terminal is gone, by Ctrl-C, because nobody
reads its output, or by a signal to terminate. Messages have one line; ARTRULES_DEBUG=1 shows tracebacks.
"""

import os
import re
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from threading import Timer
from types import FrameType
from typing import Any

import click

from artrules.table.terminal.streams import discard_failed_output, discard_waiting_output
from artrules.text.diagnostics.suggest import closest

EXIT_ERRORS = 1
EXIT_USAGE = 2
EXIT_INTERRUPTED = 130
EXIT_TERMINATED = 143
EXIT_HANGUP = 129
STOPPED = {EXIT_INTERRUPTED: "interrupted", EXIT_TERMINATED: "terminated", EXIT_HANGUP: "hung up"}
"""The exit codes that a shell reports for programs that a signal ended, and the messages."""
EXIT_BROKEN_PIPE = 141
"""The exit code that a shell reports for a program whose output nobody reads."""

EXPLAINED = {
    "BotProblem",
    "CheckpointRefused",
    "ClusterProblem",
    "ContentChanged",
    "NoWebAssembly",
    "PluginProblem",
    "ProcessLost",
    "UnknownExecutor",
    "UnrepeatedFault",
}
"""Exceptions whose message is for users, by the names of their classes: importing them would slow every command
down."""

PATIENCE = 3.0
"""Seconds that a command has to end by itself after a signal."""
_LONGEST = 1000
"""Characters of a message. What it quotes may be longer."""

_EXTRA_FILES = re.compile(r"Got unexpected extra arguments? \(([^ )]+\.yaml(?: [^ )]+\.yaml)*)\)")
"""What click says of files that are more than a command takes. Each such command takes a game, and has `--with`."""

Table = dict[str, tuple[str, str]]
More = Callable[[], dict[str, click.Command]]


class Misuse(click.UsageError):
    """A wrong use of a command. The message is shown alone, without a hint to `--help`."""


class Commands(click.Group):
    """A group of commands that are imported when they are called.

    `table` has the module and the help of each command; `more` gives the commands of plugins. It is called only for a
    name that isn't in the table, and to list all commands.
    """

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
            names = self.list_commands(ctx)
            if name not in names:
                near = did_you_mean(name, names)
                raise Misuse(f"there is no command `{name}`{near} (there are: {', '.join(names)})")
        return super().resolve_command(ctx, args)

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        with _translate_exceptions():
            return super().make_context(info_name, args, parent, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        with _translate_exceptions():
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
            code = EXIT_USAGE
        except (click.Abort, KeyboardInterrupt):
            code = EXIT_INTERRUPTED
        except SignalReceived as ended:
            code = ended.code
        if code in STOPPED:
            _say(f"artrules: {STOPPED[code]}")
        sys.exit(code if isinstance(code, int) else 0)


class SignalReceived(BaseException):
    """A signal asks the command to end. It is no `Exception`, so that no handler of errors catches it."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


def install_signal_handlers() -> None:
    """Make signals to terminate raise SignalReceived, so that the command cleans up, and Ctrl-C KeyboardInterrupt, as
    ever. A second signal ends it at once.

    Signals that the parent process has told it to ignore stay ignored. The exception may be lost in a callback of a
    library. So a timer ends a command that still runs after PATIENCE.
    """

    def end(number: int, _frame: FrameType | None) -> None:
        signal.signal(number, signal.SIG_DFL)
        late = Timer(PATIENCE, exit_late, [128 + number])
        late.daemon = True
        late.start()
        raise KeyboardInterrupt if number == signal.SIGINT else SignalReceived(128 + number)

    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):
            signal.signal(number, end)


def exit_late(code: int) -> None:
    with suppress(OSError):
        os.write(2, f"artrules: {STOPPED[code]}\n".encode())
    os._exit(code)


@contextmanager
def _translate_exceptions() -> Iterator[None]:
    """Turns every exception inside the `with` into one that click knows, or reports it and exits."""
    try:
        yield
    except BrokenPipeError:
        discard_failed_output()
        raise click.exceptions.Exit(EXIT_BROKEN_PIPE) from None
    except KeyboardInterrupt:
        discard_waiting_output()
        raise click.exceptions.Exit(EXIT_INTERRUPTED) from None
    except SignalReceived as ended:
        discard_waiting_output()
        raise click.exceptions.Exit(ended.code) from None
    except (click.ClickException, click.exceptions.Exit, click.Abort):
        raise
    except Exception as problem:
        if type(problem).__name__ in EXPLAINED:
            raise Misuse(str(problem)) from None
        if os.environ.get("ARTRULES_DEBUG"):
            raise
        if isinstance(problem, OSError):
            discard_failed_output()
            raise Misuse(_what_failed(problem)) from None
        if isinstance(problem, MemoryError):
            raise Misuse("there isn't enough memory for this") from None
        raise click.exceptions.Exit(_own_fault(problem)) from None


def _what_failed(problem: OSError) -> str:
    reason = problem.strerror or str(problem)
    return reason if problem.filename is None else f"{problem.filename}: {reason}"


def _say(text: str) -> None:
    """Write a message to standard error, if that is open."""
    from artrules.text.plain_text import output

    try:
        output(text, to_error=True)
    except (OSError, ValueError):
        discard_failed_output()


def did_you_mean(word: str, words: Sequence[str] | Table) -> str:
    """A suggestion as the end of a sentence, such as "; did you mean `x`?"; empty when no known word is similar."""
    near = closest(word, list(words))
    return f"; did you mean `{near[0]}`?" if near else ""


def _one_line(problem: click.ClickException) -> str:
    message = " ".join(problem.format_message().split())
    if (more := _EXTRA_FILES.fullmatch(message)) is not None:
        files = " ".join(f"--with {name}" for name in more[1].split())
        message = f"one game at a time: other files are added to it, so write {files}"
    message = message if len(message) <= _LONGEST else f"{message[: _LONGEST - 1]}…"
    context = None if isinstance(problem, Misuse) else getattr(problem, "ctx", None)
    return message if context is None else f"{message} (see {context.command_path} --help)"


def _own_fault(problem: Exception) -> int:
    what = " ".join(f"{type(problem).__name__}: {problem}".split())
    _say(
        f"artrules: internal-error: {what[:300]}\n"
        "This is a mistake in artrules, not in your files. Please report it, with the output under ARTRULES_DEBUG=1."
    )
    return EXIT_USAGE
