/** Something isn't done; the message is a sentence for whoever asked. */
export class Refused extends Error {}

/** How the page is told of an error. */
export function told(error) {
  if (error instanceof Refused) return error.message;
  if (error instanceof RangeError && /memory/i.test(error.message)) return "This device hasn't enough memory for the game.";
  return `Something in this file went wrong: ${error.message}`;
}
