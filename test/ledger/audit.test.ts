// Each kind of damage, done on purpose as a superuser who goes behind triggers and constraints, is seen by its check.
// A damage lives in a transaction that is rolled back; the audit in it runs as haat_dba.
import test from 'ava';
import { corruptions, refusals } from '../helpers/corruptions/index.ts';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { inTurns } from '../helpers/long.ts';
import { type Desk, openDesk } from '../helpers/orders.ts';
import { callGate, createShop, insert, stockVariant, type TestShop } from '../helpers/shop.ts';
import { openStockRoom } from '../helpers/stock.ts';
import { md5, readyVideo, startUpload } from '../helpers/videos/rows.ts';

type Finding = {
  check_name: string;
  company: string | null;
  store: string | null;
  object: string;
  found: string;
  expected: string;
};

let db: TestDatabase;
let ids: Record<string, string>;
test.before(async () => {
  db = await freshDatabase('leaves damage');
  const shop = await createShop(db.admin);
  const rival = await createShop(db.admin);
  const order = async (owner: TestShop, sku: string, more = {}) => {
    const { result, outcome } = await callGate(
      db.as('haat_gateway'),
      owner.storeKey,
      'create_order',
      { customer: { phone: '01712345678', full_name: 'Rahim' }, items: [{ sku, quantity: 3 }], ...more },
      { idempotencyKey: sku },
    );
    if (outcome.sqlstate) throw new Error(outcome.message!);
    return result;
  };
  const { productId, variantId } = await stockVariant(db.admin, shop, { sku: 'OURS' });
  const theirs = await stockVariant(db.admin, rival, { sku: 'THEIRS' });
  const coupon = await insert(db.admin, 'coupons', {
    company_id: shop.companyId,
    store_id: shop.stores[0].id,
    code: 'TEN',
    type: 'percent',
    value: 10,
  });
  const ours = await order(shop, 'OURS', {
    coupon_code: 'TEN',
    payment: { payment_method_id: shop.stores[0].paymentMethods.card, amount: 100 },
  });
  const rivals = await order(rival, 'THEIRS');
  const gateway = db.as('haat_gateway');
  const call = (operation: string, input: object) => callGate(gateway, shop.storeKey, operation, input);
  const video = await readyVideo(db, gateway, shop.storeKey);
  await call('place_product_video', { id: productId, video_id: video });
  const upload = await startUpload(gateway, shop.storeKey);
  await call('sign_video_parts', { id: upload, parts: [{ part_number: 1, content_md5: md5('1') }] });
  await call('create_brand', { name: 'Arong' });
  await call('create_category', { name: 'Shirts' });
  const cancelled = await startUpload(gateway, shop.storeKey);
  await call('delete_video', { id: cancelled });
  const desk = await openDesk(db, shop);
  const sold = await sellInPart(desk);
  await desk.ask('record_call', { id: sold.sold, outcome: 'confirmed' });
  // The first notes how far it may go, the second goes there.
  const sealHistory = async () => {
    for (let n = 0; n < 2; n++) await db.admin.query(`select internal.seal_history(margin => '0')`);
  };
  const documents = await writeDocuments(shop);
  const erased = await eraseSomebody(desk, sealHistory);
  await db.admin.query('select internal.seal_ledger()');
  await sealHistory();
  ids = {
    product: productId,
    video,
    upload,
    cancelled,
    company: shop.companyId,
    rival: rival.companyId,
    store: shop.stores[0].id,
    variant: variantId,
    rival_variant: theirs.variantId,
    coupon,
    order: ours.id,
    rival_order: rivals.id,
    ...sold,
    ...documents,
    erased,
  };
});
test.after.always(() => db?.drop());

