"""Says a complaint of the schema validator in plain words, keyword by keyword."""

from collections.abc import Callable

from artrules.text.diagnostics import kinds
from artrules.text.diagnostics.diagnostic import Edit, Fix
from artrules.text.diagnostics.report import Report
from artrules.text.diagnostics.suggest import closest
from artrules.text.schema.complaint import (
    TRUTH_WORDS,
    Complaint,
    expected_shape,
    explain_bad_key,
    explain_unknown_keys,
    found_shape,
    number_meant,
    one_of,
    quoted,
)
from artrules.text.source.look_alikes import report_look_alikes
from artrules.text.source.node import Mapping, Scalar, Sequence

Places = set[tuple[str | int, ...]]
"""Places whose content is not worth another complaint."""


def explain_complaint(complaint: Complaint, report: Report) -> Places:
    """Report a complaint. Returns the places at and below which all further complaints only follow from this one."""
    if complaint.bad_key is not None:
        return explain_bad_key(complaint, report)
    if complaint.keyword == "additionalProperties":
        return explain_unknown_keys(complaint, report)
    _EXPLAINED.get(complaint.keyword, _other)(complaint, report)
    # Of a value of the wrong shape, or one that is not among those allowed, nothing else is worth saying.
    return {complaint.place} if complaint.place and complaint.keyword in ("type", "enum", "maxItems") else set()


def _type(complaint: Complaint, report: Report) -> None:
    node = complaint.node
    wanted = complaint.rules.get("type", []) if complaint.keyword == "maxItems" else complaint.wanted
    expected = expected_shape(wanted, complaint.schema)
    if "pattern" in complaint.rules and "integer" in wanted:
        expected = _description(complaint) or expected
    allowed = [wanted] if isinstance(wanted, str) else wanted
    suggestions: list[str] = []
    if isinstance(node, Scalar):
        if ("integer" in allowed or "boolean" in allowed) and report_look_alikes(node, report):
            return
        if allowed == ["boolean"] and (word := TRUTH_WORDS.get(node.text.lower())):
            _truth_word(complaint, word, node, report)
            return
        if "integer" in allowed and "string" not in allowed and (number := number_meant(node)):
            if number == node.text and node.style == "plain":
                large = "small" if number.startswith("-") else "large"
                expected = "a whole number of at most nine digits"
                report.add(
                    kinds.NUMBER_OUTSIDE_BOUNDS, f"{complaint.name} is too {large}", complaint.span, expected=expected
                )
                return
            suggestions.append(number)
        elif "string" in allowed and node.value is not None and not isinstance(node.value, str):
            suggestions.append(f'"{node.text}"')
    if isinstance(node, Scalar) and node.value is None:
        message = f"{complaint.name} has no value"
    elif complaint.schema.find("x-artrules-code") and not isinstance(node, Scalar):
        message = f"{complaint.name} holds code, which is text"
        if node.in_flow:
            expected += ", in quotes if it begins with `[` or `{`"
    else:
        message = f"{complaint.name} can't be {found_shape(node)}"
    report.add(
        kinds.WRONG_SHAPE, message, complaint.span, expected=expected, found=found_shape(node), suggestions=suggestions
    )


def _truth_word(complaint: Complaint, word: str, node: Scalar, report: Report) -> None:
    if node.style == "plain" and node.text.lower() in ("true", "false", "on", "off"):
        return  # The reader has reported it already.
    report.add(
        kinds.OLD_TRUTH_WORD,
        f"{complaint.name} is `yes` or `no`, without quotes or capitals",
        node.span,
        expected="`yes` or `no`",
        found=found_shape(node),
        suggestions=[word],
        fix=Fix(f"write `{word}`", (Edit(node.span, word),)),
    )


def _enum(complaint: Complaint, report: Report) -> None:
    choices = [str(choice) for choice in complaint.wanted if choice is not None]
    node = complaint.node
    if isinstance(node, Scalar) and report_look_alikes(node, report):
        return
    nothing = isinstance(node, Scalar) and node.value is None
    report.add(
        kinds.WRONG_WORD,
        f"{complaint.name} has no value" if nothing else f"{complaint.name} can't be {found_shape(node)}",
        complaint.span,
        expected=one_of([f"`{choice}`" for choice in choices]),
        found=found_shape(node),
        suggestions=closest(node.text, choices) if isinstance(node, Scalar) else (),
    )


def _required(complaint: Complaint, report: Report) -> None:
    if not isinstance(complaint.node, Mapping):
        return
    missing = [name for name in complaint.wanted if name not in complaint.node.entries]
    _missing(complaint, missing, "", report)


