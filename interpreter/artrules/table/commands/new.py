"""`artrules new` writes a game, a set, an expansion, a scenario or a plugin to begin with. What it writes works as it
stands."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

import click

from artrules.table.commands.content_loading import open_ruleset, prepare_game, show_faults
from artrules.table.commands.exit import Misuse, did_you_mean
from artrules.table.commands.options import (
    SEED,
    OutsidePaths,
    as_request,
    players_option,
    settings_option,
    with_option,
)
from artrules.text.plain_text import output as put
from artrules.text.record import dataclass
from artrules.text.source.node import word

if TYPE_CHECKING:
    from artrules.author.scaffolds import Files
    from artrules.author.scenarios.writing import Course
    from artrules.model.ir.declarations import Group
    from artrules.model.ir.model import Model
    from artrules.play.ruleset import Ruleset


@click.group("new")
def new_command() -> None:
    """Write something to begin with.

    What is written works as it stands: a game plays, content checks without errors, scenarios pass. What is there
    already stays as it is.
    """


folder_option = click.option(
    "--to", "--in", "folder", metavar="FOLDER", type=click.Path(path_type=Path), help="In which folder (default: here)."
)
place_option = click.option(
    "--to",
    "folder",
    metavar="FOLDER",
    type=click.Path(path_type=Path),
    help="In which folder. Default: here, or in the folder of a game of your own.",
)

# Names, places and what is said in the end.


def check_name(name: str, what: str, example: str) -> None:
    """Raise Misuse for what can't be the name of a new thing."""
    from artrules.author.scaffolds import is_name

    if not is_name(name):
        raise Misuse(f"`{name}` can't be {what}: lower-case words joined by `_`, such as {example}")


def write_new(files: Files, folder: Path, *, beside: bool = False) -> None:
    """Write the files of a new thing into a new folder, or `beside` what lies in one, and say which. Raises Misuse
    where something is there already, and where they can't be written."""
    from artrules.author.scaffolds import write_beside, write_folder

    try:
        written = (write_beside if beside else write_folder)(files, folder)
    except FileExistsError as problem:
        raise Misuse(
            f"there is something at {problem} already: choose another name, or another place with --to"
        ) from None
    except OSError as problem:
        raise Misuse(f"{folder} can't be written: {problem.strerror or problem}") from None
    for path in written:
        put(f"wrote {path}")


def say_next(commands: Sequence[tuple[str, str]]) -> None:
    """Say what to do next: commands, each with what it does."""
    width = max(len(command) for command, _ in commands)
    put("\nNext:")
    for command, what in commands:
        put(f"  {command:<{width}}  {what}")


def shown(path: Path) -> str:
    """A path as a command line names it: one that can't be taken for the name of a shipped game."""
    text = str(path) if path.is_absolute() or len(path.parts) > 1 else f"./{path}"
    return shlex.quote(text)


def home_of(ruleset: Ruleset) -> Path | None:
    """The folder of a game of one's own; None for a game that is found by its name, such as a shipped one."""
    from artrules.play.content_search import find_ruleset, ruleset_names
    from artrules.text.source.bounded_file import real_path

    home = ruleset.content.files.folder
    names = ruleset_names()
    is_found = ruleset.name in names and real_path(find_ruleset(ruleset.name).folder) == real_path(home)
    return None if is_found else home


# `artrules new game`


