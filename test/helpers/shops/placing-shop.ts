// A shop whose key places videos on products, by calls of the gate. A test file opens it before its first test and closes it after
// its last; each test has a company of its own.
import type pg from 'pg';
import { startApi, type TestApi } from '../api.ts';
import type { TestDatabase } from '../database.ts';
import { borrowDatabase } from '../shared-database.ts';
import { callGate, createShop, stockVariant, type TestKey, type TestShop } from '../shop.ts';

export let db: TestDatabase;
let api: TestApi;
export let gateway: pg.Pool;
export let shop: TestShop;
export let productId: string;

/** What testCommonRules works with. */
export const house = () => ({ db, api });

export async function openPlacing(): Promise<void> {
  db = await borrowDatabase();
  api = await startApi({ pool: db.as('haat_gateway') });
  gateway = db.as('haat_gateway', { max: 12 });
}

export async function newShop(): Promise<void> {
  shop = await createShop(db.admin);
  productId = (await stockVariant(db.admin, shop, { sku: 'PLAIN' })).productId;
}

export async function closePlacing(): Promise<void> {
  await api?.stop();
  await db?.drop();
}

export const call = (operation: string, input: object, key: TestKey = shop.storeKey) =>
  callGate(gateway, key, operation, input);
export const product = async (id = productId) => (await call('get_product', { id })).result;
export const lastEvent = async (id: string) =>
  (
    await db.admin.query('select type, object from app.events where object_id = $1 order by sequence desc limit 1', [
      id,
    ])
  ).rows[0];
export const count = async (table: string) =>
  (await db.admin.query(`select count(*)::int as count from ${table} where company_id = $1`, [shop.companyId])).rows[0]
    .count;

/** A product whose active variants are red and blue, an inactive one green. */
export async function colouredProduct(): Promise<{ id: string; red: string; green: string }> {
  await call('create_attribute', {
    name: 'Colour',
    type: 'variant',
    values: [{ value: 'Red' }, { value: 'Blue' }, { value: 'Green' }],
  });
  const variant = (value: string, status: string) => ({
    sku: value,
    name: value,
    price: 1,
    status,
    options: [{ attribute: 'Colour', value }],
  });
  const { result, outcome } = await call('create_product', {
    name: 'Kurta',
    variants: [variant('Red', 'active'), variant('Blue', 'active'), variant('Green', 'inactive')],
  });
  if (outcome.sqlstate) throw new Error(outcome.message!);
  const valueIdOf = (sku: string) =>
    result.variants.find((one: { sku: string }) => one.sku === sku).options[0].value_id;
  return { id: result.id, red: valueIdOf('Red'), green: valueIdOf('Green') };
}
