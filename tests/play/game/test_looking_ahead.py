"""What spares looking ahead work never changes what is offered: what is proved not to fail, what is remembered of
positions, and the quick tests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from textwrap import indent

import pytest

import artrules
from artrules.engine.chance import Stream
from artrules.engine.execute.cpython import CPythonInstance
from artrules.engine.lower.program import Program
from artrules.engine.machine.numbers import FINE, MOST_STEPS, TOO_MANY_POSITIONS
from artrules.model.catalogue.locations import shipped_folder, shipped_rulesets
from artrules.play.game.inspection.machine_game import games_on_both
from play.game.tiny import choose, offered, tiny

OWN = sorted(p.parent for p in (Path(__file__).parent.parent.parent / "rulesets").glob("*/ruleset.yaml"))
FOLDERS = [shipped_folder() / name for name in shipped_rulesets()] + OWN
REMEMBERS_ALL = {
    "number_of_position": """
def number_of_position() -> int:
    global memo_count
    add_position_key()
    number = memo_id()
    if number == memo_count:
        reserve(memo_answer, number + 1)
        reserve(memo_depth, number + 1)
        memo_answer[number] = UNSEEN
        memo_count += 1
    return number
""",
}
"""A function that remembers positions from the first one on."""
SPARES_NOTHING = REMEMBERS_ALL | {
    "candidate_may_fail": "def candidate_may_fail(row: int, decision: int, within: int) -> int:\n    return 1",
    "nothing_can_fail_below": "def nothing_can_fail_below(place: int) -> int:\n    return 0",
    "find_relevant": "def find_relevant() -> None:\n    relevant[WHOLE_POSITION] = 1",
}
"""Functions that follow every candidate, as far as there is anything to follow, and compare whole positions."""


def thorough(program: Program) -> CPythonInstance:
    """A machine that spares nothing."""
    never = {name: [1] * len(program.tables[name]) for name in ("decision_can_fail", "suites_can_fail", "may_fail")}
    return CPythonInstance(replace(program, tables={**program.tables, **never}), replacements=SPARES_NOTHING)


class Comparison:
    """Compares what two machines offer at decisions of one program's games, and counts what happens."""

    def __init__(self, program: Program, replacements: Mapping[str, str] | None = None) -> None:
        self.quick = CPythonInstance(program, replacements=replacements or REMEMBERS_ALL)
        self.thorough = thorough(program)
        self.counts: Counter[str] = Counter()

    def look(self, game: artrules.Game) -> None:
        """Compare what is offered now."""
        moment = game.playing.moment
        for asked in moment.asked:
            spared = self._options(self.quick, game, asked.stack)
            found = self._options(self.thorough, game, asked.stack)
            if found is None:
                self.counts["given up"] += 1
                continue
            assert spared == found, game.decisions
            self.counts["offered"] += len(found)

    @staticmethod
    def _options(instance: CPythonInstance, game: artrules.Game, stack: int) -> list[int] | None:
        """The rows that are offered on a stack; None where a position too many would have to be looked at."""
        instance.load(game.playing.moment.position)
        instance.call("activate", stack)
        instance.set_register("candidates_top", 0)
        instance.set_register("steps", 0)
        instance.call("find_options")
        if instance.register("status") != FINE:
            assert instance.register("fault") == TOO_MANY_POSITIONS
            return None
        return instance.region("candidates")[: instance.register("candidates_top")]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda f: f.name)
def test_in_random_games(folder: Path) -> None:
    ruleset = artrules.load(folder)
    sets = next((name for name, s in ruleset.model.settings.items() if s.group is not None), None)
    choices = [s.name for s in ruleset.model.sets.values()] if sets else [None]
    for seed, chosen in enumerate(choices):
        settings = {sets: chosen} if sets and chosen else {}
        game = ruleset.new_game(players=ruleset.player_counts[-1], seed=seed, settings=settings, log=False)
        comparison = Comparison(game.playing.runtime.program)
        stream = Stream(seed, 0, "test looking ahead")
        for step in range(300):
            if not game.decisions and comparison.counts["offered"] >= 20:
                break
            if not game.decisions:  # a short game
                game = ruleset.new_game(ruleset.player_counts[-1], seed=step, settings=settings, log=False)
            if step % 4 == 0:
                comparison.look(game)
            decision = game.decisions[stream.below(len(game.decisions))]
            game.choose(decision.options[stream.below(len(decision.options))])
        assert comparison.counts["offered"] >= 20
        assert not comparison.counts["given up"]


