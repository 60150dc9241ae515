// The scores of a result as the rows of a table.

/** The parts of the scores in order: `[{label, points: [of each player], lines: [[{label, points}] of each player]}]`.
 *  A line that only repeats its part tells nothing and is left out. */
export function partsOf({ scores }) {
  const labels = [...new Set(scores.flatMap(({ parts }) => parts.map(({ label }) => label)))];
  return labels.map((label) => {
    const found = scores.map(({ parts }) => parts.find((part) => part.label === label));
    return {
      label,
      points: found.map((part) => part?.points ?? 0),
      lines: found.map((part) => telling(label, part?.lines ?? [])),
    };
  });
}

const telling = (part, lines) => (lines.length === 1 && lines[0].label === part ? [] : lines);
