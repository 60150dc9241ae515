// A page of cards to be printed. Its data lie in it; what it draws of them is finished when its script has run.

import { h, render } from "../html.js";
import { layCloth } from "../preferences.js";
import { drawAids } from "./aids.js";
import { PrintedBack, PrintedFace } from "./face.js";
import { drawCard, drawSheet, fitAll, withOwnStyle } from "./sheet.js";

/** A deck as its page has it, with pictures in place of their paths. */
function deckFrom(data) {
  const picture = (path) => (path === null ? null : data.pictures[path]);
  const looks = data.looks.map((look) => ({ ...look, picture: picture(look.picture) }));
  const kinds = Object.keys(data.kinds);
  const faces = data.faces.map((face) => ({
    ...face,
    look: looks[face.look],
    pattern: Math.max(0, kinds.indexOf(looks[face.look].kind)),
    back: face.back && { ...face.back, picture: picture(face.back.picture) },
  }));
  return { ...data, looks, faces, pictures: "" };
}

/** The elements of cards, each made once, and which texts on them are too small. */
function cardsOf(deck) {
  const stage = document.body.appendChild(document.createElement("div"));
  stage.className = "stage";
  const cards = new Map();
  const small = new Map();
  return {
    small,
    of(side, index, size) {
      const key = `${side} ${index} ${size}`;
      if (!cards.has(key)) {
        const place = stage.appendChild(document.createElement("div"));
        render(h(side === "front" ? PrintedFace : PrintedBack, { face: deck.faces[index], deck, size }), place);
        for (const text of fitAll(place, deck.least)) {
          const name = side === "front" ? deck.faces[index].name : deck.faces[index].kind; // backs are alike
          small.set(`${text.of} ${name} ${size}`, { ...text, name, size });
        }
        cards.set(key, place.firstElementChild);
      }
      return cards.get(key);
    },
    leave: () => stage.remove(),
  };
}

/** Draws all sheets into a page. Gives the texts that are smaller than they should be. */
export function drawSheets(data) {
  const deck = deckFrom(data);
  layCloth(deck.theme);
  const cards = cardsOf(deck);
  const papers = Math.max(0, ...deck.sheets.map(({ number }) => number));
  for (const sheet of deck.sheets) {
    const note = [deck.title, `${sheet.side} ${sheet.number} of ${papers}`, deck.note].join(" · ");
    document.body.append(drawSheet(sheet, { paper: deck.paper, bleed: deck.bleed, note }, ({ face }) => cards.of(sheet.side, face, sheet.size)));
  }
  cards.leave();
  if (deck.aids) drawAids(deck, document.body.appendChild(document.createElement("main")));
  return [...cards.small.values()];
}

/**
 * What draws single cards, each alone on the page: `draw(side, face, size, width)`, the width in pixels. What it has
 * drawn, `drawing()` gives as the text of an SVG that needs nothing else.
 */
export function drawSingles(data) {
  const deck = deckFrom(data);
  layCloth(deck.theme);
  const cards = cardsOf(deck);
  const place = document.body.appendChild(document.createElement("div"));
  place.className = "single";
  return {
    small: () => [...cards.small.values()],
    draw(side, face, size, [width, height]) {
      place.replaceChildren(drawCard(cards.of(side, face, size), size, deck.bleed, { width: `${width}px`, height: `${height}px`, preserveAspectRatio: "none" }));
    },
    drawing: () => withOwnStyle(place.firstElementChild),
  };
}

/** Says on the page itself which texts are too small; on paper it doesn't stand. */
export function tell(small) {
  if (small.length === 0) return;
  const notice = document.createElement("aside");
  notice.className = "told";
  for (const { of, name, points } of small) {
    const line = document.createElement("p");
    line.textContent = `${of} of ${name} stands there in letters of ${points} points`;
    notice.append(line);
  }
  document.body.prepend(notice);
}
