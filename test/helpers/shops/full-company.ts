// A company in which every table has a row.
import type { TestDatabase } from '../database.ts';
import { openJob } from '../jobs.ts';
import { openDesk } from '../orders.ts';
import { asCompany, callGate, createShop, stockVariant, type TestShop } from '../shop.ts';
import { openStockRoom } from '../stock.ts';
import { readyVideo } from '../videos/rows.ts';
import { createEndpoint, emit } from '../webhooks.ts';

/** A company with a row of every kind, by the procedures themselves. */
export async function fillCompany(db: TestDatabase): Promise<TestShop> {
  const shop = await createShop(db.admin);
  const [store] = shop.stores;
  const work = await openDesk(db, shop);
  const rice = await stockVariant(db.admin, shop, { sku: 'RICE' });
  const gateway = db.as('haat_gateway');
  const video = await readyVideo(db, gateway, shop.storeKey);
  await callGate(gateway, shop.storeKey, 'place_product_video', { id: rice.productId, video_id: video });
  await work.ask('create_brand', { name: 'Chashi' });
  const category = await work.ask('create_category', { name: 'Groceries' });
  const attribute = await work.ask('create_attribute', { name: 'Weight', type: 'variant' });
  await work.ask('add_attribute_values', { id: attribute.id, values: [{ value: '5 kg' }] });
  await work.ask('create_product', {
    name: 'Lentils',
    categories: [{ id: category.id }],
    variants: [{ sku: 'DAL', name: '5 kg', price: 90, options: [{ attribute: 'Weight', value: '5 kg' }] }],
  });
  await work.staff('save_order_view', { name: 'New', query: 'stage=new' });
  await work.staff('create_coupon', { store_id: store.id, code: 'TEN', type: 'percent', value: 10 });
  const items = [{ sku: 'RICE', quantity: 2 }];
  const sold = await work.place(items, { coupon_code: 'TEN', shipping_address: { address_line: 'House 1' } });
  await work.ask('record_order_payment', { id: sold.id, payment_method_id: store.paymentMethods.cod, amount: 10 });
  await work.move(sold.id, 'confirmed');
  const parcel = await work.staff('book_parcel', { order_id: sold.id, courier_id: work.couriers.silent });
  await work.staff('record_parcel_delivered', { parcel_id: parcel.id });
  await db.admin.query(
    `select internal.act_as($1, 'Rina Akter', permissions => '{settings.manage}'),
       staff.set_courier_rates($2, array[('Everywhere', '{}', 60, null, null, null, null)::staff.agreed_rate])`,
    [shop.companyId, work.couriers.silent],
  );
  await work.staff('record_parcel_payout', { parcel_id: parcel.id, amount: 1, charged_amount: 1 });
  const lines = [{ order_item_id: sold.items[0].id, quantity: 1 }];
  await work.staff('create_return', { order_id: sold.id, lines, reason: 'too much' });
  const due = await work.place(items);
  await work.move(due.id, 'follow_up');
  await work.ask('update_order', { id: due.id, follow_up_at: '2020-01-01T00:00:00Z' });
  await work.ask('record_call', { id: due.id, outcome: 'will_call_back', note: 'At the market' });
  await work.staff('add_order_note', { order_id: due.id, note: 'Call after five' });
  const room = openStockRoom(db, shop);
  const received = [{ sku: 'RICE', quantity: 1, unit_cost: 40 }];
  await room.staff('receive_goods', { location_id: shop.locationId, lines: received });
  await room.staff('transfer_stock', {
    from_location_id: shop.locationId,
    to_location_id: shop.secondLocationId,
    reason: 'For the shop window',
    lines: [{ sku: 'RICE', quantity: 1 }],
  });
  await db.admin.query(
    `insert into app.attachments (company_id, store_id, order_id, purchase_id, media_key, file_name, type, size_bytes,
       sha256, actor_type, actor_name)
     select o.company_id, o.store_id, o.id, null, 'attachments/a.pdf', 'slip.pdf', 'pdf', 100, sha256('a'), 'system', 'Test'
     from app.orders o where o.id = $1
     union all
     select p.company_id, null, null, p.id, 'attachments/b.pdf', 'bill.pdf', 'pdf', 100, sha256('b'), 'system', 'Test'
     from app.purchases p where p.company_id = $2`,
    [sold.id, shop.companyId],
  );
  const count = await room.staff('start_stock_count', { location_id: shop.locationId, reason: 'Year end' });
  await room.staff('save_stock_count_lines', { count_id: count.id, lines: [{ sku: 'RICE', counted: 3 }] });
  await db.admin.query(
    `insert into app.product_images (company_id, store_id, product_id, media_key, position) select company_id, store_id, id, 'a.webp', 0 from app.products where store_id = $1`,
    [store.id],
  );
  const job = { storeId: store.id, operation: 'create_brand', scope: 'catalog:write', lines: [{ name: 'Of a job' }] };
  await openJob(db.admin, shop.storeKey, { ...job, queue: true });
  await work.ask('create_export', { operation: 'list_orders' });
  await createEndpoint(db, shop, 'https://example.com/hook');
  const eventId = await emit(db, shop);
  await db.admin.query(
    `insert into app.webhook_attempts (company_id, store_id, endpoint_id, delivery_id, attempt, outcome)
     select company_id, store_id, endpoint_id, id, 1, 'delivered' from app.webhook_deliveries where event_id = $1`,
    [eventId],
  );
  await db.admin.query('insert into app.time_jumps (company_id, store_id, hours) values ($1, $2, 24)', [
    shop.companyId,
    store.id,
  ]);
  await asCompany(db.admin, shop.companyId, (client) =>
    client.query(
      `select internal.log_activity($1, 'test.done', 'test', null),
         internal.note_personal_data_read('customers.opened', 1)`,
      [store.id],
    ),
  );
  return shop;
}
