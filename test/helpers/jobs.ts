// Opens jobs as the doorman does, and runs them as a worker does, without either.
import type pg from 'pg';
import type { TestDatabase } from './database.ts';
import type { TestKey } from './shop.ts';

/** A job that has received its lines; queued, if asked. Gives its id. */
export async function openJob(
  admin: pg.Pool,
  key: TestKey,
  { storeId, operation, scope, lines, queue = false }: OpenedJob,
): Promise<string> {
  const client = await admin.connect();
  try {
    await client.query('begin');
    await client.query('select gate.enter($1, $2)', [key.hash, 'test-request']);
    const { rows } = await client.query('select internal.open_job($1, $2, $3) as id', [storeId, operation, [scope]]);
    const [{ id }] = rows;
    const given = JSON.stringify(lines.map((input) => ({ input })));
    await client.query('select internal.add_job_lines($1, $2)', [id, given]);
    if (queue) await client.query('select internal.queue_job($1)', [id]);
    await client.query('commit');
    return id;
  } finally {
    client.release();
  }
}

type OpenedJob = { storeId: string; operation: string; scope: string; lines: object[]; queue?: boolean };

/** Runs every line of the company's jobs. */
export async function runJobs(db: TestDatabase, companyId: string, afterCall?: () => Promise<void>): Promise<void> {
  const worker = db.as('haat_worker');
  for (;;) {
    const { rows } = await worker.query('select internal.take_job($1) as id', [companyId]);
    if (rows[0].id === null) return;
    // In calls of a second, as workers make shorter ones: only between calls Postgres notes what became of the tables.
    await worker.query('call internal.run_job_lines($1, 1000, null)', [rows[0].id]);
    await afterCall?.();
  }
}