/** An order of which a part was refused at the door, a part paid out and a part brought back; and goods found by counting. */
async function sellInPart(desk: Desk): Promise<Record<string, string>> {
  const { shop } = desk;
  await stockVariant(db.admin, shop, { sku: 'SOLD' });
  const { variantId } = await stockVariant(db.admin, shop, { sku: 'FOUND', quantity: 0 });
  await desk.ask('create_inventory_adjustment', {
    location_id: shop.locationId,
    variant_id: variantId,
    quantity_change: 5,
    reason: 'count',
  });
  const order = await desk.place([{ sku: 'SOLD', quantity: 4 }], { shipping_charge: 60 });
  await desk.move(order.id, 'confirmed');
  const { id: parcel_id } = await desk.staff('book_parcel', { order_id: order.id, courier_id: desk.couriers.silent });
  const line = { order_item_id: order.items[0].id, quantity: 3 };
  await desk.staff('record_partial_delivery', { parcel_id, kept: [line], collected_amount: 300 });
  await desk.staff('record_parcel_payout', { parcel_id, amount: 230, charged_amount: 20 });
  const asked = await desk.staff('create_return', { order_id: order.id, lines: [{ ...line, quantity: 1 }] });
  await desk.staff('receive_return', { return_id: asked.id });
  return { sold: order.id, return: asked.id, found_variant: variantId };
}

/** Goods that came in part, of which some went back, some were brought elsewhere and some were missing at a count. */
async function writeDocuments(shop: TestShop): Promise<Record<string, string>> {
  const room = openStockRoom(db, shop);
  const { variantId } = await stockVariant(db.admin, shop, { sku: 'RECEIVED', quantity: 0 });
  const location_id = shop.locationId;
  const line = (quantity: number) => [{ sku: 'RECEIVED', quantity }];
  const purchase = await room.staff('create_purchase', { location_id, lines: [{ ...line(20)[0], unit_cost: 10 }] });
  const receipt = await room.staff('receive_purchase', { purchase_id: purchase.id, lines: line(12) });
  const back = { receipt_id: receipt.id, reason: 'Broken', lines: line(2) };
  const correction = await room.staff('correct_goods_receipt', back);
  const locations = { from_location_id: location_id, to_location_id: shop.secondLocationId };
  const transfer = await room.staff('transfer_stock', { ...locations, lines: line(4) });
  const count = await room.staff('start_stock_count', { location_id, reason: 'Count' });
  const lines = [{ sku: 'RECEIVED', counted: 5 }];
  await room.staff('save_stock_count_lines', { count_id: count.id, lines });
  await room.staff('book_stock_count', { count_id: count.id });
  return {
    received_variant: variantId,
    purchase: purchase.id,
    receipt: receipt.id,
    correction: correction.id,
    transfer: transfer.id,
    count: count.id,
  };
}

/** A customer whose order was cancelled, told of in every log, which was sealed; and then erased. */
async function eraseSomebody(desk: Desk, sealHistory: () => Promise<void>): Promise<string> {
  await db.admin.query(`update app.staff set role = 'owner' where id = $1`, [desk.staffId]);
  const customer = { phone: '01812345678', full_name: 'Salma' };
  const order = await desk.place([{ sku: 'OURS', quantity: 1 }], { customer, note: 'Ring twice' });
  await desk.staff('update_customer', { customer_id: order.customer_id, full_name: 'Salma Begum' });
  await desk.staff('cancel_order', { order_id: order.id, reason: 'She moved away' });
  await sealHistory();
  await desk.staff('erase_customer', { customer_id: order.customer_id });
  return order.customer_id;
}

const withIds = (statement: string) =>
  statement.replace(/:([a-z_]+)\b(?<!::\1)/g, (match, name) => (ids[name] ? `'${ids[name]}'` : match));

/** Does the damage, audits, undoes it. */
async function auditAfter(statements: string[], check: string | null = null): Promise<Finding[]> {
  const client = await db.admin.connect();
  try {
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    for (const statement of statements) {
      const text = withIds(statement);
      const { rowCount, command } = await client.query(text);
      if (rowCount === 0 && /^(INSERT|UPDATE|DELETE)$/.test(command)) throw new Error(`did no damage: ${text}`);
    }
    await client.query('set local role haat_dba');
    return (await client.query('select * from ledger.audit($1)', [check])).rows;
  } finally {
    await client.query('rollback');
    client.release();
  }
}

test.serial('sound books give no row', async (t) => {
  t.deepEqual(await auditAfter([]), []);
});

