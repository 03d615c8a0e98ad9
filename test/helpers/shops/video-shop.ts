// The API with a real folder for videos. A test file opens it before its first test and closes it after its last.
import { randomUUID } from 'node:crypto';
import { type Answer, type RequestOptions, startApi, type TestApi } from '../api.ts';
import type { TestDatabase } from '../database.ts';
import { borrowDatabase } from '../shared-database.ts';
import { createShop, type TestShop } from '../shop.ts';
import { emptyBox, sample } from '../videos/samples.ts';
import { partSize, type Send } from '../videos/uploads.ts';

export let db: TestDatabase;
export let api: TestApi;

/** What testCommonRules works with. */
export const house = () => ({ db, api });

export async function openVideoApi(): Promise<void> {
  db = await borrowDatabase();
  api = await startApi({ pool: db.as('haat_gateway') });
}

export async function closeVideoApi(): Promise<void> {
  await api?.stop();
  await db?.drop();
}

/** Every test has a company of its own, since what is open and stored counts for all of it. */
export async function open(plan = {}): Promise<{ shop: TestShop; send: Send }> {
  const shop = await createShop(db.admin, plan);
  const send: Send = (method, target, body, more: RequestOptions = {}) =>
    api.request(method, target, { key: shop.storeKey.key, ...(body !== undefined && { body }), ...more });
  return { shop, send };
}

export const ok = sample('ok');
/** Two parts: the same video with eight megabytes of nothing behind it. */
export const large = Buffer.concat([ok, emptyBox('free', partSize)]);

export const product = async (send: Send, more = {}) =>
  (
    await send('POST', '/products', {
      name: 'Jamdani',
      variants: [{ sku: randomUUID(), name: 'x', price: 1 }],
      ...more,
    })
  ).body;

export const refused = ({ status, body }: Answer) => `${status} ${body.error.code}`;
