// What workers make of exports: files that hold what the lists show at one moment, for the key that asked only.
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { parse } from 'csv-parse/sync';
import { type MediaStorage, openStorage } from '../../server/media/storage/index.ts';
import { createLog } from '../../server/process/log.ts';
import { type ExportOptions, Exports } from '../../workers/exports/index.ts';
import { runs } from '../helpers/long.ts';
import fc from '../helpers/properties.ts';
import { createKey, createShop, stockVariant } from '../helpers/shop.ts';
import { api, closeApiShop, db, openApiShop, own, send, shop } from '../helpers/shops/api-shop.ts';
import { withChanges } from '../helpers/videos/work.ts';
import { until } from '../helpers/webhooks.ts';

// biome-ignore lint/suspicious/noExplicitAny: documents are of every shape
type Document = any;

let storage: MediaStorage;
test.before(async () => {
  await openApiShop();
  storage = openStorage({ kind: 'folder', directory: api.mediaDirectory }, `${api.url}/media`);
  for (const [n, sku] of ['RICE', '=CMD', 'TEA'].entries()) {
    await stockVariant(db.admin, shop, { sku, quantity: 100, price: 100 + n });
  }
  for (let n = 0; n < 7; n++) {
    await order([{ sku: 'RICE', quantity: 1 }, ...(n % 2 ? [{ sku: '=CMD', quantity: 2, unit_price: 7.5 }] : [])]);
  }
});
test.after.always(closeApiShop);

const order = (items: object[]): Promise<Document> =>
  own().make('create_order', {
    customer: { phone: '01711111111', full_name: '=HYPERLINK("http://x")' },
    items,
    shipping_address: { city: 'ঢাকা', line: 'a "b", c' },
  });

const exporter = (options: Partial<ExportOptions> = {}, stored = storage) =>
  new Exports({
    pool: db.as('haat_worker', { max: 10 }),
    storage: stored,
    log: createLog('silent'),
    options: { rest: 0, ...options },
  });

const ask = (input: Record<string, unknown>) => own().make('create_export', input);
const get = async (id: string): Promise<Document> => (await send('GET', `/exports/${id}`)).body;

/** Lets a worker do all that is due. */
async function written(input: Record<string, unknown>, options: Partial<ExportOptions> = {}): Promise<Document> {
  const { id } = await ask(input);
  await exporter(options).work.run();
  return get(id);
}

/** The file behind the address, which names the origin of the settings. */
const download = (url: string) => fetch(url.replace(/^https?:\/\/[^/]+/, api.url));

async function recordsOf(document: Document): Promise<Document[]> {
  const text = await (await download(document.url)).text();
  return text === ''
    ? []
    : text
        .slice(0, -1)
        .split('\n')
        .map((line) => JSON.parse(line));
}

async function listed(path: string, query: Record<string, string> = {}): Promise<Document[]> {
  const found: Document[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: URLSearchParams = new URLSearchParams({
      ...query,
      limit: '3',
      ...(cursor && { starting_after: cursor }),
    });
    const { data, meta }: Document = (await send('GET', `${path}?${page}`)).body;
    found.push(...data);
    cursor = meta.next_cursor;
  }
  return found;
}

test.serial('a file holds the documents of the list, oldest first, and says so', async (t) => {
  const [first] = await listed('/orders');
  const cases: [string, string, Record<string, unknown>, Record<string, string>][] = [
    ['list_orders', '/orders', { expand: ['items', 'customer'] }, { expand: 'items,customer' }],
    ['list_orders', '/orders', { search: 'hyperlink', status: 'pending' }, { search: 'hyperlink', status: 'pending' }],
    ['list_products', '/products', {}, {}],
    ['list_customers', '/customers', {}, {}],
    ['list_inventory_levels', '/inventory/levels', { low_stock: false }, { low_stock: 'false' }],
    [
      'list_inventory_levels',
      '/inventory/levels',
      { missing_only: true, warehouse_id: shop.secondLocationId },
      { missing_only: 'true', warehouse_id: shop.secondLocationId },
    ],
    ['list_inventory_movements', '/inventory/movements', { sku: 'RICE' }, { sku: 'RICE' }],
    ['list_inventory_movements', '/inventory/movements', { order_id: first.id }, { order_id: first.id }],
    ['list_orders', '/orders', { status: 'delivered' }, { status: 'delivered' }],
  ];
  const given: Record<string, number> = {};
  for (const [operation, path, filters, query] of cases) {
    const document = await written({ operation, filters });
    given[operation] = (given[operation] ?? 0) + document.record_count;
    const records = await recordsOf(document);
    t.deepEqual(records, await listed(path, { ...query, sort: 'created_at' }), operation);
    t.deepEqual([document.status, document.record_count, document.failure], ['finished', records.length, null]);
    t.is(Number((await download(document.url)).headers.get('content-length')), document.size_bytes);
  }
  // Whose data went into files is told; see test/staff/personal_data_reads.test.ts.
  const { rows } = await db.admin.query(
    `select kind, sum(record_count)::integer as records from app.personal_data_reads
     where company_id = $1 and actor_type = 'api_key' and kind like '%.exported' group by 1 order by 1`,
    [shop.companyId],
  );
  t.deepEqual(rows, [
    { kind: 'customers.exported', records: given.list_customers },
    { kind: 'orders.exported', records: given.list_orders },
  ]);
});

