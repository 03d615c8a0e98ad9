// A shop whose orders go out in parcels. A test file opens it before its first test and closes it after its last.
import type { TestDatabase } from '../database.ts';
import { type Desk, openDesk } from '../orders.ts';
import { borrowDatabase } from '../shared-database.ts';
import { createShop, stockVariant } from '../shop.ts';

export let db: TestDatabase;
export let desk: Desk;
let skus = 0;

/** For those who write rows of theirs by hand: see borrowDatabase. */
export const openUnsoundParcelShop = (): Promise<void> => open('any');

export const openParcelShop = (): Promise<void> => open('sound');

async function open(kind: Parameters<typeof borrowDatabase>[0]): Promise<void> {
  db = await borrowDatabase(kind);
  desk = await openDesk(db, await createShop(db.admin));
}

/** An order of 2 × 500 and 1 × 300 with 60 for delivery: 1360 in all; its two SKUs have 10 units each. */
export async function place(more: { advance?: number; status?: string } = {}) {
  const [first, second] = [`A${++skus}`, `B${skus}`];
  await stockVariant(db.admin, desk.shop, { sku: first, quantity: 10, price: 500 });
  await stockVariant(db.admin, desk.shop, { sku: second, quantity: 10, price: 300 });
  const payment = { payment_method_id: desk.shop.stores[0].paymentMethods.card, amount: more.advance };
  const order = await desk.place(
    [
      { sku: first, quantity: 2 },
      { sku: second, quantity: 1 },
    ],
    { shipping_charge: 60, ...(more.advance && { payment }) },
  );
  const way = ['confirmed', 'processing', 'ready_to_ship'];
  await desk.move(order.id, ...way.slice(0, way.indexOf(more.status ?? 'confirmed') + 1));
  return { id: order.id as string, items: order.items as { id: string }[], first, second };
}
export const line = (item: { id: string } | undefined, quantity: number, more = {}) => ({
  order_item_id: item?.id ?? '',
  quantity,
  ...more,
});
export const book = (orderId: string, courier: string | null, more = {}) =>
  desk.staff('book_parcel', { order_id: orderId, courier_id: courier, ...more });

/** An order on the road with the courier that reports pickups. */
export async function send(more: { advance?: number } = {}) {
  const order = await place(more);
  const parcel = await book(order.id, desk.couriers.reporting);
  await desk.staff('record_parcel_pickup', { parcel_id: parcel.id });
  return { ...order, parcel: parcel.id as string };
}
export const statusOf = async (id: string) => (await desk.order(id)).status;
export const tryMove = async (id: string, status: string) =>
  (await desk.call('update_order_status', { id, status })).outcome;

/** Three of 1,850 with 60 for delivery on the road, and what the courier holds of it. */
export async function sendThree() {
  const sku = `C${++skus}`;
  await stockVariant(db.admin, desk.shop, { sku, quantity: 10, price: 1850 });
  const order = await desk.place([{ sku, quantity: 3 }], { shipping_charge: 60 });
  await desk.move(order.id, 'confirmed');
  const parcel_id = (await book(order.id, desk.couriers.silent)).id as string;
  return { id: order.id as string, item: order.items[0] as { id: string }, parcel_id };
}
export const heldFor = async (parcelId: string) =>
  (await db.admin.query('select held_amount from ledger.courier_cash where parcel_id = $1', [parcelId])).rows[0]
    .held_amount;
