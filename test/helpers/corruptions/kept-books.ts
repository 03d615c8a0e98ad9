// Books with something of everything, sealed and sound, which are then damaged on purpose. To keep them takes seconds, so the
// first file that asks keeps them for all.
import fs from 'node:fs';
import path from 'node:path';
import { withClient } from '../../../db/connect/connection.ts';
import { closeTemplate } from '../../template.ts';
import { freshDatabase, type Reason, type TestDatabase, testCluster } from '../database.ts';
import { type Desk, openDesk } from '../orders.ts';
import { sealHistory } from '../seals.ts';
import { asCompany, callGate, createShop, insert, stockVariant, type TestShop } from '../shop.ts';
import { openStockRoom } from '../stock.ts';
import { md5, readyVideo, startUpload } from '../videos/rows.ts';

const template = 'haat_books';

/** A database of the caller's own with these books, and the ids that the statements of corruptions name. */
export async function openBooks(reason: Reason): Promise<{ db: TestDatabase; ids: Record<string, string> }> {
  const noted = path.join(process.env.HAAT_TEST_FILES!, 'books.json');
  await withClient(testCluster(), async (client) => {
    // Until the end of this connection.
    await client.query(`select pg_advisory_lock(hashtext('${template}'))`);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [template]);
    if (rowCount! > 0) return;
    const kept = await freshDatabase(reason);
    fs.writeFileSync(noted, JSON.stringify(await keepBooks(kept)));
    // Under its own name once it is complete.
    const name = await kept.leave();
    await closeTemplate(client, name);
    await client.query(`alter database ${name} rename to ${template}`);
  });
  return { db: await freshDatabase(reason, template), ids: JSON.parse(fs.readFileSync(noted, 'utf8')) };
}

