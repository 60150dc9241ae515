// What a bot would do.

/** Nobody advises yet. */
export const Advice = () => null;
