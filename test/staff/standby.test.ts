// A database that only reads, as after a failover: a standby, or the primary that was taken down a rank.
import { randomUUID } from 'node:crypto';
import test from 'ava';
import { withClient } from '../../db/connect/connection.ts';
import { isReady } from '../../server/http/readiness.ts';
import { createLog } from '../../server/process/log.ts';
import type { Staff } from '../../server/staff/index.ts';
import { type Answer, startApi, type TestApi } from '../helpers/api.ts';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { drawn } from '../helpers/servers/image-server.ts';
import { createShop, stockVariant, type TestShop } from '../helpers/shop.ts';
import { hire, password, signIn } from '../helpers/staff.ts';
import { borrowStaff } from '../helpers/staff-engine.ts';
import { toolsPath } from '../helpers/tools.ts';

let db: TestDatabase;
let api: TestApi;
let shop: TestShop;
let staff: Staff;
let email: string;
let productId: string;

test.before(async () => {
  db = await freshDatabase('ends connections');
  shop = await createShop(db.admin);
  await stockVariant(db.admin, shop, { sku: 'RICE', quantity: 100 });
  productId = (await db.admin.query('select id from app.products')).rows[0].id;
  ({ email } = await hire(db, shop.companyId, { role: 'owner' }));
  const log = createLog('silent');
  staff = borrowStaff(db.as('haat_staff_gateway'));
  const pool = db.as('haat_gateway');
  api = await startApi({ pool, log, staff, ready: () => isReady(pool) });
});
test.after.always(async () => {
  await api?.stop();
  await staff?.release();
  await db?.drop();
});

/** Every session of the servers is as if the database had become a standby, or the primary again. */
async function setReadOnly(isReadOnly: boolean, isCut: boolean): Promise<void> {
  const name = new URL(db.url).pathname.slice(1);
  await withClient(db.url, async (client) => {
    await client.query('set default_transaction_read_only = off');
    await client.query(`alter database ${name} set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`);
    if (!isCut) return;
    const others = `usename in ('haat_gateway', 'haat_staff_gateway') and datname = $1`;
    await client.query(`select pg_terminate_backend(pid, 5000) from pg_stat_activity where ${others}`, [name]);
  });
}

const key = () => ({ key: shop.storeKey.key, idempotencyKey: randomUUID() });
const order = { customer: { phone: '01711111111', full_name: 'Karim' }, items: [{ sku: 'RICE', quantity: 1 }] };
const tool = (name: string, args: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args },
});

/** One call of every door. */
const calls: Record<string, () => Promise<Answer>> = {
  'REST reads': () => api.request('GET', '/products', { key: shop.storeKey.key }),
  'REST writes': () => api.request('POST', '/orders', { ...key(), body: order }),
  'a form with an image': async () => {
    const raw = new FormData();
    raw.append('images', new Blob([new Uint8Array(await drawn('png'))], { type: 'image/png' }), 'a.png');
    return api.request('POST', `/products/${productId}/images`, { ...key(), raw });
  },
  'an image by link': () =>
    api.request('POST', `/products/${productId}/images`, {
      ...key(),
      body: { images: [{ source_url: 'https://8.8.8.8/a.png' }] },
    }),
  'a video': () => api.request('GET', `/videos/${randomUUID()}`, { key: shop.storeKey.key }),
  'a tool': () => api.request('POST', toolsPath, { key: shop.storeKey.key, body: tool('create_order', order) }),
  'staff who sign in': () =>
    api.request('POST', '//admin/graphql', { body: { query: signIn, variables: { email, password } } }),
  readiness: () => api.request('GET', '//readyz'),
};

test('a database that only reads is 503 with Retry-After at every door and not ready, and all is well when it writes again', async (t) => {
  t.is((await calls.readiness!()).status, 200);
  await setReadOnly(true, true);
  for (const [door, call] of Object.entries(calls)) {
    const answer = await call();
    t.is(answer.status, 503, `${door}: ${answer.text}`);
    t.is(answer.headers.get('retry-after'), '2', door);
    t.regex(answer.text, /UNAVAILABLE/, door);
  }
  t.is((await api.request('GET', '//healthz')).status, 200);

  // The sessions of the time between are not kept, or the servers would stay with the server that only reads.
  await setReadOnly(false, false);
  for (const door of [
    'readiness',
    'REST reads',
    'REST writes',
    'a form with an image',
    'a tool',
    'staff who sign in',
  ]) {
    const answer = await calls[door]!();
    t.true(answer.status < 300, `${door}: ${answer.text}`);
    t.notRegex(answer.text, /UNAVAILABLE/, door);
  }
});
