// Files of other shops, read line by line: whatever the encoding and the separator, the same products; what is wrong is told
// by line and column.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'ava';
import { parse } from 'csv-parse/sync';
import { defused, numberIn, withoutDefusal } from '../../server/import-export/cells.ts';
import type { Kind } from '../../server/import-export/kinds.ts';
import type { Line } from '../../server/import-export/line.ts';
import type { Mapping } from '../../server/import-export/mapped.ts';
import { countTold, noCounts } from '../../server/import-export/plan.ts';
import { openFile, type ReadOptions, UnknownColumns } from '../../server/import-export/read-file.ts';
import { BrokenFile, readRows } from '../../server/import-export/read-rows.ts';
import { spread } from '../../server/import-export/spread.ts';
import { orderSheet } from '../../server/import-export/write-own.ts';
import {
  customerFile,
  orderFile,
  shopifyCustomerFile,
  shopifyFile,
  shopifyOrderFile,
  wooFile,
  wooItemsFile,
  wooOrderFile,
  writeSheet,
} from '../helpers/import-files.ts';
import { inTurns, isLong, runs, slice } from '../helpers/long.ts';
import fc from '../helpers/properties.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'haat-import-'));
test.after.always(() => fs.rmSync(folder, { recursive: true }));

let files = 0;
function fileOf(content: string | Buffer): string {
  const file = path.join(folder, `${++files}.csv`);
  fs.writeFileSync(file, content);
  return file;
}

const locationId = '00000000-0000-4000-8000-000000000001';

async function read(content: string | Buffer, kind: Kind = 'products', more: Partial<ReadOptions> = {}) {
  const now = new Date('2026-06-01');
  const options = { kind, mediaUrl: 'https://media.example', stocking: { locationId }, now, ...more };
  const { source, lines } = await openFile(fileOf(content), options);
  return { source, lines: await Array.fromAsync(lines) };
}

// biome-ignore lint/suspicious/noExplicitAny: inputs are of every shape
const input = (line: Line | undefined): any => line!.input;
const told = (line: Line | undefined) =>
  [...line!.problems, ...line!.notes].map((one) => `${one.line} ${one.column}: ${one.text}`);

test('a Shopify export becomes products with variants, brand, category, stock and pictures', async (t) => {
  const { source, lines } = await read(shopifyFile);
  t.is(source, 'shopify');
  const [saree, mug] = lines;
  t.like(input(saree), {
    handle: 'jamdani-saree',
    name: 'জামদানি শাড়ি',
    description: '<p>হাতে বোনা,\n"ঢাকাই" জামদানি।</p>',
    brand: 'আড়ং',
    status: 'active',
    category_paths: [['Sarees']],
    location_id: locationId,
    reason: 'Moved in from Shopify',
  });
  t.like(input(saree).variants[0], {
    sku: 'JAM-M-RED',
    barcode: '8901234567890',
    name: 'M / লাল',
    price: 5200,
    discount_price: 4500,
    weight: 0.65,
    cost_price: 2100.5,
    stock: 12,
    options: [
      { attribute: 'Size', value: 'M' },
      { attribute: 'Colour', value: 'লাল' },
    ],
  });
  t.like(input(saree).variants[1], { sku: 'JAM-L-RED', price: 4700, discount_price: null, stock: 0 });
  t.deepEqual(input(saree).image_links, [
    { source_url: 'https://cdn.example/jam-2.jpg', alt_text: null, skus: [] },
    { source_url: 'https://cdn.example/jam-1.jpg', alt_text: 'Front', skus: [] },
    { source_url: 'https://cdn.example/jam-red.jpg', alt_text: null, skus: ['JAM-M-RED'] },
  ]);
  t.deepEqual(told(saree), [
    '4 Variant Inventory Qty: -2 is below zero: it becomes 0',
    '5 Image Src: is not an https link, so no picture: http://cdn.example/jam-3.jpg',
  ]);
  t.is(saree!.line, 2);
  t.like(input(mug), { name: 'Clay mug, "big"', description: 'Plain text', status: 'draft', brand: null });
  t.like(input(mug).variants[0], { sku: 'clay-mug', price: 1250, name: 'Clay mug, "big"' });
  t.false('stock' in input(mug).variants[0], 'what was not counted there');
  t.false('options' in input(mug).variants[0]);
});

test('the headings of newer Shopify exports are known too', async (t) => {
  const { lines } =
    await read(`Title,URL handle,Description,Vendor,Status,SKU,Option1 name,Option1 value,Price,Compare-at price,Inventory tracker,Inventory quantity,Weight value (grams),Product image URL
Mug,mug,A mug,Acme,Active,MUG-1,Title,Default Title,9.5,,shopify,4,300,https://cdn.example/mug.png
Gift,gift,,,Active,GIFT-1,Title,Default Title,0,12,,,,`);
  t.like(input(lines[0]), { handle: 'mug', brand: 'Acme', status: 'active', description: 'A mug' });
  t.like(input(lines[0]).variants[0], { sku: 'MUG-1', price: 9.5, stock: 4, weight: 0.3 });
  t.like(input(lines[1]).variants[0], { sku: 'GIFT-1', price: 0, discount_price: null });
});

