// What a page in a file has around it: see place.js, in whose place this module stands there.

export const hasServer = false;
export const home = "#";
/** Pictures of a page in a file are in its description, whole (local/library.js). */
export const picturesOf = () => "";
