// Writes exports: whole lists as files, one record after the other as the list itself shows it, from one snapshot.
//
// A snapshot keeps dead row versions alive in all tables, so it may last for some minutes only. It is read in small batches
// with a rest after each: while others are at work they have the database to themselves half of the time. The file has its
// name only when all of it is stored; what a killed worker had begun is begun anew.
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { MediaStorage } from '../../server/media/storage/index.ts';
import { byteOrderMark, csvRow } from '../../server/process/csv.ts';
import type { Logger } from '../../server/process/log.ts';
import { Throttle, type ThrottleOptions } from '../throttle.ts';
import { DueWork, type Work } from '../videos/due-work.ts';
import { defaultLease, Lease, LeaseLost, type LeaseOptions } from '../videos/lease.ts';
import { headings, rowsOf } from './columns.ts';

export type ExportOptions = ThrottleOptions & {
  lease: LeaseOptions;
  /** How long a batch should take; it grows and shrinks towards that. */
  batchMs: number;
  /** How long a snapshot may last. */
  snapshotMs: number;
  /** How long to wait for the transactions that were open before the snapshot; those of the API last 30 s at most. */
  patienceMs: number;
  /** See internal.begin_export. */
  marginSeconds: number;
};

const defaultOptions: ExportOptions = {
  lease: defaultLease,
  batchMs: 100,
  rest: 1,
  shortRest: 0,
  snapshotMs: 10 * 60_000,
  patienceMs: 120_000,
  marginSeconds: 5,
};

/** One at a time: each has a snapshot. */
export const exportsAtOnce = 1;

const smallestBatch = 50;
const largestBatch = 1_000;

type Export = {
  id: string;
  lease_id: string;
  operation: string;
  format: 'ndjson' | 'csv';
  with_bom: boolean;
  storage_key: string;
};

type Batch = { documents: string[]; cursor: string | null; others: number; tookMs: number };

/** Another attempt would end in the same way. */
class ExportFailed extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

type ExportsOptions = { pool: pg.Pool; storage: MediaStorage; log: Logger; options?: Partial<ExportOptions> };

export class Exports implements Work<Export> {
  readonly name = 'export';
  readonly work: DueWork<Export>;
  readonly #pool: pg.Pool;
  readonly #storage: MediaStorage;
  readonly #log: Logger;
  readonly #options: ExportOptions;
  readonly #stopping = new AbortController();

  constructor({ pool, storage, log, options }: ExportsOptions) {
    this.#pool = pool;
    this.#storage = storage;
    this.#log = log;
    this.#options = { ...defaultOptions, ...options };
    this.work = new DueWork(this);
  }

  get isStopping(): boolean {
    return this.#stopping.signal.aborted;
  }

