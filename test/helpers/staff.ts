// The staff's door, as people use it: accounts, sessions and GraphQL over HTTP.
import { createHash, randomBytes } from 'node:crypto';
import { type GraphQLSchema, getIntrospectionQuery } from 'graphql';
import type { Reads } from '../../server/gate/personal-data-reads.ts';
import type { OutboundRule } from '../../server/process/address-ranges.ts';
import { createLog, type Logger } from '../../server/process/log.ts';
import { createStaff } from '../../server/staff/index.ts';
import type { DemoOwner } from '../../server/staff/pages/demo-owner.ts';
import type { Timeouts } from '../../server/staff/schema/preset.ts';
import { startApi, type TestApi } from './api.ts';
import { forTests, type TestDatabase } from './database.ts';
import { insert } from './shop.ts';
import { borrowStaff, seenSchema, staffDefaults } from './staff-engine.ts';

export const password = 'correct horse battery';

// biome-ignore lint/suspicious/noExplicitAny: data is of every shape
type Data = any;

export type StaffAnswer = {
  status: number;
  isReplay: boolean;
  data: Data;
  errors: { message: string; path?: string[]; extensions: { code?: string; fields?: Record<string, unknown[]> } }[];
  text: string;
};

export type StaffDesk = TestApi & {
  /** One GraphQL request; `token` null is a stranger's. */
  send(token: string | null, query: string, variables?: object, headers?: Record<string, string>): Promise<StaffAnswer>;
  /** The data of a request that must succeed. */
  ask(token: string, query: string, variables?: object): Promise<Data>;
  /** The code of a request that must be refused. */
  refusal(token: string | null, query: string, variables?: object): Promise<string | undefined>;
};

export async function startStaff(
  db: TestDatabase,
  /**
   * `own`: its schema is built for this database, which has got other functions or words. `served`: with these time limits
   * for statements and the server's for locks, where they are what is tested.
   */
  options: {
    log?: Logger;
    outboundAllow?: OutboundRule[];
    demo?: DemoOwner;
    own?: boolean;
    served?: Timeouts;
    /** Notes who was shown personal data; with the shared door too, like `outboundAllow` and `served`. With any other it has its own. */
    reads?: Reads;
  } = {},
): Promise<StaffDesk> {
  const log = options.log ?? createLog('silent');
  const isUsual = Object.keys(options).every((name) => ['reads', 'outboundAllow', 'served'].includes(name));
  const pool = db.as('haat_staff_gateway', { max: 10, ...(!options.served && forTests) });
  const { outboundAllow = [], demo, served, reads } = options;
  const staff = isUsual
    ? borrowStaff(pool, { reads, allowed: outboundAllow, served })
    : createStaff({ ...staffDefaults, ...(served && { timeouts: served }), pool, log, outboundAllow, demo, reads });
  const api = await startApi({ pool: db.as('haat_gateway'), log, staff, reads });
  const desk: StaffDesk = {
    ...api,
    async send(token, query, variables, headers = {}) {
      const answer = await api.request('POST', '//admin/graphql', {
        key: token ?? undefined,
        body: { query, variables },
        headers,
      });
      const isReplay = answer.headers.get('idempotent-replayed') === 'true';
      return {
        status: answer.status,
        isReplay,
        text: answer.text,
        data: answer.body?.data,
        errors: answer.body?.errors ?? [],
      };
    },
    async ask(token, query, variables) {
      const { data, errors } = await desk.send(token, query, variables);
      if (errors.length > 0) throw new Error(JSON.stringify(errors));
      return data;
    },
    async refusal(token, query, variables) {
      const { errors } = await desk.send(token, query, variables);
      return errors[0]?.extensions.code;
    },
    async stop() {
      await api.stop();
      await staff.release();
    },
  };
  return desk;
}

/** The schema of the door that files share, for those that make their questions from it. */
export const readSchema = (desk: StaffDesk, token: string): Promise<GraphQLSchema> =>
  seenSchema(() => desk.ask(token, getIntrospectionQuery()));

export type Account = { id: string; email: string };

/** A staff member with `password`; hashed cheaply, so that tests do not wait for it. */
export async function hire(db: TestDatabase, companyId: string, row: Record<string, unknown> = {}): Promise<Account> {
  const { rows } = await db.admin.query(`select extensions.crypt($1, extensions.gen_salt('bf', 4)) as hash`, [
    password,
  ]);
  const email = `${randomBytes(6).toString('hex')}@example.com`;
  const id = await insert(db.admin, 'staff', {
    company_id: companyId,
    email,
    full_name: 'Rina Akter',
    password_hash: rows[0].hash,
    ...row,
  });
  return { id, email: (row.email as string) ?? email };
}

/** A session without the sign-in. */
export async function openSession(db: TestDatabase, staffId: string): Promise<string> {
  const token = `staff_${randomBytes(32).toString('hex')}`;
  await db.admin.query(
    `insert into app.staff_sessions (company_id, staff_id, token_hash, expires_at, created_at)
     select company_id, id, $2, internal.now() + interval '12 hours', internal.now() from app.staff where id = $1`,
    [staffId, createHash('sha256').update(token).digest()],
  );
  return token;
}

/** Signed in: an owner, or an agent with the given permissions. */
export async function signInAs(db: TestDatabase, companyId: string, permissions: 'owner' | string[]): Promise<string> {
  const row = permissions === 'owner' ? { role: 'owner' } : { permissions };
  return openSession(db, (await hire(db, companyId, row)).id);
}

/**
 * The first wait of who guesses is of 15 seconds by the clock of the database. Where the machine was too slow for what is to be
 * seen during it, that is done again, which has to be for another account.
 */
export async function withinTheWait<T>(db: TestDatabase, work: () => Promise<T>): Promise<T> {
  for (;;) {
    const began = performance.now();
    const done = await work();
    if (performance.now() - began < 14_000) return done;
    // All accounts of this address wait together, after twenty wrong attempts.
    await db.admin.query(`delete from internal.sign_in_waits where key like 'address:%'`);
  }
}

export const signIn = `mutation ($email: String!, $password: String!) {
  signIn(input: { email: $email, password: $password }) { session { token expiresAt mustChangePassword } }
}`;
