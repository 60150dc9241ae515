"""Faults planted in the machine on purpose, at least one in each of its modules: something that is tested anyway finds
each of them. A fault is a function of the machine in which some text is another.

What finds them, on small rulesets: the promises that `artrules.author.conformance` tests, also in memory that checks
every access (`checked`); games that were recorded (`the same games`); scenarios; what determinizations must keep
(`deals`)."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from hashlib import blake2b
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any

import pytest

import artrules
import artrules.engine.machine
from artrules.author.conformance import reproducibility, secrecy, soundness
from artrules.author.conformance.random_play import Counts, Table, memory_is_used_well
from artrules.author.scenarios.run import run_scenarios
from artrules.engine.chance import UNIFORM_BOT, Stream
from artrules.engine.execute.cpython import CHECKED, FAST
from artrules.engine.machine.numbers import DIGEST_BYTES, DIGEST_KEY_BYTES, HASH_BLOCK
from artrules.play.game.learning import find_learned, learn
from artrules.play.game.scores import standing
from artrules.play.game.search import greedy, search
from author.properties.rulesets import Check, broken
from planting import changed, planted
from play.game.tiny import tiny
from tools.same_games.compare import difference
from tools.same_games.fingerprint import fingerprint
from tools.same_games.play import play
from tools.same_games.recording import Recorded
from tools.same_games.table import Table as RecordedTable

TESTS = Path(__file__).parents[2]
Account = Callable[[artrules.Ruleset], str]
"""How something that is promised breaks; nothing where it holds."""
SEEDS = 8
"""So many games are recorded on a sound machine, and played again."""


def same_games(ruleset: artrules.Ruleset) -> str:
    """How games differ from what is recorded, as a sound machine plays them."""
    found = (difference(ruleset.name, game, fingerprint(play(ruleset, game.table))) for game in _games(ruleset))
    return next(filter(None, found), "")


def _games(ruleset: artrules.Ruleset) -> Iterator[Recorded]:
    sound = artrules.Ruleset(ruleset.content)
    for seed in range(SEEDS):
        players = sound.player_counts[seed % len(sound.player_counts)]
        table = RecordedTable(seed, seed, players, {}, "careless", 60)
        yield Recorded(table, fingerprint(play(sound, table)))


def scenarios(ruleset: artrules.Ruleset) -> str:
    """What is wrong with the first scenario that doesn't pass."""
    return next((d.message for result in run_scenarios(ruleset) for d in result.diagnostics), "")


def deals(ruleset: artrules.Ruleset) -> str:
    """How determinizations differ from the game in what is set on cards, wherever these lie."""
    for seed in range(4):
        game = ruleset.new_game(seed=seed)
        for _ in range(5):
            game.choose(game.decisions[0].options[0])
            real, dealt = _marks(game), _marks(game.think.resample(1, seed))
            if real != dealt:
                return f"on cards is set {dealt}, not {real}"
    return ""