test.serial('a CSV has a row for each line of an order, amounts once, and no formula that runs', async (t) => {
  const document = await written({ operation: 'list_orders', format: 'csv', bom: true });
  const answer = await download(document.url);
  t.is(answer.headers.get('content-type'), 'text/csv; charset=utf-8');
  t.regex(answer.headers.get('content-disposition')!, /^attachment; filename="?orders-\d{4}-\d\d-\d\d\.csv"?$/);
  t.is(answer.headers.get('cache-control'), 'private, no-store');
  const bytes = Buffer.from(await answer.arrayBuffer());
  t.is(bytes.length, document.size_bytes);
  t.deepEqual([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf]);
  const text = bytes.subarray(3).toString();
  t.true(text.endsWith('\r\n'));
  const rows = parse(text, { columns: true }) as Record<string, string>[];
  const orders = await listed('/orders', { expand: 'items', sort: 'created_at' });
  t.is(rows.length, orders.flatMap(({ items }) => items).length);
  const sum = (values: (string | undefined)[]) => values.reduce((total, value) => total + Number(value), 0);
  t.is(sum(rows.map((row) => row.total_amount)), sum(orders.map(({ total_amount }) => total_amount)));
  t.is(
    sum(rows.map((row) => row.line_total)),
    sum(orders.flatMap(({ items }) => items.map((i: Document) => i.line_total))),
  );
  t.deepEqual(
    [...new Set(rows.map((row) => row.order_number))],
    orders.map(({ number }) => number),
  );
  t.true(rows.some(({ sku }) => sku === "'=CMD"));
  t.is(rows[0]!.customer_name, `'=HYPERLINK("http://x")`);
  t.deepEqual(JSON.parse(rows[0]!.shipping_address!), { city: 'ঢাকা', line: 'a "b", c' });
  for (const operation of ['list_products', 'list_customers', 'list_inventory_levels', 'list_inventory_movements']) {
    const other = await written({ operation, format: 'csv' });
    const table = parse(await (await download(other.url)).text(), { columns: true }) as Record<string, string>[];
    t.is(table.length, other.record_count, operation);
    t.false(
      Object.values(table[0]!).some((cell) => /^=|undefined|\[object/.test(cell)),
      operation,
    );
  }
});

test.serial('the address opens the file for an hour, nothing else does', async (t) => {
  const { url, url_expires_at, expires_at, ended_at } = await written({ operation: 'list_orders' });
  t.true(Date.parse(url_expires_at) - Date.now() <= 3_600_000);
  t.is(Date.parse(expires_at) - Date.parse(ended_at), 7 * 86_400_000);
  t.is((await download(url)).status, 200);
  const changed = (change: (query: URLSearchParams) => void) => {
    const address = new URL(url);
    change(address.searchParams);
    return download(String(address));
  };
  t.is((await changed((query) => query.delete('signature'))).status, 403);
  t.is((await changed((query) => query.set('expires', String(Number(query.get('expires')) + 1)))).status, 403);
  t.is((await changed((query) => query.set('name', 'x.html'))).status, 403);
  t.is(
    (await download(url.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.ndjson/, `${randomUUID()}.ndjson`))).status,
    403,
  );
  const key = new URL(url).pathname.slice('/media/'.length);
  const past = await storage.signDownload(key, 'orders.ndjson', Math.floor(Date.now() / 1000) - 1);
  t.is((await download(past)).status, 403, 'the time has come');
});

