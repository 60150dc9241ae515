// Plays at the page as a person with a mouse or a finger does: clicks what is lit, buttons, and lines of menus, chosen
// by chance from a seed, and waits for what comes of it. `list` is whether listed options are clicked, too; without
// them each option must be somewhere else. Gives {choices, finished, fault}: how many choices were made, whether the
// result is shown, and what a person couldn't have done, in words, or null.
async ({ seed, most, patience, list }) => {
  const random = () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const one = (some) => some[Math.floor(random() * some.length)];
  const seen = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const all = (selector) => [...document.querySelectorAll(selector)].filter(seen);
  const options = () => [...document.querySelectorAll("#options [data-token]:not([disabled])")];
  const result = () => document.querySelector("#result");
  const until = (condition) =>
    new Promise((resolve) => {
      const observer = new MutationObserver(check);
      const clock = setInterval(check, 50);
      const end = setTimeout(() => finish(false), patience);
      function finish(value) {
        observer.disconnect();
        clearInterval(clock);
        clearTimeout(end);
        resolve(value);
      }
      function check() {
        const value = condition();
        if (value) finish(value);
      }
      observer.observe(document, { subtree: true, childList: true, attributes: true });
      check();
    });
  // Clicks where a pointer meets the element: in its middle, or where nothing else lies over it.
  const spots = [0.5, 0.1, 0.3, 0.7, 0.9];
  const meets = (element) => {
    const box = element.getBoundingClientRect();
    for (const y of spots)
      for (const x of spots) {
        const top = document.elementFromPoint(box.x + x * box.width, box.y + y * box.height);
        if (top && element.contains(top)) return top;
      }
    return null;
  };
  const click = (element) => {
    if (!meets(element)) element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const top = meets(element);
    top?.click();
    return Boolean(top);
  };
  const words = (element) => element.getAttribute("aria-label") || element.textContent.trim();
  const lies = (element) => {
    const box = element.getBoundingClientRect();
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return `${Math.round(box.x)},${Math.round(box.y)}; on top: ${top ? top.outerHTML.slice(0, 120) : "nothing"}`;
  };
  const THINGS = ".left [data-lit], #dock .card[data-lit], #spotlight [data-lit], .chips [data-lit]";
  const things = () => {
    const before = all("#spotlight [data-lit]"); // it lies over all else
    return before.length ? before : all(THINGS);
  };
  const BUTTONS = list ? "#options [data-token]" : ".buttons [data-token]";
  const IN_TURN = ".menu [data-token], #ask [data-token]"; // what opens at a thing, and is answered first
  // The words of an option that stands on no thing, chip or button; null where there is none.
  const nowhere = () => {
    const keys = new Set(all(THINGS).map((each) => each.dataset.key));
    const tokens = new Set(all(".buttons [data-token]").map((each) => each.dataset.token));
    const lost = options().find(
      ({ dataset: { token, about } }) => !tokens.has(token) && !JSON.parse(about).some((key) => keys.has(key)),
    );
    return lost ? words(lost) : null;
  };
  // How often the page has sent a choice, to a server or to the worker that plays in its place: a click may also open a
  // menu, or take back what was picked.
  let sent = 0;
  // On a narrow screen all that can be chosen may be things: then it is gone once another state has come.
  let heard = 0;
  const heardBy = new WeakSet();
  const textOf = (data) => (typeof data === "string" ? data : JSON.stringify(data));
  const hear = ({ data }) => (heard += Number(textOf(data).includes('"type":"state"')));
  const listening = (prototype, name) => {
    const send = prototype[name];
    prototype[name] = function (data, ...more) {
      if (!heardBy.has(this)) this.addEventListener("message", hear);
      heardBy.add(this);
      if (textOf(data).includes('"choose"')) sent++;
      return send.call(this, data, ...more);
    };
    return () => (prototype[name] = send);
  };
  const stops = [listening(WebSocket.prototype, "send"), listening(Worker.prototype, "postMessage")];
  let choices = 0;
  const answer = (fault) => {
    for (const stop of stops) stop();
    return { choices, finished: Boolean(result()), fault };
  };
  const clickable = () => [...all(BUTTONS), ...all(IN_TURN), ...things()];
  const target = () => {
    const next = all(IN_TURN);
    if (next.length && random() < 0.8) return one(next);
    const lit = things();
    return lit.length && random() < 0.7 ? one(lit) : one(clickable());
  };
  while (choices < most) {
    if (!(await until(() => result() || options().length || all(THINGS).length))) return answer("waited too long for something to choose");
    if (result()) break;
    if (!list && nowhere()) return answer(`no thing for this option: ${nowhere()}`);
    const before = new Set(options().map((each) => each.dataset.token));
    const chosen = sent;
    const known = heard;
    const gone = () => result() || (before.size ? options().every((each) => !before.has(each.dataset.token)) : sent !== chosen && heard > known);
    for (let step = 0; step < 30 && !gone() && sent === chosen; step++) {
      // A card that still moves isn't seen where it will lie.
      if (!(await until(() => gone() || clickable().length))) return answer("nothing can be clicked");
      if (gone()) break;
      const element = target();
      if (!click(element)) return answer(`can't be clicked: ${words(element)} at ${lies(element)}`);
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    if (!(await until(gone))) return answer("nothing came of a click");
    choices++;
  }
  return answer(null);
}
