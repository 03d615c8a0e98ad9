// The way from the migrations of before the squash to those of now: rows stay, nothing runs twice, and the database is in the
// end what a new one is.
import test from 'ava';
import type pg from 'pg';
import { readSchema } from '../../db/cli/schema.ts';
import { withClient, withDatabase } from '../../db/connect/connection.ts';
import { formerMigrations, lastSquashed, runFormer } from '../../db/migrate/former.ts';
import { asOwner, migrate, migrateSettings } from '../../db/migrate/migrate.ts';
import { prepareDatabase } from '../../db/migrate/prerequisites.ts';
import { committedMigrations } from '../../db/migrate/version.ts';
import { installWorkerSchema } from '../../db/migrate/worker-schema.ts';
import { freshDatabase, testCluster } from '../helpers/database.ts';
import { longTest } from '../helpers/long.ts';

/** What a reader of the catalog sees, line by line: tables and all that belongs to them, code, comments, data of the release. */
async function describe(client: pg.Client): Promise<Record<string, string[]>> {
  const ask = async (text: string) => (await client.query(text)).rows.map((row) => JSON.stringify(row));
  return {
    schema: [...(await readSchema(client)).values()].flatMap((text) => text.split('\n')),
    objects: await ask('select * from internal.schema_objects() order by kind, object'),
    columns: await ask(`
      select c.oid::regclass, row_number() over (partition by c.oid order by a.attnum), a.attname, a.attoptions
      from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relkind in ('r', 'c') and c.relnamespace::regnamespace::text in ('app', 'gate', 'internal', 'staff')
        and a.attnum > 0 and not a.attisdropped
      order by c.oid::regclass::text, a.attnum`),
    comments: await ask(`
      select a.type, a.object_names, a.object_args, d.description
      from pg_description d cross join pg_identify_object_as_address(d.classoid, d.objoid, d.objsubid) a
      where a.object_names[1] in ('app', 'api', 'gate', 'internal', 'ledger', 'numbers', 'staff')
      order by a.type, a.object_names, a.object_args`),
    statistics: await ask('select stxname, pg_get_statisticsobjdef(oid) from pg_statistic_ext order by stxname'),
    rights: await ask('select defaclrole::regrole, defaclobjtype, defaclacl from pg_default_acl order by 1'),
    statuses: await ask('select * from app.order_statuses order by status'),
    transitions: await ask('select * from app.order_transitions order by from_status, to_status'),
    migrations: await ask('select hash, previous_hash, filename from graphile_migrate.migrations order by filename'),
  };
}

const minus = (lines: string[], others: string[]) => {
  const known = new Set(others);
  return lines.filter((line) => !known.has(line));
};

const all = formerMigrations().length;
for (const [whose, count, run] of [
  ['with all of the former migrations', all, test],
  ['that lacks the last of them', all - 1, longTest],
] as const)
  run(`a database ${whose} is carried to the present ones`, async (t) => {
    t.timeout(120_000);
    const url = withDatabase(testCluster(), `haat_former_${count}`);
    await withClient(testCluster(), (admin) => prepareDatabase(admin, `haat_former_${count}`));
    t.teardown(() =>
      withClient(testCluster(), (admin) => admin.query(`drop database haat_former_${count} with (force)`)),
    );
    await installWorkerSchema(asOwner(url));
    await runFormer(migrateSettings(asOwner(url)), count);
    const orders = `select 'app.orders'::regclass::oid::text as orders, id, code from app.plans`;
    const before = await withClient(url, async (client) => {
      await client.query(
        `insert into app.plans (code, name, created_at, updated_at) values ('kept', 'Kept', now(), now())`,
      );
      return (await client.query(orders)).rows;
    });

    const said: string[] = [];
    await migrate(url, { report: (message) => said.push(message) });
    const later = committedMigrations().filter(({ filename }) => filename > lastSquashed).length;
    t.is(
      said.filter((message) => /Running migration/.test(message)).length,
      all - count + later,
      'what the former set lacks is run, and what came after the squash',
    );
    const fresh = await freshDatabase('reads whole tables');
    t.teardown(() => fresh.drop());
    const [carried, made] = await Promise.all([withClient(url, describe), withClient(fresh.url, describe)]);
    for (const [what, lines] of Object.entries(made)) {
      t.deepEqual(minus(carried[what]!, lines), [], `${what}: only in the carried one`);
      t.deepEqual(minus(lines, carried[what]!), [], `${what}: only in a new one`);
    }
    t.deepEqual(carried.schema, made.schema, 'in the same order');
    t.deepEqual(await withClient(url, async (client) => (await client.query(orders)).rows), before);

    said.length = 0;
    await migrate(url, { report: (message) => said.push(message) });
    t.deepEqual(
      said.filter((message) => /Running migration|code applied/.test(message)),
      [],
    );
  });
