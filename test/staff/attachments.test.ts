// Files of orders, returns, payments and purchases: sent by a browser, seen by who may see the record through an address that is
// signed and ends, erased with the customer.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { formOf } from '../helpers/catalog.ts';
import type { TestDatabase } from '../helpers/database.ts';
import { type Desk, openDesk, refusalOf } from '../helpers/orders.ts';
import { drawn } from '../helpers/servers/image-server.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import { createShop, stockVariant } from '../helpers/shop.ts';
import { type StaffDesk, signInAs, startStaff } from '../helpers/staff.ts';
import { openStockRoom } from '../helpers/stock.ts';

const uploads = '//admin/uploads?for=attachment';
const pdf = Buffer.from('%PDF-1.7\n1 0 obj << /OpenAction (alert) >> endobj\ntrailer\n%%EOF\n');

let db: TestDatabase;
let desk: Desk;
let rival: Desk;
let door: StaffDesk;
let clerk: string;
let order: { id: string; customer_id: string };
test.before(async () => {
  db = await borrowDatabase('sound');
  desk = await openDesk(db, await createShop(db.admin));
  rival = await openDesk(db, await createShop(db.admin));
  await stockVariant(db.admin, desk.shop, { sku: 'A', quantity: 100 });
  await stockVariant(db.admin, rival.shop, { sku: 'A', quantity: 100 });
  door = await startStaff(db);
  clerk = await signInAs(db, desk.shop.companyId, ['orders.manage']);
  order = await desk.place([{ sku: 'A', quantity: 1 }]);
});
test.after.always(async () => {
  await door?.stop();
  await db?.drop();
});

const send = (key: string, content: Buffer, name = 'slip.jpg') => {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(content)]), name);
  return door.request('POST', uploads, { key, raw: form });
};
const upload = async (content: Buffer, name?: string, key = clerk): Promise<string> => {
  const { status, body, text } = await send(key, content, name);
  if (status !== 201) throw new Error(text);
  return body.id;
};
const attach = async (input: object = {}) =>
  desk.staff('save_order_attachment', { order_id: order.id, upload_id: await upload(await drawn('png')), ...input });
const fileOf = (key: string) => path.join(door.mediaDirectory, key);
const filesOf = async (token: string, id = order.id) =>
  (
    await door.ask(
      token,
      'query ($id: UUID!) { order(id: $id) { attachments { nodes { id fileName caption type url width } } } }',
      { id },
    )
  ).order.attachments.nodes;
