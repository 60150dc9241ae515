// Where everything stands: nothing lies over anything else or outside its region, in positions of real games and beyond.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

import { PARTS, SEEN, frameOf } from "../../../../interpreter/artrules/table/page/metrics.js";
import { demandOf } from "../../../../interpreter/artrules/table/page/plan/demand.js";
import { LEVELS, packAll, partsOf, shapesOf } from "../../../../interpreter/artrules/table/page/plan/shapes.js";
import { planOf } from "../../../../interpreter/artrules/table/page/plan/plan.js";
import { shortened } from "../../../../interpreter/artrules/table/page/things.js";
import { sharedBy } from "../../../../interpreter/artrules/table/page/shared.js";

const FIXTURES = new URL("../fixtures/", import.meta.url);
const games = readdirSync(FIXTURES).filter((name) => name.endsWith(".json")).map((name) => ({ name, ...JSON.parse(readFileSync(new URL(name, FIXTURES))) }));
const WINDOWS = [[1280, 800], [1440, 900], [1920, 1080]];
const UI = { selected: [], unfolded: new Set(), opened: null };
const widthOf = (text, _weight = 400, size = 13) => Math.ceil((text.length * 6.6 * size) / 13);

function demandIn(game, state, frame, ui = UI) {
  const store = { welcome: game.welcome, description: game.description, state };
  return demandOf(store, sharedBy(store, ui, frame), widthOf);
}

const frameFor = ({ description }, width, height) => frameOf({ width, height, around: description.seats === "around" });

function each(check) {
  for (const game of games) {
    for (const [width, height] of WINDOWS) {
      const frame = frameFor(game, width, height);
      for (const [at, state] of game.states.entries()) check({ game, state, frame, where: `${game.name} ${at} ${width}x${height}` });
    }
  }
}

const apart = (one, other) =>
  one.x + one.w <= other.x || other.x + other.w <= one.x || one.y + one.h <= other.y || other.y + other.h <= one.y;

function assertApart(list, where) {
  list.forEach((one, at) => list.slice(at + 1).forEach((other) => assert.ok(apart(one, other), `${where}: ${JSON.stringify([one, other])}`)));
}

test("in positions of real games all boxes fit, apart from one another, and so do their parts", () => {
  assert.ok(games.length >= 6);
  each(({ game, state, frame, where }) => {
    const plan = planOf(demandIn(game, state, frame), frame);
    assert.ok(plan.fits, where);
    for (const region of ["board", "mine"]) {
      const boxes = Object.values(plan.boxes).filter((box) => box.region === region);
      const { w, h } = plan.frame.regions[region];
      for (const box of boxes) {
        assert.ok(box.x >= 0 && box.y >= 0 && box.x + box.w <= w && box.y + box.h <= h, `${where}: ${box.id}`);
        for (const part of box.parts) {
          assert.ok(part.x >= 0 && part.y >= 0 && part.x + part.w <= box.w + 1 && part.y + part.h <= box.h + 1, `${where}: ${box.id} ${part.id ?? part.text}`);
        }
        assertApart(box.parts, `${where}: ${box.id}`);
      }
      assertApart(boxes, where);
    }
  });
});

test("lines that may only be so high stand in as many columns as they need, those that stay in columns of their own", () => {
  const line = (id, stays) => ({ sort: "name", id, w: 50, ...(stays && { stays }) });
  const items = [...["a", "b", "c"].map((id) => line(id, true)), ...["d", "e", "f"].map((id) => line(id))];
  const [shape, ...others] = shapesOf({ bare: true, blocks: [{ sort: "lines", items, most: 2 * PARTS.head }] }, LEVELS.natural);
  const parts = partsOf(shape);
  const columns = [...new Set(parts.map(({ x }) => x))].map((left) => parts.filter(({ x }) => x === left));
  assert.deepEqual(columns.map((column) => column.map(({ id }) => id).join("")), ["ab", "c", "de", "f"]);
  assert.ok(shape.h <= 2 * PARTS.head && others.length === 0);
});

