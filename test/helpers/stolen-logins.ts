// An attacker who holds the password of one of our logins: what they can become, claim and ask by SQL of their own.
import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { TestDatabase } from './database.ts';
import fc from './properties.ts';

const uuid = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g;
const ours = `'app', 'internal', 'gate', 'api', 'staff', 'ledger', 'numbers', 'graphile_worker', 'graphile_migrate'`;

export type StolenLogin = { login: string; role: string };

/** Every login of ours, and as it every role that it may take on. */
export async function stolenLogins(db: TestDatabase): Promise<StolenLogin[]> {
  const { rows } = await db.admin.query(
    `select l.rolname as login, r.rolname as role from pg_roles l join pg_roles r on pg_has_role(l.oid, r.oid, 'set')
     where l.rolname like 'haat\\_%' and l.rolcanlogin order by 1, 2`,
  );
  return rows;
}

/** One transaction of an attacker, on a connection of the login. What `work` leaves behind is kept where `keep` says so. */
export async function asStolenLogin<T>(
  db: TestDatabase,
  { login, role }: StolenLogin,
  work: (client: pg.PoolClient) => Promise<T>,
  { keep = false } = {},
): Promise<T> {
  const client = await db.as(login).connect();
  try {
    await client.query('begin');
    if (role !== login) await client.query(`set local role ${role}`);
    return await work(client);
  } finally {
    await client.query(keep ? 'commit' : 'rollback');
    client.release();
  }
}

/** Says each of these settings, whatever it is. */
export async function say(client: pg.ClientBase, settings: Record<string, string>): Promise<void> {
  await client.query('select set_config(key, value, true) from json_each_text($1)', [JSON.stringify(settings)]);
}

