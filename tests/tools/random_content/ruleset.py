"""Random rulesets, as files: `ruleset(seed)`. The same seed gives the same ruleset."""

from __future__ import annotations

from random import Random
from textwrap import indent

from tools.random_content.forms import bounded, category, forms_of
from tools.random_content.statements import Lines, statements
from tools.random_content.world import World, make_world
from tools.random_content.writer import Unavailable, Writer

Files = dict[str, str]
HEAD = """
ruleset: random
title: Random
players: {players}
settings:
  gifts: {{set_of: gift, starts: plain}}
  hot: {{type: bool}}
enums:
  colour: {{has: {{warm: bool}}, members: {{red: {{warm: yes}}, blue: {{warm: no}}, green: {{warm: yes}}}}}}
  timing: [now, later]
{enums}lives: {{turn: each_player, day: everyone}}
limits:
  each: {{counts_for: card, lasts: turn, at_most: 2, default: yes}}
  once: {{counts_for: player, lasts: turn, at_most: 1}}
tables:
  steps: |
    -3 -> 2
    1 -> 5
    every 4 more -> 1 more
"""
POWERS = """
power_has:
  when: {type: timing}
  free: {type: bool, starts: no}
  strength: {type: 0..9, starts: 3}
groups:
  gift: {keyed_by: 1..3, chosen_by: gifts}
"""


def ruleset(seed: int) -> Files:
    """A ruleset of some two hundred lines."""
    random = Random(f"content {seed}")
    world = make_world(random)
    enums = "".join(f"  {name}: [{', '.join(of)}]\n" for name, of in world.enums.items() if name != "colour")
    sections = [HEAD.format(players=world.players, enums=enums), *_declarations(random, world)]
    for number in range(random.randrange(3)):
        parameter = random.choice([*world.kinds, "0..9", "player", "colour"])
        result = random.choice(["num", "bool", f"list of {world.kinds[0]}", "colour", "list of 0..99"])
        text = _expression(random, world, result, a=category(parameter))
        world.functions[f"f{number}"] = (parameter, result, text)
    if world.functions:
        written = (
            f"  {name}({parameter} a): {_quoted(text)}" for name, (parameter, _, text) in world.functions.items()
        )
        sections.append("\n".join(["functions:", *written]))
    sections.append(_menu(random, world))
    procedures: dict[str, str] = {}
    bodies: list[str] = []
    for number in range(random.randrange(4)):
        parameters = {"a": random.choice(["0..9", "colour", "player", f"{world.kinds[0]}", "bool"])}
        writer = statements(random, world, dict(procedures), a=category(parameters["a"]))
        body = writer.suite(1, 4)
        signature, call = f"do_{number}({parameters['a']} a)", f"do_{number}({{{bounded(parameters['a'])}}})"
        if random.random() < 0.4:
            signature, call = f"{signature} gives 0..99", f"let r{{}} = {call}"
            body += ["if my x > 20:", "    result becomes min(99, my x - 20)"]
        bodies.append(f"  {signature}: |\n" + _block(body, 4))
        procedures[signature] = call
    if bodies:
        sections.append("procedures:\n" + "\n".join(bodies))
    sections.append(_flow(random, world, procedures))
    files = {"ruleset.yaml": "\n".join(section.strip("\n") for section in sections) + "\n"}
    if world.powers:
        files["plain.yaml"] = _powers(random, world, procedures)
    else:
        files["ruleset.yaml"] = files["ruleset.yaml"].replace("  gifts: {set_of: gift, starts: plain}\n", "")
    return files


def _block(lines: Lines, by: int) -> str:
    return indent("\n".join(lines), " " * by)


def _declarations(random: Random, world: World) -> list[str]:
    found = []
    if world.powers:
        found.append(POWERS)
    cards = ["cards:"]
    for kind in world.kinds:
        cards += [f"  {kind}:", f'    label: "{kind} {{self.n}} {{self.shade}}"', "    attributes:"]
        cards += [f"      {name}: {{type: {type_}}}" for name, type_ in world.printed[kind].items()]
        for each in world.changing[kind].values():
            leaving = ", back_when_leaving: hand" if random.random() < 0.3 else ""
            cards.append(f"      {each.name}: {each.declared()[:-1]}{leaving}}}")
        if world.powers:
            cards.append(f"    powers: {{from: gift, by: n{random.choice(['', ', lasts: round'])}}}")
    found.append("\n".join(cards))
    found.append("\n".join(["zones:", *(f"  {zone.name}: {zone.declared()}" for zone in world.zones)]))
    found.append("\n".join(["variables:", *(f"  {v.name}: {v.declared()}" for v in world.variables)]))
    events = ["events:"]
    for name, fields in world.events.items():
        has = ", ".join(f"{field}: {type_}" for field, type_ in fields.items())
        kept = f", kept: {world.kept[name]}" if name in world.kept else ""
        events.append(f"  {name}: {{has: {{{has}}}{kept}}}")
    found.append("\n".join(events))
    pieces = ["pieces:"]
    for kind in world.kinds:
        worth = world.printed[kind].get("worth")
        columns = "[n, shade, count, worth]" if worth else "[n, shade, count]"
        pieces += [f"  {kind}s:", f"    kind: {kind}", "    start: pool", f"    columns: {columns}", "    rows:"]
        for n in (1, 2, 3):
            row = [str(n), random.choice(world.enums["colour"]), str(random.randint(1, 4))]
            row += [worth.split("..")[random.randrange(2)]] if worth else []
            pieces.append(f"      - [{', '.join(row)}]")
    found.append("\n".join(pieces))
    return found


