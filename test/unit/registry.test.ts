import test from 'ava';
import { z } from 'zod';
import { operations } from '../../server/operations/index.ts';
import { addedEndpoints, endpoints } from '../helpers/contract.ts';

const entries = Object.entries(operations);
const parametersOf = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);

test('there are as many endpoints as the specification has, reads and writes, and those that were added', (t) => {
  const specified = entries.filter(([name]) => !addedEndpoints.includes(name));
  const reads = specified.filter(([, { method }]) => method === 'GET').length;
  t.deepEqual({ reads, writes: specified.length - reads, total: specified.length }, endpoints);
  t.is(entries.length, endpoints.total + addedEndpoints.length);
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
  for (const [name, { input }] of entries.filter(([name, { job }]) => name.startsWith('list_') && !job)) {
    for (const parameter of ['limit', 'starting_after', 'ending_before', 'sort', 'store_id']) {
      t.true(parameter in input.shape, `${name} ${parameter}`);
    }
  }
});

test('no schema of an answer has a place for a cost', (t) => {
  for (const [name, { output }] of entries) {
    t.notRegex(JSON.stringify(z.toJSONSchema(output)), /"(unit_cost|cost_price|average_cost)"/, name);
  }
});
