// A write that changes nothing changes nothing: no row, no updated_at, no event. Else "receive product.updated, write it
// back" would never come to rest. Every PATCH of the registry is here, with values that are generated.
import { randomUUID } from 'node:crypto';
import test from 'ava';
import { operations } from '../../server/operations/index.ts';
import { startApi, type TestApi } from '../helpers/api.ts';
import type { TestDatabase } from '../helpers/database.ts';
import { runs } from '../helpers/long.ts';
import fc from '../helpers/properties.ts';
import { rowsOfCompany } from '../helpers/rows-of-company.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import { createShop, insert, type TestShop } from '../helpers/shop.ts';
import { callTool } from '../helpers/tools.ts';

// biome-ignore lint/suspicious/noExplicitAny: documents are of every shape
type Document = any;

let db: TestDatabase;
let api: TestApi;
let shop: TestShop;
let brandId: string;
let categoryIds: string[];

test.before(async () => {
  db = await borrowDatabase();
  shop = await createShop(db.admin);
  api = await startApi({ pool: db.as('haat_gateway') });
  brandId = (await send('POST', '/brands', { name: 'Arong' })).id;
  categoryIds = [
    (await send('POST', '/categories', { name: 'One' })).id,
    (await send('POST', '/categories', { name: 'Two' })).id,
  ];
  await send('POST', '/attributes', { name: 'Size', type: 'variant', values: [{ value: 'S' }, { value: 'M' }] });
});
test.after.always(async () => {
  await api?.stop();
  await db?.drop();
});

async function send(method: string, path: string, body?: unknown): Promise<Document> {
  const answer = await api.request(method, path, { key: shop.storeKey.key, body });
  if (answer.status >= 300) throw new Error(`${method} ${path} ${JSON.stringify(body)}: ${answer.text}`);
  return answer.body;
}

const everything = () => rowsOfCompany(db.admin, shop.companyId);

const text = (maxLength: number) =>
  fc
    .string({ minLength: 1, maxLength, unit: fc.constantFrom(...'aB 0.é<&\'"য়ক😀') })
    .map((value) => `x${value.trim()}`);
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
const money = fc.integer({ min: 2, max: 99_999_999 }).map((cents) => cents / 100);
const sku = () => `S-${randomUUID()}`;

const variantFields = {
  barcode: optional(text(20)),
  name: text(30),
  price: money,
  weight: optional(fc.integer({ min: 0, max: 9_999_999 }).map((grams) => grams / 1000)),
  dimensions: optional(fc.constant({ length: 10.5, width: 2, height: 3, unit: 'cm' })),
  low_stock_threshold: fc.nat(1000),
  status: fc.constantFrom('active', 'inactive'),
};
const taxonomyFields = {
  name: text(50),
  description: optional(text(100)),
  seo: fc.record({ title: optional(text(20)), description: optional(text(30)) }),
  status: fc.constantFrom('active', 'inactive'),
};

const amount = (value: string | null) => (value === null ? null : Number(value));
/** A variant as it was read, in the words of a write. */
const asWritten = (variant: Document, more: object = {}) => ({
  sku: variant.sku,
  barcode: variant.barcode,
  name: variant.name,
  price: Number(variant.price),
  discount_price: amount(variant.discount_price),
  weight: amount(variant.weight),
  dimensions: variant.dimensions,
  low_stock_threshold: variant.low_stock_threshold,
  status: variant.status,
  options: variant.options.map(({ attribute, value }: Document) => ({ attribute, value })),
  ...more,
});
const product = fc
  .record({
    name: text(50),
    short_description: optional(text(50)),
    description: optional(fc.oneof(text(100), fc.constant('<p>Cotton &amp; <b>linen</b></p>'))),
    status: fc.constantFrom('draft', 'active'),
    delivery_charge: optional(money),
    brand: fc.boolean(),
    categories: fc.constantFrom([], [0], [1, 0]),
    tags: fc.constantFrom([], ['Eid', 'new', 'NEW']),
    seo: optional(fc.record({ title: optional(text(20)), description: optional(text(30)) })),
    primary: fc.boolean(),
    variants: fc.array(fc.record(variantFields), { minLength: 1, maxLength: 2 }),
  })
  .map(({ brand, categories, primary, variants, ...fields }) => ({
    ...fields,
    brand_id: brand ? brandId : null,
    categories: categories.map((n, place) => ({ id: categoryIds[n], is_primary: primary && place === 0 })),
    variants: variants.map((variant, n) => ({
      ...variant,
      sku: sku(),
      cost_price: 5,
      discount_price: n === 0 ? 0.01 : null,
      options: [{ attribute: 'Size', value: ['S', 'M'][n] }],
    })),
  }));

