// Names are compared in one way everywhere: searched, looked up and held to be unique without regard to how they were
// typed. What is stored stays as it was sent.
import { randomUUID } from 'node:crypto';
import test from 'ava';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { runs } from '../helpers/long.ts';
import fc from '../helpers/properties.ts';
import { asCompany, callGate, createShop, type TestShop } from '../helpers/shop.ts';

/** Phones are found by those who may see them. */
const agent = { id: randomUUID(), name: 'Rina Akter', permissions: ['orders.manage', 'customers.read'] };

let db: TestDatabase;
let shop: TestShop;
test.before(async () => {
  db = await freshDatabase('holds a large shop');
  shop = await createShop(db.admin);
});
test.after.always(() => db?.drop());

async function call(operation: string, input: object) {
  const bucket = /^(list|get)_/.test(operation) ? 'read' : 'write';
  const { outcome, result } = await callGate(db.as('haat_gateway'), shop.storeKey, operation, input, { bucket });
  return { outcome, result };
}

async function done(operation: string, input: object) {
  const { outcome, result } = await call(operation, input);
  if (outcome.sqlstate) throw new Error(`${operation}: ${outcome.sqlstate} ${outcome.message}`);
  return result;
}

async function found(operation: string, search: string): Promise<string[]> {
  const { data } = await done(operation, { search });
  return data.map(
    (row: { name?: string; full_name?: string; number?: string }) => row.name ?? row.full_name ?? row.number,
  );
}

/** য়, ড়, ঢ়, ো and ৌ: as one letter, and as two. */
const spellings = [
  ['\u09df', '\u09af\u09bc'],
  ['\u09dc', '\u09a1\u09bc'],
  ['\u09dd', '\u09a2\u09bc'],
  ['\u09cb', '\u09c7\u09be'],
  ['\u09cc', '\u09c7\u09d7'],
] as const;

/** The same words as two people type them. */
const typedTwice = fc
  .array(
    fc.array(fc.constantFrom(...spellings, ['ক', 'ক'], ['É', 'e\u0301'], ['v', 'V'], ['%', '%'], ['\\', '\\']), {
      minLength: 1,
      maxLength: 5,
    }),
    {
      minLength: 1,
      maxLength: 3,
    },
  )
  .chain((words) =>
    fc.tuple(
      ...[0, 1].map((side) =>
        fc
          .tuple(
            fc.array(fc.constantFrom(' ', '\u00a0', '\t', '  ', '\u200b'), {
              minLength: words.length + 1,
              maxLength: words.length + 1,
            }),
          )
          .map(
            ([blanks]) =>
              words.map((word, n) => blanks[n] + word.map((letter) => letter[side]).join('')).join('') + blanks.at(-1),
          ),
      ),
    ),
  );

test('one and two letters, cases and blanks make no difference; all else does', async (t) => {
  await fc.assert(
    fc.asyncProperty(typedTwice, async ([one = '', two = '']) => {
      const { rows } = await db.admin.query(
        'select internal.fold($1) as one, internal.fold($2) as two, internal.fold(internal.fold($1)) as again',
        [one, two],
      );
      t.is(rows[0].one, rows[0].two);
      t.is(rows[0].again, rows[0].one);
      t.is(
        rows[0].one,
        one
          .normalize('NFC')
          .toLowerCase()
          .replace(/[\s\u200b]+/g, ' ')
          .trim(),
      );
    }),
    { numRuns: runs(300) },
  );
  const { rows } = await db.admin.query(
    `select internal.fold('Dark Blue') = internal.fold('DarkBlue') as joined, internal.fold('ড়') = internal.fold('ড') as bare`,
  );
  t.deepEqual(rows[0], { joined: false, bare: false });
});

for (const [one, two] of spellings) {
  test(`${one} typed as one letter and as two finds itself in every list, and is stored as sent`, async (t) => {
    for (const [sent, searched] of [
      [one, two],
      [two, one],
    ] as const) {
      const name = `Shop ${sent.length}${sent}  x ${one.codePointAt(0)}`;
      const search = ` \u00a0${sent.length}${searched} X ${one.codePointAt(0)}\t`;
      const slug = `s-${sent.length}-${one.codePointAt(0)}`;
      await done('create_brand', { name, slug });
      await done('create_category', { name, slug });
      await done('create_attribute', { name, slug, type: 'variant' });
      await done('create_customer', { full_name: name });
      await done('create_product', { name, slug, variants: [{ sku: `SKU ${slug} ${sent}`, name: 'x', price: 1 }] });
      for (const list of ['brands', 'categories', 'attributes', 'customers', 'products'])
        t.deepEqual(await found(`list_${list}`, search), [name], list);
      t.deepEqual(await found('list_products', `  sku ${slug}  ${searched} `), [name]);
      const byStaff = await asCompany(db.admin, shop.companyId, async (client) => {
        await client.query('set local role haat_staff');
        const { rows } = await client.query(
          'select (select array_agg(name) from staff.search_products($1)) as products, (select array_agg(full_name) from staff.search_customers($1)) as customers',
          [search],
        );
        return rows[0];
      });
      t.deepEqual(byStaff, { products: [name], customers: [name] });
    }
  });
}

