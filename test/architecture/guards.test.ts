// Guards of the house: what the habits of this project promise, read from the catalog, the registry and the files.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import test from 'ava';
import { readSchema } from '../../db/cli/schema.ts';
import { applyCode } from '../../db/migrate/apply-code.ts';
import { readDigests } from '../../db/migrate/code-catalog.ts';
import { errorCodes, uniqueFields } from '../../server/gate/errors.ts';
import { compositions } from '../../server/operations/compositions.ts';
import { operations as routed } from '../../server/operations/index.ts';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { slice } from '../helpers/long.ts';
import { committedMigrations } from './committed-migrations.ts';

const operations = { ...routed, ...compositions };

let db: TestDatabase;
test.before(async () => {
  db = await freshDatabase('changes the schema');
});
test.after.always(() => db?.drop());

const root = join(import.meta.dirname, '../..');
const codeFiles = (readdirSync(join(root, 'db/code'), { recursive: true }) as string[])
  .filter((name) => name.endsWith('.sql'))
  .sort();
const read = (name: string) => readFileSync(join(root, name), 'utf8');

test('(a) what stands in the files is what runs: no more, no less', async (t) => {
  const own = await freshDatabase('changes the schema');
  try {
    t.deepEqual(await applyCode(own.urlAs('haat_owner')), []);
    // What is made again comes out as it was: some files, drawn by the seed, and in a long run all from nothing known.
    const digests = await readDigests(own.admin as never);
    const { rows } = await own.admin.query('select unit from internal.applied_code order by 1');
    t.is(rows.length, codeFiles.length);
    const again = slice(
      rows.map(({ unit }) => unit as string),
      8,
    );
    await own.admin.query('delete from internal.applied_code where unit = any ($1)', [again]);
    t.deepEqual(await applyCode(own.urlAs('haat_owner')), again.toSorted());
    t.deepEqual(await readDigests(own.admin as never), digests);
  } finally {
    await own.drop();
  }
});

test('(a) db/schema shows the tables as they stand: npm run db -- schema', async (t) => {
  const schema = await db.admin.connect();
  try {
    const files = await readSchema(schema);
    const names = readdirSync(join(root, 'db/schema')).filter((name) => !name.endsWith('.graphql'));
    t.deepEqual(names.sort(), [...files.keys()].sort());
    for (const [name, text] of files) t.is(text, read(`db/schema/${name}`), name);
  } finally {
    schema.release(true);
  }
});

test('(a) a committed migration is never edited, and its hash stands here', (t) => {
  const names = readdirSync(join(root, 'db/migrations/committed')).sort();
  t.deepEqual(names, Object.keys(committedMigrations));
  for (const name of names)
    t.is(
      createHash('sha256')
        .update(read(`db/migrations/committed/${name}`))
        .digest('hex')
        .slice(0, 16),
      committedMigrations[name]!,
      name,
    );
});

test('(a) what is released is committed: no migration is still being written', (t) => {
  // While one is being written the tests run with it; what CI sees is what a fresh clone starts with.
  if (!process.env.CI) return t.pass();
  const current = readdirSync(join(root, 'db/migrations/current')).map((name) => read(`db/migrations/current/${name}`));
  t.is(
    current
      .join('\n')
      .replace(/^--.*$/gm, '')
      .trim(),
    '',
  );
});

test('(a) every function of ours lives in the file named after it', async (t) => {
  const { rows } = await db.admin.query(
    `select n.nspname || '/' || p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname in ('internal', 'gate', 'api', 'staff', 'ledger')`,
  );
  const files = new Set(codeFiles.map((file) => `${file.split('/', 1)}/${basename(file, '.sql')}`));
  t.deepEqual(
    rows.map((row) => row.name).filter((name) => !files.has(name)),
    [],
  );
});

test('(b) registry, functions of schema api and their files are the same set', async (t) => {
  const { rows } = await db.admin.query(
    `select proname, provolatile, pg_get_function_identity_arguments(oid) as arguments, prorettype::regtype::text as result from pg_proc where pronamespace = 'api'::regnamespace order by 1`,
  );
  const names = Object.keys(operations).sort();
  t.deepEqual(
    rows.map((row) => row.proname),
    names,
  );
  t.deepEqual(
    codeFiles
      .filter((file) => file.startsWith('api/'))
      .map((file) => basename(file, '.sql'))
      .sort(),
    names,
  );
  for (const row of rows) {
    t.is(row.arguments, 'input jsonb', row.proname);
    t.is(row.result, 'json', row.proname);
    // stable <=> GET <=> read-only tool, but for a list whose statements must each look anew.
    const { method, waits } = operations[row.proname]!;
    t.is(row.provolatile === 's', method === 'GET' && !waits, `${row.proname}: volatility and method disagree`);
  }
});

test('(b) operations with work outside the database before them, and prechecks, are the same set', (t) => {
  const needsPrecheck = ({ images, links, video, job, webhook }: (typeof operations)[string]) =>
    images ||
    links ||
    video === 'read' ||
    video === 'complete' ||
    job === 'create' ||
    webhook === 'create' ||
    webhook === 'check';
  t.deepEqual(
    codeFiles.flatMap((file) => /^internal\/(?:\w+\/)?precheck_(\w+)\.sql$/.exec(file)?.[1] ?? []).sort(),
    Object.keys(operations)
      .filter((name) => needsPrecheck(operations[name]!))
      .sort(),
  );
});

