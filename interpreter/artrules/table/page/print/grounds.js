// What is behind the symbols of printed cards: the patterns of the table as drawings, which stay sharp in any size, and
// small in a file.

import { html } from "../html.js";

const SIDE = 100; // of the square that a ground is drawn in; it covers what it lies in
const MIDDLE = SIDE / 2;

const point = (degrees, radius) => {
  const angle = (degrees * Math.PI) / 180;
  return `${(MIDDLE + radius * Math.sin(angle)).toFixed(2)} ${(MIDDLE - radius * Math.cos(angle)).toFixed(2)}`;
};

const upTo = (count) => [...Array(count).keys()];

const ROUND = 0.5523; // of the radius: where the handles of a quarter of a circle stand

/** A circle of four curves: of arcs, a PDF would have very many. */
function circle(x, y, r) {
  const k = ROUND * r;
  const quarters = [[-r, -k, -k, -r, 0, -r], [k, -r, r, -k, r, 0], [r, k, k, r, 0, r], [-k, r, -r, k, -r, 0]];
  const curve = (handles) => `C${handles.map((each, at) => (each + (at % 2 ? y : x)).toFixed(2)).join(" ")}`;
  return `M${x - r} ${y}${quarters.map(curve).join("")}Z`;
}

/** Rings of a `width` around a point, one for each radius. They are areas, not lines: of lines printers make much. */
const rings = (x, y, width, radii) => radii.map((r) => circle(x, y, r + width / 2) + circle(x, y, r - width / 2)).join("");

/** Stripes of a `width` across, `gap` apart, which go `over` to the right from the top to the bottom. */
const stripes = (width, gap, over) =>
  upTo(Math.ceil((SIDE + Math.abs(over)) / gap) + 1).map((each) => `M${each * gap + Math.min(0, -over)} 0h${width}l${over} ${SIDE}h${-width}Z`).join("");

const PATTERNS = [
  [upTo(24).map((each) => `M${MIDDLE} ${MIDDLE}L${point(15 * each - 3.75, SIDE)}L${point(15 * each + 3.75, SIDE)}Z`).join("")],
  [rings(MIDDLE, MIDDLE, 4, upTo(10).map((each) => 6 + 8 * each))],
  [stripes(4, 8, -SIDE)],
  [stripes(1, 8, 60), stripes(1, 8, -60)],
];
const NOTE = [-20, SIDE + 20].map((x) => rings(x, MIDDLE, 0.7, upTo(26).map((each) => 20 + 4 * each)));

/** A ground of one of the patterns of kinds, or that of notes. */
export function Ground({ pattern, note = false }) {
  const areas = note ? NOTE : PATTERNS[pattern % PATTERNS.length];
  return html`<svg class=${note ? "ground fine" : "ground"} viewBox=${`0 0 ${SIDE} ${SIDE}`} preserveAspectRatio="xMidYMid slice" aria-hidden="true">
    ${areas.map((area) => html`<path key=${area} d=${area} fill-rule="evenodd" />`)}
  </svg>`;
}

/** The edge of a chip: light marks on its rim, and a ring. */
export function Chip() {
  const marks = upTo(6).map((each) => `M${MIDDLE} ${MIDDLE}L${point(60 * each - 10, 50)}A50 50 0 0 1 ${point(60 * each + 10, 50)}Z`).join("");
  return html`<svg class="chip-edge" viewBox=${`0 0 ${SIDE} ${SIDE}`} aria-hidden="true">
    <circle class="solid" cx=${MIDDLE} cy=${MIDDLE} r="49.5" /><path class="light" d=${marks} />
    <circle class="solid" cx=${MIDDLE} cy=${MIDDLE} r="40" /><path class="light" d=${rings(MIDDLE, MIDDLE, 1, [36])} fill-rule="evenodd" />
  </svg>`;
}

const GAP = 4.6; // mm between the lines of a back

const DIAMOND = 0.8;

/** The pattern of a back of `width` by `height` mm: a lattice with a diamond in each mesh, the same in both halves. */
export function Lattice({ width, height }) {
  const steps = upTo(2 * Math.ceil((width + height) / GAP) + 1).map((each) => (each - Math.ceil((width + height) / GAP)) * GAP);
  const [x, y] = [width / 2, height / 2];
  const lines = steps.map((step) => `M${x + step - y} 0l${height} ${height}M${x + step + y} 0l${-height} ${height}`);
  const near = (side) => steps.map((step) => step / 2).filter((step) => Math.abs(step) <= side);
  const isMesh = (across, down) => Math.abs(Math.round((2 * (across + down)) / GAP)) % 2 === 1;
  const diamonds = near(y).flatMap((down) => near(x).filter((across) => isMesh(across, down)).map((across) => `M${x + across} ${y + down - DIAMOND}l${DIAMOND} ${DIAMOND} ${-DIAMOND} ${DIAMOND} ${-DIAMOND} ${-DIAMOND}Z`));
  return html`<svg class="lattice" viewBox=${`0 0 ${width} ${height}`} aria-hidden="true">
    <path class="line" d=${lines.join("")} /><path class="diamonds" d=${diamonds.join("")} />
  </svg>`;
}
