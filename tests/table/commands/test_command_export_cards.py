"""`artrules export --as cards`: which cards, and what is refused; without a browser."""

from __future__ import annotations

import re
import subprocess

import pytest

from artrules.author.printing import VARIABLE

NO_BROWSER = {VARIABLE: "/no/such/browser"}


def cards_of(page: str) -> list[int]:
    """The faces of the fronts of a page, in order."""
    fronts = re.findall(r'\{"side":"front".*?"places":\[(.*?)\]', page)
    return [int(face) for front in fronts for face in re.findall(r'"face":(\d+)', front)]


def one_line(text: str) -> str:
    return " ".join(text.split())


def test_without_chromium_a_page_prints_so(run, tmp_path):
    done = run("export", "hearts", "--as", "cards", "-o", str(tmp_path / "hearts.pdf"), **NO_BROWSER)
    assert done.exit_code == 0
    page = tmp_path / "hearts.html"
    assert f"{page}: 52 cards on 6 sheets; print at 100 %" in done.stdout
    assert (
        f"{VARIABLE} names no program: /no/such/browser: {page} is a page that any browser prints so, without margins, "
        "at 100 %" in done.stdout
    )
    assert not (tmp_path / "hearts.pdf").exists()
    text = page.read_text(encoding="utf-8")
    assert len(cards_of(text)) == 52
    assert "@page { size: 210mm 297mm }" in text
    assert "default-src 'none'" in text


def test_without_chromium_no_other_file_is_replaced(run, tmp_path):
    """Only the PDF is named on the command line."""
    page = tmp_path / "hearts.html"
    page.write_text("mine", encoding="utf-8")
    done = run("export", "hearts", "--as", "cards", "-o", str(tmp_path / "hearts.pdf"), **NO_BROWSER)
    assert done.exit_code == 2
    assert f"{page}, the page that prints so, is there already: `-o {page}` writes it anew" in one_line(done.stderr)
    assert page.read_text(encoding="utf-8") == "mine"
    assert run("export", "hearts", "--as", "cards", "-o", str(page), **NO_BROWSER).exit_code == 0
    assert len(cards_of(page.read_text(encoding="utf-8"))) == 52


@pytest.mark.parametrize(
    ("options", "count"),
    [
        (["--only", "award"], 32),
        (["--only", "purple 3", "--only", "award"], 35),
        (["--only", "londoners"], 75),
        (["--players", "2"], 142),
        (["--setting", "patrons=parisians", "--only", "parisians"], 75),
        (["--size", "mini", "--size", "award=25x25"], 142),
    ],
)
def test_which_cards(run, tmp_path, options, count):
    file = tmp_path / "cards.html"
    done = run("export", "avant_carde", "--as", "cards", "-o", str(file), *options, **NO_BROWSER)
    assert done.exit_code == 0
    assert f"{count} cards on " in done.stdout
    assert len(cards_of(file.read_text(encoding="utf-8"))) == count


def test_backs_behind_after_or_none(run, tmp_path):
    def sides(*options):
        file = tmp_path / "cards.html"
        run("export", "bioutifoul", "--as", "cards", "-o", str(file), "--size", "mini", *options, **NO_BROWSER)
        return re.findall(r'"side":"(\w+)"', file.read_text(encoding="utf-8"))

    assert sides() == ["front"] * 5 + ["back"] * 5
    assert sides("--duplex") == ["front", "back"] * 5
    assert sides("--fronts") == ["front"] * 5


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ([], "say where to write the cards: -o FILE.pdf, or --png FOLDER"),
        (["-o", "cards.doc"], "cards are written as .pdf or .html, not as cards.doc"),
        (["-o", "cards.pdf", "--duplex", "--fronts"], "with --fronts there are no backs: leave --duplex out"),
        (["-o", "cards.pdf", "--size", "huge"], "`huge` is no size of cards: poker, bridge, mini, square, or"),
        (["-o", "cards.pdf", "--size", "5x5"], "cards are from 15 to 190 mm wide and high, not 5x5"),
        (["-o", "cards.pdf", "--size", "190x190", "--bleed", "9"], "a card of 190 × 190 mm is too large for the paper"),  # noqa: RUF001
        (["-o", "cards.pdf", "--size", "awart=mini"], "there are no cards of the kind `awart`; did you mean `award`?"),
        (["-o", "cards.pdf", "--only", "The Snub"], "called `The Snub`; did you mean `The Snob`? (there are: Award, "),
        (["-o", "cards.pdf", "--setting", "patrons=nobody"], "nobody"),
        (["-o", "cards.pdf", "--players", "9"], "Avant Carde is for 1, 2, 3, 4, 5 players, not 9"),
        (["-o", "cards.pdf", "--paper", "a3"], "a3"),
        (["-o", "cards.pdf", "--bleed", "nan"], "nan"),
        (["-o", "no/such/folder/cards.html"], "no/such/folder/cards.html can't be written: there is no folder "),
        (["--png", "pictures"], f"pictures can't be drawn: {VARIABLE} names no program: /no/such/browser"),
    ],
)  # fmt: skip
def test_what_is_refused(run, tmp_path, monkeypatch, options, said):
    monkeypatch.chdir(tmp_path)
    done = run("export", "avant_carde", "--as", "cards", *options, **NO_BROWSER)
    assert done.exit_code == 2
    assert said in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr


