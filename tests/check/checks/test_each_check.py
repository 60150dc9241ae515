"""More cases of each check than the examples that stand beside it: its finer points, and what it leaves alone."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from textwrap import indent

import pytest

from check.checks.trying import AT_ONCE, Edits, Example, diagnostics, lay, marked, places, written


@dataclass(frozen=True)
class Case:
    """A piece laid into Lanterns, with edits of the main file; `slug` is expected at the marked lines only."""

    slug: str
    name: str
    example: Example
    main: Edits = ()


def sections(slug: str, name: str, text: str = "", main: Edits = ()) -> Case:
    """A case of sections of the ruleset's file."""
    return Case(slug, name, Example("sections", text), main)


def procedure(slug: str, name: str, code: str) -> Case:
    """A case of the code of a procedure."""
    return Case(slug, name, Example("procedure", code))


def tells(name: str, code: str, beside: str = "", functions: str = "") -> Case:
    """A case of code that may tell everybody what not everybody sees, with other procedures and functions."""
    parts = [f"functions:\n  {functions}"] if functions else []
    parts += ["procedures:", "  try_it: |", indent(code, "    "), *([indent(beside, "  ")] if beside else [])]
    return Case("depends-on-hidden", name, Example("sections", "\n".join(parts) + "\n"))


def brow(name: str, code: str) -> Case:
    """A case of what may be asked of cards that all see but their owner."""
    zones = "zones:\n  brow: {per: player, holds: lantern, order: row, seen_by: others}\n"
    return Case("hidden-read", name, Example("sections", f"{zones}procedures:\n  try_it: |\n{indent(code, '    ')}\n"))


def story(name: str, told: str, function: str = "") -> Case:
    """A case of what a sentence of the story tells."""
    functions = f"functions:\n  {function}\n" if function else ""
    sign = "" if name.endswith("_not") else "  #!"
    text = f'{functions}layout:\n  story:\n    leave: "{{me}} left, {told}"{sign}\n'
    return Case("story-reveals", name, Example("sections", text))


def marked_star(name: str, code: str, may_be: str = "") -> Case:
    """A case of what marks tell of stars that the others see."""
    condition = f", may_be: {may_be}" if may_be else ""
    sign = "" if name.endswith("_not") else "  #!"
    text = f"""
cards:
  star:
    label: "star {{self.size}}"
    attributes:
      size: {{type: 1..9}}
      told: {{type: 1..9 or none, starts: none, seen_by: everyone, back_when_leaving: shelf}}
      noted: {{type: 1..9 or none, starts: none, back_when_leaving: shelf}}
zones:
  sky: {{holds: star, order: pile, seen_by: nobody}}
  ground: {{holds: star, order: row, seen_by: everyone}}
  shelf: {{per: player, holds: star, order: row, seen_by: others{condition}}}{sign}
pieces:
  all_stars: {{kind: star, start: sky, for: n in 1..9, has: {{size: n}}}}
functions:
  suits(star c): c.told is none or c.told > c.size
procedures:
  note(star c, 1..9 n): |
    if c.size = n:
        c.told becomes n
  tell(player p, 1..9 n): |
{indent(code, "    ")}
"""
    return Case("undealt-mark", name, Example("sections", text))


def marks(slug: str, name: str, code: str) -> Case:
    """A case of what may be asked of marks, which all see, and told by them."""
    zones = "zones:\n  brow: {per: player, holds: lantern, order: row, seen_by: others}\n"
    tell = "  tell(lantern c): |\n    if c.shade is red:\n        c.hint becomes min(c.printed, 2)\n"
    code = f"{zones}procedures:\n{tell}  try_it: |\n{indent(code, '    ')}\n"
    return Case(
        slug,
        name,
        Example("sections", code),
        (("dim: ", "hint: {type: 0..9, starts: 0, seen_by: everyone}\n      dim: "),),
    )


def at_once(slug: str, name: str, code: str, beside: str = "") -> Case:
    """A case of code of a phase that all play at once, and sections that it needs."""
    return Case(slug, name, Example("all-at-once", code, (Example("sections", beside),)))


def power(slug: str, name: str, text: str, main: Edits = ()) -> Case:
    """A case of the entry of one power."""
    return Case(slug, name, Example("power", text), main)


def setup(slug: str, name: str, code: str, beside: str = "") -> Case:
    """A case of a step of the setup, and sections that it needs."""
    return Case(slug, name, Example("setup-step", code, (Example("sections", beside),)))


def in_set(slug: str, name: str, text: str) -> Case:
    """A case of sections of a set."""
    return Case(slug, name, Example("set", f"set: sea\nof: lanterns\n{text}"))


def text(name: str, says: str, code: str, more: str = "", excuse: str = "", slip: bool = True) -> Case:
    """A case of a key 7 whose text and code may differ; `slip` tells whether the text's line is at fault."""
    mark = "  #!" if slip else ""
    lines = [
        "set: sea\nof: lanterns\nguild:\n  7:\n    name: The Gull",
        f"    text: {says}{mark}\n{excuse}    powers:",
        f"      - {{when: buying, do: try_it()}}\nprocedures:\n  try_it: |\n{indent(code, '    ')}\n{more}",
    ]
    main = (("guild: {keyed_by: 1..3,", "guild: {keyed_by: 1..7,"),)
    return Case("text-number", name, Example("set", "\n".join(lines)), main)


WATCHES = "procedures:\n  try_it: |\n    watch gone as e until turn ends:\n        skip\n"
ASKED = (
    ("  shown(player p):", "  still(lantern c): any(w in c.powers where w.when is as_played)\n  shown(player p):"),
)


