// Which options a player means who points at cards, players and members one after the other.

/** The name of what an option is about, as one text: the same for the same thing. */
export function keyOf(about) {
  if (about.card) return `card ${about.card.join(" ")}`;
  if (about.zone) return `zone ${about.zone.join(" ")}`;
  if (about.value) return `value ${about.value.join(" ")}`;
  if (about.player !== undefined) return `player ${about.player}`;
  if (about.member) return `member ${about.member.join(" ")}`;
  return `number ${about.number}`;
}

/** The key of the card at a place: a zone's name, its owner (0 for the table's), its index in the view. */
export const cardKey = (zone, player, index) => `card ${zone} ${player} ${index}`;
export const zoneKey = (zone, player) => `zone ${zone} ${player}`;
export const valueKey = (name, player) => `value ${name} ${player}`;

/** The thing that a key names; null where it is no key. */
export function thingOf(key) {
  const [sort, ...words] = key.split(" ");
  const numbered = (from) => [words.slice(0, from).join(" "), ...words.slice(from).map(Number)];
  if (sort === "card") return { card: numbered(-2) };
  if (sort === "zone" || sort === "value") return { [sort]: numbered(-1) };
  if (sort === "player" || sort === "number") return { [sort]: Number(words[0]) };
  return sort === "member" ? { member: words } : null;
}

/** What a state offers, as one text: the same as long as the same can be chosen, whatever others do meanwhile. */
export const offeredIn = (state) => (state?.offers ?? []).flatMap(({ options }) => options.map(({ token }) => token)).join(" ");

/** All options of all offers of a state in the order in which they stand one below the other, each with its number there. */
export function optionsOf(state) {
  const options = (state?.offers ?? []).flatMap((offer) => offer.options.map((option) => complete(option, offer)));
  return inOrder(options).map((option, index) => ({ ...option, number: index + 1 }));
}

/** Options in order: buttons first, above them those that gain something; what declines or ends something is last, where it is always found. */
const inOrder = (options) => [...options].sort((one, other) => rankOf(one) - rankOf(other));
const rankOf = ({ button, gain, ends, declines }) => (ends ? 4 : declines ? 3 : !button ? 2 : gain ? 0 : 1);

const complete = (option, offer) => ({
  to: [],
  button: option.about.length === 0 || option.declines,
  ends: false,
  gain: false,
  confirm: false,
  ...option,
  offer,
});

/** The options about everything in `selected`, a list of keys. */
export function matching(options, selected) {
  return options.filter((option) => {
    const keys = option.about.map(keyOf);
    return selected.every((key) => keys.includes(key));
  });
}

/**
 * The same options, of which some are `chip`: where all of an offer but its buttons are about one member or number each, and
 * not all of these stand on the table, none is picked there. `drawn` is a set of keys.
 */
export function withChips(options, drawn) {
  const isBare = ({ about }) => about.length === 1 && !about[0].card && !about[0].zone && !about[0].value && about[0].player === undefined;
  const offers = new Map();
  for (const option of options) if (!option.button) offers.set(option.offer, [...(offers.get(option.offer) ?? []), option]);
  const chips = new Set([...offers.values()].filter((all) => all.every(isBare) && all.some((each) => !spotsOf(each, drawn).length)).flat());
  return options.map((option) => (chips.has(option) ? { ...option, chip: true } : option));
}

/** The keys of all that the options light. */
export const litBy = (options) => new Set(options.flatMap(litKeysOf));

/** What an option lights: nothing, if it is a chip, or ends or declines something; a number only where it is about nothing else, or about
 * something that the number owns. */
function litKeysOf({ about, chip, ends, declines }) {
  if (chip || ends || declines) return [];
  const isNumber = ({ number }) => number !== undefined;
  const owned = (number) => about.some(({ card, zone }) => (card ?? zone)?.[0].includes(`[${number}]`));
  const alone = about.every(isNumber);
  return about.filter((each) => alone || !isNumber(each) || owned(each.number)).map(keyOf);
}

/** What options light that are no buttons: it has to be in sight. */
export const soughtBy = (options) => litBy(options.filter(({ button }) => !button));

/** Where an option can be picked on the table: what it lights and the table draws. `drawn` is a set of keys. */
export const spotsOf = (option, drawn) => litKeysOf(option).filter((key) => drawn.has(key));

/**
 * The members and numbers that stand nowhere on the table, but are all that some options are about: [{key, about, options}].
 * Of several that an option is about the first member counts, else the first number.
 */
export function chipsOf(options, drawn) {
  const chips = new Map();
  for (const option of options) {
    const about = chipThing(option, drawn);
    if (!about) continue;
    const key = keyOf(about);
    if (chips.has(key)) chips.get(key).options.push(option);
    else chips.set(key, { key, about, options: [option] });
  }
  return [...chips.values()];
}

function chipThing(option, drawn) {
  if (spotsOf(option, drawn).length) return null;
  return option.about.find(({ member }) => member) ?? option.about.find(({ number }) => number !== undefined) ?? null;
}

