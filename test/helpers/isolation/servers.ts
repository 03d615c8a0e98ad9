// The API in several processes on one database, or on the same cells. One after another is killed with SIGKILL while clients call, and started again.
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { withLogin } from '../../../db/connect/connection.ts';
import type { TestDatabase } from '../database.ts';
import { type Service, startService } from '../processes/service.ts';

/** What an API process is told, which names itself so to Postgres; and pools of its databases, as superuser. */
interface Databases {
  environment: (name: string) => Record<string, string>;
  admins: pg.Pool[];
}

export class Servers {
  readonly #databases: Databases;
  readonly #running: Service[] = [];
  /** Those that are being started again, by their place. */
  readonly #starting = new Map<number, Promise<void>>();
  readonly #killed: string[] = [];
  readonly #all: Service[] = [];
  #started = 0;

  private constructor(databases: Databases) {
    this.#databases = databases;
  }

  static start(db: TestDatabase, count: number): Promise<Servers> {
    const environment = (name: string) => ({ DATABASE_URL: named(withLogin(db.url, 'haat_gateway'), name) });
    return Servers.startOn({ environment, admins: [db.admin] }, count);
  }

  static async startOn(databases: Databases, count: number): Promise<Servers> {
    const servers = new Servers(databases);
    const starts = await Promise.allSettled(Array.from({ length: count }, (_, n) => servers.#startAt(n)));
    const failed = starts.find((start) => start.status === 'rejected');
    if (!failed) return servers;
    await servers.stop();
    throw failed.reason;
  }

  /** One that runs, a different one for each number. */
  url(n: number): string {
    const up = this.#running.filter((_, place) => !this.#starting.has(place));
    return up[n % up.length]!.url;
  }

  /** The URLs of those that run. */
  get urls(): string[] {
    return this.#running.filter((_, place) => !this.#starting.has(place)).map(({ url }) => url);
  }

  /** Kills one after another, the last first, and starts it again. The only one that runs is left alone. */
  kill(): void {
    const place = this.#running.length - 1 - (this.#killed.length % this.#running.length);
    if (this.#starting.size === this.#running.length - 1) return;
    const { name, kill } = this.#running[place] as Service & { name: string };
    this.#killed.push(name);
    this.#starting.set(
      place,
      kill()
        .then(() => this.#startAt(place))
        .finally(() => this.#starting.delete(place)),
    );
  }

  get kills(): number {
    return this.#killed.length;
  }

  /** What all of them have written. */
  output(): string {
    return this.#all.map((service) => service.output()).join('\n');
  }

  /** Resolves when every server runs and Postgres has ended the sessions of those that were killed. */
  async settle(): Promise<void> {
    await Promise.all(this.#starting.values());
    const left = 'select count(*)::int as n from pg_stat_activity where application_name = any ($1)';
    for (const admin of this.#databases.admins)
      while ((await admin.query(left, [this.#killed])).rows[0].n > 0) await sleep(10);
  }

  async stop(): Promise<void> {
    await Promise.allSettled(this.#starting.values());
    await Promise.all(this.#running.map((service) => service?.kill()));
  }

  async #startAt(place: number): Promise<void> {
    const name = `server ${++this.#started}`;
    const env = {
      LOG_LEVEL: 'error',
      IP_REQUESTS_PER_MINUTE: '1000000',
      POOL_SIZE: '10',
      ...this.#databases.environment(name),
    };
    const service = await startService({ teardown() {} }, 'api', env);
    this.#all.push(service);
    this.#running[place] = Object.assign(service, { name });
  }
}

/** So that its sessions are found. */
export function named(url: string, name: string): string {
  const found = new URL(url);
  found.searchParams.set('application_name', name);
  return found.href;
}
