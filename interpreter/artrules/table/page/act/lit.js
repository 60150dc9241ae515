// What makes an element that is no button of its own a thing that options are about.

/** Its properties: it is lit and can be pointed at, by mouse, finger and keys, where an option is about `key`. */
export function litProperties(key, table) {
  if (!table.lit.has(key)) return { "data-key": key };
  return {
    "data-key": key,
    "data-lit": "",
    role: "button",
    tabindex: 0,
    "aria-pressed": String(table.selected.includes(key)),
    onKeyDown: (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      table.point(key);
    },
  };
}
