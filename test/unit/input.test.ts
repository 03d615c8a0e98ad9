import test from 'ava';
import type { z } from 'zod';
import { checkInput } from '../../server/gate/input.ts';
import { operations } from '../../server/operations/index.ts';
import { instant, money, uuid } from '../../server/operations/schemas.ts';
import fc from '../helpers/properties.ts';

const id = '0198c5a0-0000-7000-8000-000000000001';
const accepts = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success;

const fieldsOf = (operation: string, sent: object) => {
  const checked = checkInput(operations[operation]!.input, { ...sent });
  return 'fields' in checked ? asTold(checked.fields) : null;
};

/** As clients get it. */
const asTold = (fields: object) => JSON.parse(JSON.stringify(fields));

const order = { customer_id: id, items: [{ sku: 'A', quantity: 1 }] };
const adjustment = { location_id: id, sku: 'A', quantity_change: 1, reason: 'count' };
const product = { name: 'Tea', variants: [{ sku: 'A', name: 'Tea', price: 10 }] };

test('money is a number from 0 to 9,999,999,999.99 with at most two decimals', (t) => {
  for (const amount of [0, 0.01, 0.1, 19.99, 1e2, 1_234_567_890.12, 9_999_999_999.99])
    t.true(accepts(money, amount), `${amount}`);
  for (const amount of [-0.01, 0.001, 1e-7, 19.999, 10_000_000_000, Number.NaN, Infinity, '10.00', null, true]) {
    t.false(accepts(money, amount), `${amount}`);
  }
});

test('every amount in poisha is money, and half a poisha never is', (t) => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_999_999 }), (poisha) => {
      const [whole, rest] = [Math.floor(poisha / 100), String(poisha % 100).padStart(2, '0')];
      t.true(accepts(money, Number(`${whole}.${rest}`)));
      t.false(accepts(money, Number(`${whole}.${rest}5`)));
    }),
  );
});

test('an instant is a real moment with its offset, of at most 40 characters', (t) => {
  for (const text of [
    '2026-08-01T00:00:00Z',
    '2026-08-01T06:00:00.123+06:00',
    '2024-02-29T23:59:59Z',
    '2026-08-01T00:00Z',
  ]) {
    t.true(accepts(instant, text), text);
  }
  for (const text of [
    '2026-08-01',
    '2026-08-01T00:00:00',
    '2026-08-01T00:00:00 06:00',
    '2026-02-29T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-08-01T24:00:00Z',
    '2026-08-01T00:00:60Z',
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00+06:00',
    '9999-12-31T23:59:59-06:00',
    '2026-08-01T00:00:00+23:00',
    `2026-08-01T00:00:00.${'1'.repeat(30)}Z`,
    'infinity',
    'now',
  ]) {
    t.false(accepts(instant, text), text);
  }
});

test('ids are opaque: any UUID form is taken, nothing else', (t) => {
  for (const text of [id, '00000000-0000-0000-0000-000000000000', id.toUpperCase()]) t.true(accepts(uuid, text), text);
  for (const text of ['', '1', `${id}0`, `{${id}}`, id.replaceAll('-', '')]) t.false(accepts(uuid, text), text);
});

test('a free-form object is bounded in depth and size', (t) => {
  const nested = (levels: number): object => (levels === 0 ? {} : { a: nested(levels - 1) });
  const problems = (shipping_address: unknown) =>
    fieldsOf('create_order', { ...order, shipping_address })?.shipping_address;
  t.is(problems({ line: 'House 7', extra: { tags: ['a', 1, null] } }), undefined);
  t.is(problems(nested(7)), undefined);
  t.deepEqual(problems(nested(8)), ['must be nested at most 8 levels deep']);
  const deep = `${'{"a":'.repeat(150_000)}1${'}'.repeat(150_000)}`;
  const sent = { ...order, shipping_address: JSON.parse(deep) };
  const checked = checkInput(operations.create_order!.input, sent, undefined, () => deep);
  t.is('fields' in checked ? checked.fields.shipping_address?.length : 0, 2);
  t.deepEqual(problems({ a: 'x'.repeat(16_001) }), ['must be at most 16000 characters']);
  t.deepEqual(problems([]), ['must be an object']);
});

test('all problems are told together, under their paths', (t) => {
  t.deepEqual(
    fieldsOf('create_product', { nmae: 'Tea', status: 'new', variants: [{ sku: '', price: '10', colour: 1 }] }),
    {
      name: ['is required'],
      status: ['must be one of draft, active, archived'],
      'variants.0.sku': ['must not be empty'],
      'variants.0.name': ['is required'],
      'variants.0.price': ['must be a number'],
      'variants.0.colour': ['not allowed'],
      nmae: ['not allowed'],
    },
  );
});

test('rules between fields are told beside other problems', (t) => {
  t.deepEqual(fieldsOf('create_order', { items: [{ quantity: 0 }], note: 5 }), {
    'items.0.quantity': ['must be at least 1'],
    'items.0.variant_id': ['one of variant_id and sku is required'],
    note: ['must be a string'],
    customer_id: ['exactly one of customer_id and customer is required'],
  });
});

