// What must hold when companies have moved to and fro under fire: each is in one cell as a whole, with all that was acknowledged
// and nothing else, and only those were refused whose cell was away or who moved.
import { setTimeout as sleep } from 'node:timers/promises';
import { compareCells } from '../../../db/cli/haat-cells.ts';
import { findBroken } from '../invariants.ts';
import { quantile } from '../load/arrivals.ts';
import { type Cells, firstStock, names, type Span } from './cells.ts';
import type { Merchant, Refused } from './merchant.ts';

const drainLimitMs = 180_000;
/** So many numbers Postgres notes ahead in its log; a crash loses what is left of them. */
const numbersAhead = 32;
/** So many writes of each company are sent once more. */
const sentAgain = 20;

export interface Moved extends Span {
  company: string;
  /** Whether nothing was killed meanwhile. */
  isCalm: boolean;
}

export interface CellFindings {
  lost: number;
  doubled: number;
  foreign: number;
  serverErrors: number;
  /** Calls that were refused although their cell was there: the machine was busy. None, where it is quiet. */
  busy: number;
  /** What the audits remark: jobs that were given up. */
  leftovers: string[];
  problems: string[];
}

/** The merchants have stopped, everything runs. */
export async function findingsOf(cells: Cells, moves: Moved[]): Promise<CellFindings> {
  const found: CellFindings = {
    lost: 0,
    doubled: 0,
    foreign: cells.foreign,
    serverErrors: 0,
    busy: 0,
    leftovers: [],
    problems: [],
  };
  const unexplained: (Refused & { companyId: string })[] = [];
  await drain(cells, found.problems);
  for (const merchant of cells.merchants) {
    const problems = await ofCompany(cells, merchant, found).catch((error) => [String(error.stack ?? error)]);
    const { companyId } = merchant.shop;
    for (const problem of problems) found.problems.push(`${companyId} at ${cells.homes.get(companyId)}: ${problem}`);
    const refused = merchant.refused.filter((one) => !isExplained(cells, moves, companyId, one));
    unexplained.push(...refused.map((one) => ({ ...one, companyId })));
  }
  // Where the processor is short, calls are shed and connections time out, whatever is away; the processes tell of both.
  await cells.countShed();
  const isBusy = ({ what }: Refused) => / timeout|no answer in/.test(cells.logOf(requestIdIn(what)));
  const outages = names.flatMap((name) => cells.downs[name]);
  const beside = unexplained.filter((one) => !isBusy(one) && outages.some((down) => meets(one, down, recoveryMs)));
  const wrong = beside.length > cells.shed ? beside : [];
  found.busy = unexplained.length - wrong.length;
  found.serverErrors = wrong.length;
  for (const { companyId, what, at, until } of wrong.slice(0, 20)) {
    const when = `${Math.round(at)} to ${Math.round(until)} ms`;
    const said = cells.logOf(requestIdIn(what)).slice(0, 400);
    found.problems.push(`${companyId}, whose cell was there, ${when}: ${what.slice(0, 240)} ${said}`);
  }
  for (const name of names)
    for (const broken of await findBroken(cells.admins[name])) {
      // The audit calls that a remark: what such a job was to do has been looked at above.
      const isLeftover = broken.includes('"check_name":"check_jobs"');
      (isLeftover ? found.leftovers : found.problems).push(`cell ${name}: ${broken}`);
    }
  const settings = cells.list.map((cell) => ({ ...cell, staffUrl: undefined, replicaUrl: undefined }));
  for (const row of await compareCells(settings)) found.problems.push(`between the cells: ${JSON.stringify(row)}`);
  return found;
}

const requestIdIn = (what: string): string | undefined => /"request_id":"([^"]+)"/.exec(what)?.[1];

/** Workers do what is left: deliveries, jobs, exports. */
async function drain(cells: Cells, problems: string[]): Promise<void> {
  const limit = performance.now() + drainLimitMs;
  for (;;) {
    const left = await Promise.all(
      names.map(async (name) => {
        const { rows } = await cells.admins[name].query(
          `select
             (select count(*)::integer from app.webhook_deliveries d
              where d.status not in ('delivered', 'failed') and not internal.has_moved(d.company_id)) as deliveries,
             (select count(*)::integer from app.jobs j
              where j.status in ('queued', 'running') and not internal.has_moved(j.company_id)) as jobs,
             (select count(*)::integer from app.exports x
              where x.status not in ('finished', 'failed') and not internal.has_moved(x.company_id)) as exports`,
        );
        return rows[0];
      }),
    );
    if (left.every(({ deliveries, jobs, exports }) => deliveries + jobs + exports === 0)) return;
    if (performance.now() > limit) {
      problems.push(`work was left undone: ${JSON.stringify(left)}; the workers said:\n${cells.workersSaid(30)}`);
      return;
    }
    await sleep(500);
  }
}

