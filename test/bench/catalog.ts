// List and search of products in a store of 1,000 against one of 10,000: a page must cost what a page costs, however
// large the shop is.
import type pg from 'pg';
import { openPool, urlAs } from '../../db/connection.ts';
import type { Cluster } from '../../db/embedded/cluster.ts';
import { migrate } from '../../db/migrate.ts';
import { callGate, createShop, type TestShop } from '../helpers/shop.ts';
import { latency, type Scenario, table, takeTurns } from './scenario.ts';

const sizes = [1_000, 10_000] as const;
const rounds = 5;
const calls = 40;
const target = 1.3;

type Shop = { admin: pg.Pool; gateway: pg.Pool; shop: TestShop; middle: string };

export const run: Scenario = async (cluster, print) => {
  const [small, large] = [await open(cluster, sizes[0]), await open(cluster, sizes[1])];
  // Words of three letters and more are found by the trigram index; shorter ones are looked for along the store.
  const cases: Record<string, (shop: Shop) => object> = {
    'first page': () => ({}),
    'a page in the middle': ({ middle }) => ({ starting_after: middle }),
    'one status': () => ({ status: 'draft' }),
    'search: a word that many names hold': () => ({ search: 'cotton' }),
    'search: a word that thirty names hold': () => ({ search: 'jamdani' }),
    'search: one SKU': () => ({ search: 'sku-000777' }),
    'search: nothing': () => ({ search: 'no such thing' }),
    'search: two letters that one name holds': () => ({ search: 'qz' }),
  };
  const rows: (string | number)[][] = [];
  for (const [name, input] of Object.entries(cases)) {
    const measure = (of: Shop) => () => latency(calls, () => list(of, { limit: 25, ...input(of) }));
    await Promise.all([measure(small)(), measure(large)()]);
    const seconds = await takeTurns(rounds, { small: measure(small), large: measure(large) });
    const ratio = seconds.large! / seconds.small!;
    rows.push([
      name,
      ms(seconds.small!),
      ms(seconds.large!),
      ratio.toFixed(2),
      ratio <= target ? '' : `over ${target}`,
    ]);
  }
  print(table(['products, 25 a page', '1,000: ms', '10,000: ms', 'ratio', ''], rows));
  for (const { admin, gateway } of [small, large]) await Promise.all([admin.end(), gateway.end()]);
};

const ms = (seconds: number) => (seconds * 1000).toFixed(2);

async function list({ gateway, shop }: Shop, input: object): Promise<void> {
  const { outcome } = await callGate(gateway, shop.storeKey, 'list_products', input, { bucket: 'read' });
  if (outcome.sqlstate) throw new Error(String(outcome.message));
}

async function open(cluster: Cluster, products: number): Promise<Shop> {
  const url = cluster.url(`bench_${products}`);
  await migrate(url, { includeCurrent: true });
  const admin = openPool(url);
  const shop = await createShop(admin);
  const store = [shop.companyId, shop.stores[0].id];
  await admin.query(
    `insert into app.products (company_id, store_id, name, slug, status, description, created_at)
     select $1, $2, (array['Cotton', 'Silk', 'Linen', 'Jute'])[1 + n % 4] || ' shirt ' || n || case when n <= 30 then ' jamdani' when n = 40 then ' qz' else '' end,
       'p-' || n, case when n % 3 = 0 then 'draft' else 'active' end, repeat('Soft and light. ', 20), now() - n * interval '1 minute'
     from generate_series(1, $3) n`,
    [...store, products],
  );
  await admin.query(
    `insert into app.variants (company_id, store_id, product_id, sku, name, price, option_key, position)
     select p.company_id, p.store_id, p.id, 'SKU-' || lpad(substr(p.slug, 3), 6, '0') || '-' || v, 'V' || v, 100, v::text, v
     from app.products p cross join generate_series(1, 3) v where p.store_id = $2 and p.company_id = $1`,
    store,
  );
  await admin.query('vacuum analyze');
  const { rows } = await admin.query('select id from app.products order by created_at desc offset $1 limit 1', [
    products / 2,
  ]);
  const gateway = openPool(await urlAs({ url, loginsPerRole: true }, 'haat_gateway'), { max: 2 });
  return { admin, gateway, shop, middle: rows[0].id };
}
