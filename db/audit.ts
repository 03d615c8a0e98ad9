// npm run audit: runs the ledger's checks as haat_dba, who can write nothing, beside a running service or without one.
// Prints what is broken and ends with 1 when anything is. The checks run one by one, so that none of them holds an old
// snapshot for longer than it needs.
import fs from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { loadSettings } from '../server/settings.ts';
import { openCluster } from './cluster.ts';
import { type Database, externalDatabase, urlAs, withClient } from './connection.ts';

/** More problems of one kind than this are counted, not listed. */
const listed = 100;

interface Problem {
  check_name: string;
  company: string | null;
  store: string | null;
  object: string;
  found: string;
  expected: string;
}

const { database, close } = await openDatabase();
let problems: Problem[];
try {
  problems = await withClient(await urlAs(database, 'haat_dba'), audit);
} finally {
  await close();
}
if (problems.length > 0) console.log(`\n${table(problems)}`);
console.log(problems.length === 0 ? '\nThe books are sound.' : '\nThe books are not sound.');
process.exitCode = problems.length === 0 ? 0 : 1;

async function openDatabase(): Promise<{ database: Database; close: () => Promise<void> }> {
  const { databaseUrl, dataDir } = loadSettings(process.env);
  if (databaseUrl) return { database: externalDatabase(databaseUrl), close: async () => {} };
  const directory = path.join(dataDir, 'postgres');
  if (!fs.existsSync(directory)) {
    console.error(`haat: there is no database in ${dataDir}; run npm start first, or set DATA_DIR or DATABASE_URL`);
    process.exit(1);
  }
  const cluster = await openCluster(directory, 'durable');
  return { database: { url: cluster.url('haat'), loginsPerRole: true }, close: () => cluster.stop() };
}

async function audit(client: pg.Client): Promise<Problem[]> {
  const { rows: checks } = await client.query<{ name: string; invariant: string }>(
    'select name, invariant from ledger.checks order by name',
  );
  const width = Math.max(...checks.map(({ name }) => name.length));
  const problems: Problem[] = [];
  for (const { name, invariant } of checks) {
    const start = performance.now();
    if (process.stdout.isTTY) process.stdout.write(`${name.padEnd(width)}  ...`);
    const { rows } = await client.query<Problem>(`select * from ledger.audit($1) limit ${listed + 1}`, [name]);
    const seconds = ((performance.now() - start) / 1000).toFixed(2).padStart(7);
    const result = rows.length === 0 ? 'sound' : `${rows.length > listed ? `over ${listed}` : rows.length} BROKEN`;
    console.log(
      `${process.stdout.isTTY ? '\r' : ''}${name.padEnd(width)}  ${seconds} s  ${result.padEnd(10)}  ${invariant}`,
    );
    problems.push(...rows.slice(0, listed));
  }
  return problems;
}

function table(rows: Problem[]): string {
  const columns = ['check_name', 'company', 'store', 'object', 'found', 'expected'] as const;
  const lines = [columns.map(String), ...rows.map((row) => columns.map((column) => row[column] ?? ''))];
  const widths = columns.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
