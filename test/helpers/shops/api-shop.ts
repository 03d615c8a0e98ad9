// A shop behind the API. A test file opens it before its first test and closes it after its last; each file has its own
// process, so its own shop.
import { randomUUID } from 'node:crypto';
import type { Answer, RequestOptions, TestApi } from '../api.ts';
import { startApi } from '../api.ts';
import type { TestDatabase } from '../database.ts';
import { call, registry } from '../operations/call.ts';
import type { Maker } from '../operations/common-rules.ts';
import { borrowDatabase } from '../shared-database.ts';
import { createShop, type TestShop } from '../shop.ts';

export let db: TestDatabase;
export let api: TestApi;
export let shop: TestShop;

/** What testCommonRules works with. */
export const house = () => ({ db, api });

export const openApiShop = (): Promise<void> => open('any');

/** For those who audit the books: see borrowDatabase. */
export const openSoundApiShop = (): Promise<void> => open('sound');

async function open(kind: Parameters<typeof borrowDatabase>[0]): Promise<void> {
  db = await borrowDatabase(kind);
  shop = await createShop(db.admin);
  api = await startApi({ pool: db.as('haat_gateway') });
}

export async function closeApiShop(): Promise<void> {
  await api?.stop();
  await db?.drop();
}

/** With the key of the first store, unless another is named. */
export const send = (method: string, path: string, body?: unknown, more: RequestOptions = {}): Promise<Answer> =>
  api.request(method, path, { key: shop.storeKey.key, ...(body !== undefined && { body }), ...more });

/** The types of the events about a record, oldest first. */
export const eventsOf = async (id: string): Promise<string[]> =>
  (await db.admin.query('select type from app.events where object_id = $1 order by sequence', [id])).rows.map(
    ({ type }) => type,
  );

/** The shop of the file as the makers of test/helpers/operations take it. */
export const own = (): Maker => ({
  db,
  api,
  shop,
  async make(operation, input = {}) {
    const writes = registry[operation]!.method !== 'GET';
    const { code, document, answer } = await call(api, operation, input, {
      key: shop.storeKey.key,
      ...(writes && { idempotencyKey: randomUUID() }),
    });
    if (code) throw new Error(`${operation}: ${answer.text}`);
    return document;
  },
});
