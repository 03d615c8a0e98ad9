// Damages of data and schema, made from the catalog, with triggers off: each is refused by Postgres, named by the audit, or
// stands in ledger.unseen_columns with a reason. A commit's run tries some, drawn by the seed; npm run test:long all of them.
import test from 'ava';
import { Damager, type Tried } from '../helpers/corruptions/generated.ts';
import { schemaDamages, trySchemaDamages } from '../helpers/corruptions/generated-schema.ts';
import { fillBooks, openBooks } from '../helpers/corruptions/kept-books.ts';
import { schemaCorruptions } from '../helpers/corruptions/schema.ts';
import type { TestDatabase } from '../helpers/database.ts';
import { randomFrom } from '../helpers/faults.ts';
import { isLong, slice } from '../helpers/long.ts';
import { seed } from '../helpers/seed.ts';

let db: TestDatabase;
test.before(async () => {
  const books = await openBooks('leaves damage');
  db = books.db;
  await fillBooks(db, books.ids);
});
test.after.always(() => db?.drop());

/** So many damages of the schema are looked at together. */
const batch = 250;

test.serial('the books that are damaged are sound, and have a row in each table that is not blind', async (t) => {
  t.deepEqual((await db.as('haat_dba').query('select * from ledger.audit()')).rows, []);
  const { rows } = await db.admin.query<{ name: string }>(
    `select 'app.' || c.relname as name from pg_class c
     where c.relnamespace = 'app'::regnamespace and c.relkind in ('r', 'p') and not exists (
       select from ledger.unseen_columns u where u.table_name = 'app.' || c.relname and u.column_name = '*')`,
  );
  const empty: string[] = [];
  for (const { name } of rows)
    if ((await db.admin.query(`select from ${name} limit 1`)).rowCount === 0) empty.push(name);
  // Emptied when what they hold is added up, and what counts attempts to deliver.
  t.deepEqual(empty, ['app.order_count_changes', 'app.sales_changes', 'app.webhook_attempt_counts']);
});

test.serial('each column of each table: refused, named by the audit, or blind with a reason', async (t) => {
  t.timeout(900_000);
  const client = await db.admin.connect();
  t.teardown(() => client.release(true));
  const damager = await Damager.open(client, randomFrom(seed));
  const tried: Tried[] = [];
  for (const damage of slice(damager.all(), 100)) tried.push(await damager.try(damage));
  if (isLong) {
    for (const [table, of] of Map.groupBy(tried, ({ table }) => table)) {
      const count = (fate: Tried['fate']) => of.filter((one) => one.fate === fate).length;
      t.log(
        `${table}: ${of.length} damages, ${count('refused')} refused, ${count('named')} named, ${count('blind')} blind, ` +
          `${count('untried')} without a row for it`,
      );
    }
  }
  t.deepEqual(
    tried.filter(({ fate }) => fate === 'unseen').map(({ table, column, kind, by }) => [table, column, kind, by]),
    [],
  );
  t.true(tried.filter(({ fate }) => fate === 'named').length > tried.length / 12);
});

test.serial('each object of the schema dropped, altered, disabled or granted: refused, or named', async (t) => {
  t.timeout(900_000);
  const client = await db.admin.connect();
  t.teardown(() => client.release(true));
  const damages = slice(await schemaDamages(client), 160);
  const counts = { refused: 0, named: 0 };
  // What was dropped could not be altered any more.
  for (const [act, of] of Map.groupBy(damages, ({ act }) => act)) {
    for (let n = 0; n < of.length; n += batch) {
      const { refused, named, unseen } = await trySchemaDamages(client, of.slice(n, n + batch));
      counts.refused += refused;
      counts.named += named;
      t.deepEqual(unseen, [], act);
    }
  }
  t.log(`${damages.length} damages: ${counts.refused} refused, ${counts.named} named`);
  t.true(counts.named > counts.refused);
});

// What no catalog tells: a rule rewritten, and a door that was not there before. Those of one object one after the other.
test.serial('check_schema names each wall that was rewritten and each door that was put in', async (t) => {
  const client = await db.admin.connect();
  t.teardown(() => client.release(true));
  const sameObject = [...Map.groupBy(schemaCorruptions, ({ object }) => object.source).values()];
  for (let n = 0; n < Math.max(...sameObject.map(({ length }) => length)); n++) {
    const damages = sameObject.flatMap((of) => of.slice(n, n + 1));
    await client.query('begin');
    for (const statement of damages.flatMap(({ statements }) => statements)) await client.query(statement);
    const { rows } = await client.query<{ object: string }>('select object from internal.changed_objects()');
    await client.query('rollback');
    t.deepEqual(
      damages.filter(({ object }) => !rows.some((row) => object.test(row.object))).map(({ what }) => what),
      [],
    );
  }
});
