"""Files from outside of a ruleset's folder: which are read, in which order they stand, and what the hash covers."""

from __future__ import annotations

from pathlib import Path

import pytest

import artrules
from artrules.model.catalogue.locations import OutsideContent, declared_name, target_ruleset
from artrules.model.catalogue.scan import MOST_FILES, scan
from artrules.play.pipeline import read_content
from lab.simulation.small_ruleset import SETS, write_ruleset

MARSH = """\
set: marsh
of: lanterns
guild:
  1:
    name: The Eel
    powers: [{label: earn three, do: my coins += 3}]
"""
FEN = MARSH.replace("marsh", "fen").replace("The Eel", "The Frog")


@pytest.fixture
def lanterns(tmp_path: Path) -> Path:
    return write_ruleset(tmp_path / "lanterns")


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def found(lanterns: Path, *extra: Path) -> tuple[list[str], list[tuple[str, str | None]]]:
    """The sets, and what is wrong: the slug and the file's name."""
    content = read_content(lanterns, extra=scan(extra))
    wrong = [(d.kind.slug, Path(d.span.file).name if d.span else None) for d in content.report.diagnostics]
    return (list(content.base.sets) if () in content.models else []), wrong


def test_sets_stand_in_order_of_their_names_behind_the_games_own(lanterns: Path, tmp_path: Path) -> None:
    one, other = write(tmp_path / "a.yaml", MARSH), write(tmp_path / "b.yaml", FEN)
    for given in ((one, other), (other, one)):
        assert found(lanterns, *given) == ([*sorted(SETS), "fen", "marsh"], [])


def test_the_hash_covers_what_is_read_by_content_alone(lanterns: Path, tmp_path: Path) -> None:
    plain = artrules.load(lanterns)
    one = artrules.load(lanterns, extra=[write(tmp_path / "marsh.yaml", MARSH)])
    moved = artrules.load(lanterns, extra=[write(tmp_path / "elsewhere" / "other_name.yaml", MARSH)])
    changed = artrules.load(lanterns, extra=[write(tmp_path / "changed.yaml", MARSH.replace("3", "4"))])
    assert one.content_hash == moved.content_hash
    assert len({plain.content_hash, one.content_hash, changed.content_hash}) == 3
    assert (plain.added, one.added) == ((), ("set marsh",))


def test_scenarios_and_files_for_other_games_leave_the_hash_alone(lanterns: Path, tmp_path: Path) -> None:
    cases = write(tmp_path / "more" / "cases.yaml", "scenarios: lanterns\nlist: {}\n")
    write(tmp_path / "more" / "other.yaml", MARSH.replace("lanterns", "avant_carde"))
    assert artrules.load(lanterns, extra=[cases.parent]).content_hash == artrules.load(lanterns).content_hash


def test_a_file_for_another_game_is_not_even_judged(lanterns: Path, tmp_path: Path) -> None:
    write(tmp_path / "broken.yaml", "set: x\nof: avant_carde\nnonsense: [\n")
    assert artrules.load(lanterns, extra=[tmp_path / "broken.yaml"]).added == ()


def test_another_game_is_seen_however_it_is_spelled(lanterns: Path, tmp_path: Path) -> None:
    flow = write(tmp_path / "flow.yaml", "{set: x, of: avant_carde}\n")
    assert artrules.load(lanterns, extra=[flow]).added == ()
    mistaken = write(tmp_path / "mistaken.yaml", "{set: x, of: avant_cart}\n")
    with pytest.raises(artrules.ContentError) as refused:
        artrules.load(lanterns, extra=[mistaken])
    (diagnostic,) = refused.value.diagnostics
    assert (diagnostic.kind.slug, diagnostic.suggestions) == ("unknown-ruleset", ("avant_carde",))


def test_two_games_with_powers_of_the_same_set_are_equal_wherever_it_lies(lanterns: Path, tmp_path: Path) -> None:
    settings = {"guilds.1": "marsh"}
    one = artrules.load(lanterns, extra=[write(tmp_path / "a" / "z.yaml", MARSH), write(tmp_path / "f.yaml", FEN)])
    other = artrules.load(lanterns, extra=[write(tmp_path / "b" / "a.yaml", FEN), write(tmp_path / "m.yaml", MARSH)])
    game = one.new_game(seed=4, settings=settings)
    assert other.resume(game.to_json()) == game
    assert game.copy().to_json() == game.to_json()