@new_command.command("game")
@click.argument("name")
@click.option("--as", "style", metavar="STYLE", help="What to begin with: plain (default), tricks or market.")
@click.option("--from", "original", metavar="GAME", help="Begin with a copy of this game, under another name.")
@folder_option
def game(name: str, style: str | None, original: str | None, folder: Path | None) -> None:
    """Write a game that plays, in a new folder of its NAME.

    NAME is lower-case words joined by `_`, such as my_game. The game is a small one with rules, a layout, hints for
    bots and scenarios: `plain` has a hand and a row of stones, `tricks` has playing cards, `market` cards that cost
    money.
    With --from it is a copy of a game that is there, with its sets, overlays and scenarios, which you can change.
    """
    from artrules.author.scaffolds import game_scaffolds, renamed_game
    from artrules.model.catalogue.locations import MAIN
    from artrules.play.content_search import ruleset_names
    from artrules.text.source.bounded_file import real_path

    check_name(name, "the name of a game", "my_game")
    if name in ruleset_names():
        raise Misuse(f"there is a game `{name}` already, which is found by this name: choose another one")
    if style is not None and original is not None:
        raise Misuse("give --as or --from, not both")
    styles = game_scaffolds()
    if style is not None and style not in styles:
        raise Misuse(
            f"there is no game `{style}` to begin with{did_you_mean(style, list(styles))} "
            f"(there are: {', '.join(styles)})"
        )
    place = (folder or Path()) / name
    around = next((each for each in real_path(place).parents if (each / MAIN).is_file()), None)
    if around is not None:
        raise Misuse(f"{around} is the folder of a game, in which no other can lie: name another place with --to")
    try:
        files = renamed_game(styles[style or "plain"], name) if original is None else copied_game(original, name)
    except OSError as problem:
        raise Misuse(f"{original or style} can't be copied: {problem.strerror or problem}") from None
    write_new(files, place)
    here = shown(place)
    say_next(
        (
            (f"artrules play {here} --seat 1", "play it at this terminal; without --seat bots play"),
            (f"artrules serve {here}", "play it in the browser"),
            (f"artrules check {here} --watch", "while you change it: what is wrong, after each change"),
            (f"artrules test {here}", "whether the scenarios hold"),
        )
    )


def copied_game(original: str, name: str) -> Files:
    """The files of a game under another name, with the libraries that lie beside it. Raises Misuse where there is no
    such game, and OSError; where it has errors they are shown and the command exits."""
    from artrules.author.scaffolds import renamed_game
    from artrules.model.catalogue.locations import LIBRARIES, shipped_libraries

    files = open_ruleset(original).content.files
    copied = dict(renamed_game(files.folder, name))
    for shown_as, path in files.library_paths.items():
        if not path.is_relative_to(shipped_libraries()):
            library = files.library_names.get(shown_as, "")
            place = PurePosixPath(LIBRARIES, *([library] if path.parent.name == library else []), path.name)
            copied[place] = path.read_bytes()
    return copied


# `artrules new set` and `artrules new expansion`


@new_command.command("set")
@click.argument("ruleset_name", metavar="GAME")
@click.argument("name")
@place_option
@with_option
def set_of_powers(ruleset_name: str, name: str, folder: Path | None, outside: OutsidePaths) -> None:
    """Write a set for a GAME, with one power that works and a scenario, to be changed.

    NAME is lower-case words joined by `_`.
    """
    from artrules.author.scaffolds import fill
    from artrules.author.vocabulary import in_words
    from artrules.model.ir.types import first_value

    check_name(name, "the name of a set", "my_set")
    ruleset = open_ruleset(ruleset_name, outside)
    model = ruleset.model
    check_unused(ruleset, name)
    groups = (each for each in model.groups.values() if each.chosen_by is not None and keys_of(each, model))
    group = next(groups, None)
    if group is None:
        raise Misuse(
            f"{model.title} has no place for sets (`groups`): `artrules new expansion {ruleset_name} {name}` writes an "
            "expansion, which any game may have"
        )
    key, *others = keys_of(group, model)
    filled = {each for one in model.sets.values() for each in one.fills.get(group.name, {})}
    missing = [each for each in others if each not in filled]
    files = fill(
        "set",
        name,
        game=ruleset.name,
        group=group.name,
        key=str(key),
        setting=f"{group.chosen_by}.{key}",
        others=f"  # others in the same way: {', '.join(map(str, others))}" if others else "",
        leaves_out=f"leaves_out: [{', '.join(map(str, missing))}]\n" if missing else "",
        attributes="".join(
            f"{attribute.name}: {in_words(model, attribute.type, first_value(attribute.type))}\n        "
            for attribute in model.power_attributes.values()
            if attribute.required
        ),
    )
    write_addition(ruleset, ruleset_name, files, "sets", folder, f"{group.chosen_by}.{key}={name}")


