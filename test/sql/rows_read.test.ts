// No operation reads more of a shop than what it shows: rows are counted in a shop of some thousand products and orders,
// and a look through a whole table shows. The same shop proves that its maker writes what the procedures write.
import { createHash, randomUUID } from 'node:crypto';
import test from 'ava';
import type pg from 'pg';
import { operations } from '../../server/operations/index.ts';
import { type ListCase, listCases } from '../bench/list-cases.ts';
import { findShop, makeShop } from '../bench/shops/index.ts';
import { rare } from '../bench/shops/rarities.ts';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { openJob } from '../helpers/jobs.ts';
import { asksAll, inTurns, isLong, longTest, slice } from '../helpers/long.ts';
import { asCompany, type TestShop } from '../helpers/shop.ts';

/** Rows of one table that are read for each that comes back; a page of 25 is granted to answers with less. */
const rowsPerRow = 20;
const page = 25;

/** Operations that need bytes from outside, and read the records of one product or video. */
const withBytes = [
  'add_order_attachment',
  'add_product_images',
  'complete_video',
  'import_video',
  'set_video_cover',
  'sign_video_parts',
];

let db: TestDatabase;
let shop: TestShop;
let cases: ListCase[];
let inputs: Record<string, Call[]>;

test.before(async (t) => {
  t.timeout(180_000);
  db = await freshDatabase('holds a large shop');
  const pattern = { products: 8, customers: 24, orders: 32, adjustments: 24 };
  const companyId = await makeShop(db.url, pattern, {
    full: isLong ? 100 : 80,
    shelves: 60,
    companies: 2,
    customers: isLong ? 3000 : 1800,
    // Enough that a look through the journal shows. The audit of a long run wants all of them.
    ...(!isLong && { journaled: ['app.variants'] }),
  });
  const { rows: tables } = await db.admin.query(
    `select string_agg(oid::regclass::text, ', ') as names from pg_class where relnamespace = 'app'::regnamespace and relkind = 'r'`,
  );
  await db.admin.query(`vacuum (analyze) ${tables[0].names}`);
  shop = await findShop(db.admin, companyId);
  cases = await listCases(db.admin, shop);
  // Writes what the calls need: while pages are compared nothing changes.
  inputs = await otherInputs();
});
test.after.always(() => db?.drop());

type Ran = { read: number; returned: number; tables: Record<string, number>; document: Document };
// biome-ignore lint/suspicious/noExplicitAny: documents are of every shape
type Document = any;

/** An operation and its input, which may come from the answer to the call before. */
type Call = [operation: string, input: object | ((before: Document) => object)];

const countedTables = `
  select coalesce(json_object_agg(relname, seq_tup_read + idx_tup_fetch), '{}') as tables
  from pg_stat_xact_user_tables where schemaname = 'app' and seq_tup_read + idx_tup_fetch > 0`;

/** Runs operations in one transaction that is undone; gives what the last one read. */
async function run(...calls: Call[]): Promise<Ran> {
  const client: pg.PoolClient = await db.as('haat_gateway').connect();
  try {
    await client.query('begin');
    let ran: Ran | undefined;
    for (const [operation, input] of calls) {
      const before = (await client.query(countedTables)).rows[0].tables;
      const { rows } = await client.query('select * from gate.run($1, $2, $3, $4, $5, $6)', [
        shop.storeKey.hash,
        operation,
        JSON.stringify(typeof input === 'function' ? input(ran?.document) : input),
        ...(operations[operation]?.method === 'GET' ? [null, null] : [randomUUID(), createHash('sha256').digest()]),
        'test-request',
      ]);
      if (rows[0].outcome.sqlstate) throw new Error(`${operation}: ${JSON.stringify(rows[0].outcome)}`);
      const after = (await client.query(countedTables)).rows[0].tables;
      const tables = Object.fromEntries(
        Object.entries<number>(after).map(([name, count]) => [name, count - (before[name] ?? 0)]),
      );
      const document = JSON.parse(rows[0].result);
      ran = {
        read: Math.max(0, ...Object.values(tables)),
        returned: document?.data?.length ?? document?.items?.length ?? 1,
        tables,
        document,
      };
    }
    return ran!;
  } finally {
    await client.query('rollback');
    client.release();
  }
}

