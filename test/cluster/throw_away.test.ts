// Clusters that are kept: the template's, of which every run of the tests takes a copy (test/template.ts).
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'ava';
import { withClient } from '../../db/connect/connection.ts';
import { openThrowAwayCluster } from '../../db/embedded/throw-away.ts';

test('a kept cluster is opened by many at once, each with a copy; of two that are kept at one place, the first stays', async (t) => {
  t.timeout(60_000);
  const room = fs.mkdtempSync(path.join(os.tmpdir(), 'haat-kept-'));
  t.teardown(() => fs.rmSync(room, { recursive: true }));
  const place = path.join(room, 'template');
  const first = await openThrowAwayCluster();
  await withClient(first.url('postgres'), (client) => client.query('create table maker as select 0 as id'));
  await first.keep(place);
  const second = await openThrowAwayCluster({ from: place });
  await withClient(second.url('postgres'), (client) => client.query('update maker set id = 1'));
  await second.keep(place);
  t.deepEqual(fs.readdirSync(room), ['template']);
  for (const { directory } of [first, second]) t.false(fs.existsSync(directory));

  const copies = await Promise.all([openThrowAwayCluster({ from: place }), openThrowAwayCluster({ from: place })]);
  t.teardown(() => Promise.all(copies.map(({ stop }) => stop())));
  const changed = copies.map(({ url }) =>
    withClient(url('postgres'), async (client) => {
      await client.query('insert into maker values (7)');
      return (await client.query('select id from maker order by id')).rows.map(({ id }) => id);
    }),
  );
  t.deepEqual(await Promise.all(changed), [
    [0, 7],
    [0, 7],
  ]);
});

test('a kept cluster that is not there does not open', async (t) => {
  const room = fs.mkdtempSync(path.join(os.tmpdir(), 'haat-kept-'));
  t.teardown(() => fs.rmSync(room, { recursive: true }));
  await t.throwsAsync(openThrowAwayCluster({ from: path.join(room, 'nothing') }));
});
