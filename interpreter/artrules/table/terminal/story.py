"""Renders a game from its setup to its end: how it is set up, its log as a story, and its result."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from artrules.lab.bots.registry import introduce_bots
from artrules.model.ir.model import Model
from artrules.play.game.scores import scored_by, sides_of
from artrules.play.presentation.log_lines import render_log_section
from artrules.play.presentation.state import result_data
from artrules.text.plain_text import Style, fill, hang_after, hanging_indent

if TYPE_CHECKING:
    from artrules.play.game.game import Game
    from artrules.play.game.log import LogEntry


# Renders how a game is set up: the settings that mean something at this table, as one would choose them.


def render_settings(settings: Mapping[str, Any], model: Model) -> str:
    """Settings as plain data in the words of `--setting`. The model is that of the game, with its overlays."""
    meant = {key: value for key, value in settings.items() if model.has_meaning(key.partition(".")[0])}
    return ", ".join(f"{key}={_word(value)}" for key, value in meant.items())


def _word(value: Any) -> Any:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else value


# Renders a game's log as a story.
#
# Games between bots may take hundreds of rounds. So the first and the last rounds are shown in full. Of the others it
# shows only what the ruleset says to the whole table; equal rounds share a line.

FIRST = 3
"""Rounds at the beginning that are shown in full."""
LAST = 2
"""Rounds at the end that are shown in full."""
_SAYINGS = 2
"""Sentences about single players that fit on the line of a round."""


def render_heading(title: str, game: Game, bots: Sequence[str], style: Style) -> Iterator[str]:
    """What is played, and how to play it again."""
    who = bots[0] if len(set(bots)) == 1 else ", ".join(bots)
    players = "1 player" if game.players == 1 else f"{game.players} players"
    label = style.paint(f"{title}:", "bold") + " "
    yield from hang_after(label, len(title) + 2, f"{players} ({who}), seed {game.setup.seed}", style.width)
    yield from hanging_indent("  ", f"played by {introduce_bots(bots)}", style.width)
    settings = render_settings(game.setup.settings, game.inspect.model)
    if settings:
        yield from hanging_indent("  ", settings, style.width)


def render_story(log: Sequence[LogEntry], style: Style, *, full: bool = False) -> Iterator[str]:
    """Everything that happened, as lines."""
    rounds: dict[int, list[LogEntry]] = {}
    for entry in log:
        rounds.setdefault(entry.round, []).append(entry)
    setup = rounds.pop(0, [])
    if setup:
        yield from ("", style.paint("Setup", "bold"), *render_log_section(setup, style))
    numbers = list(rounds)
    # A single round left out would take as much room as its line.
    short = [] if full or len(numbers) <= FIRST + LAST + 1 else numbers[FIRST:-LAST]
    for number in numbers:
        if number not in short:
            yield from ("", style.paint(f"Round {number}", "bold"), *render_log_section(rounds[number], style))
        elif number == short[0]:
            yield ""
            yield from _render_short({n: rounds[n] for n in short}, style)


def _render_short(rounds: dict[int, list[LogEntry]], style: Style) -> Iterator[str]:
    """A line for each round, or for several equal ones."""
    runs: list[tuple[int, int, str]] = []
    for number, entries in rounds.items():
        text = _round_in_a_line(number, entries)
        if runs and runs[-1][2] == text:
            runs[-1] = (runs[-1][0], number, text)
        else:
            runs.append((number, number, text))
    names = [f"Round {first}" if first == last else f"Rounds {first} to {last}" for first, last, _ in runs]
    width = max(map(len, names))
    for name, (_, _, text) in zip(names, runs, strict=True):
        label = style.paint(name, "bold") + " " * (width - len(name) + 2)
        yield from hang_after(label, width + 2, text, style.width)


def _round_in_a_line(number: int, entries: Sequence[LogEntry]) -> str:
    """A round in one line: the longest account that the content gives to the whole table, or else the number of
    choices."""
    groups = _group_alike([e.text for e in entries if e.kind == "said" and e.player is None])
    if not groups:
        choice_count = sum(e.is_choice for e in entries)
        said = [e.text for e in entries if e.kind == "said"]
        return " · ".join(["1 choice" if choice_count == 1 else f"{choice_count} choices", *said[-_SAYINGS:]])
    best = max(groups, key=len)
    if len(best) == 1:
        best = groups[-1]
    return _merge_similar(best).removeprefix(f"after round {number} ").removeprefix(f"round {number} ")


# Joins texts that are nearly equal, as a person would when telling of a round in a line.
#
# "after round 3 player 1 has 2 prizes" and the same about player 2 become "after round 3 player 1 has 2, player 2 has 0
# prizes". It compares only words, and knows no content.


def _group_alike(texts: Sequence[str]) -> list[list[str]]:
    """The texts in order, in groups of neighbours that differ only in numbers."""
    groups: list[list[str]] = []
    for text in texts:
        if groups and _shape(groups[-1][0]) == _shape(text):
            groups[-1].append(text)
        else:
            groups.append([text])
    return groups


def _merge_similar(texts: Sequence[str]) -> str:
    """Texts that differ only in numbers as one text: equal words at the beginning and the end are written once."""
    unique = list(dict.fromkeys(texts))
    if len(unique) == 1:
        return unique[0]
    rows = [text.split() for text in unique]
    length = len(rows[0])
    different = [i for i in range(length) if len({row[i] for row in rows}) > 1]
    numbers = [i for i in range(length) if any(c.isdigit() for c in rows[0][i])]
    # The word before a number that changes is repeated: "player 1, player 2", not "player 1, 2".
    first = max(0, different[0] - 1)
    end = max(different[-1], numbers[-1]) + 1
    middles = ", ".join(" ".join(row[first:end]) for row in rows)
    return " ".join([*rows[0][:first], middles, *rows[0][end:]])


def _shape(text: str) -> str:
    """The text with zeros for all digits, to find texts that differ only in numbers."""
    return " ".join("".join("0" if c.isdigit() else c for c in word).replace("00", "0") for word in text.split())


# Renders the result of a game: winners, and scores with their parts.


def render_result(result: dict[str, Any] | None, style: Style) -> Iterator[str]:
    """A game's result as lines."""
    if result is None:
        return
    winners = result["winners"]
    rounds = "1 round" if result["rounds"] == 1 else f"{result['rounds']} rounds"
    yield ""
    yield style.paint("Result", "bold")
    match winners:
        case []:
            text = f"Nobody wins, after {rounds}."
        case [winner]:
            text = f"Player {winner} wins, after {rounds}."
        case _ if winners in (sides := sides_of(result)):
            text = f"{_players(winners).capitalize() if len(sides) > 1 else 'All'} win together, after {rounds}."
        case _:
            text = f"{_players(winners).capitalize()} share the victory, after {rounds}."
    yield from hanging_indent("  ", text, style.width)
    if (tie := result_data(result)["tie_break"]) is not None:
        text = f"{_players(tie['tied']).capitalize()} were level; then it was decided by: {tie['text']}."
        yield from hanging_indent("  ", text, style.width)
    if result["stalled"]:
        yield from hanging_indent(
            "  ", "The game stalled: it reached the last round there may be, not an end of its own.", style.width
        )
    yield ""
    yield from _scores(result, style)
    yield from _explained(result, style)


