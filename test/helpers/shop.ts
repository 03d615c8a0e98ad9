// A small company to test with: stores, a location, channels, payment methods, keys, goods on the shelf.
import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';

export const ALL_SCOPES = [
  'products:write',
  'catalog:write',
  'orders:write',
  'customers:write',
  'inventory:write',
  'payments:write',
  'parcels:write',
  'returns:write',
  'videos:write',
  'webhooks:write',
  'locations:read',
  'channels:read',
  'store:read',
  'reports:read',
  'changes:read',
];

export type TestStore = { id: string; channels: Record<string, string>; paymentMethods: Record<string, string> };
export type TestKey = { id: string; key: string; hash: Buffer };

export type TestShop = {
  companyId: string;
  planId: string;
  locationId: string;
  secondLocationId: string;
  stores: [TestStore, TestStore];
  /** Every scope. */
  companyKey: TestKey;
  storeKey: TestKey;
};

export type Plan = {
  api_access?: boolean;
  advanced_reports?: boolean;
  product_videos?: boolean;
  reads_per_minute?: number;
  writes_per_minute?: number;
  orders_per_month?: number | null;
  max_products?: number | null;
};

const hashOf = (key: string) => createHash('sha256').update(key).digest();

/** Writes rows as the superuser, outside the fence. */
export async function insert(admin: pg.Pool, table: string, row: Record<string, unknown>): Promise<string> {
  const columns = Object.keys(row);
  const { rows } = await admin.query(
    `insert into app.${table} (${columns.join(', ')}) values (${columns.map((_, i) => `$${i + 1}`).join(', ')}) returning id`,
    Object.values(row),
  );
  return rows[0].id;
}

type KeyOptions = { storeId?: string; scopes?: string[]; row?: Record<string, unknown>; prefix?: string };

function newKey(
  id: string,
  companyId: string,
  options: KeyOptions = {},
): { made: TestKey; row: Record<string, unknown> } {
  const prefix = options.prefix ?? 'service_sk_';
  const key = `${prefix}${randomBytes(20).toString('hex')}`;
  const row = {
    id,
    company_id: companyId,
    store_id: options.storeId ?? null,
    lineage_id: id,
    name: 'Test key',
    type: options.storeId ? 'store' : 'company',
    prefix,
    sample: key.slice(0, prefix.length + 4),
    last4: key.slice(-4),
    key_hash: hashOf(key),
    scopes: options.scopes ?? ALL_SCOPES,
    ...options.row,
  };
  return { made: { id, key, hash: hashOf(key) }, row };
}

export async function createKey(admin: pg.Pool, companyId: string, options: KeyOptions = {}): Promise<TestKey> {
  const { rows } = await admin.query('select uuidv7() as id');
  const { made, row } = newKey(rows[0].id, companyId, options);
  await insert(admin, 'api_keys', row);
  return made;
}

/** The window of the key does not turn for a minute at least, whatever the clock says: what is counted can be compared. */
export async function holdMinute(
  admin: pg.Pool,
  key: { id: string },
  bucket: 'read' | 'write' = 'write',
): Promise<void> {
  await admin.query(
    `insert into gate.rate_windows as w (key_id, bucket, minute, used)
     values ($1, $2, floor(extract(epoch from internal.now()) / 60) + 1, 0)
     on conflict on constraint rate_windows_pkey do update set minute = excluded.minute`,
    [key.id, bucket],
  );
}

/** What makes rows of one table, as SQL: their values are of this file, or random letters and digits. */
function inserted(table: string, rows: Record<string, unknown>[]): string {
  const columns = Object.keys(rows[0]!);
  const values = rows.map((row) => `(${columns.map((column) => literal(row[column])).join(', ')})`);
  return `insert into app.${table} (${columns.join(', ')}) values ${values.join(', ')}`;
}

const literal = (value: unknown): string =>
  value === null || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : `'${Array.isArray(value) ? `{${value}}` : Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value}'`;

/**
 * A company with two stores, two locations and a key of each type; limits high unless the plan says otherwise. A thousand
 * tests have one each: all of it is sent at once, which takes a quarter of the time of a row after the other.
 */
