"""The process to which the editor speaks. It reads no ruleset itself, so that it answers at once.

In: requests of a client over standard input. Out: answers over standard output. What goes wrong in one request is
logged to standard error and answered with an error; the server goes on. Begin with `EditorServer`.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from enum import Enum
from pathlib import Path
from typing import Any, TypeVar

from lsprotocol import types as lsp
from pygls.exceptions import (
    FeatureRequestError,
    JsonRpcContentModified,
    JsonRpcException,
    JsonRpcInternalError,
    JsonRpcInvalidParams,
)
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol
from pygls.uris import from_fs_path, to_fs_path

import artrules
from artrules.author.editor.answers import Names, NoRename
from artrules.author.editor.colours import MODIFIERS, TYPES
from artrules.author.editor.judging import (
    FormatText,
    IndexFiles,
    Judge,
    JudgeFiles,
    Reading,
    Readings,
    Repair,
    TryEdits,
)
from artrules.author.editor.lenses import RUN, Lenses, Outcome, RunScenarios
from artrules.author.editor.outlines import symbols_of
from artrules.author.editor.problems import Problems
from artrules.author.editor.suggesting import Suggesting
from artrules.author.editor.texts import EditedFile
from artrules.author.editor.worker import Latest, TaskFailed, Worker
from artrules.text.diagnostics.diagnostic import Edit, apply_edits
from artrules.text.source.bounded_file import read_regular_file, real_path
from artrules.text.source.decode import LARGEST_FILE

P = TypeVar("P")
R = TypeVar("R")
log = logging.getLogger(__name__)

NAME = "artrules"
PAUSE = 0.05
"""Seconds without a further change after which texts are judged."""
FIRST = 5.0
"""Seconds that the first answers wait at most for a first reading."""
SUFFIXES = (".yaml", ".yml", ".csv", ".toml")
FIX_ALL = f"{lsp.CodeActionKind.SourceFixAll.value}.{NAME}"
JUDGED = "artrules/judged"
"""A request that is answered once everything has been judged as it is: for tests, and for scripts."""
_WATCHED = "artrules/watched"


class _Protocol(LanguageServerProtocol):
    """Answers a request, too, whose parameters aren't what the protocol says."""

    def structure_message(self, data: dict[str, Any]) -> Any:
        """What a message says. Raises JsonRpcException, after an answer."""
        try:
            return super().structure_message(data)
        except JsonRpcException as problem:
            if "id" in data and "method" in data:
                wrong = JsonRpcInvalidParams(f"the parameters of {data['method']} aren't what the protocol says")
                self._send_response(data["id"], error=wrong.to_response_error())
            raise problem


