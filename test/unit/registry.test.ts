import test from 'ava';
import { z } from 'zod';
import { operations } from '../../server/operations/index.ts';
import { endpoints, specifiedEndpoints } from '../helpers/contract.ts';

const entries = Object.entries(operations);
const parametersOf = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);

test('there is every endpoint of the specification, as many reads and writes as it has', (t) => {
  const specified = entries.filter(([name]) => specifiedEndpoints.includes(name));
  t.deepEqual(specified.map(([name]) => name).sort(), specifiedEndpoints.toSorted());
  const reads = specified.filter(([, { method }]) => method === 'GET').length;
  t.deepEqual({ reads, writes: specified.length - reads, total: specified.length }, endpoints);
});

test('every write says how it takes an Idempotency-Key, and no read takes one', (t) => {
  for (const [name, { method, idempotency }] of entries) t.is(idempotency !== undefined, method !== 'GET', name);
});

test('method and path name one operation, and its input holds every path parameter', (t) => {
  t.is(new Set(entries.map(([, { method, path }]) => `${method} ${path}`)).size, entries.length);
  for (const [name, { path, input }] of entries) {
    for (const parameter of parametersOf(path)) t.true(parameter in input.shape, `${name} ${parameter}`);
  }
});

test('inputs are closed and both schemas of every operation can be published', (t) => {
  for (const [name, { input, output }] of entries) {
    t.is(z.toJSONSchema(input, { io: 'input' }).additionalProperties, false, name);
    t.truthy(z.toJSONSchema(output, { io: 'output' }), name);
  }
});

test('every list takes the same pagination', (t) => {
  // The results of a job are streamed, all of them.
  for (const [name, { input, waits }] of entries.filter(([name, { job }]) => name.startsWith('list_') && !job)) {
    // One that can be waited for goes forward only.
    for (const parameter of waits
      ? ['limit', 'starting_after', 'store_id']
      : ['limit', 'starting_after', 'ending_before', 'sort', 'store_id']) {
      t.true(parameter in input.shape, `${name} ${parameter}`);
    }
  }
});

test('no schema of an answer has a place for a cost', (t) => {
  for (const [name, { output }] of entries) {
    t.notRegex(JSON.stringify(z.toJSONSchema(output)), /"(unit_cost|cost_price|average_cost)"/, name);
  }
});
