// Imports and exports by the command line: what is shown first is what is done, a second time changes nothing, and what
// is written can be taken in again.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'ava';
import { remarksOf } from '../../server/import-export/line.ts';
import { phoneOf } from '../../server/import-export/phone.ts';
import { plan } from '../../server/import-export/plan.ts';
import { planner, roomFor } from '../../server/import-export/queries.ts';
import { openFile } from '../../server/import-export/read-file.ts';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import {
  customerFile,
  orderFile,
  shopifyCustomerFile,
  shopifyFile,
  shopifyOrderFile,
  wooFile,
} from '../helpers/import-files.ts';
import { runs } from '../helpers/long.ts';
import { runHaatHere } from '../helpers/processes/haat.ts';
import fc from '../helpers/properties.ts';
import { asCompany, createShop, insert, stockVariant, type TestShop } from '../helpers/shop.ts';

let db: TestDatabase;
let shop: TestShop;
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'haat-import-'));

test.before(async () => {
  db = await freshDatabase('runs processes');
  shop = await createShop(db.admin);
});

test.after.always(async () => {
  fs.rmSync(folder, { recursive: true });
  await db?.drop();
});

function fileOf(name: string, content: string): string {
  const file = path.join(folder, name);
  fs.writeFileSync(file, content);
  return file;
}

const haat = (...args: string[]) => runHaatHere(args, { DATABASE_URL: db.url });

/** What an import answered, and what it told of lines. */
async function takeIn(kind: string, content: string, storeId: string, ...more: string[]) {
  const file = fileOf(`${kind}.csv`, content);
  const { out, err, code } = await haat('import', kind, file, '--store', storeId, ...more, '--json');
  if (!out) throw new Error(err);
  return { ...JSON.parse(out), code, told: err };
}

async function written(kind: string, storeId: string, as?: string): Promise<string> {
  const { out, err, code } = await haat('export', kind, '--store', storeId, ...(as ? ['--as', as] : []));
  if (code !== 0) throw new Error(err);
  return out;
}

const emptyStore = async () => {
  const slug = `empty-${Math.random().toString(36).slice(2)}`;
  const id = await insert(db.admin, 'stores', { company_id: shop.companyId, name: slug, slug });
  await insert(db.admin, 'channels', {
    company_id: shop.companyId,
    store_id: id,
    type: 'manual',
    name: 'M',
    slug: 'manual',
  });
  return id;
};

const count = async (table: string, storeId: string) =>
  (await db.admin.query(`select count(*)::integer as n from app.${table} where store_id = $1`, [storeId])).rows[0].n;

/** The products of a store as their documents show them, without what two stores cannot share; with stock and cost. */
async function productsOf(storeId: string) {
  const { rows } = await asCompany(
    db.admin,
    shop.companyId,
    (client) => client.query('select document from internal.export_products($1, null, 1000)', [storeId]),
    { id: await owner(), name: 'Owner', permissions: ['catalog.manage', 'costs.read'] },
  );
  const plain = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(plain);
    if (typeof value !== 'object' || value === null) return value;
    const kept = Object.entries(value).filter(([key]) => !/(^|_)id$|_at$/.test(key));
    return Object.fromEntries(kept.map(([key, one]) => [key, plain(one)]));
  };
  return rows.map(({ document }) => plain(document) as Record<string, unknown>);
}

const owner = async () =>
  (await db.admin.query('select id from app.staff where company_id = $1 limit 1', [shop.companyId])).rows[0]?.id ??
  insert(db.admin, 'staff', { company_id: shop.companyId, email: 'o@shop.example', full_name: 'Owner', role: 'owner' });

test.serial('what would be done is shown by line, and nothing is written', async (t) => {
  const [{ id }] = shop.stores;
  await stockVariant(db.admin, shop, { sku: 'PUN-L', storeId: id, quantity: 0 });
  const shown = await takeIn('products', wooFile, id, '--location', 'Dhaka', '--dry-run');
  t.like(shown, { 'would be made': 1, 'would be updated': 0, 'cannot be': 3, code: 1 });
  t.regex(shown.told, /refused: line 3, Attribute 1 value\(s\): are set when the variant is created and cannot change/);
  const other = await takeIn('products', shopifyFile.replace('JAM-L-RED', 'PUN-L'), id, '--dry-run');
  t.like(other, { 'would be made': 1, 'cannot be': 1 });
  t.true(
    other.told.includes('refused: line 4, Variant SKU: PUN-L belongs to another product, product-pun-l\n'),
    other.told,
  );
  t.is(await count('products', id), 1);
});