  /** Claims nothing more, and gives back what it writes. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.work.stop();
  }

  async claim(): Promise<Export | null> {
    const { rows } = await this.#pool.query<Export>('select * from internal.claim_export($1)', [
      this.#options.lease.seconds,
    ]);
    return rows[0] ?? null;
  }

  async do(piece: Export): Promise<void> {
    const written = { records: 0, bytes: 0 };
    const renew = (seconds: number) => this.#ask(piece, 'note_export', written.records, seconds);
    const lease = new Lease(renew, this.#stopping.signal, this.#log, this.#options.lease);
    try {
      await this.#write(piece, lease.signal, written);
      if (!(await this.#ask(piece, 'finish_export', written.records, written.bytes)))
        await this.#storage.delete(piece.storage_key);
    } catch (error) {
      if (error instanceof ExportFailed) {
        await this.#ask(piece, 'fail_export', error.code, error.message);
      } else {
        // Begun anew: by another process at once, or by a later attempt of this one.
        await this.#ask(piece, 'fail_export', null, null);
        if (!lease.signal.aborted && !(error instanceof LeaseLost)) throw error;
        this.#log.info({ export_id: piece.id }, 'the export is left to another attempt');
      }
    } finally {
      lease.end();
    }
  }

  async #write(piece: Export, signal: AbortSignal, written: { records: number; bytes: number }): Promise<void> {
    await this.#waitForOpenTransactions(piece, signal);
    const client = await this.#pool.connect();
    try {
      await client.query('begin transaction isolation level repeatable read read only');
      const rows = this.#rows(client, piece, signal, written);
      await this.#storage.put(piece.storage_key, Readable.from(rows, { objectMode: false }));
      await client.query('commit');
    } finally {
      // A batch may still run on a connection whose export was given up.
      client.release(true);
    }
  }

  /** Afterwards a snapshot has every change from before `synced_until`: see internal.begin_export. */
  async #waitForOpenTransactions({ id, lease_id }: Export, signal: AbortSignal): Promise<void> {
    const { patienceMs, marginSeconds } = this.#options;
    const until = performance.now() + patienceMs;
    const { rows } = await this.#pool.query('select internal.begin_export($1, $2, make_interval(secs => $3)) as open', [
      id,
      lease_id,
      marginSeconds,
    ]);
    for (let pauseMs = 5; ; pauseMs = Math.min(500, pauseMs * 2)) {
      const { rows: found } = await this.#pool.query('select internal.have_ended($1) as ended', [rows[0].open]);
      if (found[0].ended) return;
      if (performance.now() > until) throw new Error('transactions from before the export are still open');
      await wait(pauseMs, undefined, { signal });
    }
  }

  /** The bytes of the file, a batch of records after the other. The next one is read while one is written. */
  async *#rows(client: pg.PoolClient, piece: Export, signal: AbortSignal, written: { records: number; bytes: number }) {
    const { batchMs, snapshotMs } = this.#options;
    const throttle = new Throttle(this.#options);
    const begun = performance.now();
    let size = smallestBatch;
    const counted = (text: string) => {
      const bytes = Buffer.from(text);
      written.bytes += bytes.length;
      return bytes;
    };
    if (piece.format === 'csv')
      yield counted((piece.with_bom ? byteOrderMark : '') + csvRow(headings(piece.operation)));
    let reading: Promise<Batch> | undefined = readBatch(client, piece, null, size);
    while (reading) {
      const { documents, others, cursor, tookMs }: Batch = await reading;
      signal.throwIfAborted();
      throttle.note(others);
      size = Math.round(Math.max(smallestBatch, Math.min(largestBatch, size * Math.min(2, batchMs / tookMs))));
      if (cursor !== null && performance.now() - begun > snapshotMs)
        throw new ExportFailed(
          'TOOK_TOO_LONG',
          `The list takes longer than the ${snapshotMs / 60_000} minutes of an export. Narrow it by filters, as by created_after and created_before.`,
        );
      reading = undefined;
      if (cursor !== null) {
        const restMs = throttle.after(tookMs);
        const rested = restMs > 0 ? wait(restMs, undefined, { signal }) : Promise.resolve();
        reading = rested.then(() => readBatch(client, piece, cursor, size));
        // After an error of the storage the loop ends, and its failure is not awaited.
        reading.catch(() => {});
      }
      written.records += documents.length;
      if (documents.length > 0) yield counted(documents.map((document) => linesOf(piece, document)).join(''));
    }
  }

  async #ask({ id, lease_id }: Export, name: string, ...values: unknown[]): Promise<boolean> {
    const { rows } = await this.#pool.query(`select internal.${name}($1, $2, $3, $4) as held`, [
      id,
      lease_id,
      ...values,
    ]);
    return rows[0].held;
  }
}

async function readBatch(client: pg.PoolClient, piece: Export, cursor: string | null, size: number): Promise<Batch> {
  const start = performance.now();
  try {
    const { rows } = await client.query<{ document: string | null; next_cursor: string | null; others: number }>({
      name: 'internal.read_export',
      // Others at work are counted before: afterwards they may still wait for what this process has to do with the
      // rows.
      text: `with seen as materialized (select internal.others_at_work() as others)
        select r.*, s.others from seen s cross join internal.read_export($1, $2, $3, $4) r`,
      values: [piece.id, piece.lease_id, cursor, size],
    });
    const documents = rows.map(({ document }) => {
      if (document === null) throw new LeaseLost();
      return document;
    });
    const last = rows.at(-1);
    const tookMs = performance.now() - start;
    return { documents, cursor: last?.next_cursor ?? null, others: last?.others ?? 0, tookMs };
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (code === 'HT004') throw new ExportFailed('FORBIDDEN_SCOPE', message);
    if (code && /^HT00[123]$/.test(code)) throw new ExportFailed('KEY_NOT_LIVE', message);
    throw error;
  }
}

function linesOf({ format, operation }: Export, document: string): string {
  if (format === 'csv') return rowsOf(operation, JSON.parse(document)).map(csvRow).join('');
  // A line break in JSON is a blank between its words: in a text it is escaped.
  return `${document.replaceAll(/[\r\n]+ ?/g, ' ')}\n`;
}