test('columns of a Shopify file may stand in any order', async (t) => {
  const { lines } = await read(
    'Option1 Value,Option1 Name,Handle,Title,SKU,Price\nS,Size,tee,Tee,T-S,5\nM,,tee,,T-M,5',
  );
  t.deepEqual(
    input(lines[0]).variants.map(({ options }: { options: { value: string }[] }) => options[0]?.value),
    ['S', 'M'],
  );
});

test('a product of Shopify that is active but not published is a draft, and that is told', async (t) => {
  const rows = [
    'active,FALSE',
    'active,TRUE',
    'active,',
    ',TRUE',
    ',FALSE',
    'draft,TRUE',
    'archived,TRUE',
    'unlisted,TRUE',
  ];
  const { lines } = await read(
    ['Title,Handle,SKU,Price,Status,Published', ...rows.map((row, n) => `Mug,mug-${n},MUG-${n},9,${row}`)].join('\n'),
  );
  t.deepEqual(
    lines.map((line) => input(line).status),
    ['draft', 'active', 'active', 'active', 'draft', 'draft', 'archived', 'active'],
  );
  t.deepEqual(told(lines[0]), ['2 Published: is not published there: the product becomes a draft']);
  t.deepEqual(told(lines[1]), []);
});

test('a WooCommerce export becomes products; variations are found wherever they stand', async (t) => {
  const { source, lines } = await read(wooFile);
  t.is(source, 'woocommerce');
  const [panjabi, honey, set, lost] = lines;
  t.like(input(panjabi), {
    name: 'Panjabi, white',
    short_description: 'Short',
    description: 'One\nTwo',
    brand: 'Aarong',
    category_paths: [['Men', 'Panjabi'], ['Eid']],
    status: 'active',
  });
  t.like(input(panjabi).variants[0], {
    sku: 'PUN-M',
    name: 'M',
    price: 2000,
    discount_price: 1800,
    weight: 0.4,
    low_stock_threshold: 2,
    dimensions: { length: 30, width: 20, height: 5, unit: 'cm' },
    stock: 8,
  });
  t.like(input(panjabi).variants[1], { sku: 'PUN-L', discount_price: null });
  t.deepEqual(told(panjabi), ['3 Sale price: is not of today: left out']);
  t.like(input(honey).variants[0], { sku: 'woo-14', barcode: '880123', price: 650, stock: 3 });
  t.deepEqual(told(set), ['6 Type: grouped products hold nothing to sell: not taken over']);
  const wrong = (await read(wooFile.replace(',5,1800,2000,', ',5,1800,2ooo,'))).lines[0];
  t.deepEqual(told(wrong)[0], '2 Regular price: 2ooo cannot be read as a number');
  t.deepEqual(told(lost), ['7 Parent: no product of the file is id:99']);
  const gift = await read('ID,Type,SKU,Name,Published,Sale price,Regular price\n1,simple,GIFT-1,Gift,1,0,12');
  t.like(input(gift.lines[0]).variants[0], { sku: 'GIFT-1', price: 0, discount_price: null });
});

test('customers and orders of our own CSV are read, with what is wrong by line and column', async (t) => {
  const customers = (await read(customerFile, 'customers')).lines;
  t.like(input(customers[0]), { full_name: 'নাসরিন আক্তার', address: { area: 'Dhanmondi', city: 'Dhaka' } });
  t.false('email' in input(customers[1]), 'an empty cell says nothing');
  const orders = (await read(orderFile, 'orders')).lines;
  t.deepEqual(
    orders.map(({ line, name }) => [line, name]),
    [
      [2, 'W-1001'],
      [3, 'W-1002'],
      [5, 'W-1003'],
      [6, 'W-1004'],
    ],
  );
  t.is(input(orders[1]).items.length, 2);
  const [wrong] = (await read(orderFile.replace('PUN-M,1,1800,60', 'PUN-M,one,18oo,6O'), 'orders')).lines;
  t.deepEqual(told(wrong), [
    '2 quantity: one cannot be read as a number',
    '2 unit_price: 18oo cannot be read as a number',
    '2 shipping_charge: 6O cannot be read as a number',
  ]);
  t.deepEqual(told(orders[3]), ['6 status: only open orders are taken in: pending, confirmed, follow_up, hold']);
});

test('what a product lacks is told by line and column, all at once', async (t) => {
  const { lines } = await read(`Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Inventory Qty
a,,Size,S,A-1,12.345,1.5
a,,,M,A-2,abc,2
b,B,Title,Default Title,A-1,5,1
a,Again,Title,Default Title,A-9,5,1`);
  t.deepEqual(told(lines[0]), [
    '2 Title: is required',
    '2 Variant Price: must have at most two decimals',
    '3 Variant Price: abc cannot be read as a number',
    '2 Variant Inventory Qty: must be an integer',
  ]);
  t.deepEqual(told(lines[1]), ['4 Variant SKU: A-1 stands above already, in line 2: this variant waits']);
  t.deepEqual(told(lines[2]), ['5 Handle: stands above already, in line 2']);
  t.true(lines.every((line) => line.input === null));
});

