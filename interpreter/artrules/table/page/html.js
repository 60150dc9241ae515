// What all components of the page are made with: Preact, and `html` of htm, with which they are written.
import htm from "./vendor/htm.js";
import { Component, h } from "./vendor/preact.js";

export { Component, Fragment, createRef, h, render } from "./vendor/preact.js";
export { useCallback, useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState, useId } from "./vendor/hooks.js";

export const html = htm.bind(h);

const alike = (one, other) => [one, other].every((each) => Object.keys(each).every((key) => one[key] === other[key]));

/** A component that is rendered again only where one of its props or of its state is another. */
export class Pure extends Component {
  shouldComponentUpdate(props, state) {
    return !alike(this.props, props) || !alike(this.state, state);
  }
}
