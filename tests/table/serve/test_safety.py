"""Who may ask the server what: names and origins, headers, secrets, limits, what people type."""

from __future__ import annotations

import json

import pytest
from starlette.websockets import WebSocketDisconnect

from artrules.table.serve import connection, requests, room
from artrules.table.serve.addresses import KnownHosts
from artrules.table.serve.app import HEADERS
from artrules.table.serve.requests import Allowance, WrongSecrets
from table.serve.conftest import BASE, Tables


@pytest.mark.parametrize(
    ("bound", "origin", "host", "known"),
    [
        ("127.0.0.1", None, "127.0.0.1:8642", True),
        ("127.0.0.1", None, "localhost", True),
        ("127.0.0.1", None, "[::1]:1", True),
        ("127.0.0.1", None, "evil.example", False),
        ("127.0.0.1", None, "192.168.0.7", False),
        ("127.0.0.1", None, "127.0.0.1.evil.example", False),
        ("127.0.0.1", None, "localhost@evil.example", False),
        ("127.0.0.1", None, "localhost:x", False),
        ("127.0.0.1", None, "", False),
        ("0.0.0.0", None, "192.168.0.7:8642", True),
        ("0.0.0.0", None, "evil.example", False),
        ("127.0.0.1", "https://tables.example", "tables.example", True),
        ("127.0.0.1", "https://tables.example", "other.example", False),
    ],
)
def test_a_server_knows_its_own_names(bound: str, origin: str | None, host: str, known: bool) -> None:
    assert KnownHosts(bound, (), origin).knows(host) is known


def test_another_name_and_another_origin_are_refused(tables: Tables) -> None:
    for headers in ({"host": "evil.example"}, {"origin": "http://evil.example"}, {"origin": "null"}):
        answer = tables.client.get("/api/games", headers={**tables.host, **headers})
        assert answer.status_code == 403 and "games" not in answer.json()
        with (
            pytest.raises(WebSocketDisconnect),
            tables.client.websocket_connect("ws://localhost/ws", headers=headers),
        ):
            pass
    assert tables.client.get("/api/games", headers={**tables.host, "origin": BASE}).status_code == 200


def test_every_answer_has_the_headers_that_keep_other_sites_out(tables: Tables) -> None:
    for path in ("/", "/table", "/page/nothing.js", "/api/games", "/nowhere"):
        headers = tables.client.get(path).headers
        assert {name: headers.get(name) for name in HEADERS} == HEADERS
    assert "'unsafe" not in HEADERS["content-security-policy"]


@pytest.mark.parametrize(
    "path",
    [
        "/page/../serve/app.py",
        "/page/%2e%2e/serve/links.py",
        "/page//etc/passwd",
        "/page/%00.js",
        "/pictures/lanterns/ruleset.yaml",
        "/pictures/nothing/sun.svg",
        "/pictures/lanterns/../../secret.png",
        "/pictures/lanterns/%2e%2e/%2e%2e/secret.png",
        "/page/.js/../../../x.html",
    ],
)
def test_nothing_but_the_pages_files_is_given(path: str, tables: Tables) -> None:
    assert tables.client.get(path).status_code == 404


def test_the_api_needs_a_secret(tables: Tables) -> None:
    game = tables.open(2)
    seat = {"authorization": f"Bearer {game['secrets'][1]}"}
    other = {"authorization": f"Bearer {tables.open(2)['secrets'][0]}"}
    one = f"/api/games/{game['id']}"
    for method, path, body in (
        ("GET", "/api/rulesets", None),
        ("POST", "/api/games", {}),
        ("POST", f"{one}/links", {"seats": [1]}),
    ):
        assert tables.client.request(method, path, json=body).status_code == 401
        assert tables.client.request(method, path, json=body, headers=seat).status_code == 403
    for path in (f"{one}/replay", f"{one}/file"):
        assert tables.client.get(path).status_code == 401
        assert tables.client.get(path, headers=other).status_code == 404
        assert "isn't over" in tables.client.get(path, headers=seat).json()["error"]
        assert tables.client.get(path, headers=tables.host).status_code == 403
    assert [g["id"] for g in tables.client.get("/api/games", headers=seat).json()["games"]] == [game["id"]]


