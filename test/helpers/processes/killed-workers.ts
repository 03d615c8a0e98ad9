// Deliveries while worker processes are killed at random.
import { openPool } from '../../../db/connect/connection.ts';
import type { Random } from '../faults.ts';
import { answer, Receiver } from '../servers/receiver.ts';
import { createShop } from '../shop.ts';
import { allowLoopback, createEndpoint, type WorkerProcess, workerProcess } from '../webhooks.ts';

export interface Findings {
  events: number;
  kills: number;
  /** Events that never arrived. */
  lost: number;
  /** Requests beyond the first of an event. */
  repeated: number;
  /** Deliveries that the database does not call delivered. */
  undelivered: number;
  seconds: number;
}

/** Two workers deliver; one after another is killed with SIGKILL at a random moment and replaced. */
export async function deliverUnderKills(url: string, events: number, kills: number, random: Random): Promise<Findings> {
  const started = performance.now();
  const admin = openPool(url, { max: 4 });
  await allowLoopback(admin);
  const shop = await createShop(admin);
  const times = new Map<string, number>();
  // Slow enough for kills to fall into the middle of requests.
  const receiver = await new Receiver(
    (received, response, nth) => {
      times.set(received.event.id, (times.get(received.event.id) ?? 0) + 1);
      setTimeout(() => answer(200)(received, response, nth), random() * 30);
    },
    { keeps: false },
  ).listen();
  await createEndpoint({ admin }, shop, receiver.url);
  await createEndpoint({ admin }, shop, `${receiver.url}/other`, ['brand.created']);

  const workers: WorkerProcess[] = [await workerProcess(url), await workerProcess(url)];
  const write = async (count: number) => {
    for (let i = 0; i < count; i++) {
      await admin.query(
        `select internal.act_as($1), internal.emit_event($2, 'order.updated', uuidv7(), '{"note": "x"}')`,
        [shop.companyId, shop.stores[0].id],
      );
    }
  };
  // Events go on being written while workers die and start.
  for (let kill = 0; kill < kills; kill++) {
    const share = Math.floor((events * (kill + 1)) / kills) - Math.floor((events * kill) / kills);
    await Promise.all([write(share), new Promise((resolve) => setTimeout(resolve, random() * 400))]);
    const victim = kill % workers.length;
    await workers[victim]!.kill();
    workers[victim] = await workerProcess(url);
  }
  const open = `select count(*)::int as count from app.webhook_deliveries where status not in ('delivered', 'failed', 'held')`;
  const limit = performance.now() + 120_000;
  while ((await admin.query(open)).rows[0].count > 0 && performance.now() < limit) {
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const { rows } = await admin.query(
    `select (select count(*)::int from app.webhook_deliveries where status <> 'delivered') as undelivered,
            (select json_agg(id) from app.events where type = 'order.updated') as ids`,
  );
  await Promise.all(workers.map((worker) => worker.stop()));
  receiver.close();
  await admin.end();
  const ids = rows[0].ids as string[];
  return {
    events: ids.length,
    kills,
    lost: ids.filter((id) => !times.has(id)).length,
    repeated: [...times.values()].reduce((sum, count) => sum + count - 1, 0),
    undelivered: rows[0].undelivered,
    seconds: Math.round((performance.now() - started) / 1000),
  };
}
