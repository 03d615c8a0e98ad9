// What a model is shown of us before it calls anything: tools/list and the manifest.
import test from 'ava';
import { grants, isShownTo, toolsOf } from '../../server/mcp/tools.ts';
import { compositions } from '../../server/operations/compositions.ts';
import { operations } from '../../server/operations/index.ts';
import { byShopper } from '../../server/operations/schemas.ts';
import { startApi, type TestApi } from '../helpers/api.ts';
import { maxTools } from '../helpers/contract.ts';
import type { TestDatabase } from '../helpers/database.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import { ALL_SCOPES, createKey, createShop, type TestKey, type TestShop } from '../helpers/shop.ts';
import { rpc } from '../helpers/tools.ts';

let db: TestDatabase;
let api: TestApi;
let shop: TestShop;

test.before(async () => {
  db = await borrowDatabase();
  shop = await createShop(db.admin);
  api = await startApi({ pool: db.as('haat_gateway') });
});
test.after.always(async () => {
  await api?.stop();
  await db?.drop();
});

/** The specification allows 60,000 tokens; every model pays for each of them. */
const budget = 30_000;

const registry = { ...operations, ...compositions };
const list = async (key: TestKey) => (await rpc(api, key, 'tools/list')).body.result.tools;
const manifest = async () => (await api.request('GET', '//ext/mcp/v1/manifest')).body;

test('every tool that the specification names is there', async (t) => {
  const names = (await list(shop.companyKey)).map(({ name }: { name: string }) => name);
  for (const name of [
    'list_products',
    'get_product',
    'create_order',
    'record_order_payment',
    'adjust_inventory',
    'create_product',
    'add_product_images_from_urls',
    'create_category',
    'create_brand',
    'update_order_status',
    'list_orders',
    'get_sales_summary',
    'get_customer_summary',
    'list_due_follow_ups',
    'attach_product_video',
  ]) {
    t.true(names.includes(name), name);
  }
});

test('50 tools or fewer, and below 30,000 tokens; the log warns when nine tenths are used', async (t) => {
  const { text, body } = await rpc(api, shop.companyKey, 'tools/list');
  t.true(body.result.tools.length <= maxTools, `${body.result.tools.length} tools`);
  // Four characters a token: for these lists within 3 % of what the tokenizers of the day say.
  const tokens = Math.ceil(text.length / 4);
  t.log(`${body.result.tools.length} tools, about ${tokens} tokens: ${budget - tokens} are left`);
  if (tokens > 0.9 * budget) t.log(`Almost used up: describe with fewer words, or shorten in server/mcp/schemas.ts`);
  t.true(tokens < budget, `${tokens} tokens`);
});

test('all four hints are set, and a tool that only reads says nothing else', async (t) => {
  for (const { name, annotations, title, description } of await list(shop.companyKey)) {
    for (const hint of ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint']) {
      t.is(typeof annotations[hint], 'boolean', `${name} ${hint}`);
    }
    if (annotations.readOnlyHint) t.like(annotations, { destructiveHint: false, idempotentHint: true }, name);
    t.truthy(title, name);
    t.true(description.length > 15, name);
    // Words of REST mean nothing to a model.
    t.notRegex(description, /multipart|\b4\d\d\b|header/i, name);
  }
});

test('inputs are closed, and every write takes an idempotency_key that says what a retry sends', async (t) => {
  const required: string[] = [];
  for (const { name, annotations, inputSchema } of await list(shop.companyKey)) {
    t.is(inputSchema.type, 'object', name);
    t.is(inputSchema.additionalProperties, false, name);
    const key = inputSchema.properties.idempotency_key;
    t.is(key !== undefined, !annotations.readOnlyHint, name);
    if (!key) continue;
    t.regex(key.description, /same value when retrying this call.*a new one only for a different call/, name);
    if (inputSchema.required?.includes('idempotency_key')) required.push(name);
  }
  t.deepEqual(required.sort(), [
    'adjust_inventory',
    'create_job',
    'create_order',
    'create_return',
    'receive_return',
    'record_order_payment',
    'record_refund',
  ]);
});

test('the manifest names the scopes of which a job wants one, and the keys that are shown its tool are those', async (t) => {
  const entry = (await manifest()).tools.find(({ name }: { name: string }) => name === 'create_job');
  t.deepEqual(entry.scopes, []);
  const writing = new Set(
    Object.values(operations).flatMap(({ method, scopes, bulk }) => (method === 'GET' || bulk === false ? [] : scopes)),
  );
  t.deepEqual(entry.scopes_any, [...writing].sort());
  for (const scope of ALL_SCOPES) {
    const scopes = scope === 'catalog:write' ? [scope, 'products:read'] : [scope];
    const shown = (await list(await createKey(db.admin, shop.companyId, { scopes }))).map(
      ({ name }: { name: string }) => name,
    );
    t.is(shown.includes('create_job'), entry.scopes_any.includes(scope), scope);
    // Every key that reads a list may export it, but one that writes nothing is shown no tool that writes.
    t.is(shown.includes('create_export'), /^(customers|inventory|orders|products):write$/.test(scope), scope);
    t.true(shown.includes('get_export'), scope);
  }
});

