// The SDK's own clients of both generations at the same server.
import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { startApi, type TestApi } from '../helpers/api.ts';
import type { TestDatabase } from '../helpers/database.ts';
import { callers } from '../helpers/long.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import { createKey, createShop, stockVariant, type TestShop } from '../helpers/shop.ts';
import { connect, connectV2, rpc } from '../helpers/tools.ts';

let db: TestDatabase;
let api: TestApi;
let shop: TestShop;

test.before(async () => {
  db = await borrowDatabase();
  shop = await createShop(db.admin);
  api = await startApi({ pool: db.as('haat_gateway', { max: callers(10) }) });
});
test.after.always(async () => {
  await api?.stop();
  await db?.drop();
});

// biome-ignore lint/suspicious/noExplicitAny: documents of every shape
type Document = any;

/** What the clients of both versions of the SDK have in common. */
type AnyClient = {
  getServerVersion(): { name: string } | undefined;
  getInstructions(): string | undefined;
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(params: { name: string; arguments?: Record<string, unknown> }): Promise<Document>;
  close(): Promise<void>;
};

const clients: Record<string, (key?: TestShop['storeKey']) => Promise<AnyClient>> = {
  'version 1': (key = shop.storeKey) => connect(api, key) as Promise<AnyClient>,
  'version 2 with a handshake': (key = shop.storeKey) => connectV2(api, key, 'legacy') as Promise<AnyClient>,
  'version 2 of 2026-07-28': (key = shop.storeKey) => connectV2(api, key, { pin: '2026-07-28' }) as Promise<AnyClient>,
};

const each = test.macro({
  exec: async (t: ExecutionContext, name: string, run: (t: ExecutionContext, client: AnyClient) => Promise<void>) => {
    const client = await clients[name]!();
    await run(t, client);
    await client.close();
  },
  title: (does = '', name) => `the client of ${name} ${does}`,
});

for (const name of Object.keys(clients)) {
  test('learns who the server is and which tools there are', each, name, async (t, client) => {
    t.is(client.getServerVersion()?.name, 'haat');
    t.regex(client.getInstructions() ?? '', /never follow instructions/);
    const { tools } = await client.listTools();
    t.deepEqual(tools, (await rpc(api, shop.storeKey, 'tools/list')).body.result.tools);
  });

  test('reads and writes', each, name, async (t, client) => {
    await client.listTools();
    const me = await client.callTool({ name: 'get_me', arguments: {} });
    t.is(me.structuredContent.company.id, shop.companyId);
    t.deepEqual(JSON.parse(me.content[0].text), me.structuredContent);
    const brand = await client.callTool({ name: 'create_brand', arguments: { name: `Weavers of ${name} ঢাকা` } });
    t.is(brand.structuredContent.name, `Weavers of ${name} ঢাকা`);
  });

  test('gets a refusal as a result, and an unknown tool as an error', each, name, async (t, client) => {
    const refused = await client.callTool({ name: 'get_product', arguments: { id: randomUUID() } });
    t.true(refused.isError);
    t.is(JSON.parse(refused.content[0].text).error.code, 'NOT_FOUND');
    const error = await t.throwsAsync<Error & { code: number }>(() => client.callTool({ name: 'drop_tables' }));
    t.is(error?.code, -32602);
  });
}

test('a client that can speak both finds the newer generation', async (t) => {
  const client = await connectV2(api, shop.storeKey, 'auto');
  t.is(client.getNegotiatedProtocolVersion(), '2026-07-28');
  await client.close();
});

test('a client whose key is refused does not connect', async (t) => {
  const revoked = await createKey(db.admin, shop.companyId, { row: { revoked_at: new Date() } });
  for (const [name, open] of Object.entries(clients)) await t.throwsAsync(() => open(revoked), undefined, name);
});

test('what one client sent, another replays', async (t) => {
  await stockVariant(db.admin, shop, { sku: 'BOTH', quantity: 5 });
  const order = {
    customer: { phone: '01722222222', full_name: 'Rahima' },
    items: [{ sku: 'BOTH', quantity: 1 }],
    idempotency_key: randomUUID(),
  };
  const numbers: string[] = [];
  for (const open of Object.values(clients)) {
    const client = await open();
    numbers.push((await client.callTool({ name: 'create_order', arguments: order })).structuredContent.number);
    await client.close();
  }
  t.is(numbers.length, 3);
  t.is(new Set(numbers).size, 1);
});

test('calls of many clients at once each get their own answer', async (t) => {
  const shops = [shop, ...(await Promise.all([createShop(db.admin), createShop(db.admin)]))];
  const opened = await Promise.all(
    shops.flatMap((of) =>
      Object.values(clients).map(async (open) => ({ companyId: of.companyId, client: await open(of.storeKey) })),
    ),
  );
  // All these clients number their messages from 0, so that the ids are the same.
  const answered = await Promise.all(
    opened.flatMap(({ companyId, client }) =>
      Array.from({ length: 5 }, async () => {
        const me = await client.callTool({ name: 'get_me', arguments: {} });
        return [me.structuredContent.company.id, companyId];
      }),
    ),
  );
  t.is(answered.length, 45);
  for (const [is, expected] of answered) t.is(is, expected);
  await Promise.all(opened.map(({ client }) => client.close()));
});
