// Three Postgres servers as cells, with two API processes, a worker and merchants on them. Any of it may be killed.
import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Cell, Step } from '../../../db/cli/move-company.ts';
import { withLogin } from '../../../db/connect/connection.ts';
import { migrate } from '../../../db/migrate/migrate.ts';
import { Opened } from '../clusters/drill.ts';
import { PostgresServer } from '../clusters/postgres-server.ts';
import type { TestDatabase } from '../database.ts';
import type { Random } from '../faults.ts';
import { named, Servers } from '../isolation/servers.ts';
import { freePort, type Service, startService } from '../processes/service.ts';
import { Receiver } from '../servers/receiver.ts';
import { createShop, stockVariant } from '../shop.ts';
import { signInAs } from '../staff.ts';
import { allowLoopback, createEndpoint } from '../webhooks.ts';
import { Merchant } from './merchant.ts';

export const names = ['a', 'b', 'c'] as const;
export type Name = (typeof names)[number];
/** A time by performance.now(); without an end it lasts. */
export type Span = { from: number; to: number };

/** Units of each SKU at the beginning. */
export const firstStock = 100_000;

export class Cells {
  readonly admins: Record<Name, pg.Pool>;
  readonly merchants: Merchant[] = [];
  /** Where each company is now, by its id. */
  readonly homes = new Map<string, Name>();
  /** Ids of events that the receiver got, by company. */
  readonly told = new Map<string, Set<string>>();
  readonly downs: Record<Name, Span[]> = { a: [], b: [], c: [] };
  readonly apiKills: Span[] = [];
  foreign = 0;
  /** Calls that were shed, by process. */
  readonly #shed = new Map<string, number>();
  readonly #opened: Opened;
  readonly #postgres: Record<Name, PostgresServer>;
  #servers!: Servers;
  #worker!: Service;
  /** What the worker processes that were killed have written. */
  #workersSaid = '';
  #workerEnvironment: Record<string, string> = {};
  #workers: Promise<unknown> = Promise.resolve();

  private constructor(opened: Opened, postgres: Record<Name, PostgresServer>, admins: Record<Name, pg.Pool>) {
    this.#opened = opened;
    this.#postgres = postgres;
    this.admins = admins;
  }

  static async open(companies: number, restMs: number, random: Random): Promise<Cells> {
    const opened = new Opened();
    try {
      const postgres = Object.fromEntries(names.map((name) => [name, PostgresServer.create()])) as never;
      const cells = new Cells(opened, postgres, {} as never);
      for (const name of names) {
        opened.teardown(() => cells.#postgres[name].remove());
        // What a process has written outlives it without a sync.
        cells.#postgres[name].configure({ max_connections: '120', fsync: 'off' });
      }
      await Promise.all(names.map((name) => cells.#begin(name)));
      await cells.#serve();
      await cells.#settle(companies, restMs, random);
      return cells;
    } catch (error) {
      await opened.close();
      throw error;
    }
  }

  /** As superusers. */
  get list(): Cell[] {
    return names.map((name) => ({ name, url: named(this.#postgres[name].url('haat'), 'mover') }));
  }

  /** The setting CELLS. */
  setting(change: (url: string) => string): string {
    return names.map((name) => `${name}=${change(this.#postgres[name].url('haat'))}`).join(',');
  }

  async #begin(name: Name): Promise<void> {
    await this.#postgres[name].start();
    await migrate(this.#postgres[name].url('haat'), { includeCurrent: true });
    this.admins[name] = this.#opened.pool(this.#postgres[name]);
    await allowLoopback(this.admins[name]);
  }

  async #serve(): Promise<void> {
    const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'haat-cells-'));
    this.#opened.teardown(() => fs.rmSync(directory, { recursive: true, force: true }));
    const shared = { DATA_DIR: directory, SECRET_KEYS: randomBytes(32).toString('hex'), LOG_LEVEL: 'warn' };
    this.#servers = await Servers.startOn(
      {
        environment: (name) => ({
          ...shared,
          CELLS: this.setting((url) => named(withLogin(url, 'haat_gateway'), name)),
          POOL_SIZE: '6',
        }),
        admins: Object.values(this.admins),
      },
      2,
    );
    this.#opened.teardown(() => this.#servers.stop());
    this.#workerEnvironment = {
      ...shared,
      CELLS: this.setting((url) => withLogin(url, 'haat_worker')),
      OUTBOUND_ALLOW: '127.0.0.0/8',
      WORKER_PORT: String(await freePort()),
    };
    this.#worker = await startService(this.#opened, 'worker', this.#workerEnvironment);
    this.#opened.teardown(async () => {
      await this.#workers.catch(() => {});
      await this.#worker.kill();
    });
  }

