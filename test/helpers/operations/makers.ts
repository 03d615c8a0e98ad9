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
