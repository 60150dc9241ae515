// What lies on the table, and before whoever looks: the boxes of the plan.
import { Area, Thing } from "./area.js";
import { html } from "./html.js";
import { sideAreas } from "./plan/demand.js";
import { blocksOf, describedAs, splitKey, thingsOf } from "./things.js";

const boxesOf = (table, region) => Object.values(table.plan.boxes).filter((box) => box.region === region);

/** How high the boxes of a region are together: where it scrolls, that is its height. */
const heightOf = (boxes) => ({ "--height": Math.max(0, ...boxes.map(({ y, h }) => y + h)) });

export function Board({ store, table }) {
  const boxes = boxesOf(table, "board");
  return html`<section id="board" class="region" aria-label="Table" style=${heightOf(boxes)} data-scrolls=${table.plan.fits ? undefined : ""}>
    ${boxes.map((box) => html`<${Area} key=${box.id} ...${{ box, store, table }} />`)}
  </section>`;
}

export function Mine({ store, table }) {
  const boxes = boxesOf(table, "mine");
  return html`<section id="mine" class="region" style=${heightOf(boxes)} aria-label="Before you" data-player=${table.seat} data-waits=${store.state.waiting?.includes(table.seat) ? "" : undefined}>
    ${boxes.map((box) => html`<${Area} key=${box.id} ...${{ box, store, table }} />`)}
  </section>`;
}

const COUNTED = { as: "count", title: "short" };

/** The areas at the side of a desk: each value a line, each zone a count. */
export function Aside({ store, table }) {
  const scope = thingsOf(store.state.view, 0);
  const describedBy = (key) => describedAs(table.description, splitKey(key).name);
  return sideAreas(table.description, table.frame).map((area) => {
    const blocks = blocksOf(area, scope, (key, value) => table.isShown(key, value, 0, describedBy(key)));
    const parts = blocks.flatMap((block) => block.columns?.flatMap(({ keys }) => keys) ?? block.keys).map((key) => {
      const sort = describedBy(key).sort === "zone" ? "zone" : "value";
      return { sort, name: key, player: 0, id: `0/${key}`, form: "line", fit: COUNTED };
    });
    return parts.length > 0 && html`<section class="aside" key=${area.name} aria-label=${area.title}>
      <h2 class="area-title">${area.short ?? area.title}</h2>
      ${parts.map((part) => html`<${Thing} key=${part.name} ...${{ part, store, table }} />`)}
    </section>`;
  });
}
