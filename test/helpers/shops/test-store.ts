// A test store with work to do, and all that staff may ask for without naming anything.
import { createHash, randomUUID } from 'node:crypto';
import type { TestDatabase } from '../database.ts';
import { createKey, type TestShop } from '../shop.ts';
import type { StaffDesk } from '../staff.ts';
import { createEndpoint } from '../webhooks.ts';

type Busy = {
  db: TestDatabase;
  shop: TestShop;
  desk: StaffDesk;
  /** The token of an owner. */
  owner: string;
  store: string;
  /** One that reports pickups, one that does not. */
  couriers: { reporting: string; silent: string };
};

/** Does in the test store what the demo leaves out, so that every list of work has something. */
export async function beBusy({ db, shop, desk, owner, store, couriers }: Busy): Promise<void> {
  const { rows } = await db.admin.query(
    `select id from app.orders where store_id = $1 and status = 'processing' order by id limit 5`,
    [store],
  );
  const ask = (text: string) => desk.ask(owner, `mutation { ${text} }`);
  const parcels: string[] = [];
  for (const [n, { id }] of rows.entries()) {
    await ask(`changeOrderStatus(input: { orderId: "${id}", status: ready_to_ship }) { clientMutationId }`);
    if (n === 4) continue;
    const courier = n === 0 ? couriers.reporting : couriers.silent;
    const { bookParcel } = await ask(
      `bookParcel(input: { orderId: "${id}", courierId: "${courier}", trackingCode: "T${n}" }) { parcel { id } }`,
    );
    parcels.push(bookParcel.parcel.id);
  }
  await ask(`recordParcelDelivered(input: { parcelId: "${parcels[1]}" }) { clientMutationId }`);
  await ask(`requestParcelReturn(input: { parcelId: "${parcels[2]}" }) { clientMutationId }`);
  const items = await db.admin.query('select id from app.order_items where order_id = $1 limit 1', [rows[1].id]);
  await ask(`createReturn(input: { orderId: "${rows[1].id}", reason: "No",
    lines: [{ orderItemId: "${items.rows[0].id}", quantity: 1 }] }) { clientMutationId }`);
  const { viewer } = await desk.ask(owner, '{ viewer { id } }');
  await ask(`assignOrder(input: { orderId: "${rows[0].id}", staffId: "${viewer.id}" }) { clientMutationId }`);
  await db.admin.query(
    `update app.orders set follow_up_at = internal.now() - interval '1 hour'
     where store_id = $1 and status = 'follow_up'`,
    [store],
  );
  const { key } = await createKey(db.admin, shop.companyId, { storeId: store });
  const unpriced = { name: 'Unpriced', status: 'active', variants: [{ sku: 'NONE', name: 'Standard', price: 0 }] };
  await desk.request('POST', '/products', { key, body: unpriced, idempotencyKey: randomUUID() });
  const { endpoint_id } = await createEndpoint(db, shop, 'http://127.0.0.1:9/broken', ['product.archived'], store);
  await db.admin.query('update app.webhook_endpoints set failures = 1, failing_since = internal.now() where id = $1', [
    endpoint_id,
  ]);
}

const aboutOneself = ['viewer', 'two_factor', 'open_sessions', 'passkeys', 'push_devices'];
/** The activity has what people did in a test store too, as one entry. */
const leftOut = [...aboutOneself, 'list_activity'];

/** Every list and sum that staff may ask for without naming anything, as a member of staff gets it. */
export async function companyWide(db: TestDatabase, token: string, storeId?: string): Promise<Record<string, string>> {
  const { rows } = await db.admin.query(
    `select p.proname as name, 'store_id' = any (p.proargnames) as by_store from pg_proc p
     where p.pronamespace = 'staff'::regnamespace and p.provolatile <> 'v' and p.pronargs = p.pronargdefaults
     order by 1`,
  );
  const client = await db.as('haat_staff_gateway').connect();
  try {
    await client.query('begin');
    await client.query('set local role haat_staff');
    await client.query(`select set_config('haat.session', $1, true)`, [
      createHash('sha256').update(token).digest('hex'),
    ]);
    const found: Record<string, string> = {};
    for (const { name, by_store } of rows) {
      if (leftOut.includes(name) || (storeId && !by_store)) continue;
      const given = storeId ? `store_id => '${storeId}'` : '';
      const answer = await client.query(`select json_agg(r)::text as rows from staff.${name}(${given}) r`);
      found[name] = answer.rows[0].rows;
    }
    return found;
  } finally {
    await client.query('rollback');
    client.release();
  }
}