CASES = {
    # changes that a condition reads: variables, attributes, faces, zones, kept happenings
    "a variable": ('choose n in 1..4\nmy x += n\nrequire my x in [2, 3] else "no"', ""),
    "an attribute": (
        "choose c in pool\nmove c to my row\nc.mark becomes c.n\nrequire any(d in my row where d.mark = 2)",
        "",
    ),
    "a face": ("choose c in pool\nmove c to my row facing down\nrequire c.face is up or c.n = 2", ""),
    "a place": ("choose c in pool\nmove c to bottom of heap\nrequire position(c) = 1 and c.n = 2", ""),
    "a happening": (
        "choose c in pool\nannounce kept(card: c, by: me)\nrequire any(e in kept where e.card.n = 2)",
        "",
    ),
    # loops, procedures, choices within choices, other players, powers
    "a loop": ("choose n in 1..3\nfor m in 1..n:\n    my x += m\nrequire my x > 2", ""),
    "a procedure": (
        "choose n in 1..3\nraise(n)\nrequire my x in [2, 6]",
        "raise(1..9 n): my x += n * (n - 1)\n",
    ),
    "a procedure that asks": (
        "choose n in 1..3\nstep(n)",
        "step(1..9 n): |\n    choose m in 1..n where m > 1\n    require n + m in [4, 5]\n",
    ),
    "choices in a loop": (
        'choose n in 1..3\nfor m in 1..n:\n    may "up {m}":\n        my x += m\nrequire my x in [3, 5]',
        "",
    ),
    "choices that lead back": (
        "choose n in 1..3\nrepeat until my x > 4:\n    choose one:\n"
        '        "up":\n            my x += n\n'
        '        "down" if my x > 0:\n            my x -= 1\n'
        '        "stop" if my x = 2:\n            stop\nrequire my x = 2',
        "",
    ),
    "a choice behind a test of the same": (
        "choose n in 1..3\nrepeat 2 times:\n    if any(c in pool where c.n > 1 and good(c)):\n"
        "        choose d in pool where d.n > 1 and good(d)\n        move d to my row\nrequire size(my row) >= n",
        "",
    ),
    "a choice behind another test": (
        "repeat 3 times:\n    if any(c in pool where c.n > 1):\n        choose d in pool where d.n > my x + 1\n"
        '        move d to my row\n        may "up":\n            my x += 1',
        "",
    ),
    "another player": ("choose n in 1..3\nas left(me):\n    choose m in 1..4 where m > n\n", ""),
    "chance": ("choose n in 1..3\nrequire n > 1 or size(pool) > 9\nshuffle heap\nrandom r in 1..n", ""),
    "powers": (
        "choose c in pool\nmove c to my row\nfor w in c.powers where w.when is now:\n    may use w\nrequire my x = c.n",
        "",
    ),
    "powers of a time that is chosen": (
        "choose t in timing\nchoose c in pool\nmove c to my row\nuse_those(c, t)\nrequire my x = 3",
        "use_those(tile c, timing t): |\n    for w in c.powers where w.when is t:\n        may use w\n",
    ),
}
GOOD = """
functions:
  good(tile c): c.n < 9
  found(0..9 k): any(c in pool where c.n > k and good(c))
"""
GIFTS = {
    1: "- {when: now, do: my x += 1}",
    2: "- when: now\n  if: my x = 0\n  do: |\n    choose n in 1..3\n    my x += n\n    require n > 1",
    3: "- {when: later, do: my x += 1}",
}


@pytest.mark.parametrize("name", CASES)
def test_in_small_code(name: str, tmp_path: Path) -> None:
    act, procedures = CASES[name]
    ruleset = tiny(tmp_path / "t", act, procedures=procedures, gifts=GIFTS, more=GOOD)
    compare(ruleset)


def compare(ruleset: artrules.Ruleset) -> None:
    """Compare what is offered in a few games."""
    comparison = Comparison(ruleset.new_game(players=3).playing.runtime.program)
    for seed in range(4):
        game = ruleset.new_game(players=3, seed=seed)
        stream = Stream(seed, 0, "test looking ahead")
        while game.decisions:
            comparison.look(game)
            game.choose(game.decisions[0].options[stream.below(len(game.decisions[0].options))])
    assert comparison.counts["offered"] > 0


