// A shop worth measuring, and the API in a process of its own.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type openPool, withLogin } from '../../db/connect/connection.ts';
import { insert, stockVariant, type TestShop } from '../helpers/shop.ts';

/** 300 products of 3 variants with plenty of stock, 2,000 orders. */
export async function fill(admin: ReturnType<typeof openPool>, shop: TestShop): Promise<string[]> {
  const store = shop.stores[0];
  const { productId } = await stockVariant(admin, shop, { sku: 'FIRST' });
  const row = [shop.companyId, store.id];
  await admin.query(
    `with p as (
       insert into app.products (company_id, store_id, name, slug, status, created_at)
       select $1, $2, 'Product ' || n, 'product-' || n, 'active', now() - n * interval '1 minute' from generate_series(1, 300) n returning id, name)
     insert into app.variants (company_id, store_id, product_id, sku, name, price, option_key)
     select $1, $2, p.id, p.name || '-' || v, 'V' || v, 100 + v, v::text from p, generate_series(1, 3) v`,
    row,
  );
  await admin.query(
    `insert into app.inventory_levels (company_id, store_id, location_id, variant_id, on_hand, last_sequence)
     select $1, $2, $3, id, 1000000, 1 from app.variants where store_id = $2 and product_id <> $4`,
    [...row, shop.locationId, productId],
  );
  const customer = await insert(admin, 'customers', {
    company_id: shop.companyId,
    store_id: store.id,
    full_name: 'Bench',
    phone: '01710000000',
  });
  await admin.query(
    `insert into app.orders (company_id, store_id, number, source, channel_id, customer_id, location_id, subtotal, total_amount, due_amount, store_date, created_at)
     select $1, $2, 'ORD-20260101-' || n, 'api', $3, $4, $5, 10, 10, 10, current_date, now() - n * interval '1 minute' from generate_series(1, 2000) n`,
    [...row, store.channels.manual, customer, shop.locationId],
  );
  await admin.query('vacuum analyze');
  return (await admin.query('select sku from app.variants where store_id = $1', [store.id])).rows.map(
    (r) => r.sku as string,
  );
}

/** The flags and environment that `npm run api` and the image give Node. */
export const flags = ['--max-semi-space-size=4'];
export const environment = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' };

/** The API in a process of its own, as in production: on one database, or on cells. */
export async function startServer(
  database: string | { name: string; url: string }[],
  poolSize: number,
): Promise<{ origin: string; pid: number; stop: () => Promise<void> }> {
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  const child = spawn(process.execPath, [...flags, join(import.meta.dirname, '../../server/index.ts'), 'api'], {
    env: {
      ...process.env,
      ...environment,
      ...(typeof database === 'string'
        ? { DATABASE_URL: withLogin(database, 'haat_gateway') }
        : { CELLS: database.map(({ name, url }) => `${name}=${withLogin(url, 'haat_gateway')}`).join(',') }),
      PORT: String(port),
      HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
      IP_REQUESTS_PER_MINUTE: '100000000',
      POOL_SIZE: String(poolSize),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // A bench that is cut off leaves no server behind.
  process.once('exit', () => child.kill('SIGKILL'));
  for await (const line of createInterface({ input: child.stdout })) if (line.includes('ready')) break;
  return {
    origin: `http://127.0.0.1:${port}`,
    pid: child.pid!,
    stop: async () => {
      child.kill('SIGINT');
      await once(child, 'exit');
    },
  };
}
