// Creating orders from 32 callers, bare CALLs: on SKUs of their own, all on one SKU, and with one key instead of many.
// Then orders of 200 lines, one after another, in a store of 30,000 variants and in one of 300.
import { randomUUID } from 'node:crypto';
import { openPool, urlAs } from '../../db/connect/connection.ts';
import { migrate } from '../../db/migrate/migrate.ts';
import { callGate, createKey, createShop, stockVariant, type TestKey } from '../helpers/shop.ts';
import { fillCatalog } from '../helpers/shops/large-catalog.ts';
import { latency, type Scenario, table, takeTurns, throughput } from './scenario.ts';

const callers = 32;
const roundMs = 2000;
const rounds = 5;

export const run: Scenario = async (cluster, print) => {
  await migrate(cluster.url('bench'), { includeCurrent: true });
  const admin = openPool(cluster.url('bench'));
  const gateway = openPool(await urlAs({ url: cluster.url('bench'), loginsPerRole: true }, 'haat_gateway'), {
    max: callers,
  });
  const shop = await createShop(admin);
  const skus = Array.from({ length: callers }, (_, i) => `SKU-${i}`);
  for (const sku of [...skus, 'HOT']) await stockVariant(admin, shop, { sku, quantity: 1_000_000 });
  const keys = await Promise.all(skus.map(() => createKey(admin, shop.companyId, { storeId: shop.stores[0].id })));

  /** Orders a second; the n-th call is one of caller n modulo 32, so that at any time each caller is about once at work. */
  const measure = (skuOf: (caller: number) => string, keyOf: (caller: number) => TestKey) => {
    let n = 0;
    return throughput(callers, roundMs, async () => {
      const caller = n++ % callers;
      const phone = `017${String(caller).padStart(8, '0')}`;
      const input = { customer: { phone, full_name: 'Bench' }, items: [{ sku: skuOf(caller), quantity: 1 }] };
      const { outcome } = await callGate(gateway, keyOf(caller), 'create_order', input, {
        idempotencyKey: randomUUID(),
      });
      if (outcome.sqlstate) throw new Error(`${outcome.sqlstate} ${outcome.message}`);
    });
  };
  const ownSku = (caller: number) => skus[caller] ?? '';
  const ownKey = (caller: number) => keys[caller] as TestKey;
  const contestants = {
    distinct: () => measure(ownSku, ownKey),
    hot: () => measure(() => 'HOT', ownKey),
    oneKey: () => measure(ownSku, () => shop.storeKey),
  };
  for (const warmUp of Object.values(contestants)) await warmUp();
  const { distinct = 0, hot = 0, oneKey = 0 } = await takeTurns(rounds, contestants);
  print(
    table(
      ['orders from 32 callers', 'a second', 'of the first', 'target'],
      [
        ['a SKU and a key each', distinct.toFixed(0), '', ''],
        ['one hot SKU', hot.toFixed(0), (hot / distinct).toFixed(2), '0.3'],
        ['one key', oneKey.toFixed(0), (oneKey / distinct).toFixed(2), '0.8'],
      ],
    ),
  );

  const [large, small] = shop.stores;
  const variants = {
    large: await fillCatalog(admin, shop, 30_000, large),
    small: await fillCatalog(admin, shop, 300, small),
  };
  await admin.query(`update app.inventory_levels set on_hand = 1_000_000 where on_hand = 0`);
  const smallKey = await createKey(admin, shop.companyId, { storeId: small.id });
  /** Seconds an order of 200 lines takes, SKUs and ids in turn. */
  const orderOf = (catalog: { id: string; sku: string }[], key: TestKey) => () =>
    latency(5, async () => {
      const from = Math.floor(Math.random() * (catalog.length - 200));
      const items = catalog
        .slice(from, from + 200)
        .map(({ id, sku }, i) => ({ ...(i % 2 ? { sku } : { variant_id: id }), quantity: 1 }));
      const input = { customer: { phone: '01700000000', full_name: 'Bench' }, items };
      const { outcome } = await callGate(gateway, key, 'create_order', input, { idempotencyKey: randomUUID() });
      if (outcome.sqlstate) throw new Error(`${outcome.sqlstate} ${outcome.message}`);
    });
  const sizes = { small: orderOf(variants.small, smallKey), large: orderOf(variants.large, shop.storeKey) };
  for (const warmUp of Object.values(sizes)) await warmUp();
  const lines = await takeTurns(rounds, sizes);
  print(
    table(
      ['an order of 200 lines', 'ms', 'of the first', 'target'],
      [
        ['in a store of 300 variants', ((lines.small ?? 0) * 1000).toFixed(0), '', ''],
        [
          'of 30,000',
          ((lines.large ?? 0) * 1000).toFixed(0),
          ((lines.large ?? 0) / (lines.small ?? 1)).toFixed(2),
          '1.3',
        ],
      ],
    ),
  );
  await Promise.all([admin.end(), gateway.end()]);
};