GAINING = {
    1: """
- when: now
  do: |
    choose d in pool where d.n = 2
    for w in d.powers where w.when is now:
        self gains w
""",
    2: "- {when: now, if: my y > 1, do: my x += 1}",
}


def test_with_powers_that_a_card_is_yet_to_gain(tmp_path: Path) -> None:
    act = "choose k in 1..3\nmy y becomes k\nchoose c in pool where c.n = 1\nmove c to my row\n"
    act += "for w in c.powers where w.when is now:\n    may use w\nrequire my x = 1"
    ruleset = tiny(tmp_path / "t", act, gifts=GAINING)
    assert offered(ruleset.new_game()) == ["2", "3"]
    compare(ruleset)


def test_with_a_power_in_a_frame_that_may_be_none(tmp_path: Path) -> None:
    act = "choose k in 1..3\nmy y becomes k\nchoose c in pool where c.n = 2\nmove c to my row\n"
    act += 'let w = first(v in c.powers where v.when is now)\nif w is not none:\n    may "use {w}" if usable(w):\n'
    act += "        use w\n        may use w\nrequire my x > 0"
    ruleset = tiny(tmp_path / "t", act, gifts=GAINING)
    assert offered(ruleset.new_game()) == ["2", "3"]
    compare(ruleset)


MARKS = ("mark: {type: 0..9, back", 'marks: {type: some of 1..9, starts: "[self.n]", back')
"""Tiny's tiles have a set instead of a number."""
ADD = """
add(tile c, tile or none d): |
    repeat 3 times:
        may "more":
            choose n in [1, 2, 4, 6, 7] where not c.marks has n
            c.marks += [n]
    rest()
    require fit(c, d)
rest: |
    may "rest":
        my y += 1
"""
FIT = """
functions:
  fit(tile a, tile or none b): b is none or a.marks shares b.marks
  sum_of(tile a): sum(n for n in a.marks)
"""
TRY = 'choose one:\n    "try":\n        try()\n    "leave":\n        skip\n    "go":\n        skip'
TWO = "choose c in pool\nchoose d in pool where d is not c and d.n > 1\nmove c to my row\n"
CHANGE = "choose n in [1, 4, 2, 6, 7]\nc.marks becomes [n]\nrest()\n"
SETS = {
    "one of another card": (TWO + "add(c, d)", ADD),
    "no card": (TWO + "add(c, none)", ADD),
    "a constant": (TWO + "add(c, none)\nrequire c.marks has 6", ADD),
    "several constants": (TWO + "add(c, none)\nrequire c.marks shares [4, 5, 6] and not c.marks shares [1, 2]", ADD),
    "numbers that are added up": (TWO + "add(c, d)\nrest()\nrequire sum_of(c) in [9, 10]", ADD),
    "any other card": (TWO + CHANGE + "require any(e in pool where e.marks shares c.marks)", ADD),
    "a card that comes later": (TWO + CHANGE + "choose e in pool where e.n > 1\nrequire c.marks shares e.marks", ADD),
    "another card in the same local": (
        TWO + "let e = d\n" + CHANGE + "e becomes c\nrequire d.marks shares e.marks",
        ADD,
    ),
    "a card that leaves": (
        TWO + "move d to my row\nd.marks becomes [6]\n" + CHANGE + "move d to pool\nrequire c.marks shares d.marks",
        ADD,
    ),
    "sets that are given": (TWO + "add(c, d)\nadd(d, c)\nc.marks becomes d.marks\nrest()\nrequire c.marks has 4", ADD),
    "a number that is used elsewhere": (
        TWO + "choose n in [1, 6]\nc.marks becomes [n]\nsmall(c)\nsmall(c)",
        ADD + "small(tile c): |\n    choose n in [1, 2, 6, 7] where n < 3 and not c.marks has n\n    c.marks += [n]\n",
    ),
    "other numbers to choose among": (
        TWO + "choose n in [1, 2, 9]\nc.marks becomes [n]\nsmall(c)\nsmall(c)",
        ADD + "small(tile c): |\n    choose n in [1, 2] where not c.marks has n\n    c.marks += [n]\n",
    ),
    "a number that is kept": (
        TWO + "choose n in [1, 2, 4]\nchoose m in [4, 2, 1]\nc.marks becomes [m]\nrest()\nrequire c.marks has n",
        ADD,
    ),
    "numbers that are counted": (TWO + "add(c, d)", ADD.replace("[1, 2, 4, 6, 7]", "1..total + 4")),
    "powers": (
        TWO + "for w in c.powers where w.when is now:\n    may use w\n    may use w\nrest()\nrequire fit(c, d)",
        ADD,
    ),
}
MARKING = {
    1: '- {when: now, do: "choose n in [2, 4, 5] where not self.marks has n\\nself.marks += [n]"}',
    2: '- {when: now, if: size(pool) < 4, do: "choose n in 1..3\\nself.marks becomes [n]"}',
}