// Each check sees a third of its damages by turns, and one at least; all in a long run.
const byCheck = [...Map.groupBy(corruptions, ({ check }) => check).values()];
for (const { check, what, statements, object } of byCheck.flatMap((damages, n) => inTurns(damages, 3, n)))
  test.serial(`${check} sees ${what}`, async (t) => {
    const findings = await auditAfter(statements, check);
    t.is(
      findings.length > 0 && findings.every((finding) => finding.found !== '' && finding.expected !== ''),
      true,
      JSON.stringify(findings),
    );
    t.true(
      findings.some((finding) => object.test(finding.object)),
      JSON.stringify(findings),
    );
  });

for (const { what, statement, sqlstate } of refusals)
  test.serial(`refused even to a superuser: ${what}`, async (t) => {
    await t.throwsAsync(db.admin.query(withIds(statement)), { code: sqlstate });
  });

test.serial('a job that waits is stuck while workers are there, not while the service is stopped', async (t) => {
  const late = [`select graphile_worker.add_job('webhook__deliver', run_at => now() - interval '1 hour')`];
  t.deepEqual(await auditAfter(late), []);
  const worker = await db.as('haat_worker').connect();
  const [finding] = await auditAfter(late);
  worker.release(true);
  t.like(finding, { check_name: 'check_jobs', expected: 'taken within 15 minutes' });
});

test.serial('every check was shown to see its damage, and says what must hold', async (t) => {
  const { rows } = await db.as('haat_dba').query('select name, invariant from ledger.checks order by name');
  t.deepEqual(
    rows.map(({ name }) => name),
    [...new Set(corruptions.map(({ check }) => check))].sort(),
  );
  t.deepEqual(
    rows.filter(({ invariant }) => !invariant),
    [],
  );
});

/** What a call of ledger.audit says while it runs. */
async function listen(call: string): Promise<{ rows: Finding[]; notices: string[] }> {
  const client = await db.as('haat_dba').connect();
  const notices: string[] = [];
  client.on('notice', ({ message }) => notices.push(message ?? ''));
  const { rows } = await client.query(`select * from ${call}`);
  client.release(true);
  return { rows, notices };
}

test.serial('it tells of each check as it ends, how long it took, and what it cannot see', async (t) => {
  const { notices } = await listen('ledger.audit()');
  const { rows: checks } = await db.admin.query('select name from ledger.checks order by name');
  t.is(notices.length, checks.length + 1);
  for (const [n, { name }] of checks.entries())
    t.regex(notices[n]!, new RegExp(`^${n + 1} of ${checks.length}: ${name}, [\\d.]+ s, sound$`));
  t.regex(
    notices.at(-1)!,
    /^\d+ checks took [\d.]+ s\. They cannot see .*:\n- What a superuser changes together with its proof/,
  );
});

test.serial('asked for what changed since the last seal, it looks at that and says what it left out', async (t) => {
  // All of it happened a day before the seals.
  const client = await db.admin.connect();
  await client.query('set session_replication_role = replica');
  for (const table of ['orders', 'order_items', 'payments', 'parcels', 'inventory_levels', 'variant_costs'])
    await client.query(`update app.${table} set updated_at = updated_at - interval '1 day'`);
  client.release(true);
  const quiet = await listen('ledger.audit(since_last_seal => true)');
  t.deepEqual(quiet.rows, []);
  t.is(quiet.notices[0], 'since the last seal: 0 orders and 0 variants changed');
  t.regex(quiet.notices.at(-1)!, /Left out, since they read everything: .*check_seals/);

  await db.admin.query(`update app.orders set payment_status = 'paid' where id = $1`, [ids.order]);
  await db.admin.query(`update app.inventory_levels set reserved = reserved + 1 where variant_id = $1`, [ids.variant]);
  const { rows, notices } = await listen('ledger.audit(since_last_seal => true)');
  t.is(notices[0], 'since the last seal: 1 orders and 1 variants changed');
  const found = new Set(rows.map(({ check_name }) => check_name));
  t.true(['check_order_amounts', 'check_level_sums', 'check_reserved'].every((name) => found.has(name)));
  t.deepEqual(rows, (await listen('ledger.audit()')).rows);
  await db.admin.query(`update app.orders set payment_status = 'partially_paid' where id = $1`, [ids.order]);
  await db.admin.query(`update app.inventory_levels set reserved = reserved - 1 where variant_id = $1`, [ids.variant]);
});

