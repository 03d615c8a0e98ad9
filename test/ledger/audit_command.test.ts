// npm run audit, as an operator runs it.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { withClient } from '../../db/connect/connection.ts';
import { throwAwayDirectory } from '../../db/embedded/home.ts';
import { freshDatabase } from '../helpers/database.ts';
import { longTest } from '../helpers/long.ts';
import { environment } from '../helpers/processes/environment.ts';
import { sealHistory } from '../helpers/seals.ts';
import { createShop, stockVariant } from '../helpers/shop.ts';
import { openMigratedAt } from '../template.ts';

const script = path.join(import.meta.dirname, '..', '..', 'db', 'cli', 'audit.ts');

async function audit(env: Record<string, string>, ...flags: string[]) {
  const child = spawn(process.execPath, [script, ...flags], {
    env: { ...environment, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const code = await new Promise((resolve) => child.on('close', resolve));
  // How far it has come is told every few seconds on standard error, and may arrive anywhere.
  return { code, output: output.replace(/^haat: check_\w+: \d+ of .*\n/gm, '') };
}

const leftOver = /check_jobs[, ]+[\d.]+ s,? +1 LEFT OVER/;

test('sound books end with 0, with 3 where a job was given up, a broken one with 1 and a line that says what, where, since when and how to mend it', async (t) => {
  const db = await freshDatabase('runs processes');
  t.teardown(() => db.drop());
  const shop = await createShop(db.admin);
  const { variantId } = await stockVariant(db.admin, shop, { sku: 'A' });
  await sealHistory(db);
  // Nothing was verified yet.
  const sound = await audit({ DATABASE_URL: db.url }, '--rest=0.5', '--incremental');
  t.is(sound.code, 0, sound.output);
  t.regex(sound.output, /^the first audit of these books, which is whole\n/m);
  t.regex(sound.output, /check_level_sums +[\d.]+ s {2}sound/);
  t.regex(sound.output, /\nIn [\d.]+ s\. What no check can see:\n- What a superuser changes together with its proof/);
  t.regex(sound.output, /The books are sound\.\n$/);

  const failed = 'graphile_worker.permanently_fail_jobs(array[(graphile_worker.add_job($1)).id])';
  await db.admin.query(`select ${failed}`, ['video__import']);
  const withJob = await audit({ DATABASE_URL: db.url }, '--since-last-seal');
  t.is(withJob.code, 3, withJob.output);
  t.regex(withJob.output, leftOver);
  t.regex(
    withJob.output,
    /\nLeft over, which is no damage:\n.*\n.*\n?.*job \d+: video__import.*given up after 25 attempts/,
  );
  t.regex(withJob.output, /The books are sound\. 1 left over: see db\/README\.md, "Are the books right\?"\.\n$/);
  t.notRegex(withJob.output, /Takes:/);
  await db.admin.query('select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))');

  await db.admin.query('update app.inventory_levels set on_hand = 7 where variant_id = $1', [variantId]);
  const nightly = { DATABASE_URL: db.url, AUDIT_NIGHTS: '2' };
  const broken = await audit(nightly, '--rest=0', '--incremental', '--jobs=2');
  t.is(broken.code, 1, broken.output);
  t.regex(broken.output, /^share 1 of 2, and what changed since the audit before\n/m);
  t.regex(broken.output, /check_level_sums +[\d.]+ s {2}1 BROKEN/);
  t.regex(broken.output, new RegExp(`level of variant ${variantId} .*on hand 7, .*on hand 100, `));
  t.regex(broken.output, /\. sound at 20.*\. mend: npm run haat -- repair levels$/m);
  t.regex(broken.output, /The books are not sound\.\n$/);
  // What was found stays in sight, whichever share the next one is. As npm run migrate holds it: then not all is compared, and
  // nothing counts as verified.
  const migrating = await db.admin.connect();
  t.teardown(() => migrating.release(true));
  await migrating.query('select pg_advisory_lock(4228004)');
  await db.admin.query(`select ${failed}`, ['video__import']);
  const asJson = await audit(nightly, '--json', '--rest=0', '--incremental');
  t.is(asJson.code, 1);
  const { damage, ...found } = JSON.parse(asJson.output);
  t.like(found, { state: 'broken', share: { number: 2, of: 2 }, migrating: true });
  t.deepEqual(
    found.leftovers.map(({ check_name }: { check_name: string }) => check_name),
    ['check_jobs'],
  );
  t.like(
    damage.find(({ check_name }: { check_name: string }) => check_name === 'check_level_sums'),
    { found: 'on hand 7, reserved 0, last sequence 1', mend: 'npm run haat -- repair levels' },
  );
  const changed = await audit({ DATABASE_URL: db.url }, '--since-last-seal');
  t.is(changed.code, 1, changed.output);
  t.regex(changed.output, /^since the last seal: 0 orders and 1 variants changed\n/m);
  t.regex(changed.output, /\d+ of \d+: check_level_sums, [\d.]+ s, 1 BROKEN\n/);
  t.regex(changed.output, /Left out, since they read everything: .*check_seals/);
  t.regex(changed.output, leftOver);
  t.regex(changed.output, /npm run migrate is at work: the schema, .*not compared/);
  t.regex(changed.output, /The books are not sound\. 1 left over: /);

  const { rows: runs } = await db.admin.query(
    'select broken_checks, share, shares, verified_upto from internal.audit_runs where finished_at >= started_at order by id',
  );
  t.deepEqual(runs[0].broken_checks, []);
  t.true(runs[1].broken_checks.includes('check_level_sums'));
  t.false(runs[1].broken_checks.includes('check_jobs'), 'a job that is left over is no damage');
  t.deepEqual(
    runs.map(({ share, shares, verified_upto }) => [share, shares, verified_upto !== null]),
    [
      [null, null, true],
      [1, 2, true],
      [2, 2, false],
    ],
  );
});

test('a flag that it does not know is refused', async (t) => {
  const { code, output } = await audit({}, '--quick');
  t.is(code, 2);
  t.is(
    output,
    'haat: npm run audit does not know --quick; it takes --whole, --incremental, --since-last-seal, --json, --jobs=<1 to 99> and --rest=<times the work>\n',
  );
  const both = await audit({}, '--whole', '--incremental');
  t.is(both.output, 'haat: npm run audit takes one of --whole and --incremental\n');
});

// As `npm run haat` does: test/cli/haat.test.ts.
longTest(
  'it works beside another process on the same DATA_DIR, and does not stop the database under them',
  async (t) => {
    const directory = throwAwayDirectory(`haat-of-${process.pid}-`);
    const cluster = await openMigratedAt(path.join(directory, 'postgres'));
    t.teardown(async () => {
      await cluster.stop();
      fs.rmSync(directory, { recursive: true });
    });
    await withClient(cluster.url('haat'), async (live) => {
      const { code, output } = await audit({ DATA_DIR: directory }, '--since-last-seal');
      t.is(code, 0, output);
      t.is((await live.query('select 1 as alive')).rows[0].alive, 1);
    });
  },
);

test('without a database it says so, and makes none', async (t) => {
  const directory = throwAwayDirectory(`haat-of-${process.pid}-`);
  t.teardown(() => fs.rmSync(directory, { recursive: true }));
  const { code, output } = await audit({ DATA_DIR: directory });
  t.is(code, 2);
  t.regex(output, /there is no database in/);
  t.deepEqual(fs.readdirSync(directory), []);
});
