"""Runs the checks that plugins contribute, and registers their kinds of diagnostic."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from textwrap import dedent

from artrules.play.plugins.api import Check, Finding, RulesetContent
from artrules.play.plugins.ask import ask, call_guarded, wrong_type
from artrules.play.plugins.registry import Plugin, PluginProblem
from artrules.text.diagnostics import kinds
from artrules.text.diagnostics.diagnostic import Diagnostic, Edit, Fix, Span
from artrules.text.diagnostics.kinds import Kind
from artrules.text.diagnostics.render import written_page
from artrules.text.diagnostics.report import Report, truncate

HOOK = "artrules_checks"
_CODE = re.compile(r"(?!ART[0-9])[A-Z]{2,8}[1-9][0-9]{0,3}")


@dataclass(frozen=True, slots=True)
class PluginCheck:
    """A check of a plugin, and the kind of its diagnostics."""

    plugin: Plugin
    check: Check
    kind: Kind


def all_checks() -> list[PluginCheck]:
    """The checks of all plugins, sorted by code.

    Raises PluginProblem for a check that is malformed, and for two checks with the same code or slug.
    """
    plugin_checks: list[PluginCheck] = []
    for plugin, checks in ask(HOOK):
        if isinstance(checks, str) or not isinstance(checks, Iterable):
            raise wrong_type(plugin, HOOK, "a list of checks", checks)
        for check in checks:
            kind = _kind(plugin, check)
            for other in plugin_checks:
                if kind.name == other.kind.name or kind.slug == other.kind.slug:
                    raise PluginProblem(
                        f"{plugin.label} adds a check {kind.name} {kind.slug}, "
                        f"but {other.plugin.label} has {other.kind.name} {other.kind.slug} already"
                    )
            plugin_checks.append(PluginCheck(plugin, check, kind))
    return sorted(plugin_checks, key=lambda added: (added.kind.letters, added.kind.code))


def plugin_kinds() -> list[Kind]:
    """The kinds of diagnostic of all plugins' checks, sorted by code. Raises PluginProblem."""
    return [added.kind for added in all_checks()]


def find_kind(text: str) -> Kind | None:
    """The kind of diagnostic of a plugin's check, by code or slug; None where there is none. Raises PluginProblem."""
    wanted = text.strip().lower()
    return next((kind for kind in plugin_kinds() if wanted in (kind.name.lower(), kind.slug)), None)


def run_checks(ruleset: RulesetContent, report: Report) -> None:
    """Run the checks of all plugins and add their findings to a report.

    Each check runs twice. A check that raises, returns something other than findings, or finds something else the
    second time becomes an error in the report, and the other checks go on. Raises PluginProblem for malformed checks,
    and ReportFull.
    """
    for added in all_checks():
        try:
            findings, again = (_findings(added.plugin, added.check, ruleset) for _ in range(2))
        except PluginProblem as problem:
            report.add(kinds.PLUGIN_FAILED, str(problem), None)
            continue
        if findings != again:
            message = f"the check {added.kind.name} of {added.plugin.label} finds something else when it is run again"
            report.add(kinds.PLUGIN_DIFFERS, message, None)
            continue
        report.extend(_diagnostic(added.kind, finding) for finding in findings)


def _findings(plugin: Plugin, check: Check, ruleset: RulesetContent) -> list[Finding]:
    findings = call_guarded(plugin, check.code, lambda: list(check.find(ruleset)))
    for finding in findings:
        if not _is_well_formed(finding):
            expected = "findings with a message that is a text and a span that is a Span"
            raise wrong_type(plugin, check.code, expected, finding)
    return findings


def _is_well_formed(finding: object) -> bool:
    if not (isinstance(finding, Finding) and isinstance(finding.message, str) and isinstance(finding.span, Span)):
        return False
    texts = [finding.expected, finding.found]
    suggestions = finding.suggestions
    return (
        all(text is None or isinstance(text, str) for text in texts)
        and isinstance(suggestions, tuple)
        and all(isinstance(text, str) for text in suggestions)
        and (finding.fix is None or (isinstance(finding.fix, Fix) and _are_edits(finding.fix.edits)))
    )


def _are_edits(edits: object) -> bool:
    return isinstance(edits, tuple) and all(
        isinstance(edit, Edit) and isinstance(edit.span, Span) and isinstance(edit.text, str) for edit in edits
    )


def _diagnostic(kind: Kind, finding: Finding) -> Diagnostic:
    expected, found = (truncate(text) if text is not None else None for text in (finding.expected, finding.found))
    return Diagnostic(
        kind, truncate(finding.message), finding.span, expected, found, finding.suggestions, (), finding.fix
    )


def _kind(plugin: Plugin, check: object) -> Kind:
    if not isinstance(check, Check):
        raise wrong_type(plugin, HOOK, "checks", check)
    problem = next(_faults(check), None)
    if problem is not None:
        raise PluginProblem(f"{plugin.label} adds a check whose {problem}")
    letters = check.code.rstrip("0123456789")
    explanation, example = dedent(check.explanation).strip(), dedent(check.example).strip("\n")
    page = written_page(check.code, check.slug, check.severity, check.summary, explanation, example)
    return Kind(int(check.code.removeprefix(letters)), check.slug, check.severity, check.summary, letters, page)


def _faults(check: Check) -> Iterator[str]:
    """The faults of a check, each as the end of a sentence."""
    if not isinstance(check.code, str) or not _CODE.fullmatch(check.code):
        yield f"code is {check.code!r}: two to eight capital letters, not ART, and a number"
    if check.severity not in ("error", "warning"):
        yield f"severity is {check.severity!r}: `error` or `warning`"
    for name in ("slug", "summary", "explanation"):
        text = getattr(check, name)
        if not isinstance(text, str) or not text.strip():
            yield f"{name} is empty"
    if not callable(check.find):
        yield f"find is {check.find!r}, which can't be called"