test('(c) the fence stands on every table', async (t) => {
  const { rows } = await db.as('haat_gateway').query('select * from internal.find_fence_problems()');
  t.deepEqual(rows, []);
});

test('(c) every security definer function pins its search_path, and every function says what it is for', async (t) => {
  const { rows } = await db.admin.query(
    `select p.oid::regprocedure::text as name, p.prosecdef, p.proconfig, p.prosqlbody is not null as has_sql_body, obj_description(p.oid, 'pg_proc') as comment
     from pg_proc p where p.pronamespace::regnamespace::text in ('internal', 'gate', 'api', 'staff', 'ledger')`,
  );
  for (const row of rows) {
    if (row.prosecdef) t.true(row.proconfig?.includes('search_path=""'), `${row.name} lacks set search_path = ''`);
    t.truthy(row.comment, `${row.name} lacks a comment`);
  }
});

test('(c) every function that gives rows says how many to expect: the planner takes a thousand otherwise', (t) => {
  const silent = codeFiles.filter((file) => {
    const head = read(`db/code/${file}`).split(/\$\$|begin atomic/, 1)[0]!;
    return (
      /^create or replace function[^;]*\breturns (setof|table)\b/ms.test(head) && !/^language .*\brows \d+/m.test(head)
    );
  });
  t.deepEqual(silent, []);
});

test('(c) every table, view and type of ours, and each column of theirs, says what it is', async (t) => {
  const { rows } = await db.admin.query(
    `select c.oid::regclass || coalesce('.' || a.attname, '') as name from pg_class c
     left join pg_attribute a on a.attrelid = c.oid and a.attnum >= 0 and not a.attisdropped
     where c.relnamespace::regnamespace::text in ('app', 'gate', 'internal', 'ledger', 'staff')
       and c.relkind in ('r', 'p', 'v', 'c') and a.attnum > 0
       and coalesce(length(col_description(c.oid, a.attnum)), 0) < 3
     union all
     select c.oid::regclass::text from pg_class c
     where c.relnamespace::regnamespace::text in ('app', 'gate', 'internal', 'ledger', 'staff')
       and (c.relkind in ('r', 'p', 'v') and obj_description(c.oid, 'pg_class') is null
         or c.relkind = 'c' and coalesce(obj_description(c.oid, 'pg_class'), obj_description(c.reltype, 'pg_type')) is null)
     order by 1`,
  );
  t.deepEqual(
    rows.map(({ name }) => name),
    [],
  );
});

test('(c) no function of ours may be run by everyone', async (t) => {
  const { rows } = await db.admin.query(
    `select p.oid::regprocedure::text as name from pg_proc p where p.pronamespace::regnamespace::text in ('internal', 'gate', 'api', 'staff', 'ledger') and has_function_privilege('public', p.oid, 'execute')`,
  );
  t.deepEqual(rows, []);
});

test('(d) every SQLSTATE raised is mapped, and every mapped one is raised', (t) => {
  const sql = codeFiles.map((file) => read(`db/code/${file}`)).join('\n');
  const server = readdirSync(join(root, 'server'), { recursive: true }) as string[];
  const typescript = server
    .filter((name) => name.endsWith('.ts') && name !== 'gate/errors.ts')
    .map((name) => read(`server/${name}`))
    .join('\n');
  const raised = new Set(sql.match(/'HT[0-9]{3}'/g)?.map((code) => code.slice(1, -1)));
  const mapped = Object.keys(errorCodes).filter((code) => code.startsWith('HT'));
  // No SQL knows of the storage: the doorman answers this one itself.
  const ofTheDoorman = ['HT016'];
  t.deepEqual(
    [...raised].filter((code) => !mapped.includes(code)),
    [],
    'raised, not mapped',
  );
  t.deepEqual(
    mapped.filter((code) => !raised.has(code) && !typescript.includes(`'${code}'`) && !ofTheDoorman.includes(code)),
    [],
    'mapped, never raised',
  );
});

test('(d) every constraint that the error table names exists', async (t) => {
  const { rows } = await db.admin.query(
    `select conname as name from pg_constraint where connamespace = 'app'::regnamespace union select c.relname from pg_class c where c.relnamespace = 'app'::regnamespace and c.relkind = 'i'`,
  );
  const names = new Set(rows.map((row) => row.name));
  t.deepEqual(
    Object.keys(uniqueFields).filter((name) => !names.has(name)),
    [],
  );
});

test('(f) the planner takes every tenant for a large one: a new table says so of its columns too', async (t) => {
  const { rows } = await db.admin.query(
    `select c.relname || '.' || a.attname as column
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'app'::regnamespace and c.relkind in ('r', 'p') and not a.attisdropped
       and a.attname in ('company_id', 'store_id', 'location_id')
       and a.attoptions is distinct from array['n_distinct=3']`,
  );
  t.deepEqual(
    rows.map(({ column }) => column),
    [],
    'alter table app.… alter column … set (n_distinct = 3)',
  );
});
