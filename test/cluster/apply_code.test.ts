// What stands in db/code is what a database runs: changed, made by hand, gone, or of another shape.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { withClient } from '../../db/connect/connection.ts';
import { applyCode } from '../../db/migrate/apply-code.ts';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { isLong, longTest } from '../helpers/long.ts';
import { callGate, createShop } from '../helpers/shop.ts';

const code = path.join(import.meta.dirname, '../../db/code');

interface Setting {
  db: TestDatabase;
  /** A copy of db/code. */
  folder: string;
  write(name: string, text: string): void;
  /** Replaces text in the file that makes a unit. */
  edit(unit: string, from: string | RegExp, to: string): void;
  remove(unit: string): void;
  apply(): Promise<string[]>;
}

async function openSetting(t: { not: ExecutionContext['not'] }): Promise<Setting & { close(): Promise<void> }> {
  const db = await freshDatabase('changes the schema');
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'haat-code-'));
  fs.cpSync(code, folder, { recursive: true });
  const find = (unit: string) => {
    const [room = '', name] = unit.split('/');
    const files = fs.readdirSync(path.join(folder, room), { recursive: true, encoding: 'utf8' });
    return path.join(folder, room, files.find((file) => path.basename(file) === `${name}.sql`)!);
  };
  return {
    db,
    folder,
    write: (name, text) => fs.writeFileSync(path.join(folder, name), text),
    edit(unit, from, to) {
      const before = fs.readFileSync(find(unit), 'utf8');
      const after = before.replace(from, to);
      t.not(after, before, `${unit} has no ${from}`);
      fs.writeFileSync(find(unit), after);
    },
    remove: (unit) => fs.rmSync(find(unit)),
    apply: () => applyCode(db.urlAs('haat_owner'), folder),
    async close() {
      await db.drop();
      fs.rmSync(folder, { recursive: true });
    },
  };
}

const setUp = test.macro(async (t, work: (t: ExecutionContext, s: Setting) => Promise<void>) => {
  const setting = await openSetting(t);
  try {
    await work(t, setting);
  } finally {
    await setting.close();
  }
});

const exists = async (db: TestDatabase, sql: string) =>
  (await db.admin.query(`select exists (${sql}) as found`)).rows[0].found;

// What a commit's run asks is asked of one database: to read its catalog and to apply something takes half a second each.
let one: Awaited<ReturnType<typeof openSetting>>;
test.before(async (t) => {
  one = await openSetting(t);
});
test.after.always(() => one?.close());
const here = (work: (t: ExecutionContext, s: Setting) => Promise<void>) => (t: ExecutionContext) => work(t, one);

/** Puts a file back as it was. */
const restore = (folder: string, ...files: string[]) => {
  for (const file of files) fs.cpSync(path.join(code, file), path.join(folder, file));
};

test.serial(
  'a file that is wrong is named, and nothing of the others is kept',
  here(async (t, { db, folder, write, edit, apply }) => {
    edit('internal/fold', 'Brings a name', 'Brings any name');
    write(
      'internal/a_mistake.sql',
      `create function internal.a_mistake() returns integer language sql return ${'internal.is_nowhere'}();`,
    );
    await t.throwsAsync(apply(), { message: /^internal\/a_mistake\.sql: .*is_nowhere/ });
    const { rows } = await db.admin.query(
      `select obj_description('internal.fold(text)'::regprocedure, 'pg_proc') as text`,
    );
    t.regex(rows[0].text, /^Brings a name/);
    fs.rmSync(path.join(folder, 'internal/a_mistake.sql'));
    restore(folder, 'internal/texts/fold.sql');
  }),
);

