"""The models of content: its files declared and elaborated, with a combination of overlays laid over them. They haven't
been checked; `pipeline.py` does that, and makes the first of them.

What names in the files stand for is found out in the same way, for whoever asks (`references_of`).
"""

from __future__ import annotations

from collections.abc import Hashable
from contextlib import suppress

from artrules.check.checks.registry import check_scenarios
from artrules.check.checks.soundness import Entries, Soundness
from artrules.check.scenario_files.scenario import ScenarioFile
from artrules.model.declare.declare import declare
from artrules.model.declare.libraries import NO_STAND_INS, check_expectations, expected_names, stand_ins_for
from artrules.model.declare.overlay_combinations import names_in_conditions
from artrules.model.declare.overlay_conditions import Names
from artrules.model.declare.overlay_documents import in_order, is_expansion, name_of
from artrules.model.declare.overlays import apply_overlays
from artrules.model.declare.symbol_table import SymbolTable
from artrules.model.elaborate.elaborate import elaborate
from artrules.model.ir.model import Model
from artrules.play.content import Content
from artrules.play.setups import Setups
from artrules.text.diagnostics.diagnostic import Diagnostic
from artrules.text.diagnostics.earlier import EarlierSteps
from artrules.text.diagnostics.references import References
from artrules.text.diagnostics.report import KEYS, Report, ReportFull
from artrules.text.source.node import Mapping, count_nodes


def declare_content(content: Content, overlays: tuple[str, ...], report: Report | None = None) -> SymbolTable:
    """The symbol table of a ruleset with a combination of overlays, given by their names. Code is still text in it.

    Diagnostics go to `report`, which is the content's by default.
    """
    assert content.files.document is not None
    report = report or content.report
    laid = overlays_of(content, overlays)
    document, sets = content.files.document, content.files.sets
    if laid:
        document, sets = apply_overlays(document, sets, laid, frozenset(content.files.extra_rules), report)
    keys = sum(map(count_nodes, (document, *sets)))
    report.spend(KEYS, keys, (laid[-1].get("applies") or laid[-1]).span if laid else document.span)
    overlay_files = frozenset(overlay.span.file for overlay in laid)
    expansions = [overlay for overlay in in_order(laid) if is_expansion(overlay)]
    files = content.files
    return declare(
        document,
        sets,
        report,
        _players(content, overlays),
        files.plugin_functions,
        overlay_files,
        expansions,
        files.library_names,
        stand_ins_for(files.libraries, document) if files.is_library else NO_STAND_INS,
        expected_names(files.libraries),
    )


def elaborated(content: Content, names: Names) -> tuple[Model, list[Diagnostic]]:
    """A new model of content with a combination of overlays, with its errors."""
    report = Report()
    model = elaborate_content(content, names, report)
    return model, report.diagnostics if report.has_errors else []


def elaborate_content(content: Content, overlays: tuple[str, ...], report: Report) -> Model:
    """The model of a ruleset with a combination of overlays, given by their names. It hasn't been checked."""
    symbols = declare_content(content, overlays, report)
    model = elaborate(
        symbols,
        report,
        overlays=overlays,
        brought=content.brought,
        asked=names_in_conditions(content.files.overlays),
        source_text=content.source_text,
    )
    if not content.files.is_library:
        check_expectations(model, symbols, content.files, report)
    return model


def references_of(
    content: Content, earlier: EarlierSteps | None = None
) -> dict[Names, tuple[SymbolTable, list[References]]]:
    """What the names in the files of some content stand for, for each combination of overlays that was judged, with the
    symbol table of each. The game itself comes first; with it come the references of scenarios.

    What names stand for in scenarios isn't found out again where `earlier` knows it.
    """
    tables: dict[Names, tuple[SymbolTable, list[References]]] = {}
    if content.files.document is None:
        return tables
    earlier = earlier or EarlierSteps()
    for names in sorted(content.models, key=len):
        report = Report()
        report.references = References()
        with suppress(ReportFull):
            symbols = declare_content(content, names, report)
            elaborate(symbols, report, overlays=names, brought=content.brought)
            tables[names] = symbols, [report.references]
    if not tables or not content.setups:
        return tables
    models = tuple(content.models.values())
    ways = Setups(lambda names: content.model_with_faults(names)[0], content.setups, content.applicable)
    declared = frozenset(use.key for _, (each,) in tables.values() for use in each.uses() if use.role == "declared")
    for document in content.files.scenarios:

        def find(report: Report, document: Mapping = document) -> References:
            report.references = References()
            check_scenarios(ScenarioFile(document, models, ways.find), report, _sound_alone)
            return report.references

        with suppress(ReportFull):
            of_game = next(iter(tables.values()))[1]
            of_game.append(earlier.result(("references", document, declared), Report(), find))
    earlier.end_reading()
    return tables


def _sound_alone(report: Report) -> Soundness:
    """What can be judged where nothing is asked but what names stand for."""
    return Soundness(report, Entries([], lambda file: None))


def inputs_of_model(content: Content, overlays: tuple[str, ...]) -> tuple[Hashable, ...]:
    """All that `elaborate_content` makes a model of."""
    files = content.files
    functions = [function for each in files.plugin_functions.values() for function in each]
    asked = names_in_conditions(files.overlays)
    outside, brought = frozenset(files.extra_rules), tuple(content.brought.items())
    players, laid = _players(content, overlays), overlays_of(content, overlays)
    # The document has all that libraries declare, but neither what they expect nor which of its files are theirs.
    expects = [each for library in files.libraries if isinstance(each := library.get("expects"), Mapping)]
    libraries = (files.is_library, *files.library_names.items())
    nodes = (files.document, *files.sets, "laid", *laid, "expects", *expects)
    return (*nodes, libraries, outside, brought, asked, players, *functions)


def overlays_of(content: Content, overlays: tuple[str, ...]) -> list[Mapping]:
    """The overlays of these names."""
    return [overlay for overlay in content.files.overlays if name_of(overlay) in overlays]


def _players(content: Content, overlays: tuple[str, ...]) -> tuple[int, int] | None:
    """The least and the greatest number of players with these overlays, if that isn't what the game says. Expansions
    that always apply are a part of the game."""
    counts = content.setups[overlays].counts if overlays in content.setups and overlays != content.always else None
    return (min(counts), max(counts)) if counts else None