/** Every setting of ours that any function reads or writes. */
export async function ownSettings(db: TestDatabase): Promise<string[]> {
  const { rows } = await db.admin.query(
    `select distinct m[1] as name from pg_proc p, regexp_matches(pg_get_functiondef(p.oid), '''(haat\\.[a-z_]+)''', 'g') m
     where p.pronamespace::regnamespace::text in (${ours}) and p.prokind in ('f', 'p') order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** The ids that stand in rows of the first company and in none of the other. */
export async function idsOf(db: TestDatabase, companyId: string, otherId: string): Promise<Set<string>> {
  const all = async (id: string) => {
    const found = new Set<string>();
    for (const row of await rowsOf(db, id)) for (const match of row.match(uuid) ?? []) found.add(match);
    return found;
  };
  const others = await all(otherId);
  // Every tenant reads what all share.
  const { rows: plans } = await db.admin.query('select id from app.plans');
  for (const { id } of plans) others.add(id);
  return new Set([...(await all(companyId))].filter((id) => !others.has(id)));
}

/** Every row of a company as text, but for what counts wrong passwords. */
export async function rowsOf(db: TestDatabase, companyId: string): Promise<string[]> {
  const { rows: tables } = await db.admin.query(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id'
     where c.relnamespace = 'app'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
  );
  const texts: string[] = [];
  for (const [table, key] of [['companies', 'id'], ...tables.map(({ name }) => [name, 'company_id'])]) {
    const { rows } = await db.admin.query(
      `select to_jsonb(t)::text as row from app.${table} t where ${key} = $1 order by 1`,
      [companyId],
    );
    texts.push(...rows.map(({ row }) => `${table} ${row}`));
  }
  return texts;
}

/** What of `secrets` stands in a text. */
export const leaksIn = (text: string, secrets: Set<string>): string[] =>
  (text.match(uuid) ?? []).filter((id) => secrets.has(id));

/** Everything that a role may select, system catalogs and views included: a query each, of the columns it may see. */
export async function readable(
  db: TestDatabase,
  role: string,
): Promise<{ relation: string; query: string; isOfTheSystem: boolean }[]> {
  const { rows } = await db.admin.query(
    `select c.oid::regclass::text as relation, n.nspname = 'pg_catalog' as "isOfTheSystem",
            string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
     where c.relkind in ('r', 'p', 'v', 'm', 'f') and a.attnum > 0 and not a.attisdropped
       -- Which shows the catalog once more.
       and n.nspname <> 'information_schema'
       and has_schema_privilege($1, n.oid, 'usage') and has_column_privilege($1, c.oid, a.attnum, 'select')
     group by c.oid, n.nspname order by 1`,
    [role],
  );
  return rows.map(({ relation, columns, isOfTheSystem }) => ({
    relation,
    query: `select row from (select to_jsonb(t)::text as row from (select ${columns} from ${relation}) t) r
            where row ~ '[0-9a-f]{8}-[0-9a-f]{4}-'`,
    isOfTheSystem,
  }));
}

export type Callable = { name: string; types: string[]; isProcedure: boolean; isVolatile: boolean };

/** Every function and procedure of ours that a role may run. */
export async function callable(db: TestDatabase, role: string): Promise<Callable[]> {
  const { rows } = await db.admin.query(
    `select p.oid::regproc::text as name, array(select format_type(t, null) from unnest(p.proargtypes) t) as types,
            p.prokind = 'p' as "isProcedure",
            p.provolatile = 'v' as "isVolatile"
     from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname in (${ours}) and p.prokind in ('f', 'p') and p.prorettype <> 'trigger'::regtype
       and has_schema_privilege($1, n.oid, 'usage') and has_function_privilege($1, p.oid, 'execute')
     order by 1`,
    [role],
  );
  return rows;
}

/** Arguments that name another company's rows wherever a type allows it, and now and then a key of one's own. */
export function argumentsFor({ types }: Callable, secrets: Set<string>, ownKey: Buffer): fc.Arbitrary<unknown[]> {
  const ids = fc.constantFrom(...secrets);
  const words = fc.constantFrom(
    'x',
    '',
    'RICE',
    'TEN',
    'company',
    'list_orders',
    'get_me',
    'create_order',
    'read',
    null,
  );
  const object = fc.dictionary(
    fc.constantFrom('id', 'store_id', 'order_id', 'product_id', 'variant_id', 'key_id', 'company_id', 'search'),
    ids,
  );
  const one = (type: string): fc.Arbitrary<unknown> => {
    if (type.endsWith('[]')) return fc.array(one(type.slice(0, -2)), { maxLength: 3 });
    if (type === 'uuid') return ids;
    if (type === 'jsonb' || type === 'json') return object.map((value) => JSON.stringify(value));
    if (type === 'bytea') return fc.constantFrom(randomBytes(32), ownKey);
    if (/int|numeric|bigint|double/.test(type)) return fc.constantFrom(0, 1, 50);
    if (type === 'boolean') return fc.boolean();
    if (/timestamp|date/.test(type)) return fc.constantFrom('2020-01-01', '2030-01-01');
    if (/text|character|name/.test(type)) return words;
    // Rows: mostly null, so that the function is reached at all.
    return fc.constant(null);
  };
  return fc.tuple(...types.map(one));
}

/** What a call answers, as text. */
export async function call(
  client: pg.ClientBase,
  { name, types, isProcedure }: Callable,
  values: unknown[],
): Promise<string> {
  const list = values.map((_, i) => `$${i + 1}::${types[i]}`).join(', ');
  const sql = isProcedure ? `call ${name}(${list})` : `select to_jsonb(r)::text as row from ${name}(${list}) r`;
  const { rows } = await client.query(sql, values);
  return JSON.stringify(rows);
}

/** Settings as options of a connection, for procedures: they commit, so they run outside a transaction. */
export const optionsOf = ({ isProcedure }: Callable, settings: Record<string, string>): string | undefined =>
  isProcedure
    ? Object.entries(settings)
        .filter(([, value]) => value)
        .map(([name, value]) => `-c ${name}=${value.replaceAll(' ', '\\ ')}`)
        .join(' ')
    : undefined;

/** People who look at every company by their duty. */
export const seesAll = ['haat_dba'];

/** Functions whose duty is the work of every company; only workers may run them. */
export const isDuty = ({ login }: StolenLogin, { isVolatile, name }: Callable) =>
  login === 'haat_worker' &&
  (isVolatile || ['internal.due_video_work', 'internal.find_outdated_secrets'].includes(name));

/** Settings that say nothing of who acts: a session may set them as it likes. */
export const freeSettings = [
  'haat.request_id',
  'haat.refusal',
  'haat.response_headers',
  'haat.clock_offset',
  // That the transaction has said where its events stand; a session that lies about it puts only its own events out
  // of order.
  'haat.event_store',
  // Which parcels the transaction wrote: a session that lies about it has events told again, or left out, of parcels of
  // the order that it writes.
  'haat.changed_parcels',
  // Which store is being filled: only when the lock on its company's locations is taken hangs on it.
  'haat.filled_store',
  // Which product is being written: a session that lies about it leaves a product that it writes without its new
  // document and search text, which ledger.check_product_search names.
  'haat.held_product',
  'haat.touched_product',
  // That a key was sent: a second click is one's own.
  'haat.idempotency_key',
  // How the journal calls what was asked for; who asked is proven.
  'haat.operation',
  // Where a sign-in comes from, and a seed, which counts only where its hash is known.
  'haat.client_address',
  'haat.user_agent',
  'haat.totp_seed',
  'haat.totp_id',
  'haat.totp_sealed',
  // To which host name passkeys are bound, what is in one that its owner adds, and that the library found an answer good:
  // whose passkey has signed is proven beside it.
  'haat.passkey_domain',
  // What other databases give to be signed along with a challenge of this one, which must find its own.
  'haat.passkey_challenges',
  'haat.passkey_credential',
  'haat.passkey_key',
  'haat.passkey_count',
  'haat.passkey_checked',
  // The pair of keys that a company gets when it has none: its browsers believe it, and nobody else.
  'haat.push_public_key',
  'haat.push_sealed_key',
];