test.serial(
  'what a column, default or index stands on cannot go without a migration',
  here(async (t, { folder, edit, apply }) => {
    edit('internal/fold', /internal\.fold\((words )?text/g, 'internal.fold($1varchar');
    await t.throwsAsync(apply(), { message: /internal\/fold: .*a migration must drop or change it first/ });
    restore(folder, 'internal/texts/fold.sql');
  }),
);

test.serial(
  'what has no file leaves: function, view, trigger, policy and grant; what was changed by hand is as its file says',
  here(async (t, { db, edit, remove, apply }) => {
    remove('ledger/check_jobs');
    remove('ledger/losses');
    edit('triggers/orders', /create or replace trigger _100_stamp_times[^;]+;/, '');
    edit('policies/brands', /^grant select .*$/m, 'grant select on app.brands to haat_dba;');
    await db.admin.query(`
      create function api.made_by_hand() returns integer language sql return 1;
      create policy made_by_hand on app.brands for select to public using (true);
      grant select on app.orders to haat_gateway;
      create table app.made_by_hand (id uuid);
      alter table app.made_by_hand owner to haat_owner;
      grant select on app.made_by_hand to haat_api;
      grant execute on function gate.admit(bytea, text[], text, integer, text) to haat_staff;
      create or replace function internal.event_types() returns text[] language sql immutable return array['none'];
      drop trigger _100_stamp_times on app.customers;
      alter table app.categories disable row level security;
      revoke select on app.categories from haat_api`);
    const files = ['policies/brands', 'triggers/orders', 'ledger/check_jobs', 'ledger/losses'];
    const byHand = ['api/made_by_hand', 'internal/event_types', 'triggers/customers', 'policies/categories'];
    const granted = ['gate/admit', 'policies/made_by_hand', 'policies/orders'];
    t.deepEqual(await apply(), [...files, ...byHand, ...granted].sort());
    for (const gone of [
      `select from pg_proc where proname in ('check_jobs', 'made_by_hand')`,
      `select from pg_class where oid = to_regclass('ledger.losses')`,
      `select from pg_trigger where tgrelid = 'app.orders'::regclass and tgname = '_100_stamp_times'`,
      `select from pg_policy where polname = 'made_by_hand'`,
      `select where has_table_privilege('haat_api', 'app.brands', 'select')`,
      `select where has_table_privilege('haat_gateway', 'app.orders', 'select')`,
      `select where has_table_privilege('haat_api', 'app.made_by_hand', 'select')`,
      `select where has_function_privilege('haat_staff', 'gate.admit(bytea, text[], text, integer, text)', 'execute')`,
    ])
      t.false(await exists(db, gone), gone);
    for (const back of [
      `select where cardinality(internal.event_types()) > 10`,
      `select from pg_trigger where tgrelid = 'app.customers'::regclass and tgname = '_100_stamp_times'`,
      `select from pg_class where oid = 'app.categories'::regclass and relrowsecurity`,
      `select where has_table_privilege('haat_api', 'app.categories', 'select')`,
    ])
      t.true(await exists(db, back), back);
  }),
);

test.serial(
  'a new column is what staff may read and what an erasure empties, and a hidden one stays hidden',
  here(async (t, { db, apply }) => {
    await db.admin.query('alter table app.orders add column gift_message text');
    const changed = await apply();
    for (const unit of ['internal/readable_orders', 'policies/orders']) t.true(changed.includes(unit), unit);
    const { rows } = await db.admin.query(
      `select has_column_privilege('haat_staff', 'app.orders', 'gift_message', 'select') as granted,
       has_column_privilege('haat_staff', 'app.orders', 'shipping_address', 'select') as hidden,
       (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
        where a.attrelid = 'internal.readable_orders'::regclass)
         = (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
            where a.attrelid = 'app.orders'::regclass and a.attnum > 0 and not a.attisdropped) as in_view,
       (select is_erased from ledger.erasure_columns where table_name = 'app.orders' and column_name = 'gift_message') as erased`,
    );
    t.deepEqual(rows[0], { granted: true, hidden: false, in_view: true, erased: true });
  }),
);

test.serial(
  'another shape is made anew, with everything that stands on it',
  here(async (t, { db, write, apply }) => {
    const base = (type: string, more = '') =>
      `create or replace function internal.base_of_test(a integer${more}) returns ${type} language sql immutable return a;`;
    const view = (columns: string) => `create or replace view ledger.view_of_test as select ${columns};`;
    const rows = (more: string) =>
      `-- Rows.\ncreate or replace function internal.rows_of_test(a integer${more}) returns table (b integer, c text)
       language sql rows 1 begin atomic select 1, 'x'; end;`;
    write('internal/base_of_test.sql', base('integer'));
    write(
      'internal/user_of_test.sql',
      'create or replace function internal.user_of_test() returns text language sql return internal.base_of_test(1)::text;',
    );
    write('ledger/view_of_test.sql', view('internal.base_of_test(1) as one, 2 as two'));
    write('internal/rows_of_test.sql', rows(''));
    const units = ['base_of_test', 'rows_of_test', 'user_of_test'].map((name) => `internal/${name}`);
    t.deepEqual(await apply(), [...units, 'ledger/view_of_test']);
    const { rows: columns } = await db.admin.query(`select * from ledger.view_of_test`);
    t.deepEqual(columns, [{ one: 1, two: 2 }]);
    const look = `select internal.user_of_test() as used, v.*, pg_typeof(v.one)::text as type,
        (select string_agg(p.proname || p.pronargs, ' ' order by p.oid) from pg_proc p
         where p.proname in ('base_of_test', 'rows_of_test')) as functions
      from ledger.view_of_test v`;
    const looked = async () => {
      const [{ functions, ...row }] = (await db.admin.query(look)).rows;
      return { ...row, functions: functions.split(' ').sort() };
    };
    if (isLong) {
      // Another result; and arguments more, which are the columns of the rows.
      write('internal/base_of_test.sql', base('bigint'));
      write('internal/rows_of_test.sql', rows(', d integer default null, e text default null'));
      await apply();
      t.deepEqual(await looked(), {
        ...{ used: '1', one: '1', two: 2, type: 'bigint' },
        functions: ['base_of_test1', 'rows_of_test3'],
      });
    }
    // Another result and an argument more: the old overload must not stay. A view of other columns, and arguments more or less.
    write('internal/base_of_test.sql', base('bigint', ', b integer default 0'));
    write('ledger/view_of_test.sql', view('internal.base_of_test(3) as one'));
    write('internal/rows_of_test.sql', rows(isLong ? '' : ', d integer default null, e text default null'));
    await apply();
    t.deepEqual(await looked(), {
      ...{ used: '1', one: '3', type: 'bigint' },
      functions: ['base_of_test2', `rows_of_test${isLong ? 1 : 3}`],
    });
    t.deepEqual(await apply(), []);
  }),
);

longTest(
  'thirty functions of another shape, and views on them, are made anew in one go',
  setUp,
  async (t, { db, write, apply }) => {
    const made = (type: string) => {
      for (let n = 0; n < 30; n++) {
        const on = n === 0 ? '1' : `internal.chain_${n - 1}()`;
        write(
          `internal/chain_${n}.sql`,
          `-- One of a chain.\ncreate or replace function internal.chain_${n}() returns ${type} language sql return ${on};`,
        );
      }
      write(
        'ledger/chain.sql',
        `-- The end of it.\ncreate or replace view ledger.chain as select internal.chain_29() as ${type}_one, 2 as two;`,
      );
    };
    made('integer');
    t.is((await apply()).length, 31);
    made('bigint');
    t.is((await apply()).length, 31);
    t.deepEqual((await db.admin.query('select * from ledger.chain')).rows, [{ bigint_one: '1', two: 2 }]);
    t.deepEqual(await apply(), []);
  },
);

longTest('a function changes hands with the line that names its owner', setUp, async (t, { db, edit, apply }) => {
  const owner = `select from pg_proc where proname = 'count_orders' and proowner = 'haat_gatekeeper'::regrole`;
  t.true(await exists(db, owner));
  edit('internal/count_orders', /^--! owner: .*\n/, '');
  await apply();
  t.false(await exists(db, owner));
  t.false(await exists(db, `select where has_schema_privilege('haat_gatekeeper', 'internal', 'create')`));
});

longTest('moving a file to another room changes nothing', setUp, async (t, { folder, remove, apply }) => {
  const file = fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .find((name) => name.endsWith('/fold.sql'))!;
  fs.mkdirSync(path.join(folder, 'internal/elsewhere'));
  fs.copyFileSync(path.join(folder, file), path.join(folder, 'internal/elsewhere/fold.sql'));
  await t.throwsAsync(apply(), { message: /makes the same/ });
  fs.rmSync(path.join(folder, file));
  t.deepEqual(await apply(), []);
  remove('internal/fold');
});

// Alone: a dozen databases that apply their code at once are no rolling release.
longTest.serial('calls go on while code is applied', setUp, async (t, { db, edit, apply }) => {
  const shop = await createShop(db.admin);
  const gateway = db.as('haat_gateway', { max: 4 });
  const call = () => callGate(gateway as never, shop.companyKey, 'list_orders', {}, { bucket: 'read' });
  for (let i = 0; i < 20; i++) t.is((await call()).outcome.sqlstate, null);
  let applying = true;
  let answered = 0;
  const callers = [1, 2, 3].map(async () => {
    while (applying) {
      t.is((await call()).outcome.sqlstate, null);
      answered += 1;
    }
  });
  for (let round = 1; round <= 3; round++) {
    // Functions on the path of the call, the fence of its table, a trigger.
    for (const unit of [
      'gate/admit',
      'gate/run',
      'api/list_orders',
      'internal/order_documents',
      'policies/orders',
      'triggers/orders',
    ])
      edit(unit, /$/, `\n-- round ${round}\n`);
    t.is((await apply()).length, 6);
  }
  applying = false;
  await Promise.all(callers);
  t.true(answered > 0);
});

longTest(
  'a function that gives rows of a table is made again when the table has another column',
  setUp,
  async (t, { db, apply }) => {
    const shop = await createShop(db.admin);
    const ask = () =>
      callGate(
        db.as('haat_gateway') as never,
        shop.companyKey,
        'list_orders',
        { expand: ['items'] },
        { bucket: 'read' },
      );
    const live = () => db.admin.query('select * from internal.live_parcel(null::uuid)');
    await live();
    await db.admin.query('alter table app.parcels add column seal_number text');
    await t.throwsAsync(live(), { message: /return type mismatch/ });
    t.true((await apply()).includes('internal/live_parcel'));
    await live();
    t.is((await ask()).outcome.sqlstate, null);
    t.deepEqual(await apply(), []);
  },
);

longTest('several appliers at once do the work once', setUp, async (t, { db, edit, apply }) => {
  edit('internal/fold', /$/, '\n-- once more\n');
  const done = await Promise.all([apply(), apply(), apply()]);
  t.deepEqual(done.flat(), ['internal/fold']);
  await withClient(db.urlAs('haat_dba'), async (client) => {
    const { rows } = await client.query(`select count(*)::integer as count from internal.applied_code`);
    t.true(rows[0].count > 500, 'a DBA can see what runs');
  });
});

longTest('an index follows the function that it names', setUp, async (t, { db, edit, apply }) => {
  const shop = await createShop(db.admin);
  const add = (name: string) =>
    db.admin.query(`insert into app.couriers (company_id, name) values ($1, $2)`, [shop.companyId, name]);
  await add('Swift-Ways');
  await add('swift ways');
  await db.admin.query(`delete from app.couriers where name = 'swift ways'`);
  // From now on hyphens count as blanks.
  edit('internal/fold', 'pg_catalog.btrim(', 'pg_catalog.btrim(pg_catalog.translate(');
  edit('internal/fold', /''\), E'\\x01', ''\)\);/, `''), E'\\x01', ''), '-', ' '));`);
  await apply();
  await t.throwsAsync(add('swift ways'), { message: /couriers_name_key/ });
});
