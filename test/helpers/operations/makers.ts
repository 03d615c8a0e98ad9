// What many operations need before they can be called: a product with its variant, an order, a customer, an upload.
import { randomUUID } from 'node:crypto';
import { insert, stockVariant } from '../shop.ts';
import { type Send, upload } from '../videos/uploads.ts';
import type { Called } from './call.ts';
import type { Maker } from './common-rules.ts';

type Document = Called['document'];

export const makeProduct = ({ make }: Maker, more: object = {}): Promise<Document> =>
  make('create_product', { name: 'Jamdani', variants: [{ sku: 'JAM-1', name: 'Red', price: 100 }], ...more });

export const makeCustomer = ({ make }: Maker): Promise<Document> =>
  make('create_customer', { full_name: 'Salma Begum', phone: '01711111111' });

/** Goods on the shelf: ten at 100 each. */
export const stock = ({ db, shop }: Maker, sku = 'SOAP') =>
  stockVariant(db.admin, shop, { sku, quantity: 10, price: 100 });

export async function makeOrder(maker: Maker, more: object = {}): Promise<Document> {
  await stock(maker);
  return maker.make('create_order', {
    customer: { phone: '01711111111', full_name: 'Karim Uddin' },
    items: [{ sku: 'SOAP', quantity: 2 }],
    ...more,
  });
}

/** A courier of the company; one that reports pickups unless said otherwise. */
export const makeCourier = ({ db, shop }: Maker, more: object = {}): Promise<string> =>
  insert(db.admin, 'couriers', { company_id: shop.companyId, name: randomUUID(), reports_pickups: true, ...more });

/** A confirmed order of two at 100 each, of goods of its own. */
export async function makeConfirmedOrder(maker: Maker): Promise<Document> {
  const sku = randomUUID();
  await stock(maker, sku);
  const customer = { phone: '01711111111', full_name: 'Karim Uddin' };
  const order = await maker.make('create_order', { customer, items: [{ sku, quantity: 2 }] });
  return maker.make('update_order_status', { id: order.id, status: 'confirmed' });
}

/** 50 in cash for a confirmed order of 200. */
export async function makePayment(maker: Maker): Promise<Document> {
  const { id } = await makeConfirmedOrder(maker);
  const payment_method_id = maker.shop.stores[0].paymentMethods.cod;
  return maker.make('record_order_payment', { id, payment_method_id, amount: 50 });
}

/** A confirmed order and its parcel, which waits for its courier unless `pickedUp`. */
export async function makeParcel(
  maker: Maker,
  { pickedUp = false } = {},
): Promise<{ order: Document; parcel: Document }> {
  const order = await makeConfirmedOrder(maker);
  const parcel = await maker.make('book_parcel', { id: order.id, courier_id: await makeCourier(maker) });
  return { order, parcel: pickedUp ? await maker.make('record_parcel_pickup', { id: parcel.id }) : parcel };
}

/** An order of two whose customer has them, and its parcel. */
export async function makeDelivered(maker: Maker): Promise<{ order: Document; parcel: Document }> {
  const { order, parcel } = await makeParcel(maker, { pickedUp: true });
  const delivered = await maker.make('record_parcel_delivered', { id: parcel.id, collected_amount: 200 });
  return { order: await maker.make('get_order', { id: order.id }), parcel: delivered };
}

/** The cash of one parcel, paid out in full. */
export async function makePayout(maker: Maker): Promise<Document> {
  const { order, parcel } = await makeDelivered(maker);
  return maker.make('record_payout', { courier_id: parcel.courier.id, lines: [{ code: order.number, amount: 200 }] });
}

/** A return of one of the two that the customer has. */
export async function makeReturn(maker: Maker): Promise<Document> {
  const { order } = await makeDelivered(maker);
  const lines = [{ order_item_id: order.items[0].id, quantity: 1 }];
  return maker.make('create_return', { id: order.id, lines, reason: 'Too small' });
}

/** Rows as a product has them after its pictures were stored; their ids in display order. */
export async function addImages({ db, shop }: Maker, productId: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let position = 0; position < count; position++)
    ids.push(
      await insert(db.admin, 'product_images', {
        company_id: shop.companyId,
        store_id: shop.stores[0].id,
        product_id: productId,
        media_key: `images/${shop.companyId}/${randomUUID()}.webp`,
        position,
        is_thumbnail: position === 0,
      }),
    );
  return ids;
}

export const makeVideo = ({ make }: Maker): Promise<Document> =>
  make('create_video', { file_name: 'saree.mp4', size_bytes: 1000 });

/** An upload whose bytes are all there; it is still to be completed. */
export function uploaded({ api, shop }: Maker, bytes: Buffer): Promise<string> {
  const send: Send = (method, path, body, more = {}) =>
    api.request(method, path, { key: shop.storeKey.key, ...(body !== undefined && { body }), ...more });
  return upload(api, send, bytes);
}

/** A job that makes brands. */
export const brandJob = ({ make }: Maker, lines: object[] = [{ name: 'Aarong' }]): Promise<Document> =>
  make('create_job', { operation: 'create_brand', lines });

/** An endpoint of the key, at an address that no test calls. */
export const makeEndpoint = ({ make }: Maker, more: object = {}): Promise<Document> =>
  make('create_webhook_endpoint', { url: 'https://8.8.8.8/hook', ...more });

/** A row as an order has it after its file was stored. */
export const addAttachment = (
  { db, shop }: Pick<Maker, 'db' | 'shop'>,
  orderId: string,
  more: object = {},
): Promise<string> =>
  insert(db.admin, 'attachments', {
    company_id: shop.companyId,
    store_id: shop.stores[0].id,
    order_id: orderId,
    media_key: `attachments/${shop.companyId}/${randomUUID()}.pdf`,
    file_name: 'slip.pdf',
    type: 'pdf',
    size_bytes: 100,
    sha256: Buffer.alloc(32, 7),
    actor_type: 'system',
    actor_name: 'Test',
    ...more,
  });