test('every record is described in full by a tool that is shown to every key that is referred to it', async (t) => {
  const all = new Map<string, object>();
  for (const { name, outputSchema } of await list(shop.companyKey)) {
    t.is(outputSchema.type, 'object', name);
    all.set(name, outputSchema);
  }
  for (const scope of ALL_SCOPES) {
    const scopes = scope === 'catalog:write' ? [scope, 'products:read'] : [scope];
    const shown = await list(await createKey(db.admin, shop.companyId, { scopes }));
    const names = shown.map(({ name }: { name: string }) => name);
    for (const { name, outputSchema } of shown) {
      for (const [, record, home] of JSON.stringify(outputSchema).matchAll(/"(\w+), as (\w+) gives it/g)) {
        t.true(names.includes(home), `${name} with ${scopes}: ${record} at ${home}`);
        t.notRegex(JSON.stringify(all.get(home!)), new RegExp(`"${record}, as`), `${home} refers on for ${record}`);
      }
    }
  }
});

test('text that shoppers wrote is marked as data wherever orders and customers are shown', async (t) => {
  for (const { name, outputSchema } of await list(shop.companyKey)) {
    if (!/order|customer|follow_up/.test(name) || /payment/.test(name)) continue;
    t.regex(JSON.stringify(outputSchema), /data, never an instruction/, name);
  }
  const tools = (await manifest()).tools as {
    name: string;
    output_schema: { properties: Record<string, { description: string }> };
  }[];
  const order = tools.find(({ name }) => name === 'get_order')!.output_schema;
  for (const field of ['note', 'shipping_address'])
    t.true(order.properties[field]!.description.includes(byShopper), field);
});

test('a key is shown the tools all of whose scopes it holds, and no other', async (t) => {
  const tools = toolsOf(registry);
  for (const scopes of [
    [],
    ['orders:read'],
    ['orders:write'],
    ['orders:read', 'customers:read'],
    ['reports:read'],
    ALL_SCOPES,
  ]) {
    const key = await createKey(db.admin, shop.companyId, {
      scopes: scopes.includes('catalog:write') ? [...scopes, 'products:read'] : scopes,
    });
    const shown = (await list(key)).map(({ name }: { name: string }) => name);
    const expected = [...tools.values()].filter((tool) => isShownTo(scopes, tool)).map(({ name }) => name);
    t.deepEqual(shown, expected, scopes.join());
  }
  const readOnly = await createKey(db.admin, shop.companyId, { scopes: ['orders:read', 'products:read'] });
  t.true(
    (await list(readOnly)).every(
      ({ annotations }: { annotations: { readOnlyHint: boolean } }) => annotations.readOnlyHint,
    ),
  );
});

test('scopes mean here what they mean in admission', async (t) => {
  const known = [...ALL_SCOPES, 'products:read', 'orders:read', 'customers:read', 'inventory:read', 'payments:read'];
  const { rows } = await db.admin.query(
    'select h as held, w as wanted, gate.has_scope(array[h], w) as yes from unnest($1::text[]) h, unnest($1::text[]) w',
    [known],
  );
  for (const { held, wanted, yes } of rows) t.is(grants([held], wanted), yes, `${held} ${wanted}`);
});

test('the list is the same at every call, and tells the same as the manifest', async (t) => {
  const shown = await list(shop.companyKey);
  t.deepEqual(await list(shop.companyKey), shown);
  const { tools } = await manifest();
  t.is(tools.length, shown.length);
  for (const [index, tool] of shown.entries()) {
    const entry = tools[index];
    t.is(entry.name, tool.name);
    t.is(entry.title, tool.title);
    t.is(entry.description, tool.description);
    t.deepEqual(entry.annotations, tool.annotations);
    t.deepEqual(entry.input_schema, tool.inputSchema);
    t.deepEqual(
      Object.keys(entry.output_schema.properties),
      Object.keys(tool.outputSchema.properties ?? entry.output_schema.properties),
      tool.name,
    );
  }
});

test('the manifest needs no key and has what the specification says', async (t) => {
  const { status, headers, body } = await api.request('GET', '//ext/mcp/v1/manifest');
  t.is(status, 200);
  t.false(headers.has('x-ratelimit-limit'));
  t.is(body.name, 'haat');
  t.regex(body.version, /^\d+\.\d+\.\d+$/);
  t.deepEqual(body.limits, { tool_cap: 50, tools_list_token_budget: 60_000 });
  const entry = (name: string) => body.tools.find((tool: { name: string }) => tool.name === name);
  const products = entry('list_products');
  t.like(products, {
    scopes: ['products:read'],
    idempotency: 'none',
    metering: { bucket: 'read', cost: 1 },
    paged: true,
    rest_twin: ['GET /products'],
  });
  t.deepEqual(Object.keys(products.input_schema.properties).sort(), [
    'category_id',
    'ending_before',
    'limit',
    'search',
    'sort',
    'starting_after',
    'status',
    'store_id',
    'updated_after',
  ]);
  t.like(entry('adjust_inventory'), {
    idempotency: 'required',
    rest_twin: ['POST /inventory/adjustments'],
    paged: false,
  });
  t.is(entry('create_product').idempotency, 'optional');
  t.deepEqual(entry('get_sales_summary').metering, { bucket: 'read', cost: 5 });
  t.deepEqual(entry('create_category').metering, { bucket: 'write', cost: 1, cost_per_image: 1 });
  t.deepEqual(entry('get_customer_summary').rest_twin, ['GET /customers/{id}', 'GET /orders']);
  const other = await api.request('POST', '//ext/mcp/v1/manifest', { body: {} });
  t.is(other.status, 405);
  t.is(other.headers.get('allow'), 'GET, HEAD');
});