const get = (url: string) => fetch(url.replace(/^.*?\/media\//, `${door.url.replace(/\/ext\/v1$/, '')}/media/`));

test.serial('who lacks the permission uploads, adds, changes and removes nothing', async (t) => {
  const stranger = await signInAs(db, desk.shop.companyId, ['catalog.manage', 'costs.read', 'customers.read']);
  const { status, body } = await send(stranger, await drawn('png'));
  t.deepEqual([status, body.error.code], [403, 'FORBIDDEN']);
  const { id: attachment_id } = await attach();
  for (const [name, input, permissions] of [
    ['save_order_attachment', { order_id: order.id, attachment_id, caption: 'x' }, ['payments.manage']],
    ['remove_order_attachment', { attachment_id }, ['payments.manage', 'inventory.manage']],
    ['save_payment_attachment', { payment_id: order.id, attachment_id, caption: 'x' }, ['orders.manage']],
    ['remove_payment_attachment', { attachment_id }, ['orders.manage']],
    ['save_purchase_attachment', { purchase_id: order.id, attachment_id, caption: 'x' }, ['orders.manage']],
    ['remove_purchase_attachment', { attachment_id }, ['orders.manage']],
  ] as const)
    t.is((await refusalOf(desk.staff(name, input, [...permissions]))).code, 'HT014', name);
  // Nor by the procedure of another kind of record.
  for (const name of ['remove_payment_attachment', 'remove_purchase_attachment'])
    t.is((await refusalOf(desk.staff(name, { attachment_id }))).code, 'HT100', name);
  await desk.staff('remove_order_attachment', { attachment_id });
});

test.serial('records, uploads and files of another company are not there', async (t) => {
  const theirs = await rival.place([{ sku: 'A', quantity: 1 }]);
  const upload_id = await upload(await drawn('png'));
  t.is((await refusalOf(desk.staff('save_order_attachment', { order_id: theirs.id, upload_id }))).code, 'HT100');
  const stolen = await refusalOf(rival.staff('save_order_attachment', { order_id: theirs.id, upload_id }));
  t.deepEqual([stolen.code, Object.keys(stolen.fields)], ['HT008', ['upload_id']]);
  const { id: attachment_id } = await desk.staff('save_order_attachment', { order_id: order.id, upload_id });
  t.is((await refusalOf(rival.staff('remove_order_attachment', { attachment_id }))).code, 'HT100');
  const other = await desk.place([{ sku: 'A', quantity: 1 }]);
  t.is(
    (await refusalOf(desk.staff('save_order_attachment', { order_id: other.id, attachment_id, caption: 'x' }))).code,
    'HT100',
    'of another order',
  );
  t.deepEqual(await filesOf(await signInAs(db, rival.shop.companyId, 'owner'), theirs.id), []);
  await desk.staff('remove_order_attachment', { attachment_id });
});

test.serial('what is neither a picture nor a PDF, or broken, is refused in words, and nothing is stored', async (t) => {
  const before = fs.readdirSync(door.mediaDirectory, { recursive: true }).length;
  const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(40)]);
  for (const [content, reason] of [
    [Buffer.from('<html><script>alert(1)</script></html>'), 'must be a JPEG, PNG or WebP picture, or a PDF'],
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'must be a JPEG, PNG or WebP picture, or a PDF'],
    [heic, /^is a photo in the form HEIC/],
    [pdf.subarray(0, 30), 'is a damaged or incomplete PDF'],
    [(await drawn('png')).subarray(0, 60), 'is damaged or incomplete'],
  ] as const) {
    const { status, body } = await send(clerk, content);
    t.is(status, 422);
    const [said] = body.error.fields.file;
    t.true(typeof reason === 'string' ? said === reason : reason.test(said), said);
  }
  const large = await send(clerk, Buffer.concat([pdf, Buffer.alloc(10 * 1_048_576)]));
  t.is(large.status, 413);
  t.is((await door.request('POST', '//admin/uploads?for=x', { key: clerk, raw: formOf() })).status, 422);
  t.is(fs.readdirSync(door.mediaDirectory, { recursive: true }).length, before);
});

test.serial('an attachment is no picture of the catalog, and the reverse', async (t) => {
  const upload_id = await upload(await drawn('png'));
  const owner = await signInAs(db, desk.shop.companyId, 'owner');
  const brand = await door.send(
    owner,
    'mutation ($input: CreateBrandInput!) { createBrand(input: $input) { clientMutationId } }',
    { input: { storeId: desk.shop.stores[0].id, name: 'Public', logoUploadId: upload_id } },
  );
  t.deepEqual(Object.keys(brand.errors[0]?.extensions.fields ?? {}), ['logoUploadId']);
  const picture = await door.request('POST', '//admin/uploads', {
    key: owner,
    raw: formOf(['image', await drawn('png')]),
  });
  const refused = refusalOf(desk.staff('save_order_attachment', { order_id: order.id, upload_id: picture.body.id }));
  t.deepEqual(Object.keys((await refused).fields), ['upload_id']);
});

test.serial(
  'a photo loses what it says of its maker, a PDF stays as it is; both are saved, never opened',
  async (t) => {
    await attach({ caption: ' Corner torn ' });
    await attach({ upload_id: await upload(pdf, '../বিল "১".pdf') });
    const [photo, paper] = await filesOf(clerk);
    t.like(photo, { fileName: 'slip.jpg', caption: 'Corner torn', type: 'picture', width: 40 });
    t.like(paper, { fileName: 'বিল ১.pdf', caption: null, type: 'pdf', width: null });
    const shown = await get(photo.url);
    t.is(shown.status, 200);
    t.is(shown.headers.get('content-type'), 'image/webp');
    const saved = await get(paper.url);
    t.is(saved.headers.get('content-type'), 'application/pdf');
    t.regex(saved.headers.get('content-disposition')!, /^attachment; /);
    t.is(saved.headers.get('content-security-policy'), "default-src 'none'; sandbox");
    t.is(saved.headers.get('x-content-type-options'), 'nosniff');
    t.regex(saved.headers.get('cache-control')!, /^private/);
    const bytes = Buffer.from(await saved.arrayBuffer());
    t.deepEqual(bytes, pdf);
    const { rows } = await db.admin.query('select sha256, size_bytes from app.attachments where id = $1', [paper.id]);
    t.deepEqual(rows, [{ sha256: createHash('sha256').update(pdf).digest(), size_bytes: pdf.length }]);
  },
);

