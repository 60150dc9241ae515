// A plan in which everything has its natural size, wherever it then ends.

const NATURAL = { as: "cards", size: "medium", step: null, down: false, rows: 1, title: "full", text: true };

/** The plan of a table before anything is measured. */
export function planStub() {
  return { fits: true, boxes: {}, zones: new Proxy({}, { get: () => NATURAL }), values: {}, spotlight: [], hand: {}, plates: {} };
}