CASES = [
    # ------------------------------------------------------------ text-number
    text("capital", "Two cards are drawn.", "draw(3)"),
    text("digits", "Earn $2 for 5s and 3 others.", "my coins += 2\nmy coins += 5"),
    text("how_often", "Draw twice.", "repeat 3 times:\n    draw(1)"),
    text("range", "Take one of 2-6.", "choose n in 3..6\nmy coins += n"),
    text("bounds_of_a_type_are_not_code", "Earn 9 coins.", "my coins += 8"),
    text("watch", "Draw for each 3 lit.", "watch every 2 lit as e until turn ends:\n    draw(1)"),
    text(
        "excuse_that_is_not_needed",
        "Draw two cards.",
        "draw(2)",
        excuse="    not_in_code:\n      2: not needed  #!\n",
        slip=False,
    ),
    text(
        "excuse_of_nothing",
        "Draw two cards.",
        "draw(2)",
        excuse="    not_in_code:\n      4: not said  #!\n",
        slip=False,
    ),
    text("same_not", "Draw two cards, earn $3 or 12 coins, twice.", "draw(2)\nmy coins += 3 + 12", slip=False),
    text("key_not", "Each other 7 is blue.", "draw(1)", slip=False),
    text("no_numbers_not", "One draws a card, the second one, the 3rd once or 1.5 of a2.", "draw(8)", slip=False),
    text("inside_a_range_not", "Count as a 3, 4 or 5.", "choose n in 3..5\nmy coins += n", slip=False),
    text("called_not", "Four coins.", "let n = much()", more="functions:\n  much: 2 + 4\n", slip=False),
    text("table_not", "Six, eight, two more.", "let n = prizes_for(size(my hand))", slip=False),
    text("every_not", "For each 2 lit.", "watch every 2 lit as e until turn ends:\n    draw(1)", slip=False),
    text("enum_not", "Two colours.", "for k in colour:\n    k.price becomes 4", slip=False),
    text("starts_not", "Three coins.", "my coins += red.price", slip=False),
    # ------------------------------------------------------------ circle
    sections("circle", "itself", "procedures:\n  ring: |\n    ring()  #!\n"),
    sections("circle", "through_others", "procedures:\n  ring: round()\n  round: |\n    skip\n    ring()  #!\n"),
    sections(
        "circle",
        "menu",
        "procedures:\n  ring: |\n    choose from market  #!\n",
        main=(("do: buy(n)\n", "do: ring()\n"),),
    ),
    sections("circle", "score", main=(("is: my coins}", "is: score(me)} #!"),)),
    sections(
        "circle",
        "limit",
        "limits:\n  odd: {counts_for: card, lasts: turn, at_most: 'count(c in box, w in c.powers where usable(w))'} #!",
    ),
    power("circle", "power_not", "- {when: buying, do: buy(1)}"),
    sections("circle", "watch_not", "procedures:\n  ring: |\n    watch lit as e until turn ends:\n        ring()\n"),
    sections("circle", "twice_not", "procedures:\n  ring: skip\n  round: |\n    ring()\n    ring()\n"),
    # ------------------------------------------------------------ loops
    procedure("unbounded-loop", "ever", "repeat:  #!\n    my coins += 1\n    stop"),
    procedure(
        "unbounded-loop", "use", "for c in my row, w in c.powers:\n    repeat while usable(w):  #!\n        use w"
    ),
    procedure(
        "endless-loop",
        "way_round",
        'repeat:  #!\n    if my coins > 5:\n        choose one:\n            "end": end game',
    ),
    procedure("endless-loop", "inner_stop", 'repeat:  #!\n    for c in my hand:\n        stop\n    may "x": skip'),
    # ------------------------------------------------------------ no player
    setup("no-player", "procedure", "draw(1)  #!"),
    setup("no-player", "decision", "choose from market  #!"),
    setup("no-player", "through", "outer()  #!", "procedures:\n  outer: inner()\n  inner: draw(1)\n"),
    sections(
        "no-player",
        "function",
        "functions:\n  mine: size(my row)\n",
        main=(("  until: ending\n", "  until: mine() > 5  #!\n"),),
    ),
    setup("no-player", "as_not", "for p in players:\n    as p: draw(1)"),
    setup(
        "no-player", "move_not", "put()", 'procedures:\n  put: |\n    move top 1 of stall[1] to box\n    say "put"\n'
    ),
    setup(
        "no-player",
        "chain_not",
        "put()",
        "functions:\n  rich(player p): p.coins > 5\n  poor(player p): not rich(p)\n"
        "procedures:\n  put: |\n    for p in players where poor(p):\n        p.coins += 1\n",
    ),
    # ------------------------------------------------------------ zones
    procedure("not-a-pile", "bottom_of_row", "move bottom 1 of my row to my hand  #!"),
    procedure("not-a-pile", "shuffle", "shuffle my hand  #!"),
    procedure("not-a-pile", "to_top", "move my hand to top of my row  #!"),
    sections("not-a-pile", "shows", "zones:\n  shelf: {holds: lantern, seen_by: everyone, shows: top} #!\n"),
    procedure("no-positions", "position", "let n = max(position(c) for c in my hand else 0)  #!\nmy coins += n"),
    procedure("loose-order", "first_where", "if first(d in my hand where d.printed > 2) is none:  #!\n    end game"),
    procedure("loose-order", "index", "let c = my hand[1]  #!\nmove c to my row"),
    procedure("loose-order", "of_those", "let c = those(d in my hand where d.face is up)[1]  #!\nmove c to my row"),
    procedure("loose-order", "joined", "let c = last(d in my row + my hand)  #!\nif c is none:\n    end game"),
    procedure("loose-order", "let", "let h = those(d in my hand)\nlet c = h[1]  #!\nmove c to my row"),
    procedure("no-positions", "before", "for c in my hand:\n    my coins += size(before(c))  #!"),
    procedure(
        "no-positions",
        "of_one",
        "let c = first(d in my hand where d.printed = 1)\nif c is not none:\n    my coins += position(c)  #!",
    ),
    procedure("loose-order", "sorted_not", "let n = sorted(d.printed for d in my hand)[1]\nmy coins += n"),
    procedure("loose-order", "best_not", "let c = best(d in my hand, most d.printed)[1]\nmove c to my row"),
    procedure(
        "loose-order", "first_row_not", "let c = first(d in my row)\nlet p = (my row + shown(me))[1]\nmove p to my hand"
    ),
    procedure("loose-order", "part", "let cs = those(c in my hand)\nmove cs[1..2] to my row  #!"),
    procedure("no-positions", "part", "move my hand[1..2] to my row  #!"),
    procedure("no-positions", "list_not", "let n = max(position(c) for c in my row else 0)\nmy coins += n"),
    # ------------------------------------------------------------ failing after a commit
    procedure("failure-after-commit", "require", "shuffle my deck\nrequire my coins > 3  #!"),
    procedure("failure-after-commit", "show", "show my hand to left(me)\nrequire my coins > 3  #!"),
    procedure("failure-after-commit", "under_if", "shuffle my deck\nif ending:\n    require my coins > 3  #!"),
    procedure("failure-after-commit", "choose", "shuffle my deck\nchoose c in my hand  #!\nmove c to my row"),
    procedure("failure-after-commit", "top", "random p in players\nmove top of stall[1] to p.discard  #!"),
    procedure("failure-after-commit", "reveal", "move top 1 of my deck to my hand\nrequire size(my hand) > 3  #!"),
    procedure("failure-after-commit", "let", "let c = top of stall[1]\nmove c to my row\nrequire my coins > 3  #!"),
    procedure(
        "failure-after-commit", "for", "for c in top 2 of my deck:\n    move c to my row\n    require ending  #!"
    ),
    procedure("failure-after-commit", "divide", "shuffle my deck\nmy coins becomes 40 / left  #!"),
    procedure("failure-after-commit", "max", "shuffle my deck\nmy coins += max(c.printed for c in my row)  #!"),
    procedure("failure-after-commit", "part", "move my deck[2..3] to my hand\nrequire size(my hand) > 3  #!"),
    procedure("failure-after-commit", "part_of_list", "move (top 3 of my deck)[2..3] to my row\nrequire ending  #!"),
    procedure(
        "failure-after-commit",
        "part_not",
        "shuffle my deck\nmy coins += sum(c.printed for c in shown(me)[2..my coins] + my row[1..2])",
    ),
    procedure("failure-after-commit", "use", "shuffle my deck\nfor c in my row, w in c.powers:\n    use w  #!"),
    sections(
        "failure-after-commit",
        "callee_commits",
        "procedures:\n  mix: shuffle my deck\n  try_it: |\n    mix()\n    require my coins > 3  #!\n",
    ),
    sections(
        "failure-after-commit",
        "callee_fails",
        "procedures:\n  demand: require my coins > 3\n  try_it: |\n    shuffle my deck\n    demand()  #!\n",
    ),
    sections(
        "failure-after-commit",
        "function_fails",
        "functions:\n  shown_on: (top of stall[1]).printed\n"
        "procedures:\n  try_it: |\n    shuffle my deck\n    my coins += shown_on()  #!\n",
    ),
    power(
        "failure-after-commit", "power", "- when: buying\n  do: |\n    shuffle my deck\n    require my coins > 3  #!"
    ),
    procedure("failure-after-commit", "option", 'may "x":\n    shuffle my deck\n    require my coins > 3  #!'),
    procedure("failure-after-commit", "chosen", 'may "x":\n    shuffle my deck\nrequire my coins > 3  #!'),
    power(
        "failure-after-commit",
        "power_on_the_way",
        "- {when: as_played, do: draw(1)}",
        main=(('else "it must match the lantern before it"', "#!"),),
    ),
    procedure("failure-after-commit", "chosen_not", 'may "x":\n    my coins += 1\nrequire my coins > 3'),
    sections(
        "circle",
        "with_choice",
        "procedures:\n  ring: |\n    ring()  #!\n    choose from market\n  try_it: |\n    repeat:\n        ring()\n",
    ),
    procedure(
        "failure-after-commit", "filled_not", "shuffle my deck\nmove top 1 of my deck to my hand\nchoose c in my hand"
    ),
    procedure("failure-after-commit", "maybe_not", "if ending:\n    shuffle my deck\nrequire my coins > 3"),
    procedure(
        "failure-after-commit",
        "left_not",
        "for n in 1..3:\n    shuffle stall[n]\n    if size(my deck) = 0:\n        stop\n"
        "    move top of my deck to my row",
    ),
    procedure("failure-after-commit", "seen_not", "for c in my hand:\n    move c to my row\nrequire my coins > 3"),
    procedure("failure-after-commit", "always_not", "shuffle my deck\nchoose n in 1..3\nmy coins += n"),
    procedure("failure-after-commit", "divide_not", "shuffle my deck\nmy coins becomes 40 / round_number"),
    setup("failure-after-commit", "setup_not", "shuffle stall[1]\nmove top of stall[1] to box"),
    # ------------------------------------------------------------ failing watches
    procedure("failing-watch", "require", "watch lit as e until turn ends:\n    require my coins > 3  #!"),
    procedure("failing-watch", "choose", "watch lit as e until turn ends:\n    choose c in my hand  #!"),
    procedure(
        "failing-watch",
        "all_options",
        'watch lit as e until turn ends:\n    choose one:\n        "x":\n            require ending  #!',
    ),
    procedure("failing-watch", "after", 'watch lit as e until turn ends:\n    may "x": skip\n    require ending  #!'),
    sections(
        "failing-watch",
        "callee",
        "procedures:\n  demand: require ending\n  try_it: |\n    watch lit as e until turn ends:\n        demand()  #!",
    ),
    procedure(
        "failing-watch", "may_choose_not", "watch lit as e until turn ends:\n    may choose c in my hand:\n        skip"
    ),
    procedure(
        "failing-watch", "tested_not", "watch lit as e until turn ends:\n    if left > 3:\n        choose c in my hand"
    ),
    # ------------------------------------------------------------ all at once
    at_once("not-theirs", "member", "for k in colour:\n    k.price becomes 2  #!"),
    at_once("not-theirs", "other", "for p in others(me):\n    p.coins += 1  #!"),
    at_once("not-theirs", "everyone", "for p in players:\n    p.coins += 1  #!"),
    at_once("not-theirs", "as_other", "as left(me):\n    my coins += 1  #!"),
    at_once("not-theirs", "from_shared", "move top 1 of stall[1] to my hand  #!"),
    at_once("not-theirs", "to_shared", "move my hand to box  #!"),
    at_once("not-theirs", "to_other", "choose c in my hand\nmove c to (left(me)).hand  #!"),
    at_once("not-theirs", "shuffle", "shuffle stall[1]  #!"),
    at_once("not-theirs", "show", "show (left(me)).row to everyone  #!"),
    at_once("not-theirs", "card", "for c in (left(me)).row:\n    c.dim becomes yes  #!"),
    at_once("not-theirs", "gains", "for c in box, w in c.powers:\n    c gains w  #!"),
    at_once("not-theirs", "kept", "for c in my hand:\n    announce sold(card: c, by: me, again: no)  #!"),
    at_once("not-theirs", "end_game", "end game  #!"),
    at_once("asked-twice", "as_other", 'as left(me):\n    may "nod":  #!\n        skip'),
    at_once(
        "asked-twice",
        "window",
        'ask from me until all pass, at most 9:\n    may "nod":  #!\n        skip\n    else:\n        pass',
    ),
    at_once("asked-twice", "as_me_not", 'as me:\n    may "nod":\n        skip'),
    sections(
        "not-theirs",
        "through_parameter",
        "functions:\n  next(player p): left(p)\n"
        "procedures:\n  give(player p): p.coins += 1  #!\n  try_it: give(next(me))\n",
        main=AT_ONCE,
    ),
    at_once(
        "not-theirs",
        "watch",
        "for c in my hand:\n    announce lit(card: c, by: me)\nwatch lit as e until round ends:\n    left -= 1  #!",
    ),
    power("not-theirs", "power", "- {when: as_played, do: left -= 1}  #!"),
    power("not-theirs", "other_power_not", "- {when: buying, do: left -= 1}"),
    at_once(
        "not-theirs",
        "mine_not",
        "my coins += 1\nshuffle my deck\nmove top 1 of my deck to my hand\n"
        "for c in my hand:\n    c.dim becomes yes\n    move c to my row\n    announce lit(card: c, by: me)",
    ),
    at_once("not-theirs", "as_me_not", "as me:\n    my coins += 1\nfor p in players where p is me:\n    p.coins += 1"),
    at_once("not-theirs", "silent_watch_not", "watch sold as e until round ends:\n    left -= 1"),
    sections(
        "not-theirs",
        "parameter_not",
        "functions:\n  self_of(player p): p\n"
        "procedures:\n  give(player p): p.coins += 1\n  try_it: give(self_of(me))\n",
        main=AT_ONCE,
    ),
    at_once("reads-others", "zone", "my coins += size((left(me)).row)  #!\nmove my hand to my row"),
    at_once("reads-others", "variable", "my coins += 1\nif any(p in others(me) where p.coins > 3):  #!\n    skip"),
    sections(
        "reads-others",
        "score",
        "procedures:\n  try_it: |\n    if score(left(me)) > 5:\n        my coins += 1\n",
        main=(*AT_ONCE, ("is: my coins}", "is: my coins} #!")),
    ),
    at_once(
        "reads-others",
        "attribute",
        "for c in my row:\n    c.dim becomes yes\nmy coins += count(c in (left(me)).row where c.dim)  #!",
    ),
    at_once("reads-others", "own_not", "my coins += size(shown(me)) + my coins\nmove my hand to my row"),
    # ------------------------------------------------------------ numbers
    # ------------------------------------------------------------ never used
    sections("never-used", "zone", "zones:\n  lost: {holds: lantern, seen_by: everyone} #!\n"),
    sections("never-used", "menu", "menus:\n  lost:  #!\n    entries:\n      one: {label: one, do: skip}\n"),
    in_set("never-used", "of_set", "procedures:\n  lost: skip  #!\nevents:\n  gone: {has: {n: 1..3}} #!\n"),
    in_set("never-used", "by_itself", "tables:\n  lost: 1 -> 2  #!\n"),
    sections(
        "never-used",
        "used_not",
        "variables:\n  found: {type: 0..9}\nzones:\n  shelf: {holds: lantern, seen_by: everyone}\n"
        "procedures:\n  try_it: |\n    if size(shelf) > 3:\n        found becomes 1\n",
    ),
    sections("never-announced", "watch_not", WATCHES.replace("gone", "lit")),
    # ------------------------------------------------------------ never true
    procedure("never-true", "guard", 'choose one:\n    "x" if no: skip  #!\n    "y": skip'),
    procedure("never-true", "bounds", "if my coins > 99:  #!\n    skip"),
    procedure("never-true", "binder", "for n in 1..3 where n > 3:  #!\n    my coins += n"),
    procedure("never-true", "and", "if ending and round_number < 1:  #!\n    skip"),
    procedure("never-true", "equal", "for c in my row where c.printed = 10:  #!\n    skip"),
    power("never-true", "power", "- {when: buying, if: my coins < 0, do: draw(1)}  #!"),
    procedure("never-true", "yes_not", 'choose one:\n    "x" if yes: skip\n    "y" if not no: skip'),
    # ------------------------------------------------------------ hidden reads
    procedure("hidden-read", "guard", 'choose one:\n    "x" if (top of my deck).shade is red: skip  #!\n    "y": skip'),
    procedure("hidden-read", "require", "require no(c in my deck where c.shade is red)  #!"),
    sections(
        "hidden-read",
        "function",
        "functions:\n  rich(player p): any(c in p.deck where c.shade is red)\nprocedures:\n  try_it: |\n"
        '    may "x" if rich(me):  #!\n        skip\n',
    ),
    procedure("hidden-read", "size_not", 'may "x" if size(my deck) > 2:\n    skip'),
    procedure("hidden-read", "size_of_list_not", 'let drawn = top 2 of my deck\nmay "x" if size(drawn) > 1:\n    skip'),
    procedure(
        "hidden-read", "let", "let drawn = top 2 of my deck\nmay choose c in drawn where c.shade is red:  #!\n    skip"
    ),
    procedure(
        "hidden-read",
        "number",
        "let reds = count(c in my deck where c.shade is red)\nchoose n in 0..9 where n <= reds  #!\nmy coins becomes n",
    ),
    sections(
        "hidden-read",
        "parameter",
        "procedures:\n  try_it: |\n    pick(top 3 of my deck)  #!\n  pick(list of lantern from_these): |\n"
        "    may choose c in from_these where c.shade is red:\n        skip\n",
    ),
    procedure(
        "hidden-read",
        "blind_not",
        "let drawn = top 2 of my deck\nmay choose c in drawn:\n    move c to my hand",
    ),
    procedure(
        "hidden-read",
        "shown_not",
        "let drawn = top 2 of my deck\nshow drawn to me\nmay choose c in drawn where c.shade is red:\n    skip",
    ),
    procedure(
        "hidden-read",
        "one_by_one_not",
        "for c in top 2 of my deck: show c to me\nmay choose c in top 2 of my deck where c.shade is red: skip",
    ),
    procedure(
        "hidden-read",
        "moved_not",
        "let c = top of my deck\nmove c to my hand\nmay choose n in 1..9 where n <= c.printed:\n    skip",
    ),
    procedure(
        "hidden-read",
        "shown_to_another",
        "show top 2 of my deck to left(me)\nmay choose c in top 2 of my deck where c.shade is red:  #!\n    skip",
    ),
    procedure(
        "hidden-read",
        "shuffled_since",
        "show top 1 of my deck to me\nshuffle my deck\n"
        "may choose c in top 1 of my deck where c.shade is red:  #!\n    skip",
    ),
    brow("own_guard", 'may "x" if any(c in my brow where c.shade is red):  #!\n    skip'),
    brow("own_condition", 'choose "{position(c)}" for c in my brow where c.printed = 1  #!\nmove c to my row'),
    brow("own_among_all", 'may "x" if any(p in players, c in p.brow where c.printed = 1):  #!\n    skip'),
    brow("drawn", 'let c = top of my deck\nmove c to my brow\nmay "x" if c.printed = 1:  #!\n    skip'),
    brow("own_by_place_not", 'choose "{position(c)}" for c in my brow\nmove c to my row'),
    brow("of_a_neighbour_not", 'may "x" if any(c in left(me).brow where c.shade is red):\n    skip'),
    brow("of_others_not", "may choose p in others(me) where any(c in p.brow where c.printed = 1):\n    skip"),
    brow("own_size_not", 'may "x" if size(my brow) > 2:\n    skip'),
    # ------------------------------------------------------------ marks
    marks("hidden-read", "blind_in_a_deck", "may choose c in my deck where c.hint = 2:  #!\n    skip"),
    marks("hidden-read", "own_by_mark_not", "may choose c in my brow where c.hint > 2:\n    skip"),
    marks("hidden-read", "own_without", "may choose c in my brow where c.hint > c.printed:  #!\n    skip"),
    marks("secret-offer", "of_a_neighbour_not", 'may "x" if any(c in left(me).hand where c.hint = 2):\n    skip'),
    marks("depends-on-hidden", "told_of_its_card_not", "for c in left(me).hand where c.shade is red:\n    c.hint += 1"),
    marks("depends-on-hidden", "counted_not", 'say "{count(c in left(me).hand where c.hint = 2)}"'),
    marks(
        "depends-on-hidden",
        "told_of_another",
        "for c in my row:\n    c.hint becomes size(those(d in my hand where d.shade is red))  #!",
    ),
    marks("depends-on-hidden", "told_by_a_procedure_not", "for c in my hand: tell(c)"),
    # ------------------------------------------------------------ guarded by `sees`
    procedure("hidden-read", "seen_not", "may choose c in my deck where sees(me, c) and c.shade is red: skip"),
    procedure("hidden-read", "seen_blind_not", "may choose c in my deck where sees(me, c): skip"),
    procedure(
        "hidden-read",
        "seen_by_another",
        "may choose c in my deck where sees(left(me), c) and c.shade is red:  #!\n    skip",
    ),
    procedure(
        "hidden-read", "asked_too_soon", "may choose c in my deck where c.shade is red and sees(me, c):  #!\n    skip"
    ),
    procedure("hidden-read", "either", "may choose c in my deck where sees(me, c) or c.shade is red:  #!\n    skip"),
    procedure("hidden-read", "not_seen", "may choose c in my deck where not sees(me, c):  #!\n    skip"),
    procedure(
        "hidden-read",
        "in_an_if_not",
        'for c in top 1 of my deck:\n    if sees(me, c):\n        may "{c.shade}" if c.printed = 1: skip',
    ),
    procedure(
        "hidden-read",
        "after_an_if",
        'for c in top 1 of my deck:\n    if sees(me, c): skip\n    may "x" if c.printed = 1: skip  #!',
    ),
    procedure(
        "hidden-read", "in_a_guard_not", 'let c = top of my deck\nmay "x" if sees(me, c) and c.printed = 1: skip'
    ),
    procedure(
        "hidden-read",
        "required_not",
        'may "x":\n    let c = top of my deck\n    require sees(me, c)\n    require c.printed = 1',
    ),
    procedure("hidden-read", "in_any_not", 'may "x" if any(c in my deck where sees(me, c) and c.printed = 1): skip'),
    procedure(
        "secret-offer", "seen_not", 'may "x" if any(c in left(me).hand where sees(me, c) and c.printed = 1): skip'
    ),
    brow("own_when_seen_not", 'may "x" if any(c in my brow where sees(me, c) and c.printed = 1): skip'),
    sections(
        "hidden-read",
        "seen_in_a_procedure_not",
        "procedures:\n  try_it: |\n    for c in top 1 of my deck:\n        take(c)\n  take(lantern c): |\n"
        '    may "x" if sees(me, c) and c.printed = 1:\n        skip\n',
    ),
    # ------------------------------------------------------------ depends on hidden
    tells("say", 'say "{left(me)} has {count(c in left(me).hand where c.shade is red)}"  #!'),
    tells("say_own", 'say "{me} has {count(c in my hand where c.shade is red)}"  #!'),
    tells("say_names_not", 'for c in my hand:\n    say "{c}"'),
    tells("say_size_not", 'say "{size(left(me).hand)}"'),
    tells("say_hidden_value", 'say "{my secret}"  #!'),
    tells("by_hidden_value", 'if left(me).secret > 3:\n    say "more than three"  #!'),
    tells("variable", "my coins becomes sum(c.printed for c in left(me).hand)  #!"),
    tells("variable_in_a_loop", "for c in left(me).hand where c.shade is red:\n    my coins += 1  #!"),
    tells("counted_in_a_loop", "for c in left(me).hand:\n    if c.shade is red:\n        my coins += 1  #!"),
    tells("through_let", "let n = sum(c.printed for c in left(me).hand)\nlet m = n + 1\nleft becomes min(m, 40)  #!"),
    tells("through_either", "my coins becomes 1 if any(c in left(me).hand where c.printed = 3) else 2  #!"),
    tells(
        "through_assigned",
        "let n = 0\nif any(c in left(me).hand where c.printed = 3):\n    n becomes 1\nmy coins += n  #!",
    ),
    tells("top_of_deck", "my coins becomes (top of my deck).printed  #!"),
    tells("hidden_variable_not", "my secret becomes 3"),
    tells(
        "asked_in_a_window",
        "ask p in players where p.hand holds c where c.shade is red from me until all pass, at most 9:\n"
        '    may "nod":  #!\n        skip\n    else:\n        pass',
    ),
    tells(
        "acts_in_a_window_not",
        "ask from me until all pass, at most 9:\n"
        '    may "show {c}" for c in my hand:\n        show c to everyone\n    else:\n        pass',
    ),
    tells("attribute", "let d = top of my deck\nfor c in my row:\n    c.dim becomes d.shade is red  #!"),
    tells("attribute_of_hidden_not", "for c in my hand:\n    c.dim becomes c.shade is red"),
    tells("chance", "random n in 0..count(c in left(me).hand where c.shade is red)  #!\nmy coins becomes n"),
    tells("chance_of_cards_not", "random c in left(me).hand\nmove c to my hand"),
    tells(
        "count",
        "repeat count(c in left(me).hand where c.dim) times:\n    choose n in 1..2  #!\n    my coins becomes n",
    ),
    tells(
        "while",
        "repeat while any(c in left(me).hand where c.shade is red):\n    choose n in 1..2  #!\n    my coins becomes n",
    ),
    tells(
        "others",
        "for p in others(me) where any(c in p.hand where c.shade is red):\n    as p:\n"
        "        draw(1)\n        choose n in 1..2  #!\n        my coins becomes n",
    ),
    tells(
        "another_asked_by_own",
        "as left(me):\n    if any(c in my hand where c.dim):\n        choose n in 1..2  #!\n        my coins becomes n",
    ),
    tells(
        "asked_by_own_not", "if any(c in my hand where c.shade is red):\n    choose n in 1..2\n    my coins becomes n"
    ),
    tells(
        "always_asked_not",
        "as left(me):\n    choose n in 1..2\n    if any(c in my hand where c.shade is red):\n        draw(n)",
    ),
    tells("end", "if any(c in my deck where c.shade is red):\n    end game  #!"),
    tells("one_cause", 'if (top of my deck).shade is red:\n    my coins += 1  #!\n    left -= 1\n    say "red"'),
    tells("moved_before_not", "let c = top of my deck\nmove c to my row\nmy coins becomes c.printed"),
    tells("moved_after_not", "let c = top of my deck\nmy coins becomes c.printed\nmove c to my row"),
    tells("shown_not", "show left(me).hand to everyone\nmy coins becomes sum(c.printed for c in left(me).hand)"),
    tells("shown_to_one", "show left(me).hand to me\nmy coins becomes sum(c.printed for c in left(me).hand)  #!"),
    tells(
        "shown_and_changed", "show my hand to everyone\ndraw(2)\nmy coins becomes sum(c.printed for c in my hand)  #!"
    ),
    tells(
        "others_shown_not_mine", "show left(me).hand to everyone\nmy coins becomes sum(c.printed for c in my hand)  #!"
    ),
    tells("face_up_not", "my coins becomes sum(c.printed for c in shown(left(me)))"),
    tells("first_or_none_not", "let c = first(d in left(me).hand)\nif c is not none:\n    my coins += 1"),
    tells("called", "if (top of my deck).shade is red:\n    earn(1)  #!", beside="earn(0..9 n): my coins += n"),
    tells("argument", "earn((top of my deck).printed)  #!", beside="earn(0..9 n): my coins += n"),
    tells("argument_of_card", "earn(top of my deck)  #!", beside="earn(lantern c): my coins += c.printed"),
    tells(
        "argument_moved_not",
        "earn(top of my deck)",
        beside="earn(lantern c): |\n    my coins += c.printed\n    move c to my row",
    ),
    tells(
        "result",
        "let n = seen()\nmy coins becomes n  #!",
        beside="seen gives 0..9: result becomes (top of my deck).printed",
    ),
    tells(
        "shown_by_called_not",
        "reveal()\nmy coins becomes sum(c.printed for c in my hand)",
        beside="reveal: show my hand to everyone",
    ),
    tells(
        "shown_before_call_not",
        "show my hand to everyone\nadd_up()",
        beside="add_up: my coins becomes sum(c.printed for c in my hand)",
    ),
    tells(
        "asks_by_call",
        "as left(me):\n    nudge()  #!",
        beside="nudge: |\n    if any(c in my hand where c.dim):\n        choose n in 1..2\n        my coins becomes n",
    ),
    tells(
        "function", "my coins becomes rich(left(me))  #!", functions="rich(player p): sum(c.printed for c in p.hand)"
    ),
    sections(
        "depends-on-hidden", "until", main=(("until: ending", "until: any(p in players, c in p.hand where c.dim)  #!"),)
    ),
    sections(
        "depends-on-hidden",
        "first",
        main=(
            (
                "    - {name: buy, who: in_turn, from: first_player, do: buy_turn(), ends: turn}",
                "    - name: buy\n      who: in_turn\n      do: buy_turn()\n      ends: turn\n"
                "      from: the best p in players, most sum(c.printed for c in p.hand)  #!",
            ),
        ),
    ),
    tells(
        "whom",
        "let q = (the best p in players, most sum(c.printed for c in p.hand))\nas q:\n    choose n in 1..2  #!\n"
        "    my coins += n",
    ),
    tells(
        "happening",
        "if any(c in left(me).hand where c.dim):\n    announce sold(card: top of stall[1], by: me, again: no)  #!",
    ),
    tells(
        "field",
        "announce sold(card: top of stall[1], by: me, again: any(c in left(me).hand where c.dim))\n"
        "my coins becomes count(e in sold where e.again)  #!",
    ),
    tells("watch", 'if any(c in left(me).hand where c.dim):\n    at end of round:\n        say "oh"  #!'),
    tells(
        "otherwise",
        "if any(c in left(me).hand where c.dim):\n    move left(me).hand to my row\nelse:\n    my coins += 1  #!",
    ),
    tells(
        "shown_perhaps",
        'my coins becomes sum(c.printed for c in my hand)  #!\nmay "show":\n    show my hand to everyone',
    ),
    tells(
        "another_moved",
        "let n = count(c in my hand where c.dim)\nchoose c in my hand\nmove c to my row\nmy coins += n  #!",
    ),
    tells(
        "all_laid_open_not",
        "my coins += count(c in my hand where c.dim)\nfor c in my hand where c.dim:\n    move c to my row",
    ),
    tells(
        "shown_list_not",
        "let dims = those(c in my hand where c.dim)\nshow dims to everyone\nmy coins += size(dims)",
    ),
    tells(
        "more_than_shown",
        "show top 1 of my deck to everyone\nmy coins += sum(c.printed for c in top 3 of my deck)  #!",
    ),
    tells(
        "picked_card",
        "for c in my row where any(d in left(me).hand where d.shade is c.shade):\n    c.dim becomes yes  #!",
    ),
    tells("masked_not", 'for c in my hand:\n    say "{c.shade}"'),
    sections(
        "depends-on-hidden",
        "face_down",
        "zones:\n  grid: {holds: lantern, face: down, seen_by: everyone}\nprocedures:\n  try_it: |\n"
        "    move box to grid\n    my coins becomes count(c in grid where c.shade is red and c.face is down)  #!\n",
    ),
    # ------------------------------------------------------------ secret offers
    procedure(
        "secret-offer",
        "not_me",
        "may choose p in players where p is not me and any(c in p.hand where c.dim):  #!\n    p.coins += 1",
    ),
    procedure(
        "secret-offer", "inside_any", 'may "x" if any(p in others(me), c in p.hand where c.dim):  #!\n    my coins += 1'
    ),
    sections(
        "secret-offer",
        "parameter",
        "procedures:\n  try_it: spy(left(me))  #!\n  spy(player p): |\n"
        '    may "x" if any(c in p.hand where c.dim):\n        my coins += 1\n',
    ),
    power("secret-offer", "condition", "- {when: buying, if: any(c in left(me).hand where c.dim), do: draw(1)}  #!"),
    power("secret-offer", "own_condition_not", "- {when: buying, if: any(c in my hand where c.dim), do: draw(1)}"),
    # ------------------------------------------------------------ the story
    story("of_a_hand", "worth {sum(c.printed for c in my hand)}"),
    story("by_a_function", "worth {worth_of(me)}", "worth_of(player p): sum(c.printed for c in p.hand)"),
    story("a_list", "with {list(c.numbers for c in my hand where c.shade is red)} on red ones"),
    story("twice", "with {any(c in my hand where c.dim)} and {my secret}"),
    story("of_all_cards", "and {count(c in lantern where c.printed > 8)} are bright"),
    story("how_many_not", "with {size(my hand)} cards, {those(c in my row where c.dim)} are dim"),
    story("names_not", "with {those(c in my hand)}"),
    story("of_all_cards_not", "with {size(lantern)} of them"),
    # ------------------------------------------------------------ marks
    marked_star("by_a_procedure", "for c in p.shelf:\n    note(c, n)"),
    marked_star("as_it_is", "for c in p.shelf:\n    c.told becomes c.size"),
    marked_star("some_of_them", "for c in p.shelf where c.size < n:\n    c.told becomes n"),
    marked_star("chosen_among_some", "may choose c in p.shelf where c.size < n:\n    c.told becomes n"),
    marked_star("chosen_not", "may choose c in p.shelf:\n    c.told becomes n"),
    marked_star("by_how_many_not", "for c in p.shelf where n < size(sky):\n    c.told becomes n"),
    marked_star("of_open_cards_not", "for c in ground where c.size < n:\n    c.told becomes n"),
    marked_star(
        "by_other_cards_not", "for c in ground where any(d in p.shelf where d.size < n):\n    c.told becomes n"
    ),
    marked_star("no_mark_not", "for c in p.shelf where c.size < n:\n    c.noted becomes n"),
    marked_star("asked_for_not", "for c in p.shelf where c.size < n:\n    c.told becomes n", "suits(self)"),
    marked_star("not_asked_for", "for c in p.shelf where c.size < n:\n    c.told becomes n", "self.size > 1"),
    # ------------------------------------------------------------ powers and groups
    power("power-without-effect", "other_asked", "- {when: buying, copyable: no, do: skip}  #!", ASKED),
    power("power-without-effect", "asked_not", "- {when: as_played, copyable: no, do: skip}", ASKED),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.slug}-{case.name}")