type Case = {
  /** The record before, made with generated values: where it is changed, where it is read, what is written back. */
  setUp: fc.Arbitrary<() => Promise<{ path: string; read: string; body: Record<string, unknown>; args: object }>>;
};

const cases: Record<string, Case> = {
  update_product: {
    setUp: product.map((input) => async () => {
      const { id } = await send('POST', '/products', input);
      const read = await send('GET', `/products/${id}`);
      const { name, slug, short_description, description, status, tags, seo } = read;
      const body = {
        ...{ tags, seo, name, slug, short_description, description, status, brand_id: read.brand?.id ?? null },
        delivery_charge: amount(read.delivery_charge),
        categories: read.categories.map(({ id, is_primary }: Document) => ({ id, is_primary })),
        variants: read.variants.map((variant: Document) => asWritten(variant, { id: variant.id, cost_price: 5 })),
        images: [],
      };
      return { path: `/products/${id}`, read: `/products/${id}`, body, args: { id } };
    }),
  },
  update_variant: {
    setUp: product.map((input) => async () => {
      const [variant] = (await send('POST', '/products', input)).variants;
      const path = `/variants/${variant.id}`;
      const { options, ...body } = asWritten(variant, { cost_price: 5 });
      return { path, read: path, body, args: { identifier: variant.id } };
    }),
  },
  update_product_image: {
    setUp: fc.tuple(product, optional(text(20)), fc.nat(2)).map(([input, alt_text, n]) => async () => {
      const { id } = await send('POST', '/products', input);
      const row = { company_id: shop.companyId, store_id: shop.stores[0].id, product_id: id, alt_text };
      for (const position of [0, 1, 2])
        await insert(db.admin, 'product_images', {
          ...{ ...row, position, is_thumbnail: position === 0 },
          media_key: `images/${shop.companyId}/${randomUUID()}.webp`,
        });
      const image = (await send('GET', `/products/${id}`)).images[n];
      const { position, is_thumbnail } = image;
      return {
        path: `/products/${id}/images/${image.id}`,
        read: `/products/${id}`,
        body: { alt_text: image.alt_text, position, is_thumbnail },
        args: { id, image_id: image.id },
      };
    }),
  },
  update_category: {
    setUp: fc
      .record({ ...taxonomyFields, position: fc.nat(1000), under: fc.boolean() })
      .map(({ under, ...input }) => async () => {
        const { id } = await send('POST', '/categories', { ...input, parent_id: under ? categoryIds[0] : null });
        const { name, slug, description, seo, status, position, parent_id } = await send('GET', `/categories/${id}`);
        const path = `/categories/${id}`;
        return {
          path,
          read: path,
          body: { name, slug, description, seo, status, position, parent_id },
          args: { id },
        };
      }),
  },
  update_brand: {
    setUp: fc.record(taxonomyFields).map((input) => async () => {
      const { id, name, slug, description, seo, status } = await send('POST', '/brands', input);
      const path = `/brands/${id}`;
      return { path, read: path, body: { name, slug, description, seo, status }, args: { id } };
    }),
  },
  update_attribute: {
    setUp: fc
      .record({ is_filterable: fc.boolean(), is_required: fc.boolean(), input_type: fc.constantFrom('text', 'color') })
      .map((input) => async () => {
        const name = `Attribute ${randomUUID()}`;
        const made = await send('POST', '/attributes', { ...input, name, type: 'variant', values: [{ value: 'a' }] });
        const path = `/attributes/${made.id}`;
        const { slug, type, input_type, is_filterable, is_required } = made;
        const body = { name, slug, type, input_type, is_filterable, is_required };
        return { path, read: path, body, args: { id: made.id } };
      }),
  },
  update_attribute_value: {
    setUp: fc.record({ value: text(20), position: fc.nat(100), colour: fc.boolean() }).map((input) => async () => {
      const { id, values } = await send('POST', '/attributes', {
        ...{ name: `Attribute ${randomUUID()}`, type: 'variant', input_type: 'color' },
        values: [{ value: input.value, position: input.position, swatch_hex: input.colour ? '#aabbcc' : null }],
      });
      const { value, position, swatch_hex } = values[0];
      const path = `/attributes/${id}/values/${values[0].id}`;
      return {
        path,
        read: `/attributes/${id}`,
        body: { value, position, swatch_hex },
        args: { id, value_id: values[0].id },
      };
    }),
  },
  update_webhook_endpoint: {
    setUp: fc.record({ description: optional(text(30)), all: fc.boolean() }).map(({ description, all }) => async () => {
      for (const { id } of (await send('GET', '/webhook-endpoints')).data)
        await send('DELETE', `/webhook-endpoints/${id}`);
      const made = await send('POST', '/webhook-endpoints', {
        ...{ url: 'https://8.8.8.8/hook', description, event_types: all ? ['*'] : ['order.created', 'brand.created'] },
      });
      const { id, url, event_types, status } = made;
      const path = `/webhook-endpoints/${id}`;
      const body = { url, event_types, status, description: made.description };
      return { path, read: path, body, args: { id } };
    }),
  },
  update_customer: {
    setUp: fc
      .record({
        full_name: text(30),
        phone: optional(fc.constantFrom('+880 17', '017')),
        email: optional(fc.constant(0)),
        status: fc.constantFrom('active', 'inactive', 'blocked'),
        gender: optional(fc.constantFrom('male', 'female')),
      })
      .map((input) => async () => {
        const digits = String(Math.floor(Math.random() * 1e8)).padStart(8, '0');
        const made = await send('POST', '/customers', {
          ...input,
          phone: input.phone && input.phone + digits,
          email: input.email === null ? null : `Rina.${digits}@Example.com`,
        });
        const { id, full_name, phone, email, status, gender } = made;
        const path = `/customers/${id}`;
        return { path, read: path, body: { full_name, phone, email, status, gender }, args: { id } };
      }),
  },
  update_order: {
    setUp: fc
      .record({
        note: optional(text(50)),
        tags: fc.constantFrom([], ['Eid', 'gift', 'GIFT']),
        follow_up_note: optional(text(20)),
        later: fc.boolean(),
      })
      .map(({ note, tags, follow_up_note, later }) => async () => {
        const [variant] = (
          await send('POST', '/products', {
            name: 'Sold',
            status: 'active',
            variants: [{ sku: sku(), name: 'Sold', price: 1 }],
          })
        ).variants;
        const post = (path: string, body: object) =>
          api.request('POST', path, { key: shop.storeKey.key, body, idempotencyKey: randomUUID() });
        await post('/inventory/adjustments', {
          ...{ location_id: shop.locationId, variant_id: variant.id, quantity_change: 1, reason: 'new' },
        });
        const { body: order } = await post('/orders', {
          customer: { phone: '01712345678', full_name: 'Rahim' },
          items: [{ variant_id: variant.id, quantity: 1 }],
        });
        const path = `/orders/${order.id}`;
        const follow_up_at = later ? '2030-01-01T10:00:00.000Z' : null;
        const written = await send('PATCH', path, { note, tags, follow_up_at, follow_up_note });
        const fields = Object.keys(operations.update_order!.input.shape).filter(
          (name) => !/^(id|store_id)$/.test(name),
        );
        const body = Object.fromEntries(fields.map((name) => [name, written[name]]));
        return { path, read: path, body, args: { id: order.id } };
      }),
  },
};