@pytest.mark.parametrize("name", SETS)
def test_with_sets_that_are_compared(name: str, tmp_path: Path) -> None:
    act, procedures = SETS[name]
    procedures += "\ntry: |\n" + indent(act, "    ")
    ruleset = tiny(tmp_path / "t", TRY, procedures=procedures, more=FIT, gifts=MARKING, edits=[MARKS])
    compare(ruleset)


WRONG = {
    "a proof": "def candidate_may_fail(row: int, decision: int, within: int) -> int:\n    return 0",
    "a commit": "def after_stopping(decision: int) -> int:\n    global status\n    status = FINE\n    return NO",
}


@pytest.mark.parametrize("what", WRONG)
def test_a_mistake_is_noticed(what: str, tmp_path: Path) -> None:
    ruleset = tiny(
        tmp_path / "t", "choose n in 1..4\nmy x += n\nif n = 4:\n    random m in 1..2\n    my x += m\nrequire my x > 2"
    )
    game = ruleset.new_game(players=2, seed=1)
    name = WRONG[what].split("(")[0].removeprefix("def ")
    with pytest.raises(AssertionError):
        Comparison(game.playing.runtime.program, {name: WRONG[what]}).look(game)


def test_options_say_how_many_positions_were_looked_at(tmp_path: Path) -> None:
    """Each candidate that is taken while looking ahead counts, at any depth; a choice that can't fail costs none."""
    free = tiny(tmp_path / "free", "choose n in 1..4\nmy x += n").new_game()
    assert free.playing.moment.asked[0].positions == 0
    tested = tiny(tmp_path / "tested", "choose n in 1..4\nmy x += n\nrequire my x > 2").new_game()
    assert tested.playing.moment.asked[0].positions == 4
    nested = tiny(tmp_path / "nested", "choose n in 1..3\nmy x += n\nchoose m in 1..3\nrequire m * my x > 5").new_game()
    assert offered(nested) == ["2", "3"]
    assert nested.playing.moment.asked[0].positions == 3 + 3 + 1 + 1


def test_what_ends_a_loop_is_looked_at_before_what_goes_on_with_it(tmp_path: Path) -> None:
    """The way out stands last, as "no more" does, so it is found without going round as often as one may."""
    code = """choose one:
    "begin":
        repeat:
            choose one:
                "more" if my x < 9: my x += 1
                "no more" if my x > 0: stop
        require my x > 0
    "wait": skip
"""
    game = tiny(tmp_path / "t", code).new_game()
    assert offered(game) == ["begin", "wait"]
    assert game.playing.moment.asked[0].positions == 3


HELP = """
functions:
  helps(tile d, tile c): d is not c and any(w in d.powers where w.when is now)
  strength(tile c): c.n + sum(sum(d.n for w in d.powers) for d in my row where helps(d, c))
  shielded(tile c): any(d in my row where helps(d, c) and any(w in d.powers where w.when is later))
  fits(tile c, tile d): c.mark = 0 and d.mark = 0 and strength(c) > 0 and (not shielded(d) or shielded(c))
"""
PAIRS = """
move top 8 of heap to my row
choose one:
    "pair":
        for c in my row where c.shade is red:
            may "{c} with {d}" for d in my row where d.shade is blue and fits(c, d):
                d.mark becomes c.n
                c.mark becomes d.n
        require my x = 0
    "wait":
        skip
"""


