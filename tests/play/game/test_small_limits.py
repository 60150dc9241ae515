"""Each limit of the machine, made so small that little content exceeds it, leads to its diagnostic."""

from __future__ import annotations

from pathlib import Path

import pytest

import artrules
from planting import changed, planted
from play.game.tiny import choose, tiny

LOOK = "repeat 3 times:\n    choose n in 1..9\n    my x += n\nrequire my x = 27"
GAIN = "for c in pool:\n    for w in pool[1].powers:\n        c gains w"
USE = "for c in pool:\n    for w in c.powers where w.when = now:\n        use w"
WATCH = "repeat 4 times:\n    watch rung as r until game ends: total += 1"
LIMIT = "limits: {once: {counts_for: card, lasts: turn, at_most: 1, default: yes}}"
GIFTS = {1: "- {when: now, do: my y += 1}"}
CASES = {
    "kept events": (
        "repeat 4 times: announce kept(card: pool[1], by: me)",
        changed("rules.triggers", "remember", "reserve(record_event, record_count + 1)", "record_count < 2"),
        ("too-many-things", "can't be remembered: 2 events are already"),
    ),
    "watches": (
        WATCH,
        changed("rules.triggers", "set_watch", "watch_count >= MOST_WATCHES", "watch_count >= 2"),
        ("too-many-things", "can't begin: 1,000 watches wait already"),
    ),
    "gained powers": (
        GAIN,
        changed("rules.actions", "gain", "reserve(gained_card, gained_count + 1)", "gained_count < 2"),
        ("too-much-kept", "cards have gained 2 powers already"),
    ),
    "counted uses": (
        USE,
        changed("rules.actions", "add_uses", "reserve(use_limit, use_count + 1)", "use_count < 1"),
        ("too-much-kept", "more than 1 uses are counted"),
    ),
    "what waits": (
        USE,
        changed("rules.actions", "check_stack", "STACK_WORDS", "8"),
        ("too-nested", "powers and events nest too deep"),
    ),
    "powers in powers": (
        USE,
        changed("rules.actions", "nest", "depth >= DEEPEST", "depth >= 0"),
        ("too-nested", "powers and events nest more than 64 deep"),
    ),
    "powers of a card": (
        GAIN,
        changed("rules.actions", "gain", ">= MOST_POWERS", ">= 2"),
        ("too-nested", "can't go on beyond 256 powers"),
    ),
    "options": (
        "choose n in 1..9\nmy x += n",
        changed("looking_ahead", "find_options", "row_count > MOST_OPTIONS", "row_count > 4"),
        ("too-many-things", "there are more than 10,000 options"),
    ),
    "positions": (
        LOOK,
        changed("looking_ahead", "follow", "positions > MOST_POSITIONS", "positions > 4"),
        ("look-ahead-too-large", "more than 20000 positions would have to be looked at"),
    ),
    "work ahead": (
        LOOK,
        changed("looking_ahead", "follow", "search_steps + BLOCK_STEPS", "MOST_STEPS"),
        ("look-ahead-too-large", "take too many steps"),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_limit_leads_to_its_diagnostic(name: str, tmp_path: Path) -> None:
    code, fault, (slug, message) = CASES[name]
    act = 'choose one:\n    "stay": skip\n    "go":\n' + "".join(f"        {line}\n" for line in code.splitlines())
    if name in ("options", "positions", "work ahead"):
        act = 'choose one:\n    "stay": skip\n    "go":\n        skip\n' + code
    with pytest.raises(artrules.GameFault) as caught:
        choose(planted(tiny(tmp_path, act, more=LIMIT, gifts=GIFTS), fault).new_game(), "go")
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.slug == slug and message in diagnostic.message and diagnostic.span is not None
