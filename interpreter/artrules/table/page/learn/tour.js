// A first game with a guide.

/** Nothing is told yet. */
export const Tour = () => null;
