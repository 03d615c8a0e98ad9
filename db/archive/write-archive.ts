// Archives the seals of one month: writes their rows to a file in the storage, reads it back, and only then lets the database
// remove them, seal by seal. What is killed in between leaves the rows, or the file with the record of what it holds; a file
// without any record is one that was not finished, and nothing needs it.
import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { digestOf, type Log, type Seal } from './digests.ts';
import { type Archive, BrokenArchive, format, type Manifest, readArchive } from './read-archive.ts';

/** What is asked of the storage of media. */
interface Storage {
  put(key: string, content: Readable): Promise<void>;
  get(key: string): Readable;
  delete(key: string): Promise<void>;
}

type Ask = (sql: string, values: unknown[]) => Promise<Record<string, unknown>[]>;

/** So many rows are read at once. */
const pageRows = 2000;

export async function sealsToArchive(ask: Ask, log: Log, months: number): Promise<Map<string, Seal[]>> {
  const seals = (await ask(
    `select number::text, to_char(month, 'YYYY-MM-DD') as month, after_id, first_id, upto_id, row_count,
       encode(digest, 'hex') as digest, encode(previous_hash, 'hex') as previous_hash, encode(hash, 'hex') as hash, sealed_at
     from internal.seals_to_archive($1, $2)`,
    [log, months],
  )) as (Seal & { month: string })[];
  const named = seals.map(({ month, ...seal }) => [month, seal] as const);
  return new Map([...Map.groupBy(named, ([month]) => month)].map(([month, of]) => [month, of.map(([, seal]) => seal)]));
}

export async function archiveMonth(
  { ask, keep, storage }: { ask: Ask; keep: () => Promise<void>; storage: Storage },
  [log, month, seals]: [Log, string, Seal[]],
): Promise<Archive & { key: string }> {
  // A name of its own: what an earlier try has left is never written over.
  const id = randomUUID().slice(0, 8);
  const key = `archives/${log}/${month.slice(0, 7)}-${seals[0]!.number}-${seals.at(-1)!.number}-${id}.gz`;
  const read = await store(storage, key, linesOf(ask, log, month, seals));
  if (read.seals.length !== seals.length || read.seals.some(({ hash }, n) => hash !== seals[n]!.hash))
    throw new BrokenArchive(`${key} holds other seals than were written`);
  for (const { number, positions } of read.seals) {
    const values = [number, positions, key, Buffer.from(read.sha256, 'hex')];
    await ask('select internal.archive_seal($1, $2::bit varying, $3, $4)', values);
    await keep();
  }
  return { ...read, key };
}

/** Gives what can be read of it; when that is not all that was written, nothing stays. */
async function store(storage: Storage, key: string, lines: AsyncIterable<string>): Promise<Archive> {
  try {
    await pipeline(lines, createGzip({ level: 9 }), (packed) =>
      storage.put(key, Readable.from(packed, { objectMode: false })),
    );
    return await readArchive(storage.get(key));
  } catch (error) {
    await storage.delete(key).catch(() => undefined);
    throw error;
  }
}

async function* linesOf(ask: Ask, log: Log, month: string, seals: Seal[]): AsyncGenerator<string> {
  const hash = createHash('sha256');
  const line = (text: string) => {
    hash.update(text).update('\n');
    return `${text}\n`;
  };
  yield line(JSON.stringify({ haat_archive: format, log, month }));
  const found = {
    archived: 0,
    stayed: 0,
    redacted: 0,
    first_id: null as string | null,
    last_id: null as string | null,
  };
  for (const seal of seals) {
    yield line(JSON.stringify({ seal }));
    for await (const { id, digest, row } of rowsOf(ask, log, seal)) {
      if (row === null) found.stayed++;
      else {
        found.archived++;
        found.first_id ??= id;
        found.last_id = id;
      }
      const isRedacted = row !== null && log === 'events' && digestOf(log, JSON.parse(row)).toString('hex') !== digest;
      if (isRedacted) found.redacted++;
      const text = row === null || isRedacted ? [`"digest":"${digest}"`] : [];
      yield line(`{${[...text, ...(row === null ? [] : [`"row":${row}`])].join(',')}}`);
    }
  }
  const { archived, stayed, redacted, first_id, last_id } = found;
  const manifest: Manifest = {
    seals: seals.length,
    archived,
    stayed,
    redacted,
    first_id,
    last_id,
    digest: hash.digest('hex'),
  };
  yield `${JSON.stringify({ manifest })}\n`;
}

type Read = { id: string; digest: string; row: string | null };

async function* rowsOf(ask: Ask, log: Log, { after_id: afterId, upto_id: uptoId }: Seal): AsyncGenerator<Read> {
  for (let last = afterId; ; ) {
    const rows = (await ask(
      `select id, encode(digest, 'hex') as digest, "row"::text from internal.archive_rows($1, $2, $3, $4)`,
      [log, last, uptoId, pageRows],
    )) as Read[];
    yield* rows;
    if (rows.length < pageRows) return;
    last = rows.at(-1)!.id;
  }
}