test.serial('more products than the plan has are told by line before, and refused for the same reason', async (t) => {
  const id = await emptyStore();
  const limit = (most: string) => db.admin.query(`update app.plans set max_products = ${most}`);
  await limit('(select count(*) + 1 from app.products)');
  try {
    for (const more of [['--dry-run'], []]) {
      const { told, ...counts } = await takeIn('products', shopifyFile, id, ...more);
      t.like(counts, { [more.length > 0 ? 'cannot be' : 'refused']: 1 });
      t.regex(told, /^refused: line \d+: The plan's \d+ products are used up/m);
    }
    t.is(await count('products', id), 1);
    // What is there takes nothing of the plan.
    t.like(await takeIn('products', shopifyFile, id, '--dry-run'), { 'would stay as it is': 1, 'cannot be': 1 });
  } finally {
    await limit('null');
  }
});

test.serial(
  'a catalog moves in with its brand, categories, options, stock and pictures, and a second time changes nothing',
  async (t) => {
    const [, { id }] = shop.stores;
    for (const [source, file, made] of [
      ['shopify', shopifyFile, 2],
      ['woocommerce', wooFile, 2],
    ] as const) {
      t.like(await takeIn('products', file, id, '--location', 'dha'), { source, made, updated: 0 });
      const before = await productsOf(id);
      const events = await count('events', id);
      t.like(await takeIn('products', file, id, '--location', 'dha'), { made: 0, updated: 0, unchanged: made });
      t.deepEqual(await productsOf(id), before);
      t.is(await count('events', id), events, 'what is the same is not told');
    }
    const { rows } = await db.admin.query(
      `select v.sku, l.on_hand, m.type, m.reason from app.variants v join app.inventory_levels l on l.variant_id = v.id
       join app.stock_movements m on m.variant_id = v.id where v.store_id = $1 order by v.sku`,
      [id],
    );
    t.like(rows[0], { sku: 'JAM-M-RED', on_hand: 12, type: 'adjustment', reason: 'Moved in from Shopify' });
    t.is(await count('image_links', id), 5);
    t.is(await count('brands', id), 2);
    t.is(await count('categories', id), 5, 'Sarees; Men, Panjabi, Eid; Food');

    const changed = shopifyFile.replace('4500.00', '4400.00').replace(',12,deny', ',9,deny');
    t.like(await takeIn('products', changed, id, '--location', 'dha'), { made: 0, updated: 1, unchanged: 1 });
    const saree = (await productsOf(id)).find(({ slug }) => slug === 'jamdani-saree')!;
    t.like((saree.variants as object[])[0], { discount_price: '4400.00', stock: 9, cost_price: '2100.50' });
  },
);

test.serial('variants whose SKU stands above wait until it is chosen what they get; then they come in', async (t) => {
  const id = await emptyStore();
  const file = `Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price
tee,Tee,Size,S,TEE,5
tee,,,M,tee,6
cap,Cap,Title,Default Title,TEE,7
`;
  const skus = async () =>
    (await db.admin.query('select sku from app.variants where store_id = $1 order by sku collate "C"', [id])).rows.map(
      ({ sku }) => sku,
    );
  t.like(await takeIn('products', file, id), { made: 1, refused: 1, 'variants that wait': 2 });
  t.deepEqual(await skus(), ['TEE']);
  const chosen = ['--duplicate-skus', 'options'];
  const shown = await takeIn('products', file, id, ...chosen, '--dry-run');
  t.like(shown, { 'would be made': 1, 'would be updated': 1, 'SKUs made unique': 2, code: 0 });
  t.true(shown.told.includes('note: line 3, Variant SKU: tee stands above already, in line 2: the variant gets tee-M'));
  t.true(shown.told.includes('update: line 2: new variants'), shown.told);
  t.like(await takeIn('products', file, id, ...chosen), { made: 1, updated: 1, refused: 0 });
  t.deepEqual(await skus(), ['TEE', 'cap', 'tee-M']);
  const again = await takeIn('products', file, id, ...chosen);
  t.like(again, { made: 0, updated: 0, unchanged: 2, refused: 0 });
  const dearer = await takeIn(
    'products',
    file.replace(',TEE,5', ',TEE,8').replace('Cap,', 'Hat,'),
    id,
    ...chosen,
    '--dry-run',
  );
  t.like(dearer, { 'would be updated': 2 });
  // A SKU is known in any letter case, and is written as the file has it.
  const spelled = file.replace(',TEE,5', ',Tee,5');
  const before = await takeIn('products', spelled, id, ...chosen, '--dry-run');
  t.like(before, { 'would be updated': 1, 'would stay as it is': 1 });
  t.regex(before.told, /^update: line 2: Variant SKU$/m);
  t.like(await takeIn('products', spelled, id, ...chosen), { updated: 1, unchanged: 1 });
  t.deepEqual(await skus(), ['Tee', 'cap', 'tee-M']);
  t.regex(dearer.told, /^update: line 2: Variant Price\n.*\nupdate: line 4: Title$/m);
});

test.serial('a line that is refused when it runs leaves nothing of itself, and the others come in', async (t) => {
  const id = await emptyStore();
  await takeIn('products', wooFile, id);
  const others = wooFile.replaceAll(',Size,', ',Length,').replace('মধু,1', 'মধু খাঁটি,1');
  const result = await takeIn('products', others, id);
  t.like(result, { updated: 1, refused: 3, code: 1 });
  t.is((await takeIn('products', others, id, '--dry-run')).told, result.told, 'as it was told before');
  t.true(result.told.includes('are set when the variant is created'), result.told);
  t.is(await count('attributes', id), 1);
});

test.serial('what is written as CSV comes back into an empty store as the same documents', async (t) => {
  const [, { id }] = shop.stores;
  await db.admin.query(
    `update app.products set short_description = $2, name = '=1+1' where store_id = $1 and name like 'Clay mug%'`,
    [id, "'-quoted"],
  );
  await db.admin.query(
    `update app.inventory_levels l set bin = 'A-03' from app.variants v where v.id = l.variant_id and v.sku = 'JAM-M-RED'
       and l.store_id = $1`,
    [id],
  );
  const original = await productsOf(id);
  const kept: Record<string, (product: Record<string, unknown>) => unknown> = {
    haat: (product) => product,
    // What the shop's columns have no place for.
    shopify: ({ short_description, category_paths, categories, variants, ...product }) => ({
      ...product,
      variants: (variants as Record<string, unknown>[]).map(
        ({ low_stock_threshold, dimensions, name, bin, ...one }) => one,
      ),
      category: (category_paths as unknown[])[0],
    }),
    woocommerce: ({ variants, ...product }) => ({
      ...product,
      variants: (variants as Record<string, unknown>[]).map(({ cost_price, name, bin, ...one }) => one),
    }),
  };
  for (const [as, shared] of Object.entries(kept)) {
    const text = await written('products', id, as);
    t.notRegex(text, /(^|,)"?[=@]/m, 'no cell is a formula');
    const other = await emptyStore();
    t.like(await takeIn('products', text, other, '--location', 'Dhaka'), { made: 4, refused: 0 }, as);
    t.deepEqual((await productsOf(other)).map(shared), original.map(shared), as);
  }
});

test.serial(
  'customers and open orders come in once, as the procedures of the shop take them, and go out again',
  async (t) => {
    const [, { id: storeId }] = shop.stores;
    t.like(await takeIn('customers', customerFile, storeId, '--dry-run'), {
      'would be made': 2,
      'would be updated': 1,
      'cannot be': 1,
    });
    t.like(await takeIn('customers', customerFile, storeId), { made: 2, updated: 1, refused: 1 });
    t.like(await takeIn('customers', customerFile, storeId), { made: 0, updated: 0, unchanged: 3, refused: 1 });

    const shown = await takeIn('orders', orderFile, storeId, '--location', 'Dhaka', '--dry-run');
    t.like(shown, { 'would be made': 2, 'cannot be': 2 });
    const orders = await takeIn('orders', orderFile, storeId, '--location', 'Dhaka');
    t.like(orders, { made: 2, refused: 2, told: shown.told });
    t.true(
      orders.told.includes(
        'refused: line 5, cod_amount: lines, delivery and tax come to 2060.00, less 0 paid: 2060.00 is to be collected, not 2000',
      ),
      orders.told,
    );
    const { rows } = await db.admin.query(
      `select o.status, o.due_amount, o.paid_amount, o.custom_fields, l.reserved
     from app.orders o join app.order_items i on i.order_id = o.id join app.inventory_levels l on l.variant_id = i.variant_id
     where o.store_id = $1 and i.sku = 'PUN-M' order by o.number`,
      [storeId],
    );
    t.like(rows[0], {
      status: 'confirmed',
      due_amount: '1860.00',
      custom_fields: { old_order_number: 'W-1001' },
      reserved: 2,
    });
    t.like(rows[1], { status: 'pending', due_amount: '3100.00', paid_amount: '500.00' });
    t.like(await takeIn('orders', orderFile, storeId), { made: 0, unchanged: 2, refused: 2 });
    t.is(await count('orders', storeId), 2);

    const less = wooFile.replace('taxable,1,8,', 'taxable,1,1,');
    for (const more of [['--dry-run'], []])
      t.regex(
        (await takeIn('products', less, storeId, '--location', 'Dhaka', ...more)).told,
        /refused: line \d+, Stock: would leave less stock than orders have reserved/,
      );

    const other = await emptyStore();
    const row = { company_id: shop.companyId, store_id: other };
    await insert(db.admin, 'payment_methods', { ...row, name: 'bKash', type: 'wallet', requires_transaction_id: true });
    await takeIn('products', await written('products', storeId, 'haat'), other, '--location', 'Dhaka');
    const customers = await written('customers', storeId);
    t.like(await takeIn('customers', customers, other), { refused: 0 });
    t.is(await written('customers', other), customers);
    t.like(await takeIn('orders', await written('orders', storeId), other, '--location', 'Dhaka'), {
      made: 2,
      refused: 0,
    });
    const withoutNumber = (text: string) => text.replaceAll(/ORD-\d+-\d+/g, 'ORD');
    t.is(withoutNumber(await written('orders', other)), withoutNumber(await written('orders', storeId)));
  },
);

test.serial('customers and orders of Shopify come in as they were exported, each once', async (t) => {
  const storeId = await emptyStore();
  const row = { company_id: shop.companyId, store_id: storeId };
  await insert(db.admin, 'payment_methods', { ...row, name: 'bKash', type: 'wallet', requires_transaction_id: true });
  for (const sku of ['MUG-R', 'SAREE']) await stockVariant(db.admin, shop, { sku, storeId, quantity: 9, price: 900 });
  t.like(await takeIn('customers', shopifyCustomerFile, storeId), { made: 2, refused: 0, 'left out': 2 });
  const byEmail = ['--without-phone', 'email'];
  t.like(await takeIn('customers', shopifyCustomerFile, storeId, ...byEmail), { made: 2, unchanged: 2, refused: 0 });
  const shown = await takeIn('orders', shopifyOrderFile, storeId, ...byEmail, '--dry-run');
  t.like(shown, { 'would be made': 3, 'left out': 1, 'cannot be': 1 });
  t.regex(shown.told, /note: Fulfillment Status, in 1 rows: fulfilled there: only orders/);
  const taken = await takeIn('orders', shopifyOrderFile, storeId, ...byEmail);
  t.like(taken, { source: 'shopify', made: 3, refused: 1, told: shown.told });
  const { rows } = await db.admin.query(
    `select o.custom_fields ->> 'old_order_number' as old, o.total_amount, o.due_amount, c.phone, c.email
     from app.orders o join app.customers c on c.id = o.customer_id where o.store_id = $1 order by 1`,
    [storeId],
  );
  t.deepEqual(rows, [
    { old: '2001', total_amount: '1960.00', due_amount: '1960.00', phone: '01812345678', email: 'karim@example.com' },
    { old: '2002', total_amount: '900.00', due_amount: '0.00', phone: '01912345678', email: 'rima@example.com' },
    { old: '2005', total_amount: '400.00', due_amount: '400.00', phone: null, email: 'mail@example.com' },
  ]);
  t.like(await takeIn('orders', shopifyOrderFile, storeId, ...byEmail), { made: 0, unchanged: 3, 'left out': 1 });
});

test.serial('of the phones of a row the one is taken that the database knows as one', async (t) => {
  const part = fc.constantFrom(
    ...['+880', '00880', '880', '0', '1711', '17', '12345678', '১৭১১', '000001', '2', '', 'x'],
  );
  const mark = fc.constantFrom(
    ...['', '', '', ' ', '-', '–', '(', ')', '/', '.', ',', '\u00a0', '\u200e', '\u2212', ';', ':', '*', '+'],
  );
  const phone = fc.array(fc.tuple(mark, part), { maxLength: 4 }).map((parts) => parts.flat().join(''));
  await fc.assert(
    fc.asyncProperty(fc.array(phone, { minLength: 20, maxLength: 40 }), async (phones) => {
      const { rows } = await db.admin.query(
        'select internal.canonical_phone(w.phone) is not null as known from unnest($1::text[]) with ordinality as w (phone, n) order by w.n',
        [phones.map((one) => one.trim())],
      );
      t.deepEqual(
        phones.map((one) => [one, phoneOf([one]).phone !== null]),
        phones.map((one, n) => [one, rows[n].known]),
      );
    }),
    { numRuns: runs(30) },
  );
});

/** What is shown of a file, and what then becomes of each line; all of it is undone. */
async function shownAndDone(kind: 'products' | 'customers' | 'orders', content: string, ordersLeft: number | null) {
  const [{ id: storeId }] = shop.stores;
  const member = {
    id: await owner(),
    name: 'Owner',
    permissions: ['orders.manage', 'payments.manage', 'catalog.manage', 'inventory.manage'],
  };
  const file = fileOf('random.csv', content);
  const read = async () =>
    (
      await openFile(file, {
        kind,
        mediaUrl: 'https://media.example',
        stocking: kind === 'products' ? { locationId: shop.locationId } : null,
      })
    ).lines;
  const own = { store_id: storeId, ...(kind === 'orders' && { location_id: shop.locationId }) };
  const shown: Record<number, string> = {};
  const done: Record<number, string> = {};
  // An order that is only planned has no number yet.
  const texts = (remarks: { column: string; text: unknown }[]) =>
    remarks
      .map((r) => `${r.column}: ${r.text}`.replace(/was already recorded on order .*/, 'is that of an order before.'))
      .join('; ');
  const undone = new Error('undone');
  const all = asCompany(
    db.admin,
    shop.companyId,
    async (client) => {
      const one = async (sql: string, values: unknown[]) => (await client.query(sql, values)).rows[0];
      await client.query('reset role');
      await client.query(
        `update app.plans set orders_per_month = $1::integer + (select count(*) from app.orders where company_id = $2)`,
        [ordersLeft, shop.companyId],
      );
      await client.query('set local role haat_owner');
      const room = await roomFor(one, kind, storeId);
      for await (const { line, action, problems } of plan(kind, await read(), planner(one, storeId, own), room, 3))
        shown[line] = action === 'refuse' ? texts(problems) : action;
      for await (const { line, action, problems, input, placeOf } of plan(
        kind,
        await read(),
        planner(one, storeId, own),
      )) {
        if (action === 'refuse' || action === 'skip') {
          done[line] = action === 'refuse' ? texts(problems) : action;
          continue;
        }
        await client.query('savepoint line');
        try {
          const sql = `select internal.import_${kind.slice(0, -1)}($1)::jsonb ->> 'action' as action`;
          const { action: what } = await one(sql, [JSON.stringify({ ...input, ...own })]);
          done[line] = { created: 'create', updated: 'update' }[what as string] ?? what;
        } catch (error) {
          await client.query('rollback to savepoint line');
          const { detail } = error as { detail?: string };
          const { problem, problems } = JSON.parse(detail!);
          done[line] = texts(remarksOf(problems ?? { '': [problem] }, placeOf));
        }
      }
      throw undone;
    },
    member,
  );
  if ((await all.catch((error) => error)) !== undone) await all;
  return { shown, done };
}

const often =
  (...values: string[]) =>
  (rare: string) =>
    fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...values) }, { weight: 1, arbitrary: fc.constant(rare) });

