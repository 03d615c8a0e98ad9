// /admin/imports and /admin/exports: files of other shops come in and go out, with the session of staff. A file is read twice by
// its sender's wish: first it is only said what it would do, then its lines become a job. Nothing of it is kept in between.
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Context, Middleware } from 'koa';
import type pg from 'pg';
import { z } from 'zod';
import { aborted, isAborted } from '../../gate/aborted.ts';
import { ApiError, errorOf, invalid, methodNotAllowed } from '../../gate/errors.ts';
import { sqlstateOf } from '../../gate/infrastructure-errors.ts';
import { checkInput } from '../../gate/input.ts';
import { type Format, formats, kinds, skuChoices, withoutPhoneChoices } from '../../import-export/kinds.ts';
import { type Doubtful, doubtIn } from '../../import-export/line.ts';
import type { Mapping } from '../../import-export/mapped.ts';
import { countTold, noCounts, type Planned, plan, ToldOnce } from '../../import-export/plan.ts';
import { countOptions, type One, pager, planner, roomFor } from '../../import-export/queries.ts';
import { type OpenedFile, openFile, UnknownColumns } from '../../import-export/read-file.ts';
import { BrokenFile } from '../../import-export/read-rows.ts';
import { writeFile } from '../../import-export/write-file.ts';
import { megabyte } from '../../media/images/index.ts';
import { uuid } from '../../operations/schemas.ts';
import type { Meaning } from '../../problems/meaning.ts';
import { meaningsIn, meaningsOf, Problem } from '../../problems/problem.ts';
import { makeTempFolder, removeTempFolder } from '../../process/temp-folders.ts';
import type { Branch } from '../branches.ts';
import { telling, withMeanings } from '../requests/meanings.ts';

const largestFile = 100 * megabyte;
/** Of each kind of answer so many lines are shown. */
const shownLines = 200;
/** Lines that are added to a job at once. */
const batch = 200;
/** Files that are written at once by a process: each keeps a connection and a snapshot as long as its reader takes. */
const filesAtOnce = 2;

const fileInput = z.strictObject({
  kind: z.enum(kinds),
  store_id: uuid,
  location_id: uuid.optional(),
  file_name: z.string().max(300).default(''),
  duplicate_skus: z.enum(skuChoices).default('wait'),
  without_phone: z.enum(withoutPhoneChoices).default('leave'),
  /** JSON: by field the heading of its column. */
  columns: z.string().max(20_000).optional(),
  run: z.enum(['true', 'false']).default('false'),
});
const shownInput = z.strictObject({ store_id: uuid, job_id: uuid.optional() });
const exportInput = z.strictObject({
  kind: z.enum(kinds),
  store_id: uuid,
  as: z.enum(['shopify', 'woocommerce', 'haat']).default('haat'),
});

export type ImportExportOptions = {
  mediaUrl: string;
  /** The database of a session, and the settings of its transactions. Throws when there is none. */
  homeOf(ctx: Context): Promise<Home>;
};

type Home = { branch: Pick<Branch, 'pool' | 'inTurn'>; settings: Record<string, string> };

