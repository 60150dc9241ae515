// The answer to "why can't I …?" in pieces, so that it can be laid out.

const RULE = /^ {2}(?:\S*\/)?(\S+):(\d+)(?: {2}(.*))?$/;

/** The lines of an answer: `[{within, place, parts: [{text, quoted}]}]`. `within` is whether a line explains the one
 *  before it, `place` where in the rules' files the reason stands (or empty), `quoted` whether the text is the name of
 *  something that can be chosen. */
export function answerLines(text) {
  return text.split("\n").map((line) => {
    const rule = RULE.exec(line);
    if (!rule) return { within: line.startsWith(" "), place: "", parts: partsOf(line.trim()) };
    const [, file, number, condition = ""] = rule;
    return { within: true, place: `${file}, line ${number}`, parts: condition ? [{ text: condition, quoted: false }] : [] };
  });
}

function partsOf(line) {
  return line.split("`").map((text, place) => ({ text, quoted: place % 2 === 1 })).filter(({ text }) => text);
}
