// What somebody does at a table: picks things, chooses, reads, and asks why something isn't possible.
import { gainsBeside, keyOf, liftedAt, litBy, optionsOf, pointedAt } from "../choices.js";
import { litKey } from "../slots.js";
import { describedAs, splitKey, thingsOf } from "../things.js";
import { questionNumber } from "../why.js";

/** What holds as long as the same is offered: things that are picked,
 *  words that are typed, what is read, what is asked. */
export const UNTOUCHED = { selected: [], among: null, typed: "", finding: false, inspected: null, asking: null };

/** What is still agreed to be left: gains, by their words, that somebody has been asked about and that are still there. */
export const stillAgreed = (agreed, options) => agreed.filter((label) => options.some((option) => option.gain && option.label === label));

/** The card at a place of a view, null where none is seen. */
export const cardAt = (view, [zone, player, index]) => thingsOf(view, player)[zone]?.[index] ?? null;

/** What the person at `table`, a component with the state UNTOUCHED, `agreed`, and the element `root`, can do. */
export function deedsOf(table) {
  const { state: store, send } = table.props;
  const options = optionsOf(store.state);
  const take = (option) => {
    table.setState(UNTOUCHED);
    if (document.activeElement?.id === "filter") document.activeElement.blur(); // so that keys mean the table again
    send({ type: "choose", token: option.token });
  };
  const choose = (option) => {
    const gains = gainsBeside(options, option).filter(({ label }) => !table.state.agreed.includes(label));
    if (gains.length) table.setState({ ...UNTOUCHED, asking: { option, gains } });
    else take(option);
  };
  const point = (key) => {
    const lifts = table.lastFrame?.mode === "narrow";
    const { selected, chosen } = (lifts ? liftedAt : pointedAt)(options, table.state.selected, key);
    if (chosen) choose(chosen);
    else table.setState({ ...UNTOUCHED, selected });
  };
  const inspect = (thing, element) => {
    const card = thing.card ? cardAt(store.state.view, thing.card) : null;
    const lit = litBy(options);
    const key = (thing.card && litAs(store, thing.card, lit)) ?? keyOf(thing);
    const question = questionNumber();
    const possible = lit.has(key);
    const asks = !possible && mayAsk(store);
    if (!possible && !asks && !thing.card) return; // there is nothing to say
    table.opener = element ?? document.activeElement;
    table.setState({ ...UNTOUCHED, inspected: { thing, card, key, question: asks ? question : null } });
    if (asks) send({ type: "why", id: question, thing });
  };
  return {
    choose,
    point,
    inspect,
    clear: () => table.setState(UNTOUCHED),
    type: (typed) => table.setState({ typed }),
    opener: () => (table.opener?.isConnected ? table.opener : null),
    closeDetail: () => {
      table.setState({ inspected: null });
      table.opener?.focus?.();
    },
    /** Something was dragged to a place: what is meant there is chosen, or asked. */
    drop: (key, target, meant) => {
      if (meant.length === 1) choose(meant[0]);
      else table.setState({ ...UNTOUCHED, selected: [key], among: meant });
    },
    goBack: () => table.setState({ asking: null }),
    endAnyway: () => {
      const { option, gains } = table.state.asking;
      table.setState(({ agreed }) => ({ agreed: [...agreed, ...gains.map(({ label }) => label)] }));
      take(option);
    },
    /** What a control of an option shows of it while somebody points at the control: the things that it is about. */
    pointing: (option) => {
      const keys = option.about.map(keyOf);
      const [show, hide] = [() => table.show(keys), () => table.show([])];
      return { "data-about": JSON.stringify(keys), onMouseEnter: show, onMouseLeave: hide, onFocus: show, onBlur: hide };
    },
  };
}

/** The key by which options name a card, or an equal one of a zone without order. */
function litAs({ description, state }, [zone, player, index], lit) {
  const cards = thingsOf(state.view, player)[zone] ?? [];
  const { order } = describedAs(description, splitKey(zone).name) ?? {};
  return litKey({ card: cards[index] ?? null, indices: [index] }, zone, player, cards, order, lit);
}

const mayAsk = ({ welcome, state }) => welcome?.mine?.length > 0 && !state.view.finished;
