// All that opens at a thing while somebody plays: the menu of what can be done with it, the card to be read, why nothing
// can be done. Things that are no controls of their own are clicked here; lit things can be dragged.
import { Detail } from "../detail.js";
import { html, useEffect, useRef } from "../html.js";
import { matching, optionsOf, targetsOf, thingOf } from "../choices.js";
import { listenToDrags } from "./drag.js";
import { Menu } from "./menu.js";
import { Preview } from "./preview.js";
import { WhyHere } from "./why_here.js";

export function Touch({ store, table, ui }) {
  const here = useRef(null);
  const now = useRef(null);
  now.current = { store, table, ui };
  useEffect(() => {
    const root = here.current.closest(".table");
    const click = (event) => pointAt(event, now.current);
    root.addEventListener("click", click);
    const drags = listenToDrags(root, {
      targets: (key) => targetsOf(optionsOf(now.current.store.state), key),
      drop: (key, target, options) => now.current.ui.drop(key, target, options),
    });
    return () => {
      root.removeEventListener("click", click);
      drags.end();
    };
  }, []);
  const { inspected } = ui;
  const options = ui.selected.length ? ui.among ?? matching(optionsOf(store.state), ui.selected) : [];
  const parts = { store, table, ui };
  return html`<div class="touch" ref=${here}>
    ${options.length > 0 && table.frame?.mode !== "narrow" && html`<${Menu} options=${options} ...${parts} />`}
    ${inspected && (inspected.thing.card ? html`<${Detail} key=${inspected.key} ...${parts} />` : html`<${WhyHere} key=${inspected.key} ...${parts} />`)}
    ${!inspected && !ui.selected.length && html`<${Preview} ...${parts} />`}
  </div>`;
}

const CONTROLS = "button, a, input, select, textarea, summary, [role=menu], [role=dialog], [role=alertdialog]";

/** A click where no control is: it points at the thing there, asks about it, or closes what is open. */
function pointAt({ target }, { table, ui }) {
  if (target.closest(CONTROLS) || !target.closest(".left")) return;
  const element = target.closest("[data-key], [data-value], [data-zone], [data-player]");
  const thing = element && thingShown(element);
  if (element?.dataset.lit !== undefined) table.point(element.dataset.key);
  else if (ui.selected.length || ui.inspected) ui.clear();
  else if (thing) table.inspect(thing, element);
}

/** The thing that an element shows. */
function thingShown({ dataset: { key, value, zone, owner, player } }) {
  if (key !== undefined) return thingOf(key);
  if (value !== undefined) {
    const [of, ...name] = value.split("/");
    return { value: [name.join("/"), Number(of)] };
  }
  return zone !== undefined ? { zone: [zone, Number(owner)] } : { player: Number(player) };
}