const phones = often('01711111111', '+8801722222222', '01733 333333', '')('12');
const emails = often('', '', '', 'a@shop.example', 'B@shop.example', 'c@shop.example')('no email');
const names = often('Karim', 'রহিমা')('');
const streets = often('', 'Road 1', 'road  1')('Road 2');

test.serial('of products that are here, what would change nothing is shown so, and the run agrees', async (t) => {
  const id = await emptyStore();
  t.like(await takeIn('products', shopifyFile, id, '--location', 'Dhaka'), { made: 2 });
  const none = { 'would be made': 0, 'would be updated': 0, 'would stay as it is': 2, 'cannot be': 0 };
  t.like(await takeIn('products', shopifyFile, id, '--location', 'Dhaka', '--dry-run'), none);
  for (const as of ['haat', 'shopify'])
    t.like(
      await takeIn('products', await written('products', id, as), id, '--location', 'Dhaka', '--dry-run'),
      none,
      as,
    );
  const header =
    'Handle,Title,Body (HTML),Vendor,Type,Published,Status,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Compare At Price,Variant Barcode,Variant Inventory Qty,Cost per item,Haat: Bin,Image Src,Haat: Categories,Haat: Dimensions';
  const line = fc
    .record({
      title: often('Mug', 'Mug', 'Mug')('Cup'),
      body: often('', '')('<p>Clay</p>'),
      vendor: often('Acme', ' acme', 'Acme')(''),
      type: often('Food', 'food', 'Food')('Food > Cups'),
      published: often('TRUE', '', 'TRUE')('FALSE'),
      status: often('active', 'active')('archived'),
      price: often('100.00', '100', '100.0')('120'),
      compared: often('', '', '90')('150'),
      barcode: often('', '', '')('77'),
      stock: often('5', '5', '')('6'),
      bin: often('A-1', 'A-1', ' A-1 ')('B-2'),
      image: often('', '', '')('https://cdn.example/mug.jpg'),
    })
    .map((of) => (handle: string) => {
      const sku = `${handle}-1`;
      const cells = [of.title, of.body, of.vendor, of.type, of.published, of.status, 'Title', 'Default Title', sku];
      return [handle, ...cells, of.price, of.compared, of.barcode, of.stock, '40', of.bin, of.image].join(',');
    });
  const [{ id: first }] = shop.stores;
  const same = ['', '', 'Acme', 'Food', 'TRUE', 'active', 'Title', 'Default Title'];
  const [asItIs, dearer] = [100, 120].map(
    (price) => (handle: string) =>
      [handle, 'Mug', ...same.slice(1), `${handle}-1`, price, '', '', 5, 40, 'A-1', ''].join(','),
  );
  const start = ['mug', 'cup'].map((handle) => asItIs!(handle));
  await takeIn('products', [header, ...start].join('\n'), first, '--location', 'Dhaka');
  const told = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.tuple(line, line, line), async ([a, b, c]) => {
      const content = [header, a('mug'), b('cup'), c('bowl')].join('\n');
      const { shown, done } = await shownAndDone('products', content, null);
      t.deepEqual(shown, done, content);
      for (const what of Object.values(shown)) told.add(what);
    }),
    { numRuns: runs(40, 8), includeErrorInReport: true, examples: [[[asItIs!, dearer!, asItIs!]]] },
  );
  for (const what of ['create', 'update', 'unchanged']) t.true(told.has(what), what);
});

