// Runs jobs as a worker does, without one.
import type { TestDatabase } from './database.ts';

/** Runs every line of the company's jobs. */
export async function runJobs(db: TestDatabase, companyId: string): Promise<void> {
  const worker = db.as('haat_worker');
  for (;;) {
    const { rows } = await worker.query('select internal.take_job($1) as id', [companyId]);
    if (rows[0].id === null) return;
    await worker.query('call internal.run_job_lines($1, 600000, null)', [rows[0].id]);
  }
}
