// Metrics that the database gives: of the work of the workers, of timers, seals and audits, and of the replica. Every process
// reports the same values, so alerts and dashboards take their maximum.
import type pg from 'pg';
import { Gauge, type Registry } from 'prom-client';

type Counts = Record<string, number>;

/** A database and the labels that its values have: its cell, where there are several. */
export type Source = { pool: pg.Pool; labels: Record<string, string> };

/** What internal.worker_metrics() gives, and the size of the database in bytes. Times are seconds since 1970, 0 for never. */
interface Found {
  database_size: number;
  deliveries_due: number;
  deliveries_waiting: number;
  deliveries_sending: number;
  oldest_due_seconds: number;
  attempts: Counts;
  endpoints: Counts;
  videos: Counts;
  video_work_due: Counts;
  jobs: { states: Counts; oldest_due_seconds: number };
  upkeep: {
    timers: Counts;
    seals: Counts;
    audit: { finished_at: number; seconds: number; broken_checks: number; verified_at: number; nights: number };
    cell_state: string;
    unsettled_moves: number;
    queues_alive: number;
  };
}

/** Metrics may be requested often; the database is asked only once in this time. */
const cachedMs = 5_000;
/** Prometheus waits 10 s for all metrics. Without an answer in this time, those of the database are left out. */
const patienceMs = 3_000;

export function addDatabaseMetrics(registry: Registry, sources: Source[]): void {
  const readers = sources.map(({ pool, labels }) => {
    const read = cached(async () => {
      // The size is asked for here: only who may connect to a database may ask for it, and the function's owner may not.
      const { rows } = await pool.query<{ found: Omit<Found, 'database_size'>; database_size: number }>(`
        select internal.worker_metrics() as found, pg_database_size(current_database())::float8 as database_size`);
      return { ...rows[0]!.found, database_size: rows[0]!.database_size };
    });
    return { labels, read };
  });
  const counts = (name: string, help: string, label: string, pick: (found: Found) => Counts) =>
    addGauge(
      registry,
      { name, help, label },
      readers.map(({ labels, read }) => ({ labels, read: async () => pick(await read()) })),
    );
  const value = (name: string, help: string, pick: (found: Found) => number) =>
    addGauge(
      registry,
      { name, help },
      readers.map(({ labels, read }) => ({ labels, read: async () => ({ '': pick(await read()) }) })),
    );

  counts(
    'haat_webhook_deliveries',
    'Deliveries that are due, waiting for a retry, and being sent.',
    'state',
    (found) => ({ due: found.deliveries_due, waiting: found.deliveries_waiting, sending: found.deliveries_sending }),
  );
  value(
    'haat_webhook_oldest_due_seconds',
    'How long the oldest due delivery has been due.',
    (found) => found.oldest_due_seconds,
  );
  counts(
    'haat_webhook_attempts',
    'Attempts to deliver an event, by outcome, since the beginning.',
    'outcome',
    (found) => found.attempts,
  );
  counts('haat_webhook_endpoints', 'Endpoints by status.', 'status', (found) => found.endpoints);
  counts('haat_videos', 'Videos by status.', 'status', (found) => found.videos);
  counts(
    'haat_video_work_due',
    'Imports, checks and deletions of videos that wait for a worker.',
    'kind',
    (found) => found.video_work_due,
  );
  counts(
    'haat_jobs',
    'Jobs that are due, waiting for their time, running, and failed for good.',
    'state',
    (found) => found.jobs.states,
  );
  value(
    'haat_jobs_oldest_due_seconds',
    'How long the oldest due job has been due.',
    (found) => found.jobs.oldest_due_seconds,
  );
  value(
    'haat_worker_queues',
    'Queues of workers that are alive; a worker has four.',
    (found) => found.upkeep.queues_alive,
  );
  counts(
    'haat_cell_state',
    'What an operator lets the database do: 1 for the present one of open, drained and read-only.',
    'state',
    (found) =>
      Object.fromEntries(
        ['open', 'drained', 'read-only'].map((state) => [state, Number(found.upkeep.cell_state === state)]),
      ),
  );
  value(
    'haat_company_moves_cut_off',
    'Companies that are served nowhere, since their move was cut off between its two commits.',
    (found) => found.upkeep.unsettled_moves,
  );
  counts(
    'haat_timer_last_success_timestamp_seconds',
    'When each timer last ran without an error.',
    'timer',
    (found) => found.upkeep.timers,
  );
  counts(
    'haat_seal_last_timestamp_seconds',
    'When each chain of seals last grew, 0 for never. Without new rows there is nothing to seal.',
    'chain',
    (found) => found.upkeep.seals,
  );
  value(
    'haat_audit_last_timestamp_seconds',
    'When the last audit ended, 0 for never.',
    (found) => found.upkeep.audit.finished_at,
  );
  value(
    'haat_audit_verified_timestamp_seconds',
    'Since when audits have verified all there is, 0 for never.',
    (found) => found.upkeep.audit.verified_at,
  );
  value('haat_audit_nights', 'In how many nights audits verify all there is.', (found) => found.upkeep.audit.nights);
  value('haat_audit_duration_seconds', 'How long the last audit took.', (found) => found.upkeep.audit.seconds);
  value(
    'haat_audit_broken_checks',
    'Checks that found something wrong in the last audit.',
    (found) => found.upkeep.audit.broken_checks,
  );
  addGauge(
    registry,
    { name: 'haat_database_up', help: '1 when the database gives this process its metrics, otherwise 0.' },
    readers.map(({ labels, read }) => ({
      labels,
      read: (): Promise<Counts> =>
        read().then(
          () => ({ '': 1 }),
          () => ({ '': 0 }),
        ),
    })),
  );
  value('haat_database_size_bytes', 'Size of the database on disk.', ({ database_size }) => database_size);
}

