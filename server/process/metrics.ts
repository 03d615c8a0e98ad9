// The metrics for Prometheus at /metrics. Each application has its own registry, so that tests can run several in a process.
import type pg from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { type WorkerMetrics, workerMetrics } from './worker-metrics.ts';

export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics(pool: pg.Pool) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'haat_requests_total',
    help: 'Requests by operation and status; "none" is what reached no operation.',
    labelNames: ['operation', 'status'],
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'haat_request_duration_seconds',
    help: 'Time from the arrival of a request until its answer is ready.',
    labelNames: ['operation'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });
  const shed = new Counter({
    name: 'haat_calls_shed_total',
    help: 'Calls refused before the database was asked, because others wait for the same row or the queue is full.',
    labelNames: ['bucket', 'reason'],
    registers: [registry],
  });
  new Gauge({
    name: 'haat_pool_connections',
    help: 'Database connections of this process: open, idle, and callers waiting for one.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'open' }, pool.totalCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
  addWorkerMetrics(registry, workerMetrics(pool));
  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    shed: (bucket: string, reason: string) => shed.inc({ bucket, reason }),
    observe(operation: string, status: number, seconds: number): void {
      requests.inc({ operation, status });
      durations.observe({ operation }, seconds);
    },
  };
}

function addWorkerMetrics(registry: Registry, read: () => Promise<WorkerMetrics>): void {
  /** Gauges with values from the database; when it does not answer, the other metrics are still available. */
  const gauge = (name: string, help: string, label: string, pick: (found: WorkerMetrics) => Record<string, number>) =>
    new Gauge({
      name,
      help,
      labelNames: label ? [label] : [],
      registers: [registry],
      async collect() {
        this.reset();
        const found = await read().catch(() => undefined);
        if (!found) return;
        for (const [value, count] of Object.entries(pick(found))) this.set(label ? { [label]: value } : {}, count);
      },
    });
  gauge(
    'haat_webhook_deliveries',
    'Deliveries that are due, waiting for a retry, and being sent.',
    'state',
    (found) => found.deliveries,
  );
  gauge('haat_webhook_oldest_due_seconds', 'How long the oldest due delivery has been due.', '', (found) => ({
    age: found.oldestDueSeconds,
  }));
  gauge(
    'haat_webhook_attempts',
    'Attempts to deliver an event, by outcome, since the beginning.',
    'outcome',
    (found) => found.attempts,
  );
  gauge('haat_webhook_endpoints', 'Endpoints by status.', 'status', (found) => found.endpoints);
  gauge('haat_videos', 'Videos by status.', 'status', (found) => found.videos);
  gauge(
    'haat_video_work_due',
    'Imports, checks and deletions of videos that wait for a worker.',
    'kind',
    (found) => found.videoWorkDue,
  );
}
