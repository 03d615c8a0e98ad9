// What the service keeps of memory after the worst that can come to it: receivers of webhooks that answer without end, five
// times more calls than it can serve, a storm of images, large pages. Linux only: it reads /proc.
//   npm run test:long -- memory --minutes 4
//   node test/faults/memory.ts --minutes 4 [--plain]      --plain: without the bounds of package.json
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { Pool } from 'undici';
import { openPool, withLogin } from '../../db/connect/connection.ts';
import { openThrowAwayCluster } from '../../db/embedded/throw-away.ts';
import { migrate } from '../../db/migrate/migrate.ts';
import { stopOnSignals } from '../../server/process/signals.ts';
import { table } from '../bench/scenario.ts';
import { fill } from '../bench/service.ts';
import { freePort } from '../helpers/processes/service.ts';
import { asCompany, createShop, stockVariant, type TestShop } from '../helpers/shop.ts';
import { allowLoopback, createEndpoint } from '../helpers/webhooks.ts';

const root = path.join(import.meta.dirname, '..', '..');
const settleMs = 30_000;
/** Megabytes, at rest and 30 seconds after the worst. */
const limits = { start: 200, api: 160, worker: 110, afterwards: 400, afterPages: 180 };

type Mode = 'start' | 'api' | 'worker';
type Shop = { url: string; shop: TestShop; skus: string[]; pictured: { key: string; productId: string }[] };
type Measured = { what: string; before: number; peak: number; after: number; limit: number; calls: string };

/** A process as npm starts it; `plain` leaves out what package.json says of memory. */
class Service {
  origin = '';
  #child!: ChildProcess;
  #folder = fs.mkdtempSync(path.join(os.tmpdir(), 'haat-memory-'));

