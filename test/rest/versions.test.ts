// The version of a record protects a write: a client that has not seen the latest change does not write over it. What each
// operation owes is in helpers/operations/common-rules.ts; here is what holds for many: races, retries, jobs, pictures.
import { randomUUID } from 'node:crypto';
import test from 'ava';
import { operations } from '../../server/operations/index.ts';
import { startApi, type TestApi } from '../helpers/api.ts';
import type { TestDatabase } from '../helpers/database.ts';
import { runJobs } from '../helpers/jobs.ts';
import { callers, runs } from '../helpers/long.ts';
import fc from '../helpers/properties.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import { createShop, type TestShop } from '../helpers/shop.ts';
import { callTool, refusalOf } from '../helpers/tools.ts';

let db: TestDatabase;
let shop: TestShop;
let api: TestApi;
test.before(async () => {
  db = await borrowDatabase();
  shop = await createShop(db.admin);
  api = await startApi({ pool: db.as('haat_gateway', { max: callers(10) }) });
});
test.after.always(async () => {
  await api?.stop();
  await db?.drop();
});

async function write(method: string, path: string, body: object, headers: Record<string, string> = {}) {
  const idempotencyKey = randomUUID();
  return api.request(method, path, { key: shop.storeKey.key, body, headers, idempotencyKey });
}

async function made(path: string, body: object) {
  const answer = await write('POST', path, body);
  if (answer.status >= 300) throw new Error(`${path}: ${answer.text}`);
  return answer.body;
}

const tagOf = async (path: string) => (await api.request('GET', path, { key: shop.storeKey.key })).headers.get('etag')!;

const makeProduct = () =>
  made('/products', { name: 'Shirt', variants: [{ sku: `V-${randomUUID()}`, name: 'One', price: 10 }] });

/** A record of each kind, where it is, and a change of it, another for each n. */
const kinds: Record<string, () => Promise<[path: string, change: (n: number) => object]>> = {
  product: async () => [`/products/${(await makeProduct()).id}`, (n) => ({ name: `Shirt ${n}` })],
  variant: async () => [`/variants/${(await makeProduct()).variants[0].id}`, (n) => ({ price: 11 + n })],
  category: async () => [
    `/categories/${(await made('/categories', { name: 'Shoes' })).id}`,
    (n) => ({ slug: `shoes-${randomUUID()}`, position: n }),
  ],
  brand: async () => [`/brands/${(await made('/brands', { name: 'Aarong' })).id}`, (n) => ({ name: `Aarong ${n}` })],
  attribute: async () => [
    `/attributes/${(await made('/attributes', { name: randomUUID(), type: 'variant' })).id}`,
    () => ({ name: randomUUID() }),
  ],
  customer: async () => [
    `/customers/${(await made('/customers', { full_name: 'Rahima' })).id}`,
    (n) => ({ full_name: `Rahima ${n}` }),
  ],
  order: async () => {
    const [{ id }] = (await makeProduct()).variants;
    await made('/inventory/adjustments', {
      location_id: shop.locationId,
      variant_id: id,
      quantity_change: 1,
      reason: 'stock',
    });
    const items = [{ variant_id: id, quantity: 1 }];
    const customer = { phone: '01712345678', full_name: 'Rahima' };
    return [`/orders/${(await made('/orders', { customer, items })).id}`, (n) => ({ note: `Note ${n}` })];
  },
};

test('every write with an id in its path names the record that it writes, and no other write does', (t) => {
  for (const [name, { method, path, writes }] of Object.entries(operations))
    t.is(writes !== undefined, method !== 'GET' && path.includes('{'), name);
});

for (const [kind, make] of Object.entries(kinds)) {
  test(`${kind}: of many that write at once with the same If-Match exactly one does`, async (t) => {
    const [path, change] = await make();
    for (let round = 0; round < runs(5, 3); round++) {
      const tag = await tagOf(path);
      const answers = await Promise.all(
        Array.from({ length: 4 }, (_, n) => write('PATCH', path, change(4 * round + n), { 'if-match': tag })),
      );
      const statuses = answers.map(({ status }) => status).sort();
      t.deepEqual(statuses, [200, 412, 412, 412], answers.map(({ text }) => text).join('\n'));
    }
  });
}

test('the answer of a write has the tag for the next one, and no two versions are the same', async (t) => {
  const [path, change] = await kinds.product!();
  let tag = await tagOf(path);
  const seen = new Set([tag]);
  for (let n = 0; n < 20; n++) {
    const answer = await write('PATCH', path, change(n), { 'if-match': tag });
    t.is(answer.status, 200, answer.text);
    tag = answer.headers.get('etag')!;
    t.is(tag.split('.')[0], `"${Date.parse(answer.body.updated_at)}`);
    t.is(tag, await tagOf(path));
    seen.add(tag);
  }
  t.is(seen.size, 21);
});