def write_addition(
    ruleset: Ruleset, ruleset_name: str, files: Files, kind: str, folder: Path | None, setting: str
) -> None:
    """Write the files of a set or an expansion, of which the second has scenarios, and say what to do next: in the
    folder that was named, else in the game's own folders (`kind` is the one for what is added), else here."""
    home = home_of(ruleset)
    if home is not None and folder is None:
        folders = zip((kind, "scenarios"), files, strict=True)
        files = {PurePosixPath(inside, file): files[file] for inside, file in folders}
    place = folder or home or Path()
    write_new(files, place, beside=True)
    file, played = in_command_lines(ruleset, ruleset_name, place / next(iter(files)))
    if kind != "sets" or home is not None:  # the file of a set stands for a game with this set
        played += f" --setting {setting}"
    say_next(
        (
            (f"artrules vocabulary {shlex.quote(ruleset_name)}", "all words that it may use"),
            (f"artrules check {file} --watch", "while you change it: what is wrong, after each change"),
            (f"artrules test {file}", "whether its scenarios hold"),
            (f"artrules play {played} --seat 1", "play with it"),
        )
    )


def in_command_lines(ruleset: Ruleset, ruleset_name: str, file: Path) -> tuple[str, str]:
    """How command lines name a file for a game, and the game with this file. Only a game that is found by its name, and
    that in whose folder the file lies, needn't be named."""
    from artrules.text.source.bounded_file import real_path

    home = home_of(ruleset)
    if home is None:
        return shown(file), shown(file)
    game_name = shlex.quote(ruleset_name)
    if real_path(file).is_relative_to(real_path(home)):
        return shown(file), game_name
    return f"{game_name} --with {shown(file)}", f"{game_name} --with {shown(file)}"


def check_unused(ruleset: Ruleset, name: str) -> None:
    """Raise Misuse where a game has something of this name from whose names that of a new set or expansion must
    differ."""
    documents = ruleset.content.files.sets + ruleset.content.files.overlays
    for document in documents:
        kind = next(iter(document)).key.text
        if word(document.get(kind)) == name:
            raise Misuse(f"{ruleset.title} has the {kind} `{name}` already: choose another name")


def keys_of(group: Group, model: Model) -> list[int] | list[str]:
    """The keys of a group, in order."""
    from artrules.model.ir.declarations import keys_by_name

    if group.by_number is not None:
        first, last = group.by_number
        return list(range(first, last + 1))
    return keys_by_name(group, model.kinds, model.enums)


@new_command.command("expansion")
@click.argument("ruleset_name", metavar="GAME")
@click.argument("name")
@place_option
@with_option
def expansion(ruleset_name: str, name: str, folder: Path | None, outside: OutsidePaths) -> None:
    """Write an expansion for a GAME, with a scenario: something that everybody begins with, to be changed.

    NAME is lower-case words joined by `_`. A game is played with it if the setting with_NAME is `yes`.
    """
    from artrules.author.scaffolds import fill

    check_name(name, "the name of an expansion", "my_expansion")
    ruleset = open_ruleset(ruleset_name, outside)
    check_unused(ruleset, name)
    files = fill("expansion", name, game=ruleset.name)
    if not any(remark.kind == "says" for remark in ruleset.model.remarks):  # it has no rulebook, and needs none
        files = {place: re.sub(rb"(?m)^says: .*\n", b"", content) for place, content in files.items()}
    write_addition(ruleset, ruleset_name, files, "expansions", folder, f"with_{name}=yes")


# `artrules new scenario`


@dataclass(frozen=True, slots=True)
class ScenarioRequest:
    """What the command line says."""

    ruleset_name: str
    seed: int | None
    file: Path | None
    after: int | None
    players: int | None
    settings: dict[str, str]
    folder: Path | None
    outside: OutsidePaths


