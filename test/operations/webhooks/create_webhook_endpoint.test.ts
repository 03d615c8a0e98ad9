import { randomUUID } from 'node:crypto';
import test from 'ava';
import { SecretBox } from '../../../server/secrets/secret-box.ts';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { makeEndpoint } from '../../helpers/operations/makers.ts';
import { testSecrets } from '../../helpers/secrets.ts';
import { callGate, createKey, createShop } from '../../helpers/shop.ts';
import { closeApiShop, db, house, openApiShop, own, send, shop } from '../../helpers/shops/api-shop.ts';
import { emit } from '../../helpers/webhooks.ts';

test.before(openApiShop);
test.after.always(closeApiShop);

const url = 'https://8.8.8.8/hook';

testCommonRules('create_webhook_endpoint', house, {
  sound: () => ({ url, event_types: ['service.ping'] }),
  of: 'key',
  wrong: [
    [{ url: undefined }, 'url'],
    [{ url: 'http://8.8.8.8/hook' }, 'url'],
    [{ url: 'https://user:word@8.8.8.8/' }, 'url'],
    [{ url: 'https://127.0.0.1/hook' }, 'url'],
    [{ url: 'https://localhost:8443/' }, 'url'],
    [{ url: 'https://[fd00::1]/' }, 'url'],
    [{ event_types: [] }, 'event_types'],
    [{ event_types: ['order.moved'] }, 'event_types.0'],
    [{ event_types: ['*', 'order.created'] }, 'event_types'],
    [{ description: 'x'.repeat(501) }, 'description'],
    [{ secret: 'whsec_AAAA' }, 'secret'],
    [{ encrypted_secret: 'whsec_AAAA' }, 'encrypted_secret'],
    [{ endpoint_id: randomUUID() }, 'endpoint_id'],
  ],
  // It is shown this once.
  lasting: (document) => ({ ...document, secret: null }),
});

const post = (body: object, key = shop.storeKey.key, idempotencyKey: string = randomUUID()) =>
  send('POST', '/webhook-endpoints', { url, ...body }, { key, idempotencyKey });

/** A key of the store with these scopes. */
const keyWith = (scopes: string[]) => createKey(db.admin, shop.companyId, { storeId: shop.stores[0].id, scopes });

test('a type whose objects the key may not read is 403, and one who may not learns no private address', async (t) => {
  const { key } = await keyWith(['webhooks:write', 'orders:read']);
  const refused = await post({ event_types: ['order.created', 'customer.updated'] }, key);
  t.deepEqual([refused.status, refused.body.error.code], [403, 'FORBIDDEN_SCOPE']);
  t.regex(refused.body.error.message, /customers:read/);
  const inside = await post({ event_types: ['customer.updated'], url: 'https://10.0.0.1/' }, key);
  t.is(inside.status, 403);
  t.is((await post({ event_types: ['order.created', 'order.created'] }, key)).body.event_types.length, 1);
  const reader = await keyWith(['webhooks:read', 'orders:write']);
  t.is((await post({ event_types: ['order.created'] }, reader.key)).status, 403);
});

test('the secret is shown once: a replay has none, and nothing of it lies in the database in clear', async (t) => {
  const idempotencyKey = randomUUID();
  const first = await post({}, shop.storeKey.key, idempotencyKey);
  t.is(first.status, 201);
  t.regex(first.body.secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  t.is(first.body.api_version, '2026-08');
  const again = await post({}, shop.storeKey.key, idempotencyKey);
  t.is(again.headers.get('idempotent-replayed'), 'true');
  t.deepEqual([again.status, again.body], [201, { ...first.body, secret: null }]);
  const { rows } = await db.admin.query(
    `select e.secret, k.result from app.webhook_endpoints e, app.idempotency_keys k where e.id = $1 and k.key = $2`,
    [first.body.id, idempotencyKey],
  );
  t.is(testSecrets.decrypt(rows[0].secret, `webhook_endpoint:${first.body.id}`), first.body.secret);
  t.is(JSON.parse(rows[0].result).secret, null);
  t.false(rows[0].result.includes(rows[0].secret));
});

test('without keys of its own the server has the database make the secret, and the answer that is kept has none', async (t) => {
  t.is(new SecretBox([]).writingKeyId, undefined);
  const called = await callGate(
    db.as('haat_gateway'),
    shop.storeKey,
    'create_webhook_endpoint',
    { url },
    {
      idempotencyKey: 'in clear',
    },
  );
  t.regex(called.result.secret, /^whsec_/);
  const { rows } = await db.admin.query(
    `select count(*)::int as n from app.idempotency_keys k where company_id = $1 and strpos(k::text, $2) > 0`,
    [shop.companyId, called.result.secret],
  );
  t.is(rows[0].n, 0);
});

test('a store has at most twenty endpoints of keys, removed ones not counted', async (t) => {
  const full = await createShop(db.admin);
  const key = full.storeKey.key;
  const made = await Promise.all(Array.from({ length: 22 }, () => post({}, key)));
  const refused = made.filter(({ status }) => status !== 201);
  t.deepEqual(
    refused.map(({ status, body }) => [status, Object.keys(body.error.fields)]),
    Array(2).fill([409, ['url']]),
  );
  const { id } = made.find(({ status }) => status === 201)!.body;
  t.is((await send('DELETE', `/webhook-endpoints/${id}`, undefined, { key })).status, 200);
  t.is((await post({}, key)).status, 201);
});

test('"*" is what the key may read: no delivery is made for another event, nor for another store', async (t) => {
  const own = await createShop(db.admin);
  const scopes = ['webhooks:write', 'orders:read'];
  const { key } = await createKey(db.admin, own.companyId, { scopes });
  const { id } = (await post({ store_id: own.stores[0].id }, key)).body;
  const told = await emit(db, own, { type: 'order.created' });
  for (const type of ['customer.created', 'payment.recorded', 'export.finished', 'brand.created'])
    await emit(db, own, { type });
  await emit(db, own, { type: 'order.created', storeId: own.stores[1].id });
  const { rows } = await db.admin.query('select event_id from app.webhook_deliveries where endpoint_id = $1', [id]);
  t.deepEqual(rows, [{ event_id: told }]);
});

test('an export that the key asked for is told to it, one of another key is not', async (t) => {
  const { id } = await makeEndpoint(own(), { event_types: ['export.finished'] });
  const sibling = await createKey(db.admin, shop.companyId, { storeId: shop.stores[0].id });
  const finished = (keyId: string) => emit(db, shop, { type: 'export.finished', object: { key_id: keyId } });
  await finished(sibling.id);
  const told = await finished(shop.storeKey.id);
  const { rows } = await db.admin.query('select event_id from app.webhook_deliveries where endpoint_id = $1', [id]);
  t.deepEqual(rows, [{ event_id: told }]);
});