def identities(ruleset: artrules.Ruleset) -> str:
    """How the keys of random streams and the digest of a position differ from those made outside of the machine."""
    runtime, _ = ruleset.runtime(ruleset.fewest_players)
    instance = runtime.instance
    for seed in (0, 10, 2**63 - 5):
        instance.call("seed_streams", seed)
        if instance.region("stream_key")[:] != list(runtime.keys(seed)):
            return f"the keys of seed {seed} differ"
    instance.set_register("message_top", HASH_BLOCK)
    for byte in runtime.start[0].data:
        instance.call("write_byte", byte)
    instance.call("hash_position", len(runtime.start[0].data))
    words = instance.region("hash_state")[: DIGEST_BYTES // 8]
    digest = b"".join(word.to_bytes(8, "little", signed=True) for word in words)
    expected = blake2b(runtime.start[0].data, digest_size=DIGEST_BYTES, key=bytes(DIGEST_KEY_BYTES)).digest()
    return "" if digest == expected else "the digest of a position differs"


def alike(ruleset: artrules.Ruleset) -> str:
    """How determinizations differ from those of a game that the seat can't tell from this one."""
    for seed in range(3):
        game = ruleset.new_game(seed=seed)
        for _ in range(3):
            game.play(seed=seed, choices=3)
            for seat in range(1, game.players + 1):
                if game.think.resample(seat, seed) != game.think.resample(seat, 99).think.resample(seat, seed):
                    return f"what is dealt anew for seat {seat} depends on what it can't know"
    return ""


def insides(ruleset: artrules.Ruleset) -> str:
    """How games that the machine plays inside, or deals anew in place, differ from those that a host does that with."""
    for seed in range(4):
        inside = ruleset.new_game(seed=seed, log=False, knowledge=True)
        outside = ruleset.new_game(seed=seed)
        for game in (inside, outside):
            game.choose(0)
        dealt = inside.copy()
        dealt.think.redeal(1, seed)
        if dealt != outside.think.resample(1, seed):
            return "what is dealt anew in place differs"
        outside = dealt.copy()
        streams = [Stream(seed, player, UNIFORM_BOT) for player in range(1, dealt.players + 1)]
        made = dealt.play(seed=seed)
        while outside.decisions and made:
            outside.choose(streams[outside.decisions[0].player - 1].below(outside.option_count))
            made -= 1
        if dealt != outside:
            return "what is played inside differs"
    return rolled_out(ruleset)


def rolled_out(ruleset: artrules.Ruleset) -> str:
    """How rollouts differ from games that a host plays out one by one."""
    game = ruleset.new_game(seed=3, log=False)
    streams = Stream.of_players(5, game.players, UNIFORM_BOT)
    choices, wins, points = 0, [0] * game.players, [0] * game.players
    for _ in range(3):
        copy = game.copy()
        while copy.decisions:
            copy.choose(streams[copy.decisions[0].player - 1].below(copy.option_count))
            choices += 1
        for winner in copy.result["winners"]:
            wins[winner - 1] += 1
        for score in copy.result["scores"]:
            points[score["player"] - 1] += score["total"]
    found = game.think.rollouts(3, seed=5)
    expected = (3, choices, tuple(wins), tuple(points))
    return "" if (found.games, found.choices, found.wins, found.points) == expected else "what is rolled out differs"


def standings(ruleset: artrules.Ruleset) -> str:
    """How players stand at the end of a game, where the winners don't stand best."""
    for seed in range(4):
        game = ruleset.new_game(seed=seed, log=False)
        game.play(seed=seed)
        found, result = standing(game.playing.moment), game.result
        assert result is not None
        best = [player for player in range(1, game.players + 1) if found[player - 1] == max(found)]
        if best != sorted(result["winners"]):
            return f"{best} stand best, {result['winners']} have won"
    return ""


def thoughts(ruleset: artrules.Ruleset) -> str:
    """How bots think otherwise than on a sound machine."""
    here, sound = (_thoughts(each) for each in (ruleset, artrules.Ruleset(ruleset.content)))
    return "" if here == sound else f"bots think {here}, not {sound}"


def _thoughts(ruleset: artrules.Ruleset) -> list[object]:
    """What is learned of a game, and what bots think of its first decisions."""
    game = ruleset.new_game(seed=1, log=False, knowledge=True)
    runtime = game.playing.runtime
    learned = runtime.derived[find_learned] = learn(runtime, 3, 300)
    found: list[object] = [learned]
    for _ in range(4):
        if game.option_count:
            found.append(search(game.playing.moment, 0, 5, iterations=40, horizon=9))
            found.append(greedy(game.playing.moment, 0, 5, samples=3, horizon=9))
            game.choose(0)
    return found


def likings(ruleset: artrules.Ruleset) -> str:
    """What players like otherwise than on a sound machine."""
    here, sound = (_likings(each) for each in (ruleset, artrules.Ruleset(ruleset.content)))
    return "" if here == sound else f"players like {here}, not {sound}"


def _likings(ruleset: artrules.Ruleset) -> list[object]:
    """What is liked of the first decisions of a game."""
    game = ruleset.new_game(seed=1, log=False, knowledge=True)
    found: list[object] = []
    for number in range(20):
        if game.option_count:
            found.append(game.think.hinted(game.decisions[0], 5, samples=2))
            game.choose(number % game.option_count)
    return found


def practices(ruleset: artrules.Ruleset) -> str:
    """What is learned of options otherwise than on a sound machine."""
    here, sound = (_practised(each) for each in (ruleset, artrules.Ruleset(ruleset.content)))
    return "" if here == sound else f"traits are worth {here}, not {sound}"


def _practised(ruleset: artrules.Ruleset) -> list[int]:
    """What traits of options are worth after some choices of practice."""
    runtime = ruleset.new_game(seed=1, log=False).playing.runtime
    for seed in range(6):
        runtime.load(runtime.start[0])
        runtime.instance.region("think_key")[0] = seed
        runtime.run("first_step")
        runtime.run("ask_anew")
        runtime.run("practise", 100, 2, 4)
    return [worth for worth in runtime.instance.region("trait_worth") if worth]


def _marks(game: artrules.Game) -> list[int]:
    zones = [zone for player in game.inspect.view()["players"].values() for zone in player.values()]
    return sorted(card["mark"] for zone in zones if isinstance(zone, list) for card in zone if "mark" in card)


def checked(check: Check) -> Account:
    """What memory complains of that checks every access."""

    def watched(ruleset: artrules.Ruleset, table: Table, counts: Counts) -> None:
        with memory_is_used_well(table):
            check(ruleset, table, counts)

    return partial(broken, watched)


PROMISES: Mapping[str, Account] = {
    "ends": partial(broken, soundness.check_termination),
    "ends for three": partial(broken, soundness.check_termination, players=3),
    "conserves": partial(broken, soundness.check_conservation),
    "complete": partial(broken, soundness.check_completeness),
    "resumes": partial(broken, partial(reproducibility.check_resumption, every=10**9)),
    "hides": partial(broken, partial(secrecy.check_secrecy, one_in=1), games=2),
    "at_once": partial(broken, reproducibility.check_simultaneous),
    "the same games": same_games,
    "scenarios": scenarios,
    "deals": deals,
    "identities": identities,
    "alike": alike,
    "insides": insides,
    "standings": standings,
    "thoughts": thoughts,
    "likings": likings,
    "practices": practices,
    "checked": checked(partial(soundness.check_conservation, most=20)),
    "checked deals": checked(partial(secrecy.check_secrecy, one_in=4)),
}
ON_CHECKED = ("checked", "checked deals")
"""What asks for memory that checks every access."""

# -- the rulesets

SEARCHING = """
repeat 3 times:
    choose one:
        "come to {goal}" for goal in 3..12:
            total becomes 0
            choose a in 1..3
            total += a
            choose b in 1..3
            total += b
            choose c in 1..3 where c + b > 2
            total += c
            require total = goal
        "rest":
            skip
"""
MANY_POSITIONS = SEARCHING.replace("1..3", "1..4").replace("3..12", "3..16")
"""So many that they are remembered."""
TAKING = """
for c in pool where c.n = 1:
    noted becomes [c]
repeat 3 times:
    choose "take {c}" for c in pool
    move c to my hand
"""
USING = """
for c in pool:
    move c to my row
for c in my row where c.n = 1, d in my row where d.n = 2, w in d.powers:
    c gains w
repeat 3 times:
    for c in my row, w in c.powers where w.when is now:
        may use w
    choose one:
        "rise" limit once: my x += 10
        "stay": skip
    say "{my row[1]}: {my x}"
"""
LIMITS = "limits: {once: {counts_for: player, lasts: turn, at_most: 1}}\n"
GIFTS = {2: "- {when: now, if: my x < 5, do: my x += 1}"}
PIECES = "[[1, red, 4], [2, red, 4], [3, red, 2], [1, blue, 4], [2, blue, 4], [3, blue, 2]]"
DEALT = """
      move pool to heap
      shuffle heap
      for p in players:
          move top 5 of heap to p.hand
"""
KEEPING = """
repeat 3 times:
    choose "keep {mine}" for mine in my hand
    mine.mark becomes 2
    move mine to my deck
    noted becomes [mine]
    move top 1 of heap to my hand
    shuffle my deck
    as left(me):
        choose "keep {c}" for c in my hand
        c.mark += 1
        require c.mark > 0
        move c to my deck
        shuffle my deck
    move top 1 of my deck to my row
    move top 1 of left(me).deck to left(me).row
"""
NOTED = "variables:\n  noted: {type: list of tile, seen_by: nobody}\n"
TOGETHER = """
- name: together
  who: all_at_once
  do: |
    repeat 3 times:
        for c in my row, w in c.powers where w.when is now:
            may use w
        may "more": my x += 1
        choose "lay {mine}" for mine in my hand
        move mine to my deck
"""
DEALING = "for p in players:\n    move top 1 of heap to p.row"


def _dealt(folder: Path, act: str, **parts: Any) -> artrules.Ruleset:
    return tiny(folder, act, pieces=PIECES, edits=[("\n      skip\n", DEALT.rstrip() + "\n")], **parts)


ASKING = """
repeat 2 times:
    ask players at once as said:
        may choose c in my hand where c.n < 3:
            move c to my row
            answer c.n
    for p in players:
        let n = said[p]
        if n is not none:
            say "{p}: {n}"
"""
ASSUMING = """
move those(c in pool where c.shade is red) to left(me).deck
shuffle left(me).deck
move pool to left(me).hand
move top 1 of left(me).deck to left(me).hand
choose "wait {n}" for n in 1..2
as left(me):
    for c in my hand:
        c.mark becomes 2
    choose "keep {c}" for c in my hand
    move c to bottom of my deck
choose "go on {m}" for m in 1..2
"""
PAUSING = """
repeat 3 times:
    choose "keep {c}" for c in my hand
    pause "{me} keeps a card"
    move c to my deck
"""

BROWS = """
repeat 4 times:
    choose "lay one of my own" for mine in my brow
    move mine to my row
    move top 1 of crate to my brow
    as left(me):
        choose "name {n}" for n in list(c.n for c in right(me).brow)
"""
BROW = """
  brow:  {per: player, holds: tile, seen_by: others}
  crate: {holds: tile, order: pile, seen_by: nobody}
  pool: {holds"""
PARTNERS = """
repeat 2 times:
    choose "take {c}" for c in pool
    my x += c.n
    move c to my hand
"""
AFTER = "- {name: more, who: in_turn, from: 'players[2]', do: act()}"
TEAMS = "best(p in players, most score(p))"


def _partners(folder: Path) -> artrules.Ruleset:
    edits = [
        (f"winners: {TEAMS}", f"sides: '[1, 2, 1, 2][me]'\n  winners: {TEAMS}"),
        ("players: 2..4", "players: 3..4"),
    ]
    return tiny(folder, PARTNERS, pieces=PIECES, edits=edits, phases=AFTER)


HINTING = """
repeat 4 times:
    as left(me):
        choose "tell of one" for c in right(me).brow
        c.hint becomes c.n
    may "change one" for mine in my brow where mine.hint > 1:
        move mine to crate
        shuffle crate
        move top 1 of crate to my brow
"""

SEEING = """
repeat 4 times:
    show top 1 of crate to me
    may "take {c}" for c in crate where sees(me, c):
        move c to my hand
    as left(me):
        may "name {d.n}" for d in right(me).hand where sees(me, d):
            skip
        choose "show one" for mine in my hand
        show mine to right(me)
    may "like {e}" for e in left(me).hand where sees(me, e) and e.n > 1:
        my x += 1
    shuffle crate
"""


def _with_crate(folder: Path, act: str, into: str, *edits: tuple[str, str]) -> artrules.Ruleset:
    """Tiny, where cards are dealt from a crate that nobody sees."""
    deal = DEALT.replace("hand", into).replace("heap", "crate").rstrip() + "\n"
    return tiny(folder, act, pieces=PIECES, edits=[("\n      skip\n", deal), ("\n  pool: {holds", BROW), *edits])


HINT = "      hint: {type: 0..9, starts: 0, seen_by: everyone}\n      mark:"
DRAWING = """
for p in others(me):
    move p.hand to p.deck
    shuffle p.deck
repeat 3 times:
    may "wait": skip
    as left(me):
        move top 1 of my deck to my hand
        choose "hold {c}" for c in my hand
        c.mark += 1
"""
PAYING = """
repeat 5 times:
    move those(c in pool) to my hand
    my x becomes 1
    choose one:
        "buy":
            collect 1 for k in colour, at most my x:
                "pay {c}, a joker" for c in my hand where c.n > 1 covers colour: move c to pool
                "pay {c}" for c in my hand where c.n = 1 covers c.shade costs 1:
                    move c to pool
                    my x -= 1
            say "paid"
        "wait": skip
"""
OWN_CARDS = """
layout:
  figures:
    own: {for: p in players, title: cards of their own, is: count(c in p.hand where mover(c) is p)}
"""

TINY: Mapping[str, Callable[[Path], artrules.Ruleset]] = {
    "searching": lambda folder: tiny(folder, SEARCHING),
    "seeking": lambda folder: tiny(folder, MANY_POSITIONS),
    "taking": lambda folder: tiny(folder, TAKING, more=NOTED),
    "using": lambda folder: tiny(folder, USING, gifts=GIFTS, more=LIMITS),
    "keeping": lambda folder: _dealt(folder, KEEPING, more=NOTED),
    "paying": lambda folder: tiny(folder, PAYING, pieces="[[1, red, 1], [1, blue, 1], [2, red, 2]]"),
    "asking": lambda folder: _dealt(folder, ASKING),
    "brows": lambda folder: _with_crate(folder, BROWS, "brow"),
    "hinting": lambda folder: _with_crate(folder, HINTING, "brow", ("      mark:", HINT)),
    "seeing": lambda folder: _with_crate(folder, SEEING, "hand"),
    "partners": _partners,
    "drawing": lambda folder: _dealt(folder, DRAWING, more=OWN_CARDS),
    "pausing": lambda folder: _dealt(folder, PAUSING),
    "assuming": lambda folder: tiny(folder, ASSUMING, pieces="[[1, red, 1], [2, red, 1], [3, blue, 1]]"),
    "together": lambda folder: _dealt(folder, DEALING, phases=TOGETHER, gifts=GIFTS),
}
OTHERS = {
    "caravans": TESTS / "rulesets" / "caravans",
    "orchards": TESTS / "rulesets" / "orchards",
    "sampler": TESTS / "model" / "ir" / "dumps" / "sampler",
    "lanterns": TESTS / "rulesets" / "lanterns",
    "whispers": TESTS / "rulesets" / "whispers",
    "misers": TESTS / "rulesets" / "misers",
    "bulbs": TESTS / "rulesets" / "bulbs",
}

# -- the faults

MARKED = "happened[value] = happened[value] | marks\n    elif"
SAME_GAMES = "the same games"
FAULTS: list[tuple[str, str, str, str, str, str, str]] = [
    # module, function, its text, the text with the fault, the promise that it breaks, ruleset, part of the account
    (
        "rules.actions",
        "nothing_can_fail_below",
        "if may_fail[block]:",
        "if 0:",
        "complete",
        "searching",
        "can't be completed",
    ),
    ("looking_ahead", "advance", "steps += block_cost[block]", "steps += MOST_STEPS", "ends", "sampler", "too long"),
    ("engine", "is_put_anyway", "not is_secret_choice[decision]", "1", "scenarios", "bulbs", "does not decide now"),
    ("alike", "is_free", "not happened[card] and may_see(me, card)", "0", SAME_GAMES, "taking", "differs"),
    ("alike", "is_free", " and may_see(me, card)", "", "hides", "brows", "decisions.0.options"),
    ("hidden.places", "lay_attributes_of", "leave_marks(there, card)", "pass", "hides", "hinting", "brow"),
    ("hidden.sight", "may_see", "sight(card) >> seat & 1", "1", "hides", "seeing", "decisions.0.options"),
    ("rules.simultaneous", "hear", "variables[first + player] = NONE", "pass", SAME_GAMES, "asking", "differs"),
    ("rules.simultaneous", "ask_at_once", "if asked >> player & 1:", "if player:", SAME_GAMES, "asking", "differs"),
    (
        "hidden.carried",
        "blank_value",
        "shape = shape_of_attribute[index]",
        "return 1",
        "deals",
        "keeping",
        "on cards is set",
    ),
    ("rules.cards", "move_card", "zone_of[card] = zone", "pass", "conserves", "taking", "but says `pool`"),
    ("rules.cards", "move_card", "= usual_face[zone]", "= NONE", "checked", "sampler", "face_of[4] = -2147483648"),
    (
        "hidden.carried",
        "list_carried",
        "push(i - first)",
        "push(9)",
        "checked deals",
        "keeping",
        "memory as it mustn't",
    ),
    ("rules.chance", "below", "counter += 1", "counter += 2", SAME_GAMES, "keeping", "differs"),
    (
        "heap",
        "moved",
        "moved_heap[made + i] = item",
        "moved_heap[made + i] = 0",
        SAME_GAMES,
        "keeping",
        "differs after 0 decisions",
    ),
    ("hidden.places", "find_movable", "= STAYS", "= MOVES", "hides", "caravans", "hand.0.card is"),
    ("hidden.places", "would_fit", "fits = is_fit(card)", "fits = 1", "hides", "orchards", "where `may_be` says"),
    ("hidden.determinization", "all_may_lie", "return 0", "return 1", "hides", "orchards", "where `may_be` says"),
    ("rules.cards", "holder_of", "player - 1 if player", "0 if player", "conserves", "orchards", "where `may_be` says"),
    (
        "hidden.shuffling",
        "shuffle_ways",
        "sort_work(start)",
        "pass",
        "alike",
        "keeping",
        "depends on what it can't know",
    ),
    (
        "hidden.hidden_values",
        "draw_values",
        "lower_all(first, count)",
        "pass",
        "alike",
        "misers",
        "depends on what it can't",
    ),
    (
        "hidden.shuffling",
        "shuffle_ways",
        "= order[i]\n        push",
        "= order[0]\n        push",
        "hides",
        "keeping",
        "heap",
    ),
    ("engine", "ask", "= row_count\n", "= row_count - (row_count > 2)\n", "complete", "searching", "isn't offered"),
    ("rules.flow", "close_round", "if ends:", "if 1:", "ends", "sampler", "although `until` doesn't hold"),
    (
        "rules.chance",
        "add_block",
        "v4 ^ v8, 40)",
        "v4 ^ v8, 41)",
        "identities",
        "sampler",
        "the keys of seed 0 differ",
    ),
    ("hidden.hidden_values", "draw_values", "hidden_seen_by[i] & seats", "0", "hides", "misers", "gold"),
    ("rules.chance", "write_number", "half > 4", "half > 5", "identities", "sampler", "the keys of seed 10 differ"),
    ("rules.chance", "hash_position", "+ count", "", "identities", "sampler", "the digest of a position differs"),
    ("intrinsics", "mixed_below", "x % bound", "(x + 1) % bound", SAME_GAMES, "sampler", "differs"),
    (
        "rules.zones",
        "undo_to",
        "variables[journal[place + 1]] =",
        "kind =",
        "complete",
        "searching",
        "nothing can be chosen",
    ),
    ("hidden.knowledge", "after_move", "see(now, card)", "pass", "hides", "keeping", "the view of seat 2 shows"),
    (
        "hidden.carried",
        "keep_list",
        "= work[start + i]",
        "= work[start]",
        "hides",
        "keeping",
        "view.players.1.hand.",
    ),
    ("requests", "write_option_label", "tell_option(0, 0)", "pass", SAME_GAMES, "sampler", "differs"),
    ("hidden.laying", "lay_zones", "zone_of[card] = zone", "pass", "hides", "keeping", "view.players.1.hand has"),
    ("rules.actions", "has_room", "< at_most", "<= at_most", SAME_GAMES, "using", "differs"),
    ("heap", "finish_list", "= work_top - start", "= work_top - start - 1", SAME_GAMES, "sampler", "differs"),
    ("rules.flow", "end_life", "forget_in_life(life, player)", "pass", SAME_GAMES, "sampler", "differs"),
    ("looking_ahead", "find_options", "if leads_on:", "if 1:", "complete", "searching", "can't be completed"),
    ("signals", "count_work", "> MOST_STEPS - steps", "> 100 - steps", "ends", "sampler", "goes on too long"),
    (
        "rules.simultaneous",
        "exchange_phase_start",
        "variables[i] = then_variables[i]",
        "pass",
        "at_once",
        "together",
        ".x is 0",
    ),
    ("position_key", "add_words", "memo_add(variables, first, last - first)", "pass", "complete", "seeking", "isn't"),
    (
        "thinking.playouts",
        "drawn_option",
        "bot_drawn[seat] = counter",
        "pass",
        "insides",
        "sampler",
        "played inside differs",
    ),
    ("rules.actions", "definition_of", "own_first[card] + slot", "slot", SAME_GAMES, "using", "differs"),
    (
        "requests",
        "go_on_from",
        "wait_with(phase, PHASE)",
        "wait_with(0, PHASE)",
        "scenarios",
        "lanterns",
        "not over",
    ),
    ("hidden.sampling", "redeal", "lay_cards(seat)", "pass", "insides", "keeping", "in place differs"),
    ("hidden.carried", "mark_cards", MARKED, "steps += 0\n    elif", SAME_GAMES, "taking", "differs"),
    ("hidden.sampling", "rewind_others", "if player != seat:", "if 1:", "hides", "together", "decisions.0"),
    ("hidden.sampling", "make_attempt", "redeal(seat,", "redeal(1 - seat,", "insides", "keeping", "in place differs"),
    ("rules.zones", "place_card", "take_out(card)", "pass", "conserves", "taking", "lies in `pool` and in no zone"),
    ("hidden.knowledge", "show_card", "see(seats, card)", "pass", "hides", "whispers", "the view of seat 1 shows"),
    ("hidden.knowledge", "lose_shown", " & left_sight", "", "scenarios", "whispers", "lines of the log"),
    ("thinking.judging", "find_standing", "= value", "= 0", "standings", "lanterns", "stand best"),
    ("thinking.judging", "stand_together", "> 0", "< 0", "standings", "partners", "stand best"),
    ("thinking.judging", "judge_end", "FOR_WIN // sides", "0", "thoughts", "partners", "think"),
    (
        "rules.flow",
        "whole_sides",
        "push(player)",
        "push(heap[players + 1])",
        "ends for three",
        "partners",
        "the winners are",
    ),
    ("rules.flow", "find_sides", "side_of[player] = first", "pass", SAME_GAMES, "partners", "differs"),
    ("rules.flow", "has_one_of", "return 0", "return side", "ends for three", "partners", "have place"),
    (
        "thinking.judging",
        "sum_in_zone",
        "found += feature_numbers",
        "found -= feature_numbers",
        "thoughts",
        "lanterns",
        "think",
    ),
    ("thinking.liking", "within_bounds", "return liked", "return 0", "likings", "lanterns", "like"),
    ("thinking.greedy_search", "which_is_more", "one > other", "other > one", "likings", "lanterns", "like"),
    ("thinking.policy", "bears", "printed[i] == word", "printed[i] != word", "practices", "lanterns", "worth"),
    ("thinking.policy", "note_extremes", "value > highest", "value < highest", "practices", "lanterns", "worth"),
    ("thinking.practice", "move_worth", "met + 1", "met", "practices", "lanterns", "worth"),
    ("thinking.judging", "rank", "1 + is_ahead", "1 - is_ahead", "thoughts", "lanterns", "think"),
    ("thinking.judging", "thin_out", "2 * place * FEATURES", "place * FEATURES", "thoughts", "lanterns", "think"),
    (
        "thinking.tree_search",
        "option_key",
        "key_with(key_with(player, decision), branch)",
        "7",
        "thoughts",
        "lanterns",
        "think",
    ),
    ("thinking.liking", "think_below", "think_drawn[0] = counter", "pass", "thoughts", "lanterns", "think"),
    ("thinking.tree_search", "urgency", "available * 4_096", "4_096", "thoughts", "lanterns", "think"),
    ("thinking.tree_search", "go_down", "reward[tried_player[i]]", "reward[0]", "thoughts", "lanterns", "think"),
    (
        "thinking.greedy_search",
        "drop_worse",
        "<= mean_reward(worst)",
        ">= mean_reward(worst)",
        "thoughts",
        "lanterns",
        "think",
    ),
    ("rules.texts", "named_for", "if SHOWS and choosing >= 0:", "if 0:", "scenarios", "whispers", "lines of the log"),
    (
        "thinking.playouts",
        "count_result",
        "times_won[player] = times_won[player] + 1",
        "times_won[player] = 1",
        "insides",
        "sampler",
        "rolled out differs",
    ),
    ("hidden.knowledge", "know", "history_of[place] = 0", "pass", "hides", "keeping", "view.players.1.hand.0.card is"),
    (
        *("hidden.knowledge", "write_knowledge", "history_of[place] | assumed_by[card] >> seat & 1"),
        *("history_of[place]", "hides", "assuming", "the view of seat 1 shows red"),
    ),
    ("hidden.sight", "open_to", "return seen_by[zone]", "return 255", SAME_GAMES, "keeping", "differs"),
    ("signals", "fail", "status = FAILED", "status = FINE", "complete", "searching", "can't be completed"),
    ("rules.texts", "see_again", "text[place + 3] = sight", "sight", SAME_GAMES, "keeping", "differs"),
    ("rules.texts", "see_again", " or kind == STORY", "", "scenarios", "whispers", "lines of the log"),
    ("rules.texts", "tell_story", "text_top = start - 2", "pass", "scenarios", "whispers", "lines of the log"),
    ("rules.triggers", "announce", "if concerned:", "if not concerned:", SAME_GAMES, "sampler", "differs"),
    ("heap", "next_word", "reading += 1", "reading += 2", "checked deals", "keeping", "mark is there only once"),
    ("hidden.laying", "lay_faces", "= old_movers[there]", "= mover_of[there]", "hides", "drawing", "own is"),
    ("rules.texts", "pause", "if pause_count == pause_wanted:", "if pause_count:", SAME_GAMES, "pausing", "differs"),
    (
        "rules.payments",
        "next_units",
        " and price + lots[lot + PRICE] <= budget",
        "",
        "conserves",
        "paying",
        "out of bounds",
    ),
    ("rules.payments", "place_unit", "lots[other + STANDS_FOR] & ~reached", "0", SAME_GAMES, "paying", "differs"),
    ("rules.zones", "put_before", "last_in_zone[zone] = card", "pass", "conserves", "taking", "nothing can be chosen"),
]


@pytest.fixture(scope="module")
def rulesets(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], artrules.Ruleset]:
    """The rulesets by name, read once."""

    @cache
    def read(name: str) -> artrules.Ruleset:
        return TINY[name](tmp_path_factory.mktemp(name)) if name in TINY else artrules.load(OTHERS[name])

    return read


