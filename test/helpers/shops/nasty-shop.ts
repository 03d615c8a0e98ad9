// A shop with a record of every kind, a body for each operation that writes, and values made to break what reads them.
import { randomUUID } from 'node:crypto';
import type { TestApi } from '../api.ts';
import type { TestDatabase } from '../database.ts';
import { type Input, registry } from '../operations/call.ts';
import { createShop, insert, stockVariant, type TestShop } from '../shop.ts';

export interface NastyShop {
  shop: TestShop;
  variantId: string;
  /** What stands for a parameter in a path, or for `{id}` below the first word of the path. */
  ids: Record<string, string>;
}

export async function openNastyShop(db: TestDatabase, api: TestApi): Promise<NastyShop> {
  const shop = await createShop(db.admin);
  const { variantId } = await stockVariant(db.admin, shop, { sku: 'SOAP', quantity: 1000 });
  // Not the one that is sold: among other things it is archived.
  const changed = await stockVariant(db.admin, shop, { sku: 'SHAMPOO' });
  const make = async (path: string, body: object) =>
    (await api.request('POST', path, { key: shop.storeKey.key, idempotencyKey: randomUUID(), body })).body;
  const order = await make('/orders', {
    customer: { phone: '01722222222', full_name: 'Rahim' },
    items: [{ sku: 'SOAP', quantity: 100 }],
  });
  const attribute = await make('/attributes', {
    name: 'Scent',
    type: 'specification',
    input_type: 'color',
    values: [{ value: 'Rose' }],
  });
  const video = await make('/videos', { file_name: 'x.mp4', size_bytes: 1 });
  const ids: Record<string, string> = {
    exports: (await make('/exports', { operation: 'list_orders' })).id,
    videos: video.id,
    video_id: video.id,
    locations: shop.locationId,
    orders: order.id,
    customers: order.customer_id,
    products: changed.productId,
    identifier: changed.variantId,
    categories: (await make('/categories', { name: 'Bath' })).id,
    brands: (await make('/brands', { name: 'Lux' })).id,
    attributes: attribute.id,
    value_id: attribute.values[0].id,
    attachment_id: await insert(db.admin, 'attachments', {
      company_id: shop.companyId,
      store_id: shop.stores[0].id,
      order_id: order.id,
      media_key: 'attachments/x.pdf',
      file_name: 'x.pdf',
      type: 'pdf',
      size_bytes: 1,
      sha256: Buffer.alloc(32),
      actor_type: 'system',
      actor_name: 'Test',
    }),
    image_id: await insert(db.admin, 'product_images', {
      company_id: shop.companyId,
      store_id: shop.stores[0].id,
      product_id: changed.productId,
      media_key: 'images/x.webp',
      position: 0,
    }),
  };
  // The image was written past the operations; with this change the product's last event shows it as it is.
  const body = { name: 'Shampoo' };
  await api.request('PATCH', `/products/${changed.productId}`, { key: shop.storeKey.key, body });
  return { shop, variantId, ids };
}

/** The route of an operation, with records of the shop in its path. A tool that is no route has none. */
export function pathOf({ ids }: NastyShop, name: string): { method: string; path: string; parameters: Input } {
  const operation = registry[name]!;
  if (!('path' in operation)) return { method: operation.method, path: '', parameters: {} };
  const { method, path } = operation;
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, one]) => one!);
  const parameters = Object.fromEntries(names.map((one) => [one, ids[one] ?? ids[path.split('/')[1]!]]));
  return { method, path: path.replaceAll(/\{(\w+)\}/g, (_, one) => String(parameters[one])), parameters };
}

export const nastyTexts = [
  '',
  ' ',
  '\0',
  '\ud800',
  "'; drop table app.orders; --",
  '%',
  '\\',
  '_%\\',
  '((((',
  '*'.repeat(120),
  'x'.repeat(20_000),
  '٠١٢',
  '🛒'.repeat(100),
  'null',
  '-1',
  '1e400',
  '9'.repeat(30),
  '9999-12-31T23:59:59.999999999-14:59',
  '0001-01-01T00:00:00+14:59',
  '2026-11-21T00:00:00Z',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
];
export const nastyValues = [
  ...nastyTexts,
  null,
  true,
  false,
  0,
  -0,
  -1,
  0.005,
  1e21,
  2_147_483_647,
  2_147_483_648,
  9_999_999_999.99,
  Number.MAX_SAFE_INTEGER,
  [],
  [null],
  [[]],
  [{}],
  {},
  { a: { b: [1, 'x', null] } },
];

/** Every copy of a document in which one place holds another value. */
export function* variations(document: unknown, value: unknown): Generator<unknown> {
  yield value;
  if (document === null || typeof document !== 'object') return;
  for (const key of Object.keys(document)) {
    for (const child of variations((document as Record<string, unknown>)[key], value)) {
      yield Array.isArray(document) ? document.with(Number(key), child) : { ...document, [key]: child };
    }
  }
}