/** One SKU for all of a product and for one of the next, in another letter case; colours that differ by letter case. */
const doubtfulFile = `Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price,Image Src,Variant Image
tee,Tee,Size,S,TEE,5,https://cdn.example/1.jpg,
tee,,,M,tee ,5,,https://cdn.example/1.jpg
tee,,,L,TEE,5,,https://cdn.example/2.jpg
cap,Cap,Colour,Red,CAP,5,,
cap,,,red,CAP-2,5,,
cap,,,Blue,Tee,5,,https://cdn.example/3.jpg
mug,Mug,Title,Default Title,TEE,5,,
tee-m,Tee M,Title,Default Title,TEE-2,5,,
`;

test('of SKUs that stand twice only the doubtful variants wait, or get one of their own by choice', async (t) => {
  const skus = (lines: Line[]) =>
    lines.map((line) => input(line)?.variants.map(({ sku }: { sku: string }) => sku) ?? null);
  const { lines } = await read(doubtfulFile);
  t.deepEqual(skus(lines), [['TEE'], ['CAP'], null, ['TEE-2']]);
  t.deepEqual(told(lines[0]), [
    '3 Variant SKU: tee stands above already, in line 2: this variant waits',
    '4 Variant SKU: TEE stands above already, in line 2: this variant waits',
  ]);
  t.deepEqual(told(lines[1])[0], '6 Variant SKU: has the options of line 5: this variant waits');
  t.deepEqual(input(lines[0]).doubtful_skus, [
    { line: 3, sku: 'tee', same: 'sku', above: 2, becomes: null },
    { line: 4, sku: 'TEE', same: 'sku', above: 2, becomes: null },
  ]);
  // Pictures of variants that wait are still the product's.
  t.deepEqual(
    input(lines[0]).image_links.map(({ skus }: { skus: string[] }) => skus),
    [[], []],
  );
  const counts = noCounts();
  for (const line of lines) countTold(counts, line);
  t.like(counts, { waiting: 5, made_skus: 0 });

  const byOptions = (await read(doubtfulFile, 'products', { duplicateSkus: 'options' })).lines;
  t.deepEqual(skus(byOptions), [['TEE', 'tee-M', 'tee-L'], ['CAP', 'cap-Blue'], ['mug'], ['TEE-2']]);
  t.deepEqual(told(byOptions[2]), ['8 Variant SKU: TEE stands above already, in line 2: the variant gets mug']);
  t.deepEqual(input(byOptions[0]).image_links, [
    { source_url: 'https://cdn.example/1.jpg', alt_text: null, skus: ['tee-M'] },
    { source_url: 'https://cdn.example/2.jpg', alt_text: null, skus: ['tee-L'] },
  ]);
  // No number that another variant of the file has.
  const numbered = (await read(doubtfulFile, 'products', { duplicateSkus: 'suffix' })).lines;
  t.deepEqual(skus(numbered), [['TEE', 'tee-3', 'TEE-4'], ['CAP', 'Tee-5'], ['TEE-6'], ['TEE-2']]);
});

const left = async (content: string, more: Partial<ReadOptions> = {}) => {
  const { left: found, lines } = await openFile(fileOf(content), {
    kind: 'products',
    mediaUrl: 'https://media.example',
    stocking: null,
    ...more,
  });
  const read = await Array.fromAsync(lines);
  return { columns: found().map(({ column, count, text }) => `${column} ${count}: ${text}`), lines: read };
};

