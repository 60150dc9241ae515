// Plays at the page as a person with a mouse does: clicks lit cards and listed options, chosen by chance from a seed,
// and waits for what comes of it. Gives {choices, finished, fault}: how many choices were made, whether the result is
// shown, and what a person couldn't have done, in words, or null.
async ({ seed, most, patience }) => {
  const random = () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const one = (list) => list[Math.floor(random() * list.length)];
  const seen = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const buttons = () => [...document.querySelectorAll("#options button[data-token]:not([disabled])")].filter(seen);
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
  // Clicks where a pointer meets the element: in its middle, or where no other card lies over it.
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
    element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
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
  let choices = 0;
  const answer = (fault) => ({ choices, finished: Boolean(result()), fault });
  while (choices < most) {
    if (!(await until(() => result() || buttons().length))) return answer("waited too long for something to choose");
    if (result()) break;
    const before = new Set(buttons().map((b) => b.dataset.token));
    const gone = () => result() || buttons().every((b) => !before.has(b.dataset.token));
    const lit = [...document.querySelectorAll(".card[data-place][data-lit]")].filter(seen);
    for (let step = 0; step < 4 && !gone(); step++) {
      const card = step < 2 && lit.length && random() < 0.6 ? one(lit) : null;
      const target = card && card.isConnected ? card : one(buttons());
      if (!target) break;
      if (!click(target)) return answer(`can't be clicked: ${words(target)} at ${lies(target)}`);
      await new Promise((resolve) => setTimeout(resolve, 30));
      if (target !== card) break;
    }
    if (!(await until(gone))) return answer("nothing came of a click");
    choices++;
  }
  return answer(null);
}