export function importExport({ mediaUrl, homeOf }: ImportExportOptions): Middleware {
  const asker =
    ({ branch: { pool, inTurn }, settings }: Home): One =>
    (sql, values) =>
      inTurn(settings['haat.company_id']!, () => inFence(pool, settings, sql, values));

  const takeFile = async (ctx: Context, one: One) => {
    const given = inQuery(ctx, fileInput);
    const { kind, store_id: storeId, location_id: locationId, file_name: fileName } = given;
    const { duplicate_skus: duplicateSkus, without_phone: withoutPhone } = given;
    // Asked before the bytes are read: whether this person may do it at all.
    await one('select internal.require_import($1, $2)', [storeId, kind]);
    const folder = await makeTempFolder('form');
    try {
      const file = path.join(folder, 'file.csv');
      await receive(ctx, file);
      const stocking = kind === 'products' && locationId ? { locationId } : null;
      const columns = given.columns === undefined ? {} : { columns: columnsIn(given.columns) };
      const { found: remembered } = await one('select internal.remembered_columns($1) as found', [kind]);
      const options = { kind, mediaUrl, stocking, duplicateSkus, withoutPhone, remembered, ...columns };
      const { source, lines, left, columns: chosen } = await openFile(file, options);
      const room = given.run === 'false' ? await roomFor(one, kind, storeId) : undefined;
      const own = { store_id: storeId, ...(kind === 'orders' && locationId && { location_id: locationId }) };
      const planned = plan(kind, lines, planner(one, storeId, own), room);
      if (room) return { source, columns: chosen ?? null, ...(await shown(planned, left)) };
      const { id } = await one('select internal.start_import($1, $2, $3, $4, $5) as id', [
        storeId,
        kind,
        source,
        fileName,
        chosen ? JSON.stringify(chosen.mapping) : null,
      ]);
      await addLines(one, id, planned, own);
      return { job_id: id };
    } catch (error) {
      // Which column is which is asked before anything can be shown.
      if (error instanceof UnknownColumns && given.run === 'false') return { source: 'other', columns: error.columns };
      throw error instanceof BrokenFile ? invalid({ file: [error.problem] }) : error;
    } finally {
      await removeTempFolder(folder);
    }
  };

  let filesNow = 0;
  async function* written(given: Written, one: One, { branch, settings }: Home): AsyncGenerator<string> {
    const { kind, format, storeId } = given;
    filesNow++;
    try {
      yield* fromSnapshot(branch.pool, settings, async function* (asOfNow) {
        const page = pager(asOfNow, kind, storeId);
        yield* writeFile(kind, format, await countOptions(asOfNow, storeId), async (after, most) => {
          const rows = await page(after, most);
          // Whether this person still may is asked outside: the snapshot knows of no sign-out since. There it is noted
          // who gets whose data, before they get it.
          await one(
            `select internal.require_import($1, $2),
               case when $2 in ('customers', 'orders') then internal.note_personal_data_read($2 || '.exported', $3) end`,
            [storeId, kind, rows.length],
          );
          return rows;
        });
      });
    } finally {
      filesNow--;
    }
  }

  const write = async (ctx: Context, one: One, home: Home) => {
    const { kind, store_id: storeId, as } = inQuery(ctx, exportInput);
    const format = formats[kind].includes(as) ? as : formats[kind][0]!;
    // A person who may not is told so, instead of getting half a file.
    await pager(one, kind, storeId)(null, 1);
    if (filesNow >= filesAtOnce)
      throw new ApiError(503, 'UNAVAILABLE', 'Other files are being written. Try again in a minute.', {
        headers: { 'Retry-After': '60' },
      });
    ctx.attachment(`${kind}-${format}.csv`);
    ctx.type = 'text/csv; charset=utf-8';
    ctx.body = Readable.from(written({ kind, format, storeId }, one, home));
  };

  const serve = async (ctx: Context, place: string, id: string | undefined) => {
    ctx.state.route = `/admin/${place}${id ? '/{id}/cancel' : ''}`;
    ctx.state.operation = place;
    const home = await homeOf(ctx);
    const one = asker(home);
    if (place === 'exports') {
      if (ctx.method !== 'GET') throw methodNotAllowed(ctx.method, 'GET');
      return write(ctx, one, home);
    }
    if (ctx.method === 'GET' && !id) {
      const { store_id: storeId, job_id: jobId } = inQuery(ctx, shownInput);
      const found = await one('select internal.import_documents($1, $2) as found', [storeId, jobId ?? null]);
      const { imports } = found.found as { imports: Told[] };
      const said = imports.flatMap(({ refused, pictures }) => [...(refused ?? []), ...(pictures ?? [])]);
      const known = said.flatMap(({ message, meaning }) => (meaning ? [[message, meaning]] : []));
      const doubts = imports.flatMap(({ skus }) => skus ?? []).map((one) => Object.assign(one, { text: doubtIn(one) }));
      const meanings = { ...Object.fromEntries(known), ...meaningsOf(doubts.map(({ text }) => text)) };
      ctx.body = { ...found.found, ...withMeanings(meanings) };
    } else if (ctx.method !== 'POST') throw methodNotAllowed(ctx.method, id ? 'POST' : 'GET, POST');
    else if (id) {
      await one('select internal.cancel_import($1)', [check(z.strictObject({ id: uuid }), { id }).id]);
      ctx.body = {};
    } else ctx.body = await takeFile(ctx, one);
  };

  return async (ctx, next) => {
    const [, place, id] = /^\/admin\/(imports|exports)(?:\/([^/]+)\/cancel)?$/.exec(ctx.path) ?? [];
    if (!place || (place === 'exports' && id)) return next();
    try {
      await serve(ctx, place, id);
    } catch (error) {
      throw telling(error);
    }
  };
}

/** One statement in a transaction of its own, as this person. */
async function inFence(pool: pg.Pool, settings: Record<string, string>, sql: string, values: unknown[]) {
  const client = await pool.connect();
  let broken: Error | undefined;
  const note = (error: Error) => {
    broken = error;
  };
  client.on('error', note);
  try {
    await client.query('begin');
    await enter(client, settings);
    const { rows } = await client.query(sql, values);
    await client.query('commit');
    return rows[0];
  } catch (error) {
    await client.query('rollback').catch(note);
    throw refusalOf(error);
  } finally {
    client.off('error', note);
    client.release(broken);
  }
}

type Said = { message: string; meaning: Meaning | null }[];
/** What import_documents says of an import that is asked for alone. */
type Told = { refused: Said | null; pictures: Said | null; skus: Doubtful[] | null };
type Written = { kind: (typeof kinds)[number]; format: Format; storeId: string };