test('what has no place here is told by column with its count, and what is meant otherwise by line', async (t) => {
  const header =
    'Handle,Title,Body (HTML),Tags,Collection,Published,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Taxable,Variant SKU,Variant Price,Variant Barcode,SEO Title,Variant Fulfillment Service,Status';
  const rows = [
    'a,A,"<p>x<img src=""https://cdn.example/i.jpg""></p><section>s</section><iframe src=""//v""></iframe><style>p{}</style>",eid,Sale,TRUE,shopify,-3,continue,FALSE,A-1,5,,A | Shop,manual,active',
    'b,B,,"eid, new",,TRUE,,,deny,TRUE,B-1,5,8.9E+12,,manual,active',
    'c,C,<b>c</b>,,,TRUE,,4,deny,TRUE,C-1,5,,,other,active',
  ];
  const shopify = await left([header, ...rows].join('\n'), { stocking: { locationId } });
  t.deepEqual(shopify.columns, [
    'Variant Taxable 1: has no place here: it is not taken over',
    'Variant Fulfillment Service 1: has no place here: it is not taken over',
  ]);
  t.deepEqual(told(shopify.lines[0]), [
    '2 Variant Inventory Policy: is sold there without stock too: here only while there is some',
    '2 Variant Inventory Qty: -3 is below zero: it becomes 0',
    '2 Body (HTML): is cut from the description, pictures (img) too: img × 1, section × 1, iframe × 1',
  ]);
  t.like(input(shopify.lines[0]), { category_paths: [['Sale']], tags: ['eid'], seo: { title: 'A | Shop' } });
  t.like(input(shopify.lines[2]), { tags: [], seo: { title: null } });
  t.deepEqual(told(shopify.lines[1]), [
    '3 Variant Barcode: 8.9E+12 is what a spreadsheet leaves of a long number: bring the file as the shop exported it',
  ]);
  t.regex(told(shopify.lines[2])[0]!, /^4 Variant Inventory Qty: stock was not counted there/);
  t.true(
    (await left([header, rows[0]].join('\n'))).columns.includes(
      'Variant Inventory Qty 1: is not taken over: no location was chosen for it',
    ),
  );

  const woo =
    await left(`ID,Type,SKU,Name,Published,"Is featured?",Visibility in catalog,Tax status,Stock,Backorders allowed?,Regular price,Tags,Brands,Images,Parent,Description,Attribute 1 name,Attribute 1 value(s),Meta: _yoast
1,variable,,Tee,1,1,visible,taxable,9,0,,eid,"A, B",,,<p>x</p>,Size,"S, M",x
2,variation,T-S,Tee - S,1,0,visible,taxable,,notify,5,,,"https://c.example/1.jpg, https://c.example/2.jpg",id:1,Small,Size,S,
3,simple,M-1,Mug,0,0,visible,none,2,0,5,,,,,,Colour,Red,
4,simple,M-2,Cup,1,0,hidden,taxable,2,0,5,,,,,,,,`);
  const [tee, mug, cup] = woo.lines;
  t.deepEqual(
    [tee, mug, cup].map((line) => input(line).status),
    ['active', 'draft', 'draft'],
  );
  t.is(input(tee).image_links.length, 2);
  t.deepEqual(
    told(tee).map((one) => one.split(':')[0]),
    ['2 Brands', '2 Stock', '3 Stock', '3 Backorders allowed?', '3 Description'],
  );
  t.deepEqual(told(mug), [
    '4 Published: is not published there: the product becomes a draft',
    '4 Attribute 1 value(s): describes a product without variants: it is not taken over',
  ]);
  t.deepEqual(told(cup), ['5 Visibility in catalog: is hidden there: the product becomes a draft']);
  t.deepEqual(
    woo.columns.map((one) => one.split(':')[0]),
    ['Is featured? 1', 'Tax status 1', 'Stock 3', 'Meta'],
  );
  t.deepEqual(input(tee).tags, ['eid']);
});

test('customers of Shopify come by phone, and those without one are left out or come by email', async (t) => {
  const { source, lines } = await read(shopifyCustomerFile, 'customers');
  t.is(source, 'shopify');
  t.deepEqual(input(lines[0]), {
    full_name: 'Salma Begum',
    phone: '+8801711000001',
    email: 'salma@example.com',
    address: { address_line: 'House 4, Road 9, Flat 3B', city: 'Dhaka', postal_code: '1209' },
  });
  t.like(input(lines[1]), { full_name: 'Rafi', phone: '01711-000 002' });
  t.deepEqual(
    lines.map(({ isLeft }) => Boolean(isLeft)),
    [false, false, true, true],
  );
  t.deepEqual(lines.slice(2).flatMap(told), [
    '4 Phone: +447700900123 is no Bangladeshi mobile number: left out',
    '5 Phone: has no phone: left out',
  ]);
  const byEmail = (await read(shopifyCustomerFile, 'customers', { withoutPhone: 'email' })).lines;
  t.deepEqual(input(byEmail[3]), { full_name: 'news@example.com', email: 'news@example.com' });
  t.deepEqual(byEmail.slice(2).flatMap(told), [
    '4 Phone: +447700900123 is no Bangladeshi mobile number: known by email',
    '5 First Name: has no name: is called news@example.com',
  ]);
  const woo = `user_email,first_name,billing_phone,billing_address_1,billing_city,shipping_address_1,shipping_city
a@example.com,Ayesha,1712345678,Road 1,Dhaka,Office 9,Cumilla`;
  const two = (await read(woo, 'customers')).lines.map(input);
  t.deepEqual(
    two.map(({ address }) => address),
    [
      { address_line: 'Road 1', city: 'Dhaka' },
      { address_line: 'Office 9', city: 'Cumilla' },
    ],
  );
});

test('open orders of Shopify come with discounts in their prices, and all else is told', async (t) => {
  const { source, lines } = await read(shopifyOrderFile, 'orders');
  t.is(source, 'shopify');
  const [first, paid, sent, refunds, mail] = lines;
  t.like(input(first), {
    reference: '2001',
    status: 'pending',
    customer: { phone: '+880 1812-345678', full_name: 'Karim Mia', email: 'karim@example.com' },
    shipping_charge: 60,
    tax_amount: 0,
    paid_amount: 0,
    cod_amount: 1960,
    note: 'Call first',
  });
  t.like(JSON.parse(input(first).shipping_address), {
    address_line: 'Shop 7, Market',
    city: 'Dhaka',
    postal_code: '1207',
  });
  // 3 × 400 less 60, 800 less 40.
  t.deepEqual(input(first).items, [
    { sku: 'MUG-R', quantity: 3, unit_price: 380 },
    { sku: 'SAREE', quantity: 1, unit_price: 760 },
  ]);
  t.deepEqual(told(first), [
    '2 Discount Amount: a discount of 100.00 (EID) is taken off the prices of the lines',
    '2 Billing Address1: differs from where the order goes: it is not taken over',
  ]);
  t.like(input(paid), {
    tax_amount: 40,
    paid_amount: 900,
    cod_amount: 0,
    payment_method: 'bKash',
    transaction_id: 'TX-77',
  });
  t.true(sent!.isLeft);
  t.deepEqual([sent, refunds, mail].flatMap(told), [
    '5 Fulfillment Status: fulfilled there: only orders that are still to be sent are taken in',
    '6 Refunded Amount: has refunds: enter it by hand',
    '7 Phone: has no phone: left out',
  ]);
  const byEmail = (await read(shopifyOrderFile, 'orders', { withoutPhone: 'email' })).lines[4];
  t.like(input(byEmail), { customer_by_email: { full_name: 'Mail', email: 'mail@example.com' }, cod_amount: 400 });
  t.false('customer' in input(byEmail) || 'customer_id' in input(byEmail));
});

