// Sets that are never changed, as what a page keeps must be.

/** A set with a member more, or without it if it had it. */
export function toggled(set, member) {
  const other = new Set(set);
  if (!other.delete(member)) other.add(member);
  return other;
}
