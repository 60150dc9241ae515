"""What content may not do stops the game with a diagnostic; the game is then exactly as before the choice."""

from __future__ import annotations

from pathlib import Path

import pytest

import artrules
from play.game.tiny import choose, offered, tiny, told

CASES: dict[str, tuple[str, str]] = {
    "out of bounds": ("my x -= 1", "out-of-bounds"),
    "out of bounds from another's things": ("for p in others(me):\n    p.x += 60 + my y * 40", "out-of-bounds"),
    "a failure when nothing was chosen since": ("let c = top of heap\nmove c to pool", "failed-after-commit"),
    "a decision without options after a commit": ("as left(me):\n    choose n in 1..9 where n < my x", "dead-end"),
    "a choice from which no way leads on": ("repeat:\n    choose n in 1..1", "dead-end"),
    "powers that use themselves": (
        "move those(c in pool) to my row\nfor w in my row[1].powers:\n    use w",
        "too-nested",
    ),
    "events that announce themselves": (
        "watch rung as r until game ends:\n    announce rung(n: r.n, by: me)\nannounce rung(n: 1, by: me)",
        "too-nested",
    ),
    "an event that is forgotten": ("announce rung(n: 2, by: me)", "forgotten-event"),
}
PHASES = """
- name: together
  who: all_at_once
  do: |
    choose one:
        "a {n}" for n in 1..2: skip
        "bad": my y becomes 1
- name: after
  who: in_turn
  from: players[1]
  if: round_number = 2
  do: |
    if my y = 1 or left(me).y = 1:
        bad()
"""
GIFTS = {
    1: "- when: now\n  do: |\n    for w in self.powers:\n        use w",
    2: "- {when: now, do: my y becomes my y}",
}


@pytest.mark.parametrize("name", CASES)
def test_after_a_fault_the_game_is_as_it_was(name: str, tmp_path: Path) -> None:
    act, slug = CASES[name]
    bad = "bad: |\n" + "".join(f"  {line}\n" for line in act.splitlines())
    setup = """
    if round_number = 1:
        announce kept(card: pool[1], by: me)
        for e in kept:
            watch rung as r where r.n = 2 until game ends:
                say "{e.card}"
    """
    game = tiny(tmp_path, setup, phases=PHASES, rounds=2, procedures=bad, gifts=GIFTS).new_game(players=2)
    choose(game, "a 1", "a 2")
    assert game.round == 2
    game.choose(next(d for d in game.decisions if d.player == 2).options[0])
    before, log, choices = game.to_json(), game.log, list(game.choices)
    views = [game.view(1), game.view(2)]
    with pytest.raises(artrules.GameFault) as caught:
        choose(game, "bad")
    assert [d.slug for d in caught.value.diagnostics] == [slug]
    assert (game.to_json(), game.log, game.choices) == (before, log, choices)
    assert [game.view(1), game.view(2)] == views
    copy = game.copy()
    choose(game, "a 2")
    choose(copy, "a 2")
    assert game.finished and game.to_json() == copy.to_json()


def test_a_label_that_fails_is_a_fault(tmp_path: Path) -> None:
    game = tiny(tmp_path, 'choose one:\n    "take {top of heap}": skip\n    "wait": skip').new_game()
    before = game.to_json()
    with pytest.raises(artrules.GameFault) as caught:
        offered(game)
    [found] = caught.value.diagnostics
    assert found.message == "there is no card, and nothing can be taken back here (seed 0, after 0 choices)"
    for option in game.decisions[0].options[:1]:
        with pytest.raises(artrules.GameFault):
            game.choose(option)
    assert game.to_json() == before


@pytest.mark.parametrize("where", ["setup", "final", "turn"])
def test_ending_the_game_ends_it_at_once(where: str, tmp_path: Path) -> None:
    steps = {
        "setup": ("skip", [("    begin: |\n      skip", "    begin: |\n      end game")]),
        "turn": ('say "a"\nend game\nsay "b"', []),
        "final": ('say "a"', [("  score:", "  final:\n    one: end game\n    two: total becomes 5\n  score:")]),
    }
    act, edits = steps[where]
    game = tiny(tmp_path, act, edits=edits).new_game()
    assert game.finished and game.result is not None
    assert game.inspect.view()["variables"]["total"] == 0
    assert [e.text for e in game.log if e.kind == "said"] == ([] if where == "setup" else ["a"])