test('open orders of WooCommerce come a row an item, or all items in one row', async (t) => {
  const { source, lines } = await read(wooOrderFile, 'orders');
  t.is(source, 'woocommerce');
  t.like(input(lines[0]), {
    reference: '701',
    status: 'confirmed',
    cod_amount: 1230,
    shipping_charge: 80,
    paid_amount: 0,
  });
  t.like(input(lines[0]).customer, { phone: '1712345670', full_name: 'Nila Rahman' });
  t.deepEqual(
    input(lines[0]).items.map(({ unit_price }: { unit_price: number }) => unit_price),
    [383.33, 766.67],
  );
  t.deepEqual(
    lines.slice(1).map(({ isLeft }) => isLeft),
    [true, true],
  );
  const [one] = (await read(wooItemsFile, 'orders')).lines;
  t.like(input(one), { reference: '801', status: 'hold', cod_amount: 900 });
  t.deepEqual(input(one).items, [
    { sku: 'MUG-R', quantity: 2, unit_price: 360 },
    { sku: 'LID', quantity: 1, unit_price: 180 },
  ]);
});

test('tags of orders come from our columns and those of Shopify, and are written as they are read', async (t) => {
  const order = (tags: string) =>
    `order_number,customer_phone,customer_name,sku,quantity,cod_amount,tags\n1,01712345678,Karim,MUG-R,1,400,${tags}\n`;
  const tagsOf = async (content: string) => input((await read(content, 'orders')).lines[0]).tags;
  t.deepEqual(await tagsOf(order('"gift, VIP"')), ['gift', 'VIP']);
  const written = { items: [{ sku: 'MUG-R' }], customer: {}, tags: ['gift', 'VIP'] };
  t.is(
    orderSheet()
      .rowsOf(written as never)[0]!
      .at(-1),
    'gift, VIP',
  );
  t.is(await tagsOf(order('')), undefined);
  t.deepEqual(told((await read(order('x'.repeat(256)), 'orders')).lines[0]), [
    '2 tags: must be at most 255 characters long',
  ]);
  const header = shopifyOrderFile.split('\n')[0]!.split(',');
  const cells: Record<string, string> = {
    ...{
      Name: '#9',
      'Financial Status': 'pending',
      'Fulfillment Status': 'unfulfilled',
      Total: '400.00',
      Subtotal: '400.00',
    },
    ...{ 'Lineitem quantity': '1', 'Lineitem price': '400.00', 'Lineitem sku': 'MUG-R', Phone: '01712345678' },
    ...{ 'Shipping Name': 'Karim', Shipping: '0.00', Taxes: '0.00', 'Discount Amount': '0.00', Tags: '"gift, eid"' },
  };
  t.deepEqual(await tagsOf(`${header.join(',')}\n${header.map((name) => cells[name] ?? '').join(',')}\n`), [
    'gift',
    'eid',
  ]);
});

test('of an order whose cash cannot be told no line is handed on, and what is wrong is said', async (t) => {
  const [header, first] = shopifyOrderFile.split('\n') as [string, string];
  const toldOf = async (from: string, to: string, head = header) => {
    t.true(first.includes(from));
    const [line] = (await read(`${head}\n${first.replace(from, to)}\n`, 'orders', { withoutPhone: 'email' })).lines;
    t.is(line!.input, null);
    return told(line);
  };
  t.deepEqual(await toldOf(',1960.00,EID', ',"1.960,00",EID'), ['2 Total: 1.960,00 cannot be read as a number']);
  t.deepEqual(await toldOf(',1960.00,EID', ',,EID'), ['2 Total: is required']);
  t.deepEqual(await toldOf('Red,400.00,', 'Red,4oo,'), ['2 Lineitem price: 4oo cannot be read as a number']);
  t.deepEqual(await toldOf(',pending,', ',authorized,'), [
    '2 Financial Status: is authorized, but not paid: take the money there first, or enter it by hand',
  ]);
  t.deepEqual(await toldOf(',pending,', ',partially_paid,', header.replace('Outstanding', 'Other')), [
    '2 Outstanding Balance: is required',
  ]);
  t.deepEqual(await toldOf('3,Mug - Red,400.00,,MUG-R', ',,,,'), [
    '2 Lineitem quantity: must be at least 1',
    '2 Lineitem sku: one of variant_id and sku is required',
    '2 Billing Address1: differs from where the order goes: it is not taken over',
  ]);
  const woo = wooItemsFile.replace(/,name:Mug.*/, ',,');
  t.is((await read(woo, 'orders')).lines[0]!.input, null);
  // A status is a word of the file, whatever else has that name.
  t.true((await read(wooOrderFile.replaceAll('Processing', 'constructor'), 'orders')).lines[0]!.isLeft);
  // What is above the tax is a tip: such an order does not add up here.
  const tip = first.replace(',90.00,1960.00,', ',90.00,2100.00,');
  t.like(input((await read(`${header}\n${tip}\n`, 'orders')).lines[0]), { tax_amount: 90, cod_amount: 2100 });
});