test.serial('a damage is seen in the order or variant alone, as it is among all', async (t) => {
  const { rows: checks } = await db.admin.query('select name, key from ledger.checks where key <> $1', ['since']);
  t.true(checks.length >= 18);
  for (const { name, key } of checks) {
    const { statements } = corruptions.find(({ check }) => check === name)!;
    const client = await db.admin.connect();
    try {
      await client.query('begin');
      await client.query('set local session_replication_role = replica');
      for (const statement of statements) await client.query(withIds(statement));
      const { rows } = await client.query(
        `select whole.found, alone.found as found_alone
         from ledger.${name} whole
         cross join lateral (select * from ledger.${name} q where q.${key} = whole.${key} offset 0) alone
         where alone.object = whole.object`,
      );
      t.true(rows.length > 0, name);
      t.true(
        rows.some(({ found, found_alone }) => found === found_alone),
        name,
      );
    } finally {
      await client.query('rollback');
      client.release();
    }
  }
});

test.serial('a check in parts finds what it finds at once, each thing in one part', async (t) => {
  const divisible = `select p.proname as name from pg_proc p
    where p.pronamespace = 'ledger'::regnamespace and p.proname like 'check%' and p.proargnames[1:2] = '{part,parts}'
    order by 1`;
  const { rows: checks } = await db.admin.query<{ name: string }>(divisible);
  t.deepEqual(
    checks.map(({ name }) => name),
    ['check_history', 'check_orphans', 'check_product_documents', 'check_records', 'check_seals', 'check_tenants'],
  );
  for (const { name } of checks) {
    const client = await db.admin.connect();
    try {
      await client.query('begin');
      await client.query('set local session_replication_role = replica');
      const damage = corruptions.find(({ check }) => check === name)!;
      for (const statement of damage.statements) await client.query(withIds(statement));
      const { rows: whole } = await client.query(`select * from ledger.${name}() order by object`);
      const { rows: parted } = await client.query(
        `select c.* from generate_series(1, 3) n cross join lateral ledger.${name}(n, 3) c order by c.object`,
      );
      t.true(whole.length > 0, name);
      t.deepEqual(parted, whole, name);
    } finally {
      await client.query('rollback');
      client.release();
    }
  }
});

const largeTables = ['orders', 'order_items', 'order_timeline', 'payments', 'parcels', 'returns', 'stock_movements'];

test.serial('asked for one order or variant, no check reads a large table from end to end', async (t) => {
  const { rows: checks } = await db.admin.query(
    `select k.name, internal.audit_query(k.name, jsonb_build_object(k.key, jsonb_build_array(x.row)), 1, 1) as query,
       jsonb_build_object(k.key, jsonb_build_array(x.row)) as changed
     from ledger.checks k
     cross join lateral (
       select to_jsonb(v) from (select id, company_id, store_id from app.variants) v where k.key = 'variant_id'
       union all
       select to_jsonb(o) from (select id, company_id, store_id from app.orders) o where k.key = 'order_id'
       limit 1) x (row)`,
  );
  t.true(checks.length >= 18);
  const client = await db.as('haat_dba').connect();
  t.teardown(() => client.release(true));
  // The tables of a test are small: only where nothing else is possible are they read from end to end.
  await client.query('set enable_seqscan = off');
  await client.query('set enable_bitmapscan = off');
  const whole: string[] = [];
  for (const { name, query, changed } of checks) {
    const given = query.replaceAll('$1', () => `'${JSON.stringify(changed)}'::jsonb`);
    const { rows } = await client.query(`explain (format json) ${given}`);
    for (const { 'Relation Name': table, 'Index Cond': condition } of nodes(rows[0]['QUERY PLAN'][0].Plan))
      if (largeTables.includes(table!) && !condition) whole.push(`${name}: ${table}`);
  }
  t.deepEqual(whole, []);
});

type PlanNode = { 'Relation Name'?: string; 'Index Cond'?: string; Plans?: PlanNode[] };

const nodes = (plan: PlanNode): PlanNode[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)];

test.serial('a single check can be asked for by name', async (t) => {
  const { rows } = await db.as('haat_dba').query(`select * from ledger.audit('check_level_sums')`);
  t.deepEqual(rows, []);
});
