// The metrics for Prometheus at /metrics. Each application has its own registry, so that tests can run several in a process.
import type pg from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { addDatabaseMetrics, addReplicaMetrics } from './database-metrics.ts';

export interface Metrics {
  contentType: string;
  text(): Promise<string>;
}

export interface RequestMetrics extends Metrics {
  observe(operation: string, status: number, seconds: number): void;
  /** A call was refused before the database was asked; see server/gate/load-shedding.ts and server/http/shed-on-lag.ts. */
  shed(bucket: string, reason: string): void;
}

/**
 * The pools of a process to one database, by name. `main` is the one whose database is asked for metrics; `replica` is asked for
 * its lag. `cell`: which of several databases it is; then the metrics of databases and pools have it as a label.
 */
export interface Pools {
  cell?: string;
  main: { name: 'api' | 'worker'; pool: pg.Pool };
  staff?: pg.Pool | undefined;
  replica?: pg.Pool | undefined;
}

/** Of a process that works and answers no requests but probes. */
export function createMetrics(pools: Pools[]): Metrics {
  return shown(createRegistry(pools));
}

/** What the counters of requests are shown of from the start, at 0. */
export type Counted = { name: string; status: number };

/** A call may be refused for these reasons before the database was asked, by bucket. */
const shedReasons = { read: ['row', 'queue'], write: ['row', 'queue'], staff: ['row', 'queue'], all: ['late'] };

/**
 * Every counter is there from the start, at 0: one that first appears with its first event has not risen for Prometheus, and
 * an alert would miss that event.
 */
export function createRequestMetrics(pools: Pools[], operations: Counted[] = []): RequestMetrics {
  const registry = createRegistry(pools);
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
    help: 'Calls refused before the database was asked, because others wait for the same row, the queue is too long or the process is late.',
    labelNames: ['bucket', 'reason'],
    registers: [registry],
  });
  for (const { name, status } of [...operations, { name: 'graphql', status: 200 }, { name: 'none', status: 200 }])
    for (const known of [status, 500, 503]) requests.inc({ operation: name, status: known }, 0);
  for (const [bucket, reasons] of Object.entries(shedReasons))
    for (const reason of reasons) shed.inc({ bucket, reason }, 0);
  return {
    ...shown(registry),
    shed: (bucket, reason) => shed.inc({ bucket, reason }),
    observe(operation, status, seconds) {
      requests.inc({ operation, status });
      durations.observe({ operation }, seconds);
    },
  };
}

function shown(registry: Registry): Metrics {
  return { contentType: registry.contentType, text: () => registry.metrics() };
}

function createRegistry(databases: Pools[]): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const ofCells = databases.map((one) => ({ ...one, labels: labelsOf(one) }));
  const cellLabel = Object.keys(ofCells[0]!.labels);
  new Gauge({
    name: 'haat_pool_connections',
    help: 'Database connections of this process, by pool: open, idle, and callers waiting for one.',
    labelNames: ['pool', 'state', ...cellLabel],
    registers: [registry],
    collect() {
      for (const { main, staff, replica, labels } of ofCells) {
        for (const [name, pool] of Object.entries({ [main.name]: main.pool, staff, replica })) {
          if (!pool) continue;
          this.set({ pool: name, state: 'open', ...labels }, pool.totalCount);
          this.set({ pool: name, state: 'idle', ...labels }, pool.idleCount);
          this.set({ pool: name, state: 'waiting', ...labels }, pool.waitingCount);
        }
      }
    },
  });
  addDatabaseMetrics(
    registry,
    ofCells.map(({ main, labels }) => ({ pool: main.pool, labels })),
  );
  const replicas = ofCells.flatMap(({ replica, labels }) => (replica ? [{ pool: replica, labels }] : []));
  if (replicas.length > 0) addReplicaMetrics(registry, replicas);
  return registry;
}

const labelsOf = ({ cell }: Pools): Record<string, string> => (cell === undefined ? {} : { cell });