async function ofCompany(cells: Cells, merchant: Merchant, found: CellFindings): Promise<string[]> {
  const { companyId, stores } = merchant.shop;
  const problems = [...merchant.problems];
  found.foreign += merchant.foreign;
  const homes = await servedBy(cells, companyId);
  if (homes.length !== 1 || homes[0] !== cells.homes.get(companyId))
    problems.push(`is served by ${homes.join(' and ')}`);
  if (homes.length === 0) return problems;
  const admin = cells.admins[homes[0]!];
  const all = async (sql: string) => (await admin.query(sql, [companyId])).rows;

  const orders = await all('select id, number, note from app.orders where company_id = $1 order by number');
  const byMark = Map.groupBy(orders, ({ note }) => note as string);
  for (const [mark, { id }] of merchant.orders) {
    const there = byMark.get(mark) ?? [];
    if (!there.some((order) => order.id === id)) found.lost++;
    found.doubled += Math.max(0, there.length - 1);
  }
  found.doubled += orders.filter(({ note }) => !merchant.orders.has(note)).length;
  const numbers = orders.map(({ number }) => Number(number.split('-').at(-1))).sort((x, y) => x - y);
  const holes = numbers.length > 0 ? numbers.at(-1)! - numbers[0]! + 1 - numbers.length : 0;
  // Wherever it was at that time.
  const crashes = names.reduce((sum, name) => sum + cells.downs[name].length, 0);
  if (holes > merchant.drawnForNothing + crashes * numbersAhead)
    problems.push(`${holes} order numbers are missing, and ${merchant.drawnForNothing} calls may have drawn one`);

  const levels = await all(
    `select v.sku, l.on_hand, l.reserved from app.inventory_levels l join app.variants v on v.id = l.variant_id
     where l.company_id = $1 and v.sku in ('A', 'B')`,
  );
  for (const { sku, on_hand, reserved } of levels) {
    const wanted = [...merchant.orders.values()].reduce((sum, one) => sum + (one.sku === sku ? one.quantity : 0), 0);
    const missing = firstStock + (merchant.adjustments.get(sku) ?? 0) - on_hand;
    if (missing > 0) found.lost += missing;
    if (missing < 0) found.doubled -= missing;
    if (reserved !== wanted) problems.push(`${sku}: ${reserved} are reserved, orders hold ${wanted}`);
  }

  await merchant.readEvents();
  const events = await all(
    `select id, type, object_id from app.events where company_id = $1 and store_id = '${stores[0].id}' order by sequence`,
  );
  const firsts = Map.groupBy(
    events.filter(({ type }) => type === 'order.created'),
    ({ object_id }) => object_id,
  );
  const unheard = orders.filter(({ id }) => firsts.get(id)?.length !== 1).length;
  if (unheard > 0) problems.push(`of ${unheard} orders there is not one event that they were made`);
  const after = events.slice(events.length - merchant.seen.length).map(({ id }) => id);
  const isSame = after.every((id, n) => id === merchant.seen[n]) && after.length === merchant.seen.length;
  if (!isSame) problems.push(`the reader saw ${merchant.seen.length} events, and they are not the last ones there`);
  const told = cells.told.get(companyId) ?? new Set();
  const there = new Set(events.map(({ id }) => id));
  const endpointKnows = new Set(
    (await all('select event_id from app.webhook_deliveries where company_id = $1')).map(({ event_id }) => event_id),
  );
  const untold = [...endpointKnows].filter((id) => !told.has(id)).length;
  const invented = [...told].filter((id) => !there.has(id)).length;
  if (untold > 0) problems.push(`${untold} events were not told to its endpoint`);
  if (invented > 0) problems.push(`${invented} events were told that are not there`);
  if (endpointKnows.size < merchant.seen.length)
    problems.push(`of ${merchant.seen.length} events ${endpointKnows.size} have a delivery`);

  const brands = Map.groupBy(await all('select name from app.brands where company_id = $1'), ({ name }) => name);
  for (const { mark } of merchant.jobs)
    for (const n of [1, 2, 3]) {
      const count = brands.get(`${mark} ${n}`)?.length ?? 0;
      if (count === 0) found.lost++;
      found.doubled += Math.max(0, count - 1);
    }
  const unfinished = await all(
    `select id, 'job' as what, status from app.jobs where company_id = $1 and status <> 'finished'
     union all select id, 'export', status from app.exports where company_id = $1 and status <> 'finished'`,
  );
  const acknowledged = new Set(merchant.jobs.map(({ id }) => id));
  // A process that was killed while it received lines leaves a job that was promised to no caller; it goes after an hour.
  const counts = unfinished.filter(({ id, status }) => status !== 'receiving' || acknowledged.has(id));
  for (const { id, what, status } of counts) problems.push(`${what} ${id} is ${status}`);
  for (const write of merchant.writes.slice(-sentAgain)) await merchant.retry(write);
  return [...problems, ...merchant.problems.filter((problem) => !problems.includes(problem))];
}