/** The first line takes the known customer's email away; who then gets it is another customer, and so is the third. */
const emailGivenUp = [
  { name: 'Karim', phone: '01722222222', email: 'a@shop.example', street: '' },
  { name: 'Karim', phone: '', email: 'b@shop.example', street: '' },
  { name: 'Karim', phone: '01733333333', email: '', street: '' },
  { name: 'Karim', phone: '01733333333', email: 'a@shop.example', street: '' },
];

test.serial('what is shown of customers and orders is what the run then says, line by line', async (t) => {
  const [{ id: storeId }] = shop.stores;
  await stockVariant(db.admin, shop, { sku: 'FEW', storeId, quantity: 4, price: 100 });
  await stockVariant(db.admin, shop, { sku: 'SOME', storeId, quantity: 9, price: 70 });
  const withdrawn = await stockVariant(db.admin, shop, { sku: 'GONE', storeId, quantity: 9 });
  await db.admin.query(`update app.variants set status = 'inactive' where id = $1`, [withdrawn.variantId]);
  await insert(db.admin, 'customers', {
    company_id: shop.companyId,
    store_id: storeId,
    full_name: 'Known',
    phone: '01722222222',
    email: 'b@shop.example',
  });
  const customer = fc.record({ phone: phones, email: emails, name: names, street: streets });
  await fc.assert(
    fc.asyncProperty(fc.array(customer, { minLength: 1, maxLength: 9 }), async (lines) => {
      const rows = lines.map(({ name, phone, email, street }) => `${name},${phone},${email},${street}`);
      const { shown, done } = await shownAndDone(
        'customers',
        `full_name,phone,email,address_line\n${rows.join('\n')}\n`,
        null,
      );
      t.deepEqual(shown, done, rows.join('\n'));
    }),
    { numRuns: runs(15), includeErrorInReport: true, examples: [[emailGivenUp]] },
  );
  const order = fc.record({
    number: fc.integer({ min: 1, max: 12 }),
    status: often('', 'confirmed', 'hold', 'follow_up')('delivered'),
    customer,
    items: fc.array(
      fc.record({
        sku: fc.oneof({ weight: 9, arbitrary: often('FEW', 'SOME', 'SOME')('GONE') }, fc.constant('NONE')),
        quantity: fc.oneof({ weight: 20, arbitrary: fc.integer({ min: 1, max: 3 }) }, fc.constant(0)),
      }),
      { minLength: 1, maxLength: 3 },
    ),
    paid: fc.constantFrom(0, 0, 0, 50, 50, 5000),
    method: often('bkash', 'Card')('Shells'),
    transaction: fc.constantFrom('T1', ' T1', 'T2', ''),
    wrong: fc.constantFrom(0, 0, 0, 0, 0, 1),
  });
  const header =
    'order_number,status,customer_name,customer_phone,customer_email,sku,quantity,unit_price,shipping_charge,paid_amount,payment_method,transaction_id,cod_amount\n';
  await fc.assert(
    fc.asyncProperty(
      fc.array(order, { minLength: 1, maxLength: 9 }),
      fc.option(fc.integer({ min: 1, max: 5 })),
      async (orders, left) => {
        const rows = orders.flatMap(({ number, status, customer: who, items, paid, method, transaction, wrong }) => {
          const cod = items.reduce((sum, { quantity }) => sum + quantity * 90, 60) - paid + wrong;
          return items.map(({ sku, quantity }, n) =>
            n === 0
              ? `W${number},${status},${who.name},${who.phone},${who.email},${sku},${quantity},90,60,${paid},${method},${transaction},${cod}`
              : `,,,,,${sku},${quantity},90,,,,,`,
          );
        });
        const { shown, done } = await shownAndDone('orders', `${header}${rows.join('\n')}\n`, left);
        t.deepEqual(shown, done, rows.join('\n'));
      },
    ),
    { numRuns: runs(40, 8), includeErrorInReport: true },
  );
});

