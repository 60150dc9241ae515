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

from collections.abc import Callable, Collection, Generator, Hashable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from artrules.check.checks.registry import (
    accepts_in_scenarios,
    check_model,
    check_models,
    check_scenarios,
    check_words,
)
from artrules.check.checks.soundness import Entries, Soundness
from artrules.check.pictures import check_pictures
from artrules.check.scenario_files.scenario import ScenarioFile
from artrules.check.scenario_files.seen_model import outline_of_seen, seen_by_scenarios
from artrules.engine.lower.configuration import Configuration
from artrules.model.catalogue.locations import Location, OutsideContent
from artrules.model.catalogue.scan import is_library
from artrules.model.declare.files import read_ruleset
from artrules.model.declare.libraries import add_defaults, read_libraries, read_library
from artrules.model.declare.overlay_combinations import always_applying, combinations_to_judge, overlay_combinations
from artrules.model.declare.overlay_conditions import Names
from artrules.model.declare.overlay_documents import check_order, check_unique_names, expansions_of_sets
from artrules.model.declare.overlay_faults import (
    add_overlay_settings,
    check_idle_changes,
    check_shared_sections,
    overlay_settings,
    settings_of_overlays,
    shown_in_overlays,
)
from artrules.model.declare.overlays import join_parts
from artrules.model.declare.piece_tables import read_tables
from artrules.model.declare.ruleset_files import RulesetFiles
from artrules.model.ir.model import Model, forget_what_is_kept
from artrules.play.content import Content
from artrules.play.game.pieces import MOST_TO_COUNT, check_pieces, check_totals
from artrules.play.models import elaborate_content, elaborated, inputs_of_model, overlays_of
from artrules.play.settings import choose_settings, mixture, with_powers_of_expansions
from artrules.play.setups import Setups
from artrules.text.diagnostics.diagnostic import Diagnostic, Span
from artrules.text.diagnostics.earlier import EarlierSteps
from artrules.text.diagnostics.kinds import TOO_MUCH_TO_JUDGE
from artrules.text.diagnostics.report import KEYS, WORDS, Report, ReportFull, join_missing_names
from artrules.text.garbage import no_search_for_garbage
from artrules.text.schema.load import outline_of_code
from artrules.text.source.decode import plain_text
from artrules.text.source.node import Mapping, outline

if TYPE_CHECKING:
    from artrules.play.game.runtime import Runtime


def read_content(
    folder: Path,
    shown_as: str | None = None,
    scenarios: bool = True,
    extra: OutsideContent | None = None,
    earlier: EarlierSteps | None = None,
) -> Content:
    """Read and check a ruleset, or a library alone. Its report holds everything that is wrong with it.

    `folder` is that of a ruleset, or the file or folder of a library; `shown_as` is its name in diagnostics. Where a
    game doesn't go with a library, nothing is told of the library's own code, which can't be judged there.
    `scenarios` says whether to read scenarios too; playing doesn't need them. `extra` has files from outside the
    folder; those for other games are ignored. What `earlier` knows isn't done again: whoever reads a ruleset again and
    again uses a `Workspace`.
    """
    with no_search_for_garbage():
        *_, last = read_in_stages(folder, shown_as, scenarios, extra, earlier)
        return last.content


StageName = Literal["names and types", "checks", "overlays", "scenarios"]


@dataclass(frozen=True)
class Stage:
    """What is known of a ruleset after a part of its reading: its files with the names and types of the game without
    overlays, then the checks of that game, then one combination of overlays after the other, then scenarios. Several
    stages may have the same name: each of them is a moment at which a reading may end."""

    name: StageName
    _content: Content
    is_last: bool = False

    @cached_property
    def content(self) -> Content:
        """The content as far as it has been judged. Before the last stage its report may lack diagnostics, and may
        hold some that will be joined or replaced by others. It must be asked for before the next stage is."""
        if self.is_last:
            return self._content
        content, report = self._content, Report()
        report.join(content.report)
        _finish(report, content.files)
        return replace(content, report=report, models=dict(content.models))