test.serial('what a killed worker began is begun anew, and no half file is ever shown', async (t) => {
  const { id } = await ask({ operation: 'list_orders' });
  // It dies in the middle: its row stays, its file never gets a name.
  const dying = exporter();
  const claimed = (await dying.claim())!;
  t.is((await get(id)).status, 'running');
  t.is(await exporter().claim(), null, 'its lease still holds');
  t.deepEqual([(await get(id)).url, (await get(id)).synced_until], [null, null]);
  await db.admin.query('update app.exports set lease_expires_at = clock_timestamp() where id = $1', [id]);
  await exporter().work.run();
  const finished = await get(id);
  t.is(finished.status, 'finished');
  const orders = await recordsOf(finished);
  // The one that was taken for dead comes back: it changes nothing, and leaves no file.
  await dying.do(claimed);
  t.is(await storage.stat(claimed.storage_key), null);
  t.deepEqual(
    await get(id).then(({ url: _, url_expires_at: __, ...rest }) => rest),
    (({ url: _, url_expires_at: __, ...rest }) => rest)(finished),
  );
  t.deepEqual(await recordsOf(await get(id)), orders);
});

test.serial('storage that fails leaves the export to other attempts for an hour, and holds up no other', async (t) => {
  const { id } = await ask({ operation: 'list_orders' });
  const put = async () => {
    throw new Error('the disk is full');
  };
  const failing = exporter({}, withChanges(storage, { put }));
  const fail = async () => {
    await t.throwsAsync(failing.work.run(), { message: 'the disk is full' });
    t.is((await get(id)).status, 'pending');
  };
  for (let attempt = 1; attempt <= 5; attempt++) await fail();
  const other = await ask({ operation: 'list_customers' });
  await fail();
  const first = await exporter().claim();
  t.is(first?.id, other.id, 'the other has waited longer than since that attempt');
  await exporter().do(first!);
  t.is((await get(other.id)).status, 'finished');
  await db.admin.query(`update app.exports set created_at = now() - interval '61 minutes' where id = $1`, [id]);
  for (let attempt = 1; attempt <= 5; attempt++) await fail();
  await exporter().work.run();
  t.deepEqual((await get(id)).failure.code, 'GAVE_UP');
});

test.serial(
  'a process that stops gives its export back; one that takes too long fails and says what to do',
  async (t) => {
    const { id } = await ask({ operation: 'list_inventory_movements' });
    const stopping = exporter({ rest: 1_000_000 });
    const [running] = [stopping.work.run()];
    for (;;) {
      const { rows } = await db.admin.query('select synced_until is not null as begun from app.exports where id = $1', [
        id,
      ]);
      if (rows[0].begun) break;
      await wait(5);
    }
    await stopping.stop();
    await running;
    // Whether it had written all by then or not, nothing is half done.
    t.true(['pending', 'finished'].includes((await get(id)).status));
    await exporter().work.run();
    t.is((await get(id)).status, 'finished');
    for (let n = 0; n < 60; n++) await stock('RICE', 1);
    const late = await ask({ operation: 'list_inventory_movements' });
    await exporter({ snapshotMs: -1 }).work.run();
    const { status, failure, url } = await get(late.id);
    t.deepEqual([status, failure.code, url], ['failed', 'TOOK_TOO_LONG', null]);
  },
);

const stock = (sku: string, quantity_change: number) =>
  own().make('create_inventory_adjustment', { location_id: shop.locationId, sku, quantity_change, reason: 'x' });

test.serial('a key that is revoked gets no file, at the beginning or in the middle', async (t) => {
  for (const moment of ['before', 'during']) {
    const key = await createKey(db.admin, shop.companyId, { storeId: shop.stores[0].id });
    const { body } = await send('POST', '/exports', { operation: 'list_inventory_movements' }, { key: key.key });
    const revoke = () => db.admin.query('update app.api_keys set revoked_at = now() where id = $1', [key.id]);
    if (moment === 'before') await revoke();
    const put: MediaStorage['put'] = async (name, content) => {
      await revoke();
      await until(db, `select status = 'failed' from app.exports where id = $1`, [body.id]);
      return storage.put(name, content);
    };
    const lease = { seconds: 20, renewMs: 10 };
    await exporter({ lease }, moment === 'during' ? withChanges(storage, { put }) : storage).work.run();
    const { rows } = await db.admin.query('select status, failure_code, storage_key from app.exports where id = $1', [
      body.id,
    ]);
    t.deepEqual([rows[0].status, rows[0].failure_code], ['failed', 'KEY_NOT_LIVE'], moment);
    t.is(await storage.stat(rows[0].storage_key), null);
  }
});

