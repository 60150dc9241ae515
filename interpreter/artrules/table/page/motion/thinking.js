// A bot that must choose shows that it thinks.
import { html } from "../html.js";

export const Thinking = () => html`<span class="thinks">thinking<i></i><i></i><i></i></span>`;
