"""The inventory of a ruleset: what it declares, as plain data and as text for people."""

from typing import Any

from artrules.play.ruleset import Ruleset
from artrules.play.settings import choices_of, choose_settings
from artrules.text.plain_text import hanging_indent


def ruleset_inventory(ruleset: Ruleset) -> dict[str, Any]:
    """A ruleset's title, players, settings, sets, components, zones and assumptions, as data for JSON.

    Programs rely on the keys.
    """
    model = ruleset.model
    defaults, _ = choose_settings(model, model.players[0], {})
    pieces: dict[tuple[str, bool], int] = {}
    for batch in model.pieces.values():
        sort = batch.kind, bool(batch.exists_in)
        pieces[sort] = pieces.get(sort, 0) + sum(count for count, _, _ in batch.rows)
    return {
        "ruleset": model.name,
        "title": model.title,
        "content": ruleset.content_hash,
        "players": ruleset.player_counts,
        "settings": [
            {
                "name": setting.name,
                "title": setting.title,
                "values": choices_of(model, setting),
                "default": _word(defaults[setting.name]),
                "sets_of": setting.group,
            }
            for setting in model.settings.values()
        ],
        "sets": [
            {"name": s.name, "title": s.title, "fills": {group: list(keys) for group, keys in s.fills.items()}}
            for s in model.sets.values()
            if not s.is_expansion
        ],
        "expansions": [{"name": s.name, "title": s.title} for s in model.sets.values() if s.is_expansion],
        "components": [{"kind": kind, "count": count, "tokens": tokens} for (kind, tokens), count in pieces.items()],
        "totals": [{"name": total.name, "count": total.expected} for total in model.totals.values()],
        "zones": [
            {
                "name": zone.name,
                "per": " and ".join(str(owner) for owner in (zone.per, zone.second) if owner is not None) or None,
                "holds": sorted(zone.kinds),
                "order": zone.order,
                "seen_by": zone.sight.seen_by,
                "in_play": zone.in_play,
            }
            for zone in model.zones.values()
            if zone.owner is None
        ],
        "assumed": [
            {
                "place": remark.place,
                "reason": remark.text,
                "file": remark.words.at.file,
                "line": remark.words.at.line,
                "column": remark.words.at.column,
            }
            for remark in model.remarks
            if remark.kind == "assumed"
        ],
        "sources": sum(remark.kind == "source" for remark in model.remarks),
    }


def _word(value: Any) -> Any:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else value


def render_inventory(inventory: dict[str, Any]) -> str:
    """The inventory as text. Takes what `ruleset_inventory` returns."""
    lines = [inventory["title"], f"  {_counts(inventory['players'])}; content {inventory['content']}"]
    sections = {
        "Settings": [_setting(s) for s in inventory["settings"]],
        "Sets": [(s["name"], f"{s['title']} ({_fills(s['fills'])})") for s in inventory["sets"]],
        "Expansions": [(e["name"], e["title"]) for e in inventory["expansions"]],
        "Components": [
            (c["kind"], f"{c['count']} tokens" if c["tokens"] else str(c["count"])) for c in inventory["components"]
        ],
        "Totals that are checked": [(t["name"], str(t["count"])) for t in inventory["totals"]],
        "Zones": [_zone(z) for z in inventory["zones"]],
    }
    for title, rows in sections.items():
        if rows:
            lines += ["", title]
            width = max(len(name) for name, _ in rows)
            for name, text in rows:
                lines += hanging_indent(f"  {name:<{width}}  ", text)
    lines += ["", f"Assumed, because no source tells ({len(inventory['assumed'])})"]
    for fact in inventory["assumed"]:
        lines.append(f"  {fact['place']}  {fact['file']}:{fact['line']}")
        lines += hanging_indent("    ", fact["reason"])
    if not inventory["assumed"]:
        lines.append("  nothing")
    lines += ["", f"{inventory['sources']} places name their source."]
    return "\n".join(lines)


def _counts(counts: list[int]) -> str:
    """The possible numbers of players, in words."""
    if counts == list(range(counts[0], counts[-1] + 1)) and len(counts) > 2:
        return f"{counts[0]} to {counts[-1]} players"
    return f"{' or '.join(map(str, counts))} players"


def _setting(setting: dict[str, Any]) -> tuple[str, str]:
    default = "no default" if setting["default"] is None else f"default {setting['default']}"
    title = f"{setting['title']}: " if setting["title"] else ""
    return setting["name"], f"{title}{', '.join(setting['values'])} ({default})"


def _fills(fills: dict[str, list[Any]]) -> str:
    return "; ".join(f"{group} {', '.join(map(str, keys))}" for group, keys in fills.items()) or "fills nothing"


def _zone(zone: dict[str, Any]) -> tuple[str, str]:
    each = f", one for each {zone['per']}" if zone["per"] else ""
    in_play = ", in play" if zone["in_play"] else ""
    return zone["name"], f"{zone['order']} of {' and '.join(zone['holds'])}{each}, seen by {zone['seen_by']}{in_play}"