test('prices of units that were rounded come to what their line costs', async (t) => {
  const three = wooItemsFile.replace(
    'quantity:2|total:700.00|sub_total:800.00',
    'quantity:3|total:1000|sub_total:1000',
  );
  const [line] = (await read(three.replace(',0,0,900,', ',0,0,1200,'), 'orders')).lines;
  t.deepEqual(input(line).items, [
    { sku: 'MUG-R', quantity: 2, unit_price: 333.33 },
    { sku: 'MUG-R', quantity: 1, unit_price: 333.34 },
    { sku: 'LID', quantity: 1, unit_price: 200 },
  ]);
  const rounded = { line: 2, sku: 'A', quantity: 3, cents: 33_333 };
  t.deepEqual(spread([rounded], 100_000), [
    { ...rounded, quantity: 2 },
    { ...rounded, quantity: 1, cents: 33_334 },
  ]);
  // A fee is no rounding.
  t.deepEqual(spread([rounded], 100_100), [rounded]);
});

test('a discount is spread to the cent, whatever the lines', (t) => {
  const item = fc.record({ quantity: fc.integer({ min: 1, max: 7 }), cents: fc.integer({ min: 0, max: 90_000 }) });
  const sum = (items: { quantity: number; cents: number }[]) =>
    items.reduce((all, one) => all + one.quantity * one.cents, 0);
  fc.assert(
    fc.property(
      fc.array(item, { minLength: 1, maxLength: 8 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (items, share) => {
        const sold = items.map((one, n) => ({ ...one, line: n, sku: `S-${n}` }));
        const goods = Math.floor(sum(items) * share);
        const spreadOut = spread(sold, goods);
        t.is(sum(spreadOut), goods);
        for (const { sku, quantity } of sold)
          t.is(
            spreadOut.filter((one) => one.sku === sku).reduce((all, one) => all + one.quantity, 0),
            quantity,
          );
        t.true(spreadOut.every(({ cents, quantity }) => cents >= 0 && quantity > 0));
      },
    ),
    { numRuns: runs(100) },
  );
});

test('a list with headings of its own is read by a guess, which can be corrected', async (t) => {
  const list = `Preisliste 2026;;;;;

;;;;;
পণ্যের নাম;সাইজ;Code;বিক্রয় মূল্য;অফার মূল্য;স্টক;Notiz;তাক
পাঞ্জাবি;M;P-1;১,২৫০;১,১০০;5;A;ক-৩
পাঞ্জাবি;L;P-2;1250,50;;3;;
মধু;;H-1;650;700;2;B;B-07
`;
  const options = { kind: 'products' as const, mediaUrl: 'https://media.example', stocking: { locationId } };
  const found = await openFile(fileOf(list), options);
  t.is(found.source, 'other');
  t.deepEqual(found.columns!.mapping, {
    name: 'পণ্যের নাম',
    sku: 'Code',
    price: 'বিক্রয় মূল্য',
    discount_price: 'অফার মূল্য',
    on_hand: 'স্টক',
    bin: 'তাক',
    option: 'সাইজ',
  });
  t.deepEqual(found.columns!.samples.Code, ['P-1', 'P-2', 'H-1']);
  const [panjabi, honey] = await Array.fromAsync(found.lines);
  t.like(input(panjabi).variants[0], {
    sku: 'P-1',
    price: 1250,
    discount_price: 1100,
    stock: 5,
    bin: 'ক-৩',
    options: [{ attribute: 'সাইজ', value: 'M' }],
  });
  t.like(input(panjabi).variants[1], { sku: 'P-2', price: 1250.5, discount_price: null, bin: null });
  t.like(input(honey).variants[0], { sku: 'H-1', price: 650, discount_price: null });
  t.deepEqual(
    found.left().map(({ column, count }) => `${column} ${count}`),
    ['Notiz 2'],
  );
  const tooLong = await openFile(fileOf(list.replace('B-07', 'B'.repeat(51))), options);
  t.deepEqual((await Array.fromAsync(tooLong.lines)).flatMap(told), ['7 তাক: must be at most 50 characters long']);
  const nowhere = await openFile(fileOf(list), { ...options, stocking: null });
  const [unplaced] = await Array.fromAsync(nowhere.lines);
  t.false('bin' in input(unplaced).variants[0]);
  t.deepEqual(
    nowhere.left().map(({ column, text }) => `${column}: ${text}`),
    [
      'স্টক: is not taken over: no location was chosen for it',
      'Notiz: has no place here: it is not taken over',
      'তাক: is not taken over: no location was chosen for it',
    ],
  );

  // What is remembered goes before the guess, and what is said now before both.
  const remembered: Mapping[] = [
    { name: 'gone', price: 'x' },
    { name: 'পণ্যের নাম', price: 'অফার মূল্য', brand: 'Notiz' },
  ];
  const again = await openFile(fileOf(list), { ...options, remembered });
  t.deepEqual(again.columns!.mapping, remembered[1]);
  t.true((await Array.fromAsync(again.lines)).flatMap(told).includes('6 অফার মূল্য: is required'));
  const columns = { name: 'পণ্যের নাম', price: 'বিক্রয় মূল্য', nonsense: 'Code', sku: 'no such heading' };
  const said = await openFile(fileOf(list), { ...options, remembered, columns });
  t.deepEqual(said.columns!.mapping, { name: 'পণ্যের নাম', price: 'বিক্রয় মূল্য' });

  const unknown = await t.throwsAsync(openFile(fileOf('Foo,Bar\n1,2\n'), options), { instanceOf: UnknownColumns });
  t.deepEqual(unknown.columns.headings, ['Foo', 'Bar']);
  const customers = await openFile(fileOf('নাম\tমোবাইল\tঠিকানা\nরহিম\t01711000009\tRoad 1\nকরিম\t12\t\n'), {
    ...options,
    kind: 'customers',
  });
  const [rahim] = await Array.fromAsync(customers.lines);
  t.like(input(rahim), { full_name: 'রহিম', phone: '01711000009', address: { address_line: 'Road 1' } });
  const sheet =
    'Invoice No,Name,Mobile,Address,Code,Qty,Rate,Delivery,COD\nA1,Rahim,01711000009,Road 1,P-1,2,100,60,260\n';
  const orders = await openFile(fileOf(sheet), { ...options, kind: 'orders' });
  t.like(input((await Array.fromAsync(orders.lines))[0]), { reference: 'A1', cod_amount: 260, shipping_charge: 60 });
});

const utf16 = (text: string, isBig: boolean) => {
  const bytes = Buffer.from(text, 'utf16le');
  return isBig ? bytes.swap16() : bytes;
};

test('every encoding, line end and separator gives the same lines', async (t) => {
  const semicolons = writeSheet(parse(shopifyFile), ';');
  const expected = (await read(shopifyFile)).lines.map((line) => line.input);
  for (const content of [
    `\uFEFF${shopifyFile}`,
    utf16(`\uFEFF${shopifyFile}`, false),
    utf16(`\uFEFF${shopifyFile}`, true),
    utf16(shopifyFile, false),
    semicolons,
  ])
    t.deepEqual(
      (await read(content)).lines.map((line) => line.input),
      expected,
    );
  const windows = (await read(shopifyFile.replaceAll('\n', '\r\n'))).lines.map((line) => line.input);
  t.deepEqual(JSON.parse(JSON.stringify(windows).replaceAll('\\r\\n', '\\n')), expected);
});

test('a file that cannot be read says where', async (t) => {
  const header = 'Handle,Title,Variant SKU,Variant Price\n';
  const refused = async (content: string | Buffer) => {
    const error = await t.throwsAsync(read(content), { instanceOf: BrokenFile });
    return error.message;
  };
  t.is(
    await refused(`${header}a,"never closed,1,2\nb,B,2,3\n`),
    'line 2, column 2: a quote that begins in this row is never closed',
  );
  t.regex(await refused(`${header}a,"A" b,1,2\n`), /^line 2, column 2: after a closing quote/);
  t.regex(
    await refused(Buffer.concat([Buffer.from(`${header}a,caf`), Buffer.from([0xe9]), Buffer.from(',1,2\n')])),
    /^line 2, column 6: is not UTF-8/,
  );
  t.regex(await refused('colour,price\na,1\n'), /^line 1, column 1: the headings are not those of a product export/);
  t.is(await refused(''), 'line 1, column 1: the file is empty');
});

test('a cell comes back as it was, however it begins, and no cell is a formula', async (t) => {
  const cell = fc.string({ unit: fc.constantFrom(...'=+-@\t\r\'",;\n1aক'), maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 4 }), async (rows) => {
      const text = writeSheet([['a', 'b'], ...rows.map((row) => row.map(defused))]);
      for (const one of rows.flat()) {
        t.is(withoutDefusal(defused(one)), one);
        t.notRegex(defused(one), /^[=@\t\r]|^[+-](?!\d+(\.\d+)?$)/);
      }
      const [, ...found] = await Array.fromAsync(readRows(fileOf(text)));
      const filled = rows.filter((row) => row.some((one) => one.trim() !== ''));
      t.deepEqual(
        found.map(({ cells }) => cells),
        filled,
      );
    }),
    { numRuns: runs(40) },
  );
});