def test_work_counts_by_what_is_there(tmp_path: Path) -> None:
    """Eight tiles lie in the row, though 400 might, and each has two powers, though it might gain 253 more."""
    tiles = "[[1, red, 2], [2, red, 2], [5, blue, 2], [6, blue, 2], [9, red, 400]]"
    gifts = {n: "- {when: now, do: my x += 1}\n- {when: later, do: my x += 1}" for n in (1, 2, 5, 6)}
    edits = [("start: pool", "start: heap"), ("keyed_by: 1..3", "keyed_by: 1..9")]
    game = tiny(tmp_path / "t", PAIRS, more=HELP, gifts=gifts, pieces=tiles, edits=edits).new_game()
    assert offered(game) == ["pair", "wait"]
    on_both = games_on_both(game.playing.runtime.program)
    assert on_both is not None
    work = []
    for machine in on_both:
        machine.begin(game.playing.moment.keys, log=False)
        machine.choose(0, 0)
        assert not machine.stopped and machine.waiting[0].count == 5
        work.append(machine.instance.register("search_steps") + MOST_STEPS)
    assert work[0] == work[1] < 400_000


TESTS = {
    "any": "any(c in pool where c.n > 1 and good(c))",
    "a function": "my x = 0 and found(k)",
    "count": "count(c in pool where c.n > 1 and good(c)) > 0",
    "a larger count": "count(c in pool where c.n > 1 and good(c)) > 2",
}


def may_fail(game: artrules.Game) -> bool:
    """Whether something may fail after a choice, as far as the program tells."""
    return any(game.playing.runtime.program.tables["decision_can_fail"])


@pytest.mark.parametrize("what", TESTS)
def test_a_choice_behind_a_test_of_the_same_is_not_looked_at(what: str, tmp_path: Path) -> None:
    condition = "d.n > k" if "found" in TESTS[what] else "d.n > 1"
    act = f"choose k in 0..1\nif TEST:\n    choose d in pool where {condition} and good(d)\n    move d to my row"
    game = tiny(tmp_path / "t", act.replace("TEST", TESTS[what]), more=GOOD).new_game()
    assert not may_fail(game)
    other = act.replace("TEST", TESTS[what].replace(" > ", " >= ").replace("found(k)", "found(0)"))
    game = tiny(tmp_path / "other", other, more=GOOD).new_game()
    assert may_fail(game)


def test_a_choice_behind_a_test_of_the_size_is_not_looked_at(tmp_path: Path) -> None:
    act = "choose k in 1..2\nif size(pool) > 0:\n    choose d in pool\n    move d to my row"
    assert not may_fail(tiny(tmp_path / "t", act).new_game())
    assert not may_fail(tiny(tmp_path / "m", act.replace("> 0", "> 3")).new_game())
    assert may_fail(tiny(tmp_path / "b", act.replace("> 0", "> -1")).new_game())
    assert may_fail(tiny(tmp_path / "o", act.replace("> 0", "> k - k")).new_game())


def test_a_player_by_a_number_that_every_game_has_is_not_looked_at(tmp_path: Path) -> None:
    """Tiny is for two or more: there may be no third."""
    act = "choose k in 1..2\nplayers[k].x += k"
    second = tiny(tmp_path / "second", act).new_game(players=3)
    assert not may_fail(second)
    choose(second, "2")
    assert [part["total"] for part in second.result["scores"]] == [0, 2, 0]
    third = tiny(tmp_path / "third", act.replace("1..2", "0..3"))
    assert [offered(third.new_game(players=n)) for n in (2, 3)] == [["1", "2"], ["1", "2", "3"]]
    assert third.new_game(players=2).playing.moment.asked[0].positions == 4


@pytest.mark.parametrize(
    "never_fails", ["for n in [5, 6][1..k]:\n    my x += n", "my x += 6 / k", "my x += 6 % (k + 1)"]
)
def test_a_part_of_a_list_and_a_number_that_is_not_0_are_not_looked_at(never_fails: str, tmp_path: Path) -> None:
    assert not may_fail(tiny(tmp_path / "t", f"choose k in 1..2\n{never_fails}").new_game())
    failing = "my x += [5, 6][k]" if "[5" in never_fails else "my x += 6 / (2 - k)"
    assert may_fail(tiny(tmp_path / "o", f"choose k in 0..2\n{failing}").new_game())