test.serial('the commands of the guide "From Shopify" bring a shop over, in their order', async (t) => {
  const guide = path.join(import.meta.dirname, '../../server/docs/guides/from-shopify.md');
  const commands = [...fs.readFileSync(guide, 'utf8').matchAll(/^npm run haat -- (.+)$/gm)];
  const files = ['products', 'customers', 'orders'];
  const contents = [
    shopifyFile.replace('JAM-M-RED', 'MUG-R').replace('JAM-L-RED,700,shopify,-2', 'SAREE,700,shopify,9'),
    shopifyCustomerFile,
    shopifyOrderFile.replace('partially_refunded', 'refunded'),
  ];
  for (const [n, content] of contents.entries()) fileOf(`${files[n]}.csv`, content);
  const { rows } = await db.admin.query('select name from app.companies where id = $1', [shop.companyId]);
  const told: string[] = [];
  for (const [, line] of commands) {
    const words = [...line!.replace(/ > .*/, '').matchAll(/"([^"]*)"|(\S+)/g)].map(
      ([, quoted, bare]) => quoted ?? bare!,
    );
    const given = words.map((word) => (word === "Rina's" ? rows[0].name : word));
    const { code, out, err } = await haat(
      ...given.map((word) => (/^\w+\.csv$/.test(word) ? path.join(folder, word) : word)),
    );
    t.is(code, 0, `${line}\n${out}${err}`);
    told.push(out);
    if (given[0] !== 'store') continue;
    const stores = await db.admin.query("select id from app.stores where slug = 'rina'");
    const row = { company_id: shop.companyId, store_id: stores.rows[0].id };
    await insert(db.admin, 'payment_methods', { ...row, name: 'bKash', type: 'wallet', requires_transaction_id: true });
  }
  t.is(told.length, 9);
  t.regex(told.at(-2)!, /^\uFEFFHandle,Title/);
  t.regex(told.at(-1)!, /service_sk_/);
});