test('two changes within one millisecond are two versions, of what belongs to a record too', async (t) => {
  const client = await db.admin.connect();
  try {
    const [customer] = await kinds.customer!();
    const [attribute] = await kinds.attribute!();
    const [category] = await kinds.category!();
    const idOf = (path: string) => path.split('/')[2];
    const times = async (table: string, id: string | undefined, change: string) => {
      // In one statement of the server, so that nothing but the database takes time.
      await client.query(`do $$ begin for n in 1..20 loop ${change.replaceAll('$1', `'${id}'`)}; end loop; end $$`);
      return (
        await client.query(`select updated_at from app.${table} where id = $1`, [id])
      ).rows[0].updated_at.getTime();
    };
    const before = Date.now();
    const rename = `update app.categories set name = 'Shoes ' || n where id = $1`;
    const value = `insert into app.attribute_values (company_id, store_id, attribute_id, value, position)
      select company_id, store_id, id, 'v' || n, n from app.attributes where id = $1`;
    const address = `insert into app.customer_addresses (company_id, store_id, customer_id, address_line)
      select company_id, store_id, id, 'Road ' || n from app.customers where id = $1`;
    t.true((await times('categories', idOf(category), rename)) >= before + 19);
    t.true((await times('attributes', idOf(attribute), value)) >= before + 19);
    t.true((await times('customers', idOf(customer), address)) >= before + 19);
  } finally {
    client.release();
  }
});

test('writers that take turns as they like never lose a change', async (t) => {
  const [path] = await kinds.customer!();
  const schedule = fc.array(fc.record({ who: fc.nat(2), reads: fc.boolean(), asTool: fc.boolean() }), {
    minLength: 5,
    maxLength: 25,
  });
  await fc.assert(
    fc.asyncProperty(schedule, async (steps) => {
      let present = (await api.request('GET', path, { key: shop.storeKey.key })).body;
      const held = Array.from({ length: 3 }, () => present);
      for (const [n, { who, reads, asTool }] of steps.entries()) {
        if (reads) {
          held[who] = (await api.request('GET', path, { key: shop.storeKey.key })).body;
          continue;
        }
        const full_name = `Rahima ${n} ${randomUUID()}`;
        const isFresh = held[who].updated_at === present.updated_at;
        const expected = { expected_updated_at: held[who].updated_at };
        const answer = asTool
          ? await callTool(api, shop.storeKey, 'update_customer', { id: present.id, full_name, ...expected })
          : await write('PATCH', path, { full_name }, { 'if-match': `"${Date.parse(held[who].updated_at)}."` });
        const error = asTool ? refusalOf(answer) : answer.body.error;
        t.is(error?.code, isFresh ? undefined : 'PRECONDITION_FAILED');
        const now = (await api.request('GET', path, { key: shop.storeKey.key })).body;
        t.is(now.full_name, isFresh ? full_name : present.full_name);
        present = now;
      }
    }),
    { numRuns: runs(8) },
  );
});

test('the lines of a job name the version of what each changes', async (t) => {
  const [path] = await kinds.brand!();
  const id = path.split('/')[2];
  const { updated_at } = (await api.request('GET', path, { key: shop.storeKey.key })).body;
  const job = await made('/jobs', {
    operation: 'update_brand',
    lines: [
      { id, name: 'First', expected_updated_at: updated_at },
      { id, name: 'Second', expected_updated_at: updated_at },
      { id, name: 'Third', expected_updated_at: 'lately' },
      { id, name: 'Fourth', expected_version: { record: 'brand', id, versions: [] } },
    ],
  });
  await runJobs(db, shop.companyId);
  const { body } = await api.request('GET', `/jobs/${job.id}?results=all`, { key: shop.storeKey.key });
  t.deepEqual(
    body.results.map(({ status, error }: { status: number; error?: { code: string; fields: object } }) => [
      status,
      Object.keys(error?.fields ?? {}),
    ]),
    [
      [200, []],
      [412, ['updated_at']],
      [422, ['expected_updated_at']],
      [422, ['expected_version']],
    ],
  );
  t.is((await api.request('GET', path, { key: shop.storeKey.key })).body.name, 'First');
});

test('a write whose record has changed is refused before its pictures are read or its links opened', async (t) => {
  const [path] = await kinds.product!();
  const form = new FormData();
  form.append('images', new Blob(['no picture']), 'a.png');
  const headers = { 'if-match': '"0.old"' };
  const sent = await api.request('POST', `${path}/images`, { key: shop.storeKey.key, raw: form, headers });
  t.is(sent.body.error.code, 'PRECONDITION_FAILED');
  const images = [{ source_url: 'https://nowhere.invalid/a.png' }];
  t.is((await write('POST', `${path}/images`, { images }, headers)).body.error.code, 'PRECONDITION_FAILED');
});

test('a tool that writes no record that is there takes no version, and a body of REST takes none', async (t) => {
  const expected_updated_at = new Date().toISOString();
  const tool = await callTool(api, shop.storeKey, 'create_brand', { name: 'A', expected_updated_at });
  t.deepEqual(refusalOf(tool).fields, { expected_updated_at: ['not allowed'] });
  const [path] = await kinds.brand!();
  const sent = await write('PATCH', path, { name: 'A', expected_updated_at });
  t.deepEqual(sent.body.error.fields, { expected_updated_at: ['not allowed'] });
});