def _expression(random: Random, world: World, type_: str, **names: str) -> str:
    """An expression that can't fail and reads nothing hidden."""
    writer = Writer(random, forms_of(world), 20)
    for name, kind in names.items():
        writer.know(name, kind)
    with writer.at(public=True):
        try:
            return writer.of_type(type_)
        except Unavailable:
            return {"bool": "hot", "num": "1", "colour": "red"}.get(type_) or f"({type_.removeprefix('list of ')})"


def _menu(random: Random, world: World) -> str:
    lines = ["menus:", "  bazaar:", "    prompt: Bazaar", "    entries:"]
    for number in range(random.randint(1, 2)):
        writer = statements(random, world, {})
        lines += [f"      entry_{number}:", f"        label: entry {number} of {{n}}", "        for: n in 1..3"]
        if random.random() < 0.5:
            lines.append(f"        if: {_quoted(_expression(random, world, 'bool', n='num'))}")
        writer.know("n", "num")
        lines += ["        do: |", _block(writer.entry(), 10)]
    return "\n".join([*lines, "      leave: {label: leave, do: skip}"])


def _flow(random: Random, world: World, procedures: dict[str, str]) -> str:
    hand = world.zones[1]
    narrow = f"if c.kind is {hand.kinds[0]}: " if len(world.kinds) > len(hand.kinds) else ""
    lines = ["flow:", "  setup:", *(["    mix: shuffle pool"] if world.shared.order == "pile" else [])]
    lines += ["    deal: |", "      for p in players:"]
    lines += [f"          for c in pool where size(p.hand) < {random.randint(1, 5)}:"]
    lines += [f"              {narrow}move c to p.hand", "  rounds:"]
    for number in range(random.choice([1, 2, 2, 3])):
        lines += _phase(random, world, procedures, number)
    more = _quoted(_expression(random, world, "num"))
    lines += ["  until: stop_it", f"  last_round: {random.randint(2, 6)}", "  score:"]
    lines += ["    x: {label: points, is: my x}", f"    more: {{label: more, is: {more}}}"]
    keys = ["most score(p)", f"{random.choice(['most', 'least'])} size(p.hand)"][: random.randint(1, 2)]
    return "\n".join([*lines, f"  winners: best(p in players, {', '.join(keys)})"])


def _phase(random: Random, world: World, procedures: dict[str, str], number: int) -> Lines:
    who = random.choice(["in_turn", "in_turn", "all_at_once", "nobody"]) if number else "in_turn"
    lines = [
        f"    - name: phase{number}",
        f"      who: {who}",
        "      ends: turn" if who != "nobody" else "      ends: day",
    ]
    together = who == "all_at_once"
    writer = statements(random, world, {} if together else procedures, together=together)
    if who == "nobody":
        writer.know("p", "player")
        body = ["for p in players:", "    as p:", *("        " + line for line in writer.suite(2))]
    else:
        body = [*writer.suite(0, 2), *writer.choice(0), *(writer.choice(0) if random.random() < 0.5 else [])]
    if who == "in_turn":
        lines.append("      from: players[1]")
    if random.random() < 0.3:
        lines.append(f"      if: {random.choice(['round_number > 1', 'not stop_it', 'round_number % 2 = 0'])}")
    return [*lines, "      do: |", _block(body, 8)]


def _quoted(text: str) -> str:
    return '"' + text.replace('"', "'") + '"'


def _powers(random: Random, world: World, procedures: dict[str, str]) -> str:
    lines = ["set: plain", "of: random", "title: Plain", "gift:"]
    kind = world.kinds[0] if len(world.kinds) == 1 else "card"
    for key in (1, 2, 3):
        lines += [f"  {key}:", f"    name: Gift {key}", "    text: It does something.", "    powers:"]
        for _ in range(random.choice([1, 1, 2])):
            writer = statements(random, world, procedures, self=kind)
            test = f"if: {_quoted(_expression(random, world, 'bool', self=kind))}"
            keys = [f"when: {random.choice(['now', 'later'])}", f"free: {random.choice(['yes', 'no'])}"]
            keys += [test] if random.random() < 0.4 else []
            keys += ["limits: [once]"] if random.random() < 0.3 else []
            keys += [f"strength: {random.randint(0, 9)}"] if random.random() < 0.5 else []
            lines += [f"      - {keys[0]}", *(f"        {each}" for each in keys[1:])]
            lines += ["        do: |", _block(writer.suite(2), 10)]
    return "\n".join(lines) + "\n"
