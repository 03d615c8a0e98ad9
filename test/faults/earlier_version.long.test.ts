// A rolling release: for a while the servers and workers of an earlier version run on the database that this version has
// migrated, beside those of this one.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { withLogin } from '../../db/connect/connection.ts';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { findBroken } from '../helpers/invariants.ts';
import { type Service, startService } from '../helpers/processes/service.ts';
import { Receiver, verify } from '../helpers/servers/receiver.ts';
import { createShop, stockVariant, type TestShop } from '../helpers/shop.ts';
import { hire, password, signIn } from '../helpers/staff.ts';
import { allowLoopback, createEndpoint, until } from '../helpers/webhooks.ts';

/**
 * The version whose processes must still run. From the first release on it is the last release; before, it moves on when a
 * change that breaks it is meant, and the changelog of the change says so.
 */
const earlier = '81c2182d79158d7cd753dd3bc90b2eb96a404277';

const here = path.join(import.meta.dirname, '..', '..');
const git = (...options: string[]) =>
  execFileSync('git', options, { cwd: here, stdio: 'pipe', maxBuffer: 100_000_000 });

let hasHistory = true;
try {
  git('cat-file', '-e', `${earlier}^{commit}`);
} catch {
  hasHistory = false;
}
// One after the other: whichever worker runs may take the deliveries of all.
const rolling = hasHistory ? test.serial : test.skip;
const because = hasHistory ? '' : ` (left out: commit ${earlier.slice(0, 7)} is not in this clone)`;

let db: TestDatabase;
let shop: TestShop;
let old: string;
test.before(async () => {
  if (!hasHistory) return;
  db = await freshDatabase('runs processes');
  await allowLoopback(db.admin);
  shop = await createShop(db.admin);
  await stockVariant(db.admin, shop, { sku: 'RICE', price: 350, quantity: 100 });
  old = fs.mkdtempSync(path.join(os.tmpdir(), 'haat-earlier-'));
  const archive = git('archive', earlier, 'server', 'workers', 'db', 'package.json', 'package-lock.json');
  execFileSync('tar', ['-x', '-C', old], { input: archive });
  // Its own packages: this version may have left some of them out.
  execFileSync('npm', ['ci', '--omit=dev', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'], {
    cwd: old,
    stdio: 'pipe',
  });
});
test.after.always(async () => {
  if (old) fs.rmSync(old, { recursive: true });
  await db?.drop();
});

const start = (t: ExecutionContext, mode: 'api' | 'worker', root: string): Promise<Service> =>
  startService(
    t,
    mode,
    { DATABASE_URL: withLogin(db.url, 'haat_gateway'), OUTBOUND_ALLOW: '127.0.0.0/8', LOG_LEVEL: 'warn' },
    root,
  );

async function call(service: Service, method: string, place: string, body?: object, token = shop.storeKey.key) {
  const response = await fetch(service.url + place, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }),
    },
    body: body && JSON.stringify(body),
  });
  // biome-ignore lint/suspicious/noExplicitAny: documents of every shape
  return { status: response.status, body: (await response.json()) as any };
}

const order = { customer: { phone: '01712345678', full_name: 'Karim' }, items: [{ sku: 'RICE', quantity: 2 }] };

rolling(`the server of an earlier version sells on the database of this one${because}`, async (t) => {
  const api = await start(t, 'api', old);
  t.is((await fetch(`${api.url}/readyz`)).status, 200);

  const product = await call(api, 'POST', '/ext/v1/products', {
    name: 'Lungi',
    status: 'active',
    variants: [{ sku: 'LUNGI', name: 'Blue', price: 500 }],
  });
  t.is(product.status, 201, JSON.stringify(product.body));
  const changed = await call(api, 'PATCH', `/ext/v1/products/${product.body.id}`, { name: 'Lungi of cotton' });
  t.is(changed.body.name, 'Lungi of cotton');
  const counted = await call(api, 'POST', '/ext/v1/inventory/adjustments', {
    sku: 'LUNGI',
    location_id: shop.locationId,
    type: 'purchase',
    quantity_change: 10,
    unit_cost: 300,
    reason: 'first stock',
  });
  t.is(counted.status, 201, JSON.stringify(counted.body));

  const placed = await call(api, 'POST', '/ext/v1/orders', order);
  t.is(placed.status, 201, JSON.stringify(placed.body));
  const confirmed = await call(api, 'PATCH', `/ext/v1/orders/${placed.body.id}/status`, { status: 'confirmed' });
  t.like(confirmed.body, { status: 'confirmed', total_amount: '700.00' });
  const cancelled = await call(api, 'POST', `/ext/v1/orders/${placed.body.id}/cancel`, {
    reason: 'changed their mind',
  });
  t.is(cancelled.body.status, 'cancelled', JSON.stringify(cancelled.body));
  t.is((await call(api, 'POST', '/ext/v1/orders', { items: [] })).status, 422);

  for (const list of ['orders', 'products', 'customers', 'inventory/levels', 'inventory/movements', 'brands']) {
    const { status, body } = await call(api, 'GET', `/ext/v1/${list}`);
    t.is(status, 200, JSON.stringify(body));
    if (list === 'orders') t.is(body.data[0].id, placed.body.id);
  }
  const tool = { name: 'list_orders', arguments: {} };
  const listed = await call(api, 'POST', '/ext/mcp/v1', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: tool });
  t.is(listed.body.result?.structuredContent?.data[0].id, placed.body.id, JSON.stringify(listed.body));

  const { email } = await hire(db, shop.companyId, { role: 'owner' });
  const ask = (query: string, variables: object, token?: string) =>
    call(api, 'POST', '/admin/graphql', { query, variables }, token);
  const entered = await ask(signIn, { email, password }, '');
  t.is(entered.body.errors, undefined, api.output());
  const { token } = entered.body.data.signIn.session;
  const seen = await ask('query ($id: UUID!) { order(id: $id) { status } }', { id: placed.body.id }, token);
  t.deepEqual(seen.body, { data: { order: { status: 'cancelled' } } });

  t.is(await api.stop(), 0);
  t.is(api.output().match(/"level":[56]0/), null, api.output());
  t.deepEqual(await findBroken(db.admin), []);
});

for (const [server, worker] of [
  ['earlier', 'earlier'],
  ['earlier', 'new'],
  ['new', 'earlier'],
] as const) {
  rolling(`what the ${server} server sells, the ${worker} worker delivers${because}`, async (t) => {
    t.timeout(120_000);
    const rootOf = (version: typeof server) => (version === 'earlier' ? old : here);
    const own = await createShop(db.admin);
    await stockVariant(db.admin, own, { sku: 'RICE', price: 350 });
    const receiver = await new Receiver().listen();
    t.teardown(() => receiver.close());
    const { secret } = await createEndpoint(db, own, receiver.url, ['order.created']);
    const [api, deliverer] = await Promise.all([start(t, 'api', rootOf(server)), start(t, 'worker', rootOf(worker))]);
    const placed = await call(api, 'POST', '/ext/v1/orders', order, own.storeKey.key);
    t.is(placed.status, 201, JSON.stringify(placed.body));
    await receiver.has(1);
    t.is(receiver.got[0]!.event.data.object.id, placed.body.id);
    t.notThrows(() => verify(secret, receiver.got[0]!));
    const delivered = `select count(*) = 1 and bool_and(status = 'delivered') from app.webhook_deliveries where company_id = $1`;
    await until(db, delivered, [own.companyId]);
    t.deepEqual(await Promise.all([api.stop(), deliverer.stop()]), [0, 0]);
  });
}
