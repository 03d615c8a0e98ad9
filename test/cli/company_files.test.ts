// A company leaves with its files, is taken in by another installation, and comes back.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'ava';
import { fillBooks, openBooks } from '../helpers/corruptions/kept-books.ts';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { auditBooks } from '../helpers/invariants.ts';
import { inTurns, isLong } from '../helpers/long.ts';
import { runHaatHere } from '../helpers/processes/haat.ts';
import { sealHistory } from '../helpers/seals.ts';
import { callGate, createKey, createShop, stockVariant, type TestKey, type TestShop } from '../helpers/shop.ts';

let source: TestDatabase;
let target: TestDatabase;
let ids: Record<string, string>;
let key: TestKey;
let own: TestShop;
let folder: string;
const folders = fs.mkdtempSync(path.join(os.tmpdir(), 'haat-company-'));

const haat = (db: TestDatabase, ...args: string[]) => runHaatHere(args, { DATABASE_URL: db.url });
const call = (db: TestDatabase, operation: string, input: object, idempotencyKey?: string) =>
  callGate(db.as('haat_gateway'), key, operation, input, idempotencyKey ? { idempotencyKey } : { bucket: 'read' });
const order = { customer: { phone: '01712345678', full_name: 'Rahim' }, items: [{ sku: 'OURS', quantity: 1 }] };
/** An import audits all by itself: what follows it changes the books alone, and not the catalog. */
const audit = async (db: TestDatabase) =>
  isLong ? (await db.as('haat_dba').query('select * from ledger.audit()')).rows : auditBooks(db.admin);
const seal = async (db: TestDatabase) => {
  await db.admin.query('select internal.seal_ledger()');
  await sealHistory(db);
};

/** The plan of the company by its code, with another id. */
async function givePlan(change = {}) {
  const { rows } = await source.admin.query(
    'select to_jsonb(p) as plan from app.plans p join app.companies c on c.plan_id = p.id where c.id = $1',
    [ids.company],
  );
  const { id: _, ...plan } = { ...rows[0].plan, ...change };
  const columns = Object.keys(plan);
  await target.admin.query(
    `insert into app.plans (${columns}) select ${columns} from jsonb_populate_record(null::app.plans, $1)
     on conflict (code) do update set name = excluded.name, reads_per_minute = excluded.reads_per_minute`,
    [plan],
  );
}

/** How many rows each table has of the company, and what they say; what only tells of the moving is left out. */
async function contents(db: TestDatabase) {
  const { rows: tables } = await db.admin.query(
    'select table_name as name, format(condition, $1::text) as condition, columns from internal.carried_tables()',
    [ids.company],
  );
  const shown = (name: string, columns: string[]) => {
    const left = { 'app.companies': ['plan_id', 'updated_at'], 'internal.archived_movements': ['arrived_positions'] }[
      name
    ];
    return columns.filter((column) => !left?.includes(column)).map((column) => `t."${column}"`);
  };
  const { rows } = await db.admin.query(
    tables
      .map(
        ({ name, condition, columns }) =>
          `select '${name}' as name, count(*)::int as rows, md5(string_agg(x::text, ',' order by x::text)) as hash
           from (select ${shown(name, columns)} from ${name} t where ${condition}
             and coalesce(to_jsonb(t) ->> 'action', '') not in ('company.exported', 'company.imported')
             and coalesce(to_jsonb(t) ->> 'record_type', '') <> 'company') x`,
      )
      .join(' union all '),
  );
  return new Map(rows.map(({ name, ...facts }) => [name as string, facts as { rows: number; hash: string }]));
}