def test_an_allowance_comes_back_with_time() -> None:
    now = [0.0]
    allowance = Allowance(2.0, 3, lambda: now[0])
    assert [allowance.take() for _ in range(4)] == [True, True, True, False]
    now[0] = 1.0
    assert [allowance.take() for _ in range(3)] == [True, True, False]
    allowance.use(5.0)
    assert allowance.seconds_to_wait == 2.5
    now[0] = 10.0
    assert allowance.seconds_to_wait == 0.0 and allowance.take()
    wrong = WrongSecrets(lambda: now[0])
    for number in range(requests.MOST_ADDRESSES + 5):
        wrong.count(str(number))
    assert len(wrong._allowances) == requests.MOST_ADDRESSES


def test_a_wrong_link_is_refused_in_words(tables: Tables) -> None:
    with tables.page("wrong") as page:
        assert page.until("refused")["text"].startswith("This link isn't good.")
        with pytest.raises(WebSocketDisconnect) as closed:
            page.until("welcome")
        assert closed.value.code == connection.POLICY


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("[1", "it is no JSON"),
        ("[]", "must be a JSON object"),
        ('{"type": "choose"}', "changed meanwhile"),
        ('{"type": "choose", "token": {}}', "changed meanwhile"),
        ('{"type": "fly"}', "doesn't know the message `fly`"),
        ('{"type": ["a"]}', "doesn't know the message"),
        ('{"type": "sit", "seat": 2}', "isn't yours"),
        ('{"type": "sit", "seat": true}', "isn't yours"),
        ('{"type": "sit", "seat": []}', "isn't yours"),
        ('{"type": "name", "seat": 2, "name": "Eve"}', "isn't yours"),
        ('{"type": "name", "name": "player 2"}', "called player 2 already"),
        ('{"type": "name", "name": "  "}', "can't be empty"),
        ('{"type": "name", "name": "a\\u202eb"}', "characters that nobody can see"),
        ('{"type": "name", "name": "\\ud800"}', "half of a character"),
        ('{"type": "\\ud800"}', "half of a character"),
        ('{"type": "sit", "seat": 1.0}', "isn't yours"),
        ('{"type": "name", "seat": true, "name": "Eve"}', "isn't yours"),
        ('{"type": "name", "seat": 1.0, "name": "Eve"}', "isn't yours"),
        ('{"type": "name", "name": "\u200b"}', "characters that nobody can see"),
        ('{"type": "name", "name": "Player 2\u2060"}', "characters that nobody can see"),
        ('{"type": "name", "name": "Player\u00a02\u200d"}', "called Player\u00a02\u200d already"),
        ('{"type": "name", "name": "\u200d\ufe0f"}', "characters that nobody can see"),
        ('{"type": "pin", "text": "a\u061cb"}', "characters that nobody can see"),
        (json.dumps({"type": "name", "name": "Z" + "\u0301" * 6}), "so many marks"),
        ('{"type": "why", "id": NaN, "text": "stop playing"}', "it is no JSON"),
        ('{"type": "why", "id": [[[]]], "text": "stop playing"}', "must be a number or a text"),
        ('{"type": "name", "name": 3}', "must be a text"),
        (json.dumps({"type": "pin", "text": "x" * 501}), "at most 500 characters"),
        ('{"type": "why", "id": 1}', "must be a text"),
        ('{"type": "why", "id": 1, "thing": {"card": ["hand", 2, 99]}}', "no card there"),
        ('{"type": "why", "id": 1, "thing": {"card": ["hand", {}, "x"]}}', "nothing like it at the table"),
        ('{"type": "advise", "id": {}}', "must be a number or a text"),
        ('{"type": "answer_undo", "agree": true}', "Nobody asks you to take something back"),
        ('{"type": "answer_undo"}', "`agree` must be true or false"),
        ('{"type": "undo", "ask": true}', "you have chosen nothing yet"),
        ('{"type": "undo", "ask": "yes"}', "you have chosen nothing yet"),
        (" " * 16_385, "too long"),
    ],
)
def test_whatever_a_page_says_it_is_answered_in_words(message: str, said: str, tables: Tables) -> None:
    with tables.page(tables.open(2)["secrets"][0]) as page:
        page.until("state")
        page.socket.send_text(message)
        assert said in page.until("refused")["text"]
        page.say("why", id=7, text="stop playing")
        assert page.until("why")["id"] == 7
    assert tables.told == []


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"players": 9}, "Lanterns is for 2, 3, 4 players, not 9."),
        ({"players": "2"}, "`players` must be a number from 1."),
        ({"players": True}, "`players` must be a number from 1."),
        ({"players": 2, "settings": {"lenght": "quick"}}, "did you mean 'length'?"),
        ({"players": 2, "settings": {"length": []}}, "`settings` must be"),
        ({"players": 2, "seed": -1}, "`seed` must be"),
        ({"players": 2, "seats": [{}]}, "`seats` must be a list with an object for each of 2 players"),
        ({"players": 2, "seats": [{"bot": "unifrom"}, {}]}, "did you mean `uniform`?"),
        ({"players": 2, "seats": [{"bot": "uniform"}, {"bot": "uniform"}]}, "one seat must be a person's"),
        ({"players": 2, "seats": [{"name": "Ann"}, {"name": "ann"}]}, "Two seats have the same name"),
        ({"players": 2, "seats": [{"name": "Ann"}, {"name": "A\u200dnn"}]}, "Two seats have the same name"),
        ({"players": 2, "seats": [{"bot": "\ud800"}, {}]}, "half of a character"),
        ({"players": 2, "settings": {"\ud800": "quick"}}, "half of a character"),
        ({"players": 2, "\ud800": 1}, "half of a character"),
        ({"players": 2, "seats": [{"bot": "search:time=300"}, {}]}, "may think for 30 seconds here at most"),
        ({"players": 2, "links": "some"}, "`links` must be"),
        ({"players": 2, "seets": []}, "`seets` isn't known here"),
        ({"players": 2, "x" * 20_000: 1}, "This request is too long."),
    ],
)
def test_a_table_that_cant_be_opened_is_refused_in_words(body: dict[str, object], said: str, tables: Tables) -> None:
    answer = tables.client.post("/api/games", content=json.dumps(body), headers=tables.host)
    assert 400 <= answer.status_code < 500 and said in answer.json()["error"]
    assert tables.client.get("/api/games", headers=tables.host).json()["games"] == []


