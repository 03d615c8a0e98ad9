// Deliveries by a worker process while its clock and that of the database are set.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { FakedClock } from '../clusters/faked-clock.ts';
import type { Random } from '../faults.ts';
import { Receiver } from '../servers/receiver.ts';
import { createShop } from '../shop.ts';
import { allowLoopback, createEndpoint, workerProcess } from '../webhooks.ts';

const eventsOfAStep = 5;

/** One worker, whose clock goes its own way; each step is followed by events, which must arrive soon and once. */
export async function deliverUnderClockSteps(
  url: string,
  admin: pg.Pool,
  database: FakedClock,
  steps: number[],
  random: Random,
): Promise<{ operations: number; lost: number; doubled: number; gaveWay: string[] }> {
  await allowLoopback(admin);
  const shop = await createShop(admin);
  const receiver = await new Receiver().listen();
  const { endpoint_id } = await createEndpoint({ admin }, shop, receiver.url);
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'haat-clock-'));
  const own = new FakedClock(path.join(directory, 'clock'));
  const worker = await workerProcess(url, own.environment);
  const gaveWay: string[] = [];
  let written = 0;
  const write = async () => {
    for (let n = 0; n < eventsOfAStep; n++) {
      await admin.query(
        `select internal.act_as($1), internal.emit_event($2, 'order.updated', uuidv7(), '{"note": "x"}')`,
        [shop.companyId, shop.stores[0].id],
      );
    }
    written += eventsOfAStep;
  };
  try {
    await write();
    for (const seconds of steps) {
      // Some are under way, some are written just before, some after.
      for (const clock of random() < 0.5 ? [database, own] : [own, database]) {
        clock.set(seconds);
        await write();
      }
      await receiver.has(written).catch((error) => gaveWay.push(`deliveries wait: ${error.message}`));
    }
    await worker.stop();
    const { rows } = await admin.query('select id from app.events where store_id = $1', [shop.stores[0].id]);
    const times = new Map<string, number>();
    for (const { event } of receiver.got) times.set(event.id, (times.get(event.id) ?? 0) + 1);
    const { count } = (
      await admin.query(
        `select count(*)::int from app.webhook_deliveries where endpoint_id = $1 and status <> 'delivered'`,
        [endpoint_id],
      )
    ).rows[0];
    if (count > 0) gaveWay.push(`${count} deliveries are not called delivered`);
    return {
      operations: rows.length,
      lost: rows.filter(({ id }) => !times.has(id)).length,
      // No worker was killed, so each is sent once.
      doubled: [...times.values()].reduce((sum, n) => sum + n - 1, 0),
      gaveWay,
    };
  } finally {
    await worker.kill();
    receiver.close();
    fs.rmSync(directory, { recursive: true, force: true });
  }
}
