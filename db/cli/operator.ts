// Runs the work of a command in one transaction on the connection of an administrator. Reads across companies as haat_dba.
// Everything else runs inside the fence of one company, like the GraphQL of the staff: as haat_staff, with the procedures of
// schema staff.
import { createInterface } from 'node:readline/promises';
import pg from 'pg';
import { withClient, withOwnSettings } from '../connect/connection.ts';
import { findOlderDatabase } from '../migrate/version.ts';
import { permissions } from '../permissions.ts';

// biome-ignore lint/suspicious/noExplicitAny: rows are as wide as their query
export type Row = Record<string, any>;

/** Tells the operator what is wrong with an option or with the database. */
export class Refusal extends Error {}

export interface Operator {
  /** Reads across companies. */
  look(sql: string, values?: unknown[]): Promise<Row[]>;
  /** Acts within a company from now on, with every permission. Some procedures need an owner of the company. */
  enter(companyId: string, ownerId?: string): Promise<void>;
  /** The same for rescues: may also change the last owner, and acts for none. */
  enterAsOperator(companyId: string): Promise<void>;
  /** Runs a procedure of schema staff. */
  asStaff(sql: string, values?: unknown[]): Promise<Row>;
  /** Runs what staff may not do: plans and companies. */
  asOwner(sql: string, values?: unknown[]): Promise<Row>;
  asOwnerRows(sql: string, values?: unknown[]): Promise<Row[]>;
  /** As the login itself, whom no fence holds: refused unless it may read past row-level security and let triggers sleep. */
  asAdministrator(sql: string, values?: unknown[]): Promise<Row[]>;
  /** Undoes only the work when it fails, and throws what it threw. */
  attempt<T>(work: () => Promise<T>): Promise<T>;
  /** Keeps what was done so far and begins the next transaction, for work in batches. */
  keep(): Promise<void>;
  /** The same, but from now on everything is read as it is at one moment, and nothing is written. */
  keepAndRead(): Promise<void>;
}

/** Runs all of the work in one transaction, unless the work keeps parts of it before. */
export function asOperator<T>(adminUrl: string, work: (operator: Operator) => Promise<T>): Promise<T> {
  return withClient(withOwnSettings(adminUrl), async (client) => {
    const as = async (role: string, sql: string, values: unknown[] = []): Promise<Row[]> => {
      await client.query(`set local role ${role}`);
      return (await client.query(sql, values)).rows;
    };
    const enter = async (companyId: string, ownerId: string | null, held: string[]): Promise<void> => {
      const values = [companyId, 'Command line', 'system', ownerId, held];
      await as('haat_owner', 'select internal.act_as($1, $2, $3, $4, $5)', values);
    };
    const operator: Operator = {
      look: (sql, values) => as('haat_dba', sql, values),
      enter: (companyId, ownerId) => enter(companyId, ownerId ?? null, permissions),
      enterAsOperator: (companyId) => enter(companyId, null, [...permissions, 'operator']),
      asStaff: async (sql, values) => (await as('haat_staff', sql, values))[0]!,
      asOwner: async (sql, values) => (await as('haat_owner', sql, values))[0]!,
      asOwnerRows: (sql, values) => as('haat_owner', sql, values),
      asAdministrator: async (sql, values) => {
        await client.query('set local role none');
        await requireSuperuser(client);
        return (await client.query(sql, values)).rows;
      },
      attempt: async (work) => {
        await client.query('savepoint attempt');
        try {
          return await work();
        } catch (error) {
          await client.query('rollback to savepoint attempt');
          throw error;
        } finally {
          await client.query('release savepoint attempt');
        }
      },
      keep: async () => {
        await client.query('commit');
        await client.query('begin');
      },
      keepAndRead: async () => {
        await client.query('commit');
        await client.query('begin transaction isolation level repeatable read read only');
      },
    };
    await requireUsableDatabase(client);
    await client.query('begin');
    const result = await work(operator);
    await client.query('commit');
    return result;
  });
}

/** What cannot be undone is shown, and done after a yes. A program cannot be asked, and says --yes. */
export async function requireConsent(lines: string[]): Promise<void> {
  if (lines.length === 0) return;
  for (const line of lines) console.error(line);
  if (!process.stdin.isTTY) throw new Refusal('this is not done without a yes: add --yes');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question('Go on? Type yes: ');
    if (answer.trim().toLowerCase() !== 'yes') throw new Refusal('nothing was changed');
  } finally {
    terminal.close();
  }
}

/** Once a connection. */
const superusers = new WeakSet<pg.Client>();

export async function requireSuperuser(client: pg.Client): Promise<void> {
  if (superusers.has(client)) return;
  const { rows } = await client.query(`
    select current_user as name, rolsuper or rolbypassrls
        and has_parameter_privilege(current_user, 'session_replication_role', 'set') as is_able
    from pg_catalog.pg_roles where rolname = current_user`);
  if (!rows[0].is_able) {
    throw new Refusal(
      `${rows[0].name} may not read past row-level security and let triggers sleep: give the DATABASE_URL of a superuser`,
    );
  }
  superusers.add(client);
}

export async function requireUsableDatabase(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`
    select current_user as name,
           exists (select from pg_catalog.pg_namespace where nspname = 'staff') as is_migrated,
           coalesce((select bool_and(pg_has_role(oid, 'set')) from pg_catalog.pg_roles
                     where rolname in ('haat_owner', 'haat_staff', 'haat_dba')), false) as is_administrator`);
  const { name, is_migrated, is_administrator } = rows[0];
  if (!is_migrated) throw new Refusal('the database is not migrated; run "npm run migrate"');
  if (!is_administrator) {
    throw new Refusal(
      `${name} may not act for others: give the DATABASE_URL of the administrator who runs the migrations`,
    );
  }
  const problem = await findOlderDatabase(client);
  if (problem) throw new Refusal(problem);
}

/** What a procedure refused, as internal.fail says it. Null for any other error. */
export function refusedFields(error: unknown): RefusedFields | null {
  if (!(error instanceof pg.DatabaseError) || !/^HT/.test(error.code ?? '')) return null;
  const { fields, problem, problems } = JSON.parse(error.detail!);
  return { message: error.message, fields: fields ?? {}, problems: problems ?? { '': [problem] } };
}

type RefusedFields = { message: string; fields: Record<string, unknown[]>; problems: object };