test.serial(
  'without the signature, with another, for another file or after its end an address opens nothing',
  async (t) => {
    const [photo, paper] = await filesOf(clerk);
    const url = new URL(photo.url);
    const other = new URL(paper.url);
    t.is((await get(`${url.origin}${url.pathname}`)).status, 403);
    t.is((await get(`${other.origin}${other.pathname}${url.search}`)).status, 403);
    const later = new URL(url);
    later.searchParams.set('expires', String(Number(url.searchParams.get('expires')) + 3600));
    t.is((await get(String(later))).status, 403);
    const left = Number(url.searchParams.get('expires')) * 1000 - Date.now();
    t.true(left > 590_000 && left <= 900_000, String(left));
  },
);

test.serial('who may see the record sees its files, and of a purchase who sees costs', async (t) => {
  const room = openStockRoom(db, desk.shop);
  const bought = await room.staff('create_purchase', {
    location_id: desk.shop.locationId,
    lines: [{ sku: 'A', quantity: 1, unit_cost: 5 }],
  });
  const keeper = await signInAs(db, desk.shop.companyId, ['inventory.manage']);
  const upload_id = await upload(pdf, 'bill.pdf', keeper);
  const bill = await desk.staff('save_purchase_attachment', { purchase_id: bought.id, upload_id });
  const ofPurchase = async (...permissions: string[]) =>
    (
      await door.ask(
        await signInAs(db, desk.shop.companyId, permissions),
        'query ($id: UUID!) { purchase(id: $id) { attachments { nodes { id } } } }',
        { id: bought.id },
      )
    ).purchase.attachments.nodes;
  t.deepEqual(await ofPurchase('inventory.manage', 'orders.manage', 'customers.read'), []);
  t.deepEqual(await ofPurchase('costs.read'), [{ id: bill.id }]);
  for (const permission of ['orders.manage', 'payments.manage', 'customers.read'])
    t.is((await filesOf(await signInAs(db, desk.shop.companyId, [permission]))).length, 2, permission);
  t.deepEqual(await filesOf(await signInAs(db, desk.shop.companyId, ['catalog.manage', 'inventory.manage'])), []);
  for (const [name, input] of [
    ['save_purchase_attachment', { purchase_id: bought.id, attachment_id: bill.id, caption: 'x' }],
    ['remove_purchase_attachment', { attachment_id: bill.id }],
  ] as const)
    t.is((await refusalOf(desk.staff(name, input, ['inventory.manage']))).code, 'HT100', name);
  await desk.staff('remove_purchase_attachment', { attachment_id: bill.id });
  const { rows } = await db.admin.query(
    'select action from internal.readable_activity_log where object_id = $1 order by id',
    [bought.id],
  );
  t.deepEqual(
    rows.map(({ action }) => action),
    ['purchase.created', 'purchase.attached', 'purchase.detached'],
  );
});

