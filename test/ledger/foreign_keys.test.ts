// The delete of a row looks for what refers to it, and a join starts from either side: without an index on the
// referring columns both read the whole table.
import test from 'ava';
import { freshDatabase } from '../helpers/database.ts';

/** Keys without an index, and why each does well without one. */
const exceptions: Record<string, string> = {
  'app.order_items (company_id, store_id, product_id)':
    'products are archived and not deleted; orders are asked for by variant',
  'app.order_transitions (to_status)': 'a table of some forty rows',
  'app.order_counts (status)': 'statuses are not deleted; a row a store and status',
  'app.orders (company_id, location_id)': 'locations are not deleted; each has a large part of the orders',
  'app.orders (status)': 'statuses are not deleted; lists ask by store and status',
  'app.orders (company_id, store_id, channel_id)': 'channels are not deleted; each has a large part of the orders',
  'app.orders (company_id, store_id, payment_method_id)':
    'payment methods are not deleted; each has a large part of the orders',
  'app.payments (company_id, store_id, payment_method_id)':
    'payment methods are not deleted; each has a large part of the payments',
  'app.sales_days (company_id, store_id, channel_id)': 'channels are not deleted; a row a day and channel',
  'app.webhook_endpoints (company_id, key_lineage_id)':
    'keys are not deleted; a store has twenty endpoints of keys at most',
};

// The columns of the tenant tell nothing: an index serves a key when its first other column is one of the key's, and all
// before it are the key's too. Stores and companies are not deleted, and lists begin with them.
const keysWithoutIndex = `
  select format('%s (%s)', k.conrelid::regclass, string_agg(a.attname, ', ' order by array_position(k.conkey, a.attnum))) as key
  from pg_constraint k
  join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any (k.conkey)
  where k.contype = 'f' and k.connamespace in ('app'::regnamespace, 'gate'::regnamespace, 'internal'::regnamespace)
    and k.confrelid not in ('app.stores'::regclass, 'app.companies'::regclass)
  group by k.oid, k.conrelid, k.conkey
  having not exists (
    select from pg_index i
    where i.indrelid = k.conrelid and i.indisvalid
      and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) ~ '^\\(\\w+ IS NOT NULL\\)$')
      and (select (array_agg(u.attnum order by u.n) filter (where b.attname not in ('company_id', 'store_id')))[1]
               = any (array_agg(a.attnum) filter (where a.attname not in ('company_id', 'store_id')))
             and bool_and(u.attnum = any (k.conkey)) filter (where u.n <= 2 and b.attname in ('company_id', 'store_id'))
               is not false
           from unnest(i.indkey::int2[]) with ordinality as u (attnum, n)
           join pg_attribute b on b.attrelid = i.indrelid and b.attnum = u.attnum))
  order by 1`;

test('every foreign key has an index that begins with it, or stands here with its reason', async (t) => {
  const db = await freshDatabase('holds a large shop');
  const { rows } = await db.admin.query<{ key: string }>(keysWithoutIndex);
  t.deepEqual(
    rows.map(({ key }) => key),
    Object.keys(exceptions).sort(),
  );
  await db.admin.query('drop index app.parcels_courier_idx');
  const { rows: without } = await db.admin.query<{ key: string }>(keysWithoutIndex);
  t.true(without.some(({ key }) => key === 'app.parcels (company_id, courier_id)'));
  await db.drop();
});
