// What lies together on the table: an area with its title, its zones, and the values that belong to them; things with
// the same owners stand in columns.
import { html } from "./html.js";
import { Symbol } from "./symbols.js";
import { blocksOf, describedAs, keyOfOwner, memberOf, splitKey, titleOfOwner } from "./things.js";
import { Value } from "./values.js";
import { Zone } from "./zone.js";

/** The blocks of an area that have anything to show now. */
export function blocksShown(area, scope, player, table) {
  return blocksOf(area, scope, (key, value) => table.isShown(key, value, player, describedAs(table.description, splitKey(key).name)));
}

/** An area of the table, or one of a player's. `blocks` are its blocks, from blocksShown. */
export function Area({ area, blocks, scope, player, table, titled = true }) {
  const id = `area-${area.name}-${player}`.replace(/[^\w-]/g, "_");
  const Heading = player ? "h3" : "h2";
  const fold = `area ${area.name} ${player}`;
  const open = table.unfolded.has(fold);
  const things = blocks.flatMap((block) => block.columns?.flatMap((column) => column.keys) ?? block.keys);
  const folded = things.some((key) => isFoldedValue(key, table));
  const said = titled ? area.title : null;
  return html`<section class="area" aria-labelledby=${titled ? id : undefined} data-area=${area.name}>
    ${(titled || folded) && html`<div class="area-head">
      ${titled && html`<${Heading} id=${id} class="area-title">${area.title}<//>`}
      ${folded && html`<button type="button" class="link" aria-expanded=${String(open)} aria-label=${`${open ? "Less of" : "More of"} ${area.title}`} onClick=${() => table.unfold(fold)}>
        ${open ? "less" : "more"}
      </button>`}
    </div>`}
    ${blocks.map((block, at) => block.columns
      ? html`<div class=${hasLongNames(block, area, table) ? "columns long-names" : "columns"} key=${at} role="group" aria-label=${area.title} tabindex="0">
          ${block.columns.map((column) => html`<${Column} key=${column.owner} ...${{ area, column, scope, player, table, open }} />`)}
        </div>`
      : html`<${Things} key=${at} keys=${block.keys} ...${{ scope, player, table, open, said }} alone=${things.length === 1 && titled} />`)}
  </section>`;
}

const describedBy = (key, table) => describedAs(table.description, splitKey(key).name);

/** The enum of the owners of a column; null for numbers. */
const byOf = (column, area, table) => describedBy(column.keys[0], table)?.by ?? area.by;

function hasLongNames(block, area, table) {
  const titles = block.columns.map((column) => titleOfOwner(table.description, byOf(column, area, table), column.owner));
  return titles.some((title) => title.length > 11);
}

function isFoldedValue(key, table) {
  const described = describedBy(key, table);
  return described?.sort !== "zone" && described?.shown === "folded";
}

/** What one owner has in an area, under the owner's name; the name can be picked where options are about it. */
function Column({ area, column, scope, player, table, open }) {
  const { owner, keys } = column;
  const by = byOf(column, area, table);
  const member = memberOf(table.description, by, owner);
  const key = keyOfOwner(by, owner);
  const title = titleOfOwner(table.description, by, owner);
  const head = html`<${Symbol} name=${member?.symbol} /> <span>${title}</span>`;
  const zones = keys.filter((each) => describedBy(each, table)?.sort === "zone");
  return html`<div class="column" style=${{ "--tint": member?.colour ?? "var(--plain-tint)" }}>
    ${table.lit.has(key)
      ? html`<button type="button" class="owner" data-lit="" data-key=${key} aria-pressed=${String(table.selected.includes(key))} onClick=${() => table.point(key)}>${head}</button>`
      : html`<div class="owner">${head}</div>`}
    <${Things} ...${{ keys, scope, player, table, open }} cascade=${true} alone=${zones.length < 2} />
  </div>`;
}

/**
 * Zones and values side by side, or below each other in a column. `open` is whether folded values are shown; `said` is
 * a title that stands above already, `alone` whether a zone needs no title.
 */
function Things({ keys, scope, player, table, open, said = null, cascade = false, alone = false }) {
  const zones = keys.filter((key) => describedBy(key, table)?.sort === "zone");
  const values = keys.filter((key) => !zones.includes(key) && (open || !isFoldedValue(key, table)));
  const same = (title) => title.toLowerCase() === said?.toLowerCase();
  return html`<div class="things">
    ${values.length > 0 && html`<div class="values">
      ${values.map((key) => html`<${Value} key=${key} described=${describedBy(key, table)} value=${scope[key]} id=${`${player}/${key}`} table=${table} />`)}
    </div>`}
    ${zones.length > 0 && html`<div class="zones">
      ${zones.map((key) => {
        const described = describedBy(key, table);
        return html`<${Zone} key=${key} name=${key} ...${{ player, described, table, cascade }} cards=${scope[key]} titled=${!alone && !same(described.title)} />`;
      })}
    </div>`}
  </div>`;
}
