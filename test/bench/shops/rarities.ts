// What few records of a shop have, however large it is: a filter or search for it finds hardly a page.
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { asCompany, callGate, insert, type TestShop } from '../../helpers/shop.ts';

/** Words and names by which they are found. */
export const rare = {
  letters: 'qz',
  word: 'xylophone',
  channel: 'bazaar',
  category: 'Rarities',
  tag: 'odd',
  sku: 'QZ-1',
};

/** Written by the procedures, after all others. */
export async function addRarities(admin: pg.Pool, gateway: pg.Pool, shop: TestShop): Promise<void> {
  const [store] = shop.stores;
  const row = { company_id: shop.companyId, store_id: store.id };
  await insert(admin, 'channels', { ...row, type: 'manual', name: 'Bazaar', slug: rare.channel });
  const ask = async (operation: string, input: object) => {
    const options = { idempotencyKey: randomUUID() };
    const { outcome, result } = await callGate(gateway, shop.storeKey, operation, input, options);
    if (outcome.sqlstate) throw new Error(`${operation}: ${outcome.sqlstate} ${outcome.message}`);
    return result;
  };
  const { rows } = await admin.query('select id from app.staff where company_id = $1 limit 1', [shop.companyId]);
  const permissions = ['orders.manage', 'payments.manage'];
  const asStaff = (sql: string, values: unknown[]) =>
    asCompany(admin, shop.companyId, async (client) => (await client.query(sql, values)).rows[0], {
      id: rows[0].id,
      name: 'Rina Akter',
      permissions,
    });
  const category = await ask('create_category', { name: rare.category });
  for (const n of [1, 2, 3])
    await ask('create_product', {
      name: `Linen ${rare.word} ${rare.letters} ${n}`,
      status: 'active',
      categories: [{ id: category.id }],
      tags: [rare.tag],
      variants: [{ sku: `QZ-${n}`, name: 'One', price: 500, low_stock_threshold: 5 }],
    });
  const levels = { location_id: shop.locationId, sku: rare.sku };
  await ask('create_inventory_adjustment', {
    ...levels,
    type: 'purchase',
    unit_cost: 9,
    quantity_change: 99,
    reason: 'x',
  });
  await ask('create_inventory_adjustment', { ...levels, type: 'damage', quantity_change: -1, reason: 'broken' });
  const { id: archived } = await ask('create_product', {
    name: 'Gone',
    variants: [{ sku: 'GONE', name: 'One', price: 1 }],
  });
  await ask('archive_product', { id: archived });
  for (const n of [1, 2, 3]) {
    const order = await ask('create_order', {
      channel: rare.channel,
      tags: [rare.tag],
      customer: { phone: `0199999999${n}`, full_name: `Zubaida ${rare.word} ${rare.letters}` },
      items: [{ sku: rare.sku, quantity: 2 }],
    });
    const payment = { payment_method_id: store.paymentMethods.cod, amount: Number(order.due_amount) };
    if (n === 1) {
      await ask('record_order_payment', { id: order.id, ...payment });
      await asStaff('select staff.record_refund($1, $2)', [order.id, payment.amount]);
    }
    if (n === 2) {
      for (const status of ['confirmed', 'ready_to_ship', 'in_transit'])
        await ask('update_order_status', { id: order.id, status });
      const lines = JSON.stringify([{ order_item_id: order.items[0].id, quantity: 1 }]);
      await asStaff(
        'select staff.record_partial_delivery((select p.id from app.parcels p where p.order_id = $1), $2)',
        [order.id, lines],
      );
    }
    if (n === 3) await asStaff('select staff.assign_order($1, $2)', [order.id, rows[0].id]);
  }
}
