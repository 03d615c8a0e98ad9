// A copy of a standard shop, for what writes: the shop itself stays what it is, however often it is measured.
import { type openPool, withClient } from '../../db/connect/connection.ts';
import type { Cluster } from '../../db/embedded/cluster.ts';
import { migrate } from '../../db/migrate/migrate.ts';
import { callGate, type TestShop } from '../helpers/shop.ts';
import { progress } from './scenario.ts';
import { openShop, type Size } from './shops/index.ts';

const copyName = 'requests';

export async function copyShop(
  cluster: Cluster,
  size: Size,
  print: (line: string) => void,
): Promise<{ url: string; shop: TestShop; drop: () => Promise<void> }> {
  const drop = () =>
    withClient(cluster.url('postgres'), async (client) => {
      await client.query(`drop database if exists ${copyName} with (force)`);
    });
  const standard = await openShop(cluster, size, print);
  await standard.close();
  await drop();
  progress.at(`copying shop ${size}`);
  const { pathname } = new URL(standard.url);
  await withClient(cluster.url('postgres'), (client) =>
    client.query(`create database ${copyName} template ${pathname.slice(1)} strategy file_copy`),
  );
  const url = cluster.url(copyName);
  // A copy has not the grants on its database.
  await migrate(url, { includeCurrent: true });
  return { url, shop: standard.shop, drop };
}

export const addition = (shop: TestShop, sku: string | undefined, quantity: number) => ({
  sku,
  location_id: shop.locationId,
  quantity_change: quantity,
  reason: 'received',
});

/** Puts more on the shelf of some variants, spread over the whole catalog, than the rounds can sell. Gives their SKUs. */
export async function stockUp(
  url: string,
  gateway: ReturnType<typeof openPool>,
  shop: TestShop,
  variants: number,
): Promise<string[]> {
  const { rows } = await withClient(url, (client) =>
    client.query<{ sku: string }>(
      `select v.sku from app.variants v join app.products p on p.id = v.product_id
       where v.store_id = $1 and v.status = 'active' and p.status = 'active' order by md5(v.id::text) limit $2`,
      [shop.stores[0].id, variants],
    ),
  );
  for (const [index, { sku }] of rows.entries()) {
    progress.at('filling shelves', index, rows.length);
    const { outcome } = await callGate(
      gateway,
      shop.storeKey,
      'create_inventory_adjustment',
      addition(shop, sku, 100_000),
      { idempotencyKey: `stock-${sku}` },
    );
    if (outcome.sqlstate) throw new Error(`${sku}: ${outcome.message}`);
  }
  await withClient(url, (client) => client.query('vacuum (analyze)'));
  return rows.map(({ sku }) => sku);
}