def commit(folder, message):
    who = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    for arguments in (["init", "-q"], ["add", "."], [*who, "commit", "-qm", message]):
        subprocess.run(["git", "-C", str(folder), *arguments], check=True, capture_output=True)


def test_only_what_is_new_since_a_revision(run, lanterns, tmp_path):
    folder = tmp_path / "lanterns"
    commit(folder, "the first cards")
    new = ("export", lanterns, "--as", "cards", "-o", str(tmp_path / "new.html"), "--new-since")
    nothing = run(*new, "HEAD", **NO_BROWSER)
    assert nothing.exit_code == 2
    assert "no card is new since HEAD" in nothing.stderr
    rules = folder / "ruleset.yaml"
    text = rules.read_text(encoding="utf-8")
    one_more = text.replace("[2, blue, 5]]", "[2, blue, 6]]").replace("is: 20", "is: 21")
    rules.write_text(one_more, encoding="utf-8")
    assert "1 card on 1 sheet" in run(*new, "HEAD", **NO_BROWSER).stdout
    assert "git knows no revision `HEAD~5` of lanterns" in run(*new, "HEAD~5", **NO_BROWSER).stderr
    rules.write_text("ruleset: [", encoding="utf-8")
    commit(folder, "a mistake")
    rules.write_text(text, encoding="utf-8")
    assert "as it was at HEAD has mistakes: its cards can't be compared" in run(*new, "HEAD", **NO_BROWSER).stderr


def test_what_is_new_of_several_words_is_what_is_new_of_each(run, lanterns, tmp_path):
    """A word that nothing was called earlier says nothing of the others."""
    hill = tmp_path / "lanterns" / "sets" / "hill.yaml"
    text = hill.read_text(encoding="utf-8")
    hill.unlink()
    commit(tmp_path / "lanterns", "one set")
    hill.write_text(text, encoding="utf-8")

    def count(*words):
        only = [option for word in words for option in ("--only", word)]
        new = ("export", lanterns, "--as", "cards", "-o", str(tmp_path / "new.html"), "--new-since", "HEAD", *only)
        found = re.search(r": (\d+) cards? on ", run(*new, **NO_BROWSER).stdout)
        return int(found[1]) if found else 0

    assert (count("river"), count("hill"), count("river", "hill")) == (0, 20, 20)


def test_the_page_for_players_tells_the_game_with_its_settings(run, tmp_path):
    def aids(*options):
        file = tmp_path / "cards.html"
        done = run("export", "vintage", "--as", "cards", "-o", str(file), *options, **NO_BROWSER)
        assert done.exit_code == 0, done.stderr
        found = re.search(r'"aids":(.*?)</script>', file.read_text(encoding="utf-8"))
        return found[1]

    usual, other = aids(), aids("--setting", "take_that=yes")
    assert usual != other
    assert other == aids("--setting", "take_that=yes", "--players", "3")


def test_a_game_without_a_layout_is_printed(run, lanterns, tmp_path):
    file = tmp_path / "lanterns.html"
    done = run("export", lanterns, "--as", "cards", "-o", str(file), **NO_BROWSER)
    assert done.exit_code == 0
    assert cards_of(file.read_text(encoding="utf-8"))
