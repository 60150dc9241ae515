"""The whole pipeline, from a folder of text files to a game that can be played.

    catalogue  where content lies                                         catalogue/
    source     YAML files to trees with places                            source/
    schema     their structure, and which strings are code                schema/, content/
    syntax     code to syntax trees                                       syntax/
    declare    documents joined, overlays laid over: a symbol table       declare/
    elaborate  the code of a symbol table to a closed, typed model        elaborate/, ir/
    checks     what can be wrong although every type fits                 checks/
    lower      a model to machine code and tables, for one configuration  lower/
    execute    machine code and the run time, linked                      machine/, execute/
    game       decisions, options, views, logs, saves                     game/

A stage imports earlier ones only. Clients (scenarios, bots, simulation, commands) come after them all and use the
public API.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import Any

from artrules.catalogue.locations import OutsideContent
from artrules.checks.run import check_model, check_models
from artrules.declare.apply_overlays import apply_overlays
from artrules.declare.declare import declare
from artrules.declare.files import RulesetFiles, read_ruleset
from artrules.declare.merge import join_parts
from artrules.declare.overlay_combinations import (
    ApplicableOverlays,
    OverlaySetups,
    check_unique_names,
    names_in_conditions,
    overlay_combinations,
)
from artrules.declare.overlay_order import check_order
from artrules.declare.overlay_settings import add_overlay_settings, check_shared_sections, settings_of_overlays
from artrules.declare.piece_tables import read_tables
from artrules.declare.symbol_table import SymbolTable
from artrules.diagnostics.budget import KEYS, WORDS
from artrules.diagnostics.kinds.report import TOO_MUCH_TO_JUDGE
from artrules.diagnostics.report import Report, ReportFull
from artrules.elaborate.elaborate import elaborate
from artrules.game.pieces import MOST_TO_COUNT, check_pieces
from artrules.game.runtime import Runtime
from artrules.ir.model import Model
from artrules.lower.configuration import Configuration
from artrules.lower.lower import lower_model
from artrules.settings import choose_settings
from artrules.source.node import Mapping, every_node

CONTENT_FORMAT = 1


@dataclass
class Content:
    """A ruleset that has been read and checked, with a model for each combination of overlays that can apply."""

    read_files: Callable[[], RulesetFiles]
    report: Report
    brought: dict[str, str] = field(default_factory=dict)
    """The settings that overlays add: the name of the overlay, by the name of the setting."""
    models: dict[tuple[str, ...], Model] = field(default_factory=dict)
    setups: dict[tuple[str, ...], OverlaySetups] = field(default_factory=dict)
    """How a game is set up for each combination that can apply."""
    _decoded: dict[str, str] = field(default_factory=dict, repr=False)

    @cached_property
    def files(self) -> RulesetFiles:
        """The files that were read. Content from the cache reads them there when they are first asked for."""
        return self.read_files()

    @property
    def base(self) -> Model:
        return self.models[()]

    @cached_property
    def applicable(self) -> ApplicableOverlays:
        """Which overlays apply to a setup. The content has no errors."""
        return ApplicableOverlays(self.base, self.files.overlays)

    @cached_property
    def added(self) -> tuple[str, ...]:
        """The sets and overlays from outside the ruleset's folder, such as `set river` and `overlay duel`."""
        return tuple(self.files.added)

    def source_text(self, shown: str) -> str | None:
        """The text of a file, by the name that diagnostics show; None if there is no such file.

        Texts are cached, because a file is asked for once for each of its diagnostics.
        """
        if shown not in self._decoded:
            text = self.files.extra_texts.get(shown)
            if text is None:
                text = self.files.texts.get(shown.removeprefix(f"{self.files.shown_as}/"))
            if text is None:
                return None
            self._decoded[shown] = text.decode("utf-8", "replace")
        return self._decoded[shown]

    @cached_property
    def hash(self) -> str:
        """A hash (BLAKE2b, 32 hexadecimal digits) of all files that hold rules, by their names and texts.

        Scenarios aren't included, because they change no game. Files from outside the ruleset's folder count by their
        text only: a set is the same wherever it lies. Plugins that the ruleset requires count by name and version, and
        by the functions that they declare.
        """
        digest = blake2b(f"artrules content {CONTENT_FORMAT}".encode(), digest_size=16)
        for name in sorted(self.files.rules & set(self.files.texts)):
            text = self.files.texts[name]
            # A file name may hold bytes that aren't UTF-8.
            digest.update(f"\0{name}\0{len(text)}\0".encode(errors="surrogateescape") + text)
        outside = {*self.files.extra_rules, *self.files.extra_tables}
        for text in sorted(self.files.extra_texts[shown] for shown in outside):
            digest.update(f"\0\0{len(text)}\0".encode() + text)
        for plugin, version in sorted(self.files.plugins.items()):
            digest.update(f"\0\0plugin {plugin} {version}\0".encode())
            for function in self.files.plugin_functions[plugin]:
                declared = f"{function.signature} {function.draws} {function.work}"
                digest.update(f"\0{declared}\0".encode())
        return digest.hexdigest()

    def __getstate__(self) -> dict[str, Any]:
        """What is pickled: everything but the files, which whoever restores it provides by `read_files`."""
        known = {name: getattr(self, name) for name in ("hash", "added", "applicable")}
        return {**self.__dict__, **known, "files": None, "read_files": None, "_decoded": {}}

    def __setstate__(self, state: dict[str, Any]) -> None:
        del state["files"]
        self.__dict__.update(state)


