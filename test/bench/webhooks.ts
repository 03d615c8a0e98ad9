// 100,000 events for three endpoints, one of which fails three times in ten: every delivery must arrive in the end.
// First a steady stream, which shows how long a first try takes; then a flood, which shows how many go out a second.
// Two worker processes, as `npm run worker` starts them. Retries are brought forward instead of waited for.
import { openPool } from '../../db/connection.ts';
import { migrate } from '../../db/migrate.ts';
import { answer, Receiver } from '../helpers/servers/receiver.ts';
import { createShop, type TestShop } from '../helpers/shop.ts';
import { allowLoopback, createEndpoint, workerProcess } from '../helpers/webhooks.ts';
import { progress, type Scenario, table } from './scenario.ts';

const events = 100_000;
const steadyEvents = 3_000;
const steadyPerSecond = 100;
const writers = 4;

export const run: Scenario = async (cluster, print) => {
  await migrate(cluster.url('bench'), { includeCurrent: true });
  const admin = openPool(cluster.url('bench'), { max: writers + 2 });
  await allowLoopback(admin);
  const shop = await createShop(admin);
  const db = { admin, url: cluster.url('bench') };
  const latencies: number[] = [];
  const seen = new Set<string>();
  const receivers = await Promise.all(
    [0, 0, 0.3].map((failing, n) =>
      new Receiver(
        (received, response, nth) => {
          const key = `${n} ${received.event.id}`;
          if (!seen.has(key)) {
            seen.add(key);
            progress.at('first tries', seen.size, events * 3);
            latencies.push(Date.now() - Date.parse(received.event.created_at));
          }
          answer(Math.random() < failing ? 500 : 200)(received, response, nth);
        },
        { keeps: false },
      ).listen(),
    ),
  );
  for (const { url } of receivers) await createEndpoint(db, shop, url);
  const workers = [await workerProcess(db.url), await workerProcess(db.url)];
  // This Postgres has no autovacuum, which every other one has.
  const hot =
    'vacuum app.webhook_deliveries, app.webhook_endpoints, app.webhook_attempt_counts, graphile_worker._private_jobs';
  const vacuum = setInterval(() => admin.query(hot), 5_000);

  const lines: (string | number)[][] = [];
  async function stage(name: string, count: number, write: () => Promise<void>): Promise<void> {
    const started = performance.now();
    latencies.length = 0;
    await write();
    const written = performance.now();
    await until(
      admin,
      `select not exists (select from app.webhook_deliveries where status = 'sending' or status = 'pending' and attempts = 0)`,
    );
    const seconds = (performance.now() - started) / 1000;
    const sorted = latencies.toSorted((a, b) => a - b);
    const at = (part: number) => `${Math.round(sorted[Math.floor(sorted.length * part)] ?? 0)} ms`;
    lines.push([
      name,
      count,
      ((count * 1000) / (written - started)).toFixed(0),
      ((count * 3) / seconds).toFixed(0),
      at(0.5),
      at(0.99),
    ]);
  }

  await stage('steady', steadyEvents, async () => {
    const started = performance.now();
    const writing: Promise<unknown>[] = [];
    for (let i = 0; i < steadyEvents; i++) {
      await sleepUntil(started + (i * 1000) / steadyPerSecond);
      writing.push(emit(admin, shop));
    }
    await Promise.all(writing);
  });
  await stage('flood', events - steadyEvents, async () => {
    let left = events - steadyEvents;
    await Promise.all(
      Array.from({ length: writers }, async () => {
        while (left-- > 0) await emit(admin, shop);
      }),
    );
  });
  print(table(['stage', 'events', 'events/s written', 'deliveries/s', 'first try p50', 'first try p99'], lines));

  // The ladder's waits, three days in all, are skipped.
  for (;;) {
    const { rowCount } = await admin.query(
      `update app.webhook_deliveries set next_attempt_at = internal.now() where status = 'pending'`,
    );
    if (rowCount === 0) break;
    await until(
      admin,
      `select not exists (select from app.webhook_deliveries where status = 'sending' or status = 'pending' and next_attempt_at <= internal.now())`,
    );
  }
  const { rows } = await admin.query(`
    select (select json_object_agg(status, count) from (select status, count(*) from app.webhook_deliveries group by status) s) as deliveries,
           (select json_object_agg(outcome, count) from (select outcome, count(*) from app.webhook_attempts group by outcome) s) as attempts`);
  print(
    `deliveries: ${JSON.stringify(rows[0].deliveries)}   attempts: ${JSON.stringify(rows[0].attempts)}   received by an endpoint: ${seen.size}`,
  );

  clearInterval(vacuum);
  await Promise.all(workers.map((worker) => worker.stop()));
  for (const receiver of receivers) receiver.close();
  await admin.end();
  if (rows[0].deliveries.delivered !== events * 3) throw new Error('not everything was delivered');
};

/** One event in a transaction of its own, of the size of an order with three lines. */
async function emit(admin: ReturnType<typeof openPool>, shop: TestShop): Promise<void> {
  await admin.query({
    name: 'emit',
    text: `select internal.act_as($1), internal.emit_event($2, 'order.updated', uuidv7(), $3, '{"status": "pending"}')`,
    values: [shop.companyId, shop.stores[0].id, order],
  });
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

const sleepUntil = (moment: number) =>
  new Promise((resolve) => setTimeout(resolve, Math.max(0, moment - performance.now())));

async function until(admin: ReturnType<typeof openPool>, sql: string): Promise<void> {
  for (;;) {
    const { rows } = await admin.query(sql);
    if (Object.values(rows[0])[0]) return;
    await sleepUntil(performance.now() + 200);
  }
}