def read_in_stages(
    folder: Path,
    shown_as: str | None = None,
    scenarios: bool = True,
    extra: OutsideContent | None = None,
    earlier: EarlierSteps | None = None,
) -> Generator[Stage, None, None]:
    """The same in stages, for who wants to know soon what can be known soon. The last one is the whole, and the only
    one where reading must end early. Whoever loses interest closes the iterator; what was done until then is kept."""
    earlier = earlier or EarlierSteps()
    report = Report()
    is_whole = False
    try:
        if is_library(folder):
            files = read_library(Location(folder, shown_as or str(folder)), report, earlier, extra)
        else:
            files = read_ruleset(folder, report, shown_as, scenarios, extra, earlier)
            read_libraries(files, report, earlier)
        content = Content(lambda: files, report, elaborated)
        with suppress(ReportFull):
            if files.main is not None and not files.lacks_library:
                read_tables(files, report, earlier)
                for name in _judge(content, files.main, earlier):
                    yield Stage(name, content)
        _finish(report, files)
        is_whole = True
    finally:
        for result in earlier.end_reading(is_whole=is_whole):
            if isinstance(result, Model):
                forget_what_is_kept(result)
    yield Stage("scenarios", content, is_last=True)


def _finish(report: Report, files: RulesetFiles) -> None:
    """Join what a report says several times."""
    _blame_the_game(report, files.library_names)
    if report.missing():
        texts = {shown: plain_text(text) for shown in files.names() if (text := files.content_of(shown))}
        join_missing_names(report, texts)


def _blame_the_game(report: Report, libraries: Collection[str]) -> None:
    """Where a game doesn't go with a library, whose files are given, forget what is wrong in the library's code, which
    can't be judged there, and all warnings: they may come of it."""

    def is_of_library(place: Span | None) -> bool:
        return place is not None and place.file in libraries

    in_libraries = [each for each in report.diagnostics if is_of_library(each.span)]
    blamed = any(is_of_library(place) for d in report.errors if d not in in_libraries for _, place in d.related)
    warnings = [each for each in report.diagnostics if each.severity == "warning"]
    report.replace([*in_libraries, *warnings] if blamed else [], [])


def _whole_document(files: RulesetFiles, main: Mapping, report: Report) -> Mapping:
    """A game's documents as one, with those of its libraries. A library alone gets no defaults of what it expects:
    there nothing may be known of it."""
    document = join_parts(main, files.parts, report, files.libraries)
    if not files.is_library:
        add_defaults(document, files.libraries, files.used_by, report)
    return document


def _judge(content: Content, main: Mapping, earlier: EarlierSteps) -> Iterator[StageName]:
    """Everything after reading: declare, elaborate and check the model of each combination of overlays. Gives the name
    of each stage but the last, when it has come to its end."""
    files, report = content.files, content.report
    joined = (*files.parts, *files.libraries)
    document = earlier.result(("join", main, *joined), report, lambda part: _whole_document(files, main, part))
    files.overlays += expansions_of_sets(document, files.sets)
    check_unique_names(files.overlays, report)
    check_order(files.overlays, report)
    check_shared_sections(document, files.overlays, report)
    check_idle_changes(document, files.sets, files.overlays, report)
    content.always = always_applying(files.overlays)
    content.brought = settings_of_overlays(document, files.overlays)
    added = [node for overlay in files.overlays for node in overlay_settings(overlay)]
    files.document = earlier.result(
        ("settings", document, *added), report, lambda _: add_overlay_settings(document, files.overlays)
    )
    judged = _Judged(content, earlier)
    try:
        yield from _judge_models(judged)
    finally:
        judged.forget_parts()


