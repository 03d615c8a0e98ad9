// The databases that a process works on: one, or the cells of CELLS. Each is looked at before it is used: its release, its
// tenant isolation, its logins. One alone that is not as it should be ends the start. So does a cell; but one that does not
// answer is left out, looked at until it does, and keeps no other from being served.
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { type Database, externalDatabase, serviceLogins } from '../db/connect/connection.ts';
import { explain } from '../db/connect/explain.ts';
import { findOlderDatabase } from '../db/migrate/version.ts';
import { isPassing, sqlstateOf } from './gate/infrastructure-errors.ts';
import type { Readiness } from './http/health.ts';
import { isReady } from './http/readiness.ts';
import type { Logger } from './process/log.ts';
import { type Settings, SettingsError } from './process/settings.ts';

/** `name`: null where there is one. */
export type NamedDatabase = { name: string | null; database: Database; replicaUrl: string | undefined };

/** A cell that was away is looked at again after this time. */
const lookAgainMs = 1_000;

/** Those that the settings name; none where the embedded one is used. */
export function namedDatabases(settings: Settings): NamedDatabase[] {
  const { databaseUrl, databaseStaffUrl, databaseReplicaUrl, cells } = settings;
  if (databaseUrl)
    return [{ name: null, database: externalDatabase(databaseUrl, databaseStaffUrl), replicaUrl: databaseReplicaUrl }];
  return cells.map(({ name, url, staffUrl, replicaUrl }) => ({
    name: cells.length > 1 ? name : null,
    database: externalDatabase(url, staffUrl),
    replicaUrl,
  }));
}

/**
 * A session of another login could become that login again, whatever it acts as: it would have rights that no fence holds.
 * `npm start` and the migration take an administrator's URL; see db/connect/start-logins.ts.
 */
export function refuseOtherLogins({ databaseUrl, cells }: Settings, login: string): void {
  const given = [...(databaseUrl ? [databaseUrl] : []), ...cells.map(({ url }) => url)];
  if (given.every((url) => serviceLogins.includes(decodeURIComponent(new URL(url).username)))) return;
  throw new SettingsError(`${databaseUrl ? 'DATABASE_URL' : 'CELLS'}: must log in as ${login}`);
}

/** Says which cell an error is of. */
export async function inCell<T>(name: string | null, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw name === null ? error : new Error(`cell ${name}: ${reasonOf(error)}`, { cause: error });
  }
}

const reasonOf = (error: unknown): string => explain(error) ?? (error as Error).message;

/** The server answers, and not as it does when it starts or fails: a wrong password or database is a mistake to be mended. */
const isAway = (error: unknown): boolean =>
  isPassing(sqlstateOf(error)) && !/^(28|3D)/.test(String((error as pg.DatabaseError).code));

/** Tells whether the database may be used: at once, or from the moment in which a cell that was away is there again. */
export async function lookedAt(
  { name }: NamedDatabase,
  pool: pg.Pool,
  log: Logger,
  stopping: AbortSignal,
): Promise<() => boolean> {
  const look = async () => {
    await refuseOlderDatabase(pool);
    await checkFence(pool);
    await warnOfLogins(pool, log);
  };
  let isOpen = true;
  try {
    await inCell(name, look);
  } catch (error) {
    if (name === null || !isAway((error as Error).cause)) throw error;
    isOpen = false;
    log.error({ reason: (error as Error).message }, 'a cell does not answer; its companies are refused until it does');
    void lookUntilThere();
  }
  return () => isOpen;

  async function lookUntilThere(): Promise<void> {
    let said = '';
    while (!isOpen && !stopping.aborted) {
      await sleep(lookAgainMs, undefined, { signal: stopping }).catch(() => {});
      try {
        await inCell(name, look);
        isOpen = true;
        log.info({ cell: name }, 'a cell that was away is served');
      } catch (error) {
        const { message, cause } = error as Error;
        // What an operator has to mend is said once.
        if (!isAway(cause) && message !== said) log.error({ reason: message }, 'a cell is not served');
        said = message;
      }
    }
  }
}

/** Ready is what can serve: several databases are, as long as one of them is there. */
export async function readinessOf(
  databases: readonly { name: string | null; pool: pg.Pool; isUsed(): boolean }[],
): Promise<Readiness> {
  const found = await Promise.all(databases.map(async ({ pool, isUsed }) => isUsed() && (await isReady(pool))));
  if (databases[0]!.name === null) return found[0]!;
  const cells = databases.map(({ name }, place) => [name, found[place] ? 'ready' : 'down']);
  return { isReady: found.includes(true), cells: Object.fromEntries(cells) };
}

async function refuseOlderDatabase(pool: pg.Pool): Promise<void> {
  const problem = await findOlderDatabase(pool);
  if (problem) throw new Error(problem);
}

/** Refuses to start when a tenant table has no tenant isolation or a role has too many rights. */
async function checkFence(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query('select object, problem from internal.find_fence_problems()');
  if (rows.length > 0) {
    const problems = rows.map(({ object, problem }) => `  ${object}: ${problem}`).join('\n');
    throw new Error(`the tenant fence is broken, so nothing is served:\n${problems}`);
  }
}

/** Says what an operator should mend, and by which statements; the service does without. */
async function warnOfLogins(pool: pg.Pool, log: Logger): Promise<void> {
  try {
    const { rows: settings } = await pool.query('select object, found, remedy from internal.find_changed_settings()');
    for (const problem of settings) log.warn(problem, 'a login has other settings than the migration gave it');
    const { rows: databases } = await pool.query('select object, remedy from internal.find_other_databases()');
    for (const problem of databases) log.warn(problem, 'our logins may enter another database of this server');
  } catch (error) {
    // As where the code of this version is not in the database yet.
    log.warn({ reason: reasonOf(error) }, 'what the logins may do could not be looked at');
  }
}
