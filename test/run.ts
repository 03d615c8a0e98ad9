// npm test: a throw-away Postgres with a template database, then ava; nothing is left behind. Arguments go to ava:
// npm test -- test/sql/create_order.test.ts
import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { withClient } from '../db/connection.ts';
import { openThrowAwayCluster } from '../db/embedded/throw-away.ts';
import { migrate } from '../db/migrate.ts';
import { Report } from './report.ts';

const root = path.join(import.meta.dirname, '..');

let interrupted = false;
let ava: ReturnType<typeof spawn> | undefined;
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(name, () => {
    interrupted = true;
    ava?.kill('SIGTERM');
  });
}

const cluster = await openThrowAwayCluster();
let summary = { passed: 0, failed: 1 };
try {
  await buildTemplate();
  if (!interrupted) summary = await runAva();
} catch (error) {
  console.error(error);
} finally {
  await cluster.stop();
}
console.log(`\n${summary.passed} passed, ${summary.failed} failed`);
process.exit(interrupted ? 130 : summary.failed === 0 ? 0 : 1);

/** A database with every role and migration, the one being written included; tests clone it in milliseconds. */
async function buildTemplate(): Promise<void> {
  await migrate(cluster.url('haat_template'), { includeCurrent: true });
  await withClient(cluster.url('postgres'), async (client) => {
    const sessions = `select count(*)::int as count from pg_catalog.pg_stat_activity where datname = 'haat_template'`;
    while ((await client.query(sessions)).rows[0].count > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await client.query('alter database haat_template allow_connections false');
    // Tests move the clock of these; test/sql/thief.test.ts shows that without the grant nobody does.
    await client.query('grant set on parameter haat.clock_offset to haat_gateway, haat_worker');
  });
}

async function runAva(): Promise<{ passed: number; failed: number }> {
  const cli = path.join(root, 'node_modules', 'ava', 'entrypoints', 'cli.js');
  ava = spawn(process.execPath, [cli, '--tap', ...process.argv.slice(2)], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, HAAT_TEST_URL: cluster.url('postgres') },
  });
  const ended = new Promise<number>((resolve) => ava!.on('close', (code) => resolve(code ?? 1)));
  const report = new Report((line) => console.log(line));
  for await (const line of createInterface({ input: ava.stdout! })) report.read(line);
  const code = await ended;
  report.end();
  // Where ava itself fails, as when a name matches no file, no test does.
  return { passed: report.passed, failed: code === 0 ? report.failed : Math.max(report.failed, 1) };
}
