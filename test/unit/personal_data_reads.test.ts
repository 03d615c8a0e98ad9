import test from 'ava';
import type pg from 'pg';
import { countShown, PersonalDataReads } from '../../server/gate/personal-data-reads.ts';
import { createLog } from '../../server/process/log.ts';

/** Stands for the database: what it was brought, and whether it is there. */
function database() {
  const brought: { holder: string; kind: string; record_count: number; read_count: number }[][] = [];
  const state = { isAway: false, brought, whenAsked: () => {} };
  const query = async ({ values }: { values: [string] }) => {
    if (state.isAway) throw new Error('the database is away');
    brought.push(JSON.parse(values[0]));
    state.whenAsked();
  };
  return Object.assign(state, { pool: { query } as unknown as pg.Pool });
}

const log = createLog('silent');
const holder = (n: number) => Buffer.from([n >> 8, n & 255]);

test('what one holder read is one sum a kind, and nothing is brought twice', async (t) => {
  const { pool, brought } = database();
  const reads = new PersonalDataReads(pool, log);
  for (const records of [3, 0, 4]) reads.note(holder(1), 'customers.searched', records);
  reads.note(holder(1), 'customers.opened', 1);
  await reads.flush();
  await reads.close();
  t.deepEqual(brought, [
    [
      { holder: '0001', kind: 'customers.searched', record_count: 7, read_count: 2 },
      { holder: '0001', kind: 'customers.opened', record_count: 1, read_count: 1 },
    ],
  ]);
});

test('without the database sums are kept, added to, and brought at the end', async (t) => {
  const away = Object.assign(database(), { isAway: true });
  const reads = new PersonalDataReads(away.pool, log);
  for (let n = 0; n < 1_500; n++) reads.note(holder(n), 'customers.opened', 1);
  await reads.flush();
  reads.note(holder(1), 'customers.opened', 1);
  away.isAway = false;
  await reads.close();
  t.deepEqual(
    away.brought.map((sums) => sums.length),
    [1_000, 500],
  );
  t.is(
    away.brought.flat().reduce((sum, { record_count }) => sum + record_count, 0),
    1_501,
  );
});

test('what is noted while sums are brought is brought by the next', async (t) => {
  const there = database();
  const reads = new PersonalDataReads(there.pool, log);
  reads.note(holder(1), 'orders.read', 1);
  there.whenAsked = () => {
    there.whenAsked = () => {};
    reads.note(holder(1), 'orders.read', 2);
  };
  await Promise.all([reads.flush(), reads.close()]);
  t.deepEqual(
    there.brought.flat().map(({ record_count }) => record_count),
    [1, 2],
  );
});

test('records are counted by a field that each has, and that no text can hold', (t) => {
  const one = { full_name: '"full_name" : full_name', phone: '01' };
  t.is(countShown('customers.searched', JSON.stringify({ data: [one, one] })), 2);
  t.is(countShown('customers.searched', '{"data" : [{"full_name" : "Rahim"}]}'), 1);
  t.is(countShown('orders.read', JSON.stringify({ data: [{ shipping_address: null, customer: one }] })), 1);
  t.is(countShown('orders.read', '{"data":[]}'), 0);
});
