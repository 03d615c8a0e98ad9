// The commands of an operator where there are several databases.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import test from 'ava';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { environment } from '../helpers/processes/environment.ts';
import { runHaatHere } from '../helpers/processes/haat.ts';
import { createShop, type TestShop } from '../helpers/shop.ts';
import { hire } from '../helpers/staff.ts';

let a: TestDatabase;
let b: TestDatabase;
let inA: TestShop;
let inB: TestShop;
let CELLS: string;

test.before(async () => {
  [a, b] = await Promise.all([freshDatabase('runs processes'), freshDatabase('runs processes')]);
  CELLS = `a=${a.url},b=${b.url}`;
  [inA, inB] = await Promise.all([createShop(a.admin), createShop(b.admin)]);
});
test.after.always(() => Promise.all([a?.drop(), b?.drop()]));

const haat = (...args: string[]) => runHaatHere([...args, '--json'], { CELLS });

async function done(...args: string[]) {
  const { code, out, err } = await haat(...args);
  if (code !== 0) throw new Error(err);
  return JSON.parse(out);
}

async function refusal(...args: string[]) {
  const { code, err } = await haat(...args);
  return `${code} ${err.trim()}`;
}

test.serial('cells shows what each holds, and why one does not answer', async (t) => {
  t.like(await done('cells'), [
    { cell: 'a', state: 'ready', companies: 1, active: 1, leaving: 0 },
    { cell: 'b', state: 'ready', companies: 1, active: 1, leaving: 0 },
  ]);
  const away = { CELLS: `a=${a.url},b=postgres://postgres@127.0.0.1:9/haat` };
  const { out, code } = await runHaatHere(['cells', '--json'], away);
  t.is(code, 0);
  t.like(JSON.parse(out), [{ state: 'ready' }, { cell: 'b' }]);
  t.regex(JSON.parse(out)[1].state, /no Postgres answers at 127.0.0.1:9/);
  const { err } = await runHaatHere(['cells'], { DATABASE_URL: a.url });
  t.is(err, 'haat: CELLS: is not set: there is one database\n');
});

test.serial('a command finds the database of what it names', async (t) => {
  for (const [cell, db, shop] of [
    ['a', a, inA],
    ['b', b, inB],
  ] as const) {
    t.like(await done('company', 'suspend', shop.companyId), { cell, id: shop.companyId });
    const status = () => db.admin.query('select status from app.companies where id = $1', [shop.companyId]);
    t.is((await status()).rows[0].status, 'suspended');
    await done('company', 'resume', shop.companyId);
    t.like(await done('key', 'revoke', '--key', shop.storeKey.id), { cell, id: shop.storeKey.id });
    const { email } = await hire(db, shop.companyId);
    t.like(await done('staff', 'disable', email), { cell, email });
  }
  t.regex(await refusal('company', 'suspend', 'Nowhere'), /^1 haat: --company: no cell has it$/);
  t.regex(await refusal('key', 'revoke', '--key', inA.companyId), /^1 haat: (cell \w+: )?--key: no such key/);
  t.regex(await refusal('company', 'suspend', inA.companyId, '--cell', 'b'), /^1 haat: cell b: --company: no such/);
  t.regex(await refusal('company', 'list', '--cell', 'c'), /^1 haat: --cell: must be one of a, b$/);
});

test.serial('lists go over all; plans are made in each, and a company in the one that is named', async (t) => {
  const ids = (rows: { cell: string; id: string }[]) => rows.map(({ cell, id }) => `${cell} ${id}`).sort();
  t.deepEqual(ids(await done('company', 'list')), [`a ${inA.companyId}`, `b ${inB.companyId}`]);
  t.deepEqual(ids(await done('company', 'list', '--cell', 'b')), [`b ${inB.companyId}`]);
  t.deepEqual(
    ids(await done('store', 'list', '--company', inB.companyId)),
    inB.stores.map(({ id }) => `b ${id}`).sort(),
  );
  const made = await done('plan', 'create', '--code', 'both', '--name', 'Both');
  t.deepEqual(
    made.map(({ cell, code }: { cell: string; code: string }) => [cell, code]),
    [
      ['a', 'both'],
      ['b', 'both'],
    ],
  );
  const company = ['company', 'create', '--plan', 'both', '--owner-full-name', 'Rina'];
  const rina = [...company, '--name', "Rina's", '--owner-email', 'rina@shop.example'];
  t.is(await refusal(...rina), '1 haat: --cell: say which, of a, b');
  t.like(await done(...rina, '--cell', 'b'), { cell: 'b', owner_email: 'rina@shop.example' });
  const other = [...company, '--name', "Rina's", '--owner-email', ' Rina@shop.example'];
  t.is(await refusal(...other, '--cell', 'a'), '1 haat: --owner-email: has an account in cell b');
  const invited = ['staff', 'invite', '--company', inA.companyId, '--full-name', 'R', '--email', 'rina@shop.example'];
  t.is(await refusal(...invited), '1 haat: --email: has an account in cell b');
  await done(...[...company, '--name', "Rina's", '--owner-email', 'rina@other.example'], '--cell', 'a');
  const gone = await createShop(b.admin);
  const { email } = await hire(b, gone.companyId);
  await b.admin.query(
    `insert into internal.company_moves (company_id, company_name, to_cell, state, started_at, moved_at)
     values ($1, 'x', 'c', 'moved', clock_timestamp(), clock_timestamp())`,
    [gone.companyId],
  );
  t.like(await done('staff', 'invite', '--company', inA.companyId, '--full-name', 'R', '--email', email), {
    cell: 'a',
  });
  t.regex(await refusal('company', 'suspend', gone.companyId), /^1 haat: --company: no cell has it$/);
  t.regex(
    await refusal('company', 'suspend', "Rina's"),
    /^1 haat: --company: a and b have one; give the id, or --cell$/,
  );
  t.like(await done('company', 'suspend', "Rina's", '--cell', 'a'), { cell: 'a' });
});

test.serial(
  'what differs between databases, or is in two of them, is named by the check and ends the audit with 1',
  async (t) => {
    for (const db of [a, b])
      await db.admin.query(`update app.companies set plan_id = p.id from app.plans p where p.code = 'both'`);
    for (const db of [a, b]) await db.admin.query(`delete from app.plans where code <> 'both'`);
    t.deepEqual(await done('cells', '--check'), []);
    const audit = () =>
      spawnSync(process.execPath, [path.join(import.meta.dirname, '../../db/cli/audit.ts'), '--json', '--rest=0'], {
        env: { ...environment, CELLS },
        encoding: 'utf8',
      });
    await hire(a, inA.companyId, { email: 'twice@shop.example' });
    await hire(b, inB.companyId, { email: 'twice@shop.example' });
    await b.admin.query(`update app.plans set reads_per_minute = 7 where code = 'both'`);
    const problems = [
      { problem: 'differs', what: 'plans', cells: ['a', 'b'] },
      { problem: 'in two', what: 'email of staff twice@shop.example', cells: ['a', 'b'] },
    ];
    const { code, out } = await haat('cells', '--check');
    t.is(code, 1);
    t.deepEqual(JSON.parse(out), problems);
    const { status, stdout, stderr } = audit();
    t.is(status, 1, stderr);
    const { cells, between_cells } = JSON.parse(stdout);
    t.deepEqual(Object.keys(cells), ['a', 'b']);
    t.deepEqual(between_cells, problems);
  },
);