test.serial(
  'a remark is written, kept and removed; the timeline and the activity tell what came and went',
  async (t) => {
    const own = await desk.place([{ sku: 'A', quantity: 1 }]);
    await desk.ask('record_order_payment', {
      id: own.id,
      payment_method_id: desk.shop.stores[0].paymentMethods.cod,
      amount: 10,
    });
    const { rows: payments } = await db.admin.query('select id from app.payments where order_id = $1', [own.id]);
    const slip = await desk.staff('save_payment_attachment', {
      payment_id: payments[0].id,
      upload_id: await upload(await drawn('png')),
    });
    t.like(slip, {
      order_id: own.id,
      payment_id: payments[0].id,
      actor_type: 'staff',
      actor_name: 'Rina Akter',
    });
    const place = { order_id: own.id };
    const file = await desk.staff('save_order_attachment', { ...place, upload_id: await upload(pdf, 'a.pdf') });
    const change = (caption: string) =>
      desk.staff('save_order_attachment', { ...place, attachment_id: file.id, caption });
    t.is((await change('Torn')).caption, 'Torn');
    t.deepEqual(await change('Torn'), await change(' Torn '), 'the same is no change');
    t.is((await change('')).caption, null);
    t.is(
      (await refusalOf(desk.staff('save_payment_attachment', { payment_id: slip.payment_id, attachment_id: file.id })))
        .code,
      'HT100',
      'a file of the order is none of its payment',
    );
    await desk.staff('remove_order_attachment', { attachment_id: file.id });
    t.is((await refusalOf(desk.staff('remove_order_attachment', { attachment_id: file.id }))).code, 'HT100');
    const { rows } = await db.admin.query('select from internal.media_deletions where media_key = $1', [
      file.media_key,
    ]);
    t.is(rows.length, 1, 'a worker deletes the bytes');
    const told = (await desk.timeline(own.id)).filter(({ action }) => /tached$/.test(action));
    t.deepEqual(
      told.map(({ action, detail }) => [action, detail.file_name, detail.payment_id]),
      [
        ['attached', 'slip.jpg', slip.payment_id],
        ['attached', 'a.pdf', undefined],
        ['detached', 'a.pdf', undefined],
      ],
    );
  },
);

test.serial('a record keeps 20 files; an order and its return each', async (t) => {
  const own = await desk.place([{ sku: 'A', quantity: 1 }]);
  await db.admin.query(
    `insert into app.attachments (company_id, store_id, order_id, media_key, file_name, type, size_bytes, sha256,
       actor_type, actor_name)
     select company_id, store_id, id, 'attachments/' || n || '.pdf', 'a', 'pdf', 1, sha256('a'), 'system', 'Test'
     from app.orders, generate_series(1, 20) n where id = $1`,
    [own.id],
  );
  const upload_id = await upload(pdf, 'a.pdf');
  t.deepEqual((await refusalOf(desk.staff('save_order_attachment', { order_id: own.id, upload_id }))).fields, {
    file: ['one record keeps at most 20 files: remove one first'],
  });
  const parcel = await sendAway(own.id);
  await desk.staff('record_parcel_delivered', { parcel_id: parcel });
  const lines = [{ order_item_id: own.items[0].id, quantity: 1 }];
  const { id: return_id } = await desk.staff('create_return', { order_id: own.id, lines });
  const damage = await desk.staff('save_order_attachment', { order_id: own.id, return_id, upload_id });
  t.is(damage.return_id, return_id);
  t.deepEqual(
    Object.keys(
      (await refusalOf(desk.staff('save_order_attachment', { order_id: order.id, return_id, upload_id }))).fields,
    ),
    ['return_id'],
    'a return of another order',
  );
});

async function sendAway(orderId: string): Promise<string> {
  await desk.move(orderId, 'confirmed');
  return (await desk.staff('book_parcel', { order_id: orderId, courier_id: desk.couriers.silent })).id;
}

test.serial('an erasure removes rows and bytes, and the past names no file any more', async (t) => {
  await db.admin.query(`update app.staff set role = 'owner' where id = $1`, [desk.staffId]);
  const customer = { phone: '01812345678', full_name: 'Salma' };
  const own = await desk.place([{ sku: 'A', quantity: 1 }], { customer });
  const file = await desk.staff('save_order_attachment', {
    order_id: own.id,
    caption: 'Slip of Salma',
    upload_id: await upload(pdf, 'salma.pdf'),
  });
  await desk.staff('cancel_order', { order_id: own.id, reason: 'gone' });
  t.true(fs.existsSync(fileOf(file.media_key)));
  await desk.staff('erase_customer', { customer_id: own.customer_id });
  const { rows } = await db.admin.query('select from app.attachments where id = $1', [file.id]);
  t.is(rows.length, 0);
  const { rows: due } = await db.admin.query('select from internal.media_deletions where media_key = $1', [
    file.media_key,
  ]);
  t.is(due.length, 1);
  for (const [table, where] of [
    ['app.order_timeline', 'order_id'],
    ['app.changes', 'parent_id'],
  ]) {
    const told = await db.admin.query(`select to_jsonb(t)::text as row from ${table} t where ${where} = $1`, [own.id]);
    t.true(told.rows.length > 0);
    t.notRegex(told.rows.map(({ row }) => row).join(), /salma/i, table);
  }
});
