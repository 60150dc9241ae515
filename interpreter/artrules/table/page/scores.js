// Who plays: each player's name, score and money, whose turn it is, and whom the table waits for.
import { html } from "./html.js";
import { Thinking } from "./motion/thinking.js";
import { describedAs, splitKey } from "./things.js";

const FIRST = ["score", "money"];

/** The keys of a player's values that the scores show: scores first, then money. */
export function scoreKeys(view, description) {
  const things = Object.values(view.players)[0] ?? {};
  const wanted = Object.keys(things).filter((key) => {
    const described = describedAs(description, splitKey(key).name);
    return described && described.sort !== "zone" && described.shown !== "never" && FIRST.includes(described.as);
  });
  const rank = (key) => FIRST.indexOf(describedAs(description, splitKey(key).name).as);
  return wanted.sort((one, other) => rank(one) - rank(other));
}

/** The player whose turn it is, where somebody else must choose meanwhile; null where no one has a turn. */
export function turnBeside({ view, waiting = [] }, { phases = {} }) {
  const hasTurn = phases[view.phase]?.who === "in_turn" && !view.finished;
  return hasTurn && waiting.some((player) => player !== view.turn) ? view.turn : null;
}

/**
 * A player's name with what is to be known of them: you, a bot, away, whose turn it is, who must choose. `name` may be a
 * short form of it; `brief` leaves out what the place says already.
 */
export function PlayerName({ player, store, table, name: said = table.playerName(player), brief = false }) {
  const seat = store.welcome?.seats?.find((each) => each.seat === player);
  const key = `player ${player}`;
  const waits = store.state.waiting?.includes(player);
  const turn = turnBeside(store.state, store.description) === player;
  const name = html`<span class="player-name" title=${said === table.playerName(player) ? undefined : table.playerName(player)}><span class="player-dot" data-colour=${player}></span>${said}</span>`;
  return html`
    ${table.lit.has(key)
      ? html`<button type="button" class="player-pick" data-lit="" data-key=${key} aria-pressed=${String(table.selected.includes(key))} onClick=${() => table.point(key)}>${name}</button>`
      : name}
    ${table.isMine(player) && !brief && html`<span class="tag">you</span>`}
    ${seat?.who === "bot" && !brief && !/\bbot\b/i.test(seat.name ?? "") && html`<span class="tag">bot</span>`}
    ${seat?.who === "person" && seat.here === false && html`<span class="tag away">away</span>`}
    ${turn && !(brief && waits) && html`<span class="tag turn">${table.isMine(player) ? "your turn" : brief ? "turn" : "has the turn"}</span>`}
    ${waits && html`<span class="tag waits">${seat?.who === "bot" ? html`<${Thinking} />` : "choosing"}</span>`}
  `;
}