export async function createShop(admin: pg.Pool, plan: Plan = {}): Promise<TestShop> {
  const code = `plan_${randomBytes(6).toString('hex')}`;
  const { rows: ids } = await admin.query('select uuidv7() as id from generate_series(1, 18)');
  const newId = () => ids.shift().id as string;
  const [planId, companyId, locationId, secondLocationId] = [newId(), newId(), newId(), newId()];
  const channels: Record<string, unknown>[] = [];
  const methods: Record<string, unknown>[] = [];
  const store = (): TestStore => {
    const row = { company_id: companyId, store_id: newId() };
    const channel = (slug: string, type: string) => {
      channels.push({ id: newId(), ...row, type, name: slug, slug });
      return channels.at(-1)!.id as string;
    };
    const method = (
      name: string,
      type: string,
      more: { requires_transaction_id?: boolean; is_online?: boolean } = {},
    ) => {
      methods.push({ id: newId(), ...row, name, type, requires_transaction_id: false, is_online: false, ...more });
      return methods.at(-1)!.id as string;
    };
    return {
      id: row.store_id,
      channels: { manual: channel('manual', 'manual'), storefront: channel('storefront', 'storefront') },
      paymentMethods: {
        cod: method('Cash on delivery', 'cod'),
        bkash: method('bKash', 'wallet', { requires_transaction_id: true }),
        card: method('Card', 'card', { is_online: true }),
      },
    };
  };
  const stores: [TestStore, TestStore] = [store(), store()];
  const [companyKey, storeKey] = [newKey(newId(), companyId), newKey(newId(), companyId, { storeId: stores[0].id })];
  const statements = [
    inserted('plans', [
      {
        id: planId,
        code,
        name: code,
        advanced_reports: true,
        product_videos: true,
        reads_per_minute: 1_000_000,
        writes_per_minute: 1_000_000,
        video_storage_bytes: 10_000_000_000,
        videos_per_product: 5,
        ...plan,
      },
    ]),
    inserted('companies', [{ id: companyId, name: code, plan_id: planId }]),
    inserted('locations', [
      { id: locationId, company_id: companyId, name: 'Dhaka', code: 'DHA', is_default: true },
      { id: secondLocationId, company_id: companyId, name: 'Chattogram', code: 'CHA', is_default: false },
    ]),
    inserted(
      'stores',
      stores.map(({ id }, n) => {
        const name = ['one', 'two'][n]!;
        return { id, company_id: companyId, name, slug: `${name}-${code.slice(5)}` };
      }),
    ),
    inserted('channels', channels),
    inserted('payment_methods', methods),
    inserted('api_keys', [companyKey.row, storeKey.row]),
  ];
  await admin.query(statements.join(';\n'));
  return {
    companyId,
    planId,
    locationId,
    secondLocationId,
    stores,
    companyKey: companyKey.made,
    storeKey: storeKey.made,
  };
}

/** An active product with one variant and so many units at the default location, all by the procedures themselves. */
export async function stockVariant(
  admin: pg.Pool,
  shop: TestShop,
  options: { sku: string; price?: number; quantity?: number; storeId?: string },
): Promise<{ productId: string; variantId: string }> {
  const storeId = options.storeId ?? shop.stores[0].id;
  return asCompany(admin, shop.companyId, async (client) => {
    const { rows } = await client.query('select api.create_product($1) as document', [
      {
        store_id: storeId,
        name: `Product ${options.sku}`,
        status: 'active',
        variants: [{ sku: options.sku, name: options.sku, price: options.price ?? 100 }],
      },
    ]);
    const variantId = rows[0].document.variants[0].id as string;
    if (options.quantity !== 0) {
      await client.query('select api.create_inventory_adjustment($1)', [
        {
          store_id: storeId,
          location_id: shop.locationId,
          variant_id: variantId,
          quantity_change: options.quantity ?? 100,
          type: 'purchase',
          unit_cost: 50,
          reason: 'first stock',
        },
      ]);
    }
    return { productId: rows[0].document.id as string, variantId };
  });
}

/** Runs work in one transaction inside a company's fence, as the system or as a staff member with permissions. */
export async function asCompany<T>(
  admin: pg.Pool,
  companyId: string,
  work: (client: pg.PoolClient) => Promise<T>,
  staff?: { id: string; name: string; permissions: string[] },
): Promise<T> {
  const client = await admin.connect();
  try {
    await client.query('begin');
    await client.query('set local role haat_owner');
    await client.query('select internal.act_as($1, $2, $3, $4, $5)', [
      companyId,
      staff?.name ?? 'System',
      staff ? 'staff' : 'system',
      staff?.id ?? null,
      staff?.permissions ?? [],
    ]);
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

export type Outcome = {
  rate: { limit: number; remaining: number; reset: number } | null;
  sqlstate: string | null;
  message: string | null;
  fields: Record<string, unknown> | null;
  constraint: string | null;
  replayed: boolean;
};

/** One call through the gate, as the API makes it. */
export async function callGate(
  gateway: pg.Pool,
  key: TestKey,
  operation: string,
  input: unknown,
  options: { scopes?: string[]; bucket?: 'read' | 'write'; idempotencyKey?: string; precheck?: boolean } = {},
  // biome-ignore lint/suspicious/noExplicitAny: a document is whatever the operation answers
): Promise<{ outcome: Outcome; result: any }> {
  const procedure = options.precheck ? 'gate.precheck' : 'gate.call';
  const { rows } = await gateway.query(`call ${procedure}($1, $2, $3, $4, $5, 1, $6, $7, $8, null, null)`, [
    key.hash,
    operation,
    JSON.stringify(input),
    options.scopes ?? [],
    options.bucket ?? 'write',
    options.idempotencyKey ?? null,
    options.idempotencyKey
      ? createHash('sha256')
          .update(operation + JSON.stringify(input))
          .digest()
      : null,
    'test-request',
  ]);
  return { outcome: rows[0].outcome, result: rows[0].result ? JSON.parse(rows[0].result) : null };
}
