// Companies move between three databases to and fro while merchants write, and everything is killed with SIGKILL in every step of
// a move: either Postgres, the mover, an API process with the worker. Nothing is lost, doubled or shown to others, and a cell that
// is away stops its own companies only. Its round takes minutes, so it has no test beside it: 60 companies and 30 moves;
// `--size 0.1` makes six and three of them.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Step, steps } from '../../db/cli/move-company.ts';
import { Cells, names } from '../helpers/cells/cells.ts';
import { findingsOf, latencies, longestWrites, type Moved, p99 } from '../helpers/cells/findings.ts';
import { type Generator, inRounds, oneOf, type Random } from '../helpers/faults.ts';
import { quantile } from '../helpers/load/arrivals.ts';

const victims = ['mover', 'source', 'target', 'api'] as const;
type Strike = { step: Step; victim: (typeof victims)[number] };

/** Each merchant rests so long between two acts, about; one whose company is about to move hardly. */
const restMs = 2_500;
const busyRestMs = 60;
/** Nothing moves for as long, before a move that is left in peace: its latencies are compared with those of this time. */
const quietMs = 3_000;
const longestOutageMs = 3_000;
const mostTries = 60;

export const run: Generator = (options) => inRounds(options, (random) => aRound(random, options.size ?? 1));

async function aRound(random: Random, size: number) {
  const [companies, count] = [Math.max(3, Math.round(60 * size)), Math.max(1, Math.round(30 * size))];
  const cells = await Cells.open(companies, restMs, random);
  try {
    const work = cells.merchants.map((merchant) => merchant.work());
    const strikes = shuffled(
      random,
      steps.flatMap((step) => victims.map((victim): Strike => ({ step, victim }))),
    );
    const found = { moves: [] as Moved[], quiet: [] as { from: number; to: number }[], pauses: [] as number[] };
    let struck = 0;
    await sleep(quietMs);
    for (let n = 0; n < count; n++) {
      // Of three moves one is left in peace; of the others two tries are struck.
      const own = n % 3 === 2 ? [] : strikes.splice(0, 2);
      struck += own.length;
      await moveOne(cells, random, own, found);
    }
    for (const merchant of cells.merchants) merchant.stop();
    await Promise.all(work);
    await cells.calm();
    const { problems, busy, leftovers, ...sums } = await findingsOf(cells, found.moves);
    const operations = cells.merchants.reduce((sum, { answered }) => sum + answered.length, 0);
    const { quiet, beside } = latencies(cells, found.moves, found.quiet);
    const refused = cells.merchants.reduce((sum, merchant) => sum + merchant.refused.length, 0);
    const ms = (values: number[], part: number) => Math.round(quantile(values, part));
    if (problems.length > 0)
      problems.push(
        `cells were away: ${JSON.stringify(cells.downs)}, API processes: ${JSON.stringify(cells.apiKills)}`,
      );
    const remarks = [
      `${companies} companies, ${count} moves, ${struck} of ${steps.length * victims.length} kinds of kill`,
      `writes waited p99 ${ms(found.pauses, 0.99)} ms of ${found.pauses.length} moves in peace`,
      `longest write of a merchant p99 ${ms(longestWrites(cells, found.moves), 0.99)} ms`,
      `other companies p50 ${ms(beside, 0.5)} of ${ms(quiet, 0.5)}, p99 ${ms(beside, 0.99)} of ${ms(quiet, 0.99)} ms: ${(p99(beside) / p99(quiet)).toFixed(2)} (${beside.length} calls beside a move, ${quiet.length} without)`,
      `${refused} calls were told to come again, ${busy} of them since the machine was busy`,
      ...leftovers,
    ];
    return { operations, ...sums, gaveWay: problems, remarks: remarks.join('; ') };
  } finally {
    await cells.close();
  }
}

/** Until it has arrived: what was struck is tried again, as an operator does. */
async function moveOne(
  cells: Cells,
  random: Random,
  strikes: Strike[],
  found: { moves: Moved[]; quiet: { from: number; to: number }[]; pauses: number[] },
): Promise<void> {
  const merchant = oneOf(random, cells.merchants);
  const company = merchant.shop.companyId;
  const source = cells.homes.get(company)!;
  const target = oneOf(
    random,
    names.filter((name) => name !== source),
  );
  merchant.restMs = busyRestMs;
  const isCalm = strikes.length === 0;
  if (isCalm) {
    const from = performance.now();
    await sleep(quietMs);
    found.quiet.push({ from, to: performance.now() });
  }
  const move: Moved = { company, from: performance.now(), to: Number.POSITIVE_INFINITY, isCalm };
  found.moves.push(move);
  const outages: Promise<void>[] = [];
  for (let tries = 0; ; tries++) {
    const strike = strikes.shift();
    const done = await cells.move(company, target, strike?.step ?? null, async (mover) => {
      if (strike!.victim === 'mover') mover.kill('SIGKILL');
      else if (strike!.victim === 'api') {
        await cells.killApi();
        cells.killWorker();
      } else {
        const name = strike!.victim === 'source' ? source : target;
        outages.push((await cells.strike(name, 300 + random() * longestOutageMs)).back);
      }
    });
    if (!done.error) {
      if (isCalm) found.pauses.push(done.pause_ms);
      break;
    }
    if (tries === mostTries) throw new Error(`${company} does not come to ${target}: ${done.error}`);
    if (isCalm) throw new Error(`a move in peace was refused: ${done.error}`);
    await sleep(300);
  }
  move.to = performance.now();
  cells.homes.set(company, target);
  await Promise.all(outages);
  merchant.restMs = restMs;
}

function shuffled<T>(random: Random, list: T[]): T[] {
  return list
    .map((one) => ({ one, place: random() }))
    .sort((x, y) => x.place - y.place)
    .map(({ one }) => one);
}
