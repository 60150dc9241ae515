"""Who comes to the seats of a table, and by which links: invitations, seats that are taken and freed, new links in
place of lost ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

from artrules.table.serve.links import Link, new_secret
from artrules.table.serve.requests import Refused, check_watching, known_bot

if TYPE_CHECKING:
    from artrules.table.serve.room import Room
    from artrules.table.serve.server import TableServer


async def join(server: TableServer, room: Room, seat: int, name: Any) -> str:
    """Let a person who was invited take a seat that is free, under a name. Gives the secret that opens it. Raises
    Refused."""
    if not room.joins.take():
        raise Refused("Too many people have joined this table. Wait a little.", 429)
    secret = new_secret()
    await server.engine.run(room.table.join, seat, name, secret)
    room.seats_changed()
    room.go_on()
    return secret


async def free(server: TableServer, room: Room, seat: int, asker: Link) -> None:
    """Let an invitation open a seat again: its link is no longer good. Raises Refused."""
    if seat in asker.seats:
        raise Refused("This seat is your own.")
    await server.engine.run(room.table.free, seat)
    room.send_away([seat], "The host has freed this seat.")
    room.seats_changed()


async def give_to_bot(room: Room, seat: int, bot: str, asker: Link) -> None:
    """Let a bot play on at a seat where nobody is; with "" a person. Raises Refused."""
    spec = known_bot(bot) if bot else ""
    if spec and room.is_here(seat):
        raise Refused("Somebody sits there.")
    await room.ask(asker, room.table.give_to_bot, seat, spec)
    room.seats_changed()
    room.show_others()
    room.go_on()


async def new_links(server: TableServer, room: Room, seats: Sequence[int]) -> list[tuple[str, Link]]:
    """New links for some seats of people, one for each; those that opened them before don't any more. Raises
    Refused."""
    id_ = room.table.stored.id
    links = [(new_secret(), Link(id_, (seat,))) for seat in seats]
    await server.keep_links(server.store.replace_links, id_, seats, links)
    room.send_away(seats)
    return links


async def new_link(server: TableServer, room: Room, opens: Literal["invitation", "watch"]) -> tuple[str, Link]:
    """A new invitation to a table, or a new link for those who watch it. The one before is no longer good. Raises
    Refused."""
    stored = room.table.stored
    if opens == "watch":
        check_watching(stored.setup.players, stored.open)
    secret, link = new_secret(), Link(stored.id, opens=opens)
    await server.keep_links(server.store.replace_link, secret, link)
    if opens == "watch":
        room.send_watchers_away()
    return secret, link