def _judge_models(judged: _Judged) -> Iterator[StageName]:
    """The model without overlays, then those with them, then scenarios."""
    content, report = judged.content, judged.report
    files = content.files
    yield from judged.judge([()])
    base = judged.models[()]
    with judged.accepting():
        content.setups, names_to_judge = overlay_combinations(base, files.overlays, files.size, report)
    are_judged = _may_be_judged(len(names_to_judge), files.overlays, report)
    if are_judged:
        yield from judged.judge(names_to_judge)
        each_alone = combinations_to_judge(content.setups, files.overlays, base, each_alone=True)
        if judged.shows_faults and len(each_alone) > len(names_to_judge):
            # What is wrong where many apply together is shown in the one that brings it about.
            judged.forget_faults()
            yield from judged.judge(each_alone)
        report.replace(*shown_in_overlays(judged.arisen, files.overlays, content.source_text, report.excused_missing()))
    sound = judged.models_without_faults()
    judged.check(sound)
    check_pictures(files, report)
    yield "overlays"
    if are_judged and content.setups and len(sound) == len(judged.models):
        yield from judged.check_scenarios(sound)


class _Judged:
    """The models of a ruleset, some of them perhaps from an earlier reading, and their checks."""

    def __init__(self, content: Content, earlier: EarlierSteps) -> None:
        self.content = content
        self.report = content.report
        self.earlier = earlier
        self.models: dict[tuple[str, ...], Model] = {}
        """The models as they were made. Those of an earlier reading show its texts, and stand for the content's."""
        self.outlines: dict[tuple[str, ...], tuple[Hashable, ...]] = {}
        """What each model is made of, without places."""
        self.outlines_of_code: dict[tuple[str, ...], tuple[Hashable, ...]] = {}
        """The same without words that only people read."""
        self.arisen: dict[tuple[str, ...], list[Diagnostic]] = {}
        """By the overlays of a model: the errors that are in none of those before it."""
        files = content.files
        documents = (files.main, *files.parts, *files.libraries, *files.sets, *files.overlays, *files.scenarios)
        self._entries = Entries([each for each in documents if each is not None], content.source_text, earlier)
        self._soundness: dict[tuple[Hashable, ...], Soundness] = {}

    def judge(self, combinations: Collection[Names]) -> Iterator[StageName]:
        """Make and check the models of some combinations of overlays. Gives the stages that come to an end."""
        for names in combinations:
            if names not in self.models:
                yield from self._judge(names)

    def forget_parts(self) -> None:
        """Let go of what nobody asks for after the reading."""
        for sound in self._soundness.values():
            sound.forget_parts()

    @property
    def shows_faults(self) -> bool:
        """Whether an error arose with overlays."""
        return any(arisen for names, arisen in self.arisen.items() if names)

    def forget_faults(self) -> None:
        """Forget the models with overlays, and the errors that arose with them, to judge them in another order."""
        self.report.replace([error for names, arisen in self.arisen.items() if names for error in arisen], [])
        for names in [names for names in self.models if names]:
            del self.models[names], self.arisen[names], self.content.models[names]
            del self.outlines[names], self.outlines_of_code[names]

    def _judge(self, overlays: Names) -> Iterator[StageName]:
        """Make and check the model with a combination of overlays."""
        content, before, sound = self.content, self.report.errors, self.sound(self.report)
        faulty = self._has_faulty(overlays)
        inputs = ("model", overlays, self._faulty_places(), *inputs_of_model(content, overlays))
        model = self.earlier.result(inputs, self.report, lambda part: elaborate_content(content, overlays, part))
        content.models[overlays] = replace(model, source_text=content.source_text)
        if not overlays:
            yield "names and types"
        inputs = (overlays, *inputs_of_model(content, overlays))
        self.outlines[overlays] = self._outlined("outline", outline, inputs)
        self.outlines_of_code[overlays] = self._outlined("outline of code", outline_of_code, inputs)
        if not faulty:
            self._checked("checks", (model,), self.outlines_of_code[overlays], partial(check_model, model))
        self.models[overlays] = model
        arisen = [error for error in self.report.errors if error not in before]
        follow = _following(arisen, before, faulty, content.files.overlays, sound) if overlays else []
        self.report.replace(follow, [])
        self.arisen[overlays] = [error for error in arisen if error not in follow]
        yield "overlays" if overlays else "checks"

    def check(self, models: tuple[Model, ...]) -> None:
        """Run the checks of some models together, and lay out the pieces of every model."""
        outlines = tuple(self.outlines_of_code.values())
        self._checked("together", models, outlines, partial(check_models, models))
        self._checked("words", models, tuple(self.outlines.values()), partial(check_words, models))
        budget = MOST_TO_COUNT
        for overlays, model in self.models.items():
            if self.report.has_errors:
                sound = self.sound(self.report)
                check_totals(sound.sound_part(model), self.report, sound.counts)
                continue
            if self.content.files.is_library:
                continue  # there is nothing to lay out without a game
            configuration = self._first_configuration(overlays, model)
            inputs = ("pieces", model, repr(configuration), budget)
            budget = self.earlier.result(inputs, self.report, partial(_check_pieces, model, configuration, budget))

    def models_without_faults(self) -> tuple[Model, ...]:
        """The models without those with overlays that are faulty or bring about errors."""
        return tuple(
            model
            for names, model in self.models.items()
            if not (names and (self.arisen[names] or self._has_faulty(names)))
        )

    def _faulty_places(self) -> frozenset[tuple[str, int, int]]:
        """Where errors in rules begin: nothing else is said there when code is read."""
        places = (error.span for error in self.report.errors)
        in_scenarios = self._entries.of_scenarios
        return frozenset((at.file, at.line, at.column) for at in places if at and at.file not in in_scenarios)

    def _has_faulty(self, overlays: tuple[str, ...]) -> bool:
        sound = self.sound(self.report)
        return any(not sound.is_untouched(overlay) for overlay in overlays_of(self.content, overlays))

    def sound(self, report: Report) -> Soundness:
        """What can be judged, with the errors that a report holds."""
        faults = report.faults
        if faults not in self._soundness:
            self._soundness[faults] = Soundness(report, self._entries)
        return self._soundness[faults]

    @contextmanager
    def accepting(self) -> Iterator[None]:
        """While this lasts, the report takes only what holds whatever is wrong elsewhere."""
        sound = self.sound(self.report)
        self.report.accepts = sound.accepts_of_names if sound.key else None
        try:
            yield
        finally:
            self.report.accepts = None

    def _checked(
        self,
        name: str,
        models: tuple[Model, ...],
        outlines: tuple[Hashable, ...],
        find: Callable[[Report, Callable[[Report], Soundness]], None],
    ) -> None:
        """Run checks, whose result depends on what is sound. Where all is, it is the same for the same outlines."""
        key = self.sound(self.report).key

        def judged(part: Report) -> None:
            find(part, self.sound)

        if key:
            self.earlier.result((name, *models, *key), self.report, judged)
        else:
            self.earlier.result((name, *outlines), self.report, judged, self.content.files.content_of)

    def check_scenarios(self, models: tuple[Model, ...]) -> Iterator[StageName]:
        """Check the files of scenarios, each by itself; they need to know every way in which a game is set up. Nothing
        is run. Gives the stage after each file.

        Where something is wrong elsewhere, checks say less of a file than where all is sound. So what they said of it
        when all was sound needn't be found again: the part of it that holds in spite of the errors is shown.
        """
        ways = Setups(self._model_of_scenario, self.content.setups, self.content.applicable)
        seen_models = tuple(map(seen_by_scenarios, models))
        overlays = self.content.files.overlays
        seen = (*self._outlined("head", _outline_of_head, overlays), *map(outline_of_seen, seen_models))
        if not self.content.setups.keys() <= self.models.keys():
            # Nothing else is known of what the other models are made of.
            seen = (*seen, *self._outlined("outline", outline, overlays), *self.outlines.values())
        for document in self.content.files.scenarios:
            file, key, content_of = document.span.file, self.sound(self.report).key, self.content.files.content_of
            find = partial(_find_in_scenarios, document, seen_models, ways, self.sound)
            inputs = ("scenarios", file, content_of(file), *seen)
            if not key:
                self.earlier.result(inputs, self.report, find, content_of)
                yield "scenarios"
                continue
            accepts = accepts_in_scenarios(self.sound(self.report))
            if not self.earlier.join_earlier(inputs, self.report, content_of, accepts):
                self.earlier.result(("scenarios in models", document, *models, *key), self.report, find)
            yield "scenarios"

    def _model_of_scenario(self, overlays: Names) -> Model:
        """What scenarios see of a model that was judged, or of one that wasn't as well as it can be made: playing says
        what is wrong with it."""
        return seen_by_scenarios(self.models.get(overlays) or self.content.model_with_faults(overlays)[0])

    def _outlined(
        self, name: str, find: Callable[[Mapping], bytes], inputs: Collection[Hashable]
    ) -> tuple[Hashable, ...]:
        """Inputs of a step, with outlines in the place of documents."""
        return tuple(
            self.earlier.result((name, value), self.report, partial(_outline, find, value))
            if isinstance(value, Mapping)
            else value
            for value in inputs
        )

    def _first_configuration(self, overlays: tuple[str, ...], model: Model) -> Configuration:
        """The first way in which a model is played, with the settings' defaults."""
        setups = self.content.setups.get(overlays)
        players, asked = setups.first if setups is not None else (model.players[0], {})
        sets = {name: value for name, value in asked.items() if isinstance(value, frozenset)}
        mixed = {key: chosen for name, value in sets.items() for key, chosen in mixture(model, name, value).items()}
        _, configuration = choose_settings(model, players, mixed)
        values = {name: value for name, value in asked.items() if name not in sets}
        configuration = replace(configuration, settings={**configuration.settings, **values})
        return with_powers_of_expansions(model, configuration)


