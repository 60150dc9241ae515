// What this person wants of the page, kept by the browser where it allows that.

/** A wish with some values, the usual one first, or with any text where `values` is null: `wanted()`, `keep(value)`. */
export function preference(name, values) {
  const key = `artrules ${name}`;
  let value = null;
  return {
    wanted() {
      try {
        value ??= globalThis.localStorage?.getItem(key) ?? null;
      } catch {
        // a browser may forbid a page to keep anything
      }
      if (!values) return value ?? "";
      return values.includes(value) ? value : values[0];
    },
    keep(wish) {
      value = wish;
      try {
        globalThis.localStorage?.setItem(key, wish);
      } catch {
        // then it holds until the page is closed
      }
    },
  };
}
