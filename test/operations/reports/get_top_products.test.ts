import test from 'ava';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { stockVariant } from '../../helpers/shop.ts';
import { closeApiShop, db, house, openApiShop, send, shop } from '../../helpers/shops/api-shop.ts';
import { Till } from '../../helpers/shops/sales.ts';

test.before(openApiShop);
test.after.always(closeApiShop);

testCommonRules('get_top_products', house, {
  async sound({ db, shop }) {
    const goods = await stockVariant(db.admin, shop, { sku: 'SAREE' });
    await new Till(db.admin, shop).sell({
      lines: [{ ...goods, quantity: 2, unitPrice: 100 }],
      deliveredAt: new Date('2026-05-05T06:00:00Z'),
    });
    return { from: '2026-05-01', to: '2026-05-31' };
  },
  wrong: [
    [{ from: '2026-02-29' }, 'from'],
    [{ period: 'today' }, 'period'],
    [{ limit: 51 }, 'limit'],
    [{ channel: 'manual' }, 'channel'],
  ],
});

test('products are ranked by revenue and cut to the limit', async (t) => {
  const till = new Till(db.admin, shop);
  for (const [sku, unitPrice] of [
    ['LUNGI', 100],
    ['SAREE', 300],
    ['SCARF', 200],
  ] as const) {
    const goods = await stockVariant(db.admin, shop, { sku });
    await till.sell({ lines: [{ ...goods, quantity: 1, unitPrice }], deliveredAt: new Date('2026-05-05T06:00:00Z') });
  }
  const { body } = await send('GET', '/reports/top-products?from=2026-05-01&to=2026-05-31&limit=2');
  t.deepEqual(
    body.data.map(({ revenue }: { revenue: string }) => revenue),
    ['300.00', '200.00'],
  );
});