test('every PATCH of the registry is tried, except the move of an order to the status it has, which is refused', (t) => {
  const patches = Object.entries(operations)
    .filter(([, { method }]) => method === 'PATCH')
    .map(([name]) => name);
  t.deepEqual(Object.keys(cases).sort(), patches.filter((name) => name !== 'update_order_status').sort());
});

for (const [name, { setUp }] of Object.entries(cases))
  test.serial(`${name}: what was read, written back in whole or in part, changes nothing`, async (t) => {
    await fc.assert(
      fc.asyncProperty(setUp, fc.infiniteStream(fc.boolean()), async (make, picks) => {
        const { path, read, body, args } = await make();
        const before = await send('GET', read);
        const rows = await everything();
        const part = Object.fromEntries(Object.entries(body).filter(() => picks.next().value));
        for (const fields of [body, part, {}]) {
          await send('PATCH', path, fields);
          if (operations[name]!.tool) {
            const { body: answer } = await callTool(api, shop.storeKey, name, { ...args, ...fields });
            t.falsy(answer.result.isError, JSON.stringify(answer));
          }
          t.deepEqual(await everything(), rows, JSON.stringify(fields));
        }
        t.deepEqual(await send('GET', read), before);
      }),
      { numRuns: runs(12, 12) },
    );
  });
