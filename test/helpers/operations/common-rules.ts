// What every operation owes, tried on one of them by real calls: first whom and what it refuses, then that it works with
// its own scopes alone, acts once under one Idempotency-Key, and is the same as a tool. One line in each file of
// test/operations; what is particular to an operation stands in its file. They come one after the other in one company: what
// only refuses first, then the one act that all the rest is read of; a rule that needs another act has a company of its own.
import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import type { Operation, VersionedRecord } from '../../../server/operations/types.ts';
import type { TestApi } from '../api.ts';
import type { TestDatabase } from '../database.ts';
import { answersAs } from '../documents.ts';
import { inTurns } from '../long.ts';
import { rivalIn } from '../shared-database.ts';
import { ALL_SCOPES, createKey, createShop, type TestShop } from '../shop.ts';
import { type Called, call, callAsTool, type Input, registry } from './call.ts';

export type Maker = {
  db: TestDatabase;
  api: TestApi;
  shop: TestShop;
  /** The document of a call of the first store that must succeed. */
  make(operation: string, input?: Input): Promise<Called['document']>;
};

/** Every scope but those that satisfy this one; catalog:write cannot be without products:read. */
const allBut = (scope: string) =>
  ALL_SCOPES.filter(
    (one) =>
      ![scope, scope.replace(':read', ':write')].includes(one) &&
      !(scope.startsWith('products:') && one === 'catalog:write'),
  );

/** The read of a record, by the kind that its writes name. */
const readOf = (record: VersionedRecord) => `get_${record.replace('_videos', '')}`;

/** The input of the read of the record that a write names. */
const recordIn = (input: Input, read: string): Input =>
  read === 'get_variant' ? { identifier: input.identifier } : { id: input.id ?? input.product_id };

type Rules = {
  /** Makes what the operation needs; gives the input of a call that succeeds, each time of another record. */
  sound(maker: Maker): Input | Promise<Input>;
  /** What makes a sound input wrong, and the field by which it is refused. */
  wrong?: [change: Input, field: string][];
  /** Whose records they are: of the store, if nothing is said. `key`: only the key that made them reaches them. */
  of?: 'store' | 'company' | 'key';
  /** What must be the same in a replay, where not all of it is. */
  // biome-ignore lint/suspicious/noExplicitAny: documents are of every shape
  lasting?(document: any): unknown;
};

/** Of what the doors do alike for every operation, which the gate does once: each operation shows one of them by turns. */
const doorRules = ['store of a company key', 'protected write', 'expected version', 'same as a tool'] as const;

