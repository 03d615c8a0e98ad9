// Two codes of one authenticator app at once, while the clock goes on: it is read when the first has been taken.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import test from 'ava';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { createShop, insert } from '../helpers/shop.ts';
import { hire } from '../helpers/staff.ts';

let db: TestDatabase;
test.before(async () => {
  db = await freshDatabase('changes the schema');
  await db.admin.query(`
    create table public.clock (step bigint not null);
    grant select on public.clock to public;
    insert into public.clock values (1000);
    create or replace function internal.now() returns timestamptz language sql volatile
      begin atomic select to_timestamp(30 * step) from public.clock; end`);
});
test.after.always(() => db?.drop());

test('a code that waits for a later one is none any more', async (t) => {
  const seed = randomBytes(20);
  const { companyId } = await createShop(db.admin);
  const { id } = await hire(db, companyId);
  await insert(db.admin, 'staff_authenticators', {
    id: randomUUID(),
    company_id: companyId,
    staff_id: id,
    sealed_seed: 'sealed',
    seed_hash: createHash('sha256').update(seed).digest(),
    confirmed_at: new Date(),
    created_at: new Date(),
  });
  const client = await db.admin.connect();
  const other = await db.admin.connect();
  t.teardown(() => {
    for (const one of [client, other]) one.release();
  });
  const accept = async (step: number) => {
    const text = 'select internal.accept_code($1, internal.totp_code($2, $3)) as is_right';
    return (await other.query(text, [id, seed, step])).rows[0].is_right;
  };
  await other.query(`select set_config('haat.totp_seed', $1, false)`, [seed.toString('hex')]);
  const { rows } = await other.query('select pg_backend_pid() as pid');

  await client.query('begin');
  await client.query('select from app.staff_authenticators where staff_id = $1 for update', [id]);
  const waiting = accept(1000);
  const isWaiting = `select from pg_stat_activity where pid = $1 and wait_event_type = 'Lock'`;
  while ((await db.admin.query(isWaiting, [rows[0].pid])).rowCount === 0);
  // The clock of the app is a step ahead, and half a minute has gone by.
  await client.query('update app.staff_authenticators set last_step = 1002 where staff_id = $1', [id]);
  await client.query('update public.clock set step = 1001');
  await client.query('commit');
  t.false(await waiting);

  await client.query('update public.clock set step = 1003');
  t.true(await accept(1003));
  t.false(await accept(1003), 'each is good once');
});