SAID = {
    # code: what the diagnostic says, what it expected, what it found
    "my x -= 1": ("the new value is out of bounds", "0..99", "-1"),
    "my wide += [my x + 159]": ("the new value is out of bounds", "some of 0..60", "[159]"),
    "my narrow becomes [my x + 20, 2]": ("the new value is out of bounds", "some of 0..9", "[2, 20]"),
    "my wide += [33, 40]\nmy narrow becomes my wide": ("the new value is out of bounds", "some of 0..9", "[33, 40]"),
    "my wide += [my x + 700]": ("this can't be in a set", "0..255", "700"),
    "repeat 30 times:\n    my row_of += my row_of": ("this list is too long", "at most 10,000 things", "16,384"),
    "choose a in 1..200, b in 1..200": ("there are more than 10,000 options", None, "40,000"),
    "repeat 100000000 times: my y becomes my y": (
        "this goes on too long: there is too much to do without a decision",
        None,
        None,
    ),
}


@pytest.mark.parametrize("code", SAID)
def test_what_a_fault_says(code: str, tmp_path: Path) -> None:
    lines = "".join(f"        {line}\n" for line in code.splitlines())
    act = f'choose one:\n    "stay": skip\n    "go":\n{lines}choose one:\n    "a": skip\n    "b": skip'
    more = """
    variables:
      wide: {of: player, type: some of 0..60}
      narrow: {of: player, type: some of 0..9}
      row_of: {of: player, type: list of 0..9, starts: '[1]'}
    """
    game = tiny(tmp_path, act, more=more).new_game(seed=4)
    with pytest.raises(artrules.GameFault) as caught:
        choose(game, "go")
    [found] = caught.value.diagnostics
    message, expected, value = SAID[code]
    assert (found.message, found.expected, found.found) == (f"{message} (seed 4, after 1 choices)", expected, value)
    assert found.span is not None and found.span.line > 50


@pytest.mark.parametrize("executor", ["cpython", "wasm"])
@pytest.mark.parametrize(("found", "ends"), [(99, 50), (9, 9), (0, 0), (10, None), (-1, None)])
def test_a_number_that_may_be_none_has_bounds(
    found: int, ends: int | None, executor: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARTRULES_EXECUTOR", executor)
    act = f"""
    choose one:
        "look":
            wanted becomes first(k in -1..10 where k = {found})
            let w = wanted
            my x becomes 50 if w is none else w
            say "{{my x}}"
        "leave it": skip
    """
    more = "variables:\n  wanted: {type: 0..9 or none, starts: none}\n"
    game = tiny(tmp_path, act, more=more).new_game(players=2)
    if ends is not None:
        choose(game, "look")
        assert told(game) == [str(ends)]
        return
    with pytest.raises(artrules.GameFault) as caught:
        choose(game, "look")
    assert [d.slug for d in caught.value.diagnostics] == ["out-of-bounds"]


HEAVY = """
functions:
  light(tile c): c.n > 0
  heavy(tile c): count(k in 1..20, a in 1..99, b in 1..99 where a * b = c.n * k and light(c))
"""


def test_too_much_work_names_what_may_fail_and_what_takes_most(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARTRULES_EXECUTOR", "wasm")  # it takes less time
    act = """
    choose one:
        "try":
            repeat 9 times:
                choose c in pool where heavy(c) > 0
                choose d in pool where d is not c and heavy(d) > 0
                my x += 1
            require my x > 9
        "wait":
            skip
    """
    rules = tiny(tmp_path / "t", act, more=HEAVY)
    with pytest.raises(artrules.GameFault) as caught:
        rules.new_game(players=2, seed=1)
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.slug == "look-ahead-too-large"
    (fails, failing), (costs, costly) = diagnostic.related
    assert fails == "this may fail, so the engine looks ahead: the requirement may not hold"
    assert (failing.file, costly.file) == (str(tmp_path / "t/ruleset.yaml"), str(tmp_path / "t/more.yaml"))
    assert costs.startswith("the function heavy takes most: 9") and costly.line == 4


def test_a_step_that_goes_on_too_long_names_what_takes_most(tmp_path: Path) -> None:
    act = 'choose one:\n    "go":\n        repeat 999 times:\n            WORK\n    "stay": skip'
    act = act.replace("WORK", "my x becomes count(c in pool where heavy(c) > 5)")
    game = tiny(tmp_path / "t", act, more=HEAVY).new_game(players=2, seed=1)
    with pytest.raises(artrules.GameFault) as caught:
        choose(game, "go")
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.slug == "too-many-steps"
    ((costs, costly),) = diagnostic.related
    assert costs.startswith("the function heavy takes most: 9") and costly.line == 4
