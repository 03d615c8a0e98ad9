// What a migration needs of the server, of its administrator and of the database. What this administrator may grant is
// granted; for the rest the refusal holds the statements that another one has to run.
import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { logins, withClient } from '../connect/connection.ts';

const roles = ['haat_owner', 'haat_gatekeeper', 'haat_api', 'haat_staff', 'haat_anonymous', ...logins];
const extensions = ['pg_trgm', 'pgcrypto'];

/** Says who has to run which statements, in one line. */
function refuse(problem: string, who: string, statements: string[]): never {
  throw new Error(`${problem}: let ${who} run: ${statements.join('; ')}`);
}

export async function refuseUnfitServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`
    select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
      pg_is_in_recovery() as is_standby`);
  const { number, version, is_standby } = rows[0];
  if (number < 180_000) throw new Error(`Postgres 18 or later is needed, the server of DATABASE_URL is ${version}`);
  if (is_standby)
    throw new Error('the server of DATABASE_URL is a standby, which only reads: give the address of the primary');
}

export async function refuseOrdinaryUser(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`
    select rolname, rolsuper or rolcreaterole as may_migrate from pg_catalog.pg_roles where rolname = current_user`);
  if (rows[0].may_migrate) return;
  throw new Error(
    `${rows[0].rolname} may not create roles: run "npm run migrate" with the DATABASE_URL of an administrator, ` +
      'then "npm run api" and "npm run worker" with this one',
  );
}

/** Creates the roles, and sets their limits. */
export async function prepareRoles(admin: pg.Client): Promise<void> {
  // Since Postgres 16 who may create roles may change only those that he has made or may grant.
  const { rows } = await admin.query(
    `select current_user as name, array_agg(distinct r.rolname::text) as held,
            array_agg(distinct m.rolname::text) filter (where m.rolname is not null) as makers
     from pg_catalog.pg_roles r
     left join pg_catalog.pg_auth_members a on a.roleid = r.oid and a.admin_option
     left join pg_catalog.pg_roles m on m.oid = a.member
     where r.rolname = any ($1) and not pg_catalog.pg_has_role(r.oid, 'member with admin option')`,
    [roles],
  );
  const { name, held, makers } = rows[0];
  if (held)
    refuse(
      `${name} may not grant the roles of Haat, which another administrator has made`,
      [...(makers ?? []), 'a superuser'].join(' or '),
      [`grant ${held.join(', ')} to ${pg.escapeIdentifier(name)} with admin option`],
    );
  await admin.query(fs.readFileSync(path.join(import.meta.dirname, '../roles.sql'), 'utf8'));
}

/** Creates the database if it does not exist. Lets haat_owner make schemas and add extensions in it. */
export async function prepareDatabase(admin: pg.Client, database: string): Promise<void> {
  const name = pg.escapeIdentifier(database);
  const state = await readDatabase(admin, database);
  if (!state.exists) {
    const statement = `create database ${name} owner haat_owner encoding 'UTF8' template template0`;
    if (!state.may_create)
      refuse(`there is no database ${database}, and ${state.me} may not create it`, 'a superuser', [statement]);
    await admin.query(statement);
    return;
  }
  if (state.encoding !== 'UTF8')
    throw new Error(
      `the database ${database} has the encoding ${state.encoding}: give one with UTF8, as by ` +
        `create database haat owner haat_owner encoding 'UTF8' template template0`,
    );
  if (state.owner === 'haat_owner') return;
  if (state.is_mine && state.may_create) await admin.query(`alter database ${name} owner to haat_owner`);
  else if (state.is_mine) await admin.query(`grant create on database ${name} to haat_owner`);
  else if (state.lacks_create || state.is_open || state.strangers)
    // No role of ours may go without what it needs, and no other role may come in.
    refuse(
      `the database ${database} belongs to ${state.owner}, so ${state.me} can neither prepare nor close it`,
      `${state.owner} or a superuser`,
      [
        `grant create, connect on database ${name} to haat_owner`,
        `grant connect on database ${name} to ${[...logins, pg.escapeIdentifier(state.me)].join(', ')}`,
        `revoke all on database ${name} from public`,
      ],
    );
}

