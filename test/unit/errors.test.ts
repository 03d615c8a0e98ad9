import fs from 'node:fs';
import path from 'node:path';
import test from 'ava';
import pg from 'pg';
import { errorCodes, errorOf } from '../../server/gate/errors.ts';
import { sqlstateOf } from '../../server/gate/infrastructure-errors.ts';
import { admitted } from '../helpers/fake-pool.ts';

const refused = (sqlstate: string, more = {}) => errorOf({ ...admitted, sqlstate, ...more });

test('an own SQLSTATE gives its status, code, message and fields', (t) => {
  const fields = { items: [{ line: 0, requested: 3, available: 1 }] };
  const error = refused('HT102', { message: 'Not enough stock.', fields });
  t.like(error, { status: 400, code: 'INSUFFICIENT_STOCK', message: 'Not enough stock.', fields });
});

test('a taken unique value is a conflict that names the field and nothing of the database', (t) => {
  const message = 'duplicate key value violates unique constraint "variants_sku_key"';
  const error = refused('23505', { constraint: 'variants_sku_key', message });
  t.like(error, { status: 409, code: 'CONFLICT', fields: { sku: ['is already taken'] } });
  const fields = { sku: ['A-1 is already taken'] };
  t.like(refused('23505', { constraint: 'variants_sku_key', message, fields }), { status: 409, fields });
  t.regex(refused('23505', { constraint: 'variants_options_key' }).message, /same options/);
  t.notRegex(error.message, /constraint/);
});

test('an unforeseen error is a generic 500, and what passes a 503 that says when to come back', (t) => {
  t.like(refused('22P02', { message: 'invalid input syntax' }), { status: 500, code: 'INTERNAL', fields: null });
  t.notRegex(refused('22P02', { message: 'invalid input syntax' }).message, /syntax/);
  for (const sqlstate of ['08006', '53300', '57P01', '57014', '25P04', '55P03', '40001']) {
    t.like(refused(sqlstate), { status: 503, code: 'UNAVAILABLE', headers: { 'Retry-After': '2' } }, sqlstate);
  }
});

test('a failed query has an SQLSTATE whatever it failed of', (t) => {
  const database = Object.assign(new pg.DatabaseError('canceled', 1, 'error'), { code: '57014', severity: 'ERROR' });
  t.is(sqlstateOf(database), '57014');
  t.is(sqlstateOf(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })), '08006');
  t.is(sqlstateOf(new Error('Connection terminated unexpectedly')), '08006');
  t.is(sqlstateOf(new Error('timeout exceeded when trying to connect')), '53300');
  t.is(sqlstateOf(new TypeError('x is not a function')), 'XX000');
});

test('db/README.md lists each SQLSTATE with its status and code', (t) => {
  const page = fs.readFileSync(path.join(import.meta.dirname, '../../db/README.md'), 'utf8');
  const [, list] = /^## Error codes\n.*?```text\n(.*?)```/ms.exec(page)!;
  const listed = list!.split(/\n(?=\d)/).flatMap((line) => {
    const status = Number(line.slice(0, 3));
    return [...line.slice(3).matchAll(/(\w+) (\w+)/g)].map(([, state, code]) => [state!, [status, code!]] as const);
  });
  t.deepEqual(Object.fromEntries(listed), errorCodes);
});