def test_each_case(case: Case, tmp_path: Path, usual: set[str]) -> None:
    folder = lay(tmp_path, case.example, case.main)
    found = [d for d in diagnostics(folder) if d.message not in usual]
    assert places(found, case.slug) == marked(folder)
    assert bool(marked(folder)) != case.name.endswith("_not")
    assert [d for d in found if d.severity == "error" and d.slug != case.slug] == []


def test_an_unfilled_key(tmp_path: Path) -> None:
    nobody_has_four = (("guild: {keyed_by: 1..3,", "guild: {keyed_by: 1..4,"),)
    messages = {d.message for d in diagnostics(written(tmp_path, main=nobody_has_four)) if d.slug == "unfilled-key"}
    assert messages == {"the set `hill` has nothing for guild 4", "the set `river` has nothing for guild 4"}


def test_a_key_that_another_set_fills(tmp_path: Path) -> None:
    folder = written(
        tmp_path, power_set="set: sea\nof: lanterns\nguild:\n  2: {name: Nobody, text: Nothing., powers: []}\n"
    )
    assert not [d for d in diagnostics(folder) if d.slug == "unfilled-key"]


def test_a_set_with_most_keys_lacks_one_that_another_fills(tmp_path: Path) -> None:
    filled = "".join(f"  {key}: {{name: Nobody, text: Nothing., powers: []}}\n" for key in (1, 2))
    folder = written(tmp_path, power_set=f"set: sea\nof: lanterns\nguild:\n{filled}")
    (told,) = [d for d in diagnostics(folder) if d.slug == "unfilled-key"]
    assert (told.message, told.expected) == (
        "the set `sea` has nothing for guild 3",
        "a key for each number from 1 to 3, or `leaves_out: [3]`",
    )


def test_a_key_that_no_card_has_need_not_be_filled(tmp_path: Path) -> None:
    for_four = (("guild: {keyed_by: 1..3,", "guild: {keyed_by: 1..4,"),)
    filled = "".join(f"  {key}: {{name: Nobody, text: Nothing., powers: []}}\n" for key in (1, 2, 3, 4))
    folder = written(tmp_path, power_set=f"set: sea\nof: lanterns\nguild:\n{filled}", main=for_four)
    assert not [d for d in diagnostics(folder) if d.slug == "unfilled-key"]
