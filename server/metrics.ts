// What Prometheus reads at /metrics. A registry for each application, so that tests can run several in one process.
import type pg from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

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
  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    observe(operation: string, status: number, seconds: number): void {
      requests.inc({ operation, status });
      durations.observe({ operation }, seconds);
    },
  };
}
