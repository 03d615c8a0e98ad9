// Coupons after they were made, the custom fields of orders, and what staff note for each other.
import test from 'ava';
import type { TestDatabase } from '../helpers/database.ts';
import { findBrokenSoFar } from '../helpers/invariants.ts';
import { type Desk, openDesk, refusalOf } from '../helpers/orders.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import { createShop, stockVariant } from '../helpers/shop.ts';

let db: TestDatabase;
let desk: Desk;
let rival: Desk;
test.before(async () => {
  db = await borrowDatabase('sound');
  desk = await openDesk(db, await createShop(db.admin));
  rival = await openDesk(db, await createShop(db.admin));
  await stockVariant(db.admin, desk.shop, { sku: 'A', quantity: 1000 });
  await stockVariant(db.admin, rival.shop, { sku: 'A', quantity: 1000 });
});
test.after.always(() => db?.drop());

const coupon = (code: string, more = {}, owner = desk) =>
  owner.staff('create_coupon', { store_id: owner.shop.stores[0].id, code, type: 'percent', value: 10, ...more });
const update = (coupon_id: string, more: object, permissions?: string[]) =>
  desk.staff('update_coupon', { coupon_id, ...more }, permissions);
const use = (coupon_code: string) => desk.place([{ sku: 'A', quantity: 1 }], { coupon_code });
const actions = async (objectId: string) =>
  (
    await db.admin.query('select action from internal.readable_activity_log where object_id = $1 order by id', [
      objectId,
    ])
  ).rows.map(({ action }) => action);

test('who lacks the permission changes no coupon, writes no note and sets no field', async (t) => {
  const order = await desk.place([{ sku: 'A', quantity: 1 }]);
  const { rows } = await db.admin.query('select product_id from app.variants where company_id = $1', [
    desk.shop.companyId,
  ]);
  const { id: coupon_id } = await coupon('NOBODY');
  for (const [name, input, permissions] of [
    ['update_coupon', { coupon_id, value: 5 }, ['orders.manage', 'catalog.manage']],
    ['add_order_note', { order_id: order.id, note: 'x' }, ['catalog.manage', 'settings.manage']],
    ['add_customer_note', { customer_id: order.customer_id, note: 'x' }, ['catalog.manage']],
    ['add_product_note', { product_id: rows[0].product_id, note: 'x' }, ['orders.manage']],
    ['set_order_custom_fields', { order_id: order.id, custom_fields: { a: 1 } }, ['catalog.manage']],
  ] as const)
    t.is((await refusalOf(desk.staff(name, input, [...permissions]))).code, 'HT014', name);
});

test('coupons, orders, customers and products of another company are not there', async (t) => {
  const order = await rival.place([{ sku: 'A', quantity: 1 }]);
  const { id: coupon_id } = await coupon('THEIRS', {}, rival);
  const { rows } = await db.admin.query('select product_id from app.variants where company_id = $1', [
    rival.shop.companyId,
  ]);
  for (const [name, input] of [
    ['update_coupon', { coupon_id, value: 5 }],
    ['add_order_note', { order_id: order.id, note: 'x' }],
    ['add_customer_note', { customer_id: order.customer_id, note: 'x' }],
    ['add_product_note', { product_id: rows[0].product_id, note: 'x' }],
    ['set_order_custom_fields', { order_id: order.id, custom_fields: { a: 1 } }],
  ] as const)
    t.is((await refusalOf(desk.staff(name, input))).code, 'HT100', name);
});

test('a coupon is switched off and on, and what is not given stays', async (t) => {
  const made = await coupon('switch', { usage_limit: 5, ends_at: '2040-01-01T00:00:00Z' });
  const off = await update(made.id, { status: 'inactive' });
  t.like(off, { code: 'SWITCH', value: '10.00', usage_limit: 5, status: 'inactive' });
  const { outcome } = await desk.call('create_order', {
    customer: { phone: '01711111111', full_name: 'Karim' },
    items: [{ sku: 'A', quantity: 1 }],
    coupon_code: 'SWITCH',
  });
  t.is(outcome.sqlstate, 'HT008');
  await update(made.id, { status: 'active', clear: ['usage_limit', 'ends_at'] });
  const order = await use('switch');
  t.is(order.discount_amount, '10.00');
  const open = await update(made.id, {});
  t.like(open, { usage_limit: null, ends_at: null, status: 'active' });
  t.deepEqual(await actions(made.id), ['coupon.created', 'coupon.updated', 'coupon.updated']);
});

