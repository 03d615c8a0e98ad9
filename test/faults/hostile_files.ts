// Files that move in, made to break what reads them: whatever is sent, the answer is what would be done or where the file is
// wrong; nothing is half written; and taken in again, a file changes nothing.
import type pg from 'pg';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { type Generator, inRounds, oneOf, type Random, type Row } from '../helpers/faults.ts';
import { runJobs } from '../helpers/jobs.ts';
import { createShop, type TestShop } from '../helpers/shop.ts';
import { type StaffDesk, signInAs, startStaff } from '../helpers/staff.ts';

const filesOfARound = 12;
const rowsOfALargeFile = 100_000;

const nasty = [
  ...[
    '',
    ' ',
    "'",
    '"',
    'a"b',
    '""',
    '\n',
    '\r',
    '\r\n',
    'x,y',
    'x;y',
    '\t',
    '\0',
    '\u2028',
    '\ufeff',
    '\ufffd',
    '\u202e',
  ],
  ...[
    '=1+1',
    '+cmd',
    '-2',
    '@SUM(A1)',
    "'=1",
    'null',
    'NaN',
    '-0',
    '1e9',
    '1e309',
    '12,34,567',
    '৳ ১২৫০.৫০',
    '১২',
    '٣',
    '0x10',
  ],
  ...['💥', '\ud83d', 'শাড়ি', 'S', 'M', 'Size', 'Default Title', 'TRUE', 'false', 'A > B, C', '> >', 'id:11', 'draft'],
  ...[
    '<script>alert(1)</script>',
    '<p>a<p>',
    'https://cdn.example/a.jpg',
    'http://10.0.0.1/',
    'javascript:1',
    '__proto__',
  ],
  // A pair of surrogates that falls on each length at which a text is cut.
  ...[100, 200, 500].map((length) => `${'x'.repeat(length - 1)}💥`),
  ...['p-1', 'p-2', 'SKU-1', 'SKU-2', '01712345678', '+৮৮০১৭১২৩৪৫৬৭৮', 'a@b.co', '99999999999999999999', '10.005', '5'],
];

const headings = {
  products: [
    ...[
      'Handle',
      'Title',
      'Body (HTML)',
      'Vendor',
      'Type',
      'Published',
      'Option1 Name',
      'Option1 Value',
      'Option2 Name',
    ],
    ...[
      'Option2 Value',
      'Variant SKU',
      'Variant Grams',
      'Variant Inventory Qty',
      'Variant Price',
      'Image Src',
      'Image Alt Text',
      'Status',
    ],
  ],
  customers: ['full_name', 'phone', 'email', 'gender', 'status', 'address_line', 'area', 'city', 'postal_code'],
  orders: [
    ...['order_number', 'status', 'customer_name', 'customer_phone', 'address_line', 'city', 'sku', 'quantity'],
    ...['unit_price', 'shipping_charge', 'paid_amount', 'payment_method', 'transaction_id', 'cod_amount', 'note'],
  ],
};
const woo = [
  ...['ID', 'Type', 'SKU', 'Name', 'Published', 'Description', 'Stock', 'Weight (kg)', 'Sale price', 'Regular price'],
  ...['Categories', 'Images', 'Parent', 'Brands', 'Attribute 1 name', 'Attribute 1 value(s)'],
];
type Kind = keyof typeof headings;

/** What a cell of that heading would hold, so that some lines get through to the database. */
function likely(random: Random, heading: string): string {
  const n = Math.floor(random() * 4);
  if (/price|amount|charge/i.test(heading)) return oneOf(random, ['100', '1,250.50', '১২০', '5']);
  if (/qty|stock|quantity|grams|weight/i.test(heading)) return String(n);
  if (/sku/i.test(heading)) return `SKU-${n}-${Math.floor(random() * 3)}`;
  if (/phone/i.test(heading)) return `0171234567${n}`;
  if (/handle/i.test(heading)) return `p-${n}`;
  if (/^ID$/.test(heading)) return String(n + 10);
  if (/^Type$/.test(heading)) return oneOf(random, ['simple', 'variable', 'variation', 'Sarees']);
  if (/number|name|title/i.test(heading)) return `Name ${n}`;
  return oneOf(random, ['', '', 'active', 'Size', 'M', 'L']);
}

/** A file, as bytes: its cells mostly likely or mostly nasty, its form sometimes broken. */
function fileOf(random: Random, kind: Kind): Buffer {
  const all = kind === 'products' && random() < 0.4 ? woo : headings[kind];
  const columns = random() < 0.3 ? all.filter(() => random() < 0.85) : all;
  const harm = oneOf(random, [0, 0.03, 0.3]);
  const mark = oneOf(random, [',', ',', ';', '\t']);
  const breaks = random() < 0.3 ? ['\n', '\r\n', '\r'] : ['\n'];
  const quoted = (cell: string) => (random() < 0.97 || harm === 0 ? `"${cell.replaceAll('"', '""')}"` : cell);
  const cell = (heading: string) => {
    if (random() >= harm) return likely(random, heading);
    return random() < 0.02 ? 'x'.repeat(1_100_000) : oneOf(random, nasty);
  };
  const line = (cells: string[]) => cells.map(quoted).join(mark) + oneOf(random, breaks);
  const rows = Array.from({ length: 1 + Math.floor(random() * 12) }, () => line(columns.map(cell)));
  return encoded(random, line(columns) + rows.join(''));
}

