// What webhooks promise, measured with two worker processes as `npm run worker` starts them: how long a first try takes
// when little happens, how many deliveries go out a second, whether an endpoint that hangs delays the others, how soon
// another worker takes over from a killed one, and when the first retry comes. Every delivery has to arrive in the end.
import type pg from 'pg';
import { openPool } from '../../db/connect/connection.ts';
import { migrate } from '../../db/migrate/migrate.ts';
import { answer, type Behaviour, hang, Receiver } from '../helpers/servers/receiver.ts';
import { createShop, type TestShop } from '../helpers/shop.ts';
import { allowLoopback, createEndpoint, type WorkerProcess, workerProcess } from '../helpers/webhooks.ts';
import { progress, type Scenario, table } from './scenario.ts';

const quietEvents = 400;
const quietPerSecond = 20;
const floodEvents = 8_000;
const writers = 4;
const hangMs = 10_000;

export const run: Scenario = async (cluster, print) => {
  const bench = new Bench(cluster.url('bench'));
  await bench.open();
  try {
    print(
      table(
        ['what', 'measured', 'figure'],
        [
          ...(await bench.quiet()),
          ...(await bench.flood()),
          ...(await bench.hanging()),
          ...(await bench.takeOver()),
          ...(await bench.firstRetry()),
        ],
      ),
    );
  } finally {
    await bench.close();
  }
};

type Lines = (string | number)[][];

class Bench {
  readonly #url: string;
  readonly #admin: pg.Pool;
  readonly #receivers: Receiver[] = [];
  #workers: WorkerProcess[] = [];
  #vacuum: NodeJS.Timeout | undefined;

  constructor(url: string) {
    this.#url = url;
    this.#admin = openPool(url, { max: writers + 4 });
    this.#admin.on('error', () => {});
  }

