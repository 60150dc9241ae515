"""What one does at the table itself: menus at things, chips, buttons, the question before an end, dragging, reading."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Page, expect

from table.browser.canned import Messages, messages, open_canned, position, window

if TYPE_CHECKING:
    from playwright.sync_api import Browser

Sent = list[Messages]
At = Callable[..., tuple[Page, Sent]]


@pytest.fixture
def at(chromium_browser: Browser) -> Iterator[At]:
    """Opens a position in a can: `at(ruleset, number)` gives the page, and what it sends from then on. `change` gets
    the state before it is shown, `answers` what the page sends; `names` are those of seats."""
    windows = []

    def opened(
        ruleset: str,
        number: int,
        *,
        change: Callable[[Messages], Any] = lambda state: None,
        answers: Callable[[Messages], Sent] = lambda message: [],
        size: str = "1280x800",
        names: Mapping[int, str] = MappingProxyType({}),
    ) -> tuple[Page, Sent]:
        canned = position(messages(ruleset), number)
        change(canned["state"])
        for seat in canned["welcome"]["seats"]:
            seat["name"] = names.get(seat["seat"], seat["name"])
        shown = window(chromium_browser, size)
        page = shown.__enter__()
        windows.append(shown)
        sent: Sent = []

        def hear(message: Messages) -> Sent:
            sent.append(message)
            return answers(message)

        return open_canned(page, ruleset, canned, answers=hear), sent

    yield opened
    for shown in windows:
        shown.__exit__(None, None, None)


def token_of(ruleset: str, number: int, label: str) -> str:
    """The token of an option by its label."""
    offers = position(messages(ruleset), number)["state"]["offers"]
    return next(option["token"] for offer in offers for option in offer["options"] if option["label"] == label)


def wait_for_choice(page: Page, sent: Sent) -> None:
    for _ in range(100):
        if any(message["type"] == "choose" for message in sent):
            return
        page.wait_for_timeout(20)


def chose(page: Page, sent: Sent, token: str) -> None:
    """The page chooses this and nothing else."""
    wait_for_choice(page, sent)
    assert [message["token"] for message in sent if message["type"] == "choose"] == [token]


def card(page: Page, place: str) -> Any:
    return page.locator(f'.card[data-place="{place}"]')


def test_a_card_with_several_options_opens_a_menu_beside_it(at: At) -> None:
    page, sent = at("art_decko", 2)
    card(page, "hand 1 2").click()
    menu = page.get_by_role("menu")
    expect(menu).to_be_visible()
    items = menu.get_by_role("menuitem")
    expect(items.first).to_be_focused()
    expect(items.last).to_have_text("Read this card")
    assert not sent
    menu.get_by_role("menuitem", name="use up one gold for 3").click()
    chose(page, sent, token_of("art_decko", 2, "use up one gold for 3"))
    expect(menu).to_have_count(0)


def test_a_menu_says_once_what_its_lines_share_and_another_lit_thing_decides(at: At) -> None:
    page, sent = at("art_decko", 1)
    card(page, "hand 1 0").click()
    menu = page.get_by_role("menu")
    expect(menu.get_by_role("menuitem").first).to_be_visible()
    page.locator('[data-key="member exhibition poetic_patterns"]').click()
    chose(page, sent, token_of("art_decko", 1, "show renaissance in poetic patterns for 6"))


def test_keys_alone_open_a_menu_and_leave_it(at: At) -> None:
    page, sent = at("art_decko", 2)
    card(page, "hand 1 2").focus()
    page.keyboard.press("Enter")
    items = page.get_by_role("menu").get_by_role("menuitem")
    expect(items.first).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(items.nth(1)).to_be_focused()
    page.keyboard.press("Escape")
    expect(items).to_have_count(0)
    expect(card(page, "hand 1 2")).to_be_focused()
    page.keyboard.press("Enter")
    expect(items.first).to_be_focused()
    page.keyboard.press("Enter")
    wait_for_choice(page, sent)
    assert len(sent) == 1


def test_a_click_beside_it_closes_a_menu(at: At) -> None:
    page, sent = at("art_decko", 2)
    card(page, "hand 1 2").click()
    expect(page.get_by_role("menu")).to_be_visible()
    page.locator(".plate").nth(2).click(position={"x": 100, "y": 85})
    expect(page.get_by_role("menu")).to_have_count(0)
    assert not sent


def test_members_that_stand_nowhere_are_chips(at: At) -> None:
    page, sent = at("crazy_eights", 0)
    chips = page.locator(".chips .chip")
    expect(chips).to_have_count(4)
    chips.filter(has_text="clubs").click()
    chose(page, sent, token_of("crazy_eights", 0, "name clubs"))


def test_many_numbers_are_a_slider(at: At) -> None:
    def bids(state: Messages) -> None:
        (offer,) = state["offers"]
        offer["options"] = [
            {"token": f"t{n}", "label": f"bid {n}", "about": [{"number": n}], "to": [], "button": False}
            | {"declines": False, "ends": False, "gain": False, "group": 0}
            for n in range(100, 150)
        ]

    page, sent = at("crazy_eights", 0, change=bids)
    page.get_by_role("slider").focus()
    page.keyboard.press("ArrowRight")
    page.get_by_role("button", name="bid 101", exact=True).first.click()
    chose(page, sent, "t101")


def test_what_costs_nothing_comes_first_and_is_asked_about_before_an_end(at: At) -> None:
    page, sent = at("avant_carde", 6)
    buttons = page.locator(".buttons .option")
    expect(buttons.first).to_contain_text("ake awards")
    expect(buttons.last).to_contain_text("nd the turn")
    buttons.last.click()
    ask = page.get_by_role("alertdialog")
    expect(ask).to_contain_text("You can still")
    expect(ask.get_by_role("button").first).to_be_focused()
    assert not sent
    ask.get_by_role("button", name="Go back").click()
    expect(ask).to_have_count(0)
    buttons.last.click()
    ask.get_by_role("button", name="anyway").click()
    chose(page, sent, token_of("avant_carde", 6, "end the turn"))


def test_keys_are_asked_before_an_end_too(at: At) -> None:
    page, sent = at("avant_carde", 6)
    page.keyboard.press("/")
    page.keyboard.type("end the")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alertdialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("alertdialog")).to_have_count(0)
    assert not sent


def test_the_card_below_a_number_can_be_clicked_and_what_is_to_be_confirmed_is_asked(at: At) -> None:
    page, sent = at("avant_carde", 3)
    card(page, "stack[4] 0 0").click()
    line = page.get_by_role("menu").locator("[data-token]")
    expect(line).to_have_text("tuck the 4s")
    assert not sent
    line.click()
    chose(page, sent, token_of("avant_carde", 3, "tuck the 4s"))


def test_things_that_glow_alike_answer_alike(at: At) -> None:
    def add_a_purchase(state: Messages) -> None:
        options = state["offers"][0]["options"]
        tuck = next(option for option in options if option["label"] == "tuck the 7s")
        options.insert(0, {**tuck, "token": "buy", "label": "buy a 7", "group": 0})

    page, sent = at("avant_carde", 3, change=add_a_purchase)
    card(page, "stack[7] 0 0").click()
    expect(page.get_by_role("menu").locator("[data-token]")).to_have_count(2)
    page.keyboard.press("Escape")
    card(page, "stack[4] 0 0").click()
    line = page.get_by_role("menu").locator("[data-token]")
    expect(line).to_have_text("tuck the 4s")
    assert not sent
    line.click()
    chose(page, sent, token_of("avant_carde", 3, "tuck the 4s"))


def test_a_value_that_an_option_is_about_can_be_clicked(at: At) -> None:
    page, sent = at("avant_carde", 3)
    page.locator('[data-key="value change 1"]').click()
    chose(page, sent, token_of("avant_carde", 3, "spend the change token"))


def drag(page: Page, source: Any, target: Any) -> None:
    source.hover()
    page.mouse.down()
    box = target.bounding_box()
    page.mouse.move(box["x"] + 20, box["y"] + 20, steps=5)


def test_a_card_is_dragged_to_where_its_option_says(at: At) -> None:
    page, sent = at("avant_carde", 2)
    line = page.locator('[data-zone="line"][data-owner="1"]')
    drag(page, card(page, "hand 1 0"), line)
    expect(line).to_have_attribute("data-drop", "over")
    expect(page.locator(".ghost")).to_have_count(1)
    page.mouse.up()
    expect(page.locator(".ghost, [data-drop]")).to_have_count(0)
    chose(page, sent, token_of("avant_carde", 2, "play purple 2"))


def test_a_card_that_is_let_go_elsewhere_or_at_escape_comes_back(at: At) -> None:
    page, sent = at("avant_carde", 2)
    drag(page, card(page, "hand 1 0"), page.locator(".plate").nth(3))
    page.mouse.up()
    expect(page.locator(".ghost, [data-drop]")).to_have_count(0)
    drag(page, card(page, "hand 1 0"), page.locator('[data-zone="line"][data-owner="1"]'))
    page.keyboard.press("Escape")
    expect(page.locator(".ghost, [data-drop]")).to_have_count(0)
    page.mouse.up()
    page.wait_for_timeout(50)
    assert not sent


def test_a_card_that_is_not_lit_is_read_and_says_why_not(at: At) -> None:
    def why(message: Messages) -> Sent:
        return [{"type": "why", "id": message["id"], "text": "`play` is not possible now.", "possible": False}]

    page, sent = at("crazy_eights", 0, answers=why)
    card(page, "hand 1 0").click()
    detail = page.locator("#detail")
    expect(detail).to_contain_text("not possible now")
    expect(detail.get_by_role("button", name="Close")).to_be_focused()
    assert [message["type"] for message in sent] == ["why"]
    page.keyboard.press("Escape")
    expect(detail).to_have_count(0)
    expect(card(page, "hand 1 0")).to_be_focused()


def test_a_place_that_is_no_card_says_why_not_beside_it(at: At) -> None:
    def why(message: Messages) -> Sent:
        return [{"type": "why", "id": message["id"], "text": "That is for another time.", "possible": False}]

    page, sent = at("avant_carde", 6, answers=why)
    page.locator('[data-zone="stack[2]"] .empty').click()
    expect(page.locator(".why-here")).to_contain_text("That is for another time.")
    assert [message["thing"] for message in sent] == [{"zone": ["stack[2]", 0]}]
    page.keyboard.press("Escape")
    expect(page.locator(".why-here")).to_have_count(0)


def test_a_card_under_the_mouse_that_does_not_say_all_is_shown_large(at: At) -> None:
    page, _ = at("avant_carde", 4)
    card(page, "line 1 0").hover()
    expect(page.locator(".preview")).to_be_visible()
    page.mouse.move(1200, 400)
    expect(page.locator(".preview")).to_have_count(0)
    card(page, "hand 1 0").hover()
    page.wait_for_timeout(700)
    expect(page.locator(".preview")).to_have_count(0)


def cleared(state: Messages, *, prompt: str, labels: Sequence[str]) -> Messages:
    """A state in which an option of the first offer is called by each of `labels`, ends, and is about nothing."""
    (offer,) = state["offers"]
    ends = {"about": [], "to": [], "button": True, "declines": False, "ends": True, "gain": False, "group": 0}
    options = [ends | {"token": f"{state['version']}.{label}", "label": label} for label in labels]
    return state | {"offers": [offer | {"prompt": prompt, "options": options}]}


def stop_clock(page: Page, now: int) -> None:
    page.evaluate("now => { performance.now = () => now; }", now)


@pytest.mark.parametrize("size", ["1280x800", "390x844"])
def test_what_has_just_come_under_the_pointer_is_not_taken(at: At, size: str) -> None:
    state = position(messages("avant_carde"), 2)["state"]
    first = cleared(state, prompt="Go on?", labels=["end the turn"])
    second = cleared(state | {"version": state["version"] + 1}, prompt="Play?", labels=["stop playing"])
    page, sent = at(
        "avant_carde",
        2,
        size=size,
        change=lambda shown: shown.update(first),
        answers=lambda message: [{"type": "state", **second}] if len(sent) == 1 else [],
    )
    stop_clock(page, 1000)
    box = page.get_by_text("end the turn").bounding_box()
    assert box
    spot = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    tap = page.touchscreen.tap if size == "390x844" else page.mouse.click
    tap(*spot)
    expect(page.get_by_text("stop playing")).to_be_visible()
    tap(*spot)
    page.wait_for_timeout(400)  # so that the next click is no part of a double click
    assert [message["type"] for message in sent] == ["choose"]
    stop_clock(page, 1900)  # it ends something, too: a click too many is passed over for longer
    tap(*spot)
    page.wait_for_timeout(400)
    assert len(sent) == 1
    stop_clock(page, 2200)
    tap(*spot)
    page.wait_for_timeout(50)
    assert len(sent) == 2
    assert sent[1]["token"] == second["offers"][0]["options"][0]["token"]


def test_options_stay_where_they_are_where_less_is_said_above_them(at: At) -> None:
    state = position(messages("avant_carde"), 2)["state"]
    second = cleared(state | {"version": state["version"] + 1}, prompt="Play?", labels=["stop playing"])
    page, sent = at(
        "avant_carde",
        2,
        change=lambda shown: shown.update(cleared(state, prompt="Go on? " * 20, labels=["end the turn"])),
        answers=lambda message: [{"type": "state", **second}],
    )
    before = page.locator("#options").bounding_box()
    page.locator("#options .option").press("Enter")
    expect(page.get_by_text("stop playing")).to_be_visible()
    after = page.locator("#options").bounding_box()
    assert before and after and abs(before["y"] - after["y"]) < 1 and len(sent) == 1


def test_what_ends_a_turn_stays_where_it_is_whatever_else_goes(at: At) -> None:
    state = position(messages("avant_carde"), 2)["state"]
    first = cleared(state, prompt="What now?", labels=["wave", "sing", "dance", "end the turn"])
    for option in first["offers"][0]["options"][:-1]:
        option["ends"] = False
    (offer,) = first["offers"]
    left = [option | {"token": f"then {option['label']}"} for option in offer["options"][2:]]
    second = first | {"version": state["version"] + 1, "offers": [offer | {"options": left}]}
    page, sent = at(
        "avant_carde",
        2,
        change=lambda shown: shown.update(first),
        answers=lambda message: [{"type": "state", **second}],
    )
    ends = page.locator("#options .ends")
    before = ends.bounding_box()
    page.locator("#options").get_by_text("wave").click()
    expect(page.get_by_text("sing", exact=True)).to_have_count(0)
    assert ends.bounding_box() == before and len(sent) == 1


def test_the_log_follows_where_it_was_shorter_for_a_moment(at: At) -> None:
    state = position(messages("avant_carde"), 2)["state"]

    def logged(version: int, lines: int) -> Messages:
        line = {"kind": "said", "sort": "saying", "round": 1, "phase": "buy", "player": 1}
        log = [line | {"text": f"line {number}"} for number in range(100, 100 + lines)]
        return state | {"type": "state", "version": version, "from": 0, "log": log}

    page, _ = at(
        "avant_carde",
        2,
        change=lambda shown: shown.update(logged(1, 60)),
        answers=lambda message: [logged(2, 20), logged(3, 60)],
    )
    lines = page.locator("#log .log-lines")
    from_end = "box => box.scrollHeight - box.scrollTop - box.clientHeight"
    page.wait_for_function(f"box => ({from_end})(box) < 70", arg=lines.element_handle())
    page.locator("#options button[data-token]").first.press("Enter")
    page.wait_for_timeout(500)
    assert lines.evaluate(from_end) < 70


def test_a_tag_of_a_plate_has_the_meaning_of_its_title_and_what_lies_under_it_can_be_pointed_at(at: At) -> None:
    page, _ = at("avant_carde", None)
    page.locator('.plate [data-value="2/change"]').hover()
    meaning = page.locator("#meaning")
    expect(meaning).to_contain_text("change token")
    box = meaning.bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(meaning).to_have_count(0)


def test_the_meaning_of_a_word_goes_where_the_text_scrolls_but_not_for_who_plays_by_keys(at: At) -> None:
    page, _ = at("avant_carde", 6)
    since, meaning = page.locator("#since"), page.locator("#meaning")
    scroll = "box => box.scrollBy(0, 8)"
    word = page.locator("#options button.term").first
    word.click()
    expect(meaning).to_be_visible()
    since.evaluate(scroll)
    expect(meaning).to_have_count(0)
    word.blur()
    word.focus()
    expect(meaning).to_be_visible()
    since.evaluate(scroll)
    page.wait_for_timeout(100)
    expect(meaning).to_be_visible()


def test_keys_take_what_has_just_come(at: At) -> None:
    state = position(messages("avant_carde"), 2)["state"]
    second = cleared(state | {"version": state["version"] + 1}, prompt="Play?", labels=["stop playing"])
    page, sent = at(
        "avant_carde",
        2,
        change=lambda shown: shown.update(cleared(state, prompt="Go on?", labels=["end the turn"])),
        answers=lambda message: [{"type": "state", **second}] if len(sent) == 1 else [],
    )
    stop_clock(page, 1000)
    page.get_by_text("end the turn").click()
    page.locator("#options .option").filter(has_text="stop playing").press("Enter")
    page.wait_for_timeout(50)
    assert len(sent) == 2


def test_the_second_click_of_a_double_click_ends_nothing(at: At) -> None:
    page, sent = at("avant_carde", 6)
    page.locator(".buttons .option").last.dblclick()
    expect(page.get_by_role("alertdialog")).to_be_visible()
    assert not sent


@pytest.mark.parametrize("size", ["1280x800", "390x844"])
def test_a_card_that_has_just_moved_under_the_pointer_is_only_picked(at: At, size: str) -> None:
    def row_of(state: Messages, version: int, looks: Sequence[int]) -> Messages:
        row = [next(card for card in state["view"]["zones"]["artworks"] if card["look"] == look) for look in looks]
        options = [
            state["offers"][0]["options"][0] | {"token": f"buy {look}", "label": f"buy {look}", "about": [about]}
            for look, about in zip(looks, ({"card": ["artworks", 0, n]} for n in range(len(looks))), strict=True)
        ]
        zones = state["view"]["zones"] | {"artworks": row}
        offer = state["offers"][0] | {"options": options}
        return state | {"version": version, "view": state["view"] | {"zones": zones}, "offers": [offer]}

    kept = position(messages("bioutifoul"))["state"]
    number = next(n for n, each in enumerate(messages("bioutifoul")["states"]) if each["version"] == kept["version"])
    looks = sorted({card["look"] for card in kept["view"]["zones"]["artworks"]})
    page, sent = at(
        "bioutifoul",
        number,
        size=size,
        change=lambda shown: shown.update(row_of(kept, 1, looks)),
        answers=lambda message: [{"type": "state", **row_of(kept, 2, looks[1:])}] if len(sent) == 1 else [],
    )
    stop_clock(page, 1000)
    taps = 2 if size == "390x844" else 1
    cards = page.locator('[data-zone="artworks"] .card')
    expect(cards).to_have_count(len(looks))
    box = cards.first.bounding_box()
    assert box
    spot = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    tap = page.touchscreen.tap if size == "390x844" else page.mouse.click
    for _ in range(taps):
        tap(*spot)
    expect(cards).to_have_count(len(looks) - 1)
    for _ in range(taps):
        tap(*spot)
    expect(cards.first).to_have_attribute("aria-pressed", "true")
    page.wait_for_timeout(50)
    assert [message["token"] for message in sent] == [f"buy {looks[0]}"]
    stop_clock(page, 1400)
    if size == "1280x800":
        page.keyboard.press("Escape")
    tap(*spot)
    page.wait_for_timeout(50)
    assert [message["token"] for message in sent[1:]] == [f"buy {looks[1]}"]


@pytest.mark.parametrize(("ruleset", "number"), [("avant_carde", 2), ("bioutifoul", 6), ("hearts", 0)])
def test_the_log_beside_the_table_shows_whole_lines(at: At, ruleset: str, number: int) -> None:
    page, _ = at(ruleset, number)
    page.wait_for_timeout(200)
    cut = page.evaluate(
        """() => {
            const { top, bottom } = document.querySelector(".log-lines").getBoundingClientRect();
            const lines = [...document.querySelectorAll(".log-line")].map((line) => line.getBoundingClientRect());
            const seen = lines.filter((line) => line.bottom > top + 1 && line.top < bottom - 1);
            return [seen.length, seen.filter((line) => line.top < top - 1 || line.bottom > bottom + 1).length];
        }"""
    )
    assert cut[0] > 1
    assert cut[1] == 0


@pytest.mark.parametrize("size", ["1280x800", "390x844"])
def test_who_played_a_card_stands_whole_on_it(at: At, size: str) -> None:
    page, _ = at(
        "hearts", 0, size=size, names={2: "Player 2 (bot)", 3: "Bartholomew Featherstone", 4: "Player 4 (bot)"}
    )
    by = page.locator('[data-zone="trick"] .by')
    assert [text.split()[0] for text in by.all_inner_texts()][:3] == ["P2", "BF", "P4"]
    wide = by.evaluate_all("all => all.filter((each) => each.scrollWidth > each.clientWidth).length")
    assert wide == 0


def test_a_picked_card_has_a_mark_that_one_under_the_pointer_has_not(at: At) -> None:
    page, _ = at("art_decko", 2)
    mark = "each => getComputedStyle(each, '::after').content"
    lit = card(page, "hand 1 2")
    lit.hover()
    assert "✓" not in lit.evaluate(mark)
    lit.click()
    assert "✓" in lit.evaluate(mark)


@pytest.mark.parametrize("size", ["1280x800", "390x844"])
@pytest.mark.parametrize("number", [2, 11])
def test_a_name_opens_all_that_lies_before_a_player(at: At, size: str, number: int) -> None:
    page, sent = at("avant_carde", number, size=size)
    page.keyboard.press("Escape")
    over = page.locator("#result").get_by_role("button", name="Look at the table")
    if over.count():
        over.click()
    name = page.locator('.plate[data-player="2"] .player-name')
    name.click()
    window = page.locator("#spotlight")
    expect(window.get_by_role("heading")).to_have_text(
        page.locator('.plate[data-player="2"]').get_attribute("aria-label")
    )
    expect(window.locator('[data-owner="2"]').first).to_be_visible()
    assert not sent


def test_a_count_of_cards_opens_all_that_lies_before_a_player(at: At) -> None:
    page, sent = at("avant_carde", 2)
    page.locator('.plate[data-player="2"] .plate-count[data-zone]').first.click()
    expect(page.locator("#spotlight [data-owner='2'][data-zone='discard']")).to_be_visible()
    assert not sent


def test_a_click_between_cards_that_can_be_chosen_means_nothing(at: At) -> None:
    page, sent = at("hearts", 2)
    first, second = (each.bounding_box() for each in page.locator("#hand .card[data-lit]").all()[:2])
    assert first is not None and second is not None
    assert first["x"] + first["width"] < second["x"]
    page.mouse.click((first["x"] + first["width"] + second["x"]) / 2, first["y"] + first["height"] / 2)
    expect(page.locator("#why-here")).to_have_count(0)
    assert not sent


def test_where_an_option_is_about_a_player_the_name_means_it(at: At) -> None:
    def about_a_player(state: Messages) -> None:
        for option, player in zip(state["offers"][0]["options"], (2, 3), strict=False):
            option["about"] = [{"player": player}]

    page, _ = at("avant_carde", 2, change=about_a_player)
    page.locator('.plate[data-player="2"] .player-name').click()
    expect(page.locator("#spotlight")).to_have_count(0)


@pytest.mark.parametrize("size", ["1280x800", "390x844"])
@pytest.mark.parametrize("ruleset", ["avant_carde", "hearts"])
def test_the_last_page_can_be_shown_again(at: At, ruleset: str, size: str) -> None:
    page, _ = at(ruleset, {"avant_carde": 11, "hearts": 12}[ruleset], size=size)
    result = page.locator("#result")
    result.get_by_role("button", name="Look at the table").click()
    expect(result).to_have_count(0)
    expect(page.locator("#course")).to_have_text(re.compile(r"Over · \d+ rounds"))
    expect(page.locator("#show-result")).to_be_focused()
    page.locator("#show-result").click()
    expect(result).to_be_visible()


def test_the_last_page_is_loaded_again_where_that_failed(chromium_browser: Browser) -> None:
    page = chromium_browser.new_page(reduced_motion="reduce")
    page.route("**/page/result.js", lambda route: route.abort(), times=1)
    open_canned(page, "avant_carde", position(messages("avant_carde"), 11))
    expect(page.locator("#connection .banner")).to_contain_text("The last page couldn't be loaded")
    page.locator("#show-result").click()
    expect(page.locator("#result")).to_be_visible()
    expect(page.locator("#connection .banner")).to_have_count(0)
    page.context.close()


def test_an_answer_of_an_earlier_moment_says_so_and_goes_when_the_game_is_over(at: At) -> None:
    states = iter(position(messages("avant_carde"), number)["state"] for number in (3, 11))

    def answer(message: Messages) -> Sent:
        if message["type"] == "why":
            return [{"type": "why", "id": message["id"], "text": "nobody can", "possible": False}]
        return [next(states)] if message["type"] == "choose" else []

    page, _ = at("avant_carde", 2, answers=answer)
    page.locator("#open-why").click()
    page.locator("#why-text").fill("buy a 9")
    page.locator("#why-text").press("Enter")
    panel = page.locator("#why .answer")
    expect(panel).to_contain_text("nobody can")
    expect(panel).not_to_contain_text("Earlier")
    card(page, "hand 1 0").click()
    expect(panel).to_contain_text("Earlier")
    expect(panel).to_contain_text("nobody can")
    page.keyboard.press("/")
    page.keyboard.type("tuck")
    page.keyboard.press("Enter")
    expect(panel).not_to_contain_text("nobody can")


@pytest.mark.parametrize("size", ["1280x800", "390x844"])
def test_a_value_that_no_option_is_about_says_what_it_is_and_was(at: At, size: str) -> None:
    states = iter([position(messages("avant_carde"), 3)["state"]])
    page, sent = at(
        "avant_carde", 2, size=size, answers=lambda said: [next(states)] if said["type"] == "choose" else []
    )
    for _ in range(2 if size == "390x844" else 1):
        card(page, "hand 1 0").click(position={"x": 12, "y": 30})
    wait_for_choice(page, sent)
    awards = page.locator('.plate [data-value="2/awards_won"]')
    awards.click()
    window = page.locator(".why-here")
    expect(window.get_by_role("heading")).to_contain_text("awards")
    expect(window).to_contain_text(f"It is {awards.locator('b').inner_text()}")
    expect(window).to_contain_text("when you chose last")
    assert not [each for each in sent if each["type"] == "why"]


@pytest.mark.parametrize("size", ["1280x800", "390x844"])
def test_a_refusal_pushes_nothing_and_goes_by_itself(at: At, size: str) -> None:
    def refuse(message: Messages) -> Sent:
        return [{"type": "refused", "text": "That can't be taken back."}] if message["type"] == "undo" else []

    page, _ = at("hearts", 0, size=size, answers=refuse)
    page.clock.install()
    where = "() => document.querySelector('.table').getBoundingClientRect().top"
    before = page.evaluate(where)
    page.locator("#undo").click()
    banner = page.locator(".banner.refused")
    expect(banner).to_be_visible()
    assert page.evaluate(where) == before
    page.clock.run_for(9000)
    expect(banner).to_have_count(0)


@pytest.mark.parametrize("left", [0, 1, 2])
def test_a_pile_says_how_many_cards_are_left_also_the_last_one_and_none(at: At, left: int) -> None:
    def use_up(state: Messages) -> None:
        zones = state["view"]["zones"]
        zones["award_stack"] = zones["award_stack"][:left]

    page, _ = at("avant_carde", 3, change=use_up)
    expect(page.locator('[data-zone="award_stack"] .zone-count')).to_have_text(str(left))