test("the cards of a zone that is shown as a column lie downwards, however much room there is", () => {
  const game = structuredClone(games.find(({ name }) => name === "texas_holdem.json"));
  const state = game.states.find(({ view }) => view.zones.board.length === 5);
  const frame = frameFor(game, 1920, 1080);
  const boardAs = (form) => {
    game.description.zones.board.as = form;
    const parts = Object.values(planOf(demandIn(game, state, frame), frame).boxes).flatMap((box) => box.parts);
    return parts.find(({ name }) => name === "board");
  };
  const [row, column] = [boardAs("row"), boardAs("column")];
  assert.ok(!row.fit.down && column.fit.down);
  assert.ok(column.w < row.w && column.h > row.h);
});

test("the same demand in the same frame gives the same plan, soon", () => {
  const [game] = games;
  const frame = frameFor(game, 1280, 800);
  const plan = () => planOf(demandIn(game, game.states[0], frame), frame);
  assert.deepEqual(plan(), plan());
});

test("in the same moment of a game no box grows again", () => {
  const [game] = games;
  const frame = frameFor(game, 1280, 800);
  const demand = demandIn(game, game.states[0], frame);
  const plan = planOf(demand, frame);
  const [first] = Object.keys(plan.boxes);
  const before = { ...plan, boxes: { ...plan.boxes, [first]: { ...plan.boxes[first], level: 5 } } };
  assert.ok(planOf(demand, frame, before).boxes[first].level >= 5);
  assert.ok(planOf({ ...demand, moment: "another" }, frame, before).boxes[first].level < 5);
});

const card = { look: 0, card: "one" };

/** A state of a game in which a zone of a player, or of the table, has other cards, all offered. */
function withCards(game, zone, player, count) {
  const state = structuredClone(game.states.find((each) => each.offers?.length));
  const scope = player ? state.view.players[player] : state.view.zones;
  assert.ok(zone in scope);
  scope[zone] = Array.from({ length: count }, (_, look) => ({ ...card, look: look % 3, card: `card ${look}` }));
  const about = (index) => [{ card: [zone, player, index] }];
  state.offers = [{ player: 1, prompt: "?", payment: null, options: scope[zone].map((_, index) => ({ token: `${index}`, label: `${index}`, about: about(index), declines: false, group: 0 })) }];
  return state;
}

const zonesOf = (game, as, of) => Object.entries(game.description.zones).filter(([name, zone]) => zone.as === as && zone.of === of && !zone.by && zone.shown !== "never" && !name.includes("[")).map(([name]) => name);

test("a hand of thirty cards stands in one row, and each can be hit", () => {
  for (const game of games) {
    const hand = zonesOf(game, "fan", "player").find((name) => name in game.states[0].view.players[1]);
    if (!hand) continue;
    for (const [width, height] of WINDOWS) {
      const frame = frameFor(game, width, height);
      const plan = planOf(demandIn(game, withCards(game, hand, 1, 30), frame), frame);
      const { step, each, size } = plan.hand[`${hand} 1`];
      assert.ok(step >= SEEN.across && each >= 30, `${game.name} ${size} ${step}`);
      assert.ok(step * 29 < plan.frame.regions.hand.w);
    }
  }
});

test("what can be chosen in a long line of somebody else, or below the top of a pile, stands in the spotlight", () => {
  let tried = 0;
  for (const game of games) {
    for (const [width, height] of WINDOWS) {
      const frame = frameFor(game, width, height);
      for (const as of ["row", "grid", "pile"]) {
        for (const zone of zonesOf(game, as, "player").filter((name) => name in game.states[0].view.players[2])) {
          const plan = planOf(demandIn(game, withCards(game, zone, 2, as === "row" ? 12 : 60), frame), frame);
          const front = plan.plates[2].front;
          const seen = front?.name === zone && front.fit.step >= SEEN.across && front.fit.from === 0;
          assert.ok(seen || plan.spotlight.includes(`${zone} 2`), `${game.name} ${zone}`);
          if (seen) continue;
          const part = plan.spotlit.parts.find(({ name }) => name === zone);
          assert.ok(part.fit.step >= SEEN.across && part.fit.unfolded, `${game.name} ${zone} ${part.fit.step}`);
          assertApart(plan.spotlit.parts, `${game.name} ${zone}`);
          tried += 1;
        }
      }
    }
  }
  assert.ok(tried > 3);
});

