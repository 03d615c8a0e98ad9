// The journal: each change of a record with who made it, by which operation, what stood there before and after; and the
// image, by which the audit knows each record. What damage it sees: test/helpers/corruptions/records.ts.
import test from 'ava';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { type Desk, openDesk } from '../helpers/orders.ts';
import { createShop, stockVariant } from '../helpers/shop.ts';

let db: TestDatabase;
let desk: Desk;
let goods: { productId: string; variantId: string };
test.before(async () => {
  db = await freshDatabase('changes the schema');
  desk = await openDesk(db, await createShop(db.admin));
  goods = await stockVariant(db.admin, desk.shop, { sku: 'A' });
});
test.after.always(() => db?.drop());

const told = async (recordId: string) =>
  (await db.admin.query('select * from app.changes where record_id = $1 order by id', [recordId])).rows;
const damage = async () =>
  (await db.as('haat_dba').query('select object, found, expected from ledger.check_records()')).rows;

test.serial('no login may write the journal, and nobody changes or removes a row of it', async (t) => {
  for (const role of ['haat_api', 'haat_gateway', 'haat_staff', 'haat_staff_gateway', 'haat_worker'])
    for (const statement of [
      `insert into app.changes (actor_type, actor_name, record_type, record_id, action, created_at)
       values ('system', 'System', 'product', uuidv7(), 'delete', now())`,
      `update app.changes set actor_name = 'Nobody'`,
      'delete from app.changes',
    ])
      await t.throwsAsync(db.as(role).query(statement), { code: '42501' }, `${role}: ${statement}`);
  for (const role of ['haat_api', 'haat_gateway', 'haat_staff', 'haat_worker'])
    await t.throwsAsync(db.as(role).query('select * from app.changes'), { code: '42501' }, role);
  await t.throwsAsync(db.admin.query(`update app.changes set actor_name = 'Nobody'`), { code: '23001' });
});

test.serial('a key, a member of staff and an operator are told apart, with operation and request', async (t) => {
  const { shop } = desk;
  const { variantId } = goods;
  const before = (await told(variantId)).length;
  await desk.ask('update_variant', { identifier: variantId, price: 310 });
  // The same once more is no change.
  await desk.ask('update_variant', { identifier: variantId, price: 310 });
  await desk.staff('update_variant', { identifier: variantId, price: 320 });
  await db.admin.query('update app.variants set price = 330 where id = $1', [variantId]);
  const rows = (await told(variantId)).slice(before);
  t.like(rows, [
    {
      actor_type: 'api_key',
      actor_id: shop.storeKey.id,
      operation: 'update_variant',
      request_id: 'test-request',
      record_type: 'variant',
      parent_id: goods.productId,
      action: 'update',
      after: { price: 310 },
    },
    {
      actor_type: 'staff',
      actor_id: desk.staffId,
      actor_name: 'Rina Akter',
      before: { price: 310 },
      after: { price: 320 },
    },
    { actor_type: 'operator', actor_id: null, before: { price: 320 }, after: { price: 330 } },
  ]);
  t.is(rows.length, 3);
});

test.serial('a number of JSON that is only written in another way is a change, and the image holds', async (t) => {
  const { variantId } = goods;
  for (const length of ['1.0', '1.00'])
    await db.admin.query(`update app.variants set dimensions = '{"length": ${length}}' where id = $1`, [variantId]);
  const { rows } = await db.admin.query(
    'select before::text, after::text from app.changes where record_id = $1 order by id desc limit 1',
    [variantId],
  );
  t.deepEqual(rows, [{ before: '{"dimensions": {"length": 1.0}}', after: '{"dimensions": {"length": 1.00}}' }]);
  t.deepEqual(await damage(), []);
});

