// What a screen reader says when something has happened: the news in the log's words, then whose turn it is.
import { newsSince } from "./store.js";

const MOST_LINES = 6;

/** A line of the log as it is told where no name of its player stands above it. */
export const toldAlone = ({ player, sort, text }) => (player && sort !== "heading" ? `player ${player}: ${text}` : text);

/** One text of what happened between two logs, and what is asked now. `asked` is the question on the page. */
export function announcement(before, after, asked) {
  const lines = newsSince(before, after).map(toldAlone);
  const skipped = lines.length - MOST_LINES;
  const told = skipped > 0 ? [`${skipped} more lines in the log`, ...lines.slice(-MOST_LINES)] : lines;
  return [...told, asked].join(". ");
}
