// What a company that moves to another database is refused, at the one place of each door where who acts is established.
import test from 'ava';
import type pg from 'pg';
import { everything } from '../../db/cli/move-company.ts';
import type { TestDatabase } from '../helpers/database.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import { asCompany, callGate, createShop, type TestShop } from '../helpers/shop.ts';
import { hire, openSession, password } from '../helpers/staff.ts';

let db: TestDatabase;
test.before(async () => {
  db = await borrowDatabase();
});

test.after.always(() => db.drop());

const brand = { name: 'Aarong' };

/** Every door of a company that writes: the SQLSTATE that each is refused with, null where it works. */
async function writes(shop: TestShop, session: string): Promise<Record<string, string | null>> {
  const refusal = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error: pg.DatabaseError) => error.code ?? 'none',
    );
  const key = await callGate(db.as('haat_gateway'), shop.storeKey, 'create_brand', brand);
  const client = await db.as('haat_staff_gateway').connect();
  try {
    await client.query('begin');
    await client.query(`select set_config('haat.session', encode(sha256($1::bytea), 'hex'), true)`, [session]);
    await client.query('set local role haat_staff');
    const staff = await refusal(client.query('select count(*) from app.orders'));
    await client.query('rollback');
    const timer = await refusal(asCompany(db.admin, shop.companyId, async () => {}));
    return { key: key.outcome.sqlstate, staff, timer };
  } finally {
    client.release();
  }
}

async function setUp() {
  const shop = await createShop(db.admin);
  const member = await hire(db, shop.companyId, { role: 'owner' });
  return { shop, member, session: await openSession(db, member.id) };
}
/** An upload that was admitted before, of which there is a file, or none. */
const endUpload = (shop: TestShop, picture: object | null) =>
  db
    .as('haat_staff_gateway')
    .query('select internal.end_upload(gen_random_uuid(), $1, $2)', [
      shop.companyId,
      picture && JSON.stringify(picture),
    ]);
const picture = { media_key: 'a picture', width: 1, height: 1 };
const setMoved = (companyId: string) =>
  db.admin.query(
    `insert into internal.company_moves (company_id, company_name, to_cell, state, started_at, moved_at)
     values ($1, 'Ours', 'b', 'moved', now(), now())`,
    [companyId],
  );

test.serial(
  'while a move holds the company, every write is asked to wait, reads go on, and others notice nothing',
  async (t) => {
    const { shop, session } = await setUp();
    const other = await setUp();
    const mover = await db.admin.connect();
    await mover.query('select pg_advisory_lock(internal.moving_lock($1))', [shop.companyId]);
    t.deepEqual(await writes(shop, session), { key: 'HT018', staff: 'HT018', timer: 'HT018' });
    t.is((await t.throwsAsync<pg.DatabaseError>(endUpload(shop, picture))).code, 'HT018');
    await t.notThrowsAsync(endUpload(shop, null), 'its slot is given back');
    const refused = await callGate(db.as('haat_gateway'), shop.storeKey, 'create_brand', brand);
    t.like(refused.outcome, { retry_after: 1 });
    const read = await callGate(db.as('haat_gateway'), shop.storeKey, 'list_orders', {}, { bucket: 'read' });
    t.is(read.outcome.sqlstate, null);
    t.deepEqual(await writes(other.shop, other.session), { key: null, staff: null, timer: null });
    await mover.query('select pg_advisory_unlock(internal.moving_lock($1))', [shop.companyId]);
    mover.release();
    t.deepEqual(await writes(shop, session), { key: null, staff: null, timer: null });
  },
);

test.serial(
  'a writer that began before is waited for, and what comes after a move that waits is refused at once',
  async (t) => {
    const { shop, session } = await setUp();
    const writer = await db.admin.connect();
    const mover = await db.admin.connect();
    await writer.query('begin');
    await writer.query('set local role haat_owner');
    await writer.query('select internal.act_as($1)', [shop.companyId]);
    const held = mover.query('select pg_advisory_lock(internal.moving_lock($1))', [shop.companyId]);
    const waits = `select count(*)::integer as count from pg_locks where locktype = 'advisory' and not granted
    and (classid::bigint << 32 | objid::bigint) = internal.moving_lock($1)`;
    while ((await db.admin.query(waits, [shop.companyId])).rows[0].count === 0);
    t.deepEqual(await writes(shop, session), { key: 'HT018', staff: 'HT018', timer: 'HT018' });
    // The writer itself goes on, however often it says who acts.
    await t.notThrowsAsync(writer.query('select internal.act_as($1)', [shop.companyId]));
    await writer.query('commit');
    writer.release();
    await held;
    await mover.query('select pg_advisory_unlock(internal.moving_lock($1))', [shop.companyId]);
    mover.release();
  },
);

