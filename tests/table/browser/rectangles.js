// What is wrong with a table as it stands in its window: a list of sentences. Everything that a decision needs must be
// inside the window and under nothing; every text on cards, plates and boxes stands whole. Where it is narrow, question,
// hand and options must be inside the window however far the table is scrolled, and all else where it can be scrolled to.
() => {
  const faults = [];
  const least = 24;
  const isNarrow = document.querySelector('[data-mode="narrow"]') !== null;
  const options = JSON.parse(JSON.stringify(window.offered));
  const inside = ({ left, top, right, bottom }) => left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
  const isHit = (element, x, y) => {
    const top = document.elementFromPoint(x, y);
    return top !== null && (element === top || element.contains(top));
  };

  /** Whether some square of an element, as large as a finger or a pointer needs, is under nothing. */
  const canBeHit = (element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const side = least - 2;
    for (let x = left + 1; x + side <= right; x += 6) {
      for (let y = top + 1; y + side <= bottom; y += 6) {
        const corners = [[x, y], [x + side, y], [x, y + side], [x + side, y + side], [x + side / 2, y + side / 2]];
        if (corners.every(([cx, cy]) => cx >= 0 && cy >= 0 && cx < innerWidth && cy < innerHeight && isHit(element, cx, cy))) return true;
      }
    }
    return false;
  };

  const canBeReached = (element) => {
    if (isNarrow) element.scrollIntoView({ block: "center", inline: "center" });
    return canBeHit(element);
  };

  const isOnSlider = (each, keys) => each.matches("input[type=range]") && keys.some((key) => key.startsWith("number "));
  const all = [...document.querySelectorAll("[data-key], .chips button, .slider input, #options [data-token]")].filter((each) => each.checkVisibility());
  for (const { token, keys, label } of options) {
    const things = all.filter((each) => !each.closest(".list") && (each.dataset.token === token || (each.dataset.lit !== undefined && keys.includes(each.dataset.key)) || (each.closest(".chips") && keys.includes(each.dataset.key)) || isOnSlider(each, keys)));
    if (!things.some(canBeReached)) faults.push(`nothing can be clicked for: ${label} (${things.length} things)`);
  }

  if (isNarrow) {
    const scroller = document.querySelector(".scroller");
    for (const share of [0, 0.5, 1]) {
      scroller.scrollTop = share * scroller.scrollHeight;
      for (const part of document.querySelectorAll("#question, #hand, #options, #seats")) {
        if (part.checkVisibility() && !inside(part.getBoundingClientRect())) faults.push(`outside of the window: ${part.id}`);
      }
    }
    for (const area of document.querySelectorAll("#board .area, #mine .area")) {
      area.scrollIntoView({ block: "start" });
      const [one, room] = [area, scroller].map((each) => each.getBoundingClientRect());
      if (one.left < -1 || one.right > innerWidth + 1 || one.top > room.bottom - least || one.bottom < room.top + least) faults.push(`can't be scrolled to: ${area.dataset.area}`);
    }
  } else {
    for (const part of document.querySelectorAll("#question, .buttons button, #hand .card")) {
      if (part.checkVisibility() && !inside(part.getBoundingClientRect())) faults.push(`outside of the window: ${part.id || part.className} ${part.getAttribute("aria-label") ?? part.textContent}`);
    }
  }

  const texts = document.querySelectorAll(".card, .area-title, .owner, .row-title, .value, .caption, .fold, .plate-head, .plate-line, .own-name");
  for (const box of texts) {
    if (!box.checkVisibility() || box.closest("#side, #dock, [aria-hidden]")) continue;
    const around = (box.closest(".card, .area, .plate, #spotlight, #mine") ?? box).getBoundingClientRect();
    const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!node.data.trim() || node.parentElement.closest(".off") || (box.matches(":not(.card)") && node.parentElement.closest(".card"))) continue;
      if (!node.parentElement.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const rect of range.getClientRects()) {
        if (rect.left < around.left - 2 || rect.right > around.right + 2 || rect.top < around.top - 4 || rect.bottom > around.bottom + 4) faults.push(`a text leaves its box: ${node.data.trim()} (${box.className})`);
      }
      const size = parseFloat(getComputedStyle(node.parentElement).fontSize);
      if (size < 12.99) faults.push(`a text of ${size} px: ${node.data.trim()} (${node.parentElement.className})`);
    }
  }

  const boxes = [...document.querySelectorAll(".area.at, .plate.at")].map((each) => [each, each.getBoundingClientRect()]);
  boxes.forEach(([one, a], at) => boxes.slice(at + 1).forEach(([other, b]) => {
    if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1) faults.push(`boxes lie over one another: ${one.dataset.area} ${other.dataset.area}`);
  }));
  for (const id of isNarrow ? ["board", "mine"] : ["board", "mine", "hand", "seats"]) {
    const region = document.getElementById(id);
    if (region && (region.scrollWidth > region.clientWidth + 2 || region.scrollHeight > region.clientHeight + 2)) faults.push(`more than fits: ${id} ${region.scrollWidth}x${region.scrollHeight} in ${region.clientWidth}x${region.clientHeight}`);
  }
  return [...new Set(faults)];
};
