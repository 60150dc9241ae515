// The answer to "why can't I …?" in pieces, so that it can be laid out.

/** The lines of an answer: `[{within, parts: [{text, quoted}]}]`. `within` is whether a line explains the one before
 *  it, `quoted` whether the text is the name of something that can be chosen. */
export function answerLines(text) {
  return text.split("\n").map((line) => ({ within: line.startsWith(" "), parts: partsOf(line.trim()) }));
}

function partsOf(line) {
  return line.split("`").map((text, place) => ({ text, quoted: place % 2 === 1 })).filter(({ text }) => text);
}
