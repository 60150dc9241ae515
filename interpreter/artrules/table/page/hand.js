// The hand of whoever looks: it is always in sight.
import { html } from "./html.js";
import { handOf, handOwner } from "./shared.js";
import { describedAs, splitKey } from "./things.js";
import { Zone } from "./zone.js";

export function Hand({ store, table }) {
  const owner = handOwner(store);
  const things = store.state.view.players[owner];
  return html`<section id="hand" class="region" aria-label="Your cards">
    ${handOf(store).filter((key) => table.plan.hand[`${key} ${owner}`]).map((key) => html`<${Zone}
      key=${key}
      name=${key}
      player=${owner}
      cards=${things[key]}
      described=${describedAs(store.description, splitKey(key).name)}
      fit=${table.plan.hand[`${key} ${owner}`]}
      table=${table}
    />`)}
  </section>`;
}
