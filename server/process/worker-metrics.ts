// Metrics of the workers, read from the database, so that every process reports the same values.
import type pg from 'pg';

export interface WorkerMetrics {
  deliveries: Record<'due' | 'waiting' | 'sending', number>;
  oldestDueSeconds: number;
  /** By outcome, since the beginning. */
  attempts: Record<string, number>;
  /** By status. */
  endpoints: Record<string, number>;
  /** By status. */
  videos: Record<string, number>;
  videoWorkDue: Record<'import' | 'check' | 'deletion', number>;
}

/** Metrics may be requested often; the database is asked only once in this time. */
const cachedMs = 5_000;

export function workerMetrics(pool: pg.Pool): () => Promise<WorkerMetrics> {
  let latest: Promise<WorkerMetrics> | undefined;
  let until = 0;
  return () => {
    if (!latest || performance.now() >= until) {
      until = performance.now() + cachedMs;
      latest = read(pool);
      // A failure is not cached.
      latest.catch(() => {
        until = 0;
      });
    }
    return latest;
  };
}

async function read(pool: pg.Pool): Promise<WorkerMetrics> {
  const { rows } = await pool.query('select internal.worker_metrics() as found');
  const [{ found }] = rows;
  return {
    deliveries: { due: found.deliveries_due, waiting: found.deliveries_waiting, sending: found.deliveries_sending },
    oldestDueSeconds: found.oldest_due_seconds,
    attempts: found.attempts,
    endpoints: found.endpoints,
    videos: found.videos,
    videoWorkDue: found.video_work_due,
  };
}
