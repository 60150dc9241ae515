// The scores of a result: who comes first, the rows of a table, the bars of a chart.

/** The sides of a result, the best first: `[{players, total, place, won}]`. Those that are level share a place. */
export function placesOf(result) {
  const { best, others } = winnersAndOthers(result);
  const fewest = fewestWin(result);
  others.sort((one, other) => (fewest ? one.total - other.total : other.total - one.total));
  const behind = (side) => best.length + others.findIndex(({ total }) => total === side.total) + 1;
  return [
    ...best.map((side) => ({ ...side, place: 1, won: true })),
    ...others.map((side) => ({ ...side, place: behind(side), won: false })),
  ];
}

/** Whether the fewest points win, as what the winners have tells. */
export function fewestWin(result) {
  const { best, others } = winnersAndOthers(result);
  return others.some(({ total }) => best.some((side) => side.total < total));
}

function winnersAndOthers({ sides, winners }) {
  const won = ({ players }) => players.some((player) => winners.includes(player));
  return { best: sides.filter(won), others: sides.filter((side) => !won(side)) };
}

/** The scores of a result, those of the best side first. */
export function inOrder(result) {
  const players = placesOf(result).flatMap((side) => side.players);
  const place = (score) => players.indexOf(score.players[0]);
  return [...result.scores].sort((one, other) => place(one) - place(other));
}

/** The parts of the scores in order: `[{label, points: [of each player], lines: [[{label, points}] of each player]}]`.
 *  A line that only repeats its part tells nothing and is left out. */
export function partsOf(scores) {
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

/** The bars of a chart, one for each score: `{zero, bars: [[{part, points, start, size}]]}`, where `part` counts the
 *  parts, and lengths are in hundredths of the chart's. What takes points away lies before zero. */
export function barsOf(scores, parts) {
  const sum = (place, sign) => parts.reduce((all, { points }) => all + Math.max(0, sign * points[place]), 0);
  const least = Math.max(0, ...scores.map((_, place) => sum(place, -1)));
  const most = Math.max(0, ...scores.map((_, place) => sum(place, 1)));
  const scale = 100 / (least + most || 1);
  const bars = scores.map((_, place) => {
    const ends = { before: least * scale, after: least * scale };
    return parts.flatMap(({ points }, part) => {
      const size = Math.abs(points[place]) * scale;
      if (!size) return [];
      const start = points[place] > 0 ? ends.after : ends.before - size;
      if (points[place] > 0) ends.after += size;
      else ends.before = start;
      return [{ part, points: points[place], start, size }];
    });
  });
  return { zero: least * scale, bars };
}
