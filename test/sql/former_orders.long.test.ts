// Orders as the release before the cash accounts of parcels left them, in each state of theirs: after the migration the
// books are sound, and what was stuck is found and freed.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import test from 'ava';
import { withClient, withDatabase } from '../../db/connect/connection.ts';
import { migrate } from '../../db/migrate/migrate.ts';
import { freshDatabase, testCluster } from '../helpers/database.ts';
import { findBroken } from '../helpers/invariants.ts';
import { openDesk } from '../helpers/orders.ts';
import { createShop, stockVariant } from '../helpers/shop.ts';

const former = '5bee73327234a39ee5d19775f2e98e50c2a673cf';
const here = path.join(import.meta.dirname, '..', '..');
const git = (...options: string[]) =>
  execFileSync('git', options, { cwd: here, stdio: 'pipe', maxBuffer: 100_000_000 });
let hasHistory = true;
try {
  git('cat-file', '-e', `${former}^{commit}`);
} catch {
  hasHistory = false;
}
const because = hasHistory ? '' : ` (left out: commit ${former.slice(0, 7)} is not in this clone)`;

(hasHistory ? test : test.skip)(`orders of the former model are whole in the new one${because}`, async (t) => {
  t.timeout(120_000);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'haat-former-'));
  t.teardown(() => fs.rmSync(folder, { recursive: true }));
  execFileSync('tar', ['-x', '-C', folder], { input: git('archive', former, 'db', 'server', '.gmrc', 'package.json') });
  fs.symlinkSync(path.join(here, 'node_modules'), path.join(folder, 'node_modules'));
  const { migrate: migrateFormer } = await import(pathToFileURL(path.join(folder, 'db/migrate.ts')).href);
  const template = withDatabase(testCluster(), 'haat_former');
  await migrateFormer(template);
  const db = await freshDatabase('changes the schema', 'haat_former');
  t.teardown(async () => {
    await db.drop();
    await withClient(testCluster(), (client) => client.query('drop database haat_former with (force)'));
  });

  const desk = await openDesk(db, await createShop(db.admin));
  const { card } = desk.shop.stores[0].paymentMethods;
  await desk.staff('create_coupon', { store_id: desk.shop.stores[0].id, code: 'TEN', type: 'percent', value: 10 });
  await stockVariant(db.admin, desk.shop, { sku: 'SARI', quantity: 500, price: 500 });
  await stockVariant(db.admin, desk.shop, { sku: 'MUG', quantity: 500, price: 300 });
  const orders: Record<string, { id: string; parcel: string; line: string }> = {};
  /** An order of 500 + 2 x 300 + 60, sent by a courier (null: by hand) unless told otherwise. */
  async function make(name: string, courier: 'silent' | 'reporting' | 'ownRider' | null | 'none', more: object = {}) {
    const order = await desk.place(
      [
        { sku: 'SARI', quantity: 1 },
        { sku: 'MUG', quantity: 2 },
      ],
      {
        shipping_charge: 60,
        ...more,
      },
    );
    orders[name] = { id: order.id, parcel: '', line: order.items[0].id };
    if (courier === 'none') return orders[name];
    await desk.move(order.id, 'confirmed');
    const parcel = await desk.staff('book_parcel', {
      order_id: order.id,
      courier_id: courier && desk.couriers[courier],
    });
    orders[name].parcel = parcel.id;
    return orders[name];
  }
  const advance = { payment: { payment_method_id: card, amount: 200 } };
  const pay = (order_id: string, amount: number) =>
    desk.staff('record_payment', { order_id, payment_method_id: card, amount });
  const refund = (order_id: string, amount: number) =>
    desk.staff('record_refund', { order_id, payment_method_id: card, amount });
  const delivered = (parcel_id: string, collected_amount: number | null = null) =>
    desk.staff('record_parcel_delivered', { parcel_id, collected_amount });
  const payOut = (parcel_id: string) => desk.staff('record_parcel_payout', { parcel_id });
  const part = ({ parcel, line }: { parcel: string; line: string }) =>
    desk.staff('record_partial_delivery', {
      parcel_id: parcel,
      kept: [{ order_item_id: line, quantity: 1 }],
      collected_amount: 560,
    });

  for (const status of [
    'pending',
    'follow_up',
    'hold',
    'confirmed',
    'processing',
    'ready_to_ship',
    'cancelled',
    'spam',
  ]) {
    const { id } = await make(status, 'none', { ...advance, coupon_code: 'TEN' });
    if (status !== 'pending') await desk.move(id, ...(status === 'ready_to_ship' ? ['confirmed', status] : [status]));
  }
  for (const courier of ['silent', 'ownRider', 'reporting', null] as const) {
    const of = (name: string) => make(`${name}, ${courier}`, courier);
    await of('booked');
    if (courier === 'reporting') {
      await desk.move((await of('on the road before its pickup')).id, 'in_transit');
      await desk.move((await of('delivered before its pickup')).id, 'in_transit', 'delivered');
      await desk.staff('record_parcel_pickup', { parcel_id: (await of('picked up')).parcel });
      continue;
    }
    if (courier === 'ownRider') continue;
    await desk.move((await of('failed')).id, 'failed_delivery');
    await desk.staff('request_parcel_return', { parcel_id: (await of('called back')).parcel });
    await desk.move((await make(`coming back with an advance, ${courier}`, courier, advance)).id, 'returned');
    const back = await of('back');
    await desk.staff('receive_parcel', { parcel_id: back.parcel });
    await desk.move((await of('delivered by the status route')).id, 'delivered');
    await delivered((await of('delivered')).parcel);
    const stated = await of('stated, and paid beside it');
    await delivered(stated.parcel, 1160);
    await pay(stated.id, 1160);
    const paid = await of('paid out');
    await delivered(paid.parcel);
    await payOut(paid.parcel);
    const less = await of('paid out, refunded, and stated less');
    await delivered(less.parcel);
    await payOut(less.parcel);
    await refund(less.id, 50);
    await delivered(less.parcel, 0);
    const direct = await of('paid to the store, and refunded');
    await delivered(direct.parcel);
    await pay(direct.id, 1160);
    await refund(direct.id, 50);
    const late = await of('paid out, then kept in part');
    await delivered(late.parcel);
    await payOut(late.parcel);
    await part(late);
    await part(await of('kept in part'));
    const rest = await of('kept in part, the rest received');
    await part(rest);
    await desk.staff('receive_parcel', { parcel_id: rest.parcel });
    const given = await of('given back in part');
    await delivered(given.parcel, 1160);
    const lines = [{ order_item_id: given.line, quantity: 1 }];
    const { id: return_id } = await desk.staff('create_return', { order_id: given.id, lines });
    await desk.staff('receive_return', { return_id });
    const stuck = await of('stuck');
    await desk.move(stuck.id, 'returned');
    await desk.staff('cancel_parcel', { parcel_id: stuck.parcel });
  }
  t.deepEqual((await db.admin.query('select * from ledger.audit()')).rows, []);

  await migrate(db.url, { includeCurrent: true });
  const broken = await findBroken(db.admin);
  const stuck = Object.entries(orders).filter(([name]) => name.startsWith('stuck'));
  t.is(broken.length, stuck.length, broken.join('\n'));
  for (const [, { id, parcel }] of stuck) {
    t.is((await desk.order(id)).coming_back_quantity, 3);
    await desk.staff('receive_parcel', { parcel_id: parcel });
  }
  t.deepEqual(await findBroken(db.admin), []);

  const money = async (name: string) => {
    const { paid_amount, due_amount, held_by_courier_amount, to_refund_amount } = await desk.order(orders[name]!.id);
    return [paid_amount, due_amount, held_by_courier_amount, to_refund_amount].map(Number);
  };
  t.deepEqual(await money('cancelled'), [200, 0, 0, 200]);
  t.deepEqual(await money('delivered, silent'), [0, 1160, 1160, 0]);
  t.deepEqual(await money('stated, and paid beside it, silent'), [1160, 0, 1160, 1160]);
  t.deepEqual(await money('paid to the store, and refunded, silent'), [1110, 0, 0, 0]);
  t.deepEqual(await money('paid out, then kept in part, silent'), [560, 600, 0, 0]);
  t.deepEqual(await money('kept in part, silent'), [0, 1160, 560, 0]);
  t.deepEqual(await money('kept in part, the rest received, silent'), [0, 560, 560, 0]);
  t.deepEqual(await money('coming back with an advance, silent'), [200, 0, 0, 200]);
  t.is((await desk.parcel(orders['booked, silent']!.id)).status, 'picked_up');
  t.is((await desk.parcel(orders['booked, reporting']!.id)).work, 'to_hand_over');
  // Clients were told of the debt that is another now.
  const told = (await desk.events(orders['kept in part, silent']!.id)).at(-1)!;
  t.like(told, { type: 'order.updated', previous: { due_amount: '560.00' } });
  t.is(told.object.due_amount, '1160.00');
});
