// What an integration might do with the demo shop, one operation after another.

import { createHash } from 'node:crypto';
import { operations } from '../../server/operations/index.ts';
import type { Answer, TestApi } from './api.ts';
import type { TestDatabase } from './database.ts';
import { sample } from './videos/samples.ts';
import { check, put } from './videos/uploads.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers are documents of every shape
export type Answers = Record<string, any>;

export type Step = {
  operation: string;
  path?: Record<string, string>;
  query?: Record<string, string>;
  body?: object;
};

type Stage = {
  api: TestApi;
  db: TestDatabase;
  /** A key of the store. */
  key: string;
  methods: { name: string; id: string }[];
  link: (file: string) => string;
};

/** Plays the story over REST, and what workers do between its steps. Gives the answers by operation. */
export async function playStory(
  { api, db, key, methods, link }: Stage,
  heard: (step: Step, answer: Answer) => void,
): Promise<Answers> {
  const video = sample('silent');
  const answers: Answers = { methods: Object.fromEntries(methods.map(({ name, id }) => [name, id])) };
  for (const next of demoStory(answers, link, video)) {
    const step = next();
    const { operation: name, path: parameters = {}, query, body } = step;
    const { method, path: route, idempotency } = operations[name]!;
    const place = route.replace(/\{(\w+)\}/g, (_, parameter) => parameters[parameter]!);
    const answer = await api.request(method, query ? `${place}?${new URLSearchParams(query)}` : place, {
      key,
      body,
      idempotencyKey: idempotency && name,
    });
    heard(step, answer);
    answers[name] = answer.body;
    if (name === 'sign_video_parts') await put(api, answer.body.data[0], video);
    if (name === 'create_job') await runJob(db, answer.body.id);
    if (name === 'complete_video') await check(api, db, answer.body.id);
  }
  return answers;
}

/** Runs the lines of one job. */
async function runJob(db: TestDatabase, id: string): Promise<void> {
  await db.admin.query(`update app.jobs set status = 'running', started_at = internal.now() where id = $1`, [id]);
  for (let state = 'next'; state === 'next'; ) {
    const { rows } = await db.as('haat_worker').query('select internal.run_job_line($1) as answer', [id]);
    ({ state } = rows[0].answer);
  }
}

