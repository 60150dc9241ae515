// What a page asks a server for, answered by the worker of the file. It stands in place of `lobby/http.js`.
import { ask } from "./line.js";

export const get = (path) => ask(path, null);
export const post = (path, _secret, data) => ask(path, data);
