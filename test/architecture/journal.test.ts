// Each table of schema app is journaled, or says why it is not.
import test from 'ava';
import { en } from '../../server/desk/messages/en.ts';
import type { TestDatabase } from '../helpers/database.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';

let db: TestDatabase;
test.before(async () => {
  db = await borrowDatabase();
});

test.after.always(() => db?.drop());

test('every table is journaled, or ledger.unjournaled_tables says why not', async (t) => {
  const { rows } = await db.admin.query<{ name: string; is_journaled: boolean; kind: string | null; reason: string }>(
    `select 'app.' || c.relname as name, j.table_name is not null as is_journaled, u.kind, u.reason
     from pg_class c
     left join ledger.journaled_tables j on j.table_name = 'app.' || c.relname
     full join ledger.unjournaled_tables u on u.table_name = 'app.' || c.relname
     where u.table_name is not null or c.relnamespace = 'app'::regnamespace and c.relkind in ('r', 'p')
     order by 1`,
  );
  for (const { name, is_journaled, kind } of rows)
    t.true(
      is_journaled !== (kind !== null),
      `${name}: give it the trigger _400_journal in db/code/triggers, as app.coupons has it, or a line with the reason in ` +
        'db/code/ledger/journal/unjournaled_tables.sql, not both',
    );
  const { rows: guards } = await db.admin.query<{ name: string }>(
    `select u.table_name as name from ledger.unjournaled_tables u
     where u.kind = 'history' and u.reason like '%append only%' and not exists (
       select from pg_trigger t where t.tgrelid = u.table_name::regclass and t.tgname = '_900_append_only')`,
  );
  t.deepEqual(guards, [], 'called append only, but it lacks the trigger _900_append_only');
  const { rows: checks } = await db.admin.query<{ name: string }>(
    `select u.table_name as name from ledger.unjournaled_tables u
     where u.kind = 'derived' and not exists (select from ledger.checks k where k.name = u.reason)`,
  );
  t.deepEqual(checks, [], 'the check that computes it again is not there');
});

test('of every type the policy of the journal says which staff see it', async (t) => {
  const { rows } = await db.admin.query<{ record_type: string }>(
    `select j.record_type from ledger.journaled_tables j
     where not exists (
       select from pg_policies p
       where p.schemaname = 'app' and p.tablename = 'changes' and p.policyname = 'select_staff'
         and p.qual like '%''' || j.record_type || '''%')`,
  );
  t.deepEqual(rows, [], 'name the type in db/code/policies/staff/changes.sql');
});

test('every type has its name on the pages of staff', async (t) => {
  const { rows } = await db.admin.query<{ record_type: string }>('select record_type from ledger.journaled_tables');
  for (const { record_type } of rows)
    t.true(`object.${record_type}` in en, `name object.${record_type} in server/desk/messages`);
});

test('what triggers say of journaled tables fits their columns', async (t) => {
  const { rows } = await db.admin.query<{ table_name: string; wrong: string }>(
    `select j.table_name, n.name as wrong
     from ledger.journaled_tables j
     cross join unnest(j.keys || j.uncounted || j.secret || array_remove(array[j.parent], null)) n (name)
     where n.name <> 'updated_at' and not internal.has_column(j.table_name::regclass, n.name)
     union all
     select j.table_name, 'its key is ' || k.columns::text
     from ledger.journaled_tables j
     join lateral (
       select array_agg(a.attname::text order by a.attname) as columns
       from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
       where i.indrelid = j.table_name::regclass and i.indisprimary) k on true
     where k.columns <> array(select unnest(j.keys) order by 1)
     union all
     select j.table_name, 'another table has its record type'
     from ledger.journaled_tables j
     group by j.record_type, j.table_name
     having (select count(*) from ledger.journaled_tables o where o.record_type = j.record_type) > 1
     union all
     select j.table_name, 'internal.uncounted_columns has other columns'
     from ledger.journaled_tables j
     where j.record_type in ('order', 'order_item')
       and j.uncounted is distinct from internal.uncounted_columns(j.record_type)`,
  );
  t.deepEqual(rows, []);
});

test('what staff may not read where it stands is secret in the journal, or shown there by a permission', async (t) => {
  const { rows } = await db.admin.query<{ name: string }>(
    `select j.record_type || '.' || c.name as name
     from ledger.journaled_tables j
     cross join unnest(j.counted) c (name)
     where c.name <> all (j.secret) and not has_column_privilege('haat_staff', j.table_name, c.name, 'select')
     order by 1`,
  );
  const hidden = rows.map(({ name }) => name);
  // Their functions ask for the permission that the policy of the journal asks for, as do those of sessions and
  // authenticators.
  const byPermission = [
    'customer.email',
    'customer.phone',
    'goods_receipt_line.unit_cost',
    'order.shipping_address',
    'purchase_line.unit_cost',
    'staff.password_expires_at',
    'staff.permissions',
    'webhook_endpoint.removed_at',
  ];
  // They are parts of the addresses that videos show.
  const inAddresses = ['video.cover_key', 'video.playback_path', 'video.poster_key'];
  t.deepEqual(
    hidden.filter((name) => !/^staff_(authenticator|passkey|session)[.]/.test(name)),
    [...byPermission, ...inAddresses].sort(),
    'name the column among the secret ones of the trigger _400_journal',
  );
});
