"""Takes out the warnings that comments in the files ignore, and judges these comments."""

from collections.abc import Callable, Container, Iterable, Mapping
from contextlib import suppress

from artrules.text.diagnostics.diagnostic import Diagnostic, Edit, Fix, Span
from artrules.text.diagnostics.kinds import BAD_IGNORE, IGNORE_WITHOUT_REASON, UNUSED_IGNORE, Kind
from artrules.text.diagnostics.report import Report, ReportFull
from artrules.text.diagnostics.suggest import closest, one_slip
from artrules.text.source.comments import WORDS, IgnoreComment, Named, ignore_comments

_FIRST_OF_GAMES = 5000
_WHOLE_FILE = 0
"""Stands in place of a line."""
_OF_SCENARIO_FILES = range(6050, 6100)
FindKind = Callable[[str], Kind | None]


def without_ignored(
    diagnostics: Iterable[Diagnostic],
    texts: Mapping[str, str],
    kinds_of_plugins: Iterable[Kind] = (),
    libraries: Container[str] = (),
) -> list[Diagnostic]:
    """The diagnostics of some content without those that comments in its files ignore; and what is wrong with the
    comments.

    `texts` are the texts of the files by their names in diagnostics. Only warnings can be ignored. With errors many
    checks don't run, so comments without effect are reported only where there are none; and not in the files of
    `libraries`, which are judged alone.
    """
    all_diagnostics = list(diagnostics)
    comments = [comment for file, text in texts.items() for comment in ignore_comments(file, text)]
    if not comments:
        return all_diagnostics
    # Here, because all checks are imported to know their kinds, and few files have such comments.
    from artrules.check.checks.registry import find

    of_plugins = {text: kind for kind in kinds_of_plugins for text in (kind.slug, kind.name.lower())}

    def find_kind(text: str) -> Kind | None:
        return find(text) or of_plugins.get(text.lower())

    report = Report()
    by_place: dict[tuple[str, int, str], list[Named]] = {}
    judged: set[Named] = set()
    used: set[Named] = set()
    shown = []
    with suppress(ReportFull):
        for comment in comments:
            line = _WHOLE_FILE if comment.is_about_file else comment.line
            for name, kind in _judged(comment, find_kind, [*of_plugins], report):
                by_place.setdefault((comment.span.file, line, kind.name), []).append(name)
                if _is_always_judged(kind) and comment.span.file not in libraries:
                    judged.add(name)
    for diagnostic in all_diagnostics:
        about = _ignoring(diagnostic, by_place)
        used.update(about)
        if not about:
            shown.append(diagnostic)
    if not report.has_errors and not any(diagnostic.severity == "error" for diagnostic in all_diagnostics):
        unused = judged - used
        with suppress(ReportFull):
            for comment in comments:
                _report_unused(comment, [name for name in comment.named if name in unused], report)
    return sorted([*shown, *report.diagnostics], key=lambda diagnostic: diagnostic.sort_key)


def _judged(
    comment: IgnoreComment, find_kind: FindKind, more: list[str], report: Report
) -> Iterable[tuple[Named, Kind]]:
    """The kinds that a comment may ignore. What is wrong with it is reported."""
    if comment.is_misspelt:
        right = f"# artrules: {comment.word.lower()}"
        message = f"a comment that ignores warnings begins with `{right}`"
        _report_bad(report, message, comment.span, f"`{right}`, in these letters and with the colon", ())
        return
    if comment.word not in WORDS:
        meant = one_slip(comment.word, WORDS)
        if meant is not None:  # anything else may be a sentence
            _report_bad(report, f"`{comment.word}` means nothing here", comment.word_span, "`ignore`", [meant])
        return
    form = f"`# artrules: {comment.word} NAME: REASON`"
    if not comment.named:
        _report_bad(report, "the comment doesn't say what to ignore", comment.span, form, ())
    elif comment.stray is not None:
        report.add(
            IGNORE_WITHOUT_REASON,
            "there is no `:` before the reason",
            comment.stray,
            expected="a `:` before the reason",
        )
    elif not comment.reason:
        report.add(
            IGNORE_WITHOUT_REASON,
            "the comment doesn't say why",
            comment.span,
            expected=form,
        )
    for name in comment.named:
        kind = find_kind(name.slug)
        if kind is None:
            from artrules.check.checks.registry import kinds

            slugs = [*(k.slug for k in kinds().values() if k.severity == "warning"), *more]
            message = f"no warning is called `{name.slug}`"
            _report_bad(report, message, name.span, "the name of a warning", closest(name.slug, slugs))
        elif kind.severity == "error":
            _report_bad(report, f"`{kind.slug}` is an error, and errors can't be ignored", name.span, "a warning", ())
        else:
            yield name, kind


def _report_bad(report: Report, message: str, span: Span, expected: str, suggestions: Iterable[str]) -> None:
    report.add(BAD_IGNORE, message, span, expected=expected, suggestions=suggestions)


def _ignoring(diagnostic: Diagnostic, by_place: Mapping[tuple[str, int, str], list[Named]]) -> list[Named]:
    """Where comments name a diagnostic, which they then ignore."""
    span = diagnostic.span
    if span is None:
        return []
    return [name for line in (span.line, _WHOLE_FILE) for name in by_place.get((span.file, line, diagnostic.code), ())]


def _is_always_judged(kind: Kind) -> bool:
    """Whether a diagnostic of this kind, if there is cause for it, is found whenever content is checked: not only when
    games are played or scenarios run."""
    return kind.letters != "ART" or kind.code < _FIRST_OF_GAMES or kind.code in _OF_SCENARIO_FILES


def _report_unused(comment: IgnoreComment, unused: list[Named], report: Report) -> None:
    if not unused:
        return
    where = "in this file" if comment.is_about_file else "in this line"
    named = " and no ".join(f"`{name.slug}`" for name in unused)
    used_names = [name for name in comment.named if name not in unused]
    if used_names:
        slugs = ", ".join(name.slug for name in used_names)
        fix = Fix(f"ignore only {slugs}", (Edit(comment.slugs_span, slugs),))
    else:
        fix = Fix("remove the comment", (Edit(comment.whole, ""),))
    span = unused[0].span if len(unused) == 1 else comment.slugs_span
    report.add(UNUSED_IGNORE, f"there is no {named} {where} that could be ignored", span, fix=fix)