test('once a code was used its name and kind stay, its limit counts the uses, and orders keep what they were given', async (t) => {
  const { id } = await coupon('USED');
  await update(id, { code: 'used2', type: 'fixed', value: 7 });
  const order = await use('USED2');
  await use('USED2');
  for (const [change, field] of [
    [{ code: 'OTHER' }, 'code'],
    [{ type: 'percent' }, 'type'],
    [{ usage_limit: 1 }, 'usage_limit'],
    [{ usage_limit: 0 }, 'usage_limit'],
    [{ value: 0 }, 'value'],
    [{ value: 1.005 }, 'value'],
    [{ clear: ['code'] }, 'clear'],
    [{ starts_at: '2040-01-01T00:00:00Z', ends_at: '2030-01-01T00:00:00Z' }, 'ends_at'],
    [{ ends_at: '2020-01-01T00:00:00Z' }, 'ends_at'],
  ] as const) {
    const { code, fields } = await refusalOf(update(id, change));
    t.deepEqual([code, Object.keys(fields)], ['HT008', [field]]);
  }
  await update(id, { value: 9, usage_limit: 2 });
  t.is((await desk.order(order.id)).discount_amount, '7.00');
  t.deepEqual(await findBrokenSoFar(db.admin), []);
  await coupon('TAKEN');
  const { id: free } = await coupon('FREE');
  const clash = await t.throwsAsync(update(free, { code: 'taken' }));
  t.is((clash as unknown as { code: string }).code, '23505');
});

test('a limit that is lowered while the code is being used is never passed', async (t) => {
  const { id } = await coupon('RUSH');
  const uses = Array.from({ length: 6 }, () => use('RUSH'));
  const limits = [1, 2, 3].map((usage_limit) => update(id, { usage_limit }));
  await Promise.allSettled([...uses, ...limits]);
  const { rows } = await db.admin.query(
    `select c.used_count, c.usage_limit, (select count(*)::int from app.coupon_redemptions r where r.coupon_id = c.id) as uses
     from app.coupons c where c.id = $1`,
    [id],
  );
  t.is(rows[0].uses, rows[0].used_count);
  t.true(rows[0].usage_limit === null || rows[0].used_count <= rows[0].usage_limit);
});

test('custom fields are a flat object, told to webhooks and on the timeline; what is equal writes nothing', async (t) => {
  const { id } = await desk.place([{ sku: 'A', quantity: 1 }]);
  const set = (custom_fields: unknown) => desk.staff('set_order_custom_fields', { order_id: id, custom_fields });
  for (const wrong of [[], 'x', { a: {} }, { a: [1] }, { a: null }, { a: 'x'.repeat(16_000) }]) {
    const { code, fields } = await refusalOf(set(wrong));
    t.deepEqual([code, Object.keys(fields)], ['HT008', ['custom_fields']], JSON.stringify(wrong).slice(0, 20));
  }
  const before = (await desk.events(id)).length;
  t.deepEqual((await set({ gift: true, table: 4, for: 'Rina' })).custom_fields, {
    gift: true,
    table: 4,
    for: 'Rina',
  });
  await set({ table: 4, for: 'Rina', gift: true });
  const events = await desk.events(id);
  t.is(events.length, before + 1);
  t.deepEqual(events.at(-1)!.object.custom_fields, { for: 'Rina', gift: true, table: 4 });
  const entry = (await desk.timeline(id)).at(-1);
  t.deepEqual(entry.detail, { custom_fields: [null, { for: 'Rina', gift: true, table: 4 }] });
  t.is((await set({})).custom_fields, null);
});

test('a note tells who wrote it and when, is never edited, and is in the activity log of its record', async (t) => {
  const order = await desk.place([{ sku: 'A', quantity: 1 }]);
  const note = await desk.staff('add_order_note', { order_id: order.id, note: '  Call before noon ' });
  t.like(note, { note: 'Call before noon', actor_name: 'Rina Akter', order_id: order.id, customer_id: null });
  t.true((await actions(order.id)).includes('order.noted'));
  await desk.staff('add_customer_note', { customer_id: order.customer_id, note: 'Pays late' });
  for (const empty of ['', '  ', 'x'.repeat(4001)])
    t.is((await refusalOf(desk.staff('add_order_note', { order_id: order.id, note: empty }))).code, 'HT008');
  const { code } = (await t.throwsAsync(db.admin.query(`update app.staff_notes set note = 'x'`))) as unknown as {
    code: string;
  };
  t.is(code, '23001');
});