  async open(): Promise<void> {
    await migrate(this.#url, { includeCurrent: true });
    await allowLoopback(this.#admin);
    this.#workers = [await workerProcess(this.#url), await workerProcess(this.#url)];
    // This Postgres has no autovacuum, which every other one has. It leaves alone what the account may not vacuum.
    this.#vacuum = setInterval(() => this.#admin.query('vacuum').catch(() => {}), 5_000);
  }

  async close(): Promise<void> {
    clearInterval(this.#vacuum);
    for (const receiver of this.#receivers) receiver.close();
    await Promise.all(this.#workers.map((worker) => worker.stop()));
    await this.#admin.end();
  }

  async quiet(): Promise<Lines> {
    progress.at('webhooks: quiet');
    const shop = await createShop(this.#admin);
    const latencies = await this.#endpoint(shop, answer(200));
    await this.#steady(shop, quietEvents);
    await this.#delivered(shop);
    return [[`quiet, ${quietPerSecond} events/s`, 'event to arrival', quantiles(latencies)]];
  }

  /** Three endpoints; one fails three times in ten. Its retries are brought forward instead of waited for. */
  async flood(): Promise<Lines> {
    progress.at('webhooks: flood');
    const shop = await createShop(this.#admin);
    for (const failing of [0, 0, 0.3]) {
      await this.#endpoint(shop, (...call) => answer(Math.random() < failing ? 500 : 200)(...call));
    }
    const started = performance.now();
    let left = floodEvents;
    await Promise.all(
      Array.from({ length: writers }, async () => {
        while (left-- > 0) await this.#emit(shop);
      }),
    );
    const written = performance.now();
    await this.#until(
      `select not exists (select from app.webhook_deliveries where attempts = 0 and store_id = $1)`,
      shop,
    );
    const ended = performance.now();
    await this.#bringForward(shop);
    const perSecond = (count: number, ms: number) => `${((count * 1000) / ms).toFixed(0)}/s`;
    return [
      [`flood, ${floodEvents} events to 3 endpoints`, 'events written', perSecond(floodEvents, written - started)],
      ['', 'first tries', perSecond(floodEvents * 3, ended - started)],
    ];
  }

  /** Has the store's retries come at once, until every delivery has arrived. */
  async #bringForward(shop: TestShop): Promise<void> {
    const { rows: endpoints } = await this.#admin.query('select id from app.webhook_endpoints where store_id = $1', [
      shop.stores[0].id,
    ]);
    for (;;) {
      const { rowCount } = await this.#admin.query(
        `update app.webhook_deliveries set next_attempt_at = internal.now() where status = 'pending' and store_id = $1`,
        [shop.stores[0].id],
      );
      if (rowCount === 0) return;
      for (const { id } of endpoints) {
        await this.#admin.query(`select internal.enqueue('webhook__deliver', $1)`, [{ endpoint_ids: [id] }]);
      }
      await this.#until(
        `select not exists (select from app.webhook_deliveries where store_id = $1
           and (status = 'sending' or status = 'pending' and next_attempt_at <= internal.now()))`,
        shop,
      );
    }
  }

  /** What is due to the endpoint that hangs is far more than it may get at once. */
  async hanging(): Promise<Lines> {
    progress.at('webhooks: an endpoint hangs');
    const shop = await createShop(this.#admin);
    const others = await this.#endpoint(shop, answer(200));
    await this.#endpoint(shop, (received, response, nth) => {
      setTimeout(() => answer(200)(received, response, nth), hangMs);
    });
    const has = async (count: number) => {
      while (others.length < count) await sleepUntil(performance.now() + 100);
    };
    for (let i = 0; i < 500; i++) await this.#emit(shop);
    await has(500);
    others.length = 0;
    await this.#steady(shop, quietEvents);
    await has(quietEvents);
    // The rest of it is not awaited.
    await this.#admin.query(
      `update app.webhook_endpoints set status = 'disabled', disabled_reason = 'staff', disabled_at = internal.now()
      where store_id = $1`,
      [shop.stores[0].id],
    );
    return [
      [`one endpoint hangs ${hangMs / 1000} s, 500 are due to it`, 'others: event to arrival', quantiles(others)],
    ];
  }

  async takeOver(): Promise<Lines> {
    progress.at('webhooks: take-over from a killed worker');
    const shop = await createShop(this.#admin);
    const receiver = await this.#receiver(hang);
    await createEndpoint({ admin: this.#admin }, shop, receiver.url);
    await this.#workers[0]!.stop();
    await this.#emit(shop);
    await receiver.has(1);
    await this.#workers[1]!.kill();
    const killed = performance.now();
    receiver.behaviour = answer(200);
    this.#workers = [await workerProcess(this.#url), await workerProcess(this.#url)];
    await receiver.has(2, 120_000);
    return [
      [
        'a worker is killed while it sends',
        'the other sends it again after',
        `${seconds(performance.now() - killed)} s`,
      ],
    ];
  }

  async firstRetry(): Promise<Lines> {
    progress.at('webhooks: first retries');
    const shop = await createShop(this.#admin);
    const first = new Map<string, number>();
    const waits: number[] = [];
    const receiver = await this.#receiver((received, response, nth) => {
      const before = first.get(received.event.id);
      if (before === undefined) first.set(received.event.id, performance.now());
      else waits.push(performance.now() - before);
      answer(before === undefined ? 500 : 200)(received, response, nth);
    });
    await createEndpoint({ admin: this.#admin }, shop, receiver.url);
    for (let i = 0; i < 40; i++) await this.#emit(shop);
    await receiver.has(80, 60_000);
    return [
      [
        'first retry, 40 deliveries',
        'after 5 s, jitter 20 %',
        `${seconds(Math.min(...waits))} to ${seconds(Math.max(...waits))} s`,
      ],
    ];
  }

  async #receiver(behaviour: Behaviour): Promise<Receiver> {
    const receiver = await new Receiver(behaviour, { keeps: false }).listen();
    this.#receivers.push(receiver);
    return receiver;
  }

  /** Gives the milliseconds from event to first arrival, which grow as deliveries come. */
  async #endpoint(shop: TestShop, behaviour: Behaviour): Promise<number[]> {
    const latencies: number[] = [];
    const seen = new Set<string>();
    const receiver = await this.#receiver((received, response, nth) => {
      if (!seen.has(received.event.id)) latencies.push(Date.now() - Date.parse(received.event.created_at));
      seen.add(received.event.id);
      behaviour(received, response, nth);
    });
    await createEndpoint({ admin: this.#admin }, shop, receiver.url);
    return latencies;
  }

  async #steady(shop: TestShop, count: number): Promise<void> {
    const started = performance.now();
    const writing: Promise<unknown>[] = [];
    for (let i = 0; i < count; i++) {
      await sleepUntil(started + (i * 1000) / quietPerSecond);
      writing.push(this.#emit(shop));
    }
    await Promise.all(writing);
  }

  /** One event in a transaction of its own, of the size of an order with three lines. */
  async #emit(shop: TestShop): Promise<void> {
    await this.#admin.query({
      name: 'emit',
      text: `select internal.act_as($1), internal.emit_event($2, 'order.updated', uuidv7(), $3, '{"status": "pending"}')`,
      values: [shop.companyId, shop.stores[0].id, order],
    });
  }

  #delivered(shop: TestShop): Promise<void> {
    return this.#until(`select bool_and(status = 'delivered') from app.webhook_deliveries where store_id = $1`, shop);
  }

  async #until(sql: string, shop: TestShop): Promise<void> {
    for (;;) {
      const { rows } = await this.#admin.query(sql, [shop.stores[0].id]);
      if (Object.values(rows[0])[0]) return;
      await sleepUntil(performance.now() + 100);
    }
  }
}

const order = JSON.stringify({
  status: 'confirmed',
  items: Array.from({ length: 3 }, (_, line) => ({
    line,
    product_name: 'Nakshi kantha',
    options: [],
    note: 'x'.repeat(400),
  })),
});

const seconds = (ms: number) => (ms / 1000).toFixed(1);

function quantiles(latencies: number[]): string {
  const sorted = latencies.toSorted((a, b) => a - b);
  const at = (part: number) => `${Math.round(sorted[Math.floor(sorted.length * part)] ?? 0)} ms`;
  return `p50 ${at(0.5)}, p99 ${at(0.99)}`;
}

const sleepUntil = (moment: number) =>
  new Promise((resolve) => setTimeout(resolve, Math.max(0, moment - performance.now())));