@pytest.mark.parametrize(
    "name",
    [
        "Zo\u00eb",
        "\U0001f469\u200d\U0001f680",
        "\u0646\u0645\u06cc\u200c\u062f\u0627\u0646\u0645",
        "\u2764\ufe0f",
        "<b>&amp;",
        "A. O'Hara",
    ],
)
def test_names_of_all_scripts_are_good(name: str, tables: Tables) -> None:
    with tables.page(tables.open(2)["secrets"][0]) as page:
        page.until("state")
        page.say("name", name=name)
        while page.until("seats")["seats"][0]["name"] != name:
            pass


def test_a_page_that_says_too_much_is_let_go(tables: Tables) -> None:
    with tables.page(tables.open(2)["secrets"][0]) as page:
        page.until("state")
        for _ in range(requests.MESSAGES_AT_ONCE + 20):
            page.say("fly")
        texts = []
        with pytest.raises(WebSocketDisconnect):
            while True:
                texts.append(page.until("refused")["text"])
        assert texts[-1] == "Too many messages came from this page."


def test_the_oldest_of_too_many_windows_is_let_go(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "CONNECTIONS_OF_A_SEAT", 1)
    secret = tables.open(2)["secrets"][0]
    with tables.page(secret) as one:
        one.until("state")
        with tables.page(secret) as other:
            other.until("state")
            assert one.until("refused")["text"] == "This table was opened in another window."