export async function keepBooks(db: TestDatabase): Promise<Record<string, string>> {
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
  const sold = await sellInPart(db, desk);
  await desk.ask('record_call', { id: sold.sold, outcome: 'confirmed' });
  const documents = await writeDocuments(db, shop);
  const erased = await eraseSomebody(db, desk);
  await db.admin.query('select internal.seal_ledger()');
  await sealHistory(db);
  return {
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
}

/** An order of which a part was refused at the door, a part paid out and a part brought back; and goods found by counting. */
async function sellInPart(db: TestDatabase, desk: Desk): Promise<Record<string, string>> {
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
async function writeDocuments(db: TestDatabase, shop: TestShop): Promise<Record<string, string>> {
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
async function eraseSomebody(db: TestDatabase, desk: Desk): Promise<string> {
  await db.admin.query(`update app.staff set role = 'owner' where id = $1`, [desk.staffId]);
  const customer = { phone: '01812345678', full_name: 'Salma' };
  const order = await desk.place([{ sku: 'OURS', quantity: 1 }], { customer, note: 'Ring twice' });
  await desk.staff('update_customer', { customer_id: order.customer_id, full_name: 'Salma Begum' });
  await desk.staff('cancel_order', { order_id: order.id, reason: 'She moved away' });
  await sealHistory(db);
  await desk.staff('erase_customer', { customer_id: order.customer_id });
  return order.customer_id;
}

/** Two rows in each table that those books leave empty, written by hand and told of by the journal as such. */
export async function fillBooks(db: TestDatabase, ids: Record<string, string>): Promise<void> {
  const own = `select company_id, id as store_id from app.stores where id = '${ids.store}'`;
  const twice = (table: string, columns: string, values: string) =>
    `insert into app.${table} (company_id, store_id, ${columns})
     select o.company_id, o.store_id, ${values} from (${own}) o cross join generate_series(1, 2) n`;
  const noStore = (table: string, columns: string, values: string) =>
    twice(table, columns, values)
      .replaceAll(/company_id, (?:o\.)?store_id, /g, 'company_id, ')
      .replace('o.company_id, o.store_id', 'o.company_id');
  await db.admin.query(
    [
      twice('attributes', 'name, slug, type', `'Size ' || n, 'size-' || n, 'variant'`),
      `insert into app.attribute_values (company_id, store_id, attribute_id, value)
       select a.company_id, a.store_id, a.id, 'L' from app.attributes a`,
      `insert into app.variant_options (company_id, store_id, variant_id, attribute_id, value_id)
       select v.company_id, v.store_id, '${ids.variant}', v.attribute_id, v.id from app.attribute_values v`,
      twice('product_images', 'product_id, media_key, position', `'${ids.product}', 'image-' || n, n`),
      twice('coupons', 'code, type, value', `'MORE' || n, 'fixed', n`),
      twice('brands', 'name, slug', `'Brand ' || n, 'brand-' || n`),
      twice('categories', 'name, slug', `'Category ' || n, 'category-' || n`),
      `insert into app.product_categories (company_id, store_id, product_id, category_id)
       select c.company_id, c.store_id, '${ids.product}', c.id from app.categories c where c.name like 'Category%'`,
      twice('customers', 'full_name, phone', `'Customer ' || n, '0181111111' || n`),
      `insert into app.customer_addresses (company_id, store_id, customer_id, address_line)
       select c.company_id, c.store_id, c.id, 'House 1' from app.customers c where c.full_name like 'Customer%'`,
      twice('staff_notes', 'note, actor_name, product_id, created_at', `'Note ' || n, 'Rina', '${ids.product}', now()`),
      twice(
        'attachments',
        'order_id, media_key, file_name, type, width, height, size_bytes, sha256, actor_type, actor_name',
        `'${ids.order}', 'file-' || n, 'slip.jpg', 'picture', 10, 10, 100, sha256('x'), 'system', 'Test'`,
      ),
      noStore('staff', 'email, full_name', `'staff' || n || '@example.com', 'Staff ' || n`),
      `insert into app.staff_authenticators (id, company_id, staff_id, sealed_seed, seed_hash, created_at)
       select uuidv7(), s.company_id, s.id, 'sealed', sha256(s.email::bytea), now() from app.staff s where s.full_name like 'Staff%'`,
      `insert into app.staff_passkeys (company_id, staff_id, name, domain, credential_id, public_key, sign_count, created_at)
       select s.company_id, s.id, 'Phone', 'haat.example', sha256(s.email::bytea),
         decode('a5010203262001215820' || repeat('ab', 32) || '225820' || repeat('cd', 32), 'hex'), 0, now()
       from app.staff s where s.full_name like 'Staff%'`,
      `insert into app.staff_sessions (company_id, staff_id, token_hash, expires_at, created_at)
       select s.company_id, s.id, sha256(s.email::bytea), now() + interval '1 day', now() from app.staff s where s.full_name like 'Staff%'`,
      noStore('order_views', 'name, query', `'View ' || n, 'stage=new'`),
      noStore('staff_roles', 'name, permissions', `'Role ' || n, '{orders.manage}'`),
      twice(
        'webhook_endpoints',
        'url, event_types, api_version, secret',
        `'https://example.com/' || n, '{"*"}', '2026-11', 'whsec_' || encode(sha256(n::text::bytea), 'base64')`,
      ),
      twice('time_jumps', 'hours, created_at', 'n, now()'),
      `insert into app.courier_rates (courier_id, company_id)
       select c.id, c.company_id from app.couriers c where c.company_id = '${ids.company}'`,
      `update app.variants v set option_key = k.option_key
       from (select o.variant_id, string_agg(o.value_id::text, ' ' order by o.value_id) as option_key
         from app.variant_options o group by 1) k
       where k.variant_id = v.id`,
      'select internal.fold_sales_changes(), internal.fold_order_counts(), internal.fold_product_counts()',
    ].join(';\n'),
  );
  await asCompany(db.admin, ids.company!, (client) =>
    client.query('select api.update_product($1)', [{ store_id: ids.store, id: ids.product, name: 'Saree' }]),
  );
  await db.admin.query('select internal.seal_ledger()');
  await sealHistory(db);
}
