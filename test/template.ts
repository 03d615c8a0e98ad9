// The database that tests and generators of faults clone in milliseconds. Its cluster is kept between runs, under a hash of
// what it is made of: a run copies its data folder, which takes a tenth of a second instead of three.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { withClient } from '../db/connect/connection.ts';
import { type Cluster, openCluster, type Profile } from '../db/embedded/cluster.ts';
import { renameUnlessThere } from '../db/embedded/home.ts';
import { copyData, openThrowAwayCluster, type ThrowAwayCluster } from '../db/embedded/throw-away.ts';
import { migrate } from '../db/migrate/migrate.ts';

const root = path.join(import.meta.dirname, '..');
const cache = path.join(root, 'node_modules', '.cache', 'haat');
const movers = 'haat_gateway, haat_worker, haat_dba';
/** Of as many states of `db`, such as branches that are worked on in turn. */
const states = 3;

/** A throw-away cluster with the template. `fresh` builds all anew that is kept. */
export async function openTestCluster({ fresh = false } = {}): Promise<Cluster> {
  if (fresh) for (const name of fs.globSync('{template,demo,unfinished}-*', { cwd: cache })) dropKept(name);
  return openThrowAwayCluster({ from: await keptTemplate() });
}

/** A cluster of one's own with the migrated database `haat`: for tests of roles and logins, which a whole cluster shares. */
export async function openMigratedCluster(): Promise<ThrowAwayCluster> {
  const cluster = await openThrowAwayCluster({ from: await keptTemplate() });
  await nameIt(cluster);
  return cluster;
}

/** The same in a directory of the caller's, for programs that are told where their Postgres stands. */
export async function openMigratedAt(directory: string, profile: Profile = 'volatile'): Promise<Cluster> {
  fs.mkdirSync(directory, { recursive: true });
  await copyData(await keptTemplate(), path.join(directory, 'data'));
  const cluster = await openCluster(directory, profile);
  await nameIt(cluster);
  return cluster;
}

/** As `npm run migrate` leaves it, without what only tests are granted. */
async function nameIt(cluster: Cluster): Promise<void> {
  await withClient(cluster.url('postgres'), async (client) => {
    await client.query('alter database haat_template rename to haat');
    await client.query('alter database haat allow_connections true');
    await client.query(`revoke set on parameter haat.clock_offset from ${movers}`);
  });
  await withClient(cluster.url('haat'), (client) => client.query(recordSchema));
}

/** What the audit takes for the release's from now on. */
const recordSchema = 'set role haat_owner; select internal.record_schema(null)';

/** The data folder, which is made where it is not there. */
async function keptTemplate(): Promise<string> {
  const folder = await kept('template', ofTemplate(), async (unfinished) => {
    const cluster = await openThrowAwayCluster();
    try {
      await buildTemplate(cluster);
      await cluster.keep(path.join(unfinished, 'data'));
    } finally {
      await cluster.stop();
    }
  });
  return path.join(folder, 'data');
}

/** Of all that the template is made of: `db`, the packages (Postgres, the job queue, the migrations) and this file. */
const ofTemplate = () => [
  ...fs.globSync('db/**/*.{ts,sql,json}', { cwd: root }).filter((file) => !file.startsWith('db/cli/')),
  ...['.gmrc', 'package-lock.json', 'test/template.ts'],
];

/**
 * A cluster of one's own with a database beside the template, and a folder, which `fill` has filled. They are kept between runs
 * as the template is, under a hash of that and of `sources`.
 */
export async function openKept(
  kind: string,
  sources: string[],
  fill: (cluster: Cluster, files: string) => Promise<void>,
): Promise<{ cluster: Cluster; files: string }> {
  const folder = await kept(kind, [...ofTemplate(), ...sources], async (unfinished) => {
    const cluster = await openThrowAwayCluster({ from: await keptTemplate() });
    try {
      const files = path.join(unfinished, 'files');
      fs.mkdirSync(files);
      await fill(cluster, files);
      await cluster.keep(path.join(unfinished, 'data'));
    } finally {
      await cluster.stop();
    }
  });
  return {
    cluster: await openThrowAwayCluster({ from: path.join(folder, 'data') }),
    files: path.join(folder, 'files'),
  };
}

/** The folder of what is made of these files, which `make` fills where it is not there. */
async function kept(kind: string, files: string[], make: (unfinished: string) => Promise<void>): Promise<string> {
  const name = `${kind}-${digest(files)}`;
  const folder = path.join(cache, name);
  if (!fs.existsSync(folder)) {
    // Filled beside its place: a run that is killed leaves no half of a folder there.
    const unfinished = path.join(cache, `unfinished-${process.pid}-${name}`);
    fs.mkdirSync(unfinished, { recursive: true });
    await make(unfinished);
    renameUnlessThere(unfinished, folder);
  }
  const now = new Date();
  fs.utimesSync(folder, now, now);
  dropOldest(kind, name);
  return folder;
}

function digest(files: string[]): string {
  const hash = createHash('sha256');
  for (const file of files.toSorted())
    hash
      .update(`${file}\0`)
      .update(fs.readFileSync(path.join(root, file)))
      .update('\0');
  return hash.digest('hex').slice(0, 16);
}

/** All but the present one and the newest: those may have times ahead of it, where the clock was set back. */
function dropOldest(kind: string, present: string): void {
  const names = fs.globSync(`${kind}-*`, { cwd: cache }).filter((name) => name !== present);
  const usedAt = new Map(
    names.map((name) => [name, fs.statSync(path.join(cache, name), { throwIfNoEntry: false })?.mtimeMs ?? 0]),
  );
  names.sort((one, other) => usedAt.get(other)! - usedAt.get(one)!);
  for (const name of names.slice(states - 1)) dropKept(name);
}

const dropKept = (name: string) => fs.rmSync(path.join(cache, name), { recursive: true, force: true });

/** Every role and migration, the one being written included. */
async function buildTemplate(cluster: Cluster): Promise<void> {
  await migrate(cluster.url('haat_template'), { includeCurrent: true });
  await withClient(cluster.url('haat_template'), async (client) => {
    // Tests move the clock of these; test/sql/stolen_logins.test.ts shows that without the grant no login does.
    await client.query(`grant set on parameter haat.clock_offset to ${movers}`);
    await client.query(recordSchema);
  });
  await withClient(cluster.url('postgres'), (client) => closeTemplate(client, 'haat_template'));
}

/** A database can only be cloned while no session is connected to it. */
export async function closeTemplate(client: pg.ClientBase, name: string): Promise<void> {
  const sessions = 'select count(*)::int as count from pg_catalog.pg_stat_activity where datname = $1';
  while ((await client.query(sessions, [name])).rows[0].count > 0)
    await new Promise((resolve) => setTimeout(resolve, 5));
  await client.query(`alter database ${name} allow_connections false`);
}