/** A row in each table that those books leave empty, as work under way leaves it; and a movement that is archived. */
async function fillTheRest() {
  const ours = `select s.company_id, s.id as store_id from app.stores s where s.id = '${ids.store}'`;
  await source.admin.query(
    [
      `insert into app.image_links (company_id, store_id, product_id, source_url, position, due_at, created_at)
       select o.company_id, o.store_id, '${ids.product}', 'https://example.com/1.png', 1, now(), now() from (${ours}) o`,
      `insert into app.imported_orders select o.company_id, o.store_id, '#1001', '${ids.order}', now() from (${ours}) o`,
      `insert into app.jobs (company_id, store_id, key_id, actor_name, operation, is_internal, scopes, on_error, line_count,
         status, created_at, updated_at)
       select o.company_id, o.store_id, '${key.id}', 'A key', 'create_brand', false, '{}', 'continue', 1, 'queued', now(), now()
       from (${ours}) o`,
      `insert into app.job_lines (company_id, store_id, job_id, line, input)
       select j.company_id, j.store_id, j.id, 1, 'null' from app.jobs j where j.company_id = '${ids.company}'`,
      `insert into app.imports (job_id, company_id, store_id, kind, source, file_name)
       select j.id, j.company_id, j.store_id, 'products', 'other', 'goods.csv' from app.jobs j where j.company_id = '${ids.company}'`,
      `insert into app.staff_places (staff_id, company_id, kind, place_hash, created_at, last_used_at)
       select s.id, s.company_id, 'device', sha256('place'), now(), now() from app.staff s where s.full_name like 'Staff%'`,
      `insert into app.webhook_attempts (company_id, store_id, endpoint_id, delivery_id, attempt, outcome)
       select d.company_id, d.store_id, d.endpoint_id, d.id, 1, 'timeout' from app.webhook_deliveries d`,
      'update app.webhook_deliveries set attempts = 1',
      `insert into app.webhook_attempt_counts (endpoint_id, outcome, company_id, store_id, count)
       select a.endpoint_id, a.outcome, a.company_id, a.store_id, count(*) from app.webhook_attempts a group by 1, 2, 3, 4`,
      `insert into app.webhook_gaps (company_id, store_id, endpoint_id, event_types, after_sequence)
       select e.company_id, e.store_id, e.id, e.event_types, 0 from app.webhook_endpoints e limit 1`,
      `insert into gate.image_links values ('${ids.company}', current_date, 3)`,
      `insert into gate.job_lines values ('${ids.company}', current_date, 3) on conflict do nothing`,
      `insert into app.sales_changes (company_id, store_id, day, channel_id, orders)
       select o.company_id, o.store_id, current_date, c.id, n from (${ours}) o
       join app.channels c using (company_id, store_id) cross join (values (1), (-1)) v (n)`,
      `insert into internal.pending_renames (kind, id, company_id, store_id)
       select 'brand', b.id, b.company_id, b.store_id from app.brands b limit 1`,
      `with leaving as materialized (
         select a.id from internal.archivable_movements('00000000-0000-0000-0000-000000000000', uuidv7()) a limit 1)
       select internal.mark_archived_movements(array(select id from leaving)), set_config('session_replication_role', 'replica', true)`,
      `delete from app.stock_movements m using internal.archived_movements a
       where m.variant_id = a.variant_id and m.location_id = a.location_id
         and m.sequence = a.first_sequence + position('1' in a.positions::text) - 1`,
      `update internal.archived_movements set arrived_positions = positions`,
    ].join(';\n'),
  );
}

test.before(async () => {
  target = await freshDatabase('reads whole tables');
  ({ db: source, ids } = await openBooks('reads whole tables'));
  await fillBooks(source, ids);
  key = await createKey(source.admin, ids.company!, { storeId: ids.store });
  await call(source, 'create_order', order, 'made before');
  await call(source, 'create_export', { operation: 'list_orders' }, 'an export');
  await fillTheRest();
  await seal(source);
  own = await createShop(target.admin);
  await stockVariant(target.admin, own, { sku: 'OWN' });
  await callGate(
    target.as('haat_gateway'),
    own.storeKey,
    'create_order',
    { ...order, items: [{ sku: 'OWN', quantity: 1 }] },
    { idempotencyKey: 'own' },
  );
  await seal(target);
  folder = path.join(folders, 'whole');
  const { code, err } = await haat(source, 'company', 'export', ids.company!, '--to', folder, '--complete');
  if (code !== 0) throw new Error(err);
});
test.after.always(async () => {
  fs.rmSync(folders, { recursive: true, force: true });
  await source?.drop();
  await target?.drop();
});