/** The options that are buttons: always those that say so, and all that are nowhere else. */
export function buttonsOf(options, drawn) {
  return options.filter((each) => each.button || (!spotsOf(each, drawn).length && !chipThing(each, drawn)));
}

/** Whether an option ends or declines something. */
export const isClosing = ({ ends, declines }) => ends || declines;

/** What could still be had for nothing beside an option that ends or declines: the options with such a gain. */
export function gainsBeside(options, chosen) {
  if (!isClosing(chosen)) return [];
  return options.filter(({ gain, offer, token }) => gain && token !== chosen.token && offer.player === chosen.offer.player);
}

/** Where a thing can be dragged: by the keys of these places, the options that are meant there. */
export function targetsOf(options, key) {
  const targets = new Map();
  for (const option of matching(options, [key])) {
    const at = option.about.findIndex((each) => keyOf(each) === key);
    const isDragged = ({ of }) => (of === null || of === undefined ? Boolean(option.about[at].card) : of === at);
    const named = option.about.map(keyOf).filter((each) => each !== key && !each.startsWith("number "));
    for (const target of new Set([...named, ...option.to.filter(isDragged).map(({ on }) => keyOf(on))])) {
      targets.set(target, [...(targets.get(target) ?? []), option]);
    }
  }
  return targets;
}

/** The sort of place at which a key's thing is: cards by their zones, whoever owns these; all else by what it is. */
function placeSort(key) {
  const { card } = thingOf(key);
  return card ? `card ${card[0].split("[")[0]}` : key.split(" ")[0];
}

/** Whether all that glows at the same sort of place as a key means the same as an option there: nobody needs to ask. */
function isPlain(options, option, key) {
  const isThere = (each) => litKeysOf(each).some((other) => placeSort(other) === placeSort(key));
  return options.every((each) => each.offer !== option.offer || each.group === option.group || !isThere(each));
}

/**
 * What pointing at a key means, after `selected` were pointed at: one option that is meant, or a narrower selection.
 * Pointing again at a selected key takes it back. A key that fits nothing selected so far begins anew: its only option is
 * taken at once where all things like it answer alike, and content doesn't say that it is to be confirmed.
 */
export function pointedAt(options, selected, key) {
  if (selected.includes(key)) return { selected: selected.filter((each) => each !== key), chosen: null };
  for (const narrower of [[...selected, key], [key]]) {
    const left = matching(options, narrower);
    if (left.length === 1 && !left[0].confirm && (narrower.length > 1 || isPlain(options, left[0], key))) return { selected: [], chosen: left[0] };
    if (left.length) return { selected: narrower, chosen: null };
  }
  return { selected, chosen: null };
}

/**
 * The same where fingers point, who easily miss: a thing is lifted first. Pointing at it again chooses its only option, or
 * opens the `menu` of several. Pointing at a second thing that leaves one option chooses that.
 */
export function liftedAt(options, selected, key) {
  const meant = matching(options, selected);
  if (selected.at(-1) === key && meant.length === 1) return { selected: [], chosen: meant[0] };
  if (selected.at(-1) === key) return { selected, chosen: null, menu: true };
  if (selected.includes(key)) return { selected: selected.filter((each) => each !== key), chosen: null };
  const further = selected.length ? matching(options, [...selected, key]) : [];
  if (further.length === 1) return { selected: [], chosen: further[0] };
  if (further.length > 1) return { selected: [...selected, key], chosen: null };
  return { selected: matching(options, [key]).length ? [key] : selected, chosen: null };
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

/**
 * What opens lists of options that begin with the same word, where there are several such words: [{key, title, options}].
 * While the same is asked, each stays where it was `before`, also when none of its options is left: who taps there always
 * means the same.
 */
export function openersOf(options, before = []) {
  const openers = new Map(before.map(({ key, title }) => [key, { key, title, options: [] }]));
  for (const option of options) {
    const [title] = capital(option.label).split(" ");
    const key = `${option.offer.player} ${option.offer.prompt} ${title}`;
    if (!openers.has(key)) openers.set(key, { key, title, options: [] });
    openers.get(key).options.push(option);
  }
  return [...openers.values()];
}

const capital = (text) => text[0].toUpperCase() + text.slice(1);

/** Some options as lines of a menu: the words with which all begin are its title, {title, lines: [{option, words}]}. */
export function menuOf(options) {
  const title = options.length > 1 ? beginning(options) : null;
  return { title, lines: options.map((option) => ({ option, words: title ? option.label.slice(title.length + 1) : option.label })) };
}

/** The words with which the labels of several options begin, as a title; null where there are none. */
function beginning(options) {
  const words = options.map((option) => option.label.split(" "));
  const shared = [];
  while (words.every((each) => each.length > shared.length + 1 && each[shared.length] === words[0][shared.length])) {
    shared.push(words[0][shared.length]);
  }
  const text = shared.join(" ");
  return text ? capital(text) : null;
}