@pytest.mark.parametrize(("promise", "name"), sorted({fault[4:6] for fault in FAULTS}))
def test_a_sound_machine_keeps_the_promise(
    promise: str, name: str, rulesets: Callable[[str], artrules.Ruleset]
) -> None:
    ruleset = rulesets(name)
    assert PROMISES[promise](ruleset.checked() if promise in ON_CHECKED else ruleset) == ""


@pytest.mark.parametrize(
    ("module", "function", "sound", "faulty", "promise", "name", "account"),
    FAULTS,
    ids=[f"{module}-{function}-{promise}" for module, function, _, _, promise, *_ in FAULTS],
)
def test_a_fault_is_found(
    module: str,
    function: str,
    sound: str,
    faulty: str,
    promise: str,
    name: str,
    account: str,
    rulesets: Callable[[str], artrules.Ruleset],
) -> None:
    regions = CHECKED if promise in ON_CHECKED else FAST
    ruleset = planted(rulesets(name), changed(module, function, sound, faulty), regions)
    found = PROMISES[promise](ruleset)
    assert found and account in found


def test_every_module_has_a_fault() -> None:
    """Of `program` and `language` nothing runs: they are declarations. What `reasons` does runs in modules alone, where
    it is compared with why-not (`tests/play/standalone/test_reasons.py`)."""
    prefix = f"{artrules.engine.machine.__name__}."
    found = walk_packages(artrules.engine.machine.__path__, prefix)
    names = {module.name.removeprefix(prefix) for module in found} - {"program", "language", "reasons"}
    assert {name for name in names if _functions(name)} == {fault[0] for fault in FAULTS}


def _functions(module: str) -> list[str]:
    found = vars(import_module(f"artrules.engine.machine.{module}")).items()
    return [n for n, f in found if inspect.isfunction(f) and f.__module__ == f"artrules.engine.machine.{module}"]