const tooMany = ({ read, returned }: Ran) => read > rowsPerRow * Math.max(returned, page);
const told = (label: string, { read, returned, tables }: Ran) =>
  `${label}: ${read} rows for ${returned}: ${JSON.stringify(Object.fromEntries(Object.entries(tables).filter(([, n]) => n > 20)))}`;

test('every list, by every filter, search and order, reads a page', async (t) => {
  t.timeout(120_000);
  const found: string[] = [];
  // Each filter is asked for: in one of four ways, and in all in a long run.
  const byFilter = Map.groupBy(cases, ({ label }) => label.replace(/(, deep)?(, oldest first)?$/, ''));
  const asked = [...byFilter.values()].flatMap((ways, n) => inTurns(ways, 4, n));
  for (const { label, operation, input } of asked) {
    const ran = await run([operation, input]);
    if (tooMany(ran)) found.push(told(label, ran));
  }
  t.deepEqual(found, []);
});

test('a search for a SKU asks the index before it looks at the newest products', async (t) => {
  const { tables, document } = await run(['list_products', { search: rare.sku }]);
  t.deepEqual(
    document.data.map(({ variants }: Document) => variants[0].sku),
    [rare.sku],
  );
  t.true(tables.products! < 20, JSON.stringify(tables));
});

test('a name with a mistake in it is looked up in the index, and a common one among the newest customers', async (t) => {
  const client = await db.admin.connect();
  try {
    await client.query('begin');
    const create = `insert into app.customers (company_id, store_id, full_name, created_at)
      values ($1, $2, $3, internal.now() - interval '1 year')`;
    await client.query(create, [shop.companyId, shop.stores[0].id, 'Zubayer Wasekh']);
    const common = (
      await client.query(
        `select full_name from app.customers where store_id = $1 group by full_name order by count(*) desc limit 1`,
        [shop.stores[0].id],
      )
    ).rows[0].full_name;
    await client.query('select internal.act_as($1)', [shop.companyId]);
    const read = async (): Promise<number> => (await client.query(countedTables)).rows[0].tables.customers ?? 0;
    for (const [search, most] of [
      ['Jubaer Oasek', 20],
      [common, rowsPerRow * page],
    ] as const) {
      const before = await read();
      const { rows } = await client.query('select * from internal.find_similar_customers($1)', [search]);
      const rowsRead = (await read()) - before;
      t.true(rows.length > 0 && rowsRead <= most, `${search}: ${rowsRead} rows for ${rows.length}`);
    }
  } finally {
    await client.query('rollback');
    client.release();
  }
});

/** The ids of a page of the first store, found without any access path. */
async function lookAtAll(client: pg.PoolClient, table: string, input: ListCase['input']): Promise<string[]> {
  const { rows: filters } = await client.query('select internal.list_filters($1, $2) as text', [table, input]);
  const [order, after] = input.sort === 'created_at' ? ['asc', '>'] : ['desc', '<'];
  const { rows } = await client.query(
    `with given as (select $1::jsonb, $2::uuid, $3::uuid, $4::uuid, $5::text, $6::text, $7::text, $8::uuid[])
     select t.id from app.${table} t
     where t.store_id = $3 ${filters[0].text}
       and t.created_at >= coalesce(($1 ->> 'created_after')::timestamptz, '-infinity')
       and t.created_at < coalesce(($1 ->> 'created_before')::timestamptz, 'infinity')
       and ($4 is null or (t.created_at, t.id) ${after} (select c.created_at, c.id from app.${table} c where c.id = $4))
     order by t.created_at ${order}, t.id ${order} limit ${input.limit}`,
    [input, shop.companyId, shop.stores[0].id, input.starting_after, null, null, null, [shop.stores[0].id]],
  );
  return rows.map(({ id }) => id);
}

test('whatever the access path to a page, it shows what a look at all rows shows', async (t) => {
  t.timeout(120_000);
  const lists: Record<string, string> = {
    list_products: 'products',
    list_orders: 'orders',
    list_customers: 'customers',
    list_inventory_levels: 'inventory_levels',
    list_inventory_movements: 'stock_movements',
    list_parcels: 'parcels',
    list_returns: 'returns',
  };
  await asCompany(db.admin, shop.companyId, async (client) => {
    await client.query('reset role');
    for (const { label, operation, input } of slice(cases, 6)) {
      const table = lists[operation];
      if (!table || ['missing_only', 'ending_before'].some((field) => field in input)) continue;
      const expected = await lookAtAll(client, table, { limit: 25, ...input });
      for (const scope of [{ store_id: shop.stores[0].id }, {}]) {
        const { rows } = await client.query('select ids from internal.list_page($1, $2)', [
          table,
          { ...input, ...scope },
        ]);
        t.deepEqual(rows[0].ids, expected, `${label} ${JSON.stringify(scope)}`);
      }
    }
  });
});

