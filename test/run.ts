// npm test: a throw-away Postgres with a template database, then ava; nothing is left behind. Arguments go to ava:
// npm test -- test/sql/create_order.test.ts
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { stripVTControlCharacters } from 'node:util';
import { openCluster, stopAbandonedCluster } from '../db/cluster.ts';
import { throwAwayDirectory, throwAwayParents } from '../db/cluster-home.ts';
import { commandLine, isAlive } from '../db/cluster-server.ts';
import { withClient } from '../db/connection.ts';
import { migrate } from '../db/migrate.ts';

const root = path.join(import.meta.dirname, '..');
const prefix = 'haat-test-';

let interrupted = false;
let ava: ReturnType<typeof spawn> | undefined;
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(name, () => {
    interrupted = true;
    ava?.kill('SIGTERM');
  });
}

await dropLeftovers();
const directory = throwAwayDirectory(`${prefix}${process.pid}-`);
const cluster = await openCluster(directory, 'volatile');
let summary = { passed: 0, failed: 1 };
try {
  await buildTemplate();
  if (!interrupted) summary = await runAva();
} catch (error) {
  console.error(error);
} finally {
  await cluster.stop();
  fs.rmSync(directory, { recursive: true, force: true });
}
console.log(`${summary.passed} passed, ${summary.failed} failed`);
process.exit(interrupted ? 130 : summary.failed === 0 ? 0 : 1);

/** Clusters of runs that were killed. The name says which process made one. */
async function dropLeftovers(): Promise<void> {
  for (const parent of throwAwayParents()) {
    for (const name of fs.readdirSync(parent)) {
      const pid = Number(new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1]);
      if (!pid || (isAlive(pid) && /\btest\/run\.ts\b/.test(commandLine(pid)))) continue;
      const leftover = path.join(parent, name);
      try {
        await stopAbandonedCluster(leftover);
        fs.rmSync(leftover, { recursive: true, force: true });
      } catch {
        // Another user's: for them to drop.
      }
    }
  }
}

/** A database with every role and migration, the one being written included; tests clone it in milliseconds. */
async function buildTemplate(): Promise<void> {
  await migrate(cluster.url('haat_template'), { includeCurrent: true });
  await withClient(cluster.url('postgres'), async (client) => {
    const sessions = `select count(*)::int as count from pg_catalog.pg_stat_activity where datname = 'haat_template'`;
    while ((await client.query(sessions)).rows[0].count > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await client.query('alter database haat_template allow_connections false');
  });
}

async function runAva(): Promise<{ passed: number; failed: number }> {
  const cli = path.join(root, 'node_modules', 'ava', 'entrypoints', 'cli.js');
  const color = process.stdout.isTTY ? ['--color'] : [];
  ava = spawn(process.execPath, [cli, ...color, ...process.argv.slice(2)], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, HAAT_TEST_URL: cluster.url('postgres') },
  });
  const ended = new Promise<number>((resolve) => ava!.on('close', (code) => resolve(code ?? 1)));
  const counts = { passed: 0, failed: 0 };
  for await (const line of createInterface({ input: ava.stdout! })) {
    console.log(line);
    const text = stripVTControlCharacters(line);
    if (/^\s*✔ /.test(text)) counts.passed += 1;
    const trouble = /^\s*(\d+) (?:(?:tests?|hooks?) failed|uncaught exceptions?|unhandled rejections?)$/.exec(text);
    if (trouble) counts.failed += Number(trouble[1]);
  }
  // A file that does not load or a test that times out fails the run without being counted as a failed test.
  if ((await ended) !== 0) counts.failed = Math.max(counts.failed, 1);
  return counts;
}
