// What a page has around it: a server, as here, or nothing but itself, as in a file, where `local/line.js` stands in
// place of this module.

/** Whether there is a server, at which others sit, and which understands questions in words. */
export const hasServer = true;
/** The address of the start page. */
export const home = "/";
/** What stands before the paths of a ruleset's pictures. */
export const picturesOf = (ruleset) => (ruleset ? `/pictures/${ruleset}/` : "/pictures/");