async function readDatabase(admin: pg.Client, database: string) {
  const { rows } = await admin.query(
    `select m.rolname as me, m.rolsuper or m.rolcreatedb as may_create, d.oid is not null as exists,
       pg_catalog.pg_encoding_to_char(d.encoding) as encoding, pg_catalog.pg_get_userbyid(d.datdba) as owner,
       pg_catalog.pg_has_role(d.datdba, 'usage') as is_mine,
       not pg_catalog.has_database_privilege('haat_owner', d.oid, 'create') as lacks_create,
       exists (
         select from pg_catalog.aclexplode(coalesce(d.datacl, pg_catalog.acldefault('d', d.datdba))) e
         where e.grantee = 0) as is_open,
       exists (
         select from unnest($2::text[]) l where not pg_catalog.has_database_privilege(l, d.oid, 'connect')) as strangers
     from pg_catalog.pg_roles m left join pg_catalog.pg_database d on d.datname = $1
     where m.rolname = current_user`,
    [database, logins],
  );
  return rows[0] as {
    me: string;
    may_create: boolean;
    exists: boolean;
    encoding: string;
    owner: string;
    is_mine: boolean;
    lacks_create: boolean;
    is_open: boolean;
    strangers: boolean;
  };
}

/** Refuses a database in which another has made what the migrations make, where haat_owner could not use it. */
export async function refuseOthersObjects(adminUrl: string): Promise<void> {
  await withClient(adminUrl, async (admin) => {
    await refuseOthersSchemas(admin);
    await refuseOthersExtensions(admin);
  });
}

async function refuseOthersSchemas(admin: pg.Client): Promise<void> {
  const { rows } = await admin.query(
    `select array_agg(n.nspname::text order by n.nspname) as schemas,
       to_regclass('graphile_migrate.migrations') is not null as is_migrated,
       array_agg(distinct pg_catalog.pg_get_userbyid(n.nspowner)::text) as owners, current_database() as database
     from pg_catalog.pg_namespace n
     where n.nspname = any ($1) and pg_catalog.pg_get_userbyid(n.nspowner) <> 'haat_owner'`,
    [['app', 'internal', 'gate', 'api', 'staff', 'ledger', 'numbers', 'graphile_migrate', 'graphile_worker']],
  );
  const { schemas, is_migrated, owners, database } = rows[0];
  if (!schemas) return;
  const whose = `in the database ${database} the schemas ${schemas.join(', ')} belong to ${owners.join(', ')} and not to haat_owner`;
  throw new Error(
    is_migrated
      ? `${whose}, as after pg_restore --no-owner: restore it again without that option, as a superuser`
      : `${whose}: give Haat a database of its own in DATABASE_URL`,
  );
}

async function refuseOthersExtensions(admin: pg.Client): Promise<void> {
  const { rows } = await admin.query(
    `select a.name, n.nspname as schema, pg_catalog.pg_get_userbyid(e.extowner) as owner,
       exists (select from pg_catalog.pg_available_extensions v where v.name = a.name) as is_there,
       (select pg_catalog.has_schema_privilege('haat_owner', s.oid, 'usage with grant option') and
          pg_catalog.has_schema_privilege('haat_owner', s.oid, 'create')
        from pg_catalog.pg_namespace s where s.nspname = 'extensions') as may_use,
       (select pg_catalog.pg_get_userbyid(s.nspowner)
        from pg_catalog.pg_namespace s where s.nspname = 'extensions') as schema_owner
     from unnest($1::text[]) as a (name)
     left join pg_catalog.pg_extension e on e.extname = a.name
     left join pg_catalog.pg_namespace n on n.oid = e.extnamespace`,
    [extensions],
  );
  const missing = rows.filter(({ schema, is_there }) => !schema && !is_there).map(({ name }) => name);
  if (missing.length > 0)
    throw new Error(
      `the server does not have the extension ${missing.join(' and ')}: install the contrib package of its Postgres, or ` +
        'allow the extension in the settings of the managed service',
    );
  const { may_use, schema_owner } = rows[0];
  if (may_use === false)
    refuse(`the schema extensions belongs to ${schema_owner}`, `${schema_owner} or a superuser`, [
      'grant usage, create on schema extensions to haat_owner with grant option',
    ]);
  const elsewhere = rows.filter(({ schema }) => schema && schema !== 'extensions');
  if (elsewhere.length > 0)
    refuse(
      elsewhere
        .map(({ name, schema }) => `the extension ${name} is in schema ${schema}, and not in extensions`)
        .join(', '),
      [...new Set(elsewhere.map(({ owner }) => owner)), 'a superuser'].join(' or '),
      [
        ...(schema_owner ? [] : ['create schema extensions authorization haat_owner']),
        ...elsewhere.map(({ name }) => `alter extension ${name} set schema extensions`),
      ],
    );
}

/** Allows only the logins of the service and the owner to connect to the database. */
export async function closeDatabase(adminUrl: string): Promise<void> {
  await withClient(adminUrl, (admin) =>
    admin.query(fs.readFileSync(path.join(import.meta.dirname, '../database.sql'), 'utf8')),
  );
}