test.serial(
  'staff see of the journal what they may see where it stands, and nothing without activity.read',
  async (t) => {
    const customer = await desk.ask('create_customer', { full_name: 'Salma', phone: '01812345678' });
    const seenBy = async (...permissions: string[]) => {
      const client = await db.admin.connect();
      try {
        await client.query('begin');
        await client.query(`select internal.act_as($1, 'Rina Akter', 'staff', $2, $3)`, [
          desk.shop.companyId,
          desk.staffId,
          permissions,
        ]);
        await client.query('set local role haat_staff');
        return (await client.query('select distinct record_type from app.changes order by 1')).rows.map(
          ({ record_type }) => record_type as string,
        );
      } finally {
        await client.query('rollback');
        client.release();
      }
    };
    t.deepEqual(await seenBy('orders.manage', 'customers.read'), []);
    const plain = await seenBy('activity.read');
    t.true(plain.includes('variant'));
    for (const [permission, type] of [
      ['customers.read', 'customer'],
      ['costs.read', 'variant_cost'],
      ['staff.manage', 'staff'],
      ['developer.manage', 'api_key'],
    ] as const) {
      t.false(plain.includes(type), type);
      t.true((await seenBy('activity.read', permission)).includes(type), permission);
    }
    await t.throwsAsync(
      db.as('haat_staff').query('select record_digest from app.changes where record_id = $1', [customer.id]),
      { code: '42501' },
    );
  },
);

test.serial('a secret is told as changed and not as text; what goes with another record is told too', async (t) => {
  const { staffId } = desk;
  await db.admin.query(`update app.staff set password_hash = 'hidden-1' where id = $1`, [staffId]);
  await db.admin.query(`update app.staff set password_hash = 'hidden-2' where id = $1`, [staffId]);
  t.deepEqual(
    (await told(staffId)).slice(-1).map(({ before, after }) => ({ before, after })),
    [{ before: { password_hash: '(secret)' }, after: { password_hash: '(secret)' } }],
  );
  const { rows } = await db.admin.query(`select count(*)::int from app.changes c where c::text like '%hidden-%'`);
  t.is(rows[0].count, 0);
  const brand = await desk.ask('create_brand', { name: 'Arong' });
  await db.admin.query('delete from app.brands where id = $1', [brand.id]);
  t.like((await told(brand.id)).at(-1), {
    action: 'delete',
    before: { name: 'Arong' },
    after: null,
    record_digest: null,
  });
});

test.serial('the image holds in every time zone, and when a release adds, removes or begins to journal', async (t) => {
  t.deepEqual(await damage(), []);
  const dba = await db.as('haat_dba').connect();
  await dba.query(`set timezone = 'Asia/Dhaka'; set datestyle = 'German'; set search_path = ledger, app`);
  t.deepEqual((await dba.query('select * from check_records()')).rows, []);
  dba.release(true);
  const release = async (statement: string) => {
    await db.admin.query(statement);
    await db.admin.query('call internal.keep_journal()');
  };
  await release(`alter table app.variants add column origin text default 'Dhaka'`);
  t.deepEqual(await damage(), []);
  await db.admin.query(`update app.variants set origin = 'Sylhet' where id = $1`, [goods.variantId]);
  t.deepEqual(await damage(), []);
  await release('alter table app.variants drop column origin');
  t.deepEqual(await damage(), []);
  t.like((await told(goods.variantId)).at(-1), { actor_type: 'release', action: 'update', before: null, after: null });
  // Records that were there before.
  await db.admin.query('begin; set local session_replication_role = replica; delete from app.changes; commit');
  t.true((await damage()).length > 0);
  await release('truncate internal.journal_shapes');
  t.deepEqual(await damage(), []);
  t.like(await told(goods.variantId), [{ actor_type: 'release', action: 'baseline' }]);
});

test.serial(
  'while npm run migrate is at work nothing that it changes is called damage; left half done, it is named',
  async (t) => {
    const seen = async () =>
      (
        await db
          .as('haat_dba')
          .query(
            `select object from ledger.check_records() union all select object from ledger.check_schema order by 1`,
          )
      ).rows.map(({ object }) => object as string);
    const before = await seen();
    const migrating = await db.admin.connect();
    t.teardown(() => migrating.release(true));
    // As db/migrate/migrate.ts does.
    await migrating.query('select pg_advisory_lock(4228004)');
    await db.admin.query('alter table app.brands rename column seo_title to title_for_search');
    t.deepEqual(
      (await seen()).filter((object) => !before.includes(object)),
      [],
    );
    await migrating.query('select pg_advisory_unlock(4228004)');
    const named = await seen();
    t.true(named.includes('journal of app.brands'));
    t.true(named.includes('column app.brands.title_for_search'));
    await db.admin.query('alter table app.brands rename column title_for_search to seo_title');
    t.deepEqual(await seen(), before);
  },
);