test.serial('a worker’s login reads nothing but what a key has asked for and is being written', async (t) => {
  const worker = db.as('haat_worker');
  const read = async (id: string, lease: string | null): Promise<(string | null)[]> => {
    const sql = 'select document from internal.read_export($1, $2, null, 10)';
    return (await worker.query(sql, [id, lease])).rows.map(({ document }) => document);
  };
  const { id } = await ask({ operation: 'list_orders' });
  t.deepEqual(await read(id, randomUUID()), [null]);
  t.deepEqual(await read(id, null), [null]);
  await t.throwsAsync(worker.query('select internal.enter_export($1, $2)', [id, randomUUID()]), { code: '42501' });
  const { id: _, lease_id } = (await worker.query('select * from internal.claim_export(20)')).rows[0];
  const rival = await createShop(db.admin);
  await stockVariant(db.admin, rival, { sku: 'THEIRS' });
  const documents = await read(id, lease_id);
  t.true(documents.length > 0);
  t.true(documents.every((text) => JSON.parse(text!).store_id === shop.stores[0].id));
  t.is((await worker.query('select internal.current_company_id() as id')).rows[0].id, null);
  await worker.query('select internal.fail_export($1, $2, null, null)', [id, lease_id]);
  t.deepEqual(await read(id, lease_id), [null], 'it is not being written any more');
  await exporter().work.run();
});

test.serial('seven days after its end an export goes, with its file', async (t) => {
  const { id } = await written({ operation: 'list_orders' });
  const { rows } = await db.admin.query('select storage_key from app.exports where id = $1', [id]);
  await db.as('haat_worker').query('select internal.expire_exports()');
  t.is((await get(id)).status, 'finished');
  await db.admin.query(`update app.exports set expires_at = now() - interval '1 second' where id = $1`, [id]);
  t.is((await send('GET', `/exports/${id}`)).status, 404, 'before the timer came');
  await db.as('haat_worker').query('select internal.expire_exports()');
  const left = await db.admin.query('select media_key from internal.media_deletions where media_key = $1', [
    rows[0].storage_key,
  ]);
  t.is(left.rows.length, 1);
});

test.serial(
  'an export and the sync that goes on from it have each change: none is missed, for_sync none comes twice',
  async (t) => {
    const products: string[] = [];
    for (let n = 0; n < 12; n++) {
      const sku = randomUUID();
      const made = await own().make('create_product', { name: sku, variants: [{ sku, name: 'x', price: 10 }] });
      products.push(made.id);
    }
    const step = fc.record({
      which: fc.nat(11),
      holdMs: fc.integer({ min: 0, max: 60 }),
      pauseMs: fc.integer({ min: 0, max: 15 }),
    });
    const property = fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 1, maxLength: 5 }), { minLength: 3, maxLength: 4 }),
      fc.boolean(),
      fc.integer({ min: 0, max: 60 }),
      async (writers, for_sync, afterMs) => {
        // Transactions that stay open for a while after they have written, as slow ones do.
        const writing = Promise.all(
          writers.map(async (steps) => {
            const client = await db.admin.connect();
            try {
              for (const { which, holdMs, pauseMs } of steps) {
                await client.query('begin');
                await client.query('update app.products set short_description = $2 where id = $1', [
                  products[which],
                  randomUUID(),
                ]);
                await client.query('select pg_sleep($1)', [holdMs / 1000]);
                await client.query('commit');
                await wait(pauseMs);
              }
            } finally {
              client.release();
            }
          }),
        );
        await wait(afterMs);
        const document = await written({ operation: 'list_products', for_sync }, { marginSeconds: 0 });
        await writing;
        await sameAfterSync(t, document, for_sync);
      },
    );
    await fc.assert(property, { numRuns: runs(12), includeErrorInReport: true, endOnFailure: true });
  },
);

async function sameAfterSync(t: ExecutionContext, document: Document, forSync: boolean): Promise<void> {
  const byId = (records: Document[]) => new Map(records.map((record) => [record.id, record.updated_at]));
  const exported = byId(await recordsOf(document));
  const synced = byId(await listed('/products', { updated_after: document.synced_until }));
  t.deepEqual(new Map([...exported, ...synced].sort()), new Map([...byId(await listed('/products'))].sort()));
  if (forSync) {
    const twice = [...synced].filter(([id, at]) => exported.get(id) === at);
    t.deepEqual(twice, []);
    for (const at of exported.values()) t.true(at < document.synced_until);
  }
}
