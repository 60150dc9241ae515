// All lengths of the table, in u: 1 u is 1 pixel of a window of 1280 by 800. Style sheets take them from here, by
// custom properties; none stands in both.

/** Cards by their sizes: [width, height]. */
export const CARDS = { read: [256, 360], large: [128, 180], medium: [72, 100], slip: [34, 48] };

/** How much of a card stays to be seen under the next one: across, down, and across where fingers touch. */
export const SEEN = { across: 24, down: 28, touched: 28 };

/** How much of a slip that nobody points at stays to be seen, where room is short. */
export const SEEN_OF_SLIPS = 10;

/** Parts of an area, all of fixed height, so that what fits is known before it is drawn; `step` is one cell of a track. */
export const PARTS = { title: 22, head: 24, value: 18, caption: 16, chip: 24, touched: 44, padding: 6, gap: 8, between: 4, step: [26, 34] };

/** Parts of the window. */
export const REGIONS = { header: 40, seats: 96, mine: 136, hand: 208, side: 272, replay: 56, plate: [200, 76] };

/** The same where it is narrow: a phone, a tablet held upright, a page that is zoomed in. */
export const NARROW = { header: 44, seats: 72, plate: 164, other: 190, dock: 278, question: 40, hand: 148, buttons: 56, edge: 8, card: [84, 118] };

const clamp = (least, value, most) => Math.min(most, Math.max(least, value));

/**
 * Where the parts of the table stand in a window of `width` by `height` pixels: {mode, unit, touch, around, regions},
 * regions by name as {x, y, w, h} in u, below the header. `touch` is whether fingers point; `mine` and `hand` whether
 * whoever looks has things of their own, and may have cards in hand; `others` whether anybody else plays; `around` whether
 * seats stand around the table; `above` what stands over the table, the header included.
 */
export function frameOf({ width, height, touch = false, mine = true, hand = true, others = true, around = false, above = 0 }) {
  const isDesk = width >= 1100 && height >= 600 && width / height >= 1.1;
  const frame = { mode: isDesk ? "desk" : "narrow", touch, around: around && isDesk };
  return isDesk
    ? deskFrame(frame, clamp(0.9, Math.min(width / 1280, height / 800), 1.5), { width, height, mine, hand, others, above })
    : narrowFrame(frame, clamp(1, Math.min(width / 390, height / 844), 1.4), { width, height, above });
}

function deskFrame(frame, unit, { width, height, mine, hand, others, above }) {
  const w = Math.floor(width / unit) - REGIONS.side;
  const whole = Math.floor(height / unit) - REGIONS.header - above;
  const below = hand ? REGIONS.hand : 0;
  const own = mine ? REGIONS.mine : 0;
  const seats = others ? REGIONS.seats : 0;
  const top = whole - own - below;
  const [plate, line] = REGIONS.plate;
  const board = frame.around
    ? { x: plate + 8, y: line + 8, w: w - 2 * (plate + 8), h: top - line - 16 }
    : { x: 0, y: seats, w, h: top - seats };
  return {
    ...frame,
    unit,
    regions: {
      seats: { x: 0, y: 0, w, h: frame.around ? top : seats },
      board,
      mine: { x: 0, y: top, w, h: own },
      hand: { x: 0, y: whole - below, w, h: below },
      side: { x: w, y: 0, w: REGIONS.side, h: whole },
    },
  };
}

/** The same where the table needs more room than it has: the hand's cards are smaller. */
export function tightened(frame) {
  const { board, mine, hand } = frame.regions;
  const less = Math.min(hand.h, hand.h - TIGHT_HAND);
  if (frame.mode !== "desk" || less <= 0) return frame;
  const regions = {
    ...frame.regions,
    seats: { ...frame.regions.seats, h: frame.around ? frame.regions.seats.h + less : frame.regions.seats.h },
    board: { ...board, h: board.h + less },
    mine: { ...mine, y: mine.y + less },
    hand: { ...hand, y: hand.y + less, h: TIGHT_HAND },
  };
  return { ...frame, regions };
}

const TIGHT_HAND = 128;

/** What is narrow scrolls, but for seats and dock: nothing bounds the height of the table. */
function narrowFrame(frame, unit, { width, height, above }) {
  const w = Math.floor(width / unit);
  const room = { x: 0, y: 0, w: w - 2 * NARROW.edge, h: Infinity };
  const whole = Math.floor(height / unit) - NARROW.header - above;
  return {
    ...frame,
    unit,
    regions: {
      seats: { x: 0, y: 0, w, h: NARROW.seats },
      board: room,
      mine: room,
      hand: { x: 0, y: whole - NARROW.dock + NARROW.question, w, h: NARROW.hand },
      side: { x: 0, y: whole - NARROW.dock, w, h: NARROW.dock },
    },
  };
}
