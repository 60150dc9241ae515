// A bot that must choose shows that it thinks.
import { html } from "../html.js";

export const Thinking = () => html`<span class="thinks"><span class="thinks-word">thinking</span><i></i><i></i><i></i></span>`;
