// The timers run over the demo for two months, with no other work beside them: none may do what the audit takes for
// damage.
import test from 'ava';
import { timers } from '../../workers/crontab.ts';
import { openDemoShop } from '../helpers/shops/demo-shop.ts';

const days = 60;

test('every timer, on days of two months, leaves books that the audit finds sound', async (t) => {
  t.timeout(300_000);
  const { db, close } = await openDemoShop({ now: new Date() });
  t.teardown(close);
  const worker = await db.as('haat_worker').connect();
  const auditor = await db.as('haat_dba').connect();
  t.teardown(() => {
    for (const client of [worker, auditor]) client.release(true);
  });
  const count = async (table: string) =>
    (await db.admin.query(`select count(*)::int as count from ${table}`)).rows[0].count;
  const events = await count('app.events');
  for (let day = 0; day <= days; day++) {
    for (const client of [worker, auditor])
      await client.query(`select set_config('haat.clock_offset', $1, false)`, [`${day} days`]);
    // Twice, as the seals of the history take two runs.
    for (const { name } of [...timers, ...timers]) await worker.query(`select internal.${name}()`);
    const { rows } = await auditor.query('select * from ledger.audit()');
    t.deepEqual(rows, [], `day ${day}`);
  }
  t.true(events > 0);
  t.is(await count('app.events'), 0, 'the clean-up has had something to do');
  t.true((await count('internal.history_seals')) > 0);
});
