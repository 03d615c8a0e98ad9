// Companies with everything they have before the first product (companies.json): plans, stores, locations, staff, keys.
import { createHash, randomInt } from 'node:crypto';
import type { DemoClient } from './client.ts';
import data from './companies.json' with { type: 'json' };

const day = 86_400_000;
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomText = (length: number) => Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');

type Company = (typeof data.companies)[number];
type Key = { name: string; scopes: string; store?: string; state?: string };
type WithId<Row> = Row & { id: string };

/** As DATA_DIR/demo.json shows it. */
export type LoadedStore = {
  id: string;
  name: string;
  slug: string;
  timezone: string;
  channels: { id: string; slug: string; type: string }[];
  payment_methods: { id: string; name: string; type: string; requires_transaction_id: boolean }[];
  coupons: { code: string; type: string; value: string }[];
};

export type LoadedCompany = {
  id: string;
  name: string;
  locations: { id: string; name: string; code: string; is_default: boolean }[];
  couriers: { id: string; name: string; reports_pickups: boolean }[];
  stores: LoadedStore[];
  keys: Record<string, { key: string; type: string; store_id: string | null; scopes: readonly string[] }>;
  staff: { id: string; name: string; email: string; password: string; role: string }[];
};

export async function loadTenancy(client: DemoClient, now: Date): Promise<LoadedCompany[]> {
  // Older than anything that is told about them.
  await client.goTo(new Date(now.getTime() - 420 * day));
  const loaded: LoadedCompany[] = [];
  for (const company of data.companies) loaded.push(await loadCompany(client, company, now));
  return loaded;
}

async function loadCompany(client: DemoClient, company: Company, now: Date): Promise<LoadedCompany> {
  const { rows } = await client.query('select uuidv7() as id from generate_series(0, $1)', [company.stores.length]);
  const [company_id, ...storeIds]: string[] = rows.map(({ id }) => id);
  // The fence of a company that is about to exist.
  await client.actAs(company_id!, null);
  for (const id of storeIds) await client.query('select internal.add_store_to_context($1)', [id]);
  const own = { company_id: company_id! };
  const [plan_id] = await client.insert('plans', [company.plan]);
  await client.insert('companies', [{ id: company_id, name: company.name, plan_id }]);
  const locations = await insertAll(client, 'locations', own, company.locations);
  const couriers = await insertAll(client, 'couriers', own, company.couriers);
  const stores: LoadedStore[] = [];
  for (const [n, store] of company.stores.entries())
    stores.push(await loadStore(client, own, storeIds[n]!, store, now));
  return {
    id: own.company_id,
    name: company.name,
    locations: locations.map(({ id, name, code, is_default }) => ({ id, name, code, is_default })),
    couriers,
    stores,
    keys: await loadKeys(client, own, stores, company.keys, now),
    staff: await loadStaff(client, own, company.staff),
  };
}

async function insertAll<Row extends object>(
  client: DemoClient,
  table: string,
  own: object,
  rows: readonly Row[],
): Promise<WithId<Row>[]> {
  const ids = await client.insert(
    table,
    rows.map((row) => ({ ...own, ...row })),
  );
  return rows.map((row, n) => ({ id: ids[n]!, ...row }));
}

async function loadStore(
  client: DemoClient,
  company: { company_id: string },
  id: string,
  store: Company['stores'][number],
  now: Date,
): Promise<LoadedStore> {
  const { columns, coupons, ...every } = data.every_store;
  await client.insert('stores', [{ id, ...company, ...columns, ...store }]);
  const own = { ...company, store_id: id };
  const channels = await insertAll(client, 'channels', own, every.channels);
  const payment_methods = await insertAll(client, 'payment_methods', own, every.payment_methods);
  await client.insert(
    'coupons',
    coupons.map(({ ended_days_ago: ago, ...coupon }) => ({
      ...own,
      ...coupon,
      ends_at: ago === undefined ? null : new Date(now.getTime() - ago * day),
    })),
  );
  return {
    id,
    name: store.name,
    slug: store.slug,
    timezone: columns.timezone,
    channels: channels.map(({ id, slug, type }) => ({ id, slug, type })),
    payment_methods,
    coupons: coupons.map(({ code, type, value }) => ({ code, type, value: value.toFixed(2) })),
  };
}

async function loadKeys(
  client: DemoClient,
  own: object,
  stores: LoadedStore[],
  keys: Record<string, Key | undefined>,
  now: Date,
): Promise<LoadedCompany['keys']> {
  const loaded: LoadedCompany['keys'] = {};
  for (const [entry, key] of Object.entries(keys)) {
    if (!key) continue;
    const plaintext = `service_sk_${randomText(40)}`;
    const id = crypto.randomUUID();
    const type = key.store ? 'store' : 'company';
    const store_id = stores.find(({ slug }) => slug === key.store)?.id ?? null;
    const scopes = data.scopes.filter((scope) => key.scopes === 'all' || scope.endsWith(`:${key.scopes}`));
    const row = {
      ...own,
      id,
      store_id,
      lineage_id: id,
      name: key.name,
      type,
      prefix: 'service_sk_',
      sample: plaintext.slice(0, 15),
      last4: plaintext.slice(-4),
      key_hash: `\\x${createHash('sha256').update(plaintext).digest('hex')}`,
      scopes,
      revoked_at: key.state === 'revoked' ? now : null,
      expires_at: key.state === 'expired' ? now : null,
    };
    await client.insert('api_keys', [row]);
    loaded[entry] = { key: plaintext, type, store_id, scopes };
  }
  return loaded;
}

async function loadStaff(client: DemoClient, own: object, staff: Company['staff']): Promise<LoadedCompany['staff']> {
  const loaded: LoadedCompany['staff'] = [];
  for (const member of staff) {
    const password = randomText(20);
    const password_hash = await client.ask<string>('internal.hash_password', password, 'password');
    const [id] = await client.insert('staff', [{ ...own, ...member, password_hash }]);
    loaded.push({ id: id!, name: member.full_name, email: member.email, password, role: member.role });
  }
  return loaded;
}