test('a file whose rows all belong to one record is read as fast as any other', async (t) => {
  const count = isLong ? 40_000 : 8_000;
  const many = (header: string, row: string) => `${header}\n${`${row}\n`.repeat(count)}`;
  const cases = [
    ['products', many('Handle,Title,SKU,Price,Image Src,Variant Image', 'a,A,S,1,https://a.example/1.jpg,'), 'Handle'],
    ['products', many('Type,SKU,Name,Regular price,Parent', 'variation,S,A,1,id:9'), 'Parent'],
    ['orders', many('order_number,customer_phone,sku,quantity,cod_amount', '1,01711000001,S,1,5'), 'order_number'],
    ['orders', many('Name,Financial Status,Total,Lineitem sku,Lineitem quantity', '#1,paid,5,S,1'), 'Name'],
  ] as const;
  for (const [kind, content, column] of inTurns(cases, 2, 0)) {
    const { lines } = await read(content, kind);
    t.true(told(lines[0]).includes(`2 ${column}: has ${count} rows: a record has at most 1000`), told(lines[0])[0]);
    t.is(lines[0]!.input, null);
    t.true(lines.length <= 1000 && lines.every(({ doubtful = [] }) => doubtful.length < 1000));
  }
});

test('of more pictures than a product may have the first come in, and the others are counted', async (t) => {
  const urls = (count: number, from: string) =>
    Array.from({ length: count }, (_, n) => `${from}.example/${n}.jpg`).join(', ');
  const woo = (images: string) => `Type,SKU,Name,Regular price,Images\nsimple,S,Mug,5,"${images}"`;
  const [mug] = (await read(woo(`${urls(100, 'https://a')}, ${urls(100, 'https://a')}, ${urls(900, 'http://b')}`)))
    .lines;
  t.is(input(mug).image_links.length, 100);
  t.deepEqual(told(mug), ['2 Images: has 900 pictures more than the 100 that a product may have: left out']);
});