test('an order is found by its number as it is pasted, and by its customer in any typing', async (t) => {
  const product = await done('create_product', { name: 'Rice', variants: [{ sku: 'RICE', name: 'x', price: 1 }] });
  await done('create_inventory_adjustment', {
    location_id: shop.locationId,
    variant_id: product.variants[0].id,
    quantity_change: 5,
    reason: 'first stock',
  });
  const { number } = await done('create_order', {
    customer: { phone: '01712345678', full_name: 'রাফি  চৌধুরী' },
    items: [{ sku: 'RICE', quantity: 1 }],
  });
  const typings = [
    number,
    ` #${number} `,
    `# ${number.toLowerCase()}\n`,
    `\u00a0${number.slice(4)}`,
    ' 01712-345678\r\n',
    ' চ\u09c7\u09d7ধুরী\u00a0',
  ];
  for (const typed of typings) {
    t.deepEqual(await found('list_orders', typed), [number], JSON.stringify(typed));
    const byStaff = await asCompany(
      db.admin,
      shop.companyId,
      async (client) => {
        await client.query('set local role haat_staff');
        return (await client.query('select number from staff.search_orders($1)', [typed])).rows;
      },
      agent,
    );
    t.deepEqual(byStaff, [{ number }], JSON.stringify(typed));
  }
  t.deepEqual(await found('list_orders', `#${number}0`), []);
});

test('a name or value that differs in its typing only is taken', async (t) => {
  const attribute = await done('create_attribute', {
    name: 'রং\u09df  X',
    type: 'variant',
    values: [{ value: 'Dark  Blue' }, { value: 'ড\u09bc' }],
  });
  t.is(attribute.name, 'রং\u09df  X');
  t.is(attribute.values[0].value, 'Dark  Blue');
  const again = await call('create_attribute', { name: 'রং\u09af\u09bc x', type: 'variant' });
  t.like(again.outcome, { sqlstate: '23505', constraint: 'attributes_name_key' });
  for (const value of ['dark blue', '\u09a1\u09bc', '\u09dc']) {
    const added = await call('add_attribute_values', { id: attribute.id, values: [{ value }] });
    t.like(added.outcome, { sqlstate: 'HT101' }, value);
    t.deepEqual(Object.keys(added.outcome.fields ?? {}), ['values.0.value']);
  }
  const twice = await call('create_attribute', {
    name: 'Twice',
    type: 'variant',
    values: [{ value: '\u09cb' }, { value: '\u09c7\u09be' }],
  });
  t.is(twice.outcome.sqlstate, 'HT101');
  const changed = await call('update_attribute_value', {
    id: attribute.id,
    value_id: attribute.values[0].id,
    value: ' \u09a1\u09bc',
  });
  t.is(changed.outcome.sqlstate, 'HT101');
  await done('update_attribute_value', { id: attribute.id, value_id: attribute.values[0].id, value: 'DARK BLUE' });
});

test('options name attributes and values in any typing', async (t) => {
  await done('create_attribute', {
    name: 'পা\u09dc',
    type: 'variant',
    values: [{ value: 'ছ\u09cbট' }, { value: 'ব\u09dc' }],
  });
  const { variants } = await done('create_product', {
    name: 'Saree',
    variants: [
      { sku: 'SAREE', name: 'x', price: 1, options: [{ attribute: ' পা\u09a1\u09bc', value: 'ছ\u09c7\u09beট ' }] },
    ],
  });
  const { rows } = await asCompany(db.admin, shop.companyId, (client) =>
    client.query('select internal.find_option_value($1, $2) as id', [
      variants[0].product_id,
      { attribute: 'পা\u09a1\u09bc ', value: ' ছ\u09c7\u09beট' },
    ]),
  );
  t.is(rows[0].id, variants[0].options[0].value_id);
  t.like(variants[0].options[0], { attribute: 'পা\u09dc', value: 'ছ\u09cbট' });
});

test('names of couriers, ways to pay and coupon codes differ in more than their typing', async (t) => {
  await asCompany(
    db.admin,
    shop.companyId,
    async (client) => {
      const refused = async (constraint: string, sql: string, values: unknown[]) => {
        await client.query('savepoint before');
        await t.throwsAsync(client.query(sql, values), { message: new RegExp(constraint) });
        await client.query('rollback to savepoint before');
      };
      const storeId = shop.stores[0].id;
      await client.query(`select staff.create_courier('পাঠা\u09df')`);
      await refused('couriers_name_key', `select staff.create_courier('পাঠা\u09af\u09bc')`, []);
      await refused(
        'payment_methods_name_key',
        `select staff.create_payment_method($1, 'CASH  on delivery ', 'cash')`,
        [storeId],
      );
      await client.query(`select staff.create_coupon($1, 'ছা\u09dc 10', 'percent', 10)`, [storeId]);
      await refused('coupons_code_key', `select staff.create_coupon($1, ' ছা\u09a1\u09bc  10', 'percent', 10)`, [
        storeId,
      ]);
    },
    { id: '00000000-0000-0000-0000-000000000001', name: 'Rina', permissions: ['settings.manage'] },
  );
});

test('in a big store names are searched by their index', async (t) => {
  await db.admin.query(
    `insert into app.customers (company_id, store_id, full_name) select $1, $2, 'Customer ' || md5(n::text) from generate_series(1, 2000) n`,
    [shop.companyId, shop.stores[1].id],
  );
  await db.admin.query('vacuum analyze app.customers');
  const { rows } = await db
    .as('haat_gatekeeper')
    .query(
      `explain select c.id from app.customers c where c.company_id = '${shop.companyId}' and internal.fold(c.full_name) like internal.like_pattern(' ABC12 ')`,
    );
  t.regex(JSON.stringify(rows), /customers_full_name_search_idx/);
});
