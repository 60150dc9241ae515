// What this browser keeps: the seats of people who have said so, for when a tab is lost, and what else.
import { preference } from "../preferences.js";

const KEY = "artrules seats";
const OWN = "artrules ";

/** Whether several people use this device, as whoever sat here last has said. */
export const sharedDevice = preference("shared device", ["no", "yes"]);
/** What the person at this device was called last. */
export const ownName = preference("name", null);

/** The seats that are kept, the newest first: `[{game, url, title, name, at}]`. */
export function keptSeats(storage = browserStorage()) {
  try {
    const seats = JSON.parse(storage?.getItem(KEY) ?? "[]");
    return Array.isArray(seats) ? seats.filter(({ game, url }) => game && url) : [];
  } catch {
    return []; // the browser forbids it, or somebody else wrote there
  }
}

/** Keep a seat, in place of another of the same game under the same link. Whether the browser does. */
export function keepSeat(seat, storage = browserStorage()) {
  return write([seat, ...keptSeats(storage).filter(({ url }) => url !== seat.url)], storage);
}

/** Keep a seat no longer. */
export function forgetSeat(url, storage = browserStorage()) {
  return write(keptSeats(storage).filter((seat) => seat.url !== url), storage);
}

/** Keep nothing any more that this page has had the browser keep. */
export function forgetAll(storage = browserStorage()) {
  const keys = Array.from({ length: storage?.length ?? 0 }, (_, index) => storage.key(index));
  keys.filter((key) => key.startsWith(OWN)).forEach((key) => storage.removeItem(key));
}

function write(seats, storage) {
  try {
    storage.setItem(KEY, JSON.stringify(seats));
    return true;
  } catch {
    return false;
  }
}

/** What the browser keeps for good, or as `sessionStorage` for a tab and those that are opened from it; null where it
 *  forbids that. */
export function browserStorage(name = "localStorage") {
  try {
    return globalThis[name];
  } catch {
    return null;
  }
}