  /** The companies, each with goods, an owner who is signed in, and a receiver of its events. */
  async #settle(companies: number, restMs: number, random: Random): Promise<void> {
    const receiver = await new Receiver(
      ({ event, path }, response) => {
        const [, company] = path.split('?');
        if (company !== event.company_id) this.foreign++;
        if (!this.told.has(event.company_id)) this.told.set(event.company_id, new Set());
        this.told.get(event.company_id)!.add(event.id);
        response.writeHead(200).end();
      },
      { keeps: false },
    ).listen();
    this.#opened.teardown(() => receiver.close());
    let calls = 0;
    for (let n = 0; n < companies; n++) {
      const home = names[n % names.length]!;
      const admin = this.admins[home];
      const shop = await createShop(admin);
      await createEndpoint({ admin }, shop, `${receiver.url}?${shop.companyId}`);
      for (const sku of ['A', 'B']) await stockVariant(admin, shop, { sku, price: 350, quantity: firstStock });
      const token = await signInAs({ admin } as TestDatabase, shop.companyId, 'owner');
      const { rows } = await admin.query(
        'select id from app.events where company_id = $1 order by sequence desc limit 1',
        [shop.companyId],
      );
      const origin = () => this.#servers.url(calls++);
      this.merchants.push(new Merchant(shop, token, rows[0].id, origin, restMs, random));
      this.homes.set(shop.companyId, home);
    }
    const plans = await Promise.all(
      names.map((name) => this.admins[name].query('select to_jsonb(p) as p from app.plans p')),
    );
    for (const name of names)
      await this.admins[name].query(
        `insert into app.plans select p.* from jsonb_populate_recordset(null::app.plans, $1) p on conflict do nothing`,
        [JSON.stringify(plans.flatMap(({ rows }) => rows.map(({ p }) => p)))],
      );
  }

  /** Kills a Postgres as a machine that loses its power does. It is started again after so long: `back`. */
  async strike(name: Name, ms: number): Promise<{ back: Promise<void> }> {
    const span = { from: performance.now(), to: Number.POSITIVE_INFINITY };
    this.downs[name].push(span);
    await this.#postgres[name].kill();
    const begin = async () => {
      await sleep(ms);
      await this.#postgres[name].start();
      span.to = performance.now();
    };
    return { back: begin() };
  }

  async killApi(): Promise<void> {
    await this.countShed();
    const span = { from: performance.now(), to: Number.POSITIVE_INFINITY };
    this.apiKills.push(span);
    this.#servers.kill();
    span.to = performance.now();
  }

  /** Reads how many calls each process has shed, which it forgets when it is killed. */
  async countShed(): Promise<void> {
    for (const url of this.#servers.urls) {
      const metrics = await fetch(`${url}/metrics`).then(
        (answer) => answer.text(),
        () => '',
      );
      const counts = [...metrics.matchAll(/^haat_calls_shed_total\{.*\} (\d+)$/gm)].map(([, count]) => Number(count));
      this.#shed.set(
        url,
        counts.reduce((sum, count) => sum + count, 0),
      );
    }
  }

  get shed(): number {
    return [...this.#shed.values()].reduce((sum, count) => sum + count, 0);
  }

  /** It is started again. */
  killWorker(): void {
    this.#workers = this.#workers.then(async () => {
      await this.#worker.kill();
      this.#workersSaid += this.#worker.output();
      this.#worker = await startService(this.#opened, 'worker', this.#workerEnvironment);
    });
    // Who waits for calm sees it.
    this.#workers.catch(() => {});
  }

  /** The company moves, in a process of its own, which stands still at a step; `strike` is done then. */
  async move(
    company: string,
    to: Name,
    stopAt: Step | null,
    strike: (mover: ChildProcess) => unknown = () => {},
    // biome-ignore lint/suspicious/noExplicitAny: what the command prints
  ): Promise<any> {
    const told = JSON.stringify({ cells: this.list, company, to, stopAt });
    const mover = fork(path.join(import.meta.dirname, '../processes/mover.ts'), [told]);
    return new Promise((resolve) => {
      mover.on('message', async (message: { step?: Step; done?: object; error?: string }) => {
        if (!message.step) return resolve(message.done ?? { error: message.error });
        await strike(mover);
        if (mover.connected) mover.send('go on', () => {});
      });
      mover.once('exit', (code, signal) => setImmediate(() => resolve({ error: `it ended with ${code ?? signal}` })));
    });
  }

  /** Resolves when all processes run, and the sessions of those that were killed are gone. */
  async calm(): Promise<void> {
    await this.#servers.settle();
    await this.#workers;
  }

  /** What the workers have written, the last lines. */
  workersSaid(lines: number): string {
    return `${this.#workersSaid}\n=\n${this.#worker.output()}`.split('\n').slice(-lines).join('\n');
  }

  /** What the API processes wrote of a request. */
  logOf(requestId: string | undefined): string {
    const lines = this.#servers.output().split('\n');
    return lines.filter((line) => requestId && line.includes(requestId)).join(' ');
  }

  close(): Promise<void> {
    return this.#opened.close();
  }
}
