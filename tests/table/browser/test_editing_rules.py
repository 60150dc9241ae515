"""A table beside an editor: a saved file changes the picture, errors show at their line, and the game goes on another
way from an earlier moment."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from lab.simulation.small_ruleset import write_ruleset
from table.browser.conftest import Open
from table.browser.served import Served


@pytest.fixture
def edited(tmp_path: Path) -> Iterator[tuple[Served, Path]]:
    """A server that watches a ruleset, and the file of its rules."""
    folder = write_ruleset(tmp_path / "lanterns")
    server = Served(str(folder), tmp_path / "served", "--edit")
    yield server, folder / "ruleset.yaml"
    server.end()


def save(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


def choose(page: Page, label: str) -> None:
    """By its words, for a second click at once would count as one too many."""
    options = page.locator("#options [data-token]:not([disabled])", has_text=label)
    expect(options.first).to_be_visible()
    before = options.count()
    page.keyboard.press("/")
    page.locator("#filter").fill(label)
    page.locator("#filter").press("Enter")
    expect(options).not_to_have_count(before)


def test_a_table_beside_an_editor(edited: tuple[Served, Path], window: Open, tmp_path: Path) -> None:
    server, file = edited
    (address,) = server.new_game(2, links="together", open=True)
    page = window(address).page
    expect(page.locator("#edit-status")).to_have_text("Rules are in order")
    choose(page, "stop playing")
    choose(page, "stop playing")
    expect(page.locator("#course")).to_contain_text("Round 2")

    save(file, "title: Lanterns", "title: Lights")
    expect(page.locator("#top h1")).to_have_text("Lights")

    save(file, "move c to my row", "move c to my rwo")
    expect(page.locator("#edit-status")).to_contain_text("1 error; the game goes on with the rules as they were")
    expect(page.locator(".problems .place")).to_contain_text("ruleset.yaml:38:")
    expect(page.locator(".problems mark")).to_have_text("rwo")
    page.screenshot(path=tmp_path / "errors.png")
    save(file, "move c to my rwo", "move c to my row")
    expect(page.locator("#edit-status")).to_have_text("Rules are in order")

    save(file, '"stop playing":', '"enough":')
    expect(page.locator(".standstill")).to_contain_text("Choice 1, Player 1: “stop playing” is called otherwise now.")
    expect(page.locator(".changed")).to_have_text("procedures: play_turn")
    page.screenshot(path=tmp_path / "standstill.png")
    page.locator("#let-go-on").click()
    expect(page.locator(".standstill")).to_have_count(0)
    choose(page, "enough")
    choose(page, "enough")
    expect(page.locator("#course")).to_contain_text("Round 2")

    page.locator("#look-back").click()
    expect(page.locator("#moments .quiet")).to_have_text("1 of 2")
    expect(page.locator("#course")).to_contain_text("Round 1")
    expect(page.locator("#panels")).not_to_contain_text("Round 2")
    page.locator("#make").click()
    page.get_by_label("called").fill("enough_at_once")
    page.get_by_role("button", name="Make it").click()
    expect(page.locator("#make-scenario [role=status]")).to_contain_text("scenarios/enough_at_once.yaml")
    assert "choose: enough" in (file.parent / "scenarios" / "enough_at_once.yaml").read_text(encoding="utf-8")
    page.screenshot(path=tmp_path / "moments.png")

    page.locator("#change").click()
    card = page.locator("#position .chips button").last
    label = card.inner_text()
    hands = page.locator("#position .zone-words", has_text="hand")
    held = hands.first.locator(".chips button")
    before = held.count()
    card.click()
    expect(page.locator("#position [role=status]")).to_contain_text(label)
    hands.first.locator("button.to").click()
    expect(page.locator("#moments .quiet")).to_contain_text("changed")
    expect(held).to_have_count(before + 1)
    expect(hands.first).to_contain_text(label)
    page.screenshot(path=tmp_path / "position.png")
    page.locator("#take-back").click()
    expect(page.locator("#moments .quiet")).not_to_contain_text("changed")
    page.locator("#leave-draft").click()
    expect(page.locator("#position")).to_have_count(0)

    page.locator("#branch").click()
    expect(page.locator("#moments")).to_have_count(0)
    expect(page.locator("#course")).to_contain_text("Round 1")
    choose(page, "enough")
    expect(page.locator("#course")).to_contain_text("Round 2")