def _following(
    arisen: list[Diagnostic], before: list[Diagnostic], faulty: bool, overlays: list[Mapping], sound: Soundness
) -> list[Diagnostic]:
    """The errors arisen with some overlays that follow from others: what was wrong before, what stands in an overlay
    where something was wrong, and outside of overlays that are faulty themselves everything."""
    places = {(error.kind, error.span) for error in before}
    own = {overlay.span.file for overlay in overlays}
    return [
        error
        for error in arisen
        if (error.kind, error.span) in places
        or (error.span is not None and error.span.file in own and not sound.is_sound(error.span))
        or (faulty and (error.span is None or error.span.file not in own))
    ]


def _find_in_scenarios(
    document: Mapping, models: tuple[Model, ...], ways: Setups, judge: Callable[[Report], Soundness], report: Report
) -> None:
    check_scenarios(ScenarioFile(document, models, ways.find), report, judge)


def _outline_of_head(overlay: Mapping) -> bytes:
    """What an overlay says of itself, such as when it applies, without the declarations that it changes."""
    own = {name: entry for name, entry in overlay.entries.items() if not isinstance(entry.value, Mapping)}
    return outline(Mapping(own, overlay.span))


def _outline(find: Callable[[Mapping], bytes], document: Mapping, _report: Report) -> bytes:
    return find(document)


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


def _check_pieces(model: Model, configuration: Configuration, budget: int, report: Report) -> int:
    """Lay out the pieces of a model once, with so many units of work; gives how many are left."""
    return check_pieces(lambda: build_runtime(_before_play(model), configuration), model, report, budget)


def _before_play(model: Model) -> Model:
    """A model without the code that only runs once the pieces have been laid out: it is lowered in no time."""
    flow = model.flow
    phases = [replace(phase, body=()) for phase in flow.phases]
    setup, final = ([replace(step, body=()) for step in steps] for steps in (flow.setup, flow.final))
    flow = replace(flow, phases=phases, setup=setup, final=final)
    return replace(model, flow=flow, bodies=dict.fromkeys(model.bodies, ()))


def build_runtime(model: Model, configuration: Configuration) -> Runtime:
    """Lower a model without errors for a configuration, and link the program."""
    # Many commands come without: `check` needs it for few rulesets.
    from artrules.engine.lower.lower import lower_model
    from artrules.play.game.runtime import Runtime

    return Runtime(lower_model(model, configuration))
