// What the release made is kept when it is applied, and a later start does not make damage sound.
import test from 'ava';
import { applyCode } from '../../db/migrate/apply-code.ts';
import { readObjects, recordObjects } from '../../db/migrate/released-schema.ts';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';

const differences = async () =>
  (await db.as('haat_dba').query('select object, found, expected from ledger.check_schema order by object')).rows;

/** What npm run migrate does, with a migration of the release between. */
async function release(migration = 'select 1') {
  const before = await readObjects(db.urlAs('haat_owner'));
  await db.as('haat_owner').query(migration);
  await applyCode(db.urlAs('haat_owner'));
  return await recordObjects(db.urlAs('haat_owner'), before);
}

// One after the other in one database, which each leaves as the release made it.
let db: TestDatabase;
test.before(async () => {
  db = await freshDatabase('changes the schema');
});
test.after.always(() => db?.drop());

test.serial('roles that serve or read may not change what is kept', async (t) => {
  for (const role of ['haat_api', 'haat_gateway', 'haat_staff', 'haat_worker', 'haat_dba', 'haat_gatekeeper']) {
    await t.throwsAsync(db.as(role).query(`delete from internal.released_schema`), undefined, role);
    await t.throwsAsync(db.as(role).query('select internal.record_schema(null)'), undefined, role);
  }
});

test.serial(
  'what was taken down stays named after the next start; what a release changes is kept; code is made again',
  async (t) => {
    await db.admin.query('alter table app.payments drop constraint payments_amount_check');
    await db.admin.query('alter table app.orders no force row level security');
    await db.admin.query('grant update on app.orders to haat_api');
    const named = ['constraint payments_amount_check on app.payments'];
    t.deepEqual(await release(), named);
    await db.admin.query('drop index app.parcels_order_id_idx');
    t.deepEqual(
      await release(
        `alter table app.orders drop constraint orders_tax_amount_check;
       alter table app.orders add constraint orders_tax_is_not_negative check (tax_amount >= 0)`,
      ),
      [...named, 'index app.parcels_order_id_idx'],
    );
    t.deepEqual(await differences(), [
      { object: named[0], found: 'is gone', expected: 'CHECK ((amount > (0)::numeric))' },
      {
        object: 'index app.parcels_order_id_idx',
        found: 'is gone',
        expected: 'CREATE INDEX parcels_order_id_idx ON app.parcels USING btree (store_id, order_id, created_at DESC)',
      },
    ]);
    await db.admin.query('alter table app.payments add constraint payments_amount_check check (amount > 0)');
    await db.admin.query('create index parcels_order_id_idx on app.parcels (store_id, order_id, created_at desc)');
    t.deepEqual(await differences(), []);
  },
);
