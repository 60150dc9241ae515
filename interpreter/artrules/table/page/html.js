// What all components of the page are made with: Preact, and `html` of htm, with which they are written.
import htm from "./vendor/htm.js";
import { h } from "./vendor/preact.js";

export { Component, Fragment, createRef, h, render } from "./vendor/preact.js";
export { useCallback, useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState, useId } from "./vendor/hooks.js";

export const html = htm.bind(h);
