// Books with something of everything, sealed and sound, which are then damaged on purpose.
import type { TestDatabase } from '../database.ts';
import { type Desk, openDesk } from '../orders.ts';
import { callGate, createShop, insert, stockVariant, type TestShop } from '../shop.ts';
import { openStockRoom } from '../stock.ts';
import { md5, readyVideo, startUpload } from '../videos/rows.ts';

/** Gives the ids that the statements of corruptions name. */
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
  // The first notes how far it may go, the second goes there.
  const sealHistory = async () => {
    for (let n = 0; n < 2; n++) await db.admin.query(`select internal.seal_history(margin => '0')`);
  };
  const documents = await writeDocuments(db, shop);
  const erased = await eraseSomebody(db, desk, sealHistory);
  await db.admin.query('select internal.seal_ledger()');
  await sealHistory();
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
async function eraseSomebody(db: TestDatabase, desk: Desk, sealHistory: () => Promise<void>): Promise<string> {
  await db.admin.query(`update app.staff set role = 'owner' where id = $1`, [desk.staffId]);
  const customer = { phone: '01812345678', full_name: 'Salma' };
  const order = await desk.place([{ sku: 'OURS', quantity: 1 }], { customer, note: 'Ring twice' });
  await desk.staff('update_customer', { customer_id: order.customer_id, full_name: 'Salma Begum' });
  await desk.staff('cancel_order', { order_id: order.id, reason: 'She moved away' });
  await sealHistory();
  await desk.staff('erase_customer', { customer_id: order.customer_id });
  return order.customer_id;
}