test.serial(
  'a company that has gone is refused at each door by a code of its own, reads and sign-ins too',
  async (t) => {
    const { shop, member, session } = await setUp();
    await setMoved(shop.companyId);
    t.deepEqual(await writes(shop, session), { key: 'HT019', staff: 'HT019', timer: 'HT019' });
    const read = await callGate(db.as('haat_gateway'), shop.storeKey, 'list_orders', {}, { bucket: 'read' });
    t.is(read.outcome.sqlstate, 'HT019');
    for (const [name, asked] of [
      [
        'a session',
        db.as('haat_staff_gateway').query('select internal.find_staff_context(sha256($1::bytea), null)', [session]),
      ],
      ['a sign-in', db.as('haat_anonymous').query('select staff.sign_in($1, $2)', [member.email, password])],
      ['a wrong sign-in', db.as('haat_anonymous').query('select staff.sign_in($1, $2)', [member.email, 'wrong'])],
    ] as const)
      t.is((await t.throwsAsync<pg.DatabaseError>(asked, undefined, name)).code, 'HT019', name);
    const upload = await db
      .as('haat_staff_gateway')
      .query('select internal.admit_upload(sha256($1::bytea), 0, 60) as said', [session]);
    t.is(upload.rows[0].said.sqlstate, 'HT019');
    t.is((await t.throwsAsync<pg.DatabaseError>(endUpload(shop, picture))).code, 'HT019');
    const { rows: files } = await db.admin.query('select from internal.media_deletions where company_id = $1', [
      shop.companyId,
    ]);
    t.is(files.length, 0, 'no upload is kept in the old copy');
  },
);

test.serial(
  'a write that began before the company went sees that it has gone, though its snapshot is older',
  async (t) => {
    const { shop } = await setUp();
    const late = await db.admin.connect();
    await late.query('begin transaction isolation level read committed');
    await late.query('set local role haat_owner');
    // One statement, which sees what there was when it began: the company goes while it runs.
    const lock = 4_711_000_000 + Number.parseInt(shop.companyId.slice(-6), 16);
    const blocker = await db.admin.connect();
    await blocker.query('select pg_advisory_lock($1)', [lock]);
    const asked = late.query(
      'select internal.act_as($1) from (select pg_advisory_xact_lock_shared($2)) w (waited) where waited is not null',
      [shop.companyId, lock],
    );
    await setMoved(shop.companyId);
    await blocker.query('select pg_advisory_unlock($1)', [lock]);
    blocker.release();
    t.is((await t.throwsAsync<pg.DatabaseError>(asked)).code, 'HT019');
    await late.query('rollback');
    late.release();
  },
);

test.serial(
  'what has changed is found by the transaction that wrote it, however many there have been since',
  async (t) => {
    const { shop } = await setUp();
    const { rows: statements } = await db.admin.query(
      `select counts from internal.moving_statements($1) where name = 'app.companies'`,
      [shop.companyId],
    );
    const { rows: clock } = await db.admin.query(
      `select pg_snapshot_xmax(pg_current_snapshot())::text::bigint as next`,
    );
    const xidOf = (ago: number) => String((Number(clock[0].next) - ago + 2 ** 33) % 2 ** 32);
    /** Whether the company's row counts as changed, had it been written so many transactions ago. */
    const isChanged = async (ago: number, floor: string) => {
      const counts: string = statements[0].counts.replaceAll('t.xmin', `'${xidOf(ago)}'::xid`);
      return (await db.admin.query(counts, [floor])).rows[0].changed === '1';
    };
    const floor = xidOf(100_000);
    const most = 2 ** 31;
    for (const [ago, isNew] of [
      [1_000, true],
      [200_000, false],
      [most - 1_000_000, false],
      // Its number is one that is still to come, as far as Postgres tells.
      [most + 1_000_000, false],
      [2 * most - 1_000_000, false],
    ] as const) {
      t.is(await isChanged(ago, floor), isNew, `${ago} ago`);
      t.true(await isChanged(ago, everything), `${ago} ago, of all`);
    }
  },
);