def _players(numbers: Sequence[int]) -> str:
    *others, last = numbers
    return f"players {', '.join(map(str, others))} and {last}" if others else f"player {last}"


def _rows(result: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """The scores, each with the name of the player or of the players who have it together."""
    return [(_players(players), result["scores"][players[0] - 1]) for players in scored_by(result)]


def _scores(result: dict[str, Any], style: Style) -> Iterator[str]:
    """A line for each player, or each side that has all points together, with the parts of the score in columns, and
    the total of the side where that is more; one below another where columns are too wide."""
    rows, winners = _rows(result), result["winners"]
    labels = list(rows[0][1]["parts"])
    columns = [*labels, "total"] if len(labels) > 1 else [labels[0] if labels else "total"]
    of_sides = {player: side["total"] for side in result.get("sides", ()) for player in side["players"]}
    if len(of_sides) > len(result.get("sides", ())) < len(rows):
        columns.append("the side's")
    numbers = [
        [*(score["parts"].values() if len(labels) > 1 else ()), score["total"], of_sides.get(score["player"])]
        for _, score in rows
    ]
    width = max(len(name) for name, _ in rows)
    if 2 + width + sum(2 + max(6, len(label)) for label in columns) + 3 > style.width:
        for (name, score), values in zip(rows, numbers, strict=True):
            label = f"  {name}{' *' if score['player'] in winners else ''}  "
            items = [f"{column}: {points}" for column, points in zip(columns, values, strict=False)]
            yield from fill(label, len(label), items, " · ", style.width)
        return
    yield "  " + "  ".join([" " * width, *(f"{label:>6}" for label in columns)])
    for (name, score), values in zip(rows, numbers, strict=True):
        cells = [f"{value:>{max(6, len(label))}}" for label, value in zip(columns, values, strict=False)]
        line = "  ".join([f"{name:<{width}}", *cells])
        yield f"  {style.paint(line + '  *', 'bold')}" if score["player"] in winners else f"  {line}"


def _explained(result: dict[str, Any], style: Style) -> Iterator[str]:
    """What the points of each part are for, where the content says so."""
    rows = _rows(result)
    parts = list(dict.fromkeys(line["part"] for _, s in rows for line in s["lines"] if line["label"] != line["part"]))
    width = max(map(len, parts), default=0)
    for name, score in rows:
        by_part = {part: [line for line in score["lines"] if line["part"] == part and line["points"]] for part in parts}
        if any(by_part.values()):
            yield ""
            yield f"  {name}"
        for part, lines in by_part.items():
            items = [f"{line['label']}: {line['points']}" for line in lines]
            label = f"    {part:<{width}}  "
            yield from fill(style.paint(label, "dim"), len(label), _counted(items), " · ", style.width)


def _counted(items: list[str]) -> list[str]:
    """Each item once, with how often it occurs."""
    return [_times(item, items.count(item)) for item in dict.fromkeys(items)]


def _times(text: str, number: int) -> str:
    return text if number == 1 else f"{text} ×{number}"  # noqa: RUF001