export function testCommonRules(name: string, house: () => { db: TestDatabase; api: TestApi }, rules: Rules): void {
  const operation = registry[name]!;
  const { sound, wrong = [], of = 'store', lasting = (document) => document } = rules;
  const writes = operation.method !== 'GET';
  const ids = ('path' in operation ? [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, field]) => field!) : []).concat(
    Object.keys(operation.input.shape).filter((field) => !('path' in operation) && /^(id|product_id)$/.test(field)),
  );

  const applies: Record<(typeof doorRules)[number], boolean> = {
    'store of a company key': 'store_id' in operation.input.shape && of !== 'key',
    'protected write': writes && 'path' in operation,
    'expected version': operation.writes !== undefined && Boolean(operation.tool),
    'same as a tool': Boolean(operation.tool) && 'path' in operation,
  };
  const turn = Object.keys(registry).indexOf(name);
  const shown = inTurns(
    doorRules.filter((rule) => applies[rule]),
    doorRules.length,
    turn,
  );

  async function arrange(): Promise<Maker & { input: Input; ask: typeof ask; changes(): Promise<number> }> {
    const { db, api } = house();
    const shop = await createShop(db.admin);
    const make = async (other: string, input: Input = {}) => {
      const { code, document, answer } = await call(api, other, input, {
        key: shop.storeKey.key,
        ...(registry[other]!.method !== 'GET' && { idempotencyKey: randomUUID() }),
      });
      if (code) throw new Error(`${other}: ${answer.text}`);
      return document;
    };
    const input = await sound({ db, api, shop, make });
    // Nearly every change is told by an event; the other tables are those whose changes are not.
    const tables = ['events', 'activity_log', 'attributes', 'attribute_values', 'videos', 'video_placements'];
    const changes = async () => {
      const counted = tables.map((table) => `(select count(*) from app.${table} where company_id = $1)`);
      return Number((await db.admin.query(`select ${counted.join(' + ')} as n`, [shop.companyId])).rows[0].n);
    };
    const ask = (key: string | undefined, given: Input) =>
      call(api, name, given, { key, ...(writes && { idempotencyKey: randomUUID() }) });
    return { db, api, shop, make, input, ask, changes };
  }

  let arranged: ReturnType<typeof arrange> | undefined;
  /** One for all that only refuses or reads, and for the one act after it. */
  const arrangeOnce = () => (arranged ??= arrange());
  /** What a door does alike is shown by one more act: a read changes nothing, and needs no other company. */
  const arrangeForDoor = () => (writes ? arrange() : arrangeOnce());

  async function act() {
    const maker = await arrangeOnce();
    const { api, shop, input, changes } = maker;
    const before = await changes();
    const refusals: [string, Called['code']][] = [];
    for (const scope of operation.scopes) {
      await setScopes(maker, allBut(scope));
      refusals.push([scope, (await maker.ask(shop.storeKey.key, input)).code]);
    }
    const after = await changes();
    // catalog:write is given to keys only that may read products.
    const others = operation.scopes.includes('catalog:write') ? ['products:read'] : [];
    if (operation.scopes.length > 0) await setScopes(maker, [...operation.scopes, ...others]);
    const send = () => call(api, name, input, { key: shop.storeKey.key, ...(writes && { idempotencyKey: 'once' }) });
    const first = await send();
    const done = await changes();
    const again = writes ? await send() : first;
    return { refusals, before, after, first, again, changed: (await changes()) - done };
  }
  let acted: ReturnType<typeof act> | undefined;
  /** Refused without each of its scopes, then sent with them alone: two rules are read of one act. */
  const actOnce = () => (acted ??= act());

  /** None of the calls may succeed, nor change anything. */
  async function refused(t: ExecutionContext, calls: [Promise<Called>, string, string][]): Promise<void> {
    for (const [called, code, why] of calls) t.is((await called).code, code, why);
  }

  const setScopes = (maker: Maker, scopes: string[]) =>
    maker.db.admin.query('update app.api_keys set scopes = $2 where id = $1', [maker.shop.storeKey.id, scopes]);

  test.serial(`${name}: without a key, or with one that was not issued, it is 401`, async (t) => {
    const { input, ask, changes } = await arrangeOnce();
    const before = await changes();
    for (const key of [undefined, `service_sk_${'x'.repeat(40)}`]) {
      const { code, answer } = await ask(key, input);
      t.deepEqual([answer.status, code], [401, 'UNAUTHORIZED']);
    }
    t.is(await changes(), before);
  });

  test.serial(`${name}: keys of another company and of another store reach nothing`, async (t) => {
    const { db, shop, input, ask, changes } = await arrangeOnce();
    const rival = await rivalIn(db);
    const sister = await createKey(db.admin, shop.companyId, { storeId: shop.stores[1].id });
    const sibling =
      of === 'key' ? await createKey(db.admin, shop.companyId, { storeId: shop.stores[0].id }) : undefined;
    const before = await changes();
    if ('store_id' in operation.input.shape) {
      await refused(t, [
        [ask(shop.storeKey.key, { ...input, store_id: shop.stores[1].id }), 'NOT_FOUND', 'another store is named'],
        [ask(shop.companyKey.key, { ...input, store_id: rival.stores[0].id }), 'NOT_FOUND', 'the rival’s is named'],
        [ask(shop.companyKey.key, { ...input, store_id: randomUUID() }), 'NOT_FOUND', 'one that is not there'],
      ]);
    }
    const rivals = { [rival.storeKey.key]: {}, [rival.companyKey.key]: { store_id: rival.stores[0].id } };
    // What makes a new record makes it in the store of its key; there is nothing of another to reach.
    const others = writes && ids.length === 0 ? {} : { ...rivals, ...(of !== 'company' && { [sister.key]: {} }) };
    for (const [key, more] of Object.entries(others)) {
      const { code, document } = await ask(key, { ...input, ...more });
      if (ids.length > 0) t.is(code, 'NOT_FOUND');
      else if (!writes && Array.isArray(document?.data)) await seesNothing(t, document);
    }
    // What one key of the store uploads, another does not see.
    if (sibling && ids.length > 0) t.not((await ask(sibling.key, input)).code, null);
    t.is(await changes(), before);

    async function seesNothing(t: ExecutionContext, theirs: Called['document']) {
      const mine = (await ask(shop.storeKey.key, input)).document.data as Input[];
      const idOf = (row: Input) => row.id ?? row.variant_id ?? row.product_id;
      t.true(mine.length > 0, 'there is something to see');
      const seen = new Set((theirs.data as Input[]).map(idOf));
      t.false(mine.some((row) => seen.has(idOf(row))));
    }
  });

  if (shown.includes('store of a company key')) {
    test.serial(`${name}: a company key reaches the store that it names`, async (t) => {
      const { shop, input, ask } = await arrangeForDoor();
      const { code, document, answer } = await ask(shop.companyKey.key, { ...input, store_id: shop.stores[0].id });
      t.is(code, null, answer.text);
      answersAs(t, name, document);
    });
  }

  if (ids.length > 0) {
    test.serial(`${name}: what is not there is not found`, async (t) => {
      const { shop, input, ask, changes } = await arrangeOnce();
      const before = await changes();
      for (const field of ids) {
        const { code } = await ask(shop.storeKey.key, { ...input, [field]: randomUUID() });
        t.is(code, 'NOT_FOUND', field);
      }
      t.is(await changes(), before);
    });
  }

  test.serial(`${name}: fields that are wrong, or unknown, are refused by name, and nothing is done`, async (t) => {
    const { shop, input, ask, changes } = await arrangeOnce();
    const before = await changes();
    for (const [change, field] of [...wrong, [{ nonsense: 1 }, 'nonsense'] as const]) {
      const { code, fields, answer } = await ask(shop.storeKey.key, { ...input, ...change });
      t.is(code, 'VALIDATION_ERROR', `${JSON.stringify(change)} ${answer.text}`);
      t.deepEqual(Object.keys(fields), [field], JSON.stringify(change));
    }
    t.is(await changes(), before);
  });

  if (shown.includes('protected write')) {
    const isOfOne = operation.writes !== undefined;

    test.serial(`${name}: what is sent to protect the write is honoured or refused, never passed over`, async (t) => {
      const { api, shop, input, changes } = await arrange();
      const send = (headers: Record<string, string>, idempotencyKey: string = randomUUID()) =>
        call(api, name, input, { key: shop.storeKey.key, idempotencyKey, headers });
      const before = await changes();
      const unknown: Record<string, string>[] = [
        { 'if-none-match': '*' },
        { 'if-unmodified-since': new Date().toUTCString() },
      ];
      const meaningless = isOfOne ? [{ 'if-match': 'no tag' }, { 'if-match': '' }] : [{ 'if-match': '*' }];
      // One way reads them for all: each operation shows that it goes that way, by one of them.
      for (const headers of inTurns([...unknown, ...meaningless], 4, turn >> 2)) {
        const { code, fields, answer } = await send(headers);
        t.deepEqual([answer.status, code], [400, 'VALIDATION_ERROR'], JSON.stringify(headers));
        t.deepEqual(
          Object.keys(fields).map((field) => field.toLowerCase()),
          Object.keys(headers),
        );
      }
      t.is(await changes(), before);
      if (!isOfOne) return;
      const read = readOf(operation.writes!);
      const readIt = () =>
        call(api, read, recordIn(input, read), {
          key: shop.storeKey.key,
          headers: { 'accept-encoding': '' },
        });
      const present = await readIt();
      const tag = present.answer.headers.get('etag')!;
      const stale = ['"0.another"', '"none-of-ours"', `W/${tag}`, '"1.a", W/"2.b"'];
      for (const one of inTurns(stale, stale.length, turn)) {
        const { code, fields, answer } = await send({ 'if-match': one }, 'kept for the write');
        t.deepEqual([answer.status, code], [412, 'PRECONDITION_FAILED'], one);
        t.deepEqual(fields, { updated_at: [present.document.updated_at] });
      }
      t.is(await changes(), before);
      t.is((await readIt()).answer.headers.get('etag'), tag);
      // A refusal is not kept, so the same key may do it in the present version; then it replays, whatever the version.
      const first = await send({ 'if-match': `"0.another", ${tag}` }, 'kept for the write');
      t.is(first.code, null, first.answer.text);
      t.false(first.replayed);
      t.true((await send({ 'if-match': '"0.another"' }, 'kept for the write')).replayed);
      const next = await readIt();
      if (next.document?.updated_at !== present.document.updated_at)
        t.is((await send({ 'if-match': tag })).code, next.code ?? 'PRECONDITION_FAILED', 'the version before');
    });
  }

  if (shown.includes('expected version')) {
    test.serial(`${name}: as a tool it is refused in another version than the one expected`, async (t) => {
      const { api, shop, input, changes } = await arrange();
      const read = readOf(operation.writes!);
      const { document: present } = await call(api, read, recordIn(input, read), { key: shop.storeKey.key });
      const ask = (expected_updated_at: unknown) =>
        callAsTool(api, name, { ...input, expected_updated_at }, { key: shop.storeKey.key, idempotencyKey: 'one' });
      const before = await changes();
      for (const wrong of ['yesterday', 1, '2026-08-01'])
        t.deepEqual(Object.keys((await ask(wrong)).fields), ['expected_updated_at'], String(wrong));
      const refused = await ask('2026-01-01T00:00:00.000Z');
      t.is(refused.code, 'PRECONDITION_FAILED');
      t.deepEqual(refused.fields, { updated_at: [present.updated_at] });
      t.is(await changes(), before);
      const done = await ask(present.updated_at);
      t.is(done.code, null, done.answer.text);
    });
  }

  if (shown.includes('same as a tool')) {
    const { name: tool = name } = (operation as Operation).tool!;
    test.serial(`${name}: the tool ${tool} is the same operation`, async (t) => {
      const { api, shop, input } = await arrangeForDoor();
      const options = { key: shop.storeKey.key, ...(writes && { idempotencyKey: 'both' }) };
      const overTools = await callAsTool(api, name, input, options);
      t.is(overTools.code, null, overTools.answer.text);
      answersAs(t, name, overTools.document);
      const overRest = await call(api, name, input, options);
      t.deepEqual(lasting(overRest.document), lasting(overTools.document));
      t.is(overRest.replayed, writes, 'a write of the tool is replayed by REST');
    });
  }

  if (operation.scopes.length > 0) {
    test.serial(`${name}: each of its scopes is needed, and no other`, async (t) => {
      const { refusals, first, before, after } = await actOnce();
      t.deepEqual(
        refusals,
        operation.scopes.map((scope) => [scope, 'FORBIDDEN_SCOPE']),
      );
      t.is(after, before);
      t.is(first.code, null, first.answer.text);
      answersAs(t, name, first.document);
    });
  }

  if (writes) {
    test.serial(`${name}: sent twice with one Idempotency-Key it acts once`, async (t) => {
      const { first, again, changed } = await actOnce();
      t.is(first.code, null, first.answer.text);
      t.false(first.replayed);
      answersAs(t, name, first.document);
      t.true(again.replayed);
      t.deepEqual(lasting(again.document), lasting(first.document));
      t.is(changed, 0);
    });
  }
}