class EditorServer(LanguageServer):
    """A language server for one client. `judge` reads the ruleset of a file, in a process of its own."""

    def __init__(self, judge: Judge, pause: float = PAUSE) -> None:
        super().__init__(
            NAME, artrules.__version__, protocol_cls=_Protocol, text_document_sync_kind=lsp.TextDocumentSyncKind.Full
        )
        self.judge = judge
        self.worker = Worker()
        self.runner = Worker()
        self.lenses = Lenses()
        self.open: dict[Path, str] = {}
        """The addresses of the files that are open, as the client writes them, by their real paths."""
        self._not_on_disk: set[Path] = set()
        """Those that haven't been saved yet, or have been removed."""
        self.problems = Problems(self.file, self.address, self.open.__contains__)
        self.names = Names((), {}, self.file, self.address)
        """Answers questions about names, from the last indexes."""
        self.suggesting = Suggesting(self.names)
        """Completes what is being written, from the same."""
        self._has_names = asyncio.Event()
        self.has_judged = asyncio.Event()
        """Whether what is open has been judged as it is."""
        self._told: set[str] = set()
        """The addresses of the files in which something is wrong, as the client knows."""
        self._latest = Latest(pause)
        self._begun: dict[Path, EditedFile] = {}
        self._texts: dict[Path, tuple[int | None, EditedFile]] = {}
        self._running: set[asyncio.Task[None]] = set()
        self._register()

    # -- requests

    def _register(self) -> None:
        answer = self._answer
        answer(lsp.INITIALIZED, self._begin)
        answer(lsp.TEXT_DOCUMENT_DID_OPEN, self._opened)
        answer(lsp.TEXT_DOCUMENT_DID_CHANGE, self._changed)
        answer(lsp.TEXT_DOCUMENT_DID_CLOSE, self._closed)
        answer(lsp.TEXT_DOCUMENT_DID_SAVE, self._saved)
        answer(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES, self._changed_on_disk)
        answer(lsp.SHUTDOWN, self._end)
        kinds = [lsp.CodeActionKind.QuickFix, lsp.CodeActionKind.SourceFixAll]
        actions = lsp.CodeActionOptions(code_action_kinds=kinds, resolve_provider=True)
        answer(lsp.TEXT_DOCUMENT_CODE_ACTION, self._actions, actions)
        answer(lsp.CODE_ACTION_RESOLVE, self._resolved_action)
        answer(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL, self._symbols)
        answer(lsp.TEXT_DOCUMENT_HOVER, self._hover)
        answer(lsp.TEXT_DOCUMENT_DEFINITION, self._definition)
        answer(lsp.TEXT_DOCUMENT_REFERENCES, self._references)
        answer(lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT, self._highlights)
        answer(lsp.TEXT_DOCUMENT_PREPARE_RENAME, self._prepared_rename)
        legend = lsp.SemanticTokensLegend(list(TYPES), list(MODIFIERS))
        answer(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, self._colours, legend)
        answer(lsp.TEXT_DOCUMENT_FORMATTING, self._formatted)
        answer(lsp.TEXT_DOCUMENT_CODE_LENS, self._lenses)
        self.command(RUN)(self._guarded(RUN, self._run_scenarios))
        triggers = lsp.CompletionOptions(trigger_characters=[".", " ", "{", "[", ":"])
        answer(lsp.TEXT_DOCUMENT_COMPLETION, self._completion, triggers)
        answer(lsp.TEXT_DOCUMENT_RENAME, self._rename, lsp.RenameOptions(prepare_provider=True))
        answer(JUDGED, self._wait_until_judged)

    def _answer(self, method: str, function: Callable[[P], Awaitable[R]], options: Any = None) -> None:
        """Let a function answer a method."""
        self.feature(method, options)(self._guarded(method, function))

    def _guarded(self, method: str, function: Callable[..., Awaitable[R]]) -> Callable[..., Awaitable[R]]:
        """A function whose exceptions become error responses without a traceback, and lines of the log."""

        async def guarded(*arguments: Any) -> R:
            try:
                return await function(*arguments)
            except (JsonRpcContentModified, JsonRpcInvalidParams, JsonRpcInternalError):
                raise
            except Exception as fault:
                log.exception("%s", method)
                raise JsonRpcInternalError(f"{method} failed: {fault}") from None

        return guarded

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Log what went wrong outside of any answer. The client needn't show it: the server goes on."""
        if source is FeatureRequestError:
            return  # that was answered, and logged where it was no refusal
        log.error("%s: %s", getattr(source, "__name__", source), error)

    # -- texts

    async def _begin(self, params: lsp.InitializedParams) -> None:
        workspace = self.client_capabilities.workspace
        watching = workspace.did_change_watched_files if workspace is not None else None
        if watching is not None and watching.dynamic_registration:
            watchers = [lsp.FileSystemWatcher(f"**/*{suffix}") for suffix in SUFFIXES]
            options = lsp.DidChangeWatchedFilesRegistrationOptions(watchers)
            method = lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES
            self.client_register_capability(
                lsp.RegistrationParams([lsp.Registration(_WATCHED, method, options)]),
            )
        self._go_on(self._latest.run(self._task, self._judged, self.worker, self._tell_early))

    def _go_on(self, work: Any) -> None:
        task: asyncio.Task[None] = asyncio.ensure_future(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def _end(self, _params: None) -> None:
        for task in self._running:
            task.cancel()
        self.worker.close()
        self.runner.close()

    async def _opened(self, params: lsp.DidOpenTextDocumentParams) -> None:
        path = path_of(params.text_document.uri)
        if path is not None:
            self.open[path] = params.text_document.uri
            self._came_or_went(path)
            self._change()

    async def _changed(self, params: lsp.DidChangeTextDocumentParams) -> None:
        self._forget_outcomes(path_of(params.text_document.uri))
        self._change()

    async def _saved(self, params: lsp.DidSaveTextDocumentParams) -> None:
        self._changed_at([path_of(params.text_document.uri)])

    async def _changed_on_disk(self, params: lsp.DidChangeWatchedFilesParams) -> None:
        self._changed_at([path_of(change.uri) for change in params.changes])

    def _changed_at(self, paths: Iterable[Path | None]) -> None:
        """Files were written on the disk, or removed from it. Of those that are open the texts in the editor count, so
        that it only matters whether they are on the disk at all."""
        noticed = [path for path in paths if path not in self.open or self._came_or_went(path)]
        if noticed:
            self._forget_outcomes(None)
            self._change()

    def _came_or_went(self, path: Path | None) -> bool:
        """Whether an open file has come to the disk, or has gone from it, since this was asked last."""
        if path is None:
            return False
        was_there, is_there = path not in self._not_on_disk, path.exists()
        if is_there:
            self._not_on_disk.discard(path)
        else:
            self._not_on_disk.add(path)
        return was_there != is_there

    def _forget_outcomes(self, changed: Path | None) -> None:
        if self.lenses.rules_changed(changed):
            self._refresh_lenses()

    async def _closed(self, params: lsp.DidCloseTextDocumentParams) -> None:
        path = path_of(params.text_document.uri)
        if path is not None:
            self.open.pop(path, None)
            self._texts.pop(path, None)
            self._not_on_disk.discard(path)
        self._change()

    def _change(self) -> None:
        self.has_judged.clear()
        self._latest.change()

    def file(self, path: Path) -> EditedFile:
        """The text of a file as it is in the editor, or on the disk where it isn't open; empty where there is none."""
        encoding = _word(self.workspace.position_encoding or lsp.PositionEncodingKind.Utf16)
        uri = self.open.get(path)
        if uri is None:
            try:
                return EditedFile(read_regular_file(path, LARGEST_FILE).decode("utf-8", "replace"), encoding)
            except OSError:
                return EditedFile("", encoding)
        document = self.workspace.get_text_document(uri)
        earlier = self._texts.get(path)
        if earlier is None or earlier[0] != document.version or earlier[1].text != document.source:
            earlier = self._texts[path] = (document.version, EditedFile(document.source, encoding))
        return earlier[1]

    def edited(self, params: Any) -> tuple[Path, EditedFile]:
        """The file that a request is about. Raises JsonRpcInvalidParams where it isn't open."""
        path = path_of(params.text_document.uri)
        if path is None or path not in self.open:
            raise JsonRpcInvalidParams(f"{params.text_document.uri} isn't open")
        return path, self.file(path)

    def address(self, path: Path) -> str:
        """The address of a file, as the client writes it where the file is open."""
        return self.open.get(path) or from_fs_path(str(path)) or path.as_uri()

    def contents(self) -> dict[Path, bytes]:
        """What is in the editor, by real path."""
        return {path: self.file(path).text.encode("utf-8", "surrogatepass") for path in self.open}

    # -- diagnostics

    def _task(self) -> JudgeFiles:
        self._begun = {path: self.file(path) for path in self.open}
        return JudgeFiles(self.judge, tuple(self.open), self.contents(), self._latest.version)

    def _tell_early(self, early: Reading) -> None:
        if self.problems.judged_early(early, self._begun):
            self._publish()

    def _judged(self, result: Readings | None) -> None:
        if result is None:
            self._has_names.set()
            self.has_judged.set()
            return
        self.problems.judged(result, self._begun)
        self._publish()
        self._go_on(self._find_names(self._latest.version, self._begun))

    async def _find_names(self, version: int, texts: Mapping[Path, EditedFile]) -> None:
        """Have indexes made of what was judged with some texts. They serve until there are newer ones, though
        something may have changed meanwhile."""
        try:
            indexes = await self.worker.run(IndexFiles(version))
        except TaskFailed as problem:
            log.error("%s", problem)
            indexes = []
        if indexes:
            self.names = Names(indexes, texts, self.file, self.address)
            self.suggesting = Suggesting(self.names, self.suggesting)
            self.suggesting.warm_up()
        self._has_names.set()
        if version == self._latest.version:
            self.has_judged.set()

    async def _wait_until_judged(self, _params: object) -> None:
        await self.has_judged.wait()

    def _publish(self) -> None:
        """Tell the client what is wrong in each file, and where nothing is any more."""
        by_address: dict[str, list[lsp.Diagnostic]] = {address: [] for address in (*self.open.values(), *self._told)}
        by_address |= {self.address(path): problems for path, problems in self.problems.diagnostics().items()}
        for address, diagnostics in by_address.items():
            self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(address, diagnostics))
        self._told = {address for address, diagnostics in by_address.items() if diagnostics}

    # -- repairs

    async def _actions(self, params: lsp.CodeActionParams) -> list[lsp.CodeAction | lsp.Command]:
        path, _ = self.edited(params)
        actions: list[lsp.CodeAction | lsp.Command] = [*self.problems.quick_fixes(path, params.range)]
        only = params.context.only
        wanted = [_word(each) for each in only] if only is not None else None
        if wanted is None or any(each == FIX_ALL or FIX_ALL.startswith(f"{each}.") for each in wanted):
            data = {"uri": params.text_document.uri}
            if self.problems.is_fixable(path):
                actions.append(lsp.CodeAction("Repair all that can be repaired safely", kind=FIX_ALL, data=data))
        if wanted is not None:
            actions = [a for a in actions if any(_kind(a).startswith(each) for each in wanted)]
        return actions

    async def _resolved_action(self, action: lsp.CodeAction) -> lsp.CodeAction:
        path = path_of(action.data["uri"]) if isinstance(action.data, dict) else None
        if path is not None:
            version = self._latest.version
            changed = await self.ask(Repair(self.judge, path, self.contents()))
            self._check_unchanged(version)
            action.edit = lsp.WorkspaceEdit(
                {
                    self.address(changed_path): [lsp.TextEdit(self.file(changed_path).whole, after.decode("utf-8"))]
                    for changed_path, after in changed.items()
                }
            )
        return action

    def _check_unchanged(self, version: int) -> None:
        """Refuse to answer with edits of texts that have changed since this version: they would undo what was typed
        meanwhile. Raises JsonRpcContentModified."""
        if version != self._latest.version:
            raise JsonRpcContentModified("something was edited meanwhile: ask again")

    async def ask(self, task: Any, worker: Worker | None = None) -> Any:
        """What a task gives, by default in the judging process. Raises JsonRpcInternalError without a traceback."""
        try:
            return await (worker or self.worker).run(task)
        except TaskFailed as problem:
            log.error("%s", problem)
            raise JsonRpcInternalError(_last_line(problem)) from None

    # -- names

    async def _place(self, params: Any) -> tuple[Path, int, int]:
        """The place that a request is about, once there is something to be told of it: what is opened first has to be
        read before."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._has_names.wait(), FIRST)
        path, file = self.edited(params)
        return path, *file.from_position(params.position)

    async def _hover(self, params: lsp.HoverParams) -> lsp.Hover | None:
        path, line, column = await self._place(params)
        return self.names.hover(path, line, column) or self.suggesting.meaning(self.file(path), path, line, column)

    async def _completion(self, params: lsp.CompletionParams) -> lsp.CompletionList:
        path, line, column = await self._place(params)
        return self.suggesting.complete(path, line, column, self.file(path), self._has_snippets)

    async def _colours(self, params: lsp.SemanticTokensParams) -> lsp.SemanticTokens:
        path, file = self.edited(params)
        return lsp.SemanticTokens(self.suggesting.colours(path, file))

    @property
    def _has_snippets(self) -> bool:
        text = self.client_capabilities.text_document
        item = text.completion.completion_item if text is not None and text.completion is not None else None
        return item is not None and bool(item.snippet_support)

    async def _definition(self, params: lsp.DefinitionParams) -> list[lsp.Location]:
        return self.names.definitions(*await self._place(params))

    async def _references(self, params: lsp.ReferenceParams) -> list[lsp.Location]:
        with_declaration = params.context.include_declaration
        return self.names.references(*await self._place(params), with_declaration=with_declaration)

    async def _highlights(self, params: lsp.DocumentHighlightParams) -> list[lsp.DocumentHighlight]:
        return self.names.highlights(*await self._place(params))

    async def _prepared_rename(self, params: lsp.PrepareRenameParams) -> lsp.PrepareRenamePlaceholder | None:
        path, line, column = await self._place(params)
        renamed = self.names.renamed(path, line, column)
        if renamed is None:
            return None
        span, name = renamed
        return lsp.PrepareRenamePlaceholder(self.file(path).range(span), name)

    async def _rename(self, params: lsp.RenameParams) -> lsp.WorkspaceEdit:
        """The edits that rename something, once they have been tried: whatever they break, nothing is renamed."""
        await self.has_judged.wait()
        path, line, column = await self._place(params)
        version = self._latest.version
        try:
            edits = self.names.rename(path, line, column, params.new_name, self.problems.editable)
        except NoRename as reason:
            raise JsonRpcInvalidParams(str(reason)) from None
        texts = {changed: self.file(changed) for changed in edits}
        after = {
            changed: apply_edits(texts[changed].text, [Edit(span, text) for span, text in of_file]).encode()
            for changed, of_file in edits.items()
        }
        broken = await self.ask(TryEdits(self.judge, path, self.contents(), after))
        self._check_unchanged(version)
        if broken:
            raise JsonRpcInvalidParams(f"nothing was renamed, because then {broken[0]}")
        return lsp.WorkspaceEdit(
            {
                self.address(changed): [lsp.TextEdit(texts[changed].range(span), text) for span, text in of_file]
                for changed, of_file in edits.items()
            }
        )

    # -- scenarios

    async def _lenses(self, params: lsp.CodeLensParams) -> list[lsp.CodeLens]:
        path, file = self.edited(params)
        return self.lenses.lenses(path, params.text_document.uri, file)

    async def _run_scenarios(self, uri: str, name: str | None = None) -> dict[str, str]:
        """Run a scenario of an open file, or all of them. Gives what failed in each, empty where it holds."""
        path = path_of(uri)
        if path is None or path not in self.open:
            raise JsonRpcInvalidParams(f"{uri} isn't open")
        file, version = self.file(path), self._latest.version
        self.lenses.begin(path, name)
        self._refresh_lenses()
        outcomes: dict[str, Outcome] = {}
        try:
            result = await self.ask(RunScenarios(self.judge, path, name, self.contents()), self.runner)
            if isinstance(result, str):
                self.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Warning, result))
            else:
                outcomes = result
        finally:
            self.lenses.end(path, name, outcomes if version == self._latest.version else {}, file)
            self._refresh_lenses()
        return {scenario: outcome.message for scenario, outcome in outcomes.items()}

    def _refresh_lenses(self) -> None:
        workspace = self.client_capabilities.workspace
        if workspace is not None and workspace.code_lens is not None and workspace.code_lens.refresh_support:
            self.workspace_code_lens_refresh(None)

    # -- the style and the outline of a file

    async def _formatted(self, params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
        _, file = self.edited(params)
        version = self._latest.version
        stretches = await self.ask(FormatText(file.text), self.runner)
        self._check_unchanged(version)

        def beginning(number: int) -> lsp.Position:
            return file.position(number + 1, 1) if number < len(file.lines) else file.whole.end

        return [lsp.TextEdit(lsp.Range(beginning(first), beginning(last)), text) for first, last, text in stretches]

    async def _symbols(self, params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        _, file = self.edited(params)
        return symbols_of(file)


def path_of(uri: str) -> Path | None:
    """The real path of a file by its address; None for what is no file."""
    path = to_fs_path(uri)
    return real_path(Path(path)) if path is not None and uri.startswith("file:") else None


def _last_line(problem: Exception) -> str:
    """What a traceback says in the end."""
    return str(problem).strip().rpartition("\n")[2]


def _kind(action: lsp.CodeAction | lsp.Command) -> str:
    kind = action.kind if isinstance(action, lsp.CodeAction) else None
    return _word(kind) if kind is not None else ""


def _word(member: Enum | str) -> str:
    """A word of the protocol, which may come as a member of an enum."""
    return str(member.value) if isinstance(member, Enum) else member


def run(judge: Judge) -> None:
    """Answer a client over standard input and output until it is gone."""
    logging.basicConfig(level=logging.WARNING, format="artrules lsp: %(message)s")
    logging.getLogger("pygls").setLevel(logging.CRITICAL)  # it complains of what clients may well do
    server = EditorServer(judge)
    # A stream of its own, which is closed in the end: what anything else prints goes to standard error.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    try:
        server.start_io(stdout=answers)
    finally:
        server.worker.close()
        server.runner.close()
