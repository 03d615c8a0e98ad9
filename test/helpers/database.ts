// A database of its own for a test file that cannot share that of its process (shared-database.ts):
//   const db = await freshDatabase('moves the clock');
//   test.after.always(() => db.drop());
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { logins, openPool, withClient, withDatabase, withLogin, withOptions } from '../../db/connect/connection.ts';

export interface TestDatabase {
  /** As superuser. */
  url: string;
  /** A pool of the superuser, for arranging and for looking. */
  admin: pg.Pool;
  /** A pool that acts as one of the roles, to test what the role may do. */
  as(role: string, options?: pg.PoolConfig): pg.Pool;
  /** The URL to connect to as a role. */
  urlAs(role: string): string;
  /** Ends the pools and drops the database. */
  drop(): Promise<void>;
  /** Ends the pools and gives the name of the database, which stays. */
  leave(): Promise<string>;
}

/**
 * Of a pool. The tests of a file run at once, and each new connection costs a tenth of a second: Postgres plans every
 * function anew. What needs more callers at once says so.
 */
const connections = 4;
/** For the same reason none is closed because it was idle: that is tested where it is the subject. */
const idleTimeoutMillis = 0;
/** As the API's own (db/roles.sql): what arranges a test is not planned anew for each of the first five values. */
const planned = ['plan_cache_mode=force_generic_plan'];
/** A test that computes for seconds, or a busy machine, keeps a new connection waiting; neither is a fault of Postgres. */
const patience = { connectMs: 60_000 };
/**
 * The logins of the API and of staff wait three seconds for a lock, and a transaction in which this process says nothing for ten
 * ends: on a busy machine, where one test may hold up the others of its process for so long, neither is a defect. Staff are
 * planned for as the API's callers are: tests of plans open pools of their own.
 */
export const forTests = {
  options: ['lock_timeout=60s', 'idle_in_transaction_session_timeout=60s', ...planned]
    .map((one) => `-c ${one}`)
    .join(' '),
};

/** The address of the Postgres of this run of the tests. */
export function testCluster(): string {
  const url = process.env.HAAT_TEST_URL;
  if (!url) throw new Error('run the tests by "npm test": it brings up their Postgres');
  return url;
}

/**
 * Why a file needs a database of its own. It costs half a second of processor time: all connections are new, and each plans
 * every function anew. Files that keep to companies of their own share one.
 */
export type Reason =
  /** Functions, tables, roles or settings of the database; a schema of staff of its own. */
  | 'changes the schema'
  | 'moves the clock'
  /** Workers and timers, whose work is that of all companies. */
  | 'serves all companies'
  /** Counts, audits or compares all rows, also those of other tests. */
  | 'reads whole tables'
  /** Rows that are written by hand, which an audit of others would name. */
  | 'leaves damage'
  | 'ends connections'
  /** Wrong sign-ins count by the address too, and that is the same for all tests. */
  | 'guesses at sign-ins'
  /** Commands and servers that are pointed at it. */
  | 'runs processes'
  /** So many rows that other tests would be slow beside them. */
  | 'holds a large shop'
  /** Shared by the files of a process. */
  | 'is shared';

/** Clones a template: the empty one that test/run.ts has built, or one that files make for each other (demo-shop.ts, kept-books.ts). */
export async function freshDatabase(
  _reason: Reason,
  template = 'haat_template',
  cluster = testCluster(),
): Promise<TestDatabase> {
  const name = `haat_${randomUUID().replaceAll('-', '')}`;
  const url = withDatabase(cluster, name);
  await withClient(cluster, async (client) => {
    // File copy is the fast way on a cluster that never syncs.
    await client.query(`create database ${name} template ${template} strategy file_copy owner haat_owner`);
    // A clone brings all that db/database.sql closes, but for the grants of the database.
    await client.query(`revoke all on database ${name} from public; grant connect on database ${name} to ${logins}`);
  });
  const admin = unalterable(openPool(withOptions(url, planned), { max: connections, idleTimeoutMillis, patience }));
  const pools = new Map<string, pg.Pool>();
  // Roles that are no logins are taken on by the superuser; row-level security and grants count the same.
  const urlAs = (role: string) => (logins.includes(role) ? withLogin(url, role) : withOptions(url, [`role=${role}`]));
  const leave = async () => {
    await Promise.all([admin, ...pools.values()].map((pool) => pool.end()));
    return name;
  };
  return {
    url,
    admin,
    urlAs,
    leave,
    as(role, asked = {}) {
      const { max = connections, ...others } = asked;
      const options = max === connections ? others : { ...others, max };
      const key = JSON.stringify([role, options]);
      const given = role === 'haat_gateway' ? { ...forTests, ...options } : options;
      const kept = pools.get(key);
      if (kept) return kept;
      const pool = openPool(urlAs(role), { max: connections, idleTimeoutMillis, patience, ...given });
      pools.set(key, unalterable(pool));
      return pool;
    },
    async drop() {
      await leave();
      await withClient(cluster, (client) => client.query(`drop database ${name} with (force)`));
    },
  };
}

/** Other tests of the process hold the same pool: who watches its statements does so on an `Object.create` of it. */
function unalterable(pool: pg.Pool): pg.Pool {
  for (const name of ['query', 'connect'] as const)
    Object.defineProperty(pool, name, { value: pool[name], writable: false });
  return pool;
}
