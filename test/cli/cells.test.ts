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
    { cell: 'a', state: 'open', companies: 1, active: 1, leaving: 0 },
    { cell: 'b', state: 'open', companies: 1, active: 1, leaving: 0 },
  ]);
  const away = { CELLS: `a=${a.url},b=postgres://postgres@127.0.0.1:9/haat` };
  const { out, code } = await runHaatHere(['cells', '--json'], away);
  t.is(code, 0);
  t.like(JSON.parse(out), [{ state: 'open' }, { cell: 'b' }]);
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
  for (const list of ['company', 'store', 'key', 'staff', 'session', 'webhook']) {
    const rows: { id: string; company_id?: string }[] = await done(list, 'list');
    t.deepEqual(
      rows.filter((row) => (row.company_id ?? row.id) === gone.companyId),
      [],
      `${list} list: what is served elsewhere is shown there`,
    );
    if (list !== 'session' && list !== 'webhook') t.true(rows.length > 0);
  }
  t.regex(
    await refusal('company', 'suspend', "Rina's"),
    /^1 haat: --company: a and b have one; give the id, or --cell$/,
  );
  t.like(await done('company', 'suspend', "Rina's", '--cell', 'a'), { cell: 'a' });
});

test.serial(
  'a new company goes to the open database with the fewest, and to none that is drained or read-only',
  async (t) => {
    const make = (...more: string[]) => {
      const email = `new${++made}@shop.example`;
      const company = ['company', 'create', '--name', 'New', '--plan', 'both', '--owner-full-name', 'Rina'];
      return [...company, '--owner-email', email, ...more];
    };
    let made = 0;
    t.is(await refusal('cells', 'c', 'drained'), '1 haat: --name: must be one of a, b');
    t.regex(await refusal('cells', 'a', 'closed'), /^1 haat: --set: /);
    t.regex(await refusal('cells', '--set', 'drained'), /^1 haat: --name: say which, of a, b$/);
    const counts = Object.fromEntries(
      (await done('cells')).map(({ cell, active }: { cell: string; active: number }) => [cell, active]),
    );
    const [least, most] = counts.a <= counts.b ? ['a', 'b'] : ['b', 'a'];
    t.like(await done(...make()), { cell: least });
    t.like(await done('cells', least!, 'drained'), { cell: least, state: 'drained', before: 'open' });
    t.like(await done(...make()), { cell: most });
    t.like(await done(...make()), { cell: most });
    t.is(await refusal(...make('--cell', least!)), '1 haat: This database is drained: it takes in no company.');
    t.regex(
      await refusal('company', 'move', (most === 'a' ? inA : inB).companyId, '--to', least!),
      /is drained; "cells \w open"/,
    );
    await done('cells', most!, 'read-only');
    t.is(await refusal(...make()), '1 haat: --cell: none of CELLS is open; "cells" tells how each stands');
    t.deepEqual(
      (await done('cells')).map(({ cell, state }: { cell: string; state: string }) => [cell, state]).sort(),
      [
        [least, 'drained'],
        [most, 'read-only'],
      ].sort(),
    );
    for (const cell of ['a', 'b']) await done('cells', cell, 'open');
  },
);

test.serial(
  'what differs between databases, or is in two of them, is named by the check and ends the audit with 1',
  async (t) => {
    for (const db of [a, b])
      await db.admin.query(`update app.companies set plan_id = p.id from app.plans p where p.code = 'both'`);
    for (const db of [a, b]) await db.admin.query(`delete from app.plans where code <> 'both'`);
    t.deepEqual(await done('cells', '--check'), []);
    const audit = () =>
      spawnSync(
        process.execPath,
        [path.join(import.meta.dirname, '../../db/cli/audit.ts'), '--json', '--since-last-seal'],
        {
          env: { ...environment, CELLS },
          encoding: 'utf8',
        },
      );
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
