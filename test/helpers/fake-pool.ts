// Stands for the database where a test is about the doorman alone: it records every statement and answers what it is told.
import type pg from 'pg';
import type { Outcome } from '../../server/gate/outcome.ts';

export type Statement = { name: string; values: unknown[] };

export type FakePool = pg.Pool & {
  statements: Statement[];
  /** Names of the statements sent so far: `gate.call`, `gate.admit_only`. */
  names(): string[];
};

export const fakeKey = `service_sk_${'a'.repeat(40)}`;

export const admitted: Outcome = {
  rate: { limit: 120, remaining: 119, reset: 1_800_000_000 },
  retry_after: null,
  key: { id: 'key-1', company_id: 'company-1', type: 'store', scopes: [] },
  sqlstate: null,
  replayed: false,
  request_id: null,
};

type Reply = Partial<Outcome> & {
  result?: string /** What a function of the gate besides calls gives. */;
  found?: unknown;
  /** The credentials that are valid, of those that are looked up. */
  valid?: Buffer[];
};

/** `reply` gives what differs from a call that was admitted and answered `{"ok":true}`; what it throws, the query throws. */
export function fakePool(reply: (statement: Statement) => Reply = () => ({})): FakePool {
  const statements: Statement[] = [];
  const query = async ({ name, values }: Statement) => {
    statements.push({ name, values });
    const { result = '{"ok":true}', found, valid = [], ...outcome } = reply({ name, values });
    // No Idempotency-Key has an answer yet.
    if (name === 'gate.replay') return { rows: [{ outcome: null, result: null }] };
    const full = { ...admitted, ...outcome };
    return { rows: [{ outcome: full, result: full.sqlstate === null ? result : null, found, valid }] };
  };
  const counts = { totalCount: 1, idleCount: 1, waitingCount: 0 };
  return { ...counts, query, statements, names: () => statements.map(({ name }) => name) } as unknown as FakePool;
}
