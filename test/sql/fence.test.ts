// The tenant fence, with every WHERE clause left out: row-level security alone must hide the rival.
import test from 'ava';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { asCompany, callGate, createKey, createShop, stockVariant, type TestShop } from '../helpers/shop.ts';

let db: TestDatabase;
let shop: TestShop;
let rival: TestShop;

test.before(async () => {
  db = await freshDatabase('reads whole tables');
  shop = await createShop(db.admin);
  rival = await createShop(db.admin);
  for (const one of [shop, rival]) {
    await stockVariant(db.admin, one, { sku: 'SAREE-1', quantity: 10 });
    await asCompany(db.admin, one.companyId, (client) =>
      client.query('select api.create_order($1)', [
        {
          store_id: one.stores[0].id,
          customer: { phone: '01712345678', full_name: 'Rahima Khatun' },
          items: [{ sku: 'SAREE-1', quantity: 1 }],
        },
      ]),
    );
  }
});
test.after.always(() => db?.drop());

const tenantTables = async (): Promise<string[]> => {
  const { rows } = await db.admin.query(
    `select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id'
     where c.relnamespace = 'app'::regnamespace and c.relkind in ('r', 'p') order by 1`,
  );
  return rows.map((row) => row.relname);
};

/** Reads with the rights of a role inside a fence, in a transaction that is thrown away. */
async function look(role: string, [enter, ...values]: string[], sql: string) {
  const client = await db.admin.connect();
  try {
    await client.query('begin');
    if (enter) await client.query(enter, values);
    await client.query(`set local role ${role}`);
    return await client.query(sql);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

const asCompanyOf = (one: TestShop) => ['select internal.act_as($1)', one.companyId];
const withKey = (key: string) => ['select gate.enter(sha256($1::bytea), null)', key];

test('without a context no role sees a row of any tenant table, and nothing fails', async (t) => {
  for (const table of await tenantTables()) {
    for (const role of ['haat_owner', 'haat_api', 'haat_staff']) {
      const { rows: columns } = await db.admin.query(
        `select string_agg(quote_ident(attname), ', ') as list from pg_attribute
         where attrelid = $1::regclass and attnum > 0 and not attisdropped and has_column_privilege($2, attrelid, attnum, 'select')`,
        [`app.${table}`, role],
      );
      if (!columns[0].list) continue;
      const emptied = `select set_config('haat.company_id', '', true), set_config('haat.store_ids', '', true)`;
      for (const context of [[], [emptied]]) {
        const { rows } = await look(role, context, `select ${columns[0].list} from app.${table}`);
        t.is(rows.length, 0, `${role} sees ${table}`);
      }
    }
  }
});

test('inside its fence a tenant sees its own rows of every table and none of the rival', async (t) => {
  let seen = 0;
  for (const table of await tenantTables()) {
    const { rows } = await look(
      'haat_owner',
      asCompanyOf(shop),
      `select count(*)::int as rows, count(*) filter (where company_id <> '${shop.companyId}')::int as foreign_rows from app.${table}`,
    );
    t.is(rows[0].foreign_rows, 0, table);
    seen += rows[0].rows;
  }
  t.true(seen > 20, 'the fence shows the tenant its own data');
});

test('every table of a tenant has the fence of its columns, for each login and every act', async (t) => {
  const { rows } = await db.admin.query(
    `select c.relname as table, c.relrowsecurity and c.relforcerowsecurity as is_forced, p.polcmd = '*' as is_of_all,
       array(select r::regrole::text from unnest(p.polroles) r order by 1)::text[] as roles,
       pg_get_expr(p.polqual, c.oid) as shown, pg_get_expr(p.polwithcheck, c.oid) as written, s.attnotnull as is_of_store
     from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id'
     left join pg_attribute s on s.attrelid = c.oid and s.attname = 'store_id' and not s.attisdropped
     left join pg_policy p on p.polrelid = c.oid and not p.polpermissive and p.polname = 'tenant_fence'
     where c.relnamespace = 'app'::regnamespace and c.relkind in ('r', 'p') order by 1`,
  );
  const company = '(company_id = ( SELECT internal.current_company_id() AS current_company_id))';
  const anyStore = 'ANY (( SELECT internal.current_store_ids() AS current_store_ids)::uuid[])';
  const others: string[] = [];
  for (const { table, is_forced, is_of_all, roles, shown, written, is_of_store } of rows) {
    t.deepEqual([table, is_forced, is_of_all, roles], [table, true, true, ['haat_api', 'haat_owner', 'haat_staff']]);
    t.is(written, shown, table);
    const ofStore = `(store_id = ${anyStore})`;
    const fences: Record<string, string> = {
      true: `(${company} AND ${ofStore})`,
      false: `(${company} AND ((store_id IS NULL) OR ${ofStore}))`,
      null: company,
    };
    if (shown !== fences[String(is_of_store)]) others.push(`${table}: ${shown}`);
  }
  // A store is one of the stores itself; and the keys of a company are looked through for all its stores.
  t.deepEqual(others, [`api_keys: ${company}`, `stores: (${company} AND (id = ${anyStore}))`]);
});

test('a store fence hides the company’s other store', async (t) => {
  await stockVariant(db.admin, shop, { sku: 'SECOND-STORE', storeId: shop.stores[1].id });
  const { rows } = await look(
    'haat_owner',
    withKey(shop.storeKey.key),
    `select count(*)::int as n from app.variants where sku = 'SECOND-STORE'`,
  );
  t.is(rows[0].n, 0);
});

test('the owner itself cannot write a row into another tenant', async (t) => {
  const client = await db.admin.connect();
  try {
    await client.query('begin');
    await client.query('set local role haat_owner');
    await client.query('select internal.act_as($1)', [shop.companyId]);
    const error = await t.throwsAsync(
      client.query(`insert into app.brands (company_id, store_id, name, slug) values ($1, $2, 'X', 'x')`, [
        rival.companyId,
        rival.stores[0].id,
      ]),
    );
    t.regex(error?.message ?? '', /row-level security/);
  } finally {
    await client.query('rollback');
    client.release();
  }
});

test('a row cannot point across tenants, not even for a superuser', async (t) => {
  const error = await t.throwsAsync(
    db.admin.query(
      `insert into app.product_categories (company_id, store_id, product_id, category_id)
       select $1, $2, p.id, uuidv7() from app.products p where p.company_id = $3 limit 1`,
      [shop.companyId, shop.stores[0].id, rival.companyId],
    ),
  );
  t.regex(error?.message ?? '', /foreign key/);
});

test('the gateway can read no table and call no operation', async (t) => {
  const gateway = db.as('haat_gateway');
  for (const sql of [
    'select 1 from app.orders',
    `select api.list_orders('{}')`,
    `select internal.act_as('${shop.companyId}')`,
    'select 1 from gate.rate_windows',
  ])
    await t.throwsAsync(gateway.query(sql), { message: /permission denied/ }, sql);
});

test('no role may write stock, money, status or ledger rows directly', async (t) => {
  for (const role of ['haat_api', 'haat_staff', 'haat_worker', 'haat_dba']) {
    for (const sql of [
      `update app.inventory_levels set on_hand = 5`,
      `update app.orders set status = 'delivered'`,
      `insert into app.payments (company_id) values (null)`,
      `delete from app.stock_movements`,
    ]) {
      await t.throwsAsync(
        look(role, asCompanyOf(shop), sql),
        { message: /permission denied|read-only/ },
        `${role}: ${sql}`,
      );
    }
  }
});

test('the ledger is never rewritten: update, delete and truncate are refused, to superusers too', async (t) => {
  for (const table of ['stock_movements', 'order_timeline', 'activity_log'])
    for (const sql of [
      `update app.${table} set actor_name = 'x'`,
      `delete from app.${table}`,
      `truncate app.${table} cascade`,
    ])
      await t.throwsAsync(db.admin.query(sql), { message: /append only/ }, sql);
});

test('the ids of the rival answer as if they did not exist', async (t) => {
  const gateway = db.as('haat_gateway');
  const { rows } = await db.admin.query(
    `select (select id from app.products where company_id = $1 limit 1) as product, (select id from app.orders where company_id = $1 limit 1) as "order",
            (select id from app.variants where company_id = $1 limit 1) as variant, (select id from app.locations where company_id = $1 limit 1) as location`,
    [rival.companyId],
  );
  for (const key of [shop.companyKey, shop.storeKey]) {
    for (const [operation, input] of [
      ['get_product', { id: rows[0].product }],
      ['get_order', { id: rows[0].order }],
      ['get_variant', { identifier: rows[0].variant }],
      ['get_location', { id: rows[0].location }],
      ['get_store', { store_id: rival.stores[0].id }],
      ['list_products', { starting_after: rows[0].product }],
      ['list_orders', { store_id: rival.stores[0].id }],
      [
        'create_order',
        { store_id: rival.stores[0].id, customer: { phone: '01712345678' }, items: [{ sku: 'SAREE-1', quantity: 1 }] },
      ],
    ] as const) {
      const { outcome } = await callGate(gateway, key, operation, input);
      t.is(outcome.sqlstate, 'HT100', `${operation} ${JSON.stringify(input)}`);
    }
  }
  const found = await callGate(gateway, shop.companyKey, 'list_orders', { search: 'Rahima' });
  t.deepEqual(
    found.result.data.map((order: { store_id: string }) => order.store_id),
    [shop.stores[0].id],
  );
});

test('a store that closes takes its keys with it, and leaves the company key', async (t) => {
  const closing = await createShop(db.admin);
  const key = await createKey(db.admin, closing.companyId, { storeId: closing.stores[1].id });
  await db.admin.query(`update app.stores set status = 'closed' where id = $1`, [closing.stores[1].id]);
  const gateway = db.as('haat_gateway');
  t.is((await callGate(gateway, key, 'get_me', {})).outcome.sqlstate, 'HT001');
  const me = await callGate(gateway, closing.companyKey, 'get_me', {});
  t.deepEqual(
    me.result.stores.map((store: { id: string }) => store.id),
    [closing.stores[0].id],
  );
});