function encoded(random: Random, text: string): Buffer {
  const drawn = random();
  if (drawn < 0.15) return Buffer.from(`\ufeff${text}`);
  if (drawn < 0.3) return Buffer.from(`\ufeff${text}`, 'utf16le');
  if (drawn < 0.4) return Buffer.from(text.slice(0, text.length & ~1), 'utf16le').swap16();
  const bytes = Buffer.from(text);
  // A byte of another code page, or a file that was cut.
  if (drawn < 0.45) bytes[Math.floor(random() * bytes.length)] = 0xe9;
  return drawn < 0.5 ? bytes.subarray(0, Math.floor(random() * bytes.length)) : bytes;
}

export const run: Generator = async (options) => {
  const db = await freshDatabase('reads whole tables');
  const desk = await startStaff(db);
  try {
    return await inRounds(options, async (random) => {
      const shop = await createShop(db.admin);
      const token = await signInAs(db, shop.companyId, 'owner');
      const found = { operations: 0, serverErrors: 0, doubled: 0, gaveWay: [] as string[] };
      for (let n = 0; n < filesOfARound; n++) {
        const kind = oneOf(random, ['products', 'products', 'customers', 'orders'] as const);
        await takeIn({ db, desk, shop, token, found }, kind, fileOf(random, kind));
      }
      // Long rounds also send one that has as many rows as a large shop.
      if (options.minutes > 0) await takeIn({ db, desk, shop, token, found, isLooked: true }, 'products', largeFile());
      return found;
    });
  } finally {
    await desk.stop();
    await db.drop();
  }
};

function largeFile(): Buffer {
  const rows = Array.from({ length: rowsOfALargeFile }, (_, n) => `l-${n},L ${n},L-${n % 90_000},10\n`);
  return Buffer.from(`Handle,Title,Variant SKU,Variant Price\n${rows.join('')}`);
}

type House = {
  db: TestDatabase;
  desk: StaffDesk;
  shop: TestShop;
  token: string;
  found: Pick<Row, 'operations' | 'serverErrors' | 'doubled' | 'gaveWay'>;
  isLooked?: boolean;
};

async function takeIn(house: House, kind: Kind, file: Buffer): Promise<void> {
  const { db, shop, found } = house;
  const shown = `${kind} ${JSON.stringify(file.toString().slice(0, 600))}`;
  const before = await written(db.admin, shop);
  const preview = await send(house, kind, file, false, shown);
  if ((await written(db.admin, shop)) !== before) found.gaveWay.push(`written by looking at ${shown}`);
  if (!preview || house.isLooked) return;
  let after = '';
  for (let times = 0; times < 2; times++) {
    const { create, update } = preview.counts;
    const started = create + update > 0 && (await send(house, kind, file, true, shown));
    if (!started) return;
    await runJobs(db, shop.companyId);
    found.gaveWay.push(...(await wrongLines(db.admin, started.job_id, shown)));
    const now = await written(db.admin, shop);
    if (times > 0 && now !== after) found.doubled++;
    if (times > 0 && now !== after) found.gaveWay.push(`taken in again: ${after} became ${now}: ${shown}`);
    after = now;
  }
}

async function send({ desk, shop, token, found }: House, kind: Kind, file: Buffer, isRun: boolean, shown: string) {
  const query = new URLSearchParams({
    kind,
    store_id: shop.stores[0].id,
    run: String(isRun),
    ...(kind !== 'customers' && { location_id: shop.locationId }),
  });
  const { status, text, body } = await desk.request('POST', `//admin/imports?${query}`, {
    key: token,
    raw: file,
    headers: { 'content-type': 'text/csv' },
  });
  found.operations++;
  if (status === 200) return body;
  if (status >= 500) found.serverErrors++;
  // A file without a line that can be taken in is none to run.
  if (status !== 422 || !/line \d+, column \d+|no line|at least/.test(text))
    found.gaveWay.push(`${status} ${text.slice(0, 200)} to ${shown}`);
  return null;
}

/** What a line was refused for that is no refusal of ours, and products that hold less than their line. */
async function wrongLines(admin: pg.Pool, jobId: string, shown: string): Promise<string[]> {
  const { rows } = await admin.query(
    `select j.status, l.line, l.sqlstate, l.message from app.jobs j
     left join app.job_lines l on l.job_id = j.id and (l.ended_at is null or l.sqlstate !~ '^HT' and l.sqlstate <> '23505')
     where j.id = $1 and (j.status <> 'finished' or l.line is not null)`,
    [jobId],
  );
  const bare = await admin.query(
    'select p.slug from app.products p where not exists (select from app.variants v where v.product_id = p.id)',
  );
  return [...rows, ...bare.rows].map((row) => `${JSON.stringify(row)} of ${shown}`);
}

/**
 * What a store holds, without the moments; a file again must leave all of it. Of a customer with several rows the last
 * counts, so that one whose rows differ goes through the earlier ones again.
 */
async function written(admin: pg.Pool, { companyId }: TestShop): Promise<string> {
  const of = (table: string, columns: string, where = 'true') =>
    `(select count(*) || ' ${table} ' || coalesce(md5(string_agg(row(${columns})::text, '' order by t.id)), '')
      from app.${table} t where t.company_id = $1 and ${where})`;
  const { rows } = await admin.query(
    `select concat_ws(', ', ${of('products', 't.*')}, ${of('variants', 't.*')}, ${of('inventory_levels', 't.*')},
       ${of('customers', `to_jsonb(t) - 'updated_at'`)}, ${of('orders', 't.*')}, ${of('image_links', 't.*')}, ${of('events', 't.id', `t.type not like 'job.%' and t.type <> 'customer.updated'`)}) as all`,
    [companyId],
  );
  return rows[0].all;
}
