// Each kind of damage, done on purpose as a superuser who goes behind triggers and constraints, is seen by its check.
// A damage lives in a transaction that is rolled back; the audit in it runs as haat_dba.
import test from 'ava';
import { type Damage, derivedDamages } from '../helpers/damages.ts';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { callGate, createShop, insert, stockVariant, type TestShop } from '../helpers/shop.ts';
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
  db = await freshDatabase();
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
  await db.admin.query('select internal.seal_ledger()');
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
  };
});
test.after.always(() => db?.drop());

/** Does the damage, audits, undoes it. */
async function auditAfter(statements: string[]): Promise<Finding[]> {
  const client = await db.admin.connect();
  try {
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    for (const statement of statements) {
      const text = statement.replace(/:([a-z_]+)\b(?<!::\1)/g, (match, name) => (ids[name] ? `'${ids[name]}'` : match));
      const { rowCount, command } = await client.query(text);
      if (rowCount === 0 && command !== 'ALTER') throw new Error(`did no damage: ${text}`);
    }
    await client.query('set local role haat_dba');
    return (await client.query('select * from ledger.audit()')).rows;
  } finally {
    await client.query('rollback');
    client.release();
  }
}

const damages: Damage[] = [
  ...derivedDamages,
  {
    check: 'check_videos',
    what: 'a reservation that is not the size',
    statements: [
      'alter table app.videos drop constraint videos_reserve_what_they_need',
      'update app.videos set reserved_bytes = reserved_bytes + 1 where id = :video',
    ],
    object: /^video .*, ready$/,
  },
  {
    check: 'check_videos',
    what: 'storage held by one that ended',
    statements: [
      'alter table app.videos drop constraint videos_reserve_what_they_need',
      'update app.videos set reserved_bytes = 1 where id = :cancelled',
    ],
    object: /^video .*, aborted$/,
  },
  {
    check: 'check_videos',
    what: 'a ready one without a fact',
    statements: [
      'alter table app.videos drop constraint videos_ready_ones_have_every_fact',
      'update app.videos set duration_ms = null where id = :video',
    ],
    object: /^video .*, ready$/,
  },
  {
    check: 'check_videos',
    what: 'a placed one that counts as unshown',
    statements: ['update app.videos set unshown_since = now() where id = :video'],
    object: /^video .*, ready$/,
  },
  {
    check: 'check_videos',
    what: 'one on no product that counts as placed',
    statements: ['delete from app.video_placements where video_id = :video'],
    object: /^video .*, ready$/,
  },
  {
    check: 'check_videos',
    what: 'one that ended still on a product',
    statements: [
      `insert into app.video_placements (company_id, store_id, product_id, video_id, created_at, updated_at) values (:company, :store, :product, :cancelled, now(), now())`,
    ],
    object: /^product /,
  },
  {
    check: 'check_videos',
    what: 'a part of another size',
    statements: ['update app.video_parts set size_bytes = size_bytes - 1 where video_id = :upload'],
    object: /^part 1 of video /,
  },
  {
    check: 'check_videos',
    what: 'a part of a video that is whole',
    statements: ['update app.video_parts set video_id = :video where video_id = :upload'],
    object: /^part 1 of video /,
  },
  {
    check: 'check_videos',
    what: 'a file about to be deleted that is still shown',
    statements: [
      'insert into internal.media_deletions (company_id, media_key) select company_id, poster_key from app.videos where id = :video',
    ],
    object: /^video .*, ready$/,
  },
  {
    check: 'check_level_sums',
    what: 'a level that is not the sum of its movements',
    statements: ['update app.inventory_levels set on_hand = on_hand + 1 where variant_id = :variant'],
    object: /^level of variant/,
  },
  {
    check: 'check_level_sums',
    what: 'the newest movement removed',
    statements: ['delete from app.stock_movements where variant_id = :variant and sequence = 2'],
    object: /^level of variant/,
  },
  {
    check: 'check_level_sums',
    what: 'a level removed from under its movements',
    statements: ['delete from app.inventory_levels where variant_id = :variant'],
    object: /^level of variant/,
  },
  {
    check: 'check_movement_chain',
    what: 'a hole in the sequence',
    statements: ['delete from app.stock_movements where variant_id = :variant and sequence = 1'],
    object: /OURS, sequence 2/,
  },
  {
    check: 'check_movement_chain',
    what: 'a value that does not follow from the one before',
    statements: ['update app.stock_movements set on_hand_after = 99 where variant_id = :variant and sequence = 2'],
    object: /OURS, sequence 2/,
  },
  {
    check: 'check_level_bounds',
    what: 'more reserved than on hand',
    statements: [
      'alter table app.inventory_levels drop constraint inventory_levels_reserved_within_on_hand',
      'update app.inventory_levels set reserved = 101 where variant_id = :variant',
    ],
    object: /^level of variant/,
  },
  {
    check: 'check_reserved',
    what: 'goods released without the level knowing',
    statements: ['update app.order_items set released_quantity = 1 where order_id = :order'],
    object: /^level of variant/,
  },
  {
    check: 'check_order_stock',
    what: 'a sale that no order line knows',
    statements: [
      `update app.stock_movements set quantity_change = -1 where variant_id = :variant and reference_id = :order`,
    ],
    object: /^variant .* at location/,
  },
  {
    check: 'check_order_status',
    what: 'a cancelled order that still holds goods',
    statements: [`update app.orders set status = 'cancelled' where id = :order`],
    object: /^order ORD-/,
  },
  {
    check: 'check_order_status',
    what: 'an order called paid that is not',
    statements: [`update app.orders set payment_status = 'paid' where id = :order`],
    object: /^order ORD-/,
  },
  {
    check: 'check_order_parcels',
    what: 'a parcel still out for a cancelled order',
    statements: [
      `update app.orders set status = 'cancelled' where id = :order`,
      `insert into app.parcels (company_id, store_id, order_id, status, booked_at, created_at, updated_at) values (:company, :store, :order, 'booked', now(), now(), now())`,
    ],
    object: /^order ORD-/,
  },
  {
    check: 'check_order_events',
    what: 'a change that sent no event',
    statements: [`update app.orders set status = 'confirmed' where id = :order`],
    object: /^order ORD-/,
  },
  {
    check: 'check_sales_rollups',
    what: 'sales that no order made',
    statements: [
      `insert into app.sales_days (company_id, store_id, day, channel_id, orders, gross_sales, net_sales, shipping_charged, money_received)
       select company_id, store_id, store_date, channel_id, 1, 10, 10, 0, 0 from app.orders where id = :order`,
    ],
    object: /^sales of /,
  },
  {
    check: 'check_order_transitions',
    what: 'a status that no move led to',
    statements: [`update app.orders set status = 'processing' where id = :order`],
    object: /^order ORD-/,
  },
  {
    check: 'check_order_totals',
    what: 'a total that is not the sum of its parts',
    statements: [
      'alter table app.orders drop constraint orders_total_adds_up',
      'update app.orders set total_amount = 1 where id = :order',
    ],
    object: /^order ORD-/,
  },
  {
    check: 'check_order_totals',
    what: 'less owed than is owed',
    statements: ['update app.orders set due_amount = 0 where id = :order'],
    object: /^order ORD-/,
  },
  {
    check: 'check_order_lines',
    what: 'lines that add up to another discount',
    statements: ['update app.order_items set discount_amount = 0, line_total = 300 where order_id = :order'],
    object: /^order ORD-/,
  },
  {
    check: 'check_order_lines',
    what: 'an order without lines',
    statements: ['delete from app.order_items where order_id = :order'],
    object: /^order ORD-/,
  },
  {
    check: 'check_order_payments',
    what: 'a payment made larger',
    statements: ['update app.payments set amount = 101 where order_id = :order'],
    object: /^order ORD-/,
  },
  {
    check: 'check_order_payments',
    what: 'a payment removed',
    statements: ['delete from app.payments where order_id = :order'],
    object: /^order ORD-/,
  },
  {
    check: 'check_coupon_counts',
    what: 'a coupon that counts a use nobody made',
    statements: ['update app.coupons set used_count = 2 where id = :coupon'],
    object: /^coupon TEN/,
  },
  {
    check: 'check_coupon_orders',
    what: 'an order whose redemption is gone',
    statements: ['delete from app.coupon_redemptions where order_id = :order'],
    object: /^order ORD-/,
  },
  {
    check: 'check_movement_references',
    what: 'a movement that names another order number',
    statements: [`update app.stock_movements set reference_number = 'ORD-20200101-1' where reference_id = :order`],
    object: /OURS, sequence 2/,
  },
  {
    check: 'check_variant_costs',
    what: 'a variant without a cost',
    statements: ['delete from app.variant_costs where variant_id = :variant'],
    object: /^variant OURS/,
  },
  {
    check: 'check_orphans',
    what: 'a customer removed from under an order',
    statements: ['delete from app.customers where id = (select customer_id from app.orders where id = :order)'],
    object: /^app\.orders /,
  },
  {
    check: 'check_orphans',
    what: 'a location removed from under its stock',
    statements: [
      'delete from app.locations where id in (select location_id from app.inventory_levels where variant_id = :variant)',
    ],
    object: /^app\.inventory_levels /,
  },
  {
    check: 'check_tenants',
    what: 'a line moved to an order of another company',
    statements: ['update app.order_items set order_id = :rival_order, line = 9 where order_id = :order'],
    object: /^app\.order_items /,
  },
  {
    check: 'check_tenants',
    what: 'a movement given to another company',
    statements: ['update app.stock_movements set company_id = :rival where variant_id = :variant and sequence = 1'],
    object: /^app\.stock_movements /,
  },
  {
    check: 'check_tenants',
    what: 'a payment given to another store of the company',
    statements: [
      'update app.payments p set store_id = s.id from app.stores s where p.order_id = :order and s.company_id = :company and s.id <> :store',
    ],
    object: /^app\.payments /,
  },
  {
    check: 'check_seals',
    what: 'a sealed row rewritten',
    statements: [
      `update app.stock_movements set reason = 'nothing happened' where variant_id = :variant and sequence = 1`,
    ],
    object: /^seal 1, variant .* sequence 1$/,
  },
  {
    check: 'check_guards',
    what: 'a guard switched off',
    statements: ['alter table app.stock_movements disable trigger _900_append_only'],
    object: /^trigger _900_append_only on app\.stock_movements$/,
  },
  {
    check: 'check_guards',
    what: 'a guard removed',
    statements: [
      'alter table app.activity_log disable trigger all',
      'alter table app.orders no force row level security',
    ],
    object: /^app\.orders$/,
  },
  {
    check: 'check_guards',
    what: 'a constraint that was never checked',
    statements: ['alter table app.orders add constraint is_cheap check (total_amount < 1) not valid'],
    object: /^constraint is_cheap on app\.orders$/,
  },
  {
    check: 'check_jobs',
    what: 'a job held for hours',
    statements: [
      `select graphile_worker.add_job('webhook__deliver')`,
      `update graphile_worker._private_jobs set locked_by = 'worker-1', locked_at = now() - interval '2 hours'`,
    ],
    object: /^job \d+: webhook__deliver$/,
  },
  {
    check: 'check_jobs',
    what: 'a job given up',
    statements: [
      `select graphile_worker.add_job('webhook__deliver')`,
      `update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'refused'`,
    ],
    object: /^job \d+: webhook__deliver$/,
  },
];

test.serial('sound books give no row', async (t) => {
  t.deepEqual(await auditAfter([]), []);
});

for (const { check, what, statements, object } of damages)
  test.serial(`${check} sees ${what}`, async (t) => {
    const findings = (await auditAfter(statements)).filter((finding) => finding.check_name === check);
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
    [...new Set(damages.map(({ check }) => check))].sort(),
  );
  t.deepEqual(
    rows.filter(({ invariant }) => !invariant),
    [],
  );
});

test.serial('a single check can be asked for by name', async (t) => {
  const { rows } = await db.as('haat_dba').query(`select * from ledger.audit('check_level_sums')`);
  t.deepEqual(rows, []);
});
