"""What overlays and expansions say of themselves: their names, their parts, and the order in which they come.

Both are called overlays where it doesn't matter which one it is. What a set does to the game beside its powers is an
expansion, too, which applies where the set is in play.
"""

from collections.abc import Sequence as SequenceOf

from artrules.text.content.documents import ChangingHead, ExpansionHead, OverlayHead, SharedAdditions
from artrules.text.content.section import read
from artrules.text.diagnostics import kinds
from artrules.text.diagnostics.report import Report
from artrules.text.diagnostics.suggest import closest
from artrules.text.source.node import Entry, Mapping, Node, Scalar, Sequence, entries, get, items, scalar, word


def head_of(overlay: Mapping) -> ChangingHead:
    """What an overlay or an expansion says of itself."""
    return read(ExpansionHead, overlay) if is_expansion(overlay) else read(OverlayHead, overlay)


def is_expansion(overlay: Mapping) -> bool:
    """Whether a document is an expansion, and no overlay."""
    return "expansion" in overlay.entries


def name_node(overlay: Mapping) -> Scalar | None:
    """The name that an overlay declares, with its place; None where it can't be read."""
    return scalar(overlay.get("expansion" if is_expansion(overlay) else "overlay"))


def name_of(overlay: Mapping) -> str:
    """The name that an overlay declares; empty where it can't be read."""
    return word(name_node(overlay))


def title_of_overlay(overlay: Mapping) -> str:
    """How diagnostics call an overlay: `expansion tides`."""
    kind = "set" if is_of_set(overlay) else "expansion" if is_expansion(overlay) else "overlay"
    return f"{kind} `{name_of(overlay)}`"


def is_of_set(overlay: Mapping) -> bool:
    """Whether an expansion is what a set does to the game beside its powers."""
    return is_expansion(overlay) and "set" in overlay.entries


def additions_of(overlay: Mapping) -> Mapping:
    """What an expansion adds, by section; nothing for an overlay, which adds where it changes."""
    return _part(overlay, "adds") if is_expansion(overlay) else Mapping({}, overlay.span)


def changes_of(overlay: Mapping) -> Mapping:
    """What an overlay changes, by section."""
    return _part(overlay, "changes") if is_expansion(overlay) else overlay


def _part(overlay: Mapping, key: str) -> Mapping:
    part = overlay.get(key)
    return part if isinstance(part, Mapping) else Mapping({}, overlay.span)


def own_declarations(expansion: Mapping) -> Mapping:
    """What an expansion adds under names of its own, and its powers, in the shape of a set."""
    key = Scalar("set", expansion.span)
    head = {"set": Entry(key, name_node(expansion) or key)}
    head |= {name: expansion.entries[name] for name in ("of", "title") if name in expansion.entries}
    added = {
        name: entry
        for name, entry in additions_of(expansion).entries.items()
        if name not in SharedAdditions.declared.keys
    }
    return Mapping({**head, **added}, expansion.span, expansion.path)


def expansions_of_sets(document: Mapping, sets: SequenceOf[Mapping]) -> list[Mapping]:
    """What sets do to the game of a document beside their powers, as expansions that apply where the set is in play."""
    choosing = [(key.text, word(get(setting, "set_of"))) for key, setting in entries(document.get("settings"))]
    expansions = []
    for power_set in sets:
        parts = {key: entry for key, entry in power_set.entries.items() if key in ("after", "adds", "changes")}
        name = scalar(power_set.get("set"))
        if parts.keys() <= {"after"} or name is None:
            continue
        settings: list[Node] = [Scalar(text, name.span) for text, group in choosing if group in power_set.entries]
        key, chosen_by = Scalar("set", name.span), Sequence(settings, name.span)
        head = {"expansion": Entry(key, name), "set": Entry(key, name), "chosen_by": Entry(key, chosen_by)}
        expansions.append(Mapping({**head, **parts}, power_set.span, power_set.path))
    return expansions


