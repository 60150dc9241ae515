// What people at a table are called.

/** What a player is called: the name of who sits there, else the number of the seat. Players count from 1. */
export function nameOf(welcome, player) {
  const seat = welcome?.seats?.find((each) => each.seat === player);
  return seat?.name || `Player ${player}`;
}

/** Whether a player is the one person who reads this page. Several may share a device. */
export function isMe(welcome, player) {
  return welcome?.seat === player && !(welcome.mine?.length > 1);
}

/** The name of a player as this page's person reads it: `You` for themselves. */
export function nameForMe(welcome, player) {
  return isMe(welcome, player) ? "You" : nameOf(welcome, player);
}

/** Several names in a row: `Ann, Ben and Cleo`. */
export function namesOf(welcome, players) {
  return listed(players.map((player) => nameOf(welcome, player)));
}

/** Texts in a row, the last after `and`. */
export function listed(texts) {
  return texts.length < 2 ? texts.join("") : `${texts.slice(0, -1).join(", ")} and ${texts.at(-1)}`;
}
