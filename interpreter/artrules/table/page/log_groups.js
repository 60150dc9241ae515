// The log in groups: rounds, in them phases, in them what one player did without a break.

const CHOICES = new Set(["choice", "taken"]);

/** The log as rounds: `[{round, phases: [{phase, runs: [{player, lines: [{place, kind, text, aside}]}]}]}]`. `place` counts a
 *  line in the whole log; `player` is null where the line is of nobody. Groups without lines are left out. Equal lines in a
 *  row are one, with their number, at the place of the last. */
export function grouped(entries) {
  const rounds = [];
  let goesOn = false; // whether nothing stands between this line and the last
  entries.forEach((entry, place) => {
    if (entry.sort === "heading" || entry.sort === "ending") {
      goesOn = false;
      return;
    }
    const round = last(rounds, (each) => each.round === entry.round, { round: entry.round, phases: [] });
    const phase = last(round.phases, (each) => each.phase === entry.phase, { phase: entry.phase, runs: [] });
    const player = entry.player ?? null;
    const run = last(phase.runs, (each) => goesOn && each.player === player, { player, lines: [] });
    goesOn = true;
    const line = { place, kind: entry.kind, text: entry.text, aside: entry.aside, times: 1 };
    const before = run.lines.at(-1);
    if (before?.said === entry.text) {
      line.times = before.times + 1;
      line.text = `${entry.text} ×${line.times}`;
      run.lines.pop();
    }
    run.lines.push({ ...line, said: entry.text });
  });
  return rounds;
}

// The last of a list, if it fits, else a new one at its end.
function last(list, fits, fresh) {
  if (!list.length || !fits(list.at(-1))) list.push(fresh);
  return list.at(-1);
}

/** Where in the log the news begin for a seat: after its own last choice. The end of the log for nobody's page. */
export function newsFrom(entries, seat) {
  if (seat === null || seat === undefined) return entries.length;
  return entries.findLastIndex((entry) => entry.player === seat && CHOICES.has(entry.sort)) + 1;
}

/** The groups with only the lines that a filter lets through: those of `player`, unless null, that hold `text`. */
export function filtered(rounds, { player = null, text = "" }) {
  const wanted = text.trim().toLowerCase();
  const keepRun = (run) => ({ ...run, lines: run.lines.filter((line) => line.text.toLowerCase().includes(wanted)) });
  const keepPhase = (phase) => ({
    ...phase,
    runs: phase.runs
      .filter((run) => player === null || run.player === player)
      .map(keepRun)
      .filter((run) => run.lines.length),
  });
  return rounds
    .map((round) => ({ ...round, phases: round.phases.map(keepPhase).filter((phase) => phase.runs.length) }))
    .filter((round) => round.phases.length);
}

/** How many lines there are in groups. */
export function count(rounds) {
  return rounds.flatMap((round) => round.phases.flatMap((phase) => phase.runs.flatMap((run) => run.lines))).length;
}
