// Sheets of cards as drawings in millimetres, with marks where they are cut; and texts on cards that stand whole: each as
// large as it may be, and as small as it must be.

import { PER_MM } from "./face.js";

const SVG = "http://www.w3.org/2000/svg";
const PIXEL = 25.4 / 96; // mm
const NOTE = { above: 2.2, room: 4.8 }; // mm from the edge of the paper: where the words at its foot stand, what they take

/** An element of a drawing, with some attributes and children. */
function drawn(name, attributes, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/**
 * A card of `size` in mm as a drawing of its own, with a `bleed` around it in the colour of its edge. `card` is its
 * element. `width` is that of the drawing with the bleed, in any unit.
 */
export function drawCard(card, size, bleed, attributes = {}) {
  const [width, height] = size.map((each) => each * PER_MM);
  const cut = bleed * PER_MM;
  const whole = { x: -cut, y: -cut, width: width + 2 * cut, height: height + 2 * cut };
  const edge = drawn("rect", { ...whole, class: "edge", style: card.getAttribute("style"), "data-template": card.dataset.template });
  edge.classList.toggle("reverse", card.classList.contains("reverse"));
  for (const length of ["width", "height"]) edge.style.removeProperty(length); // it has those of the whole
  const inside = drawn("foreignObject", { x: 0, y: 0, width, height }, card.cloneNode(true));
  return drawn("svg", { viewBox: Object.values(whole).join(" "), width: `${whole.width / PER_MM}mm`, height: `${whole.height / PER_MM}mm`, ...attributes }, edge, inside);
}

/** One side of a paper. `cardOf(place)` gives the element of the card at a place. */
export function drawSheet(sheet, { paper, bleed, note }, cardOf) {
  // A box of whole pixels, somewhat smaller than the paper: a browser doesn't stretch it to whole pixels, then.
  const [width, height] = paper.map((each) => Math.floor(each / PIXEL));
  const box = [width, height].map((each) => each * PIXEL);
  const places = sheet.places.map((place) => {
    const [w, h] = sheet.size.map((each) => each + 2 * bleed);
    const upright = place.turn === 0;
    const turned = { 0: "", 90: `translate(${h} 0) rotate(90)`, "-90": `translate(0 ${w}) rotate(-90)` }[place.turn];
    const card = drawCard(cardOf(place), sheet.size, bleed, { width: w, height: h });
    return drawn("g", { transform: `translate(${place.x} ${place.y}) ${upright ? "" : turned}` }, card);
  });
  const marks = drawn("path", { class: "marks", d: sheet.marks.map(([x, y, toX, toY]) => `M${x} ${y}L${toX} ${toY}`).join("") });
  const hasRoom = Math.max(...sheet.marks.map(([, , , toY]) => toY)) < paper[1] - NOTE.room;
  const words = drawn("text", { class: "note", x: paper[0] / 2, y: paper[1] - NOTE.above }, hasRoom ? note : "");
  const page = document.createElement("section");
  page.className = "sheet";
  page.append(drawn("svg", { viewBox: `0 0 ${box.join(" ")}`, width: `${width}px`, height: `${height}px` }, ...places, marks, words));
  return page;
}

/** The text of a drawing that stands on the page, with what counts for it of the page's style sheets. */
export function withOwnStyle(drawing) {
  const root = document.documentElement;
  const counts = ({ selectorText }) => {
    const selector = selectorText?.replaceAll(/::[\w-]+/g, "");
    return selector && (root.matches(selector) || drawing.querySelector(selector) !== null);
  };
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].filter(counts)).map((rule) => rule.cssText);
  const copy = drawing.cloneNode(true);
  for (const { name, value } of root.attributes) if (name === "style" || name.startsWith("data-")) copy.setAttribute(name, value);
  copy.prepend(drawn("style", {}, rules.join("")));
  return new XMLSerializer().serializeToString(copy);
}

// -- texts

const POINT = (25.4 / 72) * PER_MM; // pixels of a point
const STEP = 0.25; // points between two sizes
const LAST = 1; // smaller letters are none

const fits = (element) => element.scrollHeight <= element.clientHeight + 1 && element.scrollWidth <= element.clientWidth + 1;

/**
 * Makes the letters of an element as large as `data-fit` says, in points, or as much smaller as it takes for all of its
 * text to stand in it. Gives the size.
 */
function fit(element) {
  const sizeAt = (step) => Number(element.dataset.fit) - step * STEP;
  const standsAt = (step) => {
    element.style.fontSize = `${sizeAt(step) * POINT}px`;
    return fits(element);
  };
  let [low, high] = [0, Math.round((Number(element.dataset.fit) - LAST) / STEP)];
  if (standsAt(0)) return sizeAt(0);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (standsAt(middle)) high = middle;
    else low = middle;
  }
  standsAt(high);
  return sizeAt(high);
}

/** Fits all texts of a card. Gives those that are smaller than `least` points: [{of, points}]. */
export function fitAll(card, least) {
  const sizes = [...card.querySelectorAll("[data-fit]")].map((element) => ({ of: element.dataset.of, points: fit(element) }));
  return sizes.filter(({ points }) => points < least);
}
