import test from 'ava';
import { canonicalJson, requestHash } from '../../server/gate/request-hash.ts';
import fc from '../helpers/properties.ts';

/** The same value with the keys of every object in another order. */
function shuffled(value: unknown, swap: boolean): unknown {
  if (Array.isArray(value)) return value.map((child) => shuffled(child, swap));
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).map(([key, child]) => [key, shuffled(child, !swap)]);
  return Object.fromEntries(swap ? entries.reverse() : entries.sort(([a], [b]) => (String(a) < String(b) ? 1 : -1)));
}

test('the order of keys never changes the hash of a request', (t) => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.boolean(), (sent, swap) => {
      t.deepEqual(requestHash('create_order', sent), requestHash('create_order', shuffled(sent, swap)));
    }),
  );
});

test('canonical JSON reads back as the value it was made from', (t) => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      t.deepEqual(JSON.parse(canonicalJson(value)), JSON.parse(JSON.stringify(value)));
    }),
  );
});

test('requests that differ in a value, in the order of a list or in the operation have different hashes', (t) => {
  const base = requestHash('create_order', { items: [{ sku: 'A' }, { sku: 'B' }], note: null });
  t.notDeepEqual(base, requestHash('create_order', { items: [{ sku: 'B' }, { sku: 'A' }], note: null }));
  t.notDeepEqual(base, requestHash('create_order', { items: [{ sku: 'A' }, { sku: 'B' }] }));
  t.notDeepEqual(base, requestHash('create_product', { items: [{ sku: 'A' }, { sku: 'B' }], note: null }));
});