  static async start(mode: Mode, databaseUrl: string, plain: boolean): Promise<Service> {
    const service = new Service();
    const port = await freePort();
    const { scripts } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
    const script = plain ? `exec node server/index.ts ${mode}` : scripts[mode];
    service.origin = `http://127.0.0.1:${port}`;
    service.#child = spawn('sh', ['-c', script.replace(/\bnode\b/, `'${process.execPath}'`)], {
      cwd: root,
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: mode === 'start' ? databaseUrl : withLogin(databaseUrl, 'haat_gateway'),
        DATA_DIR: service.#folder,
        PORT: String(port),
        HOST: '127.0.0.1',
        DEMO: 'off',
        LOG_LEVEL: 'silent',
        IP_REQUESTS_PER_MINUTE: '100000000',
        OUTBOUND_ALLOW: '127.0.0.0/8',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    process.once('exit', () => service.#child.kill('SIGKILL'));
    for await (const chunk of service.#child.stdout!) if (/ready|running/.test(String(chunk))) break;
    service.#child.stdout!.resume();
    return service;
  }

  get #status(): string {
    return fs.readFileSync(`/proc/${this.#child.pid}/status`, 'utf8');
  }

  resident(): number {
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(this.#status)![1]) / 1024);
  }

  /** The most since the last time that it was asked. */
  peak(): number {
    const kilobytes = Number(/VmHWM:\s+(\d+)/.exec(this.#status)![1]);
    fs.writeFileSync(`/proc/${this.#child.pid}/clear_refs`, '5');
    return Math.round(kilobytes / 1024);
  }

  async stop(): Promise<void> {
    this.#child.kill('SIGINT');
    await once(this.#child, 'exit');
    fs.rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Calls of so many clients at once until the time is over, and how they were answered. */
async function storm(service: Service, clients: number, ms: number, call: (http: Pool) => Promise<number>) {
  const pool = new Pool(service.origin, { connections: clients, pipelining: 1 });
  const answers = new Map<number, number>();
  const end = performance.now() + ms;
  const client = async () => {
    while (performance.now() < end) {
      const status = await call(pool).catch(() => 0);
      answers.set(status, (answers.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  await pool.destroy();
  return [...answers]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${count} × ${status || 'cut off'}`)
    .join(', ');
}

const statusOf = async (answer: ReturnType<Pool['request']>): Promise<number> => {
  const { statusCode, body } = await answer;
  await body.dump({ limit: 100_000_000 });
  return statusCode;
};

type Worst = (service: Service, shop: Shop, ms: number) => Promise<string>;

const endlessBodies: Worst = async (_service, { url, shop }, ms) => {
  const chunk = randomBytes(65_536);
  let calls = 0;
  const receiver = http.createServer((request, response) => {
    calls += 1;
    request.resume();
    const write = () => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on('drain', write).writeHead(200);
    write();
  });
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
  const admin = openPool(url);
  const { port } = receiver.address() as AddressInfo;
  for (let n = 0; n < 20; n++) await createEndpoint({ admin }, shop, `http://127.0.0.1:${port}/${n}`);
  const end = performance.now() + ms;
  while (performance.now() < end) {
    await asCompany(admin, shop.companyId, (client) =>
      client.query(`select internal.emit_event($1, 'order.updated', uuidv7(), '{}') from generate_series(1, 20)`, [
        shop.stores[0].id,
      ]),
    );
    await sleep(500);
  }
  await admin.query(
    `update app.webhook_endpoints set status = 'disabled', disabled_reason = 'staff', disabled_at = now()`,
  );
  await admin.end();
  receiver.closeAllConnections();
  receiver.close();
  return `${calls} deliveries`;
};

const overload: Worst = (service, { shop, skus }, ms) =>
  storm(service, 400, ms, (pool) => {
    const headers = { authorization: `Bearer ${shop.storeKey.key}`, 'content-type': 'application/json' };
    if (Math.random() < 0.5) {
      const list = Math.random() < 0.5 ? 'products' : 'orders';
      return statusOf(pool.request({ method: 'GET', path: `/ext/v1/${list}?limit=50`, headers }));
    }
    const items = [1, 2, 3].map(() => ({ sku: skus[Math.floor(Math.random() * skus.length)], quantity: 1 }));
    const body = JSON.stringify({ customer: { phone: '01712345678', full_name: 'Karim' }, items });
    return statusOf(
      pool.request({
        method: 'POST',
        path: '/ext/v1/orders',
        body,
        headers: { ...headers, 'idempotency-key': randomUUID() },
      }),
    );
  });

const images: Worst = async (service, { pictured }, ms) => {
  const noise = randomBytes(2500 * 2500 * 3);
  const photo = await sharp(noise, { raw: { width: 2500, height: 2500, channels: 3 } })
    .resize(6300, 6300)
    .jpeg({ quality: 20, progressive: true })
    .toBuffer();
  let turn = 0;
  return storm(service, 3 * pictured.length, ms, async () => {
    const { key, productId } = pictured[turn++ % pictured.length]!;
    const form = new FormData();
    form.append('images', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'photo.jpg');
    const answer = await fetch(`${service.origin}/ext/v1/products/${productId}/images`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'idempotency-key': randomUUID() },
      body: form,
    });
    await answer.arrayBuffer();
    return answer.status;
  });
};

const largePages: Worst = (service, { shop }, ms) =>
  storm(service, 8, ms, (pool) => {
    const headers = { authorization: `Bearer ${shop.storeKey.key}` };
    const list = ['products', 'orders', 'inventory/levels'][Math.floor(Math.random() * 3)];
    return statusOf(pool.request({ method: 'GET', path: `/ext/v1/${list}?limit=100`, headers }));
  });

async function measure(what: string, service: Service, shop: Shop, worst: Worst, ms: number, limit: number) {
  const before = service.resident();
  service.peak();
  const calls = await worst(service, shop, ms);
  const peak = service.peak();
  await sleep(settleMs);
  return { what, before, peak, after: service.resident(), limit, calls };
}

async function arrange(url: string): Promise<Shop> {
  await migrate(url, { includeCurrent: true });
  const admin = openPool(url);
  const shop = await createShop(admin);
  await allowLoopback(admin);
  await admin.query('update app.plans set reads_per_minute = 100000000, writes_per_minute = 100000000');
  const skus = await fill(admin, shop);
  // A key may have two calls with images at a time.
  const pictured: Shop['pictured'] = [];
  for (let n = 0; n < 6; n++) {
    const other = await createShop(admin);
    const { productId } = await stockVariant(admin, other, { sku: 'PICTURED' });
    pictured.push({ key: other.storeKey.key, productId });
  }
  await admin.end();
  return { url, shop, skus, pictured };
}

/** Idle, a process of each kind; then the worst, one after another, on one process that does everything. */
async function measureAll(shop: Shop, minutes: number, plain: boolean): Promise<Measured[]> {
  const measured: Measured[] = [];
  const note = (one: Measured) => {
    measured.push(one);
    console.error(`${one.what}: ${one.before} → ${one.peak} → ${one.after} MB`);
  };
  // The first start after an installation fills the compile cache.
  if (!plain) await (await Service.start('start', shop.url, plain)).stop();
  for (const mode of ['api', 'worker', 'start'] as const) {
    const service = await Service.start(mode, shop.url, plain);
    await sleep(5_000);
    const idle = service.resident();
    note({ what: `${mode}, idle`, before: idle, peak: service.peak(), after: idle, limit: limits[mode], calls: '' });
    if (mode === 'start') {
      const share = (minutes * 60_000) / 4;
      note(await measure('large pages', service, shop, largePages, share, limits.afterPages));
      note(await measure('bodies without end', service, shop, endlessBodies, share, limits.afterwards));
      note(await measure('overload', service, shop, overload, share, limits.afterwards));
      note(await measure('images', service, shop, images, share, limits.afterwards));
    }
    await service.stop();
  }
  return measured;
}

/** Prints its figures, and gives a row of the table of faults. */
export async function run({ minutes, plain = false }: { minutes: number; plain?: boolean }) {
  const cluster = await stopOnSignals(openThrowAwayCluster(), ({ stop }) => stop());
  try {
    const measured = await measureAll(await arrange(cluster.url('memory')), minutes, plain);
    const header = ['MB resident', 'before', 'most', '30 s later', 'limit', 'answers'];
    console.log(
      table(
        header,
        measured.map((m) => [m.what, m.before, m.peak, m.after, m.limit, m.calls]),
      ),
    );
    const gaveWay = measured
      .filter((m) => m.after > m.limit)
      .map((m) => `${m.what}: ${m.after} MB, at most ${m.limit}`);
    const remarks = measured.map((m) => `${m.what} ${m.after} MB`).join(', ');
    return { operations: measured.length, lost: 0, doubled: 0, foreign: 0, serverErrors: 0, gaveWay, remarks };
  } finally {
    await cluster.stop();
  }
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { minutes: { type: 'string', default: '4' }, plain: { type: 'boolean' } } });
  const { gaveWay } = await run({ minutes: Number(values.minutes), plain: values.plain });
  for (const what of gaveWay) console.log(what);
  process.exit(gaveWay.length === 0 ? 0 : 1);
}
