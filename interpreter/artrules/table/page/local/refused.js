import { Fault } from "../module/machine.js";

/** Something isn't done; the message is a sentence for whoever asked. */
export class Refused extends Error {}

const AT_FAULT = "The rules of this game have a mistake here, so this can't be done. The browser's console says which.";

/** How the page is told of an error. */
export function told(error) {
  if (error instanceof Refused) return error.message;
  if (error instanceof Fault) {
    console.error(error.message); // it may name cards that the seat doesn't see
    return AT_FAULT;
  }
  if (error instanceof RangeError && /memory/i.test(error.message)) return "This device hasn't enough memory for the game.";
  return `Something in this file went wrong: ${error.message}`;
}