def _dependent_required(complaint: Complaint, report: Report) -> None:
    if not isinstance(complaint.node, Mapping):
        return
    for name, others in complaint.wanted.items():
        if name in complaint.node.entries:
            missing = [other for other in others if other not in complaint.node.entries]
            _missing(complaint, missing, f", which belongs to `{name}`", report)


def _missing(complaint: Complaint, missing: list[str], reason: str, report: Report) -> None:
    if missing:
        names = [f"`{name}`" for name in missing]
        report.add(
            kinds.MISSING_KEY,
            f"{complaint.name} has no {one_of(names)}{reason}",
            complaint.span,
            expected=" and ".join(f"`{name}: …`" for name in missing),
        )


def _one_of(complaint: Complaint, report: Report) -> None:
    if not isinstance(complaint.node, Mapping):
        return
    keys = [entry.key for entry in complaint.node if entry.key.text in complaint.wanted]
    choices = one_of([f"`{name}`" for name in complaint.wanted])
    if keys:
        report.add(
            kinds.KEYS_EXCLUDE,
            f"`{keys[0].text}` and `{keys[1].text}` can't stand together",
            keys[1].span,
            expected=f"one of {choices}",
            related=[(f"`{keys[0].text}` stands here", keys[0].span)],
        )
    else:
        report.add(
            kinds.KEYS_EXCLUDE, f"{complaint.name} has none of the keys it needs", complaint.span, expected=choices
        )


def _pattern(complaint: Complaint, report: Report) -> None:
    node = complaint.node
    if isinstance(node, Scalar) and complaint.keyword == "pattern" and report_look_alikes(node, report):
        return
    what, expected, found = "not written as it must be", _description(complaint), found_shape(node)
    if complaint.keyword == "maxLength" and isinstance(node, Scalar):
        what, expected, found = "too long", f"at most {complaint.wanted:,} characters", f"{len(node.text):,}"
    name = quoted(node.text) if isinstance(node, Scalar) else complaint.name
    report.add(kinds.MALFORMED_NAME, f"{name} is {what}", complaint.span, expected=expected, found=found)


def _bounds(complaint: Complaint, report: Report) -> None:
    low, high = complaint.rules.get("minimum"), complaint.rules.get("maximum")
    if low is not None and high is not None:
        expected = f"a number from {low} to {high}"
    else:
        expected = f"a number of at least {low}" if low is not None else f"a number of at most {high}"
    report.add(
        kinds.NUMBER_OUTSIDE_BOUNDS,
        f"{complaint.name} is too {'small' if complaint.keyword == 'minimum' else 'large'}",
        complaint.span,
        expected=expected,
        found=found_shape(complaint.node),
    )


def _empty(complaint: Complaint, report: Report) -> None:
    report.add(
        kinds.NOTHING_IN_IT, f"{complaint.name} has nothing in it", complaint.span, expected=_description(complaint)
    )


def _unique(complaint: Complaint, report: Report) -> None:
    if not isinstance(complaint.node, Sequence):
        return
    seen: dict[str, Scalar] = {}
    for item in complaint.node:
        if isinstance(item, Scalar):
            if earlier := seen.get(item.text):
                report.add(
                    kinds.REPEATED_ITEM,
                    f"{quoted(item.text)} stands twice in {complaint.name}",
                    item.span,
                    related=[("here first", earlier.span)],
                )
            seen.setdefault(item.text, item)


def _too_many(complaint: Complaint, report: Report) -> None:
    """A list where only an empty one may stand is of the wrong shape."""
    (_type if complaint.wanted == 0 else _other)(complaint, report)


def _other(complaint: Complaint, report: Report) -> None:
    report.add(
        kinds.DOES_NOT_FIT,
        f"{complaint.name} does not fit here",
        complaint.span,
        expected=_description(complaint),
        found=found_shape(complaint.node),
    )


def _description(complaint: Complaint) -> str | None:
    """What the schema says about the node, nearest the rule that was broken."""
    text = complaint.rules.get("description") or complaint.schema.find("description")
    return str(text).rstrip(".") if text else None


_EXPLAINED: dict[str, Callable[[Complaint, Report], None]] = {
    "type": _type,
    "enum": _enum,
    "required": _required,
    "dependentRequired": _dependent_required,
    "x-artrules-one-of": _one_of,
    "pattern": _pattern,
    "maxLength": _pattern,
    "maxItems": _too_many,
    "minimum": _bounds,
    "maximum": _bounds,
    "minLength": _empty,
    "minItems": _empty,
    "minProperties": _empty,
    "uniqueItems": _unique,
}
