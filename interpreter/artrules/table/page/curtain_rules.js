// When a curtain falls between two people at one device.

/** Whether a curtain hides the table: several seats belong to this device, and nobody sits at it. At an open table,
 *  where nothing is hidden, the page shows what everybody can choose. */
export function behindCurtain({ welcome }) {
  return Boolean(welcome && !welcome.open && welcome.mine?.length > 1 && welcome.seat === null);
}

/** The seats of this device that must choose now, if the one that sits here needn't. */
export function nextHere({ welcome, state }) {
  if (!welcome || welcome.open || welcome.seat === null || !(welcome.mine?.length > 1)) return [];
  const waiting = state?.waiting ?? [];
  return waiting.includes(welcome.seat) ? [] : waiting.filter((seat) => welcome.mine.includes(seat));
}