test('a field called __proto__ is refused like any unknown one and changes no object', (t) => {
  const fields = fieldsOf(
    'create_order',
    JSON.parse('{"__proto__":{"customer_id":1},"items":[{"sku":"A","quantity":1}]}'),
  );
  t.truthy(fields);
  t.true(Object.keys(fields!).includes('customer_id'));
  t.is(({} as Record<string, unknown>).customer_id, undefined);
});

test('text that Postgres cannot hold is refused wherever it stands, and its look-alikes are taken', (t) => {
  const problem = ['must not contain NUL characters or unpaired surrogates'];
  t.deepEqual(fieldsOf('create_order', { ...order, note: 'a\0b' }), { note: problem });
  t.deepEqual(fieldsOf('create_order', { ...order, note: '\ud800' }), { note: problem });
  t.deepEqual(fieldsOf('create_order', { ...order, shipping_address: { a: { 'b\0': 1 } } }), {
    'shipping_address.a': problem,
  });
  t.is(fieldsOf('create_order', { ...order, note: 'a\\u0000b \\ud800 😀' }), null);
});

test('an order names exactly one customer, and a variant a line', (t) => {
  t.is(fieldsOf('create_order', order), null);
  t.deepEqual(Object.keys(fieldsOf('create_order', { ...order, customer: { phone: '01711111111' } })!), [
    'customer_id',
  ]);
  t.is(fieldsOf('create_order', { ...order, items: [{ sku: 'A', variant_id: id, quantity: 1 }] }), null);
  t.deepEqual(Object.keys(fieldsOf('create_order', { ...order, items: [{ quantity: 1 }] })!), ['items.0.variant_id']);
  t.deepEqual(Object.keys(fieldsOf('create_order', { ...order, items: [] })!), ['items']);
  t.deepEqual(Object.keys(fieldsOf('create_order', { ...order, items: [{ sku: 'A', quantity: 1.5 }] })!), [
    'items.0.quantity',
  ]);
});

test('an adjustment keeps the rules of its type', (t) => {
  const keys = (more: object) => Object.keys(fieldsOf('create_inventory_adjustment', { ...adjustment, ...more }) ?? {});
  t.deepEqual(keys({}), []);
  t.deepEqual(keys({ quantity_change: 0 }), ['quantity_change']);
  t.deepEqual(keys({ set_on_hand: 5 }), ['quantity_change']);
  t.deepEqual(keys({ quantity_change: undefined }), ['quantity_change']);
  t.deepEqual(keys({ type: 'purchase' }), ['unit_cost']);
  t.deepEqual(keys({ type: 'purchase', unit_cost: 5 }), []);
  t.deepEqual(keys({ unit_cost: 5 }), ['unit_cost']);
  t.deepEqual(keys({ type: 'damage' }), ['quantity_change']);
  t.deepEqual(keys({ type: 'return', quantity_change: -1 }), ['quantity_change']);
  t.deepEqual(keys({ variant_id: id }), []);
  t.deepEqual(keys({ sku: undefined }), ['variant_id']);
  t.deepEqual(keys({ reason: '  ' }), ['reason']);
});

test('a product keeps the rules of its shape', (t) => {
  const keys = (more: object) => Object.keys(fieldsOf('create_product', { ...product, ...more }) ?? {});
  const variant = (more: object) => keys({ variants: [{ ...product.variants[0], ...more }] });
  t.deepEqual(keys({}), []);
  t.deepEqual(variant({ discount_price: 10 }), ['variants.0.discount_price']);
  t.deepEqual(variant({ discount_price: 9.99, cost_price: 5, weight: '0.250' }), []);
  t.deepEqual(variant({ weight: 0.2505 }), ['variants.0.weight']);
  t.deepEqual(variant({ id }), ['variants.0.id']);
  t.deepEqual(variant({ image_index: 0 }), ['variants']);
  t.deepEqual(
    variant({
      options: [
        { attribute: 'Size', value: 'M' },
        { attribute: 'size', value: 'L' },
      ],
    }),
    ['variants.0.options'],
  );
  t.deepEqual(keys({ images: [{ source_url: 'http://example.com/a.png' }] }), ['images.0.source_url']);
  t.deepEqual(keys({ categories: [{ id }, { id }] }), ['categories']);
  t.deepEqual(keys({ slug: 'Tea--Time' }), ['slug']);
  const saved = (more: object) => Object.keys(fieldsOf('update_product', { id, variants: [{ id, ...more }] }) ?? {});
  t.deepEqual(saved({ image_id: id, image_index: 0 }), ['variants.0.image_id', 'variants']);
  t.deepEqual(saved({ image_id: id, image_index: null }), []);
});

test('lists refuse two cursors, and missing_only keeps its company', (t) => {
  t.deepEqual(Object.keys(fieldsOf('list_products', { starting_after: id, ending_before: id })!), ['ending_before']);
  const keys = (query: object) => Object.keys(fieldsOf('list_inventory_levels', query) ?? {});
  t.deepEqual(keys({ missing_only: true }), ['warehouse_id']);
  t.deepEqual(keys({ missing_only: true, warehouse_id: id }), []);
  t.deepEqual(keys({ missing_only: true, warehouse_id: id, low_stock: false }), ['low_stock']);
  t.deepEqual(keys({ missing_only: false, low_stock: true }), []);
});