async function servedBy(cells: Cells, companyId: string): Promise<(typeof names)[number][]> {
  const sql = 'select from app.companies c where c.id = $1 and not internal.has_moved(c.id)';
  const found = await Promise.all(
    names.map(async (name) => ((await cells.admins[name].query(sql, [companyId])).rowCount === 1 ? [name] : [])),
  );
  return found.flat();
}

/** Pools find out that Postgres is back, and a started process reads the code, within this time. */
const recoveryMs = 5_000;

const meets = (refused: Refused, { from, to }: Span, more = 0): boolean =>
  refused.until >= from && refused.at <= to + more;

/** Its cell was away, it was moving, or the process that was asked was killed. */
function isExplained(cells: Cells, moves: Moved[], company: string, refused: Refused): boolean {
  const ofIts = moves.filter((move) => move.company === company);
  if (ofIts.some((move) => meets(refused, move, recoveryMs))) return true;
  if (refused.status === 0) return cells.apiKills.some((kill) => meets(refused, kill, 100));
  const home = cells.homes.get(company)!;
  // Where it was at that time, if it has moved.
  const cellsOfIts = ofIts.length > 0 ? names : [home];
  return cellsOfIts.some((name) => cells.downs[name].some((down) => meets(refused, down, recoveryMs)));
}

/** A process or Postgres that was killed has caches to fill before its latencies mean anything. */
const settledMs = 15_000;

/** How long calls took of companies that did not move: while nothing moved, and beside a move; nothing was killed since long. */
export function latencies(cells: Cells, moves: Moved[], quiet: Span[]): { quiet: number[]; beside: number[] } {
  const within = (spans: Span[], at: number, until: number) => spans.some(({ from, to }) => at >= from && until <= to);
  const found: { quiet: number[]; beside: number[] } = { quiet: [], beside: [] };
  const kills = [...cells.apiKills, ...names.flatMap((name) => cells.downs[name])];
  const isSettled = (span: Span) => kills.every((kill) => span.from > kill.to + settledMs || span.to < kill.from);
  const settled = { moves: moves.filter((move) => move.isCalm && isSettled(move)), quiet: quiet.filter(isSettled) };
  for (const { shop, answered } of cells.merchants) {
    const calm = settled.moves.filter(({ company }) => company !== shop.companyId);
    for (const { at, until } of answered) {
      if (within(settled.quiet, at, until)) found.quiet.push(until - at);
      else if (within(calm, at, until)) found.beside.push(until - at);
    }
  }
  return found;
}

/** The longest write of each calm move, as its merchant felt it. */
export function longestWrites(cells: Cells, moves: Moved[]): number[] {
  return moves
    .filter(({ isCalm }) => isCalm)
    .map(({ company, from, to }) => {
      const { answered } = cells.merchants.find(({ shop }) => shop.companyId === company)!;
      const writes = answered.filter(({ isWrite, at, until }) => isWrite && until >= from && at <= to);
      return Math.max(0, ...writes.map(({ at, until }) => until - at));
    });
}

export const p99 = (values: number[]): number => quantile(values, 0.99);