/** Work whose statements all see one moment. A reader who takes nothing for half a minute loses the rest. */
async function* fromSnapshot<T>(
  pool: pg.Pool,
  settings: Record<string, string>,
  work: (one: One) => AsyncGenerator<T>,
): AsyncGenerator<T> {
  const client = await pool.connect();
  let isDone = false;
  // The next statement fails and says why.
  const ignore = () => {};
  client.on('error', ignore);
  try {
    await client.query('begin transaction isolation level repeatable read read only');
    await enter(client, { ...settings, idle_in_transaction_session_timeout: '30s', transaction_timeout: '10min' });
    yield* work(async (sql, values) => (await client.query(sql, values)).rows[0]);
    await client.query('commit');
    isDone = true;
  } finally {
    client.off('error', ignore);
    client.release(!isDone);
  }
}

const enter = (client: pg.PoolClient, settings: Record<string, string>) =>
  client.query('select set_config(s.key, s.value, true) from json_each_text($1) s', [
    JSON.stringify({ ...settings, role: 'haat_staff', statement_timeout: '30s' }),
  ]);

function refusalOf(error: unknown): unknown {
  const { message, detail } = error as pg.DatabaseError;
  const sqlstate = sqlstateOf(error);
  if (error instanceof ApiError || sqlstate === 'XX000') return error;
  const said = /^HT/.test(sqlstate) && detail ? JSON.parse(detail) : {};
  return errorOf({ sqlstate, message, fields: said.fields, meanings: meaningsIn({ message, ...said }) });
}

function check<S extends z.ZodObject>(schema: S, given: Record<string, unknown>): z.output<S> {
  const checked = checkInput(schema, given);
  if ('fields' in checked) throw invalid(checked.fields);
  return JSON.parse(checked.input);
}

function columnsIn(text: string): Mapping {
  try {
    return z.record(z.string().max(100), z.string().max(1000)).parse(JSON.parse(text));
  } catch {
    throw invalid({ columns: [new Problem('customFields.object')] });
  }
}

const inQuery = <S extends z.ZodObject>(ctx: Context, schema: S): z.output<S> =>
  check(schema, Object.fromEntries(new URLSearchParams(ctx.querystring)));

async function receive(ctx: Context, file: string): Promise<void> {
  let size = 0;
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      const problem = { fields: { file: [`must be at most ${largestFile / megabyte} MB`] } };
      const isTooLarge = size > largestFile;
      done(isTooLarge ? new ApiError(413, 'VALIDATION_ERROR', 'The file is too large.', problem) : null, chunk);
    },
  });
  try {
    await pipeline(ctx.req, count, createWriteStream(file), { end: true });
  } catch (error) {
    throw isAborted(ctx.req) && !(error instanceof ApiError) ? aborted(ctx.req) : error;
  }
}

type Shown = { line: number; name: string; changes?: string[] };

/** Counts, and the first lines of each kind with what is said of them. */
async function shown(planned: AsyncIterable<Planned>, left: OpenedFile['left']) {
  const counts = noCounts();
  const lines: Record<Planned['action'], Shown[]> = {
    create: [],
    update: [],
    unchanged: [],
    skip: [],
    leave: [],
    refuse: [],
  };
  const problems: Planned['problems'] = [];
  const notes: Planned['notes'] = [];
  const changes = new Map<string, number>();
  const told = new ToldOnce();
  for await (const line of planned) {
    counts[line.action]++;
    countTold(counts, line);
    for (const one of line.changes) changes.set(one, (changes.get(one) ?? 0) + 1);
    const { line: at, name } = line;
    if (lines[line.action].length < shownLines)
      lines[line.action].push({ line: at, name, ...(line.action === 'update' && { changes: line.changes }) });
    problems.push(...line.problems.slice(0, shownLines - problems.length));
    if (line.action !== 'refuse') told.add(line.notes);
    if (line.action !== 'refuse') notes.push(...line.notes.slice(0, shownLines - notes.length));
  }
  const all = [...told.all(), ...left()];
  const said = [...problems, ...notes, ...all].map(({ text }) => text);
  return {
    counts,
    changes: Object.fromEntries(changes),
    told: all,
    lines,
    problems,
    notes,
    ...withMeanings(meaningsOf(said)),
  };
}

async function addLines(one: One, jobId: string, planned: AsyncIterable<Planned>, own: object): Promise<void> {
  let waiting: object[] = [];
  const add = async () => {
    if (waiting.length > 0) await one('select internal.add_import_lines($1, $2)', [jobId, JSON.stringify(waiting)]);
    waiting = [];
  };
  for await (const { action, input, line } of planned) {
    if (!input || action === 'skip') continue;
    waiting.push({ line, input: { ...input, ...own } });
    if (waiting.length >= batch) await add();
  }
  await add();
  await one('select internal.queue_import($1)', [jobId]);
}