@pytest.mark.parametrize(
    ("had", "has", "said"),
    [
        (["marsh"], [], "played with the set marsh from outside, not given now"),
        (["fen", "marsh"], ["marsh"], "played with the set fen from outside, not given now"),
        ([], ["marsh"], "played without the set marsh from outside, given now"),
    ],
)
def test_a_save_tells_what_is_missing(lanterns: Path, tmp_path: Path, had: list[str], has: list[str], said: str):
    files = {"fen": write(tmp_path / "fen.yaml", FEN), "marsh": write(tmp_path / "marsh.yaml", MARSH)}
    save = artrules.load(lanterns, extra=[files[name] for name in had]).new_game().to_json()
    with pytest.raises(artrules.SaveRefused, match=said):
        artrules.load(lanterns, extra=[files[name] for name in has]).resume(save)


def test_a_changed_set_is_other_content(lanterns: Path, tmp_path: Path) -> None:
    file = write(tmp_path / "marsh.yaml", MARSH)
    save = artrules.load(lanterns, extra=[file]).new_game().to_json()
    write(file, MARSH.replace("3", "4"))
    with pytest.raises(artrules.SaveRefused, match="files have changed since"):
        artrules.load(lanterns, extra=[file]).resume(save)


def test_nothing_there_is_a_diagnostic(lanterns: Path, tmp_path: Path) -> None:
    for path in (tmp_path / "nowhere.yaml", Path("zero\0.yaml"), Path("x" * 5000)):
        assert [slug for slug, _ in found(lanterns, path)[1]] == ["unreadable-file"]


def test_all_files_together_are_bounded(lanterns: Path, tmp_path: Path) -> None:
    """The bound of a folder holds for each; that of a ruleset for its files and these together."""
    many = tmp_path / "many"
    for number in range(MOST_FILES):
        write(many / f"{number}.yaml", f"set: s{number}\nof: lanterns\n")
    slugs = [slug for slug, _ in found(lanterns, many)[1]]
    assert slugs == ["file-too-large"]


def test_bytes_together_are_bounded(lanterns: Path, tmp_path: Path) -> None:
    big = [write(tmp_path / f"{n}.yaml", f"set: s{n}\nof: lanterns\n#" + "x" * 1_000_000 + "\n") for n in range(5)]
    assert [slug for slug, _ in found(lanterns, *big)[1]] == ["file-too-large"]


def test_a_whole_ruleset_inside_of_a_folder(lanterns: Path, tmp_path: Path) -> None:
    write(tmp_path / "marsh.yaml", MARSH)
    extra = scan([tmp_path])
    assert (list(extra.rulesets), [f.path.name for f in extra.files]) == (["lanterns"], ["marsh.yaml"])
    assert artrules.load("lanterns", extra=[tmp_path]).added == ("set marsh",)


def test_a_file_that_is_given_twice_counts_once(tmp_path: Path) -> None:
    file = write(tmp_path / "marsh.yaml", MARSH)
    assert len(scan([file, tmp_path, tmp_path / "." / "marsh.yaml"]).files) == 1


def test_nothing_given(lanterns: Path) -> None:
    assert read_content(lanterns, extra=OutsideContent()).hash == read_content(lanterns).hash


@pytest.mark.parametrize(
    ("content", "owner"),
    [
        (b"set: x\nof: lanterns\n", "lanterns"),
        (b"# c\nscenarios:   'lanterns'\n", "lanterns"),
        (b"set: x\nguild:\n  of: other\n", ""),
        (b"", ""),
        (b"of: \xff\n", ""),
    ],
)
def test_the_game_that_a_file_is_for(content: bytes, owner: str) -> None:
    assert target_ruleset(content) == owner


def test_the_name_that_a_ruleset_gives_itself(lanterns: Path, tmp_path: Path) -> None:
    assert declared_name(lanterns) == "lanterns"
    assert declared_name(tmp_path) == ""
