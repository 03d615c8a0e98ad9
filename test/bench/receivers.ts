// What receivers whose answers have no end cost a worker: its memory at rest, at most, and half a minute later. 18 endpoints
// get 40 events each at once, by every kind of answer in turn.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openPool } from '../../db/connect/connection.ts';
import { migrate } from '../../db/migrate/migrate.ts';
import { createShop } from '../helpers/shop.ts';
import { allowLoopback, createEndpoint, workerProcess } from '../helpers/webhooks.ts';
import { progress, type Scenario, table } from './scenario.ts';
import { environment, flags } from './service.ts';

const kinds = ['large', 'small', 'slow'];
const endpoints = 18;
const events = 40;
const underWayMs = 17_000;
const restMs = 30_000;

export const run: Scenario = async (cluster, print) => {
  const url = cluster.url('bench');
  await migrate(url, { includeCurrent: true });
  const admin = openPool(url);
  await allowLoopback(admin);
  const program = path.join(import.meta.dirname, '../helpers/processes/endless-receivers.ts');
  const receivers = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] });
  process.once('exit', () => receivers.kill('SIGKILL'));
  const [port] = await once(receivers.stdout, 'data');
  const worker = await workerProcess(url, environment, flags);
  try {
    const rows = [];
    await sleep(5_000);
    for (const kind of kinds) {
      progress.at(`receivers: ${kind}`);
      const shop = await createShop(admin);
      for (let n = 0; n < endpoints; n++)
        await createEndpoint({ admin }, shop, `http://127.0.0.1:${String(port).trim()}/${kind}/${n}`);
      const before = resident(worker.pid);
      forgetPeak(worker.pid);
      await admin.query(
        `select internal.act_as($1), internal.emit_event($2, 'order.updated', uuidv7(), '{"note": "x"}', '{}')
         from generate_series(1, $3::int)`,
        [shop.companyId, shop.stores[0].id, events],
      );
      await sleep(underWayMs);
      await admin.query(
        `update app.webhook_endpoints set status = 'disabled', disabled_reason = 'staff', disabled_at = internal.now()
         where company_id = $1`,
        [shop.companyId],
      );
      const { rows: attempts } = await admin.query(
        'select count(*)::int as made from app.webhook_attempts where company_id = $1',
        [shop.companyId],
      );
      const peak = peakOf(worker.pid);
      await sleep(restMs);
      rows.push([kind, attempts[0].made, `${before} MB`, `${peak} MB`, `${resident(worker.pid)} MB`]);
    }
    print(table(['answers', 'attempts', 'before', 'at most', `${restMs / 1000} s later`], rows));
  } finally {
    receivers.kill('SIGKILL');
    await worker.kill();
    await admin.end();
  }
};

const statusOf = (pid: number, name: string) =>
  Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024);
const resident = (pid: number) => statusOf(pid, 'VmRSS');
const peakOf = (pid: number) => statusOf(pid, 'VmHWM');
const forgetPeak = (pid: number) => fs.writeFileSync(`/proc/${pid}/clear_refs`, '5');
