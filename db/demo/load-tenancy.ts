// Companies with everything that hangs on them before the first product: plans, stores, locations, staff, keys.
import { createHash, randomInt } from 'node:crypto';
import type { DemoClient } from './client.ts';
import { companies, type DemoCompany, type DemoKey } from './company.ts';
import { staff } from './people.ts';

const day = 86_400_000;
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomText = (length: number) => Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');

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
  for (const [index, company] of companies.entries()) loaded.push(await loadCompany(client, company, index, now));
  return loaded;
}

async function loadCompany(client: DemoClient, company: DemoCompany, index: number, now: Date): Promise<LoadedCompany> {
  const insert = async (table: string, row: Record<string, unknown>): Promise<string> => {
    const columns = Object.keys(row);
    const { rows } = await client.query(
      `insert into app.${table} (${columns.join(', ')}) values (${columns.map((_, i) => `$${i + 1}`).join(', ')}) returning id`,
      Object.values(row),
    );
    return rows[0].id;
  };
  const { rows: ids } = await client.query('select uuidv7() as id from generate_series(0, $1)', [
    company.stores.length,
  ]);
  const [companyId, ...storeIds] = ids.map((row) => row.id as string);
  if (!companyId) throw new Error('no id');
  // The fence of a company that is about to exist.
  await client.query(`select set_config('haat.company_id', $1, true), set_config('haat.store_ids', $2, true)`, [
    companyId,
    `{${storeIds.join(',')}}`,
  ]);

  const { plan } = company;
  const planId = await insert('plans', {
    code: plan.name.toLowerCase(),
    name: plan.name,
    api_access: plan.apiAccess,
    advanced_reports: plan.advancedReports,
    product_videos: plan.productVideos,
    reads_per_minute: plan.readsPerMinute,
    writes_per_minute: plan.writesPerMinute,
    orders_per_month: plan.ordersPerMonth,
    max_products: plan.maxProducts,
    video_storage_bytes: plan.videoStorageBytes,
    videos_per_product: plan.videosPerProduct,
  });
  await insert('companies', { id: companyId, name: company.name, plan_id: planId });

  const locations = [];
  for (const { code, name, address, latitude, longitude, isDefault } of company.locations) {
    const row = { company_id: companyId, name, code, address, latitude, longitude, is_default: isDefault };
    locations.push({ id: await insert('locations', row), name, code, is_default: isDefault });
  }
  const couriers = [];
  for (const { name, reportsPickups } of company.couriers) {
    const id = await insert('couriers', { company_id: companyId, name, reports_pickups: reportsPickups });
    couriers.push({ id, name, reports_pickups: reportsPickups });
  }
  const stores: LoadedStore[] = [];
  for (const [i, store] of company.stores.entries()) {
    const id = storeIds[i] ?? '';
    const { contact, localization } = store;
    await insert('stores', {
      id,
      company_id: companyId,
      name: store.name,
      slug: store.slug,
      domain: store.domain,
      timezone: store.timezone,
      currency_code: localization.currency_code,
      currency_symbol: localization.currency_symbol,
      symbol_position: localization.symbol_position,
      date_format: localization.date_format,
      contact_phone: contact.phone,
      contact_email: contact.email,
      contact_whatsapp: contact.whatsapp,
      contact_address: contact.address,
      contact_map_url: contact.map_url,
      advance_payment_plans: JSON.stringify(store.advancePaymentPlans),
    });
    const own = { company_id: companyId, store_id: id };
    const channels = [];
    for (const { slug, name, type } of store.channels) {
      channels.push({ id: await insert('channels', { ...own, slug, name, type }), slug, type });
    }
    const paymentMethods = [];
    for (const { name, type, requiresTransactionId } of store.paymentMethods) {
      const method = await insert('payment_methods', {
        ...own,
        name,
        type,
        requires_transaction_id: requiresTransactionId,
      });
      paymentMethods.push({ id: method, name, type, requires_transaction_id: requiresTransactionId });
    }
    const coupons = [];
    for (const { code, type, value, endedDaysAgo } of store.coupons) {
      const endsAt = endedDaysAgo === null ? null : new Date(now.getTime() - endedDaysAgo * day);
      await insert('coupons', { ...own, code, type, value, ends_at: endsAt });
      coupons.push({ code, type, value: value.toFixed(2) });
    }
    stores.push({
      id,
      name: store.name,
      slug: store.slug,
      timezone: store.timezone,
      channels,
      payment_methods: paymentMethods,
      coupons,
    });
  }

  const keys: LoadedCompany['keys'] = {};
  for (const key of company.keys) {
    const storeId = stores.find((store) => store.slug === key.store)?.id ?? null;
    keys[key.name] = {
      key: await loadKey(insert, companyId, storeId, key, now),
      type: key.type,
      store_id: storeId,
      scopes: key.scopes,
    };
  }
  const accounts: LoadedCompany['staff'] = [];
  for (const member of staff.filter((one) => one.company === index)) {
    const password = randomText(20);
    const { rows } = await client.query('select internal.hash_password($1, $2) as hash', [password, 'password']);
    const { email, role, fullName: name, permissions } = member;
    const id = await insert('staff', {
      company_id: companyId,
      email,
      full_name: name,
      role,
      permissions,
      password_hash: rows[0].hash,
    });
    accounts.push({ id, name, email, password, role });
  }
  return { id: companyId, name: company.name, locations, couriers, stores, keys, staff: accounts };
}

async function loadKey(
  insert: (table: string, row: Record<string, unknown>) => Promise<string>,
  companyId: string,
  storeId: string | null,
  key: DemoKey,
  now: Date,
): Promise<string> {
  const plaintext = `service_sk_${randomText(40)}`;
  const id = crypto.randomUUID();
  await insert('api_keys', {
    id,
    company_id: companyId,
    store_id: storeId,
    lineage_id: id,
    name: key.label,
    type: key.type,
    prefix: 'service_sk_',
    sample: plaintext.slice(0, 15),
    last4: plaintext.slice(-4),
    key_hash: createHash('sha256').update(plaintext).digest(),
    scopes: key.scopes,
    revoked_at: key.state === 'revoked' ? now : null,
    expires_at: key.state === 'expired' ? now : null,
  });
  return plaintext;
}