export function addReplicaMetrics(registry: Registry, replicas: Source[]): void {
  // The workers write every few seconds, so a replica that follows has replayed a commit a moment ago.
  const readers = replicas.map(({ pool, labels }) => {
    const read = cached(async () => {
      const { rows } = await pool.query(`
        select pg_is_in_recovery() as follows, pg_last_xact_replay_timestamp() is not null as has_replayed,
          coalesce(extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()), 0)::float8 as seconds`);
      return rows[0] as { follows: boolean; has_replayed: boolean; seconds: number };
    });
    return { labels, read };
  });
  addGauge(
    registry,
    {
      name: 'haat_replica_up',
      help: '1 when the replica of DATABASE_REPLICA_URL answers and follows the primary, otherwise 0.',
    },
    readers.map(({ labels, read }) => ({
      labels,
      read: (): Promise<Counts> =>
        read().then(
          ({ follows }) => ({ '': follows ? 1 : 0 }),
          () => ({ '': 0 }),
        ),
    })),
  );
  addGauge(
    registry,
    { name: 'haat_replica_lag_seconds', help: 'How long ago the last commit was made that the replica has replayed.' },
    readers.map(({ labels, read }) => ({
      labels,
      read: async (): Promise<Counts> => {
        const { follows, has_replayed, seconds } = await read();
        return follows && has_replayed ? { '': seconds } : {};
      },
    })),
  );
}

/** When the values of a database cannot be read, they are left out: the other metrics are still available. */
function addGauge(
  registry: Registry,
  { name, help, label }: { name: string; help: string; label?: string },
  readers: { labels: Record<string, string>; read: () => Promise<Counts> }[],
): void {
  const labelNames = [...(label ? [label] : []), ...Object.keys(readers[0]!.labels)];
  new Gauge({
    name,
    help,
    labelNames,
    registers: [registry],
    async collect() {
      this.reset();
      const found = await Promise.all(readers.map(({ read }) => read().catch((): Counts => ({}))));
      // Without labels a gauge begins at 0, which would look like a value that was read.
      if (labelNames.length === 0 && typeof found[0]?.[''] !== 'number') this.remove();
      for (const [place, values] of found.entries()) {
        const { labels } = readers[place]!;
        for (const [key, value] of Object.entries(values ?? {}))
          if (typeof value === 'number') this.set({ ...labels, ...(label && { [label]: key }) }, value);
      }
    },
  });
}

function cached<T>(read: () => Promise<T>): () => Promise<T> {
  let latest: Promise<T> | undefined;
  let until = 0;
  return () => {
    if (!latest || performance.now() >= until) {
      until = performance.now() + cachedMs;
      latest = inTime(read());
      // A failure is not cached.
      latest.catch(() => {
        until = 0;
      });
    }
    return latest;
  };
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${patienceMs} ms`)), patienceMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
