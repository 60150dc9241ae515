// Texts that stand whole: each as large as it may be, and as small as it must be.

import { PER_MM } from "./face.js";

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
