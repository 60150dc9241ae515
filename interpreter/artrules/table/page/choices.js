// Which options a player means who points at cards, players and members one after the other.

/** The name of what an option is about, as one text: the same for the same thing. */
export function keyOf(about) {
  if (about.card) return `card ${about.card.join(" ")}`;
  if (about.player !== undefined) return `player ${about.player}`;
  if (about.member) return `member ${about.member.join(" ")}`;
  return `number ${about.number}`;
}

/** The key of the card at a place: a zone's name, its owner (0 for the table's), its index in the view. */
export const cardKey = (zone, player, index) => `card ${zone} ${player} ${index}`;

/**
 * All options of all offers of a state, each with the number that it has in the list: in order, but those that decline
 * something last, where they are always found.
 */
export function optionsOf(state) {
  const options = (state?.offers ?? []).flatMap((offer) => offer.options.map((option) => ({ ...option, offer })));
  const ordered = [...options.filter((each) => !each.declines), ...options.filter((each) => each.declines)];
  return ordered.map((option, index) => ({ ...option, number: index + 1 }));
}

/** The options about everything in `selected`, a list of keys. */
export function matching(options, selected) {
  return options.filter((option) => {
    const keys = option.about.map(keyOf);
    return selected.every((key) => keys.includes(key));
  });
}

/** The keys of all that the options are about; numbers only of options that are about nothing else. */
export function litBy(options) {
  const isNumber = (about) => about.number !== undefined;
  return new Set(
    options.flatMap(({ about }) => (about.every(isNumber) ? about : about.filter((each) => !isNumber(each))).map(keyOf)),
  );
}

/**
 * What pointing at a key means, after `selected` were pointed at: one option that is meant, or a narrower selection.
 * Pointing again at a selected key takes it back. A key that fits nothing selected so far begins anew.
 */
export function pointedAt(options, selected, key) {
  if (selected.includes(key)) return { selected: selected.filter((each) => each !== key), chosen: null };
  for (const narrower of [[...selected, key], [key]]) {
    const left = matching(options, narrower);
    if (left.length === 1) return { selected: [], chosen: left[0] };
    if (left.length > 1) return { selected: narrower, chosen: null };
  }
  return { selected, chosen: null };
}

/** The options that a typed text leaves: digits mean numbers of the list, words the beginnings of words. */
export function filtered(options, text) {
  const typed = text.trim().toLowerCase();
  if (!typed) return options;
  if (/^\d+$/.test(typed)) {
    const exact = options.filter((option) => String(option.number) === typed);
    const longer = options.filter((option) => String(option.number).startsWith(typed) && !exact.includes(option));
    if (exact.length + longer.length) return [...exact, ...longer];
  }
  const words = typed.split(/\s+/);
  return options.filter((option) => {
    const own = option.label.toLowerCase().split(/[^\p{L}\p{N}$]+/u);
    return words.every((word) => own.some((each) => each.startsWith(word)));
  });
}

/**
 * Options of the same branch of the rules, side by side: lists of {title, options}. A group of several has as its title
 * the words with which all of them begin; a short list has no titles.
 */
export function grouped(options) {
  const groups = [];
  for (const option of options) {
    const last = groups.at(-1);
    const branch = option.declines ? "declines" : `${option.offer?.player} ${option.group}`;
    if (last?.branch === branch) last.options.push(option);
    else groups.push({ branch, options: [option] });
  }
  const titled = options.length > 6 && groups.length > 1;
  return groups.map(({ options: same }) => ({ title: titled && same.length > 1 ? beginning(same) : null, options: same }));
}

/** The words with which the labels of several options begin, as a title; null where there are none. */
function beginning(options) {
  const words = options.map((option) => option.label.split(" "));
  const shared = [];
  while (words.every((each) => each.length > shared.length + 1 && each[shared.length] === words[0][shared.length])) {
    shared.push(words[0][shared.length]);
  }
  const text = shared.join(" ");
  return text ? text[0].toUpperCase() + text.slice(1) : null;
}