test('headings may be any words, and many more than a row has cells', async (t) => {
  const odd = 'full_name,phone,constructor,__proto__,toString\nA,01711000001,x,y,\n';
  const { columns, lines } = await left(odd, { kind: 'customers' });
  t.deepEqual(
    columns.map((one) => one.split(':')[0]),
    ['constructor 1', '__proto__ 1'],
  );
  t.like(input(lines[0]), { full_name: 'A', phone: '01711000001' });
  const wide = (of: (n: number) => string) =>
    Array.from({ length: isLong ? 10_000 : 2_000 }, (_, n) => of(n)).join(',');
  const rows = (count: number, row: (n: number) => string) =>
    Array.from({ length: count }, (_, n) => row(n)).join('\n');
  const shopify = `Handle,Title,SKU,Price,${wide((n) => `Option${n} Name,Option${n} Value,c${n}`)}\n`;
  const count = runs(5000, 10);
  t.is((await left(shopify + rows(count, (n) => `h${n},A,S${n},1`))).lines.length, count);
  const woo = `Type,SKU,Name,Regular price,${wide((n) => `Attribute ${n} name,Attribute ${n} value(s)`)}\n`;
  t.is((await left(woo + rows(count, (n) => `simple,S${n},A,1`))).lines.length, count);
});

test('what separates cells is not looked for inside of quotes, where lines may break', async (t) => {
  const text = writeSheet([
    ['a', 'b'],
    ['1\n2\t3\t4', '5;6;7"'],
  ]);
  t.deepEqual((await Array.fromAsync(readRows(fileOf(text)))).at(-1)!.cells, ['1\n2\t3\t4', '5;6;7"']);
});

test('amounts are read as people write them', (t) => {
  const written = ['1250', '1,250.50', '1,25,000', '1250,5', '৳ ১২৫০', '1250 Tk', '', ' ', '12a', '1.2.3'];
  t.deepEqual(written.map(numberIn), [1250, 1250.5, 125000, 1250.5, 1250, 1250, null, null, Number.NaN, Number.NaN]);
  // A comma before decimals, with Bengali digits and with the sign of the taka too.
  const withComma = ['১২৫০,৫', '৳ 1250,50', '1250,5 Tk', '$12,5', '1,25,50', '12,5 12'];
  t.deepEqual(withComma.map(numberIn), [1250.5, 1250.5, 1250.5, 12.5, Number.NaN, Number.NaN]);
});

test('whatever a cell holds that Postgres cannot, no line that is handed on holds it', async (t) => {
  const unstorable = ['a\0b', '\0', ...[99, 199, 499].map((length) => `${'x'.repeat(length)}💥`)];
  for (const [kind, file] of [
    ['products', shopifyFile],
    ['products', wooFile],
    ['customers', customerFile],
    ['orders', orderFile],
  ] as const) {
    const [header, ...rows] = parse(file) as string[][];
    for (const column of slice([...header!.keys()], 3))
      for (const cell of inTurns(unstorable, 3, column)) {
        const harmed = rows.map((row) => row.map((own, n) => (n === column ? cell : own)));
        const { lines } = await read(writeSheet([header!, ...harmed]), kind);
        for (const { input } of lines) t.notRegex(JSON.stringify(input), /\\u(0000|d[89a-f])/, `${header![column]}`);
      }
  }
});
