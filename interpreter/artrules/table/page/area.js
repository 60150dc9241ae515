// A box of the table as the plan has it: its title, the heads of columns, the titles of rows, zones and values, each at
// its place.
import { html } from "./html.js";
import { shortOf } from "./plan/texts.js";
import { PlayerName } from "./scores.js";
import { Symbol } from "./symbols.js";
import { describedAs, memberOf, splitKey, thingsOf, titleOfOwner } from "./things.js";
import { Value } from "./values.js";
import { Zone } from "./zone.js";

/** The place of a part, as custom properties of its element. */
export const placeOf = ({ x, y, w, h }) => ({ "--x": x, "--y": y, "--w": w, "--h": h });

/** A box with all its parts. */
export function Area({ box, store, table }) {
  const id = `area-${box.id}`.replace(/[^\w-]/g, "_");
  const titled = box.parts.some(({ sort }) => sort === "title");
  return html`<section
    class=${box.bare ? "area bare at" : "area at"}
    style=${placeOf(box)}
    aria-labelledby=${titled ? id : undefined}
    data-area=${box.area ?? undefined}
    data-level=${box.level}
  >
    ${box.parts.map((part) => html`<${Part} key=${keyOf(part)} ...${{ part, box, id, store, table }} />`)}
  </section>`;
}

const keyOf = ({ sort, id, owner, text }) => `${sort} ${id ?? owner ?? text}`;

function Part({ part, box, id, store, table }) {
  const style = placeOf(part);
  switch (part.sort) {
    case "title":
      return html`<div class="area-head at" style=${style}>
        <h2 id=${id} class="area-title" title=${titleOf(box, table) === part.text ? undefined : titleOf(box, table)}>${part.text}</h2>
        ${box.folds && html`<button type="button" class="link" aria-expanded=${String(box.unfolded)} aria-label=${`${box.unfolded ? "Less of" : "More of"} ${part.text}`} onClick=${() => table.unfold(box.fold)}>
          ${box.unfolded ? "less" : "more"}
        </button>`}
      </div>`;
    case "row":
      return html`<span class="row-title at" style=${style} aria-hidden="true">${part.text}</span>`;
    case "head":
      return html`<${Head} ...${{ part, style, table }} />`;
    case "name":
      return html`<h2 class="own-name at" style=${style}><${PlayerName} player=${part.player} ...${{ store, table }} brief=${true} /></h2>`;
    default:
      return html`<div class="at" style=${style}><${Thing} ...${{ part, store, table }} /></div>`;
  }
}

const titleOf = (box, table) => table.description.areas.find((area) => area.name === box.area)?.title ?? null;

/** A zone or a value at its place. */
export function Thing({ part, store, table }) {
  const described = describedFor(part, table);
  const value = thingsOf(store.state.view, part.player)[part.name];
  if (part.sort === "zone") return html`<${Zone} name=${part.name} player=${part.player} cards=${value} fit=${part.fit} ...${{ described, table }} />`;
  return html`<${Value} id=${part.id} form=${part.form} ...${{ value, described, table }} />`;
}

/** How a thing is described, with the owner that its column names. */
export function describedFor({ name }, table) {
  const { name: thing, owner } = splitKey(name);
  const described = describedAs(table.description, thing);
  const title = owner === null ? described.title : `${described.title}: ${titleOfOwner(table.description, described.by, owner)}`;
  return { ...described, title, short: shortOf(described) };
}

/** The name of the owner of a column; it can be picked where options are about it. */
function Head({ part, style, table }) {
  const member = memberOf(table.description, part.by, part.owner);
  const words = html`<${Symbol} name=${member?.symbol} /> <span>${part.text}</span>`;
  const { key } = part;
  const shared = { style: { ...style, "--tint": member?.colour ?? "var(--plain-tint)" }, title: titleOfOwner(table.description, part.by, part.owner) };
  return table.lit.has(key)
    ? html`<button type="button" class="owner at" ...${shared} data-lit="" data-key=${key} aria-pressed=${String(table.selected.includes(key))} onClick=${(event) => table.point(key, event.currentTarget)}>${words}</button>`
    : html`<div class="owner at" ...${shared}>${words}</div>`;
}