@new_command.command("scenario")
@click.argument("ruleset_name", metavar="GAME")
@click.option("--seed", metavar="N", type=SEED, help="Of a game with this seed, in which chance chooses (default: 0).")
@click.option(
    "--from",
    "file",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Of a game that was kept, instead.",
)
@click.option(
    "--after",
    metavar="N",
    type=click.IntRange(min=0),
    help="The position after N choices (default: 10, or the last one of a game that was kept).",
)
@players_option
@settings_option
@place_option
@with_option
@as_request(ScenarioRequest)
def scenario(request: ScenarioRequest) -> None:
    """Write a scenario for a GAME: a position, what is offered, a choice, and what comes of it.

    It passes as it stands. Change it to what you want to test, and leave out what doesn't matter.
    """
    from artrules.author.scaffolds import fill
    from artrules.author.scenarios.writing import NoScenario, scenario_of

    ruleset, course = _course(request)
    last = len(course.games) - 1
    if request.after is not None and request.after > last:
        raise Misuse(f"there is no choice {request.after}: the game has {last}")
    at = last if request.after is None else request.after
    while request.after is None and at > 0 and not course.decides(at):
        at -= 1
    origin, base = f"A game with seed {course.setup.seed}", f"seed_{course.setup.seed}"
    if request.file is not None:
        origin, base = f"The game in {request.file.name}", file_name_of(request.file)
    name = f"{base}_after_{at}"
    try:
        with show_faults(ruleset):
            text = scenario_of(ruleset, course, at, name)
    except NoScenario as problem:
        raise Misuse(f"no scenario can be written here: {problem}; --after names another position") from None
    home = home_of(ruleset)
    called = name if home is not None else f"{ruleset.name}_{name}"
    place = request.folder or (home / "scenarios" if home is not None else Path())
    many = "choice" if at == 1 else "choices"
    write_new(fill("scenario", called, origin=f"{origin} after {at} {many}", text=text.rstrip()), place, beside=True)
    file, _ = in_command_lines(ruleset, request.ruleset_name, place / f"{called}.yaml")
    say_next(((f"artrules test {file}", "whether it holds; now it does"),))


def _course(request: ScenarioRequest) -> tuple[Ruleset, Course]:
    """The ruleset and the game of which a position is wanted. Raises Misuse."""
    from artrules.author.scenarios.writing import played, replayed
    from artrules.play.game.decision import IllegalChoice
    from artrules.table.commands.game_files import read_record_file, ruleset_of

    if request.file is None:
        ruleset = open_ruleset(request.ruleset_name, request.outside)
        players = prepare_game(ruleset, request.players, request.settings)
        setup = ruleset.setup(players, request.seed or 0, request.settings, log=True)
        with show_faults(ruleset):
            return ruleset, played(ruleset, setup, 10 if request.after is None else request.after + 1)
    if request.seed is not None or request.players is not None or request.settings:
        raise Misuse("a game that was kept has a setup of its own: leave --seed, --players and --setting out")
    record = read_record_file(request.file)
    ruleset = ruleset_of(record, request.ruleset_name, f"new scenario GAME --from {request.file}", request.outside)
    if record.setup.ruleset != ruleset.name:
        raise Misuse(f"{request.file}: this is a game of {record.setup.ruleset}, not of {ruleset.name}")
    try:
        with show_faults(ruleset):
            return ruleset, replayed(ruleset, record.setup, record.choices)
    except (IllegalChoice, ValueError) as problem:
        raise Misuse(f"{request.file}: the game can't be played again with the rules as they are: {problem}") from None


def file_name_of(file: Path) -> str:
    """The name of a file as the name of a scenario."""
    name = re.sub("[^a-z0-9]+", "_", file.stem.lower()).strip("_")
    return name if name[:1].isalpha() else f"game_{name}".rstrip("_")


# `artrules new plugin`


@new_command.command("plugin")
@click.argument("name")
@folder_option
def plugin(name: str, folder: Path | None) -> None:
    """Write a plugin to begin with, in a new folder of its NAME: a bot, a check, and their tests.

    NAME is lower-case words joined by `_`: other_bots.
    """
    from artrules.author.scaffolds import fill

    check_name(name, "a plugin's name", "other_bots")
    place = (folder or Path()) / name
    write_new(fill("plugin", name), place)
    put(f"\nTry it:\n  pip install -e '{place}[test]'\n  pytest {place}\n  artrules plugins")