/** Bodies that succeed as they stand; `{unique}` becomes another text at each sending. */
export const complete = ({ shop, variantId, ids }: NastyShop): Record<string, Record<string, unknown>> => ({
  create_order: {
    channel: 'manual',
    location_id: shop.locationId,
    customer: { phone: '01711111111', full_name: 'Karim', email: 'karim@example.com' },
    items: [{ sku: 'SOAP', quantity: 1, unit_price: 10, discount_price: 5 }],
    shipping_address: { city: 'Dhaka' },
    shipping_charge: 1,
    tax_amount: 1,
    coupon_code: null,
    note: 'x',
    payment: { payment_method_id: shop.stores[0].paymentMethods.cod, amount: 1, transaction_id: '{unique}' },
  },
  create_customer: {
    full_name: 'Karim',
    phone: `017${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`,
    email: '{unique}@example.com',
    status: 'active',
    gender: 'male',
  },
  update_customer: { full_name: 'Karim', phone: null, email: '{unique}@example.com', status: 'active', gender: null },
  update_order: { note: 'x', follow_up_at: '2026-11-21T09:00:00Z', follow_up_note: 'x' },
  update_order_status: { status: 'confirmed', note: 'x' },
  cancel_order: { reason: 'x', note: 'x' },
  record_order_payment: {
    payment_method_id: shop.stores[0].paymentMethods.cod,
    amount: 0.01,
    transaction_id: '{unique}',
    note: 'x',
    received_at: '2026-11-21T09:00:00Z',
  },
  create_inventory_adjustment: {
    location_id: shop.locationId,
    variant_id: variantId,
    quantity_change: 1,
    type: 'purchase',
    reason: 'x',
    unit_cost: 1,
    low_stock_threshold: 1,
  },
  create_inventory_adjustments: {
    lines: [{ location_id: shop.locationId, variant_id: variantId, quantity_change: 1, reason: 'x' }],
  },
  create_job: { operation: 'create_brand', on_error: 'stop', lines: [{ name: '{unique}' }] },
  create_export: { operation: 'list_orders', filters: { search: 'x' }, format: 'csv', bom: true, for_sync: true },
  create_category: {
    name: '{unique}',
    status: 'active',
    description: 'x',
    position: 1,
    seo: { title: 'x', description: 'x' },
  },
  update_category: {
    name: 'x',
    slug: 's{unique}',
    status: 'active',
    description: 'x',
    position: 1,
    parent_id: null,
    seo: null,
  },
  create_brand: { name: '{unique}', status: 'active', description: 'x', seo: { title: 'x', description: 'x' } },
  update_brand: { name: 'x', slug: 's{unique}', status: 'active', description: 'x', seo: null },
  create_attribute: {
    name: '{unique}',
    type: 'variant',
    input_type: 'color',
    is_filterable: true,
    is_required: true,
    values: [{ value: 'Red', position: 1, swatch_hex: '#ff0000' }],
  },
  update_attribute_value: { value: '{unique}', position: 1, swatch_hex: null, swatch_image_url: null },
  update_attribute: { name: '{unique}', is_filterable: false, is_required: false },
  add_attribute_values: { values: [{ value: '{unique}', position: 1 }] },
  update_product: {
    name: 'Soap',
    short_description: 'x',
    description: 'x',
    delivery_charge: 1,
    brand_id: null,
    categories: [],
  },
  add_product_images: { images: [{ source_url: 'https://localhost/x.png', alt_text: 'x' }] },
  add_order_attachment: { source_url: 'https://localhost/x.png', caption: 'x' },
  update_product_image: { alt_text: 'x', is_thumbnail: true, position: 0 },
  reorder_product_images: { image_ids: [ids.image_id] },
  update_variant: { name: 'x', price: 10, discount_price: 5, low_stock_threshold: 1, status: 'active', weight: 1 },
  create_product: {
    name: 'Soap',
    slug: 's{unique}',
    brand_id: null,
    short_description: 'x',
    description: 'x',
    status: 'draft',
    delivery_charge: 1,
    categories: [],
    variants: [
      {
        sku: '{unique}',
        barcode: 'x',
        name: 'x',
        price: 10,
        discount_price: 5,
        cost_price: 1,
        weight: 1,
        dimensions: { length: 1, width: 1, height: 1, unit: 'cm' },
        low_stock_threshold: 1,
        status: 'active',
        options: [],
        image_index: null,
      },
    ],
    images: [],
    videos: [],
  },
  create_video: { file_name: 'x.mp4', size_bytes: 1, content_type: 'video/mp4' },
  import_video: { source_url: 'https://8.8.8.8/x.mp4' },
  place_product_video: {
    video_id: ids.videos,
    gallery_slot: 1,
    sort_order: 1,
    option_value_id: null,
    title: 'x',
  },
  sign_video_parts: { parts: [{ part_number: 1, content_md5: 'f/A8hAU32NdqNx5inM98FA==' }] },
  set_video_cover: { cover_url: 'https://127.0.0.1/x.png' },
});

/** A store takes a few open videos and exports only; what was started makes room for the next. The shop's own stays. */
export const roomForMore = (db: TestDatabase, { shop, ids }: NastyShop) =>
  // The start of the shop's own stays. Locked first: one that is counted meanwhile, of a video not seen here, would be forgotten.
  db.admin.query(
    `lock table app.video_starts in share row exclusive mode;
     with gone as (delete from app.videos where id <> '${ids.videos}' and store_id = '${shop.stores[0].id}'),
       written as (delete from app.exports where id <> '${ids.exports}' and store_id = '${shop.stores[0].id}')
     update app.video_starts set starts = 1, imports = 0 where store_id = '${shop.stores[0].id}'`,
  );
