// The API in several processes on one database. One after another is killed with SIGKILL while clients call, and started again.
import { setTimeout as sleep } from 'node:timers/promises';
import { withLogin } from '../../../db/connect/connection.ts';
import type { TestDatabase } from '../database.ts';
import { type Service, startService } from '../processes/service.ts';

export class Servers {
  readonly #db: TestDatabase;
  readonly #running: Service[] = [];
  /** Those that are being started again, by their place. */
  readonly #starting = new Map<number, Promise<void>>();
  readonly #killed: string[] = [];
  #started = 0;

  private constructor(db: TestDatabase) {
    this.#db = db;
  }

  static async start(db: TestDatabase, count: number): Promise<Servers> {
    const servers = new Servers(db);
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

  /** Resolves when every server runs and Postgres has ended the sessions of those that were killed. */
  async settle(): Promise<void> {
    await Promise.all(this.#starting.values());
    const left = 'select count(*)::int as n from pg_stat_activity where application_name = any ($1)';
    while ((await this.#db.admin.query(left, [this.#killed])).rows[0].n > 0) await sleep(10);
  }

  async stop(): Promise<void> {
    await Promise.allSettled(this.#starting.values());
    await Promise.all(this.#running.map((service) => service?.kill()));
  }

  async #startAt(place: number): Promise<void> {
    const name = `server ${++this.#started}`;
    const url = new URL(withLogin(this.#db.url, 'haat_gateway'));
    url.searchParams.set('application_name', name);
    const env = { DATABASE_URL: url.href, LOG_LEVEL: 'error', IP_REQUESTS_PER_MINUTE: '1000000', POOL_SIZE: '10' };
    const service = await startService({ teardown() {} }, 'api', env);
    this.#running[place] = Object.assign(service, { name });
  }
}