/** Runs work past the triggers, and takes it back. */
async function undone(work: (client: pg.PoolClient) => Promise<void>): Promise<void> {
  const client = await db.admin.connect();
  try {
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    await work(client);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

test.serial('however long orders lived before their last change, a sync finds those that changed since', async (t) => {
  t.timeout(120_000);
  const store_id = shop.stores[0].id;
  await undone(async (client) => {
    await client.query(`update app.orders
      set updated_at = least(now(), created_at + make_interval(hours => (2 ^ (abs(hashtext(id::text)) % 14))::integer - 1))`);
    await client.query('select internal.act_as($1, $2)', [shop.companyId, 'Rina Akter']);
    const cursors = `select null as id union all select id from app.orders where store_id = $1 and hashtext(id::text) % 300 = 0`;
    const questions = (await client.query(cursors, [store_id])).rows.flatMap(({ id }) =>
      [0.01, 2, 30, 200, 340].flatMap((days) =>
        ['created_at', '-created_at'].flatMap((sort) =>
          [{}, { status: 'pending' }, { store_id }].map((more: { status?: string }) => ({
            ...more,
            updated_after: new Date(Date.now() - days * 86_400_000).toISOString(),
            ...{ sort, limit: 7, starting_after: id },
          })),
        ),
      ),
    );
    for (const input of slice(questions, 4)) {
      const [order, after] = input.sort === 'created_at' ? ['asc', '>'] : ['desc', '<'];
      const { rows } = await client.query(
        `select (internal.list_page('orders', $1)).ids, array(select t.id from app.orders t
           where t.store_id = $2 and t.updated_at >= $3 and ($4::text is null or t.status = $4) and ($5::uuid is null
             or (t.created_at, t.id) ${after} (select c.created_at, c.id from app.orders c where c.id = $5))
           order by t.created_at ${order}, t.id ${order} limit 7) as expected`,
        [input, store_id, input.updated_after, input.status, input.starting_after],
      );
      t.deepEqual(rows[0].ids, rows[0].expected, JSON.stringify(input));
    }
  });
});

test.serial('what many or few have in common is found as by a look at all rows, wherever it lies', async (t) => {
  t.timeout(120_000);
  const store_id = shop.stores[0].id;
  await undone(async (client) => {
    // The newest hundreds have none of it; of the others every second customer has the name, every fourth order the city.
    await client.query(
      `with past as (select id, customer_id from app.orders where store_id = $1 order by created_at desc offset 900),
         named as (update app.customers set full_name = 'Borhan Many' where store_id = $1 and id in (
           select customer_id from past) and hashtext(id::text) % 2 = 0)
       update app.orders set shipping_address = json_build_object('city',
           case when hashtext(id::text) % 500 = 0 then 'Farthest' else 'Old Town' end)
         where store_id = $1 and hashtext(id::text) % 4 = 0 and id in (select id from past)`,
      [store_id],
    );
    await client.query('select internal.act_as($1, $2)', [shop.companyId, 'Rina Akter']);
    const days = (n: number) => new Date(Date.now() - n * 86_400_000).toISOString();
    const shared = [
      { search: 'borhan' },
      { search: 'bo' },
      { city: 'old town' },
      { city: 'Farthest' },
      { city: 'None' },
      { district: 'old town' },
      { district: 'Farthest' },
    ];
    const narrowed = [
      {},
      { status: 'delivered' },
      { stage: 'to_pack' },
      { payment_status: 'unpaid', created_after: days(300) },
      { created_before: days(200) },
      { updated_after: days(250) },
    ];
    const cursors = `select null as id union all
      (select id from app.orders where store_id = $1 order by created_at desc offset 1100 limit 1)`;
    const questions = (await client.query(cursors, [store_id])).rows.flatMap(({ id }) =>
      ['created_at', '-created_at'].flatMap((sort) =>
        narrowed.flatMap((more) =>
          shared.map((one) => ({ ...one, ...more, sort, limit: 60, starting_after: id, store_id })),
        ),
      ),
    );
    for (const input of slice(questions, 4)) {
      const { rows } = await client.query(`select ids from internal.list_page('orders', $1)`, [input]);
      t.deepEqual(rows[0].ids, await lookAtAll(client, 'orders', input), JSON.stringify(input));
    }
    const { rows: customers } = await client.query(
      `select array(select internal.find_customer_ids('borhan', $1) order by 1) as ids,
         array(select c.id from (select * from app.customers c where c.store_id = $1 and c.full_name = 'Borhan Many'
           order by c.created_at desc, c.id desc limit 500) c order by 1) as expected`,
      [store_id],
    );
    t.deepEqual(customers[0].ids, customers[0].expected);
  });
});

test('every other operation reads what it shows and changes', async (t) => {
  t.timeout(120_000);
  const found: string[] = [];
  for (const [name, calls] of Object.entries(inputs)) {
    const ran = await run(...calls);
    if (tooMany(ran)) found.push(told(name, ran));
  }
  t.deepEqual(found, []);
  const missing = Object.keys(operations).filter(
    (name) => !(name in inputs) && !withBytes.includes(name) && !cases.some(({ operation }) => operation === name),
  );
  t.deepEqual(missing, [], 'each operation has a call here');
});

test('every list of work reads what it shows', async (t) => {
  t.timeout(120_000);
  const { rows: made } = await db.admin.query(
    `select (select id from app.staff where company_id = $1 limit 1) as staff,
       (select id from app.couriers where company_id = $1 limit 1) as courier,
       (select o.id from app.orders o where o.store_id = $2 and o.status = 'confirmed' order by o.created_at desc offset 50 limit 1) as confirmed,
       (select number from app.orders where store_id = $2 limit 1) as number,
       (select id from app.categories where store_id = $2 limit 1) as category,
       (select id from app.brands where store_id = $2 limit 1) as brand`,
    [shop.companyId, shop.stores[0].id],
  );
  const [{ staff, courier, confirmed, number, category, brand }] = made;
  const { rows: stages } = await db.admin.query('select distinct stage from app.order_statuses order by 1');
  const stores = [`'${shop.stores[0].id}'`, 'null'];
  // Each list is asked for the store or for all stores, and for both in a long run.
  const lists = (store: string) => [
    ...stages.map(({ stage }) => `orders_at_stage('${stage}', ${store})`),
    `orders_at_stage('to_pack', ${store}, '${confirmed}')`,
    `orders_at_stage('delivered', ${store}, oldest_first => true)`,
    `my_orders(${store})`,
    `orders_of_day(null, ${store})`,
    `orders_of_day('2026-11-01', ${store})`,
    `orders_about_to_lapse(${store})`,
    `parcels_to_hand_over(${store})`,
    `parcels_with_couriers(${store})`,
    `parcels_with_couriers(${store}, '${courier}')`,
    `parcels_coming_back(${store})`,
    `held_parcels(${store})`,
    `held_parcels(${store}, '${courier}')`,
    `returns_expected(${store})`,
    `products_without_price(${store})`,
    `products_without_picture(${store})`,
    `list_products(${store})`,
    `list_products(${store}, 'active')`,
    `list_products(${store}, category_id => '${category}')`,
    `list_products(${store}, brand_id => '${brand}')`,
    `list_products(${store}, search => 'no such thing')`,
    `failing_webhooks(${store})`,
    `courier_work(${store})`,
    `stage_counts(${store})`,
    `work_counts(${store})`,
    `overview(${store})`,
    `search_orders('${number}', ${store})`,
    `search_orders('TRX-none', ${store})`,
    `search_customers('${rare.letters}')`,
    `search_customers('${rare.letters[0]}')`,
    `search_orders('${number}', ${store}, 'delivered')`,
    `list_orders(${store}, city => 'Nowhere')`,
    `list_orders(${store}, city => 'Nowhere', stage => 'delivered')`,
    `call_backs_due(${store}) limit 3`,
  ];
  const [ofStore, ofAll] = stores.map((store) => lists(store!));
  const calls = ofStore!.flatMap((call, n) => inTurns([call, ofAll![n]!], 2, n));
  const found: string[] = [];
  let shown = 0;
  const client = await db.admin.connect();
  try {
    for (const call of calls) {
      await client.query('begin');
      await client.query('select internal.act_as($1, $2, $3, $4)', [shop.companyId, 'Rina', 'staff', staff]);
      await client.query('set local role haat_staff');
      const before = (await client.query(countedTables)).rows[0].tables;
      const { rows } = await client.query(`select count(*)::int as rows from (select * from staff.${call}) x`);
      const after = (await client.query(countedTables)).rows[0].tables;
      await client.query('rollback');
      const tables = Object.fromEntries(
        Object.entries<number>(after).map(([name, count]) => [name, count - (before[name] ?? 0)]),
      );
      const ran = { read: Math.max(0, ...Object.values(tables)), returned: rows[0].rows, tables, document: null };
      shown += ran.returned;
      if (tooMany(ran)) found.push(told(call, ran));
    }
  } finally {
    client.release();
  }
  t.deepEqual(found, []);
  t.true(shown > (asksAll ? 500 : 250), `there was something to show: ${shown}`);
});

longTest('the shop is sound, and its records are what the procedures write', async (t) => {
  t.timeout(120_000);
  const { rows: problems } = await db.admin.query('select * from ledger.audit()');
  t.deepEqual(problems, []);
  // The pattern's own company, which the procedures wrote, beside the first copy of it.
  const shapes = async (store: string) => {
    const { rows } = await db.admin.query(
      `select distinct o.status, o.payment_status, o.fulfillment_status, o.source, o.total_amount, o.paid_amount,
         (select count(*) from app.order_items i where i.order_id = o.id) as items,
         (select string_agg(e.action, ',' order by e.created_at, e.id) from app.order_timeline e where e.order_id = o.id) as timeline,
         (select string_agg(m.type || m.quantity_change || m.reserved_change, ',' order by m.type, m.quantity_change, m.reserved_change)
          from app.stock_movements m where m.reference_id = o.id) as movements,
         (select count(*) from app.payments p where p.order_id = o.id) as payments,
         o.created_at <= o.updated_at as in_time,
         o.store_date = (o.created_at at time zone s.timezone)::date as on_its_day
       from app.orders o join app.stores s on s.id = o.store_id join app.channels c on c.id = o.channel_id
       where o.store_id = ${store} and c.slug <> 'bazaar'
       order by 1, 2, 3, 4, 5, 6, 7, 8, 9`,
    );
    return rows;
  };
  const pattern = `(select s.id from app.stores s
    where s.company_id = (select c.id from app.companies c order by c.created_at desc limit 1)
      and exists (select from app.orders o where o.store_id = s.id))`;
  t.deepEqual(await shapes(`'${shop.stores[0].id}'`), await shapes(pattern));
});

/** A call of every operation that is no list; what has to be there first comes before it, in the same transaction. */
async function otherInputs(): Promise<Record<string, Call[]>> {
  const storeId = shop.stores[0].id;
  const one = async (sql: string) => (await db.admin.query(sql)).rows[0];
  const order = await one(
    `select * from app.orders where store_id = '${storeId}' and status = 'pending' and payment_status = 'unpaid' limit 1`,
  );
  const product = await one(`select * from app.products where store_id = '${storeId}' and status = 'active' limit 1`);
  const variants = (
    await db.admin.query(`select * from app.variants where store_id = '${storeId}' order by id limit 20`)
  ).rows;
  const variant = variants[0];
  const cancelled = await one(
    `select id from app.orders where store_id = '${storeId}' and status = 'cancelled' limit 1`,
  );
  const customer = await one(`select * from app.customers where store_id = '${storeId}' limit 1`);
  await db.admin.query(
    `insert into app.events (company_id, store_id, type, object_id, object)
     select $1, $2, t.type, uuidv7(), '{}' from generate_series(1, 160) n cross join unnest(internal.event_types()) t (type)
     where internal.event_scope(t.type) is not null`,
    [shop.companyId, storeId],
  );
  const { id: event } = await one(`select id from app.events where store_id = '${storeId}' order by sequence limit 1`);
  const { id: brand } = await one(`select id from app.brands where store_id = '${storeId}' limit 1`);
  const { id: category } = await one(`select id from app.categories where store_id = '${storeId}' and name = 'Men'`);
  const value = await one(`select attribute_id, id from app.attribute_values where store_id = '${storeId}' limit 1`);
  const image = await one(
    `insert into app.product_images (company_id, store_id, product_id, media_key, position, is_thumbnail)
     values ('${shop.companyId}', '${storeId}', '${product.id}', 'images/${shop.companyId}/${randomUUID()}.webp', 0, true) returning id`,
  );
  const attachment = await one(
    `insert into app.attachments (company_id, store_id, order_id, media_key, file_name, type, size_bytes, sha256, actor_type,
       actor_name)
     values ('${shop.companyId}', '${storeId}', '${order.id}', 'attachments/${shop.companyId}/${randomUUID()}.pdf', 'a.pdf', 'pdf',
       1, sha256('a'), 'system', 'Test') returning id`,
  );
  const newOrder = (items: object[]) => ({
    customer: { phone: '01712345678', full_name: 'Karim Uddin' },
    items,
    shipping_address: { address_line: 'House 1' },
  });
  const year = { from: '2026-01-01', to: '2026-11-21' };
  const line = { sku: variant.sku, location_id: shop.locationId, quantity_change: 1 };
  const jobId = await openJob(db.admin, shop.storeKey, {
    storeId,
    operation: 'create_inventory_adjustment',
    scope: 'inventory:write',
    lines: Array(20).fill(line),
  });
  const single: Record<string, object> = {
    get_me: {},
    get_store: {},
    get_location: { id: shop.locationId },
    get_product: { id: product.id },
    create_product: { name: 'Jamdani', variants: [{ sku: 'JAM-1', name: 'Red', price: 100 }] },
    update_product: { id: product.id, name: 'Jamdani' },
    archive_product: { id: product.id },
    update_product_image: { id: product.id, image_id: image.id, alt_text: 'Front' },
    delete_product_image: { id: product.id, image_id: image.id },
    reorder_product_images: { id: product.id, image_ids: [image.id] },
    get_variant: { identifier: variant.sku },
    update_variant: { identifier: variant.id, price: 777, low_stock_threshold: 7 },
    get_category: { id: category },
    create_category: { name: 'Sarees' },
    update_category: { id: category, description: 'For him' },
    get_brand: { id: brand },
    create_brand: { name: 'Kay Kraft' },
    update_brand: { id: brand, description: 'Woven' },
    get_attribute: { id: value.attribute_id },
    create_attribute: { name: 'Size', type: 'variant', values: [{ value: 'M' }] },
    update_attribute: { id: value.attribute_id, position: 3 },
    add_attribute_values: { id: value.attribute_id, values: [{ value: 'Pink' }] },
    update_attribute_value: { id: value.attribute_id, value_id: value.id, position: 3 },
    create_inventory_adjustment: {
      location_id: shop.locationId,
      variant_id: variant.id,
      quantity_change: 1,
      reason: 'x',
    },
    create_inventory_adjustments: {
      lines: variants.map(({ id }) => ({
        location_id: shop.locationId,
        variant_id: id,
        quantity_change: 1,
        reason: 'x',
      })),
    },
    create_order: newOrder(variants.map(({ sku }) => ({ sku, quantity: 1 }))),
    get_order: { id: order.id, expand: ['customer', 'items'] },
    edit_order: { id: order.id, changes: [{ action: 'add_item', sku: variant.sku, quantity: 1 }] },
    update_order: { id: order.id, note: 'ring twice' },
    update_order_status: { id: order.id, status: 'confirmed' },
    cancel_order: { id: order.id },
    reorder_order: { id: cancelled.id },
    get_order_attachments: { id: order.id },
    delete_order_attachment: { id: order.id, attachment_id: attachment.id },
    record_call: { id: order.id, outcome: 'no_answer' },
    record_order_payment: { id: order.id, payment_method_id: shop.stores[0].paymentMethods.cod, amount: 1 },
    get_customer: { id: customer.id, expand: ['stats'] },
    get_event: { id: event },
    list_events: { starting_after: event, limit: 25 },
    get_customer_summary: { id: customer.id },
    create_customer: { full_name: 'Salma Begum', phone: '01812345678' },
    update_customer: { id: customer.id, full_name: 'Salma' },
    get_sales_summary: year,
    get_top_products: { ...year, limit: 50 },
    get_calls_report: { period: 'today' },
    create_video: { file_name: 'saree.mp4', size_bytes: 1000 },
    list_videos: {},
    create_export: { operation: 'list_orders' },
    list_exports: {},
  };
  const video: Call = ['create_video', single.create_video!];
  const job: Call = ['create_job', { job_id: jobId }];
  const units = await one(
    `select o.id as id, min(i.id::text) as item, min(c.id::text) as courier
     from app.orders o join app.order_items i on i.order_id = o.id
     join app.couriers c on c.company_id = o.company_id and c.reports_pickups and not c.is_own_rider
     where o.store_id = '${storeId}' and o.status = 'confirmed'
       and not exists (select from app.parcels p where p.order_id = o.id)
     group by o.id having sum(i.quantity) > 1 limit 1`,
  );
  const lines = [{ order_item_id: units.item, quantity: 1 }];
  const ofIt = ({ id }: Document) => ({ id });
  const endpoint: Call = ['create_webhook_endpoint', { url: 'https://example.com/hook' }];
  const booked: Call = ['book_parcel', { id: units.id, courier_id: units.courier }];
  const pickedUp: Call[] = [booked, ['record_parcel_pickup', ofIt]];
  const delivered: Call[] = [...pickedUp, ['record_parcel_delivered', ofIt]];
  const ofCourier = ({ order_number, courier, held_amount }: Document) => ({
    courier_id: courier.id,
    lines: [{ code: order_number, amount: Number(held_amount) }],
  });
  const returned: Call[] = [...delivered, ['create_return', { id: units.id, lines }]];
  const paid: Call = ['record_order_payment', single.record_order_payment!];
  const placed: Call = ['place_product_video', ({ id }) => ({ id: product.id, video_id: id })];
  return {
    ...Object.fromEntries(Object.entries(single).map(([name, input]): [string, Call[]] => [name, [[name, input]]])),
    reorder_order: [
      ['cancel_order', { id: order.id }],
      ['reorder_order', { id: order.id }],
    ],
    book_parcel: [booked],
    get_parcel: [booked, ['get_parcel', ofIt]],
    cancel_parcel: [booked, ['cancel_parcel', ofIt]],
    record_parcel_pickup: pickedUp,
    record_parcel_delivered: delivered,
    record_partial_delivery: [...pickedUp, ['record_partial_delivery', ({ id }) => ({ id, kept: lines })]],
    record_delivery_failure: [...pickedUp, ['record_delivery_failure', ofIt]],
    request_parcel_return: [...pickedUp, ['request_parcel_return', ofIt]],
    receive_parcel: [...pickedUp, ['receive_parcel', ofIt]],
    create_return: returned,
    compare_payout: [...delivered, ['compare_payout', ofCourier]],
    record_payout: [...delivered, ['record_payout', ofCourier]],
    get_payout: [...delivered, ['record_payout', ofCourier], ['get_payout', ofIt]],
    get_payment: [paid, ['get_payment', ofIt]],
    void_payment: [paid, ['void_payment', ({ id }) => ({ id, reason: 'Typing error' })]],
    record_refund: [paid, ['record_refund', { id: order.id, amount: 1 }]],
    report_parcel: [booked, ['report_parcel', ({ id }) => ({ id, what_happened: 'pickup' })]],
    get_return: [...returned, ['get_return', ofIt]],
    receive_return: [...returned, ['receive_return', ofIt]],
    get_export: [
      ['create_export', single.create_export!],
      ['get_export', ({ id }) => ({ id })],
    ],
    create_job: [job],
    list_jobs: [job, ['list_jobs', {}]],
    get_job: [job, ['get_job', ({ id }) => ({ id })]],
    list_job_results: [job, ['list_job_results', ({ id }) => ({ id })]],
    cancel_job: [job, ['cancel_job', ({ id }) => ({ id })]],
    create_webhook_endpoint: [endpoint],
    list_changes: [endpoint, ['list_changes', {}]],
    list_webhook_endpoints: [endpoint, ['list_webhook_endpoints', {}]],
    get_webhook_endpoint: [endpoint, ['get_webhook_endpoint', ofIt]],
    update_webhook_endpoint: [endpoint, ['update_webhook_endpoint', ({ id }) => ({ id, status: 'disabled' })]],
    rotate_webhook_secret: [endpoint, ['rotate_webhook_secret', ofIt]],
    send_webhook_ping: [endpoint, ['send_webhook_ping', ofIt]],
    delete_webhook_endpoint: [endpoint, ['delete_webhook_endpoint', ofIt]],
    list_webhook_deliveries: [endpoint, ['list_webhook_deliveries', ofIt]],
    get_video: [video, ['get_video', ({ id }) => ({ id })]],
    delete_video: [video, ['delete_video', ({ id }) => ({ id })]],
    place_product_video: [video, placed],
    remove_product_video: [video, placed, ['remove_product_video', ({ video_id }) => ({ id: product.id, video_id })]],
  };
}
