// Reads from a streaming replica, when DATABASE_REPLICA_URL is set. A call is admitted and counted on the primary. A key
// that wrote within the last minute is answered by the primary, so it always sees its own writes. The primary also answers
// when the replica is not reachable or behind, does not know the record or the key yet, or the operation stores its answer.
import type pg from 'pg';
import type { Logger } from '../process/log.ts';
import { inSpan, sqlSpan } from '../process/tracing.ts';
import type { Answer, Call, Outcome } from './outcome.ts';

const readText = 'select outcome, result from gate.read_replica($1, $2, $3, $4)';
/** After an error the replica is not used for this long. */
const pauseMs = 5_000;

export class Replica {
  readonly #pool: pg.Pool;
  readonly #log: Logger;
  #pausedUntil = 0;

  constructor(pool: pg.Pool, log: Logger) {
    this.#pool = pool;
    this.#log = log;
  }

  /** The answer of an admitted read; null when the primary must answer. */
  async read({ keyHash, operation, input, requestId }: Call): Promise<Answer | null> {
    if (performance.now() < this.#pausedUntil) return null;
    try {
      const name = 'gate.read_replica';
      const values = [keyHash, operation.name, input, requestId];
      const { rows } = await inSpan(name, sqlSpan, () =>
        this.#pool.query<{ outcome: Outcome | null; result: string | null }>({ name, text: readText, values }),
      );
      const { outcome, result } = rows[0]!;
      return outcome?.sqlstate === null ? { outcome, result } : null;
    } catch (error) {
      this.#pausedUntil = performance.now() + pauseMs;
      this.#log.warn({ reason: String(error) }, 'the replica did not answer; the primary does');
      return null;
    }
  }
}