test.serial('every table goes along or says why it stays', async (t) => {
  const { rows } = await source.admin.query(
    `with k as materialized (select table_name from internal.carried_tables())
     select c.oid::regclass::text as name, k.table_name is not null as is_carried, u.table_name is not null as stays
     from pg_class c
     left join k on k.table_name = c.oid::regclass::text
     full join internal.uncarried_tables u on u.table_name = c.oid::regclass::text
     where u.table_name is not null or c.relkind in ('r', 'p')
       and c.relnamespace in ('app'::regnamespace, 'internal'::regnamespace, 'gate'::regnamespace) order by 1`,
  );
  for (const { name, is_carried, stays } of rows)
    t.true(is_carried !== stays, `${name}: give it a company_id, or a line in internal.uncarried_tables, not both`);
});

/** The folder with a change, and hashes that fit it, unless they are to stay. */
function changed(name: string, change: (texts: Record<string, string>) => void, isHashed = true): string {
  const copy = path.join(folders, name.replaceAll(/\W/g, '-'));
  fs.cpSync(folder, copy, { recursive: true });
  const texts: Record<string, string> = {};
  for (const file of fs.readdirSync(copy)) texts[file] = fs.readFileSync(path.join(copy, file), 'utf8');
  change(texts);
  const manifest = isHashed && JSON.parse(texts['manifest.json']!);
  for (const facts of manifest ? manifest.files : []) {
    const text = texts[`${facts.table.replace(/^app\./, '')}.ndjson`]!;
    facts.bytes = Buffer.byteLength(text);
    facts.rows = text.split('\n').length - 1;
    facts.sha256 = createHash('sha256').update(text).digest('hex');
  }
  if (isHashed) texts['manifest.json'] = JSON.stringify(manifest);
  for (const file of fs.readdirSync(copy)) {
    if (file in texts) fs.writeFileSync(path.join(copy, file), texts[file]!);
    else fs.rmSync(path.join(copy, file));
  }
  return copy;
}
const edit = (file: string, from: string | RegExp, to: string) => (texts: Record<string, string>) => {
  const text = texts[file]!.replace(from, to);
  if (text === texts[file]) throw new Error(`${file} has no ${from}`);
  texts[file] = text;
};
const editManifest = (change: (manifest: { files: object[] }) => object) => (texts: Record<string, string>) => {
  const manifest = JSON.parse(texts['manifest.json']!);
  texts['manifest.json'] = JSON.stringify({ ...manifest, ...change(manifest) });
};