test("tighter shapes are never larger, and rectangles that can't fit aren't packed", () => {
  const zone = { sort: "zone", id: "row 0", name: "row", player: 0, slots: 9, opened: 9, lit: [], count: 9, counter: 20, titles: { full: { text: "a long title of it", w: 120 }, short: { text: "a title", w: 50 } } };
  const box = { id: "a", titles: zone.titles, blocks: [{ sort: "loose", items: [zone, { ...zone, id: "other 0" }] }] };
  const least = [0, 1, 2, 3, 4, 5, 6].map((level) => Math.min(...shapesOf(box, level).map(({ w, h }) => w * h)));
  least.forEach((area, level) => assert.ok(level === 0 || area <= least[level - 1], `${least}`));
  const square = { w: 60, h: 60 };
  assert.equal(packAll([[square], [square]], { w: 100, h: 100 }, 8), null);
  assert.deepEqual(packAll([[square], [{ w: 30, h: 90 }]], { w: 100, h: 100 }, 8).map(({ x, y }) => [x, y]), [[0, 0], [68, 0]]);
});

test("where nobody else plays, and nobody has cards in hand, their room is the table's", () => {
  const [whole, alone] = [{}, { others: false, hand: false }].map((more) => frameOf({ width: 1280, height: 800, ...more }).regions);
  assert.deepEqual([alone.seats.h, alone.hand.h, alone.board.y], [0, 0, 0]);
  assert.equal(alone.board.h, whole.board.h + whole.seats.h + whole.hand.h);
});

test("short titles are whole words", () => {
  assert.equal(shortened("deck"), "deck");
  assert.equal(shortened("Cards to buy: the number is the price"), "Cards to buy");
  assert.equal(shortened("points for the next painting"), "points for the");
});

test("where it is narrow one's own plate has what matters most, and no name is cut to a letter", () => {
  const frame = frameOf({ width: 390, height: 844, touch: true });
  for (const game of games) {
    const state = game.states[0];
    const things = state.view.players[1];
    const { own, plates } = planOf(demandIn(game, state, frame), frame);
    const shown = [...own.scores, ...own.line].map(({ name }) => name);
    assert.equal(own.name, "You");
    assert.ok(shown.length > 1 || own.front, `${game.name}: ${shown}`);
    if (own.front) assert.ok(things[own.front.name].length > 0 && !shown.includes(own.front.name), game.name);
    for (const { name, points } of Object.values(plates)) assert.ok(name.length > 2 && points === "short", `${game.name}: ${name}`);
  }
});

test("a card lies before who played it, at the same place whoever has played", () => {
  const game = games.find(({ name }) => name === "hearts.json");
  const frame = frameFor(game, 1280, 800);
  const { view } = game.states.find(({ view: { zones } }) => zones.trick.length > 0);
  const [some] = view.zones.trick;
  const spotsOf = (players) => {
    const trick = players.map((player) => ({ ...some, figures: { by: { player } } }));
    const state = { ...game.states[0], view: { ...view, zones: { ...view.zones, trick } } };
    const parts = Object.values(planOf(demandIn(game, state, frame), frame).boxes).flatMap((box) => box.parts);
    return Object.fromEntries(parts.find(({ id }) => id === "trick 0").fit.spots.map((spot, at) => [players[at], spot]));
  };
  const all = Object.keys(view.players).map(Number);
  const places = spotsOf(all);
  assert.equal(new Set(Object.values(places).map(String)).size, all.length);
  for (const alone of all) assert.deepEqual(spotsOf([alone]), { [alone]: places[alone] });
});