/** `link` gives the address of a file on another server; `video` is a file to upload. */
export function demoStory(answers: Answers, link: (file: string) => string, video: Buffer): (() => Step)[] {
  const first = (operation: string) => answers[operation].data[0];
  return [
    () => ({ operation: 'get_me' }),
    () => ({ operation: 'get_store' }),
    () => ({ operation: 'list_locations', query: { limit: '2' } }),
    () => ({ operation: 'get_location', path: { id: first('list_locations').id } }),
    () => ({ operation: 'list_channels', query: { limit: '2' } }),
    () => ({ operation: 'list_categories', query: { status: 'active', limit: '2' } }),
    () => ({ operation: 'get_category', path: { id: first('list_categories').id } }),
    () => ({ operation: 'list_brands', query: { limit: '2' } }),
    () => ({ operation: 'get_brand', path: { id: first('list_brands').id } }),
    () => ({ operation: 'list_attributes', query: { type: 'variant', search: 'size', limit: '1' } }),
    () => ({ operation: 'get_attribute', path: { id: first('list_attributes').id } }),
    () => ({ operation: 'list_products', query: { search: 'batik', status: 'active', limit: '1' } }),
    () => ({ operation: 'get_product', path: { id: first('list_products').id } }),
    () => ({ operation: 'get_variant', path: { identifier: 'SAR-BTK-IND' } }),
    () => ({
      operation: 'list_inventory_levels',
      query: { variant_id: answers.get_variant.id, limit: '2' },
    }),
    () => ({ operation: 'list_inventory_movements', query: { sku: 'SAR-BTK-IND', limit: '2' } }),
    () => ({
      operation: 'list_orders',
      query: { status: 'delivered', created_after: '2026-08-01T00:00:00Z', expand: 'items', limit: '1' },
    }),
    () => ({ operation: 'get_order', path: { id: first('list_orders').id } }),
    () => ({ operation: 'list_order_payments', path: { id: first('list_orders').id } }),
    () => ({ operation: 'list_customers', query: { limit: '2' } }),
    () => ({ operation: 'get_customer', path: { id: answers.get_order.customer_id } }),
    () => ({
      operation: 'create_export',
      body: { operation: 'list_orders', filters: { created_after: '2026-08-01T00:00:00Z' }, format: 'csv' },
    }),
    () => ({ operation: 'list_exports', query: { limit: '2' } }),
    () => ({ operation: 'get_export', path: { id: answers.create_export.id } }),
    () => ({ operation: 'list_events', query: { types: 'order.updated,order.cancelled', limit: '1' } }),
    () => ({ operation: 'get_event', path: { id: first('list_events').id } }),
    () => ({ operation: 'get_sales_summary', query: { period: 'last_30_days', compare: 'previous_period' } }),
    () => ({ operation: 'get_top_products', query: { period: 'last_30_days', limit: '2' } }),

    () => ({
      operation: 'create_category',
      body: { name: 'Winter shawls', position: 9, parent_id: first('list_categories').id },
    }),
    () => ({ operation: 'update_category', path: { id: answers.create_category.id }, body: { position: 2 } }),
    () => ({
      operation: 'create_job',
      body: {
        operation: 'create_brand',
        lines: [{ name: 'Tangail Weavers' }, { name: 'Jamdani House', status: 'shown' }],
      },
    }),
    () => ({ operation: 'list_jobs', query: { limit: '1' } }),
    () => ({ operation: 'get_job', path: { id: answers.create_job.id } }),
    () => ({ operation: 'list_job_results', path: { id: answers.create_job.id } }),
    () => ({ operation: 'cancel_job', path: { id: answers.create_job.id }, body: {} }),
    () => ({ operation: 'create_brand', body: { name: 'Rangpur Looms', description: 'Weavers on the Teesta.' } }),
    () => ({ operation: 'update_brand', path: { id: answers.create_brand.id }, body: { status: 'inactive' } }),
    () => ({
      operation: 'create_attribute',
      body: {
        name: 'Border colour',
        type: 'variant',
        input_type: 'color',
        values: [
          { value: 'Red', swatch_hex: '#C62828' },
          { value: 'Gold', swatch_hex: '#C9A227' },
        ],
      },
    }),
    () => ({
      operation: 'update_attribute',
      path: { id: answers.create_attribute.id },
      body: { is_filterable: true },
    }),
    () => ({
      operation: 'add_attribute_values',
      path: { id: answers.create_attribute.id },
      body: { values: [{ value: 'Indigo', swatch_hex: '#283593', position: 2 }] },
    }),
    () => ({
      operation: 'update_attribute_value',
      path: { id: answers.create_attribute.id, value_id: answers.add_attribute_values.values[2].id },
      body: { value: 'Deep indigo' },
    }),
    () => ({
      operation: 'create_product',
      body: {
        name: 'Handloom Shawl',
        status: 'active',
        description: '<p>Six feet of Rangpur wool.</p>',
        brand_id: answers.create_brand.id,
        categories: [{ id: answers.create_category.id, is_primary: true }],
        variants: [
          {
            sku: 'SHW-HND-RED',
            name: 'Red border',
            price: 2450,
            discount_price: 2200,
            cost_price: 1600,
            options: [{ attribute: 'Border colour', value: 'Red' }],
          },
        ],
        images: [{ source_url: link('shawl-red.jpg'), alt_text: 'A shawl with a red border' }],
      },
    }),
    () => ({ operation: 'update_product', path: { id: answers.create_product.id }, body: { delivery_charge: 0 } }),
    () => ({
      operation: 'add_product_images',
      path: { id: answers.create_product.id },
      body: { images: [{ source_url: link('shawl-folded.jpg'), alt_text: 'The shawl, folded' }] },
    }),
    () => ({
      operation: 'update_product_image',
      path: { id: answers.create_product.id, image_id: answers.add_product_images.images[1].id },
      body: { is_thumbnail: true, alt_text: 'The shawl, folded twice' },
    }),
    () => ({
      operation: 'reorder_product_images',
      path: { id: answers.create_product.id },
      body: { image_ids: answers.add_product_images.images.map(({ id }: { id: string }) => id).reverse() },
    }),
    () => ({
      operation: 'delete_product_image',
      path: { id: answers.create_product.id, image_id: answers.add_product_images.images[0].id },
    }),
    () => ({
      operation: 'update_variant',
      path: { identifier: 'SHW-HND-RED' },
      body: { price: 2550, discount_price: null, low_stock_threshold: 5 },
    }),
    () => ({
      operation: 'create_inventory_adjustment',
      body: {
        location_id: first('list_locations').id,
        sku: 'SHW-HND-RED',
        quantity_change: 25,
        type: 'purchase',
        unit_cost: 1600,
        reason: 'Delivery from the weavers',
      },
    }),
    () => ({
      operation: 'create_inventory_adjustments',
      body: {
        lines: [
          { location_id: first('list_locations').id, sku: 'SHW-HND-RED', set_on_hand: 24, reason: 'Count of the shop' },
          { location_id: first('list_locations').id, sku: 'SAR-BTK-IND', quantity_change: 2, reason: 'Found' },
        ],
      },
    }),
    () => ({
      operation: 'create_customer',
      body: { full_name: 'Rahim Uddin', phone: '+880 1811-223344', email: 'rahim@example.com' },
    }),
    () => ({
      operation: 'update_customer',
      path: { id: answers.create_customer.id },
      body: { email: 'rahim.uddin@example.com' },
    }),
    () => ({
      operation: 'create_order',
      body: {
        customer: { phone: '01712 345678', full_name: 'Nasrin Akter' },
        items: [{ sku: 'SAR-BTK-IND', quantity: 1 }],
        shipping_address: { address_line: 'House 7, Road 3, Dhanmondi', city: 'Dhaka' },
        shipping_charge: 60,
        coupon_code: 'TEN',
      },
    }),
    () => ({
      operation: 'update_order',
      path: { id: answers.create_order.id },
      body: { follow_up_at: '2026-09-01T10:00:00Z', follow_up_note: 'Ask for the flat number' },
    }),
    () => ({
      operation: 'record_order_payment',
      path: { id: answers.create_order.id },
      body: { payment_method_id: answers.methods.bKash, amount: 500, transaction_id: '9GH2K7XQ1P' },
    }),
    () => ({
      operation: 'update_order_status',
      path: { id: answers.create_order.id },
      body: { status: 'confirmed', note: 'Confirmed on the phone' },
    }),
    () => ({
      operation: 'cancel_order',
      path: { id: answers.create_order.id },
      body: { reason: 'Customer changed her mind' },
    }),
    () => ({
      operation: 'create_video',
      body: { file_name: 'shawl.mp4', size_bytes: video.length, content_type: 'video/mp4' },
    }),
    () => ({
      operation: 'place_product_video',
      path: { id: answers.create_product.id },
      body: { video_id: answers.create_video.id, gallery_slot: 1, title: 'The shawl in the wind' },
    }),
    () => ({
      operation: 'set_video_cover',
      path: { id: answers.create_video.id },
      body: { cover_url: link('shawl-wind.jpg') },
    }),
    () => ({
      operation: 'sign_video_parts',
      path: { id: answers.create_video.id },
      body: { parts: [{ part_number: 1, content_md5: createHash('md5').update(video).digest('base64') }] },
    }),
    () => ({ operation: 'complete_video', path: { id: answers.create_video.id }, body: {} }),
    () => ({ operation: 'get_video', path: { id: answers.create_video.id } }),
    () => ({ operation: 'list_videos', query: { status: 'ready', limit: '1' } }),
    () => ({ operation: 'import_video', body: { source_url: link('shawl.mp4') } }),
    () => ({
      operation: 'remove_product_video',
      path: { id: answers.create_product.id, video_id: answers.create_video.id },
    }),
    () => ({ operation: 'delete_video', path: { id: answers.create_video.id } }),
    () => ({ operation: 'archive_product', path: { id: answers.create_product.id } }),
  ];
}
