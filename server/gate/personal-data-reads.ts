// Who was shown personal data. A read writes nothing, and may be answered by a replica; so what was shown is counted here,
// after the answer, and the sums are brought to the primary every few seconds in one statement: a row for each holder, kind
// and hour (app.personal_data_reads). No answer waits for it. A process that is asked to stop brings what it has; one that
// is killed loses what it counted since, flushMs at most.
import type pg from 'pg';
import type { Logger } from 'pino';
import type { ReadKind } from '../operations/types.ts';

/** What notes a reading: `holder` is the SHA-256 of the key or session token that was shown. */
export type Reads = { note(holder: Buffer, kind: ReadKind, records: number): void };

type Sum = { holder: string; kind: ReadKind; record_count: number; read_count: number };

const flushMs = 5_000;
/** So many sums are brought at once; the rest follows in the next statement. */
const atOnce = 1_000;
/** Without the database no holder can read, so there are as many sums as there were readers when it went. */
const mostWaiting = 10_000;

const noteText = 'select gate.note_personal_data_reads($1)';

export class PersonalDataReads implements Reads {
  readonly #pool: pg.Pool;
  readonly #log: Logger;
  #sums = new Map<string, Sum>();
  #timer: NodeJS.Timeout | undefined;
  /** One statement after the other. */
  #bringing = Promise.resolve();
  #dropped = 0;

  /** The pool connects as haat_gateway, to the primary. */
  constructor(pool: pg.Pool, log: Logger) {
    this.#pool = pool;
    this.#log = log;
  }

  note(holder: Buffer, kind: ReadKind, records: number): void {
    if (records > 0) this.#add({ holder: holder.toString('hex'), kind, record_count: records, read_count: 1 });
  }

  /** Brings all that was noted until now. Does not throw: what could not be brought is brought later. */
  flush(): Promise<void> {
    this.#bringing = this.#bringing.then(() => this.#bring());
    return this.#bringing;
  }

  /** Brings what there is, when nothing is noted any more. */
  async close(): Promise<void> {
    await this.flush();
    clearTimeout(this.#timer);
    this.#dropped += this.#sums.size;
    if (this.#dropped > 0) this.#log.error({ sums: this.#dropped }, 'readings of personal data could not be noted');
  }

  #add({ holder, kind, record_count, read_count }: Sum): void {
    const key = `${holder} ${kind}`;
    const sum = this.#sums.get(key);
    if (sum) {
      sum.record_count += record_count;
      sum.read_count += read_count;
    } else if (this.#sums.size >= mostWaiting) this.#dropped++;
    else this.#sums.set(key, { holder, kind, record_count, read_count });
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.flush();
    }, flushMs).unref();
  }

  async #bring(): Promise<void> {
    const sums = [...this.#sums.values()];
    this.#sums = new Map();
    for (let from = 0; from < sums.length; from += atOnce) {
      try {
        const values = [JSON.stringify(sums.slice(from, from + atOnce))];
        await this.#pool.query({ name: 'gate.note_personal_data_reads', text: noteText, values });
      } catch (error) {
        this.#log.warn({ err: error }, 'readings of personal data are noted later');
        for (const sum of sums.slice(from)) this.#add(sum);
        return;
      }
    }
  }
}

/** The field that each document of a kind has once. Within a text its quotes would be escaped. */
const marks: Record<ReadKind, string> = {
  'customers.searched': '"full_name"',
  'customers.opened': '"full_name"',
  'orders.read': '"shipping_address"',
};

/** How many documents of the kind an answer of the API holds: JSON that is passed on without being read. */
export function countShown(kind: ReadKind, answer: string): number {
  const mark = marks[kind];
  let count = 0;
  for (let at = answer.indexOf(mark); at >= 0; at = answer.indexOf(mark, at + mark.length)) count++;
  return count;
}