def read_content(
    folder: Path, shown_as: str | None = None, scenarios: bool = True, extra: OutsideContent | None = None
) -> Content:
    """Read and check a ruleset. Its report holds everything that is wrong with it.

    `shown_as` is the name of the folder in diagnostics. `scenarios` says whether to read scenarios too; playing doesn't
    need them. `extra` has files from outside the folder; those for other games are ignored.
    """
    report = Report()
    files = read_ruleset(folder, report, shown_as, scenarios, extra)
    content = Content(lambda: files, report)
    if files.main is not None:
        with suppress(ReportFull):
            read_tables(files, report)
            _judge(content, files.main)
    return content


def _judge(content: Content, main: Mapping) -> None:
    """Everything after reading: declare, elaborate and check the model of each combination of overlays."""
    files, report = content.files, content.report
    check_unique_names(files.overlays, report)
    check_order(files.overlays, report)
    document = join_parts(main, files.parts, report)
    check_shared_sections(document, files.overlays, report)
    content.brought = settings_of_overlays(document, files.overlays)
    files.document = add_overlay_settings(document, files.overlays)
    model = content.models[()] = build_model(content, ())
    if not report.has_errors:
        content.setups = overlay_combinations(model, files.overlays, files.size, report)
        if _may_be_judged(len(content.setups), files.overlays, report):
            for names in content.setups:
                if names and names not in content.models:
                    content.models[names] = build_model(content, names)
    if not report.has_errors:
        check_models(content.models.values(), report)
        left = MOST_TO_COUNT
        for names, each in content.models.items():
            left = _check_pieces(content, names, each, left)


def _may_be_judged(ways: int, overlays: list[Mapping], report: Report) -> bool:
    """Whether it is affordable to check a ruleset in this number of combinations of overlays; reports it if not.

    The effort for the ruleset without overlays, which is known by now, serves as the estimate for each combination.
    """
    for measure in (WORDS, KEYS):
        one = report.budget.spent(measure)
        if one * ways > measure.most:
            message = f"overlays can apply in {ways} combinations, too many for {one:,} {measure.what}"
            most = f"at most {measure.most:,} in all combinations together"
            condition = overlays[-1].get("applies") or overlays[-1]
            report.add(TOO_MUCH_TO_JUDGE, message, condition.span, expected=most, found=f"{one * ways:,}")
            return False
    return True


def _check_pieces(content: Content, overlays: tuple[str, ...], model: Model, left: int) -> int:
    """Lay out the pieces of a model once, for the first way in which it is played and the settings' defaults. With so
    many units of work; gives how many are left."""
    setups = content.setups.get(overlays)
    players, asked = setups.first if setups is not None else (model.players[0], {})
    _, configuration = choose_settings(model, players, {})
    configuration = replace(configuration, settings={**configuration.settings, **asked})
    return check_pieces(build_runtime(_before_play(model), configuration), content.report, left)


def _before_play(model: Model) -> Model:
    """A model without the code that only runs once the pieces have been laid out: it is lowered in no time."""
    flow = model.flow
    phases = [replace(phase, body=()) for phase in flow.phases]
    setup, final = ([replace(step, body=()) for step in steps] for steps in (flow.setup, flow.final))
    flow = replace(flow, phases=phases, setup=setup, final=final)
    return replace(model, flow=flow, bodies=dict.fromkeys(model.bodies, ()))


def declare_content(content: Content, overlays: tuple[str, ...]) -> SymbolTable:
    """The symbol table of a ruleset with a combination of overlays, given by their names. Code is still text in it."""
    assert content.files.document is not None
    laid = [o for o in content.files.overlays if getattr(o.get("overlay"), "text", "") in overlays]
    document, sets = content.files.document, content.files.sets
    if laid:
        document, sets = apply_overlays(document, sets, laid, frozenset(content.files.extra_rules), content.report)
    keys = sum(1 for part in (document, *sets) for _ in every_node(part))
    content.report.spend(KEYS, keys, (laid[-1].get("applies") or laid[-1]).span if laid else document.span)
    counts = content.setups[overlays].counts if overlays in content.setups else None
    players = (min(counts), max(counts)) if counts else None
    return declare(document, sets, content.report, players, content.files.plugin_functions)


def build_model(content: Content, overlays: tuple[str, ...]) -> Model:
    """The checked model of a ruleset with a combination of overlays, given by their names."""
    model = elaborate(
        declare_content(content, overlays),
        content.report,
        overlays=overlays,
        brought=content.brought,
        asked=names_in_conditions(content.files.overlays),
        source_text=content.source_text,
    )
    check_model(model, content.report)
    return model


def build_runtime(model: Model, configuration: Configuration) -> Runtime:
    """Lower a model without errors for a configuration, and link the program."""
    return Runtime(lower_model(model, configuration))