def choosing_settings(overlay: Mapping) -> list[str]:
    """The names of the settings that put the set into play of which an expansion is."""
    return [word(setting) for setting in items(overlay.get("chosen_by"))]


def check_unique_names(overlays: list[Mapping], report: Report) -> None:
    """Report overlays and expansions of the same name."""
    overlays_by_name: dict[str, Mapping] = {}
    for overlay in overlays:
        name = name_node(overlay)
        if name is None:
            continue
        other = overlays_by_name.setdefault(name.text, overlay)
        if other is not overlay:
            message = f"two overlays or expansions are called `{name.text}`"
            report.add(kinds.NAME_TWICE, message, name.span, related=(("the other one", other.span),))


# The order in which overlays are laid over a game: by name, but each after those that its `after` names.


def in_order(overlays: list[Mapping]) -> list[Mapping]:
    """Overlays sorted by name, but each after those that its `after` names."""
    waiting = sorted(overlays, key=name_of)
    placed: list[Mapping] = []
    while waiting:
        waiting_names = {name_of(o) for o in waiting}
        ready = next((o for o in waiting if not waiting_names & set(predecessors(o))), waiting[0])
        waiting.remove(ready)
        placed.append(ready)
    return placed


def predecessors(overlay: Mapping) -> list[str]:
    """The names of the overlays after which an overlay says that it comes."""
    return [name.text for name in (*_named(overlay), *required_by(overlay))]


def required_by(overlay: Mapping) -> list[Scalar]:
    """The names of the expansions without which an expansion doesn't apply."""
    names = read(ExpansionHead, overlay).requires if is_expansion(overlay) else ()
    return [name for name in names if name.value is not None]


def check_order(overlays: list[Mapping], report: Report) -> None:
    """Report names under `after` and `requires` that nobody has, and overlays that would come after themselves."""
    by_name = {name_of(o): o for o in overlays}
    expansions = [name for name, overlay in by_name.items() if is_expansion(overlay)]
    for overlay in overlays:
        for name in required_by(overlay):
            if name.text not in expansions:
                report.add(
                    kinds.UNKNOWN_NAME,
                    f"the {title_of_overlay(overlay)} requires the expansion `{name.text}`, which isn't there",
                    name.span,
                    expected=f"the file of `{name.text}` beside this one, such as `--with {name.text}.yaml`",
                    found=f"`{name.text}`",
                    suggestions=closest(name.text, expansions),
                )
        for name in _named(overlay):
            # What an expansion comes after needn't be there, so only what looks misspelt is reported.
            if name.text not in by_name and (not is_expansion(overlay) or closest(name.text, list(by_name))):
                report.add(
                    kinds.UNKNOWN_NAME,
                    f"there is no overlay or expansion `{name.text}`",
                    name.span,
                    expected=f"one of {', '.join(sorted(by_name))}",
                    found=f"`{name.text}`",
                    suggestions=closest(name.text, list(by_name)),
                )
    reported: set[str] = set()
    for overlay_name, overlay in by_name.items():
        cycle = _cycle(overlay_name, by_name)
        if cycle and reported.isdisjoint(cycle):
            reported |= set(cycle)
            at = next(iter((*_named(overlay), *required_by(overlay))), None)
            report.add(
                kinds.AFTER_CIRCLE,
                f"the {title_of_overlay(overlay)} would come after itself: {' after '.join([*cycle, overlay_name])}",
                at.span if at is not None else overlay.span,
                expected="one of them without `after`",
            )


def _cycle(name: str, by_name: dict[str, Mapping]) -> list[str]:
    """The shortest circle of `after` from an overlay back to itself; empty where there is none."""
    paths, seen = [[name]], {name}
    for path in paths:
        for earlier in predecessors(by_name[path[-1]]):
            if earlier == name:
                return path
            if earlier in by_name and earlier not in seen:
                seen.add(earlier)
                paths.append([*path, earlier])
    return []


def _named(overlay: Mapping) -> list[Scalar]:
    """The names under `after`, with their places."""
    return [name for name in head_of(overlay).after if name.value is not None]