test.serial('what is not a whole export of this release, or does not fit here, is refused by name', async (t) => {
  const refused = async (from: string, ...expected: RegExp[]) => {
    const { code, err } = await haat(target, 'company', 'import', from);
    t.is(code, 1, from);
    for (const one of expected) t.regex(err, one, from);
  };
  await refused(folder, /there is no plan plan_\w+ here/);
  await givePlan({ reads_per_minute: 7 });
  await refused(folder, /the plan plan_\w+ is another one: reads_per_minute 1000000, here 7/);
  await givePlan();
  const readable = path.join(folders, 'readable');
  t.is((await haat(source, 'company', 'export', ids.company!, '--to', readable)).code, 0);
  await refused(readable, /this export is for reading; "company export --complete"/);
  await refused(path.join(folders, 'none'), /has no manifest.json/);
  const cases: [string, (texts: Record<string, string>) => void, RegExp, boolean?][] = [
    ['did not end', (texts) => delete texts['manifest.json'], /has no manifest.json: .* did not end/, false],
    [
      'another release',
      editManifest(() => ({ release: 'migration 000001.sql, code 0' })),
      /another release: migration 000001.sql, code 0; this database has migration \d{6}.sql, code \w{16}/,
    ],
    [
      'another key of secrets',
      editManifest(() => ({ secret_keys: ['abcd1234'] })),
      /encrypted with abcd1234, which SECRET_KEYS lacks/,
    ],
    [
      'a table that is unknown',
      editManifest(({ files }) => ({ files: [{ ...files[0], table: 'app.plans' }, ...files] })),
      /manifest.json names app.plans/,
      false,
    ],
    ['another name', edit('brands.ndjson', 'Arong', 'Aronk'), /brands.ndjson was changed/, false],
    ['no number', edit('brands.ndjson', /"created_at":"[^"]+"/, '"created_at":"soon"'), /app.brands, lines 1 to \d+: /],
  ];
  // All of it is taken in and audited before it is refused.
  const unsound: typeof cases = [
    [
      'a row without its parent',
      (texts) => Object.assign(texts, { 'customers.ndjson': '' }),
      /app.customer_addresses .*customer_id = .*, which is no row of app.customers/,
    ],
    [
      'a price that was changed, under the name of another',
      (texts) => {
        edit('variants.ndjson', '"price":"1', '"price":"2')(texts);
        editManifest(() => ({ company: { id: ids.company, name: 'Another', status: 'active' } }))(texts);
      },
      /check_records: variant .*price/,
    ],
  ];
  for (const [name, change, expected, isHashed] of [...cases, ...inTurns(unsound, 2, 0)])
    await refused(changed(name, change, isHashed), expected);
  const cells = { CELLS: `a=${source.url},b=${target.url}` };
  const { code, err } = await runHaatHere(['company', 'import', folder, '--cell', 'b'], cells);
  t.is(code, 1);
  t.regex(err, /cell a has it already: (email of staff|key) /);
  const away = { CELLS: `a=postgres://postgres@127.0.0.1:9/haat,b=${target.url}` };
  const unclear = await runHaatHere(['company', 'import', folder, '--cell', 'b', '--dry-run'], away);
  t.regex(unclear.err, /cell a may have them already, and does not answer/);
  await target.admin.query(`update internal.deployment set cell_state = 'drained'`);
  await refused(folder, /This database is drained: it takes in no company/);
  await target.admin.query(`update internal.deployment set cell_state = 'open'`);
  for (const [table, { rows: count }] of await contents(target)) t.is(count, 0, table);
});

test.serial('all rows that can come from no other database are named at once', async (t) => {
  const { rows: members } = await source.admin.query('select email from app.staff where company_id = $1 limit 1', [
    ids.company,
  ]);
  const { email } = members[0];
  await target.admin.query(
    `insert into app.staff (company_id, email, full_name) select id, $1, 'Other' from app.companies limit 1`,
    [email],
  );
  const other = await createKey(target.admin, own.companyId);
  await target.admin.query('update app.api_keys set key_hash = $1 where id = $2', [key.hash, other.id]);
  const id = (n: number) => `0199c0de-0000-7000-8000-00000000000${n}`;
  const from = changed('problems', (texts) => {
    const [line] = texts['brands.ndjson']!.split('\n');
    texts['brands.ndjson'] += `${JSON.stringify({ ...JSON.parse(line!), company_id: ids.rival, id: id(1) })}\n`;
    edit('events.ndjson', /"sequence":"\d+"/, `"sequence":"${2n ** 63n - 1_000_001n}"`)(texts);
    edit('events.ndjson', /"id":"01/g, '"id":"f1')(texts);
    // Files of others, which a worker would delete.
    const due = { company_id: ids.company, due_at: '2027-01-01', created_at: '2027-01-01' };
    const lines = [
      { ...due, id: id(1), media_key: `images/${ids.rival}/1.webp` },
      { ...due, id: id(2), media_key: 'archives/changes/2026-01-1-2-a.gz' },
      {
        ...due,
        id: id(3),
        media_key: `images/${ids.company}/1.webp`,
        picture: `{"media_key": "images/${ids.rival}/2.webp"}`,
      },
      { ...due, id: id(4), media_key: `images/${ids.company}/2.webp` },
    ];
    texts['internal.media_deletions.ndjson'] += lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    edit('product_images.ndjson', /"media_key":"[^"]+"/, `"media_key":"images/${ids.rival}/3.webp"`)(texts);
  });
  const { code, err } = await haat(target, 'company', 'import', from);
  t.is(code, 1);
  const found = err.trim().split('\n').slice(1);
  const expected = [
    'app.api_keys: 1 is here already: api_keys_key_hash_key (…)',
    /^app.brands: 1 of another company \(/,
    /^app.events: \d+ is newer than the clock of this database \(/,
    'app.events: 1 counts further than any database has (9223372036853775807)',
    /^app.product_images: 1 names a file of another company \(/,
    `app.staff: 1 is here already: staff_email_key (${email})`,
    /^internal.media_deletions: 3 names a file of another company \(/,
  ];
  t.is(found.length, expected.length, err);
  for (const [n, one] of expected.entries())
    if (typeof one === 'string') t.is(found[n]!.trim(), one);
    else t.regex(found[n]!.trim(), one);
  await target.admin.query('update app.api_keys set key_hash = $1 where id = $2', [other.hash, other.id]);
  await target.admin.query('delete from app.staff where email = $1', [email]);
});

test.serial(
  'it is there as it was: rows, keys, kept answers, events and numbers go on, and the books are sound',
  async (t) => {
    const before = await contents(source);
    const empty = [...before].filter(([, { rows }]) => rows === 0).map(([name]) => name);
    t.deepEqual(empty, [], 'give each a row in fillTheRest, so that its way is tried');
    const events = (await call(source, 'list_events', { limit: 100 })).result;
    const dry = await haat(target, 'company', 'import', folder, '--dry-run', '--json');
    t.is(dry.err, '');
    t.is(
      JSON.parse(dry.out).find(({ table }: { table: string }) => table === 'app.orders').rows,
      before.get('app.orders')!.rows,
    );
    t.is((await contents(target)).get('app.companies')!.rows, 0);
    const done = await haat(target, 'company', 'import', folder);
    t.is(done.err, '');
    t.deepEqual(await contents(target), before);
    const keys = fs
      .readFileSync(path.join(folder, 'media.ndjson'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).key);
    t.deepEqual(
      keys.filter((key) => /^(true|false)$/.test(key)),
      [],
      'each is the name of a file',
    );
    t.regex((await haat(target, 'company', 'import', folder)).err, /the company \S+ is here already: plan_/);

    const first = await call(source, 'create_order', order, 'made before');
    const again = await call(target, 'create_order', order, 'made before');
    t.true(again.outcome.replayed);
    t.deepEqual(again.result, first.result);
    const next = await call(target, 'create_order', order, 'made after');
    t.is(next.outcome.sqlstate, null, String(next.outcome.message));
    const number = (text: string) => Number(text.split('-').at(-1));
    t.is(number(next.result.number), number(first.result.number) + 1);
    const later = (await call(target, 'list_events', { limit: 100, starting_after: events.data.at(-1).id })).result;
    t.deepEqual(
      (await call(target, 'list_events', { limit: 100 })).result.data.slice(0, events.data.length),
      events.data,
    );
    t.true(later.data.length > 0 && later.data[0].type === 'order.created');
    await seal(target);
    t.deepEqual(await audit(target), []);
  },
);

test.serial('it comes back: what it brings fits what was sealed of it before, and seals go on', async (t) => {
  const { rows: tables } = await source.admin.query(
    `select 'delete from ' || table_name || ' where ' || format(condition, $1::text) as statement from internal.carried_tables()
     order by table_name <> 'internal.archived_movements'`,
    [ids.company],
  );
  const { rows: sequences } = await source.admin.query(
    `select 'drop sequence ' || internal.order_numbers(id) as statement from app.stores where company_id = $1`,
    [ids.company],
  );
  await source.admin.query(
    [
      'begin',
      ...sequences.map(({ statement }) => statement),
      'set local session_replication_role = replica',
      ...tables.map(({ statement }) => statement),
      'commit',
    ].join(';\n'),
  );
  const { rowCount } = await source.as('haat_dba').query(`select from ledger.audit('check_history')`);
  t.true(rowCount! > 0);
  const back = path.join(folders, 'back');
  t.is((await haat(target, 'company', 'export', ids.company!, '--to', back, '--complete')).code, 0);
  const done = await haat(source, 'company', 'import', back);
  t.is(done.err, '');
  t.deepEqual(await contents(source), await contents(target));
  await call(source, 'create_order', order, 'made at home');
  await seal(source);
  t.deepEqual(await audit(source), []);
});
